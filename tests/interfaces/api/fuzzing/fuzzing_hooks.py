"""Tell schemathesis what exists, and which refusals of requests that fit the schema are meant.

It runs in a process of its own, which imports nothing of ours.
"""

import itertools
import re
import zlib
from typing import Any
from urllib.request import urlopen

import schemathesis

# Half of the generated ids are replaced with ones that exist.
KNOWN = {
    "claim": "CLM-0001",
    "entity": "Q35765",
    "evidence": "EVD-0001",
    "job": "JOB-0001",
    "position": 1,
    "property": "P1082",
    "ruling": "RUL-0001",
    "share": "SHR-0001",
}
KEYS = itertools.count()
VERSION = re.compile(r'"[^", ]+"')
# Rules that no schema can express: (code, field), any field where it is None.
MEANT = {
    ("idempotency_conflict", None),
    ("stale_head", None),
    ("invalid_input", "cursor"),  # a cursor fits the list that gave it
    ("invalid_input", "at"),  # a point in time or the newest, not both
    ("invalid_input", "as_of"),  # of the form of a date, but no day
    ("invalid_input", "asOf"),
    ("invalid_input", "narrowing"),
    ("invalid_input", "expires"),  # an instant to come
    ("invalid_input", "statement"),  # a text that says something
    ("invalid_input", "locator"),
    ("invalid_input", "summary"),
    ("invalid_input", "tag"),
    ("invalid_input", "digest"),
    ("invalid_input", "commit"),
    ("invalid_input", "text"),
    ("not_canonical", None),
}


@schemathesis.hook
def map_path_parameters(context: Any, path_parameters: Any) -> Any:  # noqa: ANN401
    """Name something that exists, half of the time."""
    del context
    for name, known in KNOWN.items():
        if name in (path_parameters or {}) and zlib.crc32(repr(path_parameters).encode()) % 2:
            path_parameters[name] = known
    return path_parameters


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:  # noqa: ANN401
    """Give examples of keys a number of their own, and name the version that is there."""
    del context, kwargs
    headers = case.headers or {}
    if str(headers.get("Idempotency-Key", "")).startswith("0b3a1c52"):
        headers["Idempotency-Key"] = f"fuzzing-{next(KEYS)}"
    if VERSION.fullmatch(str(headers.get("If-Match", ""))) and next(KEYS) % 4:
        headers["If-Match"] = _version(case) or headers["If-Match"]


def _version(case: Any) -> str | None:  # noqa: ANN401 - schemathesis' own
    try:
        path = case.formatted_path
        with urlopen(f"{case.operation.base_url}{path}", timeout=60) as answer:
            found: str | None = answer.headers["ETag"]
            return found
    except (OSError, ValueError):
        return None


@schemathesis.check
def refusals_are_meant(context: Any, response: Any, case: Any) -> None:  # noqa: ANN401
    """Refuse what fits the schema only for a rule that no schema can express."""
    del context
    meta = case.meta
    if meta is None or not meta.generation.mode.is_positive:
        return
    if response.status_code in {400, 406, 412, 415, 422}:
        problem = response.json()
        field = problem["facts"].get("field")
        code = problem["code"]
        assert (code, field) in MEANT or (code, None) in MEANT, problem


@schemathesis.check
def problems_are_problems(context: Any, response: Any, case: Any) -> None:  # noqa: ANN401
    """Say of everything that is no success what it is, what to do, and nothing of the inside."""
    del context, case
    if response.status_code >= 400:
        assert response.headers["content-type"] == ["application/problem+json"]
        problem = response.json()
        assert problem["status"] == response.status_code
        assert problem["code"]
        assert problem["detail"]
        assert problem["hint"]
        assert "Traceback" not in response.text
