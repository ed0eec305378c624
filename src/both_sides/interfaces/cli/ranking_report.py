"""Show what a batch run read, ranked and left over: as text, as JSON members, as a page."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from both_sides.batch.columns import BANDS
from both_sides.batch.prepared import Account
from both_sides.batch.run import Outcome
from both_sides.batch.summary import BIN_POINTS, Summary
from both_sides.batch.summary_page import summary_page
from both_sides.domain.counting import counted
from both_sides.exchange.wikidata import known_name
from both_sides.interfaces.cli.output import console, note, note_problems
from both_sides.interfaces.cli.tables import what_this_is_not

PROBLEMS_SHOWN: Final = 50
PROPERTIES_SHOWN: Final = 20
BAR_WIDTH: Final = 48


def outcome_members(outcome: Outcome, out: str | None) -> dict[str, Any]:
    """Write what became of a run as JSON members."""
    members: dict[str, Any] = {
        "inputs": [
            {"name": found.name, "digest": found.digest, "size": found.size}
            for found in outcome.prepared.inputs
        ],
        "account": _account_members(outcome.prepared.account),
    }
    if outcome.ranking is None or outcome.record is None:
        return members
    summary, record = outcome.ranking.summary, outcome.record
    return {
        **members,
        "out": out,
        "engine": record.engine_version,
        "asOf": record.as_of,
        "digest": outcome.ranking.digest,
        "rows": outcome.ranking.rows,
        "disputes": summary.disputes,
        "claims": summary.claims,
        "bands": _by_band(summary.by_band),
        "properties": [
            {"propertyId": name, **_by_band(counts)} for name, counts in summary.by_property.items()
        ],
        "margins": [
            {
                "from": border,
                "to": border + BIN_POINTS,
                **dict(zip(map(str, BANDS), counts, strict=True)),
            }
            for border, counts in summary.histogram()
        ],
        "worst": [
            {
                "entityId": question.entity_id,
                "propertyId": question.property_id,
                "margin": question.margin,
                "band": question.band,
                "claims": -question.rivals,
                "kind": question.kind,
                "leader": question.leader,
            }
            for question in summary.worst
        ],
    }


def print_outcome(outcome: Outcome, out: str | None) -> None:
    """Say what was read and ranked, for people."""
    account = outcome.prepared.account
    if account is not None:
        _print_account(account)
    if outcome.ranking is None or outcome.record is None:
        return
    ranking, record = outcome.ranking, outcome.record
    terminal = console()
    terminal.print(
        f"{counted(ranking.summary.disputes, 'dispute')},"
        f" {counted(ranking.summary.claims, 'claim')} ranked as of"
        f" {record.as_of}, engine {record.engine_version}"
    )
    terminal.print(f"{counted(ranking.rows, 'row')} in {out}\ndigest {ranking.digest}\n")
    terminal.print(_band_table(ranking.summary))
    terminal.print()
    _print_margins(ranking.summary)
    if ranking.summary.worst:
        terminal.print("\nthe worst disputes")
        terminal.print(_worst_table(ranking.summary))
    terminal.print(what_this_is_not())


def write_page(path: Path, outcome: Outcome) -> None:
    """Write the summary as an HTML page."""
    from both_sides.batch.parquet_files import write_whole

    assert outcome.ranking is not None  # a page is asked for with a ranking
    assert outcome.record is not None
    facts = [
        ("ranked as of", outcome.record.as_of),
        ("engine", outcome.record.engine_version),
        ("rows", f"{outcome.ranking.rows:,}"),
        ("digest of the rows", outcome.ranking.digest),
        *(("read from", f"{found.name}, {found.digest}") for found in outcome.record.inputs),
    ]
    write_whole(path, summary_page(outcome.ranking.summary, facts, known_name).encode())


def _by_band(counts: Iterable[int]) -> dict[str, int]:
    return dict(zip(map(str, BANDS), counts, strict=True))


def _account_members(account: Account | None) -> Mapping[str, Any] | None:
    if account is None:
        return None
    return {
        **account.counts,
        "problemCounts": dict(sorted(account.problem_counts.items())),
        "problems": account.problems,
    }


def _print_account(account: Account) -> None:
    counts = ", ".join(f"{count:,} {name}" for name, count in account.counts.items())
    console().print(f"read: {counts}")
    shown = account.problems[:PROBLEMS_SHOWN]
    note_problems((_words(problem), problem["code"], problem["hint"]) for problem in shown)
    if len(account.problems) > PROBLEMS_SHOWN:
        note(f"{len(account.problems) - PROBLEMS_SHOWN:,} more; --json lists up to 10,000")
    for code, count in sorted(account.problem_counts.items()):
        note(f"{count:>9,}  {code}")


def _words(problem: Mapping[str, Any]) -> str:
    """Say what a problem of a dump, of lines or of a table is, in one sentence."""
    if "places" in problem:
        places = "; ".join(
            f"row {place['row']:,}: {place['text']!r}" for place in problem["places"][:3]
        )
        member = f" ({problem['member']})" if problem["member"] else ""
        return f"{problem['file']}{member}: {problem['count']:,} times: {places}"
    line = f" line {problem['line']:,}" if problem.get("line") else ""
    names = ("entityId", "propertyId", "statementId")
    subject = " ".join(problem[name] for name in names if problem.get(name))
    return (
        f"{problem.get('file') or ''}{line}: {subject}{': ' if subject else ''}{problem['message']}"
    )


def _band_table(summary: Summary) -> Any:  # noqa: ANN401 - rich's table, imported late
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("property")
    for heading in (*map(str, BANDS), "disputes"):
        table.add_column(heading, justify="right")
    by_property = list(summary.by_property.items())
    rows = [(_named(name), counts) for name, counts in by_property[:PROPERTIES_SHOWN]]
    rest = [counts for _, counts in by_property[PROPERTIES_SHOWN:]]
    if rest:
        rows.append((f"{len(rest):,} more properties", tuple(map(sum, zip(*rest, strict=True)))))
    for name, counts in [*rows, ("all", summary.by_band)]:
        table.add_row(name, *(f"{count:,}" for count in (*counts, sum(counts))))
    return table


def _named(property_id: str) -> str:
    name = known_name(property_id)
    return property_id if name is None else f"{name} ({property_id})"


def _print_margins(summary: Summary) -> None:
    """Draw the histogram with a letter a band, so that it needs no colour."""
    bins = list(summary.histogram())
    if not bins:
        return
    most = max(sum(counts) for _, counts in bins)
    lines = ["margins in points: s settled, c contested, u unresolved"]
    for border, counts in bins:
        letters = "".join(
            band.value[0] * round(BAR_WIDTH * count / most)
            for band, count in zip(BANDS, counts, strict=True)
        )
        if sum(counts):
            lines.append(
                f"{border:>5} to {border + BIN_POINTS:<4} {letters or '·'} {sum(counts):,}"
            )
    console().print("\n".join(lines))


def _worst_table(summary: Summary) -> Any:  # noqa: ANN401 - rich's table, imported late
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("entity", "property", "margin", "band", "claims", "kind"):
        table.add_column(heading, justify="right" if heading in {"margin", "claims"} else "left")
    for question in summary.worst:
        table.add_row(
            question.entity_id,
            _named(question.property_id),
            f"{question.margin:.2f}",
            question.band,
            f"{-question.rivals:,}",
            question.kind,
        )
    return table
