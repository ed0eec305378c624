"""Collect a dossier: a ruling with everything an opponent needs to check it without us.

It carries links of the scope's chain, each with its full payload and the seal before it. A short
chain goes in whole, from the genesis on; of a long one the links that concern the ruling. *This
module does not* write the dossier down; see `both_sides.interfaces.wire`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from both_sides.chain.payload import decode_event
from both_sides.chain.seal import Head
from both_sides.chain.tlog_proof import TlogProof
from both_sides.domain.events import EntityImported
from both_sides.domain.ids import RulingId, ScopeId
from both_sides.domain.rulings import Ruling
from both_sides.service.desk import Desk
from both_sides.service.replaying import ScopeReplay, replay_scope
from both_sides.service.trust.proving import Prover
from both_sides.store.port import EventRow, LedgerStore

LONGEST_WHOLE_CHAIN: Final = 200


class Coverage(StrEnum):
    """Say which links a dossier carries."""

    COMPLETE = "complete"
    EXCERPT = "excerpt"


@dataclass(frozen=True, slots=True)
class Dossier:
    """Hold a ruling with its part of the chain.

    Args:
        ruling: The ruling as it is now.
        scope: Whose chain.
        links: The links that are handed over, in order.
        coverage: Whether that is the whole chain.
        head: The end of the chain when the dossier was made.
        replay: What a replay of the whole scope found then.
        proofs: For links that a signed checkpoint covers, the proof that they are in the ledger,
            by place; none where nothing was signed.
        checkpoint: The signed checkpoint that the proofs lead to, or None.
    """

    ruling: Ruling
    scope: ScopeId
    links: tuple[EventRow, ...]
    coverage: Coverage
    head: Head
    replay: ScopeReplay
    proofs: Mapping[int, TlogProof] = field(default_factory=dict)
    checkpoint: str | None = None


def collect_dossier(
    desk: Desk,
    ruling_id: RulingId,
    *,
    coverage: Coverage | None = None,
    prover: Prover | None = None,
) -> Dossier:
    """Collect a ruling and its part of the chain, and replay the scope.

    Args:
        desk: The scope.
        ruling_id: Which ruling.
        coverage: Which links to hand over. None hands over the whole chain where it has at most
            200 links, else those that concern the ruling: its own events and the imports of its
            entity.
        prover: Proves the links against the last signed checkpoint, or None.

    Raises:
        NotFoundError: There is no such ruling.
        TamperedError: A link or the tree is not what was signed.

    *Source:* spec/interfaces.md, `dossier`.
    """
    store, scope = desk.ledger.store, desk.scope
    ruling, head = desk.ruling(ruling_id), store.head(scope)
    while (again := desk.ruling(ruling_id)) != ruling:  # it changed meanwhile: the head is not its
        ruling, head = again, store.head(scope)
    if coverage is None:
        is_short = head.n <= LONGEST_WHOLE_CHAIN
        coverage = Coverage.COMPLETE if is_short else Coverage.EXCERPT
    links = tuple(_links(store, scope, head, ruling, coverage))
    proofs: dict[int, TlogProof] = {}
    if prover is not None:
        places = [row.link.n for row in links]
        proofs = {p.row.link.n: p.proof for p in prover.prove_all(scope, places)}
    return Dossier(
        ruling=ruling,
        scope=scope,
        links=links,
        coverage=coverage,
        head=head,
        replay=replay_scope(store, scope),
        proofs=proofs,
        checkpoint=None if prover is None else str(prover.note),
    )


def _links(
    store: LedgerStore, scope: ScopeId, head: Head, ruling: Ruling, coverage: Coverage
) -> Iterator[EventRow]:
    if coverage is Coverage.COMPLETE:
        return store.read(scope, upto=head.n)
    return (row for row in store.read(scope, upto=max(ruling.trail)) if _concerns(row, ruling))


def _concerns(row: EventRow, ruling: Ruling) -> bool:
    if row.link.n in ruling.trail:
        return True
    if row.type != "entity.imported" or row.link.n > ruling.trail[0]:
        return False
    if ruling.subject.entity_id.encode() not in row.link.body:  # spares most from being decoded
        return False
    event = decode_event(row.link.body, n=row.link.n, source=f"link {row.link.n}").event
    return isinstance(event, EntityImported) and event.entity.entity_id == ruling.subject.entity_id
