"""List disputes, and show one."""

from typing import Annotated, Literal

from cyclopts import Parameter

from both_sides.domain.disputes import DisputeKind, Subject
from both_sides.domain.entities import Entity
from both_sides.domain.ids import parse_entity_id, parse_property_id
from both_sides.domain.time_series import classify
from both_sides.interfaces.cli.options import DEFAULTS, Common, Whole
from both_sides.interfaces.cli.output import console, note, print_json
from both_sides.interfaces.wire.shapes import hearing_members, listed_dispute_members
from both_sides.service.desk import Desk
from both_sides.service.desk_reading import DisputeFilter, read_narrowing


def disputes(  # noqa: PLR0913 - each is an option of the command
    *,
    entity: str | None = None,
    property: str | None = None,  # noqa: A002 - the option is called --property
    kind: Literal["contradiction", "time_series", "mixed"] | None = None,
    ruled: Annotated[bool | None, Parameter(negative="--unruled")] = None,
    limit: Whole = 50,
    cursor: str | None = None,
    common: Common = DEFAULTS,
) -> None:
    """List the disputed questions, in the order in which they were imported.

    Args:
        entity: Only of this entity, for example Q1764.
        property: Only about this property, for example P1082.
        kind: Only disputes of this kind.
        ruled: Only those with a standing ruling, or with --unruled those without.
        limit: How many at most, 1 to 100.
        cursor: Go on where the last page ended.
        common: Ledger, scope, actor, language, JSON.
    """
    wanted = DisputeFilter(
        entity_id=None if entity is None else parse_entity_id(entity),
        property_id=None if property is None else parse_property_id(property),
        kind=None if kind is None else DisputeKind(kind),
        ruled=ruled,
    )
    with common.desk() as (desk, _):
        page = desk.disputes(wanted, cursor=cursor, limit=limit)
    if common.json:
        rows = [listed_dispute_members(row) for row in page.items]
        print_json({"disputes": rows, "nextCursor": page.next_cursor})
        return
    from both_sides.interfaces.cli.tables import disputes_table

    if page.items:
        console().print(disputes_table(page.items))
    else:
        note("no dispute matches; `both-sides import wikidata PATH` brings some in")
    if page.next_cursor:
        note(f"more with --cursor {page.next_cursor}")


def show(  # noqa: PLR0913 - each is an option of the command
    entity: str,
    property: str | None = None,  # noqa: A002 - as people call it
    /,
    *,
    as_of: str | None = None,
    at: str | None = None,
    newest: bool = False,
    common: Common = DEFAULTS,
) -> None:
    """Show an entity, or one dispute with claims, references and qualifiers.

    Args:
        entity: The entity, for example Q1764.
        property: The property, for example P1082; without it the entity's properties are listed.
        as_of: The instant to rank for, ISO. Default: now.
        at: Narrow to what holds at this date, for example 2015.
        newest: Narrow to the newest point in time.
        common: Ledger, scope, actor, language, JSON.
    """
    entity_id = parse_entity_id(entity)
    with common.desk() as (desk, _):
        if property is None:
            _show_entity(desk, desk.entity(entity_id), as_json=common.json)
            return
        subject = Subject(entity_id, parse_property_id(property))
        narrowing = read_narrowing(at=at, newest=newest)
        hearing = desk.adjudicate(subject, as_of=as_of, narrowing=narrowing)
    if common.json:
        print_json(hearing_members(hearing))
        return
    from both_sides.interfaces.cli import tables

    out = console()
    out.print(tables.dispute_heading(hearing.case, hearing.adjudication))
    out.print(tables.ranking_table(hearing.case, hearing.adjudication))
    out.print()
    out.print(tables.explanations(hearing.case, hearing.adjudication, everything=True))
    if hearing.ruling is not None:
        out.print(tables.ruling_heading(hearing.ruling))
    out.print(tables.what_this_is_not())


def _show_entity(desk: Desk, entity: Entity, *, as_json: bool) -> None:
    rows = [
        {
            "propertyId": group.property_id,
            "propertyLabel": group.label or desk.names.find(group.property_id) or group.property_id,
            "claims": len(group.statements),
            "distinctValues": group.distinct_values,
            "kind": classify(group.statements).value,
        }
        for group in entity.groups
    ]
    if as_json:
        print_json(
            {
                "entityId": entity.entity_id,
                "entityLabel": entity.label,
                "description": entity.description,
                "properties": rows,
            }
        )
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("property", "", "claims", "values", "kind"):
        table.add_column(heading)
    for row in rows:
        table.add_row(*(str(value) for value in row.values()))
    out = console()
    out.print(f"{entity.label} ({entity.entity_id})  {entity.description}")
    out.print(table)
