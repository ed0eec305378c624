"""Check the form of events: canonical bytes, an event that this program knows, its columns.

Almost every event can be told to be in order without walking through it: its text is written again
by a fast writer and compared, and one look at a whole page says that the writer's rules are those
of the canonical form here. What does not pass is walked, and only then is it said what is wrong.
*This module does not* check seals.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import orjson

from both_sides.chain.canonical import canonicalise
from both_sides.chain.members import from_members
from both_sides.chain.payload import event_of, newest_kind, require_envelope
from both_sides.errors import LedgerError, MalformedDocumentError, UnsupportedSchemaError
from both_sides.store.tree_port import PlacedEvent

_FAST: Final = orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER
# A number or an index as a key begins after one of `":`, `[`, `,` and `{`. Without its digits and
# its minus, what follows tells: a point or an exponent of a fraction, or the end of the key. In a
# text they are harmless, and the text is then walked for nothing.
_DIGITS: Final = b"0123456789-"
_ALIKE: Final = bytes.maketrans(b"[{eE", b",,..")
_UNUSUAL: Final = (b'":.', b",.", b',"":')


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


def check_forms(page: Sequence[PlacedEvent]) -> Iterator[FormCheck | None]:
    """Check the events of a page; for one that is in order, say nothing.

    Args:
        page: The events as stored.

    *Source:* spec/ledger.md, 2 and 5.
    """
    is_usual = _is_usual(b"".join([row[7] for row in page]))
    for row in page:
        if (is_usual or _is_usual(row[7])) and _is_in_order(row):
            yield None
        else:
            yield _examine(row)


def _is_usual(bodies: bytes) -> bool:
    """Tell whether the fast writer's rules are the canonical ones for all that stands there."""
    if not bodies.isascii():
        return False
    bare = bodies.translate(_ALIKE, _DIGITS)
    return not any(unusual in bare for unusual in _UNUSUAL)


def _is_in_order(row: PlacedEvent) -> bool:
    """Tell whether an event of a usual form is in order; where that is in doubt, say no."""
    _, _, _, _, _, kind, at, body = row
    try:
        document = orjson.loads(body)
        version, payload = document["v"], document["payload"]
        known = newest_kind(kind, version)
        if (
            known is None
            or document["type"] != kind
            or document["at"] != at
            or type(version) is not int
            or type(document["actor"]) is not str
            or type(payload) is not dict
            or orjson.dumps(document, option=_FAST) != body
        ):
            return False
        from_members(known, payload, source=kind)
    except (MalformedDocumentError, KeyError, TypeError, ValueError):
        return False
    return True


def _examine(row: PlacedEvent) -> FormCheck:
    """Find out what is wrong with an event, or that nothing is."""
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
    try:
        return canonicalise(document, refuse_index_keys=True) == body
    except LedgerError:
        return False
