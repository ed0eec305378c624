"""Long work: how far it is, live, and what came of it; loading again loses nothing."""

from typing import Any, Final

from fastapi import Response

from both_sides.interfaces.http.import_jobs import FETCH, IMPORT
from both_sides.interfaces.http.routes import OfficeRouter
from both_sides.interfaces.web.rendering import go_to, renderer_of
from both_sides.interfaces.web.routes.desk import EXAMPLES
from both_sides.interfaces.web.verify_jobs import VERIFY
from both_sides.interfaces.web.views.rivals import percent
from both_sides.interfaces.web.visits import Filing, Looking, Visit
from both_sides.interfaces.wire.jobs import job_members
from both_sides.service.jobs import Job

TITLES: Final = {
    IMPORT: "Importing a file",
    FETCH: "Fetching an entity",
    EXAMPLES: "Importing the bundled examples",
    VERIFY: "Verifying the chain",
}
MOST_PROBLEMS_SHOWN: Final = 50

router = OfficeRouter(include_in_schema=False)


@router.get("/jobs/{job}")
def get_job(visit: Looking, job: str) -> Response:
    """Show how far a job is."""
    found = visit.office.jobs.find(visit.scope, job)
    shown: dict[str, Any] = {"job": job_view(found), "title": TITLES.get(found.kind, found.kind)}
    template = "parts/job.html" if visit.wants_part else "job.html"
    return renderer_of(visit.request).page(visit, template, **shown)


@router.post("/jobs/{job}/cancel")
def cancel_job(visit: Filing, job: str) -> Response:
    """Ask a job to end; what it has recorded stays."""
    found = visit.office.jobs.cancel(visit.scope, job)
    return go_to(_address(visit, found))


def job_view(job: Job) -> dict[str, Any]:
    """Put a job together for its page."""
    members = job_members(job)
    progress = members["progress"]
    done, total = _measure(progress)
    problems = (members["result"] or {}).get("problems") or []
    return {
        **members,
        "isOver": job.state.is_over,
        "share": None if not total else percent(done / total),
        "percentage": None if not total else min(100, round(100 * done / total)),
        "problemsShown": problems[:MOST_PROBLEMS_SHOWN],
        "problemsLeftOut": max(0, len(problems) - MOST_PROBLEMS_SHOWN),
    }


def _measure(progress: dict[str, Any]) -> tuple[int, int]:
    if progress.get("totalBytes"):
        return progress.get("bytes", 0), progress["totalBytes"]
    return progress.get("links", 0), progress.get("totalLinks", 0)


def _address(_visit: Visit, job: Job) -> str:
    return f"/jobs/{job.job_id}"
