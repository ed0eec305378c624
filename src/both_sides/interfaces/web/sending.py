"""Let a form happen once, however often it is sent: by a double click, by going back, by a retry.

Every form carries a key that was made for it. *This module does not* remember keys; the ledger
does, in the transaction that recorded the answer.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from both_sides.interfaces.web.visits import Visit
from both_sides.service.requests import LONGEST_KEY
from both_sides.service.wiring import new_secret

KEY_FIELD: Final = "key"
KEY_PREFIX: Final = "form-"


def new_key(visit: Visit) -> str:
    """Make a key for a form; one that was sent and refused keeps its own.

    A refused request leaves no trace, so the same key serves the corrected form.
    """
    return _sent_key(visit) or new_secret(KEY_PREFIX)


@contextmanager
def once(visit: Visit) -> Iterator[str | None]:
    """Hold the key of a form as long as it is worked on.

    Raises:
        KeyInFlightError: The same form is being worked on.
    """
    key = _sent_key(visit)
    with visit.office.keys.hold(visit.scope, key):
        yield key


def _sent_key(visit: Visit) -> str | None:
    key = visit.form.text(KEY_FIELD)
    is_key = 0 < len(key) <= LONGEST_KEY and key.isascii() and key.isprintable() and " " not in key
    return key if is_key else None
