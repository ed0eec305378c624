"""The desk: what is disputed, what was ruled, and how more comes in."""

import re
from typing import Any, Final
from urllib.parse import urlencode

from fastapi import Request, Response

from both_sides.corpus import load
from both_sides.domain.disputes import DisputeKind
from both_sides.domain.ids import EntityId, parse_entity_id, parse_wikidata_property
from both_sides.domain.rulings import Standing
from both_sides.domain.state import DisputeSummary
from both_sides.errors import InvalidInputError, LedgerError
from both_sides.interfaces.http.import_jobs import start_fetch, start_import
from both_sides.interfaces.http.routes import OfficeRouter
from both_sides.interfaces.http.uploads import Upload
from both_sides.interfaces.web.forms import NOTHING_TYPED, Draft, refuse
from both_sides.interfaces.web.rendering import go_to, renderer_of
from both_sides.interfaces.web.uploads import keep_upload
from both_sides.interfaces.web.views.dispute_list import (
    chosen_filter,
    list_disputes,
    rulings_by,
)
from both_sides.interfaces.web.visits import Filing, Looking, Visit
from both_sides.interfaces.wire.imports import report_members
from both_sides.service.importing import ImportReport, import_entities
from both_sides.service.jobs import Job

IMPORT: Final = "/desk/import"
EXAMPLES: Final = "examples"
FIELDS: Final = {"entity": "entity", "body": "file", "file": "file", "property": "properties"}

_ITEM: Final = re.compile(r"Q[1-9][0-9]{0,17}")

router = OfficeRouter(include_in_schema=False)


@router.get("/desk")
def get_desk(visit: Looking) -> Response:
    """Show the disputes that are looked for, my rulings, and the forms to bring in more."""
    return _desk_page(visit, Draft(), "")


@router.post(IMPORT)
def import_file(visit: Filing) -> Response:
    """Take a file of Wikidata entities, and begin to import it."""
    try:
        words = visit.form.text("properties").replace(",", " ").split()
        wanted = tuple(map(parse_wikidata_property, words))
        upload: Upload = keep_upload(visit.form.files.get("file"))
        job = start_import(visit, upload, properties=wanted)
    except LedgerError as error:
        return _desk_page(visit, Draft(visit.form, refuse(error, FIELDS, {})), "import")
    return go_to(f"/jobs/{job.job_id}")


@router.post("/desk/fetch")
def fetch(visit: Filing) -> Response:
    """Begin to fetch an entity from the named upstream."""
    try:
        job = start_fetch(visit, _wanted_entity(visit.form.text("entity").strip()))
    except LedgerError as error:
        return _desk_page(visit, Draft(visit.form, refuse(error, FIELDS, {})), "fetch")
    return go_to(f"/jobs/{job.job_id}")


@router.post("/desk/examples")
def import_examples(visit: Filing) -> Response:
    """Begin to import the bundled corpus."""
    office, desk, actor = visit.office, visit.desk, visit.caller.name

    def work(job: Job) -> dict[str, Any]:
        report = ImportReport()
        for entity in load(language=office.settings.language):
            job.check()
            found = import_entities(desk, [entity], actor=actor)
            report.entities += found.entities
            report.recorded += found.recorded
            report.statements += found.statements
            report.claims += found.claims
            job.report({"entities": report.entities, "claims": report.claims})
        return report_members(report)

    job = office.jobs.start(visit.scope, EXAMPLES, work, actor=actor, at=office.ledger.now())
    return go_to(f"/jobs/{job.job_id}")


def _desk_page(visit: Visit, draft: Draft, sent: str) -> Response:
    request = visit.request
    wanted, problem = chosen_filter(request.query_params)
    page = list_disputes(visit.desk, wanted, request.query_params.get("cursor") or None)
    shown: dict[str, Any] = {
        "page": page,
        "wanted": wanted,
        "problem": problem,
        "next_address": _next_address(request, page.next_cursor),
        "kinds": [kind.value for kind in DisputeKind if kind is not DisputeKind.UNDISPUTED],
    }
    if visit.wants_part:
        return renderer_of(request).page(visit, "parts/dispute_list.html", **shown)
    return renderer_of(request).page(
        visit,
        "desk.html",
        200 if draft.refusal is None else draft.refusal.status,
        **shown,
        draft=draft,
        empty_draft=Draft(NOTHING_TYPED),
        sent=sent,
        has_any=next(visit.office.ledger.all(visit.scope, DisputeSummary), None) is not None,
        rulings=rulings_by(visit.desk, visit.caller.name),
        standing=Standing.STANDING.value,
        jobs=visit.office.jobs.of(visit.scope)[:5],
        upload_mib=visit.office.serve.upload_mib,
    )


def _next_address(request: Request, cursor: str | None) -> str | None:
    if cursor is None:
        return None
    kept = [(k, v) for k, v in request.query_params.multi_items() if k != "cursor" and v]
    return f"/desk?{urlencode([*kept, ('cursor', cursor)])}"


def _wanted_entity(text: str) -> EntityId:
    """Read which entity is to be fetched: its id, or the address of its page.

    Raises:
        InvalidInputError: It is neither.
    """
    entity_id = parse_entity_id(text.rpartition("/")[2] if text.startswith("http") else text)
    if _ITEM.fullmatch(entity_id) is None:
        raise InvalidInputError(
            f"{text[:80]!r} is not the id of a Wikidata entity",
            hint="give an id such as Q1764, or the address of its page",
            field="entity",
        )
    return entity_id
