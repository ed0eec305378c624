"""Rank one dispute of the ledger, or a stream of disputes from a file."""

from both_sides.domain.disputes import Subject
from both_sides.domain.ids import parse_entity_id, parse_property_id
from both_sides.errors import InvalidInputError, LedgerError
from both_sides.exchange.engine_lines import format_adjudication, parse_dispute
from both_sides.exchange.strict_json import parse_json
from both_sides.interfaces.cli.app import report
from both_sides.interfaces.cli.inputs import name_of, open_input, read_lines
from both_sides.interfaces.cli.options import DEFAULTS, Common, Input
from both_sides.interfaces.cli.output import console, print_json, print_json_line
from both_sides.interfaces.wire.errors import exit_code
from both_sides.interfaces.wire.shapes import hearing_members
from both_sides.scoring.adjudicate import adjudicate as run_engine
from both_sides.service.desk_reading import read_narrowing
from both_sides.service.wiring import utc_now


def adjudicate(  # noqa: PLR0913 - each is an option of the command
    entity: str | None = None,
    property: str | None = None,  # noqa: A002 - as people call it
    /,
    *,
    input: Input = None,  # noqa: A002 - the option is called --input
    as_of: str | None = None,
    at: str | None = None,
    newest: bool = False,
    explain: bool = False,
    common: Common = DEFAULTS,
) -> int:
    """Rank the claims of a dispute: leader, margin, band, every claim's five factors.

    Args:
        entity: The entity, for example Q1764.
        property: The property, for example P1082.
        input: Instead: a file of JSON Lines, one dispute a line, or - for standard input. One
            result is written a line, in order.
        as_of: The instant to rank for, ISO. Default: now, or the line's own asOf.
        at: Narrow to what holds at this date, for example 2015.
        newest: Narrow to the newest point in time.
        explain: State the numbers behind every claim, not only the first three.
        common: Ledger, scope, actor, language, JSON.
    """
    if input is not None:
        if entity is not None:
            raise InvalidInputError(
                "a dispute of the ledger and --input cannot be ranked at once",
                hint="leave out one of the two",
                field="input",
            )
        return _adjudicate_lines(input, as_of)
    if entity is None or property is None:
        raise InvalidInputError(
            "which dispute?",
            hint="name an entity and a property, for example `both-sides adjudicate Q1764 P1082`,"
            " or a file with --input",
            field="entity",
        )
    subject = Subject(parse_entity_id(entity), parse_property_id(property))
    narrowing = read_narrowing(at=at, newest=newest)
    with common.desk() as (desk, _):
        hearing = desk.adjudicate(subject, as_of=as_of, narrowing=narrowing)
    if common.json:
        print_json(hearing_members(hearing))
        return 0
    from both_sides.interfaces.cli import tables

    out = console()
    out.print(tables.dispute_heading(hearing.case, hearing.adjudication))
    out.print(tables.ranking_table(hearing.case, hearing.adjudication))
    out.print()
    out.print(tables.explanations(hearing.case, hearing.adjudication, everything=explain))
    out.print(tables.what_this_is_not())
    return 0


def _adjudicate_lines(name: str, as_of: str | None) -> int:
    """Rank a stream; a line that cannot be read is reported in its place and stops nothing."""
    code = 0
    with open_input(name) as stream:
        for number, line in read_lines(stream):
            source = f"{name_of(name)} line {number}"
            try:
                dispute, line_as_of = parse_dispute(parse_json(line, source=source), source=source)
                instant = line_as_of if as_of is None else as_of
                answer = run_engine(dispute, utc_now() if instant is None else instant)
            except LedgerError as error:
                report(error, wants_json=True)
                print_json_line({"error": {"code": error.code, "message": error.message}})
                code = exit_code(error)
            else:
                print_json_line(format_adjudication(answer))
    return code
