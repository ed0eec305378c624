"""A change is made to the version that was seen, or not at all."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from both_sides.domain.ids import ClaimId
from both_sides.service.audit import Audit
from tests.served import LOCAL, A, Served, answered, refused, serving


@pytest.mark.parametrize(
    ("method", "body"), [("PATCH", {"rationale": "x"}), ("DELETE", {"reason": "x"})]
)
@pytest.mark.parametrize("path", ["/rulings/RUL-0001", "/claims/CLM-0001"])
def test_a_change_names_the_version_that_it_is_for(
    served: Served, method: str, body: dict[str, str], path: str
) -> None:
    """Without one it is told so; with one that is none, too; nothing is recorded."""
    served.rule()
    served.claim()
    if path.startswith("/claims") and method == "PATCH":
        body = {"statement": "x"}
    head = served.office.ledger.store.head(LOCAL)
    refused(served.ask(method, path, json=body), 428, "precondition_missing")
    for version in ("*", "abc", '"a", "b"', ""):
        answer = served.ask(method, path, json=body, headers={"If-Match": version})
        assert answer.status_code in {400, 422}, answer.text
    for version in (f'"{"0" * 96}"', 'W/"a"'):
        answer = served.ask(method, path, json=body, headers={"If-Match": version})
        assert answer.status_code in {412, 422}, answer.text
    assert served.office.ledger.store.head(LOCAL) == head


def test_two_who_edit_one_ruling_do_not_overwrite_each_other(served: Served) -> None:
    """The second is told that somebody was first, reads again, and goes on."""
    seen_by_both = served.rule().headers["etag"]
    first = served.change("PATCH", "/rulings/RUL-0001", {"rationale": "One."}, seen=seen_by_both)
    answered(first, 200)
    second = served.change("PATCH", "/rulings/RUL-0001", {"rationale": "Two."}, seen=seen_by_both)
    problem = refused(second, 412, "stale_head")
    assert f'"{problem["facts"]["head_seal"]}"' == first.headers["etag"]
    answered(served.change("PATCH", "/rulings/RUL-0001", {"rationale": "Two."}), 200)
    rationales = [r["rationale"] for r in served.get("/rulings/RUL-0001").json()["revisions"]]
    assert rationales[1:] == ["One.", "Two."]


def test_of_many_who_edit_at_once_one_is_first(tmp_path: Path) -> None:
    """All others are told so, also where their writes are committed together."""
    with serving(tmp_path / "ledger.db") as served:
        seen = served.rule().headers["etag"]

        def revise(number: int) -> int:
            body = {"rationale": f"Reason {number}."}
            return served.change("PATCH", "/rulings/RUL-0001", body, seen=seen).status_code

        with ThreadPoolExecutor(8) as pool:
            statuses = list(pool.map(revise, range(24)))
        assert sorted(set(statuses)) == [200, 412]
        assert statuses.count(200) == 1
        assert len(served.get("/rulings/RUL-0001").json()["revisions"]) == 2


def test_what_is_known_already_is_not_sent_again(served: Served) -> None:
    """304, with the version and no body; after a change it is sent whole."""
    etag = served.rule().headers["etag"]
    served.claim()
    for path, version in (
        ("/rulings/RUL-0001", etag),
        ("/claims/CLM-0001", served.version("/claims/CLM-0001")),
        ("/events/1", served.version("/events/1")),
    ):
        for known in (version, f'"other", {version}'):
            answer = served.ask("GET", path, headers={"If-None-Match": known})
            assert (answer.status_code, answer.content) == (304, b"")
            assert answer.headers["etag"] == version
            assert answer.headers["cache-control"] == "private, no-cache"
    answered(served.change("PATCH", "/rulings/RUL-0001", {"rationale": "New."}), 200)
    answer = served.ask("GET", "/rulings/RUL-0001", headers={"If-None-Match": etag})
    assert answered(answer, 200).json()["rationale"] == "New."


def test_the_version_of_a_claim_changes_with_what_is_shown_of_its_neighbours(
    served: Served,
) -> None:
    """A parent's page shows its children's verdicts, so its version moves with them."""
    parent = served.claim()
    child = served.claim("A part.", parents=[parent])
    before = served.version(f"/claims/{parent}")
    verdict = {"verdict": "not_enough_info", "rationale": "Nobody looked. Fix: look at a.py"}
    served.post(f"/claims/{child}/verdicts", verdict)
    assert served.version(f"/claims/{parent}") != before
    stale = served.change("PATCH", f"/claims/{parent}", {"tags": ["x"]}, seen=before)
    refused(stale, 412, "stale_head")


def test_the_version_of_an_imported_claim_is_that_of_its_entity(served: Served) -> None:
    """Until somebody adds something; a withdrawal is checked against it too."""
    claim = Audit(served.office.ledger, LOCAL).claim(ClaimId(A)).claim
    item = claim.evidence[0].evidence_id.replace("#", "%23")
    first_link = served.get("/events/1").json()["seal"]
    assert served.version(f"/claims/{A}") == f'"{first_link}"'
    path = f"/claims/{A}/evidence/{item}"
    assert served.version(path) == f'"{first_link}"'
    answered(served.change("DELETE", path, {"reason": "Gone."}, seen=f'"{first_link}"'), 200)
    again = served.change("DELETE", path, {"reason": "Gone."}, seen=f'"{first_link}"')
    refused(again, 412, "stale_head")
