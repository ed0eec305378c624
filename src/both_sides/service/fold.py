"""Hold the state of one scope: aggregates read when they are needed, changed by events.

The same fold serves a writer (over the store's view rows) and a rebuild (over nothing), so what a
rebuild finds is what a writer would have written.
"""

import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

import orjson

from both_sides.chain.members import from_members, to_members
from both_sides.domain.access import AccessToken, Session, ShareLink
from both_sides.domain.claims import Claim
from both_sides.domain.custody import LogKey
from both_sides.domain.entities import Entity
from both_sides.domain.events import Recorded
from both_sides.domain.evolve import evolve
from both_sides.domain.policy import Policy
from both_sides.domain.rulings import Ruling
from both_sides.domain.runs import SealedRun
from both_sides.domain.state import (
    A,
    Aggregate,
    AuditedStatements,
    Counters,
    DisputeSummary,
    Docket,
    EntityName,
    EvidenceOwner,
)
from both_sides.errors import MalformedDocumentError, TamperedError
from both_sides.service.decoded import DecodedViews
from both_sides.store.port import ViewKey, ViewRow

KINDS: Final[dict[str, type[Aggregate]]] = {
    "counters": Counters,
    "entity": Entity,
    "name": EntityName,
    "dispute": DisputeSummary,
    "docket": Docket,
    "ruling": Ruling,
    "claim": Claim,
    "evidence": EvidenceOwner,
    "audited": AuditedStatements,
    "policy": Policy,
    "log_key": LogKey,
    "run": SealedRun,
    "token": AccessToken,
    "session": Session,
    "share": ShareLink,
}
NAME_OF_KIND: Final = {kind: name for name, kind in KINDS.items()}
CHANGES_AN_EVENT: Final = 1 << 20

ReadView = Callable[[str, str], ViewRow | None]
ReadViews = Callable[[Sequence[ViewKey]], Iterable[ViewRow]]


@dataclass(slots=True)
class _Slot:
    """Hold one aggregate during a fold."""

    value: Aggregate | None
    ordinal: int = 0
    n: int = 0
    is_changed: bool = False
    was_dropped: bool = False


class Fold:
    """Give the aggregates of one scope, and apply events to them.

    Args:
        read: Reads a view row as stored; a rebuild passes one that finds nothing.
        known: Rows that were decoded before, or None.
    """

    def __init__(self, read: ReadView, known: DecodedViews | None = None) -> None:
        self._read = read
        self._known = known
        self._slots: dict[tuple[type[Aggregate], str], _Slot] = {}

    def get(self, kind: type[A], key: str) -> A | None:
        """Find an aggregate by its kind and key, or answer None."""
        slot = self._slots.get((kind, key))
        if slot is None:
            slot = self._take(kind, key, self._read(NAME_OF_KIND[kind], key))
        return slot.value  # type: ignore[return-value] # a slot holds what its kind says

    def expect(self, keys: Iterable[ViewKey], read: ReadViews) -> None:
        """Read at once what will be asked for one by one; a batch of imports is twice as fast."""
        wanted = {
            (row.kind, row.key): row
            for row in keys
            if (KINDS[row.kind], row.key) not in self._slots
        }
        rows = read(list(wanted.values())) if wanted else ()
        found = {(row.kind, row.key): row for row in rows}
        for name, key in wanted:
            self._take(KINDS[name], key, found.get((name, key)))

    def _take(self, kind: type[Aggregate], key: str, row: ViewRow | None) -> _Slot:
        slot = (
            _Slot(None) if row is None else _Slot(decode_view(row, self._known), row.ordinal, row.n)
        )
        self._slots[kind, key] = slot
        return slot

    def last_change(self, name: str, key: str) -> int:
        """Give the place of the last event that changed an aggregate, 0 where there is none."""
        kind = KINDS[name]
        slot = self._slots.get((kind, key))
        if slot is None:
            slot = self._take(kind, key, self._read(name, key))
        return slot.n

    def apply(self, recorded: Recorded) -> None:
        """Apply one event: each change before the next is asked for, as `evolve` expects."""
        first_ordinal = recorded.n * CHANGES_AN_EVENT
        for index, change in enumerate(evolve(self, recorded)):
            slot = self._slots.get((change.kind, change.key))
            if slot is None:
                slot = self._slots[change.kind, change.key] = _Slot(None)
            if change.value is None:
                slot.was_dropped = True
            if slot.value is None:
                slot.ordinal = first_ordinal + index
            slot.value, slot.n, slot.is_changed = change.value, recorded.n, True

    def changed_rows(self) -> list[ViewRow]:
        """Write the aggregates that events have changed as view rows."""
        return [
            encode_view(kind, key, slot.value, ordinal=slot.ordinal, n=slot.n)
            for (kind, key), slot in self._slots.items()
            if slot.is_changed and slot.value is not None
        ]

    def dropped_keys(self) -> list[ViewKey]:
        """Name the view rows that events have removed, also where a new one took their place."""
        return [
            ViewKey(NAME_OF_KIND[kind], key)
            for (kind, key), slot in self._slots.items()
            if slot.was_dropped
        ]


def encode_view(
    kind: type[Aggregate], key: str, value: Aggregate, *, ordinal: int, n: int
) -> ViewRow:
    """Write an aggregate as a view row."""
    # A view is ours alone, so it needs equal bytes for equal values, not the form that is sealed.
    body = orjson.dumps(to_members(value), option=orjson.OPT_SORT_KEYS)
    digest = sha256(body).hexdigest()
    return ViewRow(NAME_OF_KIND[kind], key, ordinal, n, body, digest, searchable_text(value))


def searchable_text(value: Aggregate) -> str | None:
    """Give what an aggregate is found by, or None where nobody searches for it."""
    match value:
        case Claim():
            key = value.source.key or ""
            return "\n".join((value.claim_id, value.statement, key, *value.tags))
        case DisputeSummary():
            labels = (value.entity_label, value.property_label or "")
            return "\n".join((str(value.subject), *labels))
        case Ruling():
            labels = (value.case.entity_label, value.case.property_label)
            return "\n".join((value.ruling_id, str(value.subject), *labels, value.rationale))
        case _:
            return None


def decode_view(row: ViewRow, known: DecodedViews | None = None) -> Aggregate:
    """Read an aggregate from its view row.

    Args:
        row: The row as stored; its digest is computed anew.
        known: Rows that were decoded before, or None.

    Raises:
        TamperedError: The row is not what was written.
    """
    found = sha256(row.body).hexdigest()
    if found == row.digest:
        remembered = None if known is None else known.get(row.kind, found)
        if remembered is not None:
            return remembered
        with contextlib.suppress(MalformedDocumentError, orjson.JSONDecodeError):
            source = f"view {row.kind}"
            value = from_members(KINDS[row.kind], orjson.loads(row.body), source=source)
            if known is not None:
                known.put(row.kind, found, value, len(row.body))
            return value
    raise TamperedError(
        f"the view row {row.kind} {row.key} was changed after it was written",
        hint="stop, and run `both-sides replay`, which rebuilds the views and compares",
        kind=row.kind,
        key=row.key,
        expected=row.digest,
        found=found,
    )
