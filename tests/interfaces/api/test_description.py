"""The description of the interface: valid, complete, and true of what is answered."""

import json
import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from both_sides.domain.adjudications import Factor, Status
from both_sides.domain.disputes import Band, DisputeKind, EditorialRank
from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.rulings import Standing
from both_sides.domain.verdicts import Conclusion
from both_sides.interfaces.api.description import PUBLIC, TAGS
from both_sides.interfaces.api.shapes import claims, disputes, overview
from both_sides.service.jobs import JobState
from tests.served import Served, serving
from tests.shared import ROOT

METHODS = ("get", "put", "post", "delete", "patch")


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """Read the description once."""
    with serving() as served:
        described: dict[str, Any] = served.get("/openapi.json").json()
    return described


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Walk over the operations: path, method, description."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert method in METHODS
            yield path, method, operation


def test_it_is_valid(document: dict[str, Any]) -> None:
    """OpenAPI 3.1, by a foreign validator; the linters run in tests/foreign."""
    assert document["openapi"].startswith("3.1.")
    validate(document)


@pytest.mark.parametrize(
    ("described", "words"),
    [
        (disputes.Kind, DisputeKind),
        (disputes.BandWord, Band),
        (disputes.RankWord, EditorialRank),
        (disputes.FactorWord, Factor),
        (disputes.AdjudicationShape.model_fields["status"].annotation, Status),
        (disputes.RulingRow.model_fields["standing"].annotation, Standing),
        (claims.StanceWord, Stance),
        (claims.EvidenceWord, EvidenceKind),
        (claims.ConclusionWord, Conclusion),
        (overview.JobShape.model_fields["state"].annotation, JobState),
    ],
)
def test_every_word_that_an_answer_can_hold_is_described(
    described: Any,  # noqa: ANN401 - a Literal
    words: type[StrEnum],
) -> None:
    """Those of the domain, all of them: a narrowed dispute may be one that nobody disputes."""
    assert sorted(get_args(described)) == sorted(word.value for word in words)


def test_every_operation_is_described(document: dict[str, Any]) -> None:
    """With a name of its own, words, parameters with words, and a tag with words."""
    tags = {name for name, _ in TAGS}
    names = []
    for _, _, operation in operations(document):
        names.append(operation["operationId"])
        assert operation["summary"]
        assert operation["description"]
        assert set(operation["tags"]) <= tags
        for parameter in operation.get("parameters", ()):
            assert parameter["description"], (operation["operationId"], parameter["name"])
    assert len(names) == len(set(names)) > 40


def test_every_operation_says_what_can_go_wrong(document: dict[str, Any]) -> None:
    """As problems; whoever must show a token is told so."""
    for path, method, operation in operations(document):
        responses = operation["responses"]
        successes = [status for status in responses if status.startswith("2")]
        assert len(successes) == 1, path
        assert {"422", "429", "500", "503"} <= set(responses), path
        for status, response in responses.items():
            assert response["description"]
            if not status.startswith("2"):
                (media_type,) = response["content"]
                assert media_type == "application/problem+json"
        is_public = operation["operationId"] in PUBLIC
        assert operation["security"] == ([] if is_public else [{"token": []}, {}])
        if method in {"patch", "delete"} and "/shares/" not in path and "/imports/" not in path:
            assert {"412", "428"} <= set(responses), path


def test_every_body_and_every_shape_has_an_example_or_words(document: dict[str, Any]) -> None:
    """Examples fit what they are examples of; the foreign linter checks all of them."""
    schemas = document["components"]["schemas"]
    for _, _, operation in operations(document):
        body = operation.get("requestBody")
        content = {} if body is None else body["content"]
        for media_type, described in content.items():
            if media_type == "application/json":
                for name in named_schemas(described["schema"]):
                    assert schemas[name]["examples"], name
    for name, schema in schemas.items():
        assert schema["description"], name
        for member, described in schema.get("properties", {}).items():
            assert "description" in described or "$ref" in described, (name, member)


def named_schemas(schema: dict[str, Any]) -> list[str]:
    """List the schemas that a schema refers to."""
    parts = schema.get("anyOf", [schema])
    names = (part.get("$ref", "").rpartition("/")[2] for part in parts)
    return [name for name in names if name]


def furnished() -> list[tuple[str, str]]:
    """List requests whose answers are JSON, as (path, template)."""
    return [
        ("/disputes", "/disputes"),
        ("/disputes/Q35765/P1082", "/disputes/{entity}/{property}"),
        ("/rulings", "/rulings"),
        ("/rulings/RUL-0001", "/rulings/{ruling}"),
        ("/rulings/RUL-0001/replay", "/rulings/{ruling}/replay"),
        ("/rulings/RUL-0001/dossier", "/rulings/{ruling}/dossier"),
        ("/rulings/RUL-0001/shares", "/rulings/{ruling}/shares"),
        ("/claims", "/claims"),
        ("/claims/CLM-0001", "/claims/{claim}"),
        ("/claims/Q35765$a", "/claims/{claim}"),
        ("/claims/CLM-0001/evidence", "/claims/{claim}/evidence"),
        ("/claims/CLM-0001/evidence/EVD-0001", "/claims/{claim}/evidence/{evidence}"),
        ("/claims/CLM-0001/verdicts", "/claims/{claim}/verdicts"),
        ("/claim-search?text=weak", "/claim-search"),
        ("/claim-tree", "/claim-tree"),
        ("/next-steps", "/next-steps"),
        ("/audit-report", "/audit-report"),
        ("/policy", "/policy"),
        ("/events", "/events"),
        ("/events/2", "/events/{position}"),
        ("/imports", "/imports"),
        ("/method", "/method"),
        ("/healthz", "/healthz"),
        ("/readyz", "/readyz"),
    ]


def test_answers_are_as_described(served: Served, document: dict[str, Any]) -> None:
    """Down to the last member: nothing is missing, nothing is there besides."""
    served.rule()
    claim = served.claim(tags=["x"], source={"document": "README.md"})
    served.claim("A part.", parents=[claim])
    item = served.evidence(claim, "refutes")
    served.evidence(claim, supersedes=item)
    verdict = {"verdict": "not_enough_info", "rationale": "Unclear. Fix: look at a.py"}
    served.post(f"/claims/{claim}/verdicts", verdict)
    served.post("/rulings/RUL-0001/shares", {"expires": "2999-01-01"})
    described = set()
    for path, template in furnished():
        operation = document["paths"][f"/api/v1{template}"]["get"]
        schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
        require_fits(served.get(path).json(), schema, document)
        described.add(template)
    has_json = {
        path.removeprefix("/api/v1")
        for path, method, operation in operations(document)
        if method == "get" and "application/json" in operation["responses"]["200"]["content"]
    }
    assert has_json - described == {"/imports/{job}", "/shared/{key}"}


def require_fits(members: Any, schema: dict[str, Any], document: dict[str, Any]) -> None:  # noqa: ANN401
    """Require that a document fits a schema of the description."""
    whole = {**schema, "components": document["components"]}
    errors = list(Draft202012Validator(whole).iter_errors(members))
    assert not errors, (errors[0].json_path, errors[0].message)


def test_every_route_has_its_line_in_the_documentation(document: dict[str, Any]) -> None:
    """With its methods, in docs/rest.md, and nothing else has one."""
    text = (ROOT / "docs" / "rest.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([A-Z, ]+)` \| `(/[^`]*)` \|", text, re.MULTILINE)
    shown = {(method, path) for methods, path in rows for method in methods.split(", ")}
    described = {
        (method.upper(), path.removeprefix("/api/v1")) for path, method, _ in operations(document)
    }
    assert shown == described | {("GET", "/openapi.json")}


def test_no_secret_and_no_machine_stands_in_it(document: dict[str, Any]) -> None:
    """It is the same for everybody."""
    text = json.dumps(document)
    assert document["servers"] == [{"url": "/"}]
    for word in ("127.0.0.1", "ada", "Osaka"):
        assert word not in text.replace("1.0.0", "")
