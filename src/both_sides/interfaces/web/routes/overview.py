"""What is left to do, the audit report, the rules of the scope, and the method."""

from typing import Any, Final, Literal

import orjson
from fastapi import Response

from both_sides.domain.commands import SetPolicy
from both_sides.interfaces.api.routes.overview import FORMS, WRITERS
from both_sides.interfaces.http.routes import OfficeRouter
from both_sides.interfaces.web.rendering import go_to, renderer_of
from both_sides.interfaces.web.visits import Governing, Looking
from both_sides.interfaces.wire.audit_markdown import TITLES
from both_sides.interfaces.wire.audit_shapes import report_members, step_members
from both_sides.interfaces.wire.method import TITLE, method_members
from both_sides.service.audit_report import Section, audit_report

PAGE: Final = 50
ORDER: Final = (
    Section.REFUTED,
    Section.UNDECIDED,
    Section.UNVERIFIED,
    Section.DECOMPOSITION,
    Section.STALE,
    Section.MISSING_FIXES,
    Section.CONFLICTS,
)
EXTENSIONS: Final = {"md": "md", "json": "json", "junit": "xml", "sarif": "sarif"}

router = OfficeRouter(include_in_schema=False)


@router.get("/steps")
def list_steps(visit: Looking) -> Response:
    """Show what is left to do, the most urgent first."""
    cursor = visit.request.query_params.get("cursor") or None
    with visit.office.heavy.place():
        page = visit.audit.next_steps(cursor=cursor, limit=PAGE)
    return renderer_of(visit.request).page(
        visit,
        "steps.html",
        steps=[step_members(step) for step in page.items],
        next_address=f"/steps?cursor={page.next_cursor}" if page.next_cursor else None,
    )


@router.get("/report")
def get_report(visit: Looking) -> Response:
    """Show the audit report."""
    with visit.office.heavy.place():
        report = audit_report(visit.audit)
    members: dict[str, Any] = report_members(report)
    sections = [(section.value, TITLES[section], members[section.value]) for section in ORDER]
    return renderer_of(visit.request).page(
        visit,
        "report.html",
        report=members,
        sections=sections,
        policy=visit.audit.policy(),
        forms=tuple(EXTENSIONS),
    )


@router.get("/report.{form}")
def download_report(visit: Looking, form: Literal["md", "json", "junit", "sarif"]) -> Response:
    """Hand the audit report over, for people or for continuous integration."""
    with visit.office.heavy.place():
        report = audit_report(visit.audit)
    name = f'attachment; filename="audit-report.{EXTENSIONS[form]}"'
    body: str | bytes
    if form == "json":
        body = orjson.dumps(report_members(report), option=orjson.OPT_INDENT_2)
    else:
        body = WRITERS[form](report)
    return Response(body, headers={"Content-Disposition": name}, media_type=FORMS[form])


@router.post("/report/policy")
def set_policy(visit: Governing) -> Response:
    """Set the rules of the scope."""
    form, policy = visit.form, visit.audit.policy()
    wanted = (bool(form.text("strict")), bool(form.text("separate")))
    if wanted != (policy.is_strict, policy.separates_author_and_auditor):
        visit.audit.set_policy(SetPolicy(*wanted), actor=visit.caller.name)
    return go_to("/report#rules")


@router.get("/method")
def get_method(visit: Looking) -> Response:
    """Show how a claim wins, how a ruling is sealed, and what the engine refuses to do."""
    return renderer_of(visit.request).page(
        visit, "method.html", method=method_members(), title=TITLE
    )
