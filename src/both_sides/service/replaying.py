"""Replay a whole scope: its seals, the columns beside them, and the views folded from them.

1. Every seal is recomputed from its body, from the genesis on.
2. The columns that lists filter by must say what the body says, and time must not run backwards.
3. The head that is stored must be the last link.
4. The views are rebuilt from the events and compared row by row.

Links are read page by page and folded in the same pass, so memory stays flat however long the chain
is.

*This module does not* see what a chain alone cannot show; pass a head kept elsewhere as
`expected`.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

from both_sides.chain.payload import decode_envelope
from both_sides.chain.replay import BrokenLink, Replay, replay
from both_sides.chain.seal import Head, Link
from both_sides.domain.ids import ScopeId
from both_sides.errors import (
    InvalidInputError,
    LedgerError,
    NotFoundError,
    UnsupportedSchemaError,
)
from both_sides.service.shadow import Shadow
from both_sides.service.view_comparison import ViewFinding, compare_views
from both_sides.store.port import EventRow, LedgerStore

UNCHECKED = (
    "links cut off the end, and a chain rewritten and sealed anew: compare the head seal with one"
    " kept elsewhere"
)


VIEWS_UNCHECKED = "the views: `both-sides replay` rebuilds them from the events and compares"


@dataclass(frozen=True, slots=True)
class ScopeReplay:
    """Hold what a replay of a scope found.

    Args:
        chain: What the seals say.
        column_findings: Columns of events, and the stored head, that say something else.
        view_findings: View rows that are not what the events say.
        not_checked: What this replay could not see.
    """

    chain: Replay
    column_findings: tuple[BrokenLink, ...]
    view_findings: tuple[ViewFinding, ...]
    not_checked: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Tell whether everything that was checked matches."""
        return self.chain.ok and not self.column_findings and not self.view_findings

    @property
    def finding(self) -> str:
        """Say what does not match first, as the words of a sentence; or nothing."""
        broken = self.first_broken
        if broken is not None:
            return f"Link {broken.n} is broken: {broken.finding}"
        return "" if self.ok else "View rows are not what the events say"

    @property
    def first_broken(self) -> BrokenLink | None:
        """Name the first link that does not match, by seal or by column."""
        found = [] if self.chain.first_broken is None else [self.chain.first_broken]
        return min([*found, *self.column_findings], key=lambda link: link.n, default=None)


def replay_scope(
    store: LedgerStore,
    scope: ScopeId,
    *,
    expected: Head | None = None,
    compares_views: bool = True,
) -> ScopeReplay:
    """Replay one scope and compare its views.

    Args:
        store: Where the scope is kept.
        scope: Which scope.
        expected: A head kept elsewhere, or None.
        compares_views: Rebuild the views and compare them; without, only what costs little is
            checked, and the answer says so.

    Returns:
        What was found; never raises for tampering, so that everything is reported.

    Raises:
        NotFoundError: The scope has no events.

    *Source:* Method page, "Replaying the chain"; spec/ledger.md, 1 and 5.
    """
    head_before = store.head(scope)
    with ExitStack() as stack:
        shadow = stack.enter_context(Shadow(scope)) if compares_views else None
        reader = _Reader(store, scope, head_before, shadow)
        chain = replay(scope, reader.links(), expected=expected)
        head_after = store.head(scope)
        is_empty = chain.events == 0 and head_after.n == 0 and expected is None
        if is_empty and next(iter(store.views(scope)), None) is None:
            raise nothing_recorded(scope)
        unchecked = [] if expected is not None else [UNCHECKED]
        findings: tuple[ViewFinding, ...] = ()
        if shadow is None:
            unchecked.append(VIEWS_UNCHECKED)
        else:
            if chain.first_broken is None and reader.not_understood is None:
                findings = reader.compare(shadow)
            if reader.not_understood is not None:
                unchecked.append(f"the views: {reader.not_understood}")
            elif chain.first_broken is not None:
                unchecked.append("the views: they follow from links that do not match")
    columns = (*reader.column_findings, *_check_heads(chain, reader, head_before, head_after))
    return ScopeReplay(chain, columns, findings, tuple(unchecked))


def nothing_recorded(scope: ScopeId) -> NotFoundError:
    """Make the error that says that a scope has no events."""
    return NotFoundError(
        f"the scope {scope} has no events",
        hint="name another with --scope, or record something first",
        scope=scope,
    )


class _Reader:
    """Read a chain once, checking columns and folding views on the way."""

    def __init__(
        self, store: LedgerStore, scope: ScopeId, head: Head, shadow: Shadow | None
    ) -> None:
        self._store = store
        self._scope = scope
        self._head = head
        self._at = ""
        self._shadow = shadow
        self.at_head = head if head.n == 0 else Head(head.n, "")
        self.column_findings: list[BrokenLink] = []
        self.not_understood: str | None = None

    def links(self) -> Iterator[Link]:
        for row in self._store.read(self._scope):
            self._check_columns(row)
            self._follow(row)
            if row.link.n == self._head.n:
                self.at_head = Head(row.link.n, row.link.seal_hex, row.at)
            yield row.link

    def _check_columns(self, row: EventRow) -> None:
        source = f"link {row.link.n}"
        try:
            envelope = decode_envelope(row.link.body, source=source)
        except InvalidInputError as error:
            self.not_understood = self.not_understood or error.message
            self.column_findings.append(BrokenLink(row.link.n, "its body is no event", "", ""))
            return
        for column, found in (("type", row.type), ("at", row.at)):
            if envelope[column] != found:
                finding = f"its column {column} is not what its body says"
                self.column_findings.append(
                    BrokenLink(row.link.n, finding, envelope[column], found)
                )
        if envelope["at"] < self._at:
            self.column_findings.append(
                BrokenLink(
                    row.link.n,
                    "its time is before that of the link before it",
                    self._at,
                    envelope["at"],
                )
            )
        self._at = envelope["at"]

    def _follow(self, row: EventRow) -> None:
        if self._shadow is None or self.not_understood is not None:
            return
        try:
            self._shadow.follow(row)
        except (UnsupportedSchemaError, InvalidInputError, LookupError) as error:
            self._note(error, row.link.n)

    def compare(self, shadow: Shadow) -> tuple[ViewFinding, ...]:
        """Compare the views; a link that came meanwhile and is not understood is noted."""
        try:
            return compare_views(self._store, shadow).findings
        except (UnsupportedSchemaError, InvalidInputError, LookupError) as error:
            self._note(error, shadow.n + 1)
        return ()

    def _note(self, error: LedgerError | LookupError, n: int) -> None:
        if isinstance(error, UnsupportedSchemaError):
            self.not_understood = error.message
            return
        # Its seal may be in order: then it was sealed by something that does not decide.
        self.not_understood = str(error)
        self.column_findings.append(BrokenLink(n, f"no decision wrote it: {error}", "", ""))


def _check_heads(
    chain: Replay, reader: _Reader, before: Head, after: Head
) -> tuple[BrokenLink, ...]:
    """Check the stored head, read before and after, against the links read in between."""
    if before.n > chain.events or after.n < chain.events:
        stored = before if before.n > chain.events else after
        finding = f"the stored head names link {stored.n}, the chain has {chain.events}"
        place = max(min(stored.n, chain.events) + 1, 1)
        return (BrokenLink(place, finding, chain.head_seal_hex, stored.seal_hex),)
    link = reader.at_head
    for what, expected, found in (
        ("seal", link.seal_hex, before.seal_hex),
        ("time", link.at, before.at),
    ):
        if expected != found:
            finding = f"the stored head has another {what} than its link"
            return (BrokenLink(max(before.n, 1), finding, expected, found),)
    return ()
