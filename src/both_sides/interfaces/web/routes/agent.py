"""How agents connect, which tools they have, and a console that calls the reading ones."""

from typing import Any, Final

import orjson
from fastapi import Response

from both_sides.interfaces.http.routes import OfficeRouter
from both_sides.interfaces.web.console import call_tool, reading_tools, tool_table
from both_sides.interfaces.web.forms import Draft
from both_sides.interfaces.web.rendering import renderer_of
from both_sides.interfaces.web.visits import Asking, Looking, Visit

FIRST_TOOL: Final = "list_disputes"
FIRST_ARGUMENTS: Final = '{"limit": 3}'

router = OfficeRouter(include_in_schema=False)


@router.get("/agent")
def get_agent(visit: Looking) -> Response:
    """Show how agents connect, and the console."""
    return _agent_page(visit, Draft(), None)


@router.post("/agent")
def ask_console(visit: Asking) -> Response:
    """Call a reading tool as an agent would, and show what it answers."""
    answer = call_tool(visit, visit.form.text("tool"), visit.form.text("arguments"))
    if visit.wants_part:
        return renderer_of(visit.request).page(visit, "parts/console_answer.html", answer=answer)
    return _agent_page(visit, Draft(visit.form), answer)


def _agent_page(visit: Visit, draft: Draft, answer: dict[str, Any] | None) -> Response:
    tools = reading_tools()
    return renderer_of(visit.request).page(
        visit,
        "agent.html",
        draft=draft,
        answer=answer,
        tools=tool_table(),
        readers=sorted(tools),
        examples={name: orjson.dumps(example).decode() for name, example in EXAMPLES.items()},
        first_tool=FIRST_TOOL,
        first_arguments=FIRST_ARGUMENTS,
        here=_origin(visit),
        is_local=visit.office.is_local,
    )


EXAMPLES: Final[dict[str, dict[str, Any]]] = {
    "list_disputes": {"limit": 3},
    "adjudicate": {"entity": "Q35765", "property": "P1082"},
    "get_dispute": {"entity": "Q35765", "property": "P1082"},
    "list_rulings": {"limit": 5},
    "get_audit_trail": {"limit": 5},
    "next_steps": {"limit": 5},
    "list_claims": {"limit": 5},
    "engine_reference": {},
    "audit_report": {},
}


def _origin(visit: Visit) -> str:
    return visit.office.serve.public_url or str(visit.request.base_url).rstrip("/")
