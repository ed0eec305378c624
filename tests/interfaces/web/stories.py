"""Walk ways that several tests begin with."""

from tests.interfaces.web.paper import Paper, Reader

DISPUTE = "/disputes/Q35765/P1082"
A, B, C = "Q35765$a", "Q35765$b", "Q35765$c"
RATIONALE = "The newer census counts residents."


def rule(reader: Reader, choose: str = A, rationale: str = RATIONALE, **more: str) -> Paper:
    """Rule on the sample's question through its page."""
    form = reader.read(DISPUTE).form(DISPUTE)
    return form.fill(choose=choose, rationale=rationale, **more).send()


def register(reader: Reader, statement: str = "Weak keys are rejected.", **more: str) -> Paper:
    """Register a claim through its page."""
    return reader.read("/claims").form("/claims").fill(statement=statement, **more).send()


def add_evidence(page: Paper, stance: str, summary: str = "It is seen.", **more: str) -> Paper:
    """Add an item on the page of its claim."""
    form = page.form(f"{page.path}/evidence")
    typed = {"kind": "test", "locator": "tests/a.py"} | more
    return form.fill(stance=stance, summary=summary, **typed).send()


def conclude(
    page: Paper, verdict: str, *cited: str, rationale: str = "It is seen.", **more: str
) -> Paper:
    """Record a verdict on the page of its claim."""
    form = page.form(f"{page.path}/verdicts")
    form.fill(verdict=verdict, rationale=rationale, **more)
    if cited:
        form.fill(cite=list(cited))
    return form.send()
