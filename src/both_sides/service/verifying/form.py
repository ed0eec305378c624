"""Check the form of one event: canonical bytes, an event that this program knows, its columns.

Almost every event can be told to be canonical without walking through it: its text is written again
by a fast writer and compared, and a few cheap tests say that the writer's rules are those of the
canonical form here. The rest is walked. *This module does not* check seals.
"""

import re
from typing import Any, Final, NamedTuple

import orjson

from both_sides.chain.canonical import canonicalise
from both_sides.chain.payload import event_of, require_envelope
from both_sides.errors import LedgerError, UnsupportedSchemaError
from both_sides.store.tree_port import PlacedEvent

_FAST: Final = orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER
# A fraction, an exponent, or a key that JavaScript would reorder; in a text they are harmless, and
# the text is then walked for nothing.
_UNUSUAL: Final = re.compile(rb'[{,]"(?:0|[1-9][0-9]*)":|[:\[,]-?[0-9]+[.eE]')


class FormCheck(NamedTuple):
    """Hold what a check of the form of an event found.

    Args:
        at: The time that the event says.
        what: What is wrong, as a sentence; or None.
        is_known: Whether this program knows events of its type and version.
    """

    at: str
    what: str | None = None
    is_known: bool = True


def check_form(row: PlacedEvent) -> FormCheck:
    """Check one event.

    Args:
        row: The event as stored.

    *Source:* spec/ledger.md, 2 and 5.
    """
    _, scope, n, _, _, kind, at, body = row
    name = f"link {n} of {scope}"
    is_known = True
    try:
        document: Any = orjson.loads(body)
    except orjson.JSONDecodeError:
        return FormCheck(at, f"the body of {name} is no JSON")
    if not _is_canonical(body, document):
        return FormCheck(at, f"the body of {name} is not in canonical form")
    try:
        envelope = require_envelope(document, source=name)
        event_of(envelope, n=n, source=name)
    except UnsupportedSchemaError:
        is_known = False  # a newer program wrote it; its seal and its columns are checked
    except LedgerError as error:
        return FormCheck(at, error.message)
    for column, found in (("type", kind), ("at", at)):
        if envelope[column] != found:
            what = f"the column {column} of {name} is not what its body says"
            return FormCheck(envelope["at"], what)
    return FormCheck(at, None, is_known)


def _is_canonical(body: bytes, document: object) -> bool:
    if body.isascii() and _UNUSUAL.search(body) is None:
        try:
            return orjson.dumps(document, option=_FAST) == body
        except TypeError:  # an integer beyond 2^53-1
            return False
    try:
        return canonicalise(document, refuse_index_keys=True) == body
    except LedgerError:
        return False
