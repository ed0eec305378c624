"""Claims over REST: registered, listed, found, changed, decomposed, retired, brought back."""

import json
from urllib.parse import quote

import pytest

from both_sides.domain.ids import ClaimId
from both_sides.interfaces.wire.audit_shapes import claim_members
from both_sides.service.audit import Audit
from tests.served import LOCAL, A, Served, answered, refused


def audit(served: Served) -> Audit:
    """Look at the same ledger without HTTP."""
    return Audit(served.office.ledger, LOCAL)


def test_a_claim_is_registered_and_shown(served: Served) -> None:
    """It says where it is and in which version; it is shown as by every face."""
    body = {
        "statement": "Weak keys are rejected.",
        "source": {"document": "README.md", "locator": "line 12"},
        "tags": ["security"],
    }
    made = served.post("/claims", body)
    assert made.headers["location"] == "/api/v1/claims/CLM-0001"
    assert made.json()["receipt"]["events"][0]["type"] == "claim.created"
    assert made.json()["author"] == "ada"
    shown = served.get("/claims/clm-0001")
    assert shown.headers["etag"] == made.headers["etag"]
    expected = claim_members(audit(served).claim(ClaimId("CLM-0001")))
    assert shown.json() == json.loads(json.dumps(expected))
    assert shown.json()["source"]["locator"] == "line 12"


def test_an_imported_claim_is_shown_and_judged(served: Served) -> None:
    """Its version is that of its entity, until somebody adds something of their own."""
    before = served.get(f"/claims/{A}")
    assert before.json()["imported"] is True
    assert len(before.json()["evidenceItems"]) == 3
    served.evidence(A, "refutes")
    after = served.get(f"/claims/{A}")
    assert after.headers["etag"] != before.headers["etag"]
    assert len(after.json()["evidenceItems"]) == 4


def test_an_id_with_any_sign_in_it_has_an_address(served: Served) -> None:
    """Ids of statements have a dollar in them, those of references a number sign."""
    refused(served.ask("GET", "/claims/Q1$%C3%A9%20%23%3F%25"), 404, "not_found")
    item = served.get(f"/claims/{A}").json()["evidenceItems"][0]["id"]
    assert "#" in item
    assert served.get(f"/claims/{A}/evidence/{quote(item)}").json()["id"] == item
    made = served.post(f"/claims/{A}/evidence", sample_evidence())
    assert made.headers["location"] == f"/api/v1/claims/{A}/evidence/EVD-0001"


def sample_evidence() -> dict[str, str]:
    """Give the body of an item."""
    return {"stance": "supports", "kind": "test", "locator": "a.py", "summary": "It is seen."}


def test_a_change_needs_the_version_that_was_seen(served: Served) -> None:
    """What is left out stays as it is."""
    claim = served.claim(tags=["old"])
    changed = answered(
        served.change("PATCH", f"/claims/{claim}", {"statement": "All weak keys are rejected."}),
        200,
    ).json()
    assert changed["statement"] == "All weak keys are rejected."
    assert changed["tags"] == ["old"]
    assert changed["receipt"]["events"][0]["type"] == "claim.updated"
    same = served.change("PATCH", f"/claims/{claim}", {"tags": ["old"]})
    refused(same, 409, "nothing_changed")


def test_a_claim_is_covered_by_smaller_ones(served: Served) -> None:
    """They become its children, and it waits for them."""
    parent = served.claim()
    made = served.post(f"/claims/{parent}/children", {"statements": ["One.", "Two."]}).json()
    assert [child["id"] for child in made["claims"]] == ["CLM-0002", "CLM-0003"]
    shown = served.get(f"/claims/{parent}").json()
    assert [child["id"] for child in shown["childClaims"]] == ["CLM-0002", "CLM-0003"]
    assert shown["decomposition"]["readiness"]


def test_a_claim_is_retired_and_brought_back(served: Served) -> None:
    """Its history stays; the claim that takes its place is named."""
    first, second = served.claim(), served.claim("A better claim.")
    retired = answered(
        served.change(
            "DELETE",
            f"/claims/{first}",
            {"reason": "It was too vague."},
            params={"supersededBy": second},
        ),
        200,
    ).json()
    assert retired["retirement"]["supersededBy"] == second
    refused(served.change("PATCH", f"/claims/{first}", {"tags": ["x"]}), 409, "claim_retired")
    back = served.post(f"/claims/{first}/reactivation", {"reason": "Not so vague."}, status=200)
    assert back.json()["status"] == "active"
    again = served.ask(
        "POST",
        f"/claims/{first}/reactivation",
        json={"reason": "Twice."},
        headers={"Idempotency-Key": "again"},
    )
    refused(again, 409, "claim_active")


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        ("", ["CLM-0001", "CLM-0002", "CLM-0003"]),
        ("verdict=unverified", ["CLM-0001", "CLM-0003"]),
        ("verdict=not_enough_info", ["CLM-0002"]),
        ("tag=red", ["CLM-0003"]),
        ("parent=CLM-0001", ["CLM-0002"]),
        ("document=README.md", ["CLM-0003"]),
        ("active=true", ["CLM-0001", "CLM-0002", "CLM-0003"]),
        ("active=false", []),
    ],
)
def test_claims_are_chosen_by_what_they_are(served: Served, query: str, ids: list[str]) -> None:
    """Each filter by itself."""
    top = served.claim()
    child = served.claim("A part of it.", parents=[top])
    served.claim("Another.", tags=["red"], source={"document": "README.md"})
    verdict = {"verdict": "not_enough_info", "rationale": "Nobody looked. Fix: look at a.py"}
    served.post(f"/claims/{child}/verdicts", verdict)
    rows = served.get(f"/claims?{query}").json()["claims"]
    assert [row["id"] for row in rows] == ids


def test_claims_are_found_by_words(served: Served) -> None:
    """Every word must be there, inside others too; pages follow each other."""
    for number in range(3):
        served.claim(f"Parser {number} rejects weak keys.")
    served.claim("Nothing of the kind.")
    page = served.get("/claim-search?text=PARSER%20key&limit=2")
    assert [row["id"] for row in page.json()["claims"]] == ["CLM-0001", "CLM-0002"]
    following = page.links["next"]["url"].removeprefix("/api/v1")
    assert [row["id"] for row in served.get(following).json()["claims"]] == ["CLM-0003"]
    refused(served.ask("GET", "/claim-search?text=%20"), 422, "invalid_input")
    refused(served.ask("GET", "/claim-search"), 422, "invalid_input")


def test_the_tree_stands_with_parents_above_children(served: Served) -> None:
    """Page by page; a claim below two parents stands below both."""
    one, two = served.claim("One."), served.claim("Two.")
    served.claim("Both rest on this.", parents=[one, two])
    rows = served.get("/claim-tree").json()["claims"]
    assert [(row["id"], row["depth"], row["repeated"]) for row in rows] == [
        ("CLM-0001", 0, False),
        ("CLM-0003", 1, False),
        ("CLM-0002", 0, False),
        ("CLM-0003", 1, True),
    ]
    first = served.get("/claim-tree?limit=3")
    rest = served.get(first.links["next"]["url"].removeprefix("/api/v1"))
    assert first.json()["claims"] + rest.json()["claims"] == rows
    below = served.get(f"/claim-tree?root={two}").json()["claims"]
    assert [row["id"] for row in below] == ["CLM-0002", "CLM-0003"]
    refused(served.ask("GET", "/claim-tree?root=CLM-0404"), 404, "not_found")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 422, "invalid_input"),
        ({"statement": ""}, 422, "invalid_input"),
        ({"statement": "\u200b"}, 422, "invalid_input"),
        ({"statement": ["a"]}, 422, "invalid_input"),
        ({"statement": "a", "parents": ["CLM-0404"]}, 404, "not_found"),
        ({"statement": "a", "parents": "CLM-0001"}, 422, "invalid_input"),
        ({"statement": "a", "parents": [""]}, 422, "invalid_input"),
        ({"statement": "a", "tags": ["t"] * 51}, 422, "invalid_input"),
        ({"statement": "a", "source": {"file": "x"}}, 422, "invalid_input"),
        ({"statement": "a", "verdict": "supported"}, 422, "invalid_input"),
    ],
)
def test_a_claim_that_cannot_be_is_refused_in_words(
    served: Served, body: object, status: int, code: str
) -> None:
    """With what would be accepted; nothing is recorded."""
    answer = served.ask("POST", "/claims", json=body, headers={"Idempotency-Key": "k"})
    refused(answer, status, code)
    assert served.get("/claims").json()["claims"] == []


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", ""),
        ("PATCH", ""),
        ("DELETE", "?reason=x"),
        ("POST", "/reactivation"),
        ("POST", "/children"),
        ("GET", "/evidence"),
        ("POST", "/evidence"),
        ("GET", "/verdicts"),
        ("POST", "/verdicts"),
    ],
)
def test_an_unknown_claim_is_not_found(served: Served, method: str, path: str) -> None:
    """Whatever is asked of it."""
    bodies = {
        "": {"tags": ["x"]},
        "/reactivation": {"reason": "x"},
        "/children": {"statements": ["x"]},
        "/evidence": sample_evidence(),
        "/verdicts": {"verdict": "not_enough_info", "rationale": "x"},
    }
    body = None if method in {"GET", "DELETE"} else bodies[path]
    headers = {"Idempotency-Key": "k", "If-Match": '"x"'}
    answer = served.ask(method, f"/claims/CLM-0404{path}", json=body, headers=headers)
    refused(answer, 404, "not_found")


def test_a_cycle_is_refused(served: Served) -> None:
    """No claim rests on itself."""
    top = served.claim()
    below = served.claim("Below.", parents=[top])
    refused(served.change("PATCH", f"/claims/{top}", {"parents": [below]}), 409, "cycle")
