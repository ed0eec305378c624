"""Decide on claims: their registration, their parents, their retirement."""

from collections.abc import Iterable
from typing import Final

from both_sides.domain.claims import Claim, ClaimSource
from both_sides.domain.commands import NewClaim, RetireClaim, UpdateClaim
from both_sides.domain.events import (
    ClaimCreated,
    ClaimReactivated,
    ClaimRetired,
    ClaimUpdated,
    Event,
)
from both_sides.domain.ids import ClaimId, format_number
from both_sides.domain.lookup import find_claim, require_active, require_claim
from both_sides.domain.state import State, counters
from both_sides.domain.wording import (
    LONGEST_NAME,
    require_bounded,
    require_rationale,
    require_text,
)
from both_sides.errors import (
    ClaimActiveError,
    CycleError,
    InvalidInputError,
    LedgerError,
    NothingChangedError,
    RefusedError,
)

MOST_TAGS: Final = 50
LONGEST_SOURCE: Final = 4_000


def add_claims(state: State, claims: Iterable[NewClaim]) -> tuple[Event, ...]:
    """Register claims under the next free numbers, which are never given again.

    *Source:* spec/claims.md, F22, R12.
    """
    wanted, registered = tuple(claims), counters(state).claims
    events: list[Event] = []
    for place, claim in enumerate(wanted, start=1):
        claim_id = ClaimId(format_number("CLM", registered + place))
        try:
            events.append(_create(state, claim_id, claim))
        except LedgerError as error:
            if len(wanted) == 1:
                raise
            raise error.located(f"claim {place} of {len(wanted)}", position=place) from None
    if not events:
        raise InvalidInputError(
            "no statement was given",
            hint='state the claim, for example claims-mcp add "The parser rejects weak keys"',
            field="statement",
        )
    return tuple(events)


def _create(state: State, claim_id: ClaimId, claim: NewClaim) -> ClaimCreated:
    return ClaimCreated(
        claim_id=claim_id,
        statement=require_text(claim.statement, field="statement"),
        parents=_require_parents(state, claim_id, claim.parents),
        source=_require_source(claim.source),
        tags=_clean_tags(claim.tags),
    )


def update_claim(state: State, command: UpdateClaim) -> tuple[Event, ...]:
    """Change what a claim says of itself; a changed statement makes its verdict stale.

    *Source:* spec/claims.md, R11.
    """
    claim = require_claim(state, command.claim_id)
    require_active(claim)
    if claim.is_imported and command.statement is not None:
        raise RefusedError(
            f"{claim.claim_id} was imported; its statement follows its source",
            hint="change it at the source and import it again, or register a claim of your own",
            claim=claim.claim_id,
        )
    statement = command.statement
    event = ClaimUpdated(
        claim_id=claim.claim_id,
        statement=None if statement is None else require_text(statement, field="statement"),
        parents=None
        if command.parents is None
        else _require_parents(state, claim.claim_id, command.parents),
        source=None if command.source is None else _require_source(command.source),
        tags=None if command.tags is None else _clean_tags(command.tags),
    )
    changes = (
        event.statement not in {None, claim.statement},
        event.parents not in {None, claim.parents},
        event.source not in {None, claim.source},
        event.tags not in {None, claim.tags},
    )
    if not any(changes):
        raise NothingChangedError(
            f"{claim.claim_id} is like that already",
            hint="give a new statement, parent, source or tag",
            claim=claim.claim_id,
        )
    is_changed = event.statement != claim.statement
    return (event if is_changed else _without_statement(event),)


def retire_claim(state: State, command: RetireClaim) -> tuple[Event, ...]:
    """Audit a claim no longer; its history stays.

    *Source:* spec/claims.md, R12, R5.
    """
    claim = require_claim(state, command.claim_id)
    require_active(claim)
    reason = require_rationale(command.reason, field="reason")
    if command.superseded_by is not None:
        successor = require_claim(state, command.superseded_by)
        if successor.claim_id == claim.claim_id:
            raise CycleError(
                f"{claim.claim_id} cannot supersede itself",
                hint="name the claim that takes its place, or leave --superseded-by out",
                claim=claim.claim_id,
            )
    return (ClaimRetired(claim.claim_id, reason, command.superseded_by),)


def reactivate_claim(state: State, claim_id: ClaimId, reason: str) -> tuple[Event, ...]:
    """Audit a retired claim again."""
    claim = require_claim(state, claim_id)
    if claim.is_active:
        raise ClaimActiveError(
            f"{claim_id} is active", hint="only a retired claim can be brought back", claim=claim_id
        )
    return (ClaimReactivated(claim_id, require_rationale(reason, field="reason")),)


def _require_parents(
    state: State, claim_id: ClaimId, parents: tuple[ClaimId, ...]
) -> tuple[ClaimId, ...]:
    """Require that every parent is an active claim that does not rest on this one.

    *Source:* spec/claims.md, R12 ("several allowed, no cycles").
    """
    unique = tuple(dict.fromkeys(parents))
    for parent_id in unique:
        if parent_id == claim_id:
            raise CycleError(
                f"{claim_id} cannot be its own parent",
                hint="name another parent, or none",
                claim=claim_id,
                parent=parent_id,
            )
        parent = require_claim(state, parent_id)
        require_active(parent)
        path = _path_up(state, parent, claim_id)
        if path is not None:
            raise CycleError(
                f"{parent_id} rests on {claim_id}: {' below '.join(path)}",
                hint="a parent follows from its children, so it cannot be one of them",
                claim=claim_id,
                parent=parent_id,
            )
    return unique


def _path_up(state: State, start: Claim, wanted: ClaimId) -> list[ClaimId] | None:
    """Find how `start` lies below `wanted`, or answer None where it does not."""
    came_from: dict[ClaimId, ClaimId] = {}
    pending = [start]
    while pending:
        claim = pending.pop()
        for parent_id in claim.parents:
            if parent_id in came_from or parent_id == start.claim_id:
                continue
            came_from[parent_id] = claim.claim_id
            if parent_id == wanted:
                path = [wanted]
                while path[0] != start.claim_id:
                    path.insert(0, came_from[path[0]])
                return path
            parent = find_claim(state, parent_id)
            if parent is not None:
                pending.append(parent)
    return None


def _require_source(source: ClaimSource) -> ClaimSource:
    """Require that no part of a source is longer than where evidence stands may be."""
    for field in ("document", "locator", "key"):
        require_bounded(getattr(source, field) or "", field=field, longest=LONGEST_SOURCE)
    return source


def _clean_tags(tags: tuple[str, ...]) -> tuple[str, ...]:
    cleaned = tuple(dict.fromkeys(require_text(t, field="tag", longest=LONGEST_NAME) for t in tags))
    if len(cleaned) > MOST_TAGS:
        raise InvalidInputError(
            f"{len(cleaned)} tags are too many",
            hint=f"give at most {MOST_TAGS}",
            field="tags",
        )
    return cleaned


def _without_statement(event: ClaimUpdated) -> ClaimUpdated:
    return ClaimUpdated(event.claim_id, None, event.parents, event.source, event.tags)
