"""Rank whole datasets: dumps, tables and nested Parquet, here or on a cluster."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from both_sides.domain.disputes import Band
from both_sides.domain.ids import parse_wikidata_property
from both_sides.errors import InvalidInputError, NotFoundError
from both_sides.interfaces.cli.options import DEFAULTS, Common, Whole
from both_sides.interfaces.cli.output import note, note_problems, print_json, print_text, progress
from both_sides.service.wiring import utc_now

if TYPE_CHECKING:
    from both_sides.batch.run import Outcome, Plan

INCOMPLETE_EXIT_CODE = 2
MIB = 1 << 20

Tell = Callable[[int, str], None]

Many = Parameter(consume_multiple=True)


def rank(  # noqa: PLR0913 - each is an option of the command
    *paths: str,
    out: str | None = None,
    as_of: str | None = None,
    only: str | None = None,
    explain: bool = False,
    newest: bool = False,
    property: Annotated[tuple[str, ...], Many] = (),  # noqa: A002 - the option is called --property
    questions: Literal["disputed", "all"] | None = None,
    mapping: Path | None = None,
    texts: Path | None = None,
    disputes: Path | None = None,
    page: Path | None = None,
    to_desk: bool = False,
    worst: Whole = 20,
    seal: bool = False,
    check: bool = False,
    split: Path | None = None,
    spark: str | None = None,
    cores: Whole | None = None,
    common: Common = DEFAULTS,
) -> int:
    """Rank every dispute of a dataset: leader, margin, band, position and score of each claim.

    Takes Wikidata dumps (.json, .gz, .bz2, .zst, folders of pieces), nested Parquet, and tables
    with one claim a row (Parquet, CSV, JSON Lines). Needs the extra [batch]. The numbers are those
    that `adjudicate` gives for each dispute. An interrupted run goes on when it is run again. Exit
    code 2 if a line, a row or a statement was lost.

    Args:
        paths: Files and folders, all of one kind.
        out: Where the ranking goes as Parquet, for example ranking.parquet; with --spark a folder.
        as_of: The instant to rank for, ISO. Default: now.
        only: Keep only these bands, for example contested,unresolved.
        explain: Add the five contributions and the values of the claims.
        newest: Narrow each dispute to its newest point in time first.
        property: Of a dump, read only these properties, for example --property P1082 P571.
        questions: Rank disputed questions, or all. Default: of a dump those with two or more
            distinct values, of anything else all.
        mapping: A file (TOML or JSON) that says which column of a table is what.
        texts: Texts of second sources for a dump: a table with the columns entity and text.
        disputes: Keep what was read as nested Parquet in this folder; without --out only read.
        page: Write the summary as an HTML page, too.
        to_desk: Import the worst disputes into the ledger, for people to rule on.
        worst: How many of the worst disputes to list and import.
        seal: Seal in the ledger what was read, how, and what came out.
        check: Instead: check rankings against their own record and the ledger.
        split: Instead: split dumps into pieces for a cluster, in this folder.
        spark: Rank on a Spark cluster, for example spark://host:7077. Needs the extra [spark].
        cores: How many cores to use. Default: all.
        common: Ledger, scope, actor, language, JSON.
    """
    from both_sides.batch.extras import require_batch

    if not paths:
        raise InvalidInputError(
            "what is to be ranked?",
            hint="name files, for example `both-sides rank dump.json.gz --out ranking.parquet`",
            field="paths",
        )
    require_batch()
    if check:
        return _check(paths, common)
    if split is not None:
        return _split(paths, split, common)
    from both_sides.batch.local import RankOptions
    from both_sides.batch.prepared import PrepareOptions
    from both_sides.batch.run import Plan, cores_of

    plan = Plan(
        paths=paths,
        ranking=RankOptions(
            as_of=as_of or utc_now(),
            explain=explain,
            newest=newest,
            only=None if only is None else read_bands(only),
        ),
        reading=PrepareOptions(
            properties=tuple(map(parse_wikidata_property, property)) or None,
            agreed_too=None if questions is None else questions == "all",
            mapping=mapping,
            texts=texts,
            cores=cores_of(cores),
        ),
        out=out,
        disputes=disputes,
        worst=worst,
        spark=spark,
    )
    return _run(plan, common, page=page, seals=seal, is_for_desk=to_desk)


def read_bands(text: str) -> frozenset[Band]:
    """Read the names of bands, with commas between them.

    Raises:
        InvalidInputError: One of them is none.
    """
    names = [name.strip() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in set(Band)]
    if unknown or not names:
        raise InvalidInputError(
            f"{', '.join(unknown) or text!r} is no band",
            hint="name settled, contested or unresolved, with commas between them",
            field="only",
        )
    return frozenset(map(Band, names))


def _run(plan: "Plan", common: Common, *, page: Path | None, seals: bool, is_for_desk: bool) -> int:
    from both_sides.batch.extras import INSTALL_BATCH
    from both_sides.batch.run import running
    from both_sides.batch.score import warm
    from both_sides.interfaces.cli import ranking_report

    if plan.spark is None and not warm():
        note(
            "remark: numba is not used, so plain Python ranks, with the same results and about a"
            f" hundred times slower; {INSTALL_BATCH} brings it"
        )
    with running(plan, _stage) as outcome:
        members = ranking_report.outcome_members(outcome, plan.out)
        if outcome.ranking is not None:
            if page is not None:
                ranking_report.write_page(page, outcome)
            if seals:
                members["sealed"] = _seal(outcome, common)
            if is_for_desk:
                members["imported"] = _import_worst(plan, outcome, common)
    if common.json:
        print_json(members)
    else:
        ranking_report.print_outcome(outcome, plan.out)
        for name in ("sealed", "imported"):
            if name in members:
                note(members[name]["words"])
    return INCOMPLETE_EXIT_CODE if outcome.is_incomplete else 0


@contextmanager
def _stage(what: str, total: int | None) -> Iterator[Tell]:
    """Show how far one stage is, with its rate."""
    began = monotonic()
    with progress(what, total) as tell:

        def show(done: int, words: str) -> None:
            rate = done / max(monotonic() - began, 0.001)
            unit = f"{rate / MIB:,.1f} MiB/s" if total else f"{rate:,.0f} claims/s"
            tell(done, f"{words}, {unit}")

        yield show


def _seal(outcome: "Outcome", common: Common) -> dict[str, Any]:
    from both_sides.service.runs import seal_run

    assert outcome.record is not None  # there is a ranking
    with common.desk(create=True) as (desk, settings):
        sealed = seal_run(desk.ledger, desk.scope, outcome.record, actor=settings.actor)
    words = f"sealed as {sealed.run_id}, event {sealed.n} of {settings.scope}"
    return {"runId": sealed.run_id, "event": sealed.n, "scope": settings.scope, "words": words}


def _import_worst(plan: "Plan", outcome: "Outcome", common: Common) -> dict[str, Any]:
    from both_sides.batch.row_entities import subject_id
    from both_sides.batch.work_list import to_desk

    assert outcome.ranking is not None  # there is a ranking
    worst = outcome.ranking.summary.worst
    with common.desk(create=True) as (desk, settings):
        report = to_desk(
            desk,
            worst,
            outcome.inputs,
            outcome.prepared,
            texts=plan.reading.texts,
            actor=settings.actor,
            language=settings.language,
        )
    newest = " --newest" if plan.ranking.newest else ""
    subjects = [(question.entity_id, question.property_id) for question in worst]
    commands = [
        f"both-sides show {subject_id(entity)} {subject_id(about)}{newest}"
        for entity, about in subjects
    ]
    words = "\n".join([f"{report.entities:,} entities are on the desk; open them with", *commands])
    counts = {"entities": report.entities, "recorded": report.recorded}
    return {**counts, "commands": commands, "words": words}


def _check(paths: Sequence[str], common: Common) -> int:
    """Check rankings against what they say of themselves, and find the events that sealed them."""
    from both_sides.batch.records import check_ranking
    from both_sides.service.runs import find_run

    checked = [(path, check_ranking(Path(path))) for path in paths]
    rows = []
    with common.desk() as (desk, settings):
        for path, found in checked:
            run = find_run(desk.ledger, desk.scope, found.digest)
            if run is None:
                raise NotFoundError(
                    f"no run with the output {found.digest} is sealed in {settings.scope}",
                    hint="check in the ledger in which the run was sealed; the rows of the file are"
                    " those that its own metadata speak of",
                    file=path,
                    digest=found.digest,
                )
            rows.append(
                {
                    "file": path,
                    "digest": found.digest,
                    "rows": found.rows,
                    "runId": run.run_id,
                    "event": run.n,
                    "at": run.at,
                    "actor": run.actor,
                    "engine": run.run.engine_version,
                    "asOf": run.run.as_of,
                    "inputs": [{"name": one.name, "digest": one.digest} for one in run.run.inputs],
                }
            )
    if common.json:
        print_json({"rankings": rows})
        return 0
    for row in rows:
        print_text(
            f"{row['file']}: {row['rows']:,} rows, {row['digest']}\n"
            f"  sealed as {row['runId']} by {row['actor']} at {row['at']}, event {row['event']};"
            f" engine {row['engine']}, as of {row['asOf']}\n"
        )
    return 0


def _split(paths: Sequence[str], directory: Path, common: Common) -> int:
    """Split dumps into pieces."""
    from both_sides.batch.inputs import InputKind, find_inputs
    from both_sides.batch.split import split

    inputs = find_inputs(list(map(Path, paths)), is_mapped=False)
    if inputs.kind is not InputKind.DUMP:
        raise InvalidInputError(
            f"these are no dumps but {inputs.kind.value}",
            hint="Parquet can be read side by side as it is",
            field="split",
        )
    total = sum(path.stat().st_size for path in inputs.files)
    with _stage("splitting", total) as tell:
        report = split(inputs.files, directory, progress=tell)
    note_problems((str(problem), problem.code.value, problem.hint) for problem in report.problems)
    if common.json:
        pieces = [{"file": piece.file, "digest": piece.digest} for piece in report.pieces]
        print_json({"pieces": pieces, "lines": report.lines, "problems": len(report.problems)})
    else:
        print_text(f"{report.lines:,} lines in {len(report.pieces):,} pieces in {directory}\n")
    return INCOMPLETE_EXIT_CODE if report.problems else 0
