"""List the commands that the page of JSON shapes runs, in their order."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Step:
    """Hold one command.

    Args:
        command: What is run.
        title: What its answer is, or None where the page does not show it.
        words: What is to be said of it.
        is_stream: Whether it answers with JSON Lines, of which the first is shown.
        is_error: Whether its answer is on standard error.
        shows: The file that is shown instead of the answer, or nothing.
    """

    command: str
    title: str | None = None
    words: str = ""
    is_stream: bool = False
    is_error: bool = False
    shows: str = ""


DISPUTE: Final = "Q597 P1082"
CENSUS: Final = "'The census of 2021 replaces that of 2011.'"
EXPIRED: Final = "'The service refuses an expired token.'"

DESK: Final = (
    Step(
        "both-sides adjudicate --input dispute.jsonl",
        "One dispute, as it is sent",
        "One a line, in the file or on standard input; also the member `engineInput` of a dossier."
        " `corroboratingText` may stand in place of `figures`, which are then read from it.",
        shows="dispute.jsonl",
    ),
    Step(
        "both-sides adjudicate --input dispute.jsonl",
        "One dispute, ranked",
        "One a line, in order. A factor is [value, contribution]: 0 to 1, and points.",
        is_stream=True,
    ),
    Step(
        f"both-sides adjudicate {DISPUTE} --as-of 2026-10-03 --json",
        "A hearing",
        "`show` with a property answers with the same.",
    ),
    Step("both-sides disputes --entity Q597 --limit 1 --json", "A page of disputes"),
    Step("both-sides show Q597 --json", "An entity"),
    Step(
        f"both-sides revise RUL-0001 --rationale {CENSUS} --json",
        "A ruling, with a receipt",
        "`rule` and `retire` answer with the same; `ruling` without the receipt. `replayed` is true"
        " where the same idempotency key had been answered before.",
    ),
    Step("both-sides rulings --json", "A page of rulings"),
    Step("both-sides replay RUL-0001 --json", "A replay of the ledger"),
    Step(
        "both-sides replay --input RUL-0001.json",
        "A replay of a chain from a file",
        "One a line, in order.",
        is_stream=True,
    ),
    Step("both-sides dossier RUL-0001 --format json", "A dossier"),
    Step("both-sides import wikidata dump.ndjson --property P1082 --json", "An import"),
    Step("both-sides method --json", "The method"),
    Step("both-sides ruling RUL-0099 --json", "An error", is_error=True),
)
AUDIT: Final = (
    Step(f"claims-mcp add {EXPIRED} --source README.md --locator 'line 12' --json", "A claim, new"),
    Step("claims-mcp decompose CLM-0001 --child 'On reading.' --child 'On writing.' --json"),
    Step(
        "claims-mcp evidence add CLM-0002 --stance supports --kind test"
        " --locator tests/test_tokens.py::test_reading --summary 'It answers with 401.' --json",
        "An item of evidence",
    ),
    Step(
        "claims-mcp verdict CLM-0002 supported --rationale 'The test sends an expired token.'"
        " --auditor ada --cite EVD-0001 --json",
        "A verdict, recorded",
        "`warnings` holds what strict rules would have refused.",
    ),
    Step(
        "claims-mcp verdict CLM-0003 not_enough_info --rationale 'No test writes."
        " Fix: add a test that writes with an expired token and asserts a refusal.'"
        " --auditor ada --json"
    ),
    Step("claims-mcp history CLM-0002 --json", "The verdicts of a claim"),
    Step(
        "claims-mcp next --json",
        "The next steps",
        "`step` is the text after the last `Fix:`, null where none was given; `advice` never is.",
    ),
    Step("claims-mcp tldr --json", "The open claims"),
    Step("claims-mcp list --json", "A page of claims", "`search` answers with the same."),
    Step("claims-mcp show CLM-0002 --json", "A claim with everything"),
    Step("claims-mcp tree --json", "The tree of claims"),
    Step("claims-mcp report --json", "The report"),
    Step("claims-mcp check --json", "A check"),
    Step("claims-mcp policy --json", "The rules of a scope"),
)
REFUSED: Final = (
    Step("claims-mcp verdict CLM-0002 not_enough_info --strict --rationale 'Unclear.' --auditor a"),
    Step(
        "claims-mcp verdict CLM-0002 not_enough_info --strict --rationale 'Unclear. Fix: add tests'"
        " --auditor a"
    ),
    Step(
        "claims-mcp verdict CLM-0002 not_enough_info --strict --rationale"
        " 'Unclear. Fix: same as CLM-0003' --auditor a"
    ),
    Step("claims-mcp verdict CLM-0003 supported --rationale 'It does.' --auditor a"),
    Step("claims-mcp verdict CLM-0001 refuted --strict --rationale 'Bad.' --auditor a"),
)
