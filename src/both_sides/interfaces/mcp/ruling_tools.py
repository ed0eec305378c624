"""Offer the rulings as tools: record, revise, retire, list them, and prove the chain."""

from typing import Annotated, Any, Literal

from pydantic import Field

from both_sides.chain.payload import decode_envelope
from both_sides.domain.disputes import WHAT_THIS_IS_NOT, Subject
from both_sides.domain.ids import (
    ClaimId,
    EntityId,
    PropertyId,
    parse_claim_id,
    parse_entity_id,
    parse_property_id,
    parse_ruling_id,
)
from both_sides.domain.imported_claims import find_statement
from both_sides.domain.rulings import Acknowledgement, Standing
from both_sides.errors import NotFoundError
from both_sides.interfaces.mcp.bounds import Shortener, fit_page
from both_sides.interfaces.mcp.desk_results import AuditTrail, RecordedRuling, RulingList
from both_sides.interfaces.mcp.offering import Offer, Toolset
from both_sides.interfaces.mcp.parameters import (
    ABSENT,
    USUAL_PAGE,
    AsOfParam,
    AtParam,
    CursorParam,
    DetailParam,
    EntityParam,
    KeyParam,
    LimitParam,
    NewestParam,
    ReasonParam,
    RulingParam,
)
from both_sides.interfaces.wire.shapes import brief_ruling_members, ruling_members
from both_sides.service.desk import Desk, RuleRequest
from both_sides.service.desk import RecordedRuling as ServiceRuling
from both_sides.service.desk_reading import read_narrowing
from both_sides.service.pages import take_page
from both_sides.service.replaying import ScopeReplay, replay_scope
from both_sides.store.port import EventRow

_SUBJECTS = ("ruling_id", "evidence_id", "claim_id", "rulingId", "evidenceId", "claimId")


class RulingTools(Toolset):
    """Record decisions, and prove them."""

    def offers(self) -> tuple[Offer, ...]:
        """List the tools."""
        return (
            Offer(self.record_ruling, "Record a ruling", writes=True),
            Offer(self.revise_ruling, "Revise a ruling", writes=True, is_repeatable=True),
            Offer(
                self.retire_ruling,
                "Retire a ruling",
                writes=True,
                is_final=True,
                is_repeatable=True,
            ),
            Offer(self.list_rulings, "List rulings"),
            Offer(self.get_audit_trail, "Prove the chain"),
        )

    def record_ruling(  # noqa: PLR0913 - each is a parameter of the tool
        self,
        *,
        entity: EntityParam,
        choose: Annotated[str, Field(description="Id of the claim that is to govern.")],
        rationale: Annotated[str, Field(description="Why this claim; it is sealed.")],
        property: Annotated[  # noqa: A002 - as people call it
            str, ABSENT, Field(description="Default: the property of the chosen claim.")
        ] = "",
        as_of: AsOfParam = "",
        at: AtParam = "",
        newest: NewestParam = False,
        acknowledge: Annotated[
            list[Literal["barred", "refuted"]] | None,
            Field(description="Needed to choose a deprecated or a refuted claim."),
        ] = None,
        supersedes: Annotated[
            str, ABSENT, Field(description="Standing ruling that this replaces.")
        ] = "",
        idempotency_key: KeyParam = "",
    ) -> RecordedRuling:
        """Record a person's decision on a dispute: which claim governs and why, with all rivals.

        Call adjudicate first, and decide nothing for the person. The ranking as it stands, every
        factor and the losing claims are sealed with it. One ruling stands a dispute: to reword
        it use revise_ruling, to decide otherwise give supersedes.
        """
        desk = self.desk()
        entity_id, chosen = parse_entity_id(entity), parse_claim_id(choose)
        property_id = (
            parse_property_id(property) if property else _property_of(desk, entity_id, chosen)
        )
        recorded = desk.rule(
            RuleRequest(
                subject=Subject(entity_id, property_id),
                chosen=chosen,
                rationale=rationale,
                actor=self.actor(),
                as_of=as_of or None,
                narrowing=read_narrowing(at=at or None, newest=newest),
                acknowledged=tuple(map(Acknowledgement, acknowledge or ())),
                supersedes=parse_ruling_id(supersedes) if supersedes else None,
                idempotency_key=idempotency_key or None,
            )
        )
        return _recorded(recorded)

    def revise_ruling(
        self,
        ruling_id: RulingParam,
        rationale: Annotated[str, Field(description="New rationale; earlier ones stay.")],
        idempotency_key: KeyParam = "",
    ) -> RecordedRuling:
        """Give a standing ruling a new rationale; the choice stays.

        To choose another claim use record_ruling with supersedes; to withdraw the decision,
        retire_ruling. Retired and superseded rulings are refused.
        """
        recorded = self.desk().revise(
            parse_ruling_id(ruling_id),
            rationale,
            actor=self.actor(),
            idempotency_key=idempotency_key or None,
        )
        return _recorded(recorded)

    def retire_ruling(
        self, ruling_id: RulingParam, reason: ReasonParam, idempotency_key: KeyParam = ""
    ) -> RecordedRuling:
        """Withdraw a ruling for good, for example because it rested on an error.

        It cannot be undone; a tombstone with the reason stays and the chain still replays. The
        dispute is then open for a new record_ruling. To replace a decision at once use
        record_ruling with supersedes instead.
        """
        recorded = self.desk().retire(
            parse_ruling_id(ruling_id),
            reason,
            actor=self.actor(),
            idempotency_key=idempotency_key or None,
        )
        return _recorded(recorded)

    def list_rulings(
        self,
        standing: Annotated[
            Literal["standing", "superseded", "retired"] | None,
            Field(description="Default: all."),
        ] = None,
        detail: DetailParam = "concise",
        cursor: CursorParam = "",
        limit: LimitParam = USUAL_PAGE,
    ) -> RulingList:
        """List recorded decisions with rationale and margin, in the order in which they were made.

        Use it to find a ruling's id or to see what was decided. Open questions are in
        list_disputes with ruled false; get_audit_trail proves a ruling.
        """
        wanted = None if standing is None else Standing(standing)
        desk, short = self.desk(), Shortener(detail)
        page = fit_page(
            lambda most: desk.rulings(standing=wanted, cursor=cursor or None, limit=most),
            lambda ruling: short(brief_ruling_members(ruling)),
            limit=limit,
        )
        return RulingList.model_validate(
            {"rulings": page.rows, "nextCursor": page.next_cursor, "truncated": short.truncated}
        )

    def get_audit_trail(
        self,
        *,
        ruling_id: Annotated[
            str, ABSENT, Field(description="Only links about this ruling; default: all links.")
        ] = "",
        verify: Annotated[
            bool, Field(description="Replay the whole chain first; false on later pages.")
        ] = True,
        cursor: CursorParam = "",
        limit: LimitParam = USUAL_PAGE,
    ) -> AuditTrail:
        """Replay the chain and list its links: who did what, when, under which seal.

        Use it to prove that nothing was changed afterwards, or to follow one ruling from decision
        to retirement (list_rulings has the ids). It recomputes every seal and names the first that
        does not match; compare headSeal with one kept elsewhere.
        """
        desk = self.desk()
        store, scope = desk.ledger.store, desk.scope
        trail = desk.ruling(parse_ruling_id(ruling_id)).trail if ruling_id else None
        found = replay_scope(store, scope, compares_views=False) if verify else None
        head, short = store.head(scope), Shortener("concise")
        page = fit_page(
            lambda most: take_page(
                lambda after: (
                    (row.link.n, row)
                    for row in store.read(scope, after=max(0, after), upto=head.n)
                    if trail is None or row.link.n in trail
                ),
                query=("trail", ruling_id),
                cursor=cursor or None,
                limit=most,
            ),
            lambda row: short(_link(row)),
            limit=limit,
        )
        return AuditTrail.model_validate(
            {
                "scope": scope,
                "events": head.n,
                "headSeal": head.seal_hex,
                **_replay_members(found),
                "links": page.rows,
                "nextCursor": page.next_cursor,
                "truncated": short.truncated,
            }
        )


def _property_of(desk: Desk, entity_id: EntityId, claim_id: ClaimId) -> PropertyId:
    """Find what a claim of an entity is about."""
    entity = desk.entity(entity_id)
    found = find_statement(desk.ledger.state(desk.scope), entity_id, claim_id)
    if found is None:
        raise NotFoundError(
            f"{entity_id} ({entity.label}) has no claim {claim_id}",
            hint="get_dispute lists the claims of a dispute",
            entity=entity_id,
            claim=claim_id,
        )
    return found[1].property_id


def _recorded(recorded: ServiceRuling) -> RecordedRuling:
    receipt = recorded.receipt
    return RecordedRuling.model_validate(
        {
            **Shortener("concise")(ruling_members(recorded.ruling)),
            "whatThisIsNot": WHAT_THIS_IS_NOT,
            "seal": receipt.events[0][2],
            "replayed": receipt.replayed,
        }
    )


def _link(row: EventRow) -> dict[str, Any]:
    envelope = decode_envelope(row.link.body, source=f"link {row.link.n}")
    payload = envelope["payload"]
    about = next((payload[name] for name in _SUBJECTS if name in payload), None)
    entity = payload.get("entity")
    if about is None and isinstance(entity, dict):
        about = entity.get("entity_id") or entity.get("entityId")
    return {
        "n": row.link.n,
        "type": row.type,
        "at": row.at,
        "actor": envelope["actor"],
        "about": about,
        "seal": row.link.seal_hex,
    }


def _replay_members(found: ScopeReplay | None) -> dict[str, Any]:
    broken = None if found is None else found.first_broken
    return {
        "intact": None if found is None else found.ok,
        "firstBroken": None if broken is None else broken.n,
        "finding": None if broken is None else broken.finding,
        "notChecked": [] if found is None else list(found.not_checked),
    }
