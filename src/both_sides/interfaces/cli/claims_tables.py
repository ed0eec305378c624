"""Lay out claims, evidence, verdicts and next steps for people."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.table import Table
from rich.text import Text

from both_sides.domain.claim_tree import TreeRow
from both_sides.domain.claims import Claim
from both_sides.domain.evidence import Evidence, Stance
from both_sides.domain.next_steps import NO_STEP, NextStep
from both_sides.interfaces.cli.terminal_text import hanging, one_line
from both_sides.service.claim_reading import ClaimDetail

VERDICT_STYLE: Final = {
    "supported": "green",
    "refuted": "bold red",
    "not_enough_info": "yellow",
    "unverified": "dim",
}
STANCE_STYLE: Final = {Stance.SUPPORTS: "green", Stance.REFUTES: "red", Stance.CONTEXT: "dim"}
SHORT_STATEMENT: Final = 72
_HEADINGS: Final = {
    Stance.SUPPORTS: "for",
    Stance.REFUTES: "against",
    Stance.CONTEXT: "context",
}


def verdict_text(claim: Claim) -> Text:
    """Show a verdict in words and colour."""
    return Text(claim.verdict_word, style=VERDICT_STYLE[claim.verdict_word])


def short(statement: str) -> str:
    """Cut a statement to one line."""
    line = one_line(statement)
    return line if len(line) <= SHORT_STATEMENT else line[: SHORT_STATEMENT - 1] + "…"


def claims_table(claims: Sequence[Claim]) -> Table:
    """Lay out a list of claims with their next steps."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("claim", "verdict", "statement", "next step"):
        table.add_column(heading, overflow="fold")
    for claim in claims:
        statement = Text(short(claim.statement))
        if not claim.is_active:
            statement.stylize("strike")
        table.add_row(claim.claim_id, verdict_text(claim), statement, claim.next_step or "")
    return table


def tree_lines(rows: Sequence[TreeRow]) -> Iterator[Text]:
    """Lay out the tree of claims."""
    for row in rows:
        above = " (its children stand above)" if row.is_repeated else ""
        yield Text.assemble(
            "  " * row.depth,
            f"{row.claim.claim_id} ",
            verdict_text(row.claim),
            f"  {short(row.claim.statement)}{above}",
        )


def steps_table(steps: Sequence[NextStep]) -> Table:
    """Lay out next steps; where none was given, what would move the claim on."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("claim", "because", "next step"):
        table.add_column(heading, overflow="fold")
    for step in steps:
        words = Text(step.step) if step.step is not None else Text(step.advice, style="dim")
        table.add_row(step.claim.claim_id, step.reason.value.replace("_", " "), words)
    return table


def tldr_line(step: NextStep) -> Text:
    """Lay out one open claim in one line.

    *Source:* spec/claims.md, Surfaces (`claims-mcp tldr`).
    """
    if step.step is not None:
        what = step.step
    elif step.parent is None and step.claim.current is not None:
        what = f"no Fix: was given. {step.advice.removeprefix(NO_STEP).lstrip()}"
    else:
        what = step.advice
    return Text.assemble(
        f"{step.claim.claim_id} ",
        verdict_text(step.claim),
        f"  {short(step.claim.statement)}",
        ("  → ", "dim"),
        what,
    )


def claim_lines(detail: ClaimDetail) -> Iterator[Text]:
    """Lay out a claim with everything recorded about it."""
    claim = detail.claim
    yield Text.assemble((f"{claim.claim_id}  ", "bold"), verdict_text(claim))
    yield Text(one_line(claim.statement), style="strike" if claim.retirement else "")
    source = ", ".join(filter(None, (claim.source.document, claim.source.locator)))
    facts = [f"by {claim.author}", source, " ".join(f"#{tag}" for tag in claim.tags)]
    yield Text("  ".join(one_line(fact) for fact in facts if fact), style="dim")
    if claim.retirement is not None:
        successor = claim.retirement.superseded_by
        yield Text(
            one_line(f"retired by {claim.retirement.actor}: {claim.retirement.reason}")
            + (f"; superseded by {successor}" if successor else ""),
            style="red",
        )
    if detail.stale is not None:
        yield Text(f"stale: {detail.stale.value}", style="yellow")
    for name, claims in (("parent", detail.parents), ("child", detail.children)):
        for other in claims:
            yield Text.assemble(
                f"{name} {other.claim_id} ", verdict_text(other), f"  {short(other.statement)}"
            )
    if detail.as_parent is not None:
        yield Text(f"decomposition: {detail.as_parent.readiness.value.replace('_', ' ')}")
    yield Text()
    yield from evidence_lines(claim)
    yield Text()
    yield from history_lines(claim)
    if claim.next_step is not None:
        yield Text.assemble(("next step: ", "bold"), claim.next_step)


def evidence_lines(claim: Claim) -> Iterator[Text]:
    """Lay out the evidence of a claim, for it and against it."""
    for stance, heading in _HEADINGS.items():
        items = [item for item in claim.evidence if item.stance is stance]
        if items:
            yield Text(f"{heading}:", style=STANCE_STYLE[stance])
        for item in items:
            yield from _item_lines(item)


def _item_lines(item: Evidence) -> Iterator[Text]:
    style = "" if item.is_live else "strike dim"
    yield Text(f"  {item.evidence_id}  {item.kind.value}  {one_line(item.locator)}", style=style)
    yield Text(f"      {_hanging(f'{item.summary}  ({item.collector})')}", style=style)
    if item.quote is not None:
        yield Text(f"      {_hanging(f'“{item.quote}”')}", style=style)
    if item.withdrawal is not None:
        yield Text(f"      {_hanging(f'withdrawn: {item.withdrawal.reason}')}", style="red")


def _hanging(text: str) -> str:
    return hanging(text, " " * 6)


def history_lines(claim: Claim) -> Iterator[Text]:
    """Lay out the verdicts of a claim, the first one first."""
    if not claim.verdicts:
        yield Text(f"{claim.claim_id} is unverified: it has no verdict yet", style="dim")
    for verdict in claim.verdicts:
        cites = f"  citing {', '.join(verdict.citations)}" if verdict.citations else ""
        yield Text.assemble(
            f"{verdict.seq}. ",
            (verdict.conclusion.value, VERDICT_STYLE[verdict.conclusion.value]),
            f"  {one_line(verdict.auditor)}, {verdict.at}{cites}",
        )
        yield Text(f"   {hanging(verdict.rationale, '   ')}")
