"""Offer prompts: ways of working that a person can start with one choice."""

from collections.abc import Callable
from typing import Annotated, Final

from mcp.server.mcpserver import MCPServer
from pydantic import Field

from both_sides.domain.disputes import WHAT_THIS_IS_NOT
from both_sides.domain.verdicts import HONESTY
from both_sides.interfaces.mcp.guidance import FIX, LEAVES_FIRST, Kind
from both_sides.interfaces.mcp.spelling import spell


def _paragraphs(*paragraphs: str) -> str:
    return "\n\n".join(paragraphs)


def audit_claim(
    claim_id: Annotated[str, Field(description="The claim, for example CLM-0001.")],
) -> str:
    """Audit one claim: look for evidence on both sides, then conclude."""
    read_it = spell("get_claim", {"claim_id": claim_id})
    return _paragraphs(
        f"Audit {claim_id}.",
        f"1. Read it: {read_it}. If it is too broad to judge from one place, decompose it instead;"
        " if it has children, judge these first.",
        "2. Look for what would support it and for what would refute it: code, tests, commands,"
        " measurements, documents. Record each with add_evidence, with a locator where anybody"
        " can look again.",
        "3. record_verdict with the items that decide it as citations, and your name or model"
        " id as auditor.",
        HONESTY,
        FIX,
    )


def decompose(
    claim_id: Annotated[str, Field(description="The claim, for example CLM-0001.")],
) -> str:
    """Split one broad claim into children that can each be judged from one place."""
    return _paragraphs(
        f"Decompose {claim_id}.",
        f"1. Read it: {spell('get_claim', {'claim_id': claim_id})}.",
        "2. Write the fewest statements that cover it together: each checkable by itself, none"
        " overlapping, none about something the claim does not say. If all were supported, the"
        " claim would have to hold; if one were refuted, it could not.",
        "3. Look with list_claims whether some are registered already, and make those its"
        " children with update_claim; register the others with decompose_claim.",
        LEAVES_FIRST,
    )


def judge_parents() -> str:
    """Judge every parent claim that its children have made ready, the deepest first."""
    return _paragraphs(
        "Judge the parents that are ready.",
        '1. audit_report(section="decomposition") lists the parents that are not settled, each'
        " with exactly what is missing; next_steps gives their order.",
        "2. For each that is ready, the deepest first: read it and its children with get_claim,"
        " record the analysis with add_evidence, then the verdict that cites it with"
        " record_verdict.",
        "3. Leave those that wait; say which children they wait for.",
        LEAVES_FIRST,
        HONESTY,
    )


def prepare_ruling(
    entity: Annotated[str, Field(description="The entity, for example Q1764.")],
    property: Annotated[str, Field(description="The property, for example P1082.")],  # noqa: A002
) -> str:
    """Prepare a decision on one dispute for a person, with both sides."""
    where = {"entity": entity, "property": property}
    return _paragraphs(
        f"Prepare a decision on {entity} {property}.",
        f"1. {spell('adjudicate', where)}: say who leads, by what margin, in which band, and what"
        " the band requires. If it is a time series, narrow it before you compare.",
        f"2. {spell('get_dispute', where)}: read the references of the leader and of its rivals,"
        " and say what speaks for each side.",
        "3. Put the choice and a rationale to the person, and call record_ruling only when they"
        " have decided.",
        WHAT_THIS_IS_NOT,
    )


_PROMPTS: Final[dict[Kind, tuple[tuple[Callable[..., str], str, str], ...]]] = {
    Kind.AUDIT: (
        (audit_claim, "audit_claim", "Audit this claim"),
        (decompose, "decompose", "Decompose this claim"),
        (judge_parents, "judge_parents", "Judge the parents"),
    ),
    Kind.DESK: ((prepare_ruling, "prepare_ruling", "Prepare a ruling"),),
}


def offer_prompts(server: MCPServer, kind: Kind) -> None:
    """Offer the prompts of one kind of server.

    *Source:* spec/interfaces.md, MCP.
    """
    for function, name, title in _PROMPTS[kind]:
        server.prompt(name=name, title=title, description=function.__doc__)(function)
