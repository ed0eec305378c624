"""Decide on imports and rulings. Every rule stands beside the clause it implements."""

from dataclasses import replace

from both_sides.domain.claims import Claim
from both_sides.domain.commands import CreateRuling
from both_sides.domain.decomposition import conclusion_that_holds
from both_sides.domain.entities import Entity, StatementGroup
from both_sides.domain.events import (
    EntityImported,
    Event,
    RulingCreated,
    RulingRetired,
    RulingSuperseded,
    RulingUpdated,
)
from both_sides.domain.ids import PropertyId, RulingId, format_number
from both_sides.domain.rulings import Acknowledgement, Ruling, Standing
from both_sides.domain.state import Docket, State, counters
from both_sides.domain.verdicts import Conclusion
from both_sides.domain.wording import require_rationale
from both_sides.errors import (
    ClaimRefutedError,
    DeprecatedCannotGovernError,
    ForeignClaimError,
    NotFoundError,
    NothingChangedError,
    NothingToRankError,
    RulingRetiredError,
    RulingStandsError,
    RulingSupersededError,
)


def find_ruling(state: State, ruling_id: RulingId) -> Ruling:
    """Find a ruling.

    Raises:
        NotFoundError: The scope holds no such ruling.
    """
    ruling = state.get(Ruling, ruling_id)
    if ruling is None:
        raise NotFoundError(
            f"there is no ruling {ruling_id}",
            hint="`both-sides rulings` lists the rulings of this scope",
            ruling=ruling_id,
        )
    return ruling


def import_entity(
    state: State, entity: Entity, properties: tuple[PropertyId, ...] | None
) -> tuple[Event, ...]:
    """Record an entity unless it is like that already, or was replaced by a newer version.

    So a repeated import is no event. What this import did not read stays: other properties, a
    second source and names that are known. An older version adds nothing either, not even a
    property that is not known: the newer one may have dropped it.
    """
    if properties is not None:
        asked_for = (group for group in entity.groups if group.property_id in properties)
        entity = replace(entity, groups=tuple(asked_for))
    before = state.get(Entity, entity.entity_id)
    if before is None:
        return (EntityImported(entity),)
    known, read = before.provenance, entity.provenance
    is_older = (read.revision or 0) < (known.revision or 0) or read.digest in known.replaces
    if is_older:
        return ()
    groups = entity.groups if properties is None else _regroup(before, entity, properties)
    merged = replace(
        entity,
        groups=groups,
        second_source=entity.second_source or before.second_source,
        names=entity.names or before.names,
        provenance=replace(
            read,
            replaces=known.replaces
            if read.digest == known.digest
            else (*known.replaces, known.digest),
        ),
    )
    return () if merged == before else (EntityImported(merged),)


def _regroup(
    before: Entity, entity: Entity, properties: tuple[PropertyId, ...]
) -> tuple[StatementGroup, ...]:
    """Put the groups that were read in the place of those that were known, new ones at the end."""
    read = {group.property_id: group for group in entity.groups}
    groups = [
        read.pop(group.property_id, None) if group.property_id in properties else group
        for group in before.groups
    ]
    return tuple(group for group in (*groups, *read.values()) if group is not None)


def create_ruling(state: State, command: CreateRuling) -> tuple[Event, ...]:
    """Record a decision on a dispute that has a claim to choose and no other ruling."""
    rationale = require_rationale(command.rationale)
    case = command.case
    if not command.adjudication.ranked:
        raise NothingToRankError(
            f"{case.subject} has no claim to choose from ({case.narrowing})",
            hint="import the entity first, or narrow to a point in time at which a claim holds",
            subject=str(case.subject),
        )
    _require_rival(command)
    _require_acknowledgement(command)
    _require_not_refuted(state, command)
    superseded = _require_free_docket(state, command)
    ruling_id = RulingId(format_number("RUL", counters(state).rulings + 1))
    created = RulingCreated(
        ruling_id=ruling_id,
        chosen=command.chosen,
        rationale=rationale,
        case=case,
        adjudication=command.adjudication,
        acknowledged=command.acknowledged,
        supersedes=superseded,
    )
    if superseded is None:
        return (created,)
    return created, RulingSuperseded(superseded, ruling_id)


def _require_rival(command: CreateRuling) -> None:
    """Require that the chosen claim is one of the competing claims."""
    if command.adjudication.claim(command.chosen) is None:
        rivals = [ranked.claim_id for ranked in command.adjudication.ranked]
        raise ForeignClaimError(
            f"{command.chosen} is not among the claims of {command.case.subject}"
            f" ({command.case.narrowing})",
            hint=f"choose one of {', '.join(rivals[:8])}{' …' if len(rivals) > 8 else ''}",  # noqa: PLR2004
            claim=command.chosen,
            subject=str(command.case.subject),
            rivals=rivals,
        )


def _require_acknowledgement(command: CreateRuling) -> None:
    """Let a barred claim govern only where a person says to have seen that it is barred.

    *Source:* Method page, "A deprecated claim cannot govern".
    """
    ranked = command.adjudication.claim(command.chosen)
    assert ranked is not None  # `_require_rival` has seen it
    if not ranked.eligible and Acknowledgement.BARRED not in command.acknowledged:
        raise DeprecatedCannotGovernError(
            f"{command.chosen} is barred: upstream editors deprecated it while another claim is"
            " active",
            hint=f"choose {command.adjudication.leader}, or add --acknowledge barred to rule for"
            " it nevertheless; the acknowledgement is sealed with the ruling",
            claim=command.chosen,
            leader=command.adjudication.leader,
        )


def _require_not_refuted(state: State, command: CreateRuling) -> None:
    """Let a claim that stands refuted govern only where a person says to have seen that.

    *Source:* spec/claims.md, "The two halves are one system".
    """
    claim = state.get(Claim, command.chosen)
    if claim is None or conclusion_that_holds(claim) is not Conclusion.REFUTED:
        return
    if Acknowledgement.REFUTED not in command.acknowledged:
        assert claim.current is not None  # a conclusion holds
        raise ClaimRefutedError(
            f"{command.chosen} stands refuted since {claim.current.at}"
            f" ({claim.current.auditor}): {claim.current.rationale[:200]}",
            hint="choose another claim, or add --acknowledge refuted to rule for it nevertheless;"
            " the acknowledgement is sealed with the ruling",
            claim=command.chosen,
            auditor=claim.current.auditor,
        )


def _require_free_docket(state: State, command: CreateRuling) -> RulingId | None:
    """Require that no ruling stands for the dispute, or that the standing one is named."""
    docket = state.get(Docket, str(command.case.subject))
    standing = None if docket is None else docket.standing
    if command.supersedes is None:
        if standing is not None:
            raise RulingStandsError(
                f"{standing} stands for {command.case.subject}",
                hint=f"add --supersedes {standing} to replace it, or revise its rationale with"
                f" `both-sides revise {standing} --rationale …`",
                ruling=standing,
                subject=str(command.case.subject),
            )
        return None
    ruling = find_ruling(state, command.supersedes)
    _require_not_retired(ruling)
    _require_not_superseded(ruling)
    if ruling.subject != command.case.subject:
        raise RulingStandsError(
            f"{ruling.ruling_id} rules on {ruling.subject}, not on {command.case.subject}",
            hint=f"supersede {standing}" if standing else "leave --supersedes out",
            ruling=ruling.ruling_id,
            subject=str(command.case.subject),
        )
    return ruling.ruling_id


def revise_ruling(state: State, ruling_id: RulingId, rationale: str) -> tuple[Event, ...]:
    """Give a ruling that stands another rationale."""
    ruling = find_ruling(state, ruling_id)
    _require_not_retired(ruling)
    _require_not_superseded(ruling)
    text = require_rationale(rationale)
    if text == ruling.rationale:
        raise NothingChangedError(
            f"{ruling_id} already has this rationale",
            hint="give the new rationale; the old one stays in the history",
            ruling=ruling_id,
        )
    return (RulingUpdated(ruling_id, text),)


def retire_ruling(state: State, ruling_id: RulingId, reason: str) -> tuple[Event, ...]:
    """Withdraw a ruling; retired is final."""
    ruling = find_ruling(state, ruling_id)
    _require_not_retired(ruling)
    return (RulingRetired(ruling_id, require_rationale(reason, field="reason")),)


def _require_not_retired(ruling: Ruling) -> None:
    if ruling.tombstone is not None:
        raise RulingRetiredError(
            f"{ruling.ruling_id} was retired by {ruling.tombstone.actor} at {ruling.tombstone.at}:"
            f" {ruling.tombstone.reason[:200]}",
            hint=f"retired is final; rule anew with `both-sides rule {ruling.subject} …`",
            ruling=ruling.ruling_id,
        )


def _require_not_superseded(ruling: Ruling) -> None:
    if ruling.standing is Standing.SUPERSEDED:
        raise RulingSupersededError(
            f"{ruling.ruling_id} was superseded by {ruling.superseded_by}",
            hint=f"revise or supersede {ruling.superseded_by} instead",
            ruling=ruling.ruling_id,
            superseded_by=ruling.superseded_by,
        )
