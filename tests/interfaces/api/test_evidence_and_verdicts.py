"""Evidence and verdicts over REST."""

import pytest

from both_sides.domain.commands import SetPolicy
from both_sides.service.audit import Audit
from tests.served import LOCAL, A, Served, answered, refused

FIX = "It was seen. Fix: send a 1024-bit key and assert a rejection"


def verdict(served: Served, claim: str, word: str, **more: object) -> dict[str, object]:
    """Record a verdict."""
    body = {"verdict": word, "rationale": FIX} | more
    members: dict[str, object] = served.post(f"/claims/{claim}/verdicts", body).json()
    return members


def test_evidence_is_recorded_and_shown(served: Served) -> None:
    """Who records it collects it, unless somebody else is named."""
    claim = served.claim()
    made = served.post(
        f"/claims/{claim}/evidence",
        {
            "stance": "refutes",
            "kind": "command",
            "locator": "make test",
            "summary": "It fails.",
            "quote": "1 failed",
            "digest": "sha256:" + "0" * 64,
            "collector": "ci",
        },
    )
    assert made.headers["location"] == f"/api/v1/claims/{claim}/evidence/EVD-0001"
    assert made.json()["collector"] == "ci"
    shown = served.get(f"/claims/{claim}/evidence/EVD-0001").json()
    assert shown == {name: value for name, value in made.json().items() if name != "receipt"}
    second = served.evidence(claim)
    assert served.get(f"/claims/{claim}/evidence/{second}").json()["collector"] == "ada"


def test_evidence_is_superseded_and_withdrawn_but_never_gone(served: Served) -> None:
    """Both stay in the list with what became of them."""
    claim = served.claim()
    first = served.evidence(claim)
    second = served.evidence(claim, supersedes=first)
    path = f"/claims/{claim}/evidence/{second}"
    withdrawn = answered(served.change("DELETE", path, {"reason": "Wrong file."}), 200).json()
    assert withdrawn["withdrawn"]["reason"] == "Wrong file."
    items = served.get(f"/claims/{claim}/evidence").json()["evidence"]
    assert [item["withdrawn"] is not None for item in items] == [True, True]
    assert items[0]["withdrawn"]["supersededBy"] == second
    refused(served.change("DELETE", path, {"reason": "Twice."}), 409, "evidence_withdrawn")


def test_evidence_belongs_to_one_claim(served: Served) -> None:
    """Below another one it is not found."""
    claim, other = served.claim(), served.claim("Another.")
    item = served.evidence(claim)
    refused(served.ask("GET", f"/claims/{other}/evidence/{item}"), 404, "not_found")
    path = f"/claims/{other}/evidence/{item}?reason=x"
    headers = {"If-Match": served.version(f"/claims/{other}")}
    refused(served.ask("DELETE", path, headers=headers), 404, "not_found")
    assert served.get(f"/claims/{claim}/evidence/{item}").json()["withdrawn"] is None


def test_long_lists_come_in_pages(served: Served) -> None:
    """Evidence and verdicts alike."""
    claim = served.claim()
    items = [served.evidence(claim) for _ in range(3)]
    for _ in range(3):
        verdict(served, claim, "supported", citations=items)
    for name in ("evidence", "verdicts"):
        page = served.get(f"/claims/{claim}/{name}?limit=2")
        rest = served.get(page.links["next"]["url"].removeprefix("/api/v1"))
        assert [len(page.json()[name]), len(rest.json()[name])] == [2, 1]
        assert rest.json()["nextCursor"] is None


def test_verdicts_are_appended(served: Served) -> None:
    """The last one is current, the earlier ones stay; each carries its seal."""
    claim = served.claim()
    item = served.evidence(claim, "refutes")
    first = verdict(served, claim, "refuted", citations=[item])
    assert first["seq"] == 1
    event = served.get("/events/4").json()
    assert event["seal"] == first["seal"]
    assert event["type"] == "verdict.recorded"
    second = verdict(served, claim, "not_enough_info", auditor="model-7")
    assert second["seq"] == 2
    history = served.get(f"/claims/{claim}/verdicts").json()
    assert history["current"] == "not_enough_info"
    assert [row["auditor"] for row in history["verdicts"]] == ["ada", "model-7"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"verdict": "supported"}, "citation_missing"),
        ({"verdict": "refuted"}, "citation_missing"),
        ({"verdict": "supported", "citations": ["EVD-0002"]}, "foreign_evidence"),
        ({"verdict": "supported", "citations": ["EVD-0001", "EVD-0001"]}, "duplicate_citation"),
        ({"verdict": "not_enough_info", "rationale": " "}, "rationale_missing"),
        ({"verdict": "not_enough_info", "auditor": " "}, "actor_missing"),
        (
            {"verdict": "not_enough_info", "rationale": "Nobody looked.", "strict": True},
            "fix_missing",
        ),
    ],
)
def test_a_verdict_that_a_rule_forbids_is_refused(
    served: Served, body: dict[str, object], code: str
) -> None:
    """In the words of the rule; the history stays as it is."""
    claim, other = served.claim(), served.claim("Another.")
    served.evidence(claim)
    served.evidence(other)
    answer = served.ask(
        "POST",
        f"/claims/{claim}/verdicts",
        json={"rationale": FIX} | body,
        headers={"Idempotency-Key": "k"},
    )
    refused(answer, 409, code)
    assert served.get(f"/claims/{claim}/verdicts").json()["verdicts"] == []


@pytest.mark.parametrize(
    "body",
    [
        {"verdict": "unverified"},
        {"verdict": "true"},
        {"verdict": "supported", "citations": "EVD-0001"},
        {"verdict": "supported", "citations": [""]},
        {"verdict": "supported", "strict": "yes"},
        {"rationale": FIX},
    ],
)
def test_a_verdict_that_is_none_is_refused(served: Served, body: dict[str, object]) -> None:
    """The field is named, with what would be accepted."""
    claim = served.claim()
    answer = served.ask(
        "POST",
        f"/claims/{claim}/verdicts",
        json={"rationale": FIX} | body,
        headers={"Idempotency-Key": "k"},
    )
    assert refused(answer, 422, "invalid_input")["facts"]["field"].startswith("body.")


def test_a_claim_that_stands_refuted_governs_only_when_it_was_seen(served: Served) -> None:
    """The two halves are one system."""
    item = served.evidence(A, "refutes")
    verdict(served, A, "refuted", citations=[item])
    body = {"entityId": "Q35765", "propertyId": "P1082", "choose": A, "rationale": "Still."}
    answer = served.ask("POST", "/rulings", json=body, headers={"Idempotency-Key": "k"})
    refused(answer, 409, "claim_refuted")
    assert served.rule(acknowledge=["refuted"]).json()["acknowledged"] == ["refuted"]


def test_the_scope_can_keep_author_and_auditor_apart(served: Served) -> None:
    """The rule is set over REST and holds at once."""
    claim = served.claim()
    rules = {"strict": False, "separateAuthorAndAuditor": True}
    answered(served.ask("PUT", "/policy", json=rules), 200)
    body = {"verdict": "not_enough_info", "rationale": FIX}
    path = f"/claims/{claim}/verdicts"
    answer = served.ask("POST", path, json=body, headers={"Idempotency-Key": "k"})
    refused(answer, 409, "judge_is_author")
    audit = Audit(served.office.ledger, LOCAL)
    audit.set_policy(SetPolicy(separates_author_and_auditor=False), actor="ada")
    verdict(served, claim, "not_enough_info")
