"""Lay out disputes, rulings and replays for people: words first, colour as a help only."""

from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from both_sides.domain.adjudications import Adjudication, FactorScore, RankedClaim
from both_sides.domain.disputes import WHAT_THIS_IS_NOT, Band, EditorialRank
from both_sides.domain.entities import Statement
from both_sides.domain.rulings import CaseFile, Ruling, Standing
from both_sides.domain.time_series import moment_of
from both_sides.interfaces.cli.terminal_text import hanging
from both_sides.interfaces.wire.shapes import case_names
from both_sides.service.desk_reading import ListedDispute
from both_sides.service.names import Names

BAND_STYLE: Final = {
    Band.SETTLED: "bold green",
    Band.CONTESTED: "bold yellow",
    Band.UNRESOLVED: "bold red",
}
RANK_STYLE: Final = {
    EditorialRank.PREFERRED: "green",
    EditorialRank.NORMAL: "",
    EditorialRank.DEPRECATED: "red",
}
STANDING_STYLE: Final = {
    Standing.STANDING: "bold green",
    Standing.SUPERSEDED: "yellow",
    Standing.RETIRED: "red",
}
BAR_CELLS: Final = 14
VALUE_CELLS: Final = 13
WIDEST_VALUE_CELLS: Final = 32
_COLUMNS: Final = ("score", "rank", "depth", "corrob.", "recency", "specif.")
EXPLAINED_CLAIMS: Final = 3


def dispute_heading(case: CaseFile, adjudication: Adjudication) -> Group:
    """Lay out what is in dispute and how it stands."""
    title = Text.assemble(
        (f"{case.entity_label}, {case.property_label}", "bold"),
        f"  ({case.subject})",
    )
    count = len(case.statements)
    kind = case.kind.value.replace("_", " ")
    facts = Text(
        f"{count} claim{'' if count == 1 else 's'}, {kind}; ranked: {case.narrowing},"
        f" as of {adjudication.as_of}, engine {adjudication.engine_version}",
        style="dim",
    )
    band = Text.assemble(
        (adjudication.band.value.upper(), BAND_STYLE[adjudication.band]),
        f"  margin {adjudication.margin:.2f} points (contested from 8.00, settled from 18.00)",
    )
    return Group(title, facts, Text(), band, Text(adjudication.recommendation), Text())


def ranking_table(case: CaseFile, adjudication: Adjudication) -> Group:
    """Lay out every claim in its place, with the points of its five factors, and its id below.

    The lines are laid out by hand: an id is copied, so it must never be broken.
    """
    names = case_names(case)
    rows = pairs(case, adjudication)
    values = {statement.claim_id: names.show(statement.value) for _, statement in rows}
    width = min(max([VALUE_CELLS, *map(cell_len, values.values())]), WIDEST_VALUE_CELLS)
    headings = "".join(f"{heading:>9}" for heading in _COLUMNS)
    lines = [Text(f"   {'claimed value':<{width}}{headings}  editors say", style="dim")]
    for ranked, statement in rows:
        value = Text(set_cell_size(values[ranked.claim_id], width))
        if not ranked.eligible:
            value.stylize("strike")
        points = "".join(f"{factor.contribution:>9.2f}" for factor in ranked.factors)
        lines.append(
            Text.assemble(
                f"{ranked.position:>2} ",
                value,
                (f"{ranked.score:>9.2f}", "bold" if ranked.position == 1 else ""),
                points,
                "  ",
                (_rank_words(ranked, statement), RANK_STYLE[statement.rank]),
                no_wrap=True,
                overflow="ignore",
            )
        )
        moment = moment_of(statement)
        when = "" if moment is None else f"  holds for {moment}"
        refs = statement.reference_count
        detail = f"   {ranked.claim_id}  {refs} reference{'' if refs == 1 else 's'}{when}"
        lines.append(Text(detail, style="dim", no_wrap=True, overflow="ignore"))
    return Group(*lines)


def explanations(case: CaseFile, adjudication: Adjudication, *, everything: bool) -> Group:
    """Lay out the sentence behind every factor, of the first claims or of all."""
    names = case_names(case)
    parts: list[RenderableType] = []
    shown = len(adjudication.ranked) if everything else EXPLAINED_CLAIMS
    for ranked, statement in pairs(case, adjudication)[:shown]:
        value = names.show(statement.value)
        parts.append(Text(f"{ranked.position}. {value}: {ranked.score:.2f} points", style="bold"))
        if ranked.barred_because:
            parts.append(Padding(Text(ranked.barred_because, style="red"), (0, 0, 0, 3)))
        parts.append(Padding(_factor_table(ranked.factors), (0, 0, 0, 3)))
        parts.extend(_reference_lines(statement, names))
        parts.append(Text())
    hidden = len(adjudication.ranked) - shown
    if hidden > 0:
        parts.append(Text(f"{hidden} more; --explain states the numbers of all.", style="dim"))
    return Group(*parts)


def _factor_table(factors: tuple[FactorScore, ...]) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column()
    table.add_column(justify="right")
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for score in factors:
        full = score.factor.weight_points
        cells = round(BAR_CELLS * score.contribution / full)
        bar = "█" * cells + "░" * (BAR_CELLS - cells)
        table.add_row(score.factor.label, f"{score.contribution:.2f}/{full}", bar, score.sentence)
    return table


def _reference_lines(statement: Statement, names: Names) -> list[RenderableType]:
    lines: list[RenderableType] = [
        Padding(
            Text(f"{names.find(property_id) or property_id}: {names.show(value)}", style="dim"),
            (0, 0, 0, 3),
        )
        for property_id, value in statement.qualifiers
    ]
    for reference in statement.references:
        where = reference.url or reference.stated_in or reference.imported_from or "(no source)"
        retrieved = f", retrieved {reference.retrieved}" if reference.retrieved else ""
        text = Text(f"reference: {names.show(where)}{retrieved}", style="dim", overflow="fold")
        lines.append(Padding(text, (0, 0, 0, 3)))
    return lines


def disputes_table(rows: tuple[ListedDispute, ...]) -> Table:
    """Lay out a page of disputed questions."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("entity", "", "property", "", "kind"):
        table.add_column(heading, overflow="fold")
    table.add_column("claims", justify="right")
    table.add_column("values", justify="right")
    table.add_column("ruling")
    for row in rows:
        summary = row.summary
        table.add_row(
            summary.subject.entity_id,
            Text(summary.entity_label, style="bold"),
            summary.subject.property_id,
            row.property_name,
            summary.kind.value.replace("_", " "),
            f"{summary.claims}",
            f"{summary.distinct_values}",
            row.standing or "",
        )
    return table


def rulings_table(rows: tuple[Ruling, ...]) -> Table:
    """Lay out a page of rulings."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("ruling", "standing", "question", "governs", "by", "at"):
        table.add_column(heading, overflow="fold")
    for ruling in rows:
        table.add_row(
            ruling.ruling_id,
            Text(ruling.standing.value, style=STANDING_STYLE[ruling.standing]),
            f"{ruling.case.entity_label}, {ruling.case.property_label}",
            chosen_value(ruling),
            ruling.revisions[0].actor,
            ruling.revisions[0].at,
        )
    return table


def ruling_heading(ruling: Ruling) -> Group:
    """Lay out a ruling: what governs, why, and what became of it."""
    lines = [
        Text.assemble(
            (f"{ruling.ruling_id}  ", "bold"),
            (ruling.standing.value.upper(), STANDING_STYLE[ruling.standing]),
            f"  {ruling.case.entity_label}, {ruling.case.property_label}  ({ruling.subject})",
        ),
        Text.assemble("governs: ", (chosen_value(ruling), "bold"), f"  ({ruling.chosen})"),
    ]
    for number, revision in enumerate(ruling.revisions, start=1):
        what = "rationale" if number == 1 else f"revision {number}"
        words = hanging(f"{revision.rationale}  ({revision.actor}, {revision.at})", "   ")
        lines.append(Text(f"{what}: {words}"))
    if ruling.acknowledged:
        seen = ", ".join(seen.value for seen in ruling.acknowledged)
        lines.append(Text(f"acknowledged: {seen}"))
    if ruling.supersedes:
        lines.append(Text(f"supersedes: {ruling.supersedes}"))
    if ruling.superseded_by:
        lines.append(Text(f"superseded by: {ruling.superseded_by}"))
    if ruling.tombstone is not None:
        stone = ruling.tombstone
        words = hanging(f"{stone.reason}  ({stone.actor}, {stone.at})", "   ")
        lines.append(Text(f"retired: {words}", style="red"))
    lines.append(Text(f"links: {', '.join(map(str, ruling.trail))}", style="dim"))
    return Group(*lines, Text())


def what_this_is_not() -> Text:
    """Lay out what the page says wherever a result is shown."""
    return Text(f"What this is not. {WHAT_THIS_IS_NOT}", style="dim")


def chosen_value(ruling: Ruling) -> str:
    """Show the value that a ruling lets govern."""
    names = case_names(ruling.case)
    chosen = next(s for s in ruling.case.statements if s.claim_id == ruling.chosen)
    return names.show(chosen.value)


def pairs(case: CaseFile, adjudication: Adjudication) -> list[tuple[RankedClaim, Statement]]:
    """Put every ranked claim beside its statement, in the order of the ranking."""
    statements: dict[str, list[Statement]] = {}
    for statement in case.statements:
        statements.setdefault(statement.claim_id, []).append(statement)
    return [(ranked, statements[ranked.claim_id].pop(0)) for ranked in adjudication.ranked]


def _rank_words(ranked: RankedClaim, statement: Statement) -> str:
    return statement.rank.value if ranked.eligible else f"{statement.rank.value}, barred"
