"""Write jobs as the JSON that every face gives."""

from typing import Any

from both_sides.interfaces.wire.errors import error_members
from both_sides.service.jobs import Job


def job_members(job: Job) -> dict[str, Any]:
    """Write a job: how far it is, and what came of it."""
    return {
        "id": job.job_id,
        "kind": job.kind,
        "state": job.state.value,
        "at": job.at,
        "actor": job.actor,
        "progress": job.progress,
        "result": job.result,
        "problem": None if job.error is None else error_members(job.error),
    }
