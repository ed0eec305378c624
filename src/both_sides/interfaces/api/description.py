"""Describe the whole interface as OpenAPI 3.1, in words a reader can work with.

*This module does not* describe single routes; they do so themselves.
"""

from collections.abc import Iterable
from typing import Any, Final, Literal

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from both_sides import __version__
from both_sides.domain.disputes import WHAT_THIS_IS_NOT
from both_sides.interfaces.http.seats import SCOPE_HEADER

TITLE: Final = "Both Sides"
SUMMARY: Final = "The desk and the ledger for sources that disagree."
DESCRIPTION: Final = f"""\
Rank rival claims, record rulings, audit claims, and prove everything by a chain that anyone can
replay. {WHAT_THIS_IS_NOT}

**Who asks.** On the machine itself the server is for one person, and nothing is asked. Otherwise
send a token: `Authorization: Bearer bs_…`. A token opens the scopes that it was made for; where it
opens several, name one in `{SCOPE_HEADER}`. What is not yours is answered as if it were not there.

**Once.** A request that records something carries an `Idempotency-Key`. The same key with the same
request happens once, however often it is sent, and is answered the same way; with another request
it is refused.

**Versions.** The `ETag` of a resource is the seal of its last event. A change carries it as
`If-Match` and is refused where somebody else was first.

**Pages.** A list gives at most 100 rows and a `Link` to the next page.

**Errors** are RFC 9457 problems with a stable `code`, a `hint` that says what to do, and the facts.
"""
LICENCE: Final = {"name": "MIT", "identifier": "MIT"}
TAGS: Final = (
    ("Disputes", "Questions on which sources disagree, and their rankings."),
    ("Rulings", "The recorded human decisions, and what proves them to others."),
    ("Claims", "Single statements under judgement."),
    ("Evidence and verdicts", "What speaks for and against a claim, and what auditors conclude."),
    ("Overview", "What is left to do, the audit report, the rules of the scope."),
    ("Imports", "Files that are sent, and entities that are fetched."),
    ("Chain", "What was sealed, with checkpoints and proofs."),
    ("Server", "Whether it runs, its counters, its method."),
)
SECURITY: Final = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token, made with `both-sides token create`.",
    }
}
ETAG: Final = "$response.header.ETag"
# From which answer which parameter of which operation can be taken.
LINKS: Final = (
    (
        "listDisputes",
        "200",
        "getDispute",
        {"entity": "disputes/0/entityId", "property": "disputes/0/propertyId"},
    ),
    ("createRuling", "201", "getRuling", {"ruling": "id"}),
    ("createRuling", "201", "reviseRuling", {"ruling": "id", "header.If-Match": ETAG}),
    ("createRuling", "201", "retireRuling", {"ruling": "id", "header.If-Match": ETAG}),
    ("createRuling", "201", "replayRuling", {"ruling": "id"}),
    ("createRuling", "201", "getDossier", {"ruling": "id"}),
    ("createRuling", "201", "createShare", {"ruling": "id"}),
    ("createRuling", "201", "listShares", {"ruling": "id"}),
    ("listRulings", "200", "getRuling", {"ruling": "rulings/0/id"}),
    ("createShare", "201", "getSharedRuling", {"key": "key"}),
    ("createShare", "201", "revokeShare", {"ruling": "rulingId", "share": "id"}),
    ("createClaim", "201", "getClaim", {"claim": "id"}),
    ("createClaim", "201", "updateClaim", {"claim": "id", "header.If-Match": ETAG}),
    ("createClaim", "201", "retireClaim", {"claim": "id", "header.If-Match": ETAG}),
    ("createClaim", "201", "decomposeClaim", {"claim": "id"}),
    ("createClaim", "201", "addEvidence", {"claim": "id"}),
    ("createClaim", "201", "recordVerdict", {"claim": "id"}),
    ("listClaims", "200", "getClaim", {"claim": "claims/0/id"}),
    ("retireClaim", "200", "reactivateClaim", {"claim": "id"}),
    ("addEvidence", "201", "getEvidence", {"claim": "claimId", "evidence": "id"}),
    (
        "addEvidence",
        "201",
        "withdrawEvidence",
        {"claim": "claimId", "evidence": "id", "header.If-Match": ETAG},
    ),
    ("recordVerdict", "201", "listVerdicts", {"claim": "claimId"}),
    ("listEvents", "200", "getEvent", {"position": "events/0/n"}),
    ("listEvents", "200", "getProof", {"position": "events/0/n"}),
    ("startImport", "202", "getImport", {"job": "id"}),
    ("startImport", "202", "cancelImport", {"job": "id"}),
)
PUBLIC: Final = frozenset({"getMethod", "getHealth", "getReadiness", "getSharedRuling"})


def describe(app: FastAPI, more: Iterable[type[BaseModel]]) -> dict[str, Any]:
    """Write the description of an application.

    Args:
        app: The application with all its routes.
        more: Shapes that routes name without the framework knowing.
    """
    document = get_openapi(
        title=TITLE,
        version=__version__,
        summary=SUMMARY,
        description=DESCRIPTION,
        license_info=LICENCE,
        tags=[{"name": name, "description": words} for name, words in TAGS],
        servers=[{"url": "/"}],
        routes=app.routes,
    )
    components = document.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    for name, schema in _schemas(more).items():
        schemas.setdefault(name, schema)
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    components["schemas"] = {name: _untitled(schema) for name, schema in sorted(schemas.items())}
    components["securitySchemes"] = SECURITY
    operations = {operation["operationId"]: operation for operation in _operations(document)}
    for operation in operations.values():
        _finish(operation)
    for source, status, target, parameters in LINKS:
        links = operations[source]["responses"][status].setdefault("links", {})
        links[target] = {
            "operationId": target,
            "parameters": {
                name: taken if taken is ETAG else f"$response.body#/{taken}"
                for name, taken in parameters.items()
            },
        }
    document["paths"] = _untitled(document["paths"])
    return document


def _schemas(shapes: Iterable[type[BaseModel]]) -> dict[str, Any]:
    mode: Literal["validation"] = "validation"
    _, document = models_json_schema(
        [(shape, mode) for shape in shapes], ref_template="#/components/schemas/{model}"
    )
    return dict(document.get("$defs", {}))


def _operations(document: dict[str, Any]) -> Iterable[dict[str, Any]]:
    for path in document["paths"].values():
        yield from path.values()


def _finish(operation: dict[str, Any]) -> None:
    """Say who may call an operation, and in which scope."""
    if operation["operationId"] in PUBLIC:
        operation["security"] = []
        return
    operation["security"] = [{"token": []}, {}]
    operation.setdefault("parameters", []).append(
        {
            "name": SCOPE_HEADER,
            "in": "header",
            "required": False,
            "description": "The scope to work on; needed only where the token opens several.",
            "schema": {"type": "string", "pattern": "^[A-Za-z0-9._~/-]{1,128}$"},
        }
    )


def _untitled(schema: Any) -> Any:  # noqa: ANN401 - any JSON schema
    """Leave out titles that only repeat a member's name."""
    if isinstance(schema, dict):
        return {
            name: value if name == "examples" else _untitled(value)
            for name, value in schema.items()
            if name != "title" or not isinstance(value, str)
        }
    return [_untitled(item) for item in schema] if isinstance(schema, list) else schema
