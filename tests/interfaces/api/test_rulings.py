"""Rulings over REST: made, revised, superseded, retired, listed, proved."""

import json

import pytest

from both_sides.domain.disputes import WHAT_THIS_IS_NOT
from both_sides.domain.ids import RulingId
from both_sides.interfaces.wire.dossier_text import dossier_markdown
from both_sides.interfaces.wire.dossiers import dossier_members
from both_sides.interfaces.wire.shapes import brief_ruling_members, ruling_members
from both_sides.service.desk import Desk
from both_sides.service.dossiers import collect_dossier
from tests.served import LOCAL, QUESTION, A, B, C, Served, answered, refused

FIRST = RulingId("RUL-0001")


def desk(served: Served) -> Desk:
    """Look at the same ledger without HTTP."""
    return Desk(served.office.ledger, LOCAL)


def test_a_ruling_is_made_shown_and_listed(served: Served) -> None:
    """It says where it is, in which version, and carries the receipt; the list has its line."""
    made = served.rule()
    assert made.headers["location"] == "/api/v1/rulings/RUL-0001"
    members = made.json()
    assert members["receipt"]["events"][0]["type"] == "ruling.created"
    seal = members["receipt"]["events"][0]["seal"]
    assert made.headers["etag"] == f'"{seal}"'
    shown = served.get("/rulings/RUL-0001")
    assert shown.headers["etag"] == f'"{seal}"'
    assert shown.json() == {name: value for name, value in members.items() if name != "receipt"}
    assert shown.json()["whatThisIsNot"] == WHAT_THIS_IS_NOT
    listed = served.get("/rulings").json()
    assert listed == {
        "rulings": [brief_ruling_members(desk(served).ruling(FIRST))],
        "nextCursor": None,
    }


def test_what_is_shown_is_what_the_other_faces_show(served: Served) -> None:
    """The same members, down to the last number and sentence."""
    served.rule()
    ruling = desk(served).ruling(FIRST)
    assert served.get("/rulings/rul-0001").json() == json.loads(json.dumps(ruling_members(ruling)))


def test_a_revision_adds_a_rationale_and_a_version(served: Served) -> None:
    """The old rationale stays in the history."""
    before = served.rule().headers["etag"]
    revised = answered(
        served.change("PATCH", "/rulings/RUL-0001", {"rationale": "It was counted anew."}), 200
    )
    assert revised.headers["etag"] != before
    assert revised.headers["etag"] == served.version("/rulings/RUL-0001")
    rationales = [revision["rationale"] for revision in revised.json()["revisions"]]
    assert rationales == ["The newer census counts residents.", "It was counted anew."]


@pytest.mark.parametrize("in_query", [True, False])
def test_deleting_retires_and_answers_with_the_tombstone(served: Served, in_query: bool) -> None:  # noqa: FBT001
    """The reason comes in the body or in the query; the ruling stays shown."""
    served.rule()
    reason = {"reason": "The census was corrected."}
    options = {"params": reason} if in_query else {"body": reason}
    retired = answered(served.change("DELETE", "/rulings/RUL-0001", **options), 200).json()
    assert retired["tombstone"]["reason"] == "The census was corrected."
    assert retired["standing"] == "retired"
    assert served.get("/rulings/RUL-0001").json()["standing"] == "retired"
    assert served.get("/rulings?standing=standing").json()["rulings"] == []
    assert len(served.get("/rulings?standing=retired").json()["rulings"]) == 1


def test_retiring_needs_a_reason(served: Served) -> None:
    """Neither in the body nor in the query: a rule says no, and nothing is recorded."""
    served.rule()
    refused(served.change("DELETE", "/rulings/RUL-0001"), 409, "rationale_missing")
    again = served.change("DELETE", "/rulings/RUL-0001", {"reason": " "})
    refused(again, 409, "rationale_missing")
    assert served.get("/rulings/RUL-0001").json()["standing"] == "standing"


def test_a_standing_ruling_is_superseded_by_name(served: Served) -> None:
    """Else a second one is refused, with the name of the one that stands."""
    served.rule()
    body = QUESTION | {"choose": B, "rationale": "The rival is official."}
    second = served.ask("POST", "/rulings", json=body, headers={"Idempotency-Key": "second"})
    problem = refused(second, 409, "ruling_stands")
    assert problem["facts"]["ruling"] == "RUL-0001"
    newer = served.rule(choose=B, supersedes="rul-0001").json()
    assert newer["supersedes"] == "RUL-0001"
    assert served.get("/rulings/RUL-0001").json()["supersededBy"] == newer["id"]


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"choose": "nobody"}, 409, "foreign_claim"),
        ({"choose": C}, 409, "deprecated_cannot_govern"),
        ({"rationale": "  "}, 409, "rationale_missing"),
        ({"entityId": "Q404"}, 404, "not_found"),
        ({"propertyId": "P404"}, 404, "not_found"),
        ({"supersedes": "RUL-0404"}, 404, "not_found"),
        ({"supersedes": "first"}, 422, "invalid_input"),
        ({"asOf": "May"}, 422, "invalid_input"),
        ({"at": "2015", "newest": True}, 422, "invalid_input"),
        ({"acknowledge": ["everything"]}, 422, "invalid_input"),
        ({"rationale": "x" * 20_001}, 422, "invalid_input"),
        ({"rationale": 7}, 422, "invalid_input"),
        ({"actor": "somebody else"}, 422, "invalid_input"),
    ],
)
def test_a_ruling_that_cannot_be_is_refused_in_words(
    served: Served, change: dict[str, object], status: int, code: str
) -> None:
    """With what would be accepted; nothing is recorded."""
    body = QUESTION | {"choose": A, "rationale": "Because."} | change
    answer = served.ask("POST", "/rulings", json=body, headers={"Idempotency-Key": "k"})
    refused(answer, status, code)
    assert served.get("/rulings").json()["rulings"] == []


def test_a_barred_claim_governs_when_it_was_seen(served: Served) -> None:
    """The acknowledgement is kept with the ruling."""
    made = served.rule(choose=C, acknowledge=["barred"]).json()
    assert made["acknowledged"] == ["barred"]


def test_a_long_list_comes_in_pages(served: Served) -> None:
    """Every page says where the next one is, and a cursor fits its own list only."""
    served.rule()
    for number in range(1, 5):
        standing = served.get("/rulings?standing=standing").json()["rulings"][0]["id"]
        served.rule(rationale=f"Reason {number}.", supersedes=standing)
    found, path = [], "/rulings?limit=2"
    while path:
        page = served.get(path)
        found += [row["id"] for row in page.json()["rulings"]]
        link = page.links.get("next")
        path = "" if link is None else link["url"].removeprefix("/api/v1")
    assert found == [f"RUL-000{number}" for number in range(1, 6)]
    cursor = served.get("/rulings?limit=2").json()["nextCursor"]
    foreign = served.ask("GET", f"/rulings?standing=standing&cursor={cursor}")
    refused(foreign, 422, "invalid_input")
    refused(served.ask("GET", "/rulings?cursor=made-up"), 422, "invalid_input")
    for limit in ("0", "101", "many"):
        refused(served.ask("GET", f"/rulings?limit={limit}"), 422, "invalid_input")


@pytest.mark.parametrize("path", ["", "/replay", "/dossier", "/shares"])
def test_an_unknown_ruling_is_not_found(served: Served, path: str) -> None:
    """Whatever is asked of it."""
    refused(served.ask("GET", f"/rulings/RUL-0404{path}"), 404, "not_found")
    refused(served.ask("GET", f"/rulings/404{path}"), 422, "invalid_input")


def test_a_replay_names_the_links_of_the_ruling(served: Served) -> None:
    """And recomputes the whole chain."""
    served.rule()
    found = served.get("/rulings/RUL-0001/replay").json()
    assert found["ok"] is True
    assert found["rulingLinks"] == [2]
    assert found["events"] == 2
    assert found["firstBrokenSeq"] is None


@pytest.mark.parametrize(
    ("accept", "query", "media_type"),
    [
        (None, "", "application/json"),
        ("text/markdown", "", "text/markdown; charset=utf-8"),
        ("text/*;q=0.5, application/json;q=0.4", "", "text/markdown; charset=utf-8"),
        ("text/html, */*;q=0.1", "", "application/json"),
        ("application/json", "?format=md", "text/markdown; charset=utf-8"),
        ("text/markdown", "?format=json", "application/json"),
    ],
)
def test_a_dossier_comes_in_the_form_that_is_asked_for(
    served: Served, accept: str | None, query: str, media_type: str
) -> None:
    """The query goes before the header, and both forms are those of the command line."""
    served.rule()
    headers = {} if accept is None else {"Accept": accept}
    answer = served.get(f"/rulings/RUL-0001/dossier{query}", headers=headers)
    assert answer.headers["content-type"] == media_type
    expected = collect_dossier(desk(served), FIRST)
    if media_type == "application/json":
        assert answer.json() == json.loads(json.dumps(dossier_members(expected)))
    else:
        assert answer.text == dossier_markdown(expected)


def test_a_form_that_no_dossier_has_is_refused(served: Served) -> None:
    """With the forms there are."""
    served.rule()
    answer = served.ask("GET", "/rulings/RUL-0001/dossier", headers={"Accept": "image/png"})
    problem = refused(answer, 406, "not_acceptable")
    assert "text/markdown" in problem["hint"]


def test_a_dossier_can_carry_an_excerpt(served: Served) -> None:
    """The links that concern the ruling only."""
    served.rule()
    served.claim()
    whole = served.get("/rulings/RUL-0001/dossier?chain=complete").json()
    part = served.get("/rulings/RUL-0001/dossier?chain=excerpt").json()
    assert len(whole["auditTrail"]) == 3
    assert len(part["auditTrail"]) == 2
