"""Record rulings, revise and retire them, and show them."""

from typing import Annotated, Literal

from cyclopts import Parameter

from both_sides.domain.disputes import Subject
from both_sides.domain.ids import (
    parse_claim_id,
    parse_entity_id,
    parse_property_id,
    parse_ruling_id,
)
from both_sides.domain.rulings import Acknowledgement, Standing
from both_sides.interfaces.cli.options import DEFAULTS, Common, Whole
from both_sides.interfaces.cli.output import console, note, print_json
from both_sides.interfaces.wire.shapes import (
    brief_ruling_members,
    receipt_members,
    ruling_members,
)
from both_sides.service.desk import RecordedRuling, RuleRequest
from both_sides.service.desk_reading import read_narrowing


def rule(  # noqa: PLR0913 - each is an option of the command
    entity: str,
    property: str,  # noqa: A002 - as people call it
    /,
    *,
    choose: str,
    rationale: str,
    as_of: str | None = None,
    at: str | None = None,
    newest: bool = False,
    acknowledge: Annotated[
        tuple[Literal["barred", "refuted"], ...], Parameter(consume_multiple=False)
    ] = (),
    supersedes: str | None = None,
    idempotency_key: str | None = None,
    common: Common = DEFAULTS,
) -> None:
    """Record a ruling: which claim governs, and why.

    The ruling seals the rationale, all competing claims, their factors as they stand, the engine's
    version and the instant of the ranking.

    Args:
        entity: The entity, for example Q1764.
        property: The property, for example P1082.
        choose: The id of the claim that is to govern.
        rationale: Why.
        as_of: The instant to rank for, ISO. Default: now.
        at: Narrow to what holds at this date, for example 2015.
        newest: Narrow to the newest point in time.
        acknowledge: Say to have seen that the chosen claim is barred, or refuted.
        supersedes: The standing ruling that this one replaces.
        idempotency_key: Send the request again with the same key, and it happens once.
        common: Ledger, scope, actor, language, JSON.
    """
    with common.desk() as (desk, settings):
        recorded = desk.rule(
            RuleRequest(
                subject=Subject(parse_entity_id(entity), parse_property_id(property)),
                chosen=parse_claim_id(choose),
                rationale=rationale,
                actor=settings.actor,
                as_of=as_of,
                narrowing=read_narrowing(at=at, newest=newest),
                acknowledged=tuple(map(Acknowledgement, acknowledge)),
                supersedes=None if supersedes is None else parse_ruling_id(supersedes),
                idempotency_key=idempotency_key,
            )
        )
    _print_recorded(recorded, as_json=common.json)


def rulings(
    *,
    standing: Literal["standing", "superseded", "retired"] | None = None,
    limit: Whole = 50,
    cursor: str | None = None,
    common: Common = DEFAULTS,
) -> None:
    """List the rulings, in the order in which they were made.

    Args:
        standing: Only those that stand, are superseded, or are retired.
        limit: How many at most, 1 to 100.
        cursor: Go on where the last page ended.
        common: Ledger, scope, actor, language, JSON.
    """
    wanted = None if standing is None else Standing(standing)
    with common.desk() as (desk, _):
        page = desk.rulings(standing=wanted, cursor=cursor, limit=limit)
    if common.json:
        rows = [brief_ruling_members(ruling) for ruling in page.items]
        print_json({"rulings": rows, "nextCursor": page.next_cursor})
        return
    from both_sides.interfaces.cli.tables import rulings_table

    if page.items:
        console().print(rulings_table(page.items))
    else:
        note("no ruling yet; `both-sides rule Q… P… --choose CLAIM --rationale …` records one")
    if page.next_cursor:
        note(f"more with --cursor {page.next_cursor}")


def ruling(ruling: str, /, *, common: Common = DEFAULTS) -> None:
    """Show one ruling with its history and everything it was based on.

    Args:
        ruling: The ruling, for example RUL-0001.
        common: Ledger, scope, actor, language, JSON.
    """
    with common.desk() as (desk, _):
        found = desk.ruling(parse_ruling_id(ruling))
    if common.json:
        print_json(ruling_members(found))
        return
    from both_sides.interfaces.cli import tables

    out = console()
    out.print(tables.ruling_heading(found))
    out.print(tables.dispute_heading(found.case, found.adjudication))
    out.print(tables.ranking_table(found.case, found.adjudication))
    out.print()
    out.print(tables.explanations(found.case, found.adjudication, everything=True))
    out.print(tables.what_this_is_not())


def revise(
    ruling: str,
    /,
    *,
    rationale: str,
    idempotency_key: str | None = None,
    common: Common = DEFAULTS,
) -> None:
    """Give a ruling a new rationale; the choice stays, and so does the old rationale.

    Args:
        ruling: The ruling, for example RUL-0001.
        rationale: The new rationale.
        idempotency_key: Send the request again with the same key, and it happens once.
        common: Ledger, scope, actor, language, JSON.
    """
    with common.desk() as (desk, settings):
        recorded = desk.revise(
            parse_ruling_id(ruling),
            rationale,
            actor=settings.actor,
            idempotency_key=idempotency_key,
        )
    _print_recorded(recorded, as_json=common.json)


def retire(
    ruling: str,
    /,
    *,
    reason: str,
    idempotency_key: str | None = None,
    common: Common = DEFAULTS,
) -> None:
    """Withdraw a ruling for good; a tombstone stays.

    Args:
        ruling: The ruling, for example RUL-0001.
        reason: Why.
        idempotency_key: Send the request again with the same key, and it happens once.
        common: Ledger, scope, actor, language, JSON.
    """
    with common.desk() as (desk, settings):
        recorded = desk.retire(
            parse_ruling_id(ruling), reason, actor=settings.actor, idempotency_key=idempotency_key
        )
    _print_recorded(recorded, as_json=common.json)


def _print_recorded(recorded: RecordedRuling, *, as_json: bool) -> None:
    if as_json:
        print_json(
            {**ruling_members(recorded.ruling), "receipt": receipt_members(recorded.receipt)}
        )
        return
    from both_sides.interfaces.cli import tables

    out = console()
    out.print(tables.ruling_heading(recorded.ruling))
    receipt = recorded.receipt
    again = " (recorded before; this is its receipt)" if receipt.replayed else ""
    for n, kind, seal_hex in receipt.events:
        out.print(f"sealed as link {n}, {kind}{again}", f"  {seal_hex}", sep="\n")
    out.print()
    out.print(tables.what_this_is_not())
