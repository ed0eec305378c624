"""What is left to do, the audit report, and the rules of the scope."""

from typing import Annotated, Final, Literal

from fastapi import Query, Response

from both_sides.domain.commands import SetPolicy
from both_sides.interfaces.api.documented import WITH_BODY, CursorAsked, Limit, answers
from both_sides.interfaces.api.recording import PREFIX
from both_sides.interfaces.api.shapes.overview import PolicyShape, ReportShape, StepPage
from both_sides.interfaces.http.answers import choose_form, json_answer, page_answer
from both_sides.interfaces.http.routes import OfficeRouter, from_chain
from both_sides.interfaces.http.seats import Governing, Reading
from both_sides.interfaces.wire.audit_ci import report_junit, report_sarif
from both_sides.interfaces.wire.audit_markdown import report_markdown
from both_sides.interfaces.wire.audit_shapes import policy_members, report_members, step_members
from both_sides.service.audit_report import audit_report

FORMS: Final = {
    "json": "application/json",
    "md": "text/markdown; charset=utf-8",
    "junit": "application/xml",
    "sarif": "application/sarif+json",
}
WRITERS: Final = {"md": report_markdown, "junit": report_junit, "sarif": report_sarif}

router = OfficeRouter(prefix=PREFIX, tags=["Overview"])
_REPORT = answers(200, "The report.", ReportShape, 406)
_REPORT[200]["content"] = {
    "application/json": {},
    "text/markdown": {"schema": {"type": "string"}},
    "application/xml": {"schema": {"type": "string"}},
    "application/sarif+json": {"schema": {"type": "object"}},
}


@router.get(
    "/next-steps",
    operation_id="listNextSteps",
    summary="List what is left to do",
    responses=answers(200, "One page of steps.", StepPage, 400, headers=("Link",)),
)
@from_chain
def list_next_steps(seat: Reading, *, limit: Limit = 50, cursor: CursorAsked = None) -> Response:
    """List open claims, the most urgent first: refuted leaves, parents ready to be judged, …."""
    with seat.office.heavy.place():
        page = seat.audit.next_steps(cursor=cursor, limit=limit)
    return page_answer(seat.request, "steps", list(map(step_members, page.items)), page.next_cursor)


@router.get(
    "/audit-report",
    operation_id="getAuditReport",
    summary="Report on the audit",
    responses=_REPORT,
)
def get_audit_report(
    seat: Reading,
    *,
    format: Annotated[  # noqa: A002 - the parameter is called format
        Literal["md", "json", "junit", "sarif"] | None,
        Query(description="Which form; goes before `Accept`."),
    ] = None,
) -> Response:
    """Report what holds, what does not, what is open and why, and whether every seal matches."""
    form = choose_form(seat.request, format, FORMS, "json")
    with seat.office.heavy.place():
        report = audit_report(seat.audit)
    if form == "json":
        return json_answer(report_members(report), headers={"Vary": "Accept"})
    text = WRITERS[form](report)
    return Response(text, headers={"Vary": "Accept"}, media_type=FORMS[form])


@router.get(
    "/policy",
    operation_id="getPolicy",
    summary="Show the rules of the scope",
    responses=answers(200, "The rules.", PolicyShape),
)
@from_chain
def get_policy(seat: Reading) -> Response:
    """Show the rules that the scope has set for itself."""
    return json_answer(policy_members(seat.audit.policy()))


@router.put(
    "/policy",
    operation_id="setPolicy",
    summary="Set the rules of the scope",
    responses=answers(200, "The rules as they are now.", PolicyShape, *WITH_BODY),
)
def set_policy(seat: Governing, asked: PolicyShape) -> Response:
    """Set all rules of the scope at once; setting what is set already records nothing."""
    command = SetPolicy(asked.strict, asked.separate_author_and_auditor)
    return json_answer(policy_members(seat.audit.set_policy(command, actor=seat.caller.name)))
