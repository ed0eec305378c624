"""Move a whole scope from one ledger to another, link by link, with its seals as they are.

An export is examined as a whole before anything of it is kept, so a broken one leaves no trace. An
import checks every seal again, appends what is missing and changes nothing that is there, so it can
be repeated and interrupted. *This module does not* merge two histories.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from both_sides.chain.payload import decode_event, type_of
from both_sides.chain.replay import check_link
from both_sides.chain.seal import Head, Link, genesis_seal
from both_sides.domain.events import Recorded
from both_sides.domain.ids import ScopeId
from both_sides.errors import ForkError, MalformedDocumentError, TamperedError
from both_sides.exchange.ledger_lines import LedgerHeader, format_header, format_link
from both_sides.service.fold import Fold
from both_sides.store.port import Batch, EventRow, LedgerStore, WriteSession

LINKS_A_BATCH: Final = 1_000


@dataclass(frozen=True, slots=True)
class TransferReport:
    """Hold what an import of a ledger did.

    Args:
        scope: Whose chain it is.
        links: How many links the file has.
        appended: How many of them were new here.
        head: The end of the chain afterwards.
    """

    scope: ScopeId
    links: int
    appended: int
    head: Head


def export_ledger(store: LedgerStore, scope: ScopeId) -> Iterator[bytes]:
    """Write a scope as JSON Lines, a line at a time, up to the head as it is now."""
    head = store.head(scope)
    yield format_header(scope, head)
    for row in store.read(scope, upto=head.n):
        yield format_link(row.link)


def examine_export(header: LedgerHeader, links: Iterable[Link]) -> None:
    """Require that an export is whole, and that every link follows from those before it.

    Args:
        header: What the export says of itself.
        links: All its links, in order.

    Raises:
        TamperedError: A seal does not match; the first such link is named.
        MalformedDocumentError: The export ends early or elsewhere than it says, or a link holds no
            event, or one that follows from nothing.

    *Source:* spec/interfaces.md, `import FILE`; spec/claims.md, R9.
    """
    fold, last = Fold(lambda _kind, _key: None), Head(0, genesis_seal(header.scope))
    for link in _verify(links, last):
        _apply(fold, decode_event(link.body, n=link.n, source=f"link {link.n}"), link)
        last = Head(link.n, link.seal_hex)
    _require_whole(header, last)


def import_ledger(
    store: LedgerStore, header: LedgerHeader, links: Iterable[Link]
) -> TransferReport:
    """Append the links of an export that are not here yet.

    Args:
        store: Where they go; their scope is that of the export.
        header: What the export says of itself.
        links: All its links, in order.

    Raises:
        ForkError: This ledger has another history of the scope; nothing was changed.
        TamperedError: A seal does not match, which `examine_export` would have found before
            anything was kept.
        MalformedDocumentError: As for `examine_export`.

    *Source:* spec/interfaces.md, `import FILE`.
    """
    known = store.head(header.scope)
    previous = Head(0, genesis_seal(header.scope))
    last, appended = previous, 0
    verified = _verify(links, previous)
    while batch := list(islice(verified, LINKS_A_BATCH)):
        last = Head(batch[-1].n, batch[-1].seal_hex)
        if batch[0].n <= known.n:
            _require_same_history(store, header.scope, batch, known)
        fresh = [link for link in batch if link.n > known.n]
        if fresh:
            rows = _append(store, header.scope, fresh)
            appended += rows
    _require_whole(header, last)
    return TransferReport(header.scope, last.n, appended, store.head(header.scope))


def _require_whole(header: LedgerHeader, last: Head) -> None:
    if last.n != header.events:
        raise MalformedDocumentError(
            f"the export has {last.n} links, its first line says {header.events}",
            hint="export it again",
            found=last.n,
            expected=header.events,
        )
    if last.seal_hex != header.head_seal_hex:
        raise MalformedDocumentError(
            f"the export ends with the seal {last.seal_hex[:16]}…, its first line says"
            f" {header.head_seal_hex[:16]}…",
            hint="export it again, and compare its head seal with one kept elsewhere",
            found=last.seal_hex,
            expected=header.head_seal_hex,
        )


def _verify(links: Iterable[Link], previous: Head) -> Iterator[Link]:
    for link in links:
        broken = check_link(link, n=previous.n + 1, previous_hex=previous.seal_hex)
        if broken is not None:
            raise TamperedError(
                f"link {broken.n} of the export does not match: {broken.finding}",
                hint="ask for the export again, and compare its head seal with one kept elsewhere",
                n=broken.n,
                expected=broken.expected,
                found=broken.found,
            )
        previous = Head(link.n, link.seal_hex)
        yield link


def _require_same_history(
    store: LedgerStore, scope: ScopeId, batch: Sequence[Link], known: Head
) -> None:
    """Compare the last link that both have: equal seals mean that all before are equal too."""
    shared = min(batch[-1].n, known.n)
    (kept,) = store.read(scope, after=shared - 1, upto=shared)
    given = batch[shared - batch[0].n]
    if kept.link.seal_hex != given.seal_hex:
        raise ForkError(
            f"this ledger has another history of {scope}: link {shared} differs",
            hint="import it into an empty ledger with --ledger, and compare the two",
            scope=scope,
            n=shared,
            kept=kept.link.seal_hex,
            given=given.seal_hex,
        )


def _append(store: LedgerStore, scope: ScopeId, links: Sequence[Link]) -> int:
    def work(session: WriteSession) -> int:
        fresh = [link for link in links if link.n > session.head.n]
        if fresh and fresh[0].previous_hex != session.head.seal_hex:
            raise ForkError(
                f"somebody appended to {scope} meanwhile",
                hint="import again; what was kept stays",
                scope=scope,
                n=session.head.n,
            )
        fold, rows = Fold(session.view), []
        for link in fresh:
            recorded = decode_event(link.body, n=link.n, source=f"link {link.n}")
            _apply(fold, recorded, link)
            rows.append(EventRow(link, type_of(recorded.event), recorded.at))
        session.write(Batch(events=rows, dropped=fold.dropped_keys(), views=fold.changed_rows()))
        return len(rows)

    return store.write(scope, work)


def _apply(fold: Fold, recorded: Recorded, link: Link) -> None:
    try:
        fold.apply(recorded)
    except LookupError as error:
        raise MalformedDocumentError(
            f"link {link.n} follows from nothing: {error}",
            hint="export it again from the ledger that it came from",
            n=link.n,
        ) from None
