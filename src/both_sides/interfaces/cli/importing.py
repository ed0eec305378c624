"""Import entities from files and from Wikidata."""

from pathlib import Path
from time import monotonic
from typing import Annotated

from cyclopts import Parameter

from both_sides.domain.counting import counted
from both_sides.domain.ids import parse_entity_id, parse_wikidata_entity, parse_wikidata_property
from both_sides.errors import InvalidInputError
from both_sides.interfaces.cli.options import DEFAULTS, Common
from both_sides.interfaces.cli.output import console, note, note_problems, print_json, progress
from both_sides.interfaces.wire.imports import report_members
from both_sides.service.fetching import fetch_entity, record_fetched
from both_sides.service.importing import (
    ImportReport,
    Selection,
    import_files,
    require_files,
)
from both_sides.service.wiring import open_client, utc_now

PROBLEMS_SHOWN = 50
INCOMPLETE_EXIT_CODE = 2

Many = Parameter(consume_multiple=True)


def import_wikidata(
    *paths: Path,
    entity: Annotated[tuple[str, ...], Many] = (),
    property: Annotated[tuple[str, ...], Many] = (),  # noqa: A002 - the option is called --property
    common: Common = DEFAULTS,
) -> int:
    """Import Wikidata entities: entity JSON, dump lines or NDJSON; plain, .gz or .bz2.

    A broken line or statement is reported with its place and stops nothing. A repeated import
    records nothing new. Exit code 2 if a line, an entity or a statement was lost.

    Args:
        paths: The files.
        entity: Only these entities, for example --entity Q1764 Q90.
        property: Only claims about these properties, for example --property P1082 P571.
        common: Ledger, scope, actor, language, JSON.
    """
    if not paths:
        raise InvalidInputError(
            "which file?",
            hint="name one or more, for example `both-sides import wikidata latest-all.json.gz`",
            field="paths",
        )
    entities = frozenset(map(parse_wikidata_entity, entity)) or None
    properties = tuple(map(parse_wikidata_property, property)) or None
    require_files(paths)  # a mistyped name must not leave an empty ledger behind
    with common.desk(create=True) as (desk, settings):
        selection = Selection(entities, properties, settings.language)
        total = sum(path.stat().st_size for path in paths if path.is_file())
        began = monotonic()
        with progress("importing", total or None) as tell:  # of a pipe nobody knows

            def show(report: ImportReport) -> None:
                rate = report.entities / max(monotonic() - began, 0.001)
                tell(report.bytes_read, f"{report.entities:,} entities, {rate:,.0f}/s")

            report = import_files(desk, paths, selection, actor=settings.actor, progress=show)
    print_report(report, as_json=common.json)
    return INCOMPLETE_EXIT_CODE if report.is_incomplete else 0


def fetch(entity: str, /, *, common: Common = DEFAULTS) -> None:
    """Import an entity from Wikidata's live API, with the Wikipedia summary as second source.

    Args:
        entity: The entity, for example Q1764.
        common: Ledger, scope, actor, language, JSON.
    """
    settings = common.settings()
    fetched = fetch_entity(  # first: without a network no empty ledger is left behind
        open_client(settings),
        parse_entity_id(entity),
        language=settings.language,
        retrieved=utc_now(),
    )
    with common.desk(create=True) as (desk, _):
        report = record_fetched(desk, fetched, actor=settings.actor)
    for remark in fetched.remarks:
        note(f"remark: {remark}")
    if common.json:
        print_json(
            {
                "entityId": fetched.entity_id,
                "remarks": list(fetched.remarks),
                **report_members(report),
            }
        )
        return
    print_report(report, as_json=False)
    note(f"`both-sides disputes --entity {fetched.entity_id}` lists its disputes")


def print_report(report: ImportReport, *, as_json: bool) -> None:
    """Say what became of everything that was read."""
    if as_json:
        print_json(report_members(report))
        return
    out = console()
    out.print(
        f"{counted(report.entities, 'entity', 'entities')} read: {report.recorded:,} recorded,"
        f" {report.unchanged:,} unchanged"
    )
    out.print(
        f"{counted(report.statements, 'statement')}: {counted(report.claims, 'claim')},"
        f" {report.left_out:,} left out, {report.lost:,} lost"
    )
    shown = report.problems[:PROBLEMS_SHOWN]
    note_problems((str(problem), problem.code.value, problem.hint) for problem in shown)
    total = sum(report.problem_counts.values())
    if total > PROBLEMS_SHOWN:
        note(f"{counted(total - PROBLEMS_SHOWN, 'more problem')}; --json lists up to 10,000")
    for code, count in sorted(report.problem_counts.items()):
        note(f"{count:>7,}  {code}")
