"""Parent claims follow from their children, leaves first, through every face."""

import pytest

from tests.interfaces.audit.faces import Face, Refused

FIX = "Fix: send a 1024-bit RSA JWK and assert it is rejected"


def family(face: Face) -> None:
    """Register a parent with two children, each with evidence on both sides."""
    face.add("The server rejects weak keys")
    for child in ("It rejects 1024-bit RSA", "It rejects short secrets"):
        claim = face.add(child, parents=["CLM-0001"])["id"]
        face.evidence(claim, "supports")
        face.evidence(claim, "refutes")


def support(face: Face, claim: str) -> None:
    """Judge a child supported by its own evidence."""
    item = next(i for i in face.show(claim)["evidenceItems"] if i["stance"] == "supports")
    face.verdict(claim, "supported", cite=[item["id"]], rationale="Seen.")


def refute(face: Face, claim: str) -> None:
    """Judge a child refuted by its own evidence."""
    item = next(i for i in face.show(claim)["evidenceItems"] if i["stance"] == "refutes")
    face.verdict(claim, "refuted", cite=[item["id"]], rationale=f"Not so. {FIX}")


def analyse(face: Face, claim: str, stance: str, summary: str) -> str:
    """Record an analysis of a parent's children."""
    locator = f"children of {claim}"
    item = face.evidence(claim, stance, kind="analysis", locator=locator, summary=summary)
    return str(item["id"])


def readiness(face: Face, claim: str = "CLM-0001") -> str:
    """Read what is derived for a parent."""
    return str(face.show(claim)["decomposition"]["readiness"])


def listed(face: Face) -> list[str]:
    """List the parents that the report has under decomposition."""
    return [row["claimId"] for row in face.report()["decomposition"]]


@pytest.mark.requirement("F16", "F18", "F20", "R3")
def test_a_parent_is_supported_by_an_analysis_of_its_supported_children(face: Face) -> None:
    """It waits, is ready, and is settled; until then the report lists it."""
    family(face)
    assert readiness(face) == "waiting"
    support(face, "CLM-0002")
    assert (readiness(face), listed(face)) == ("waiting", ["CLM-0001"])
    support(face, "CLM-0003")
    assert (readiness(face), listed(face)) == ("ready_supported", ["CLM-0001"])
    (row,) = face.report()["decomposition"]
    assert "claims-mcp evidence add CLM-0001 --stance supports --kind analysis" in row["detail"]
    assert "'children of CLM-0001'" in row["detail"]
    item = analyse(face, "CLM-0001", "supports", "RSA and secrets are all keys it takes")
    assert item in face.report()["decomposition"][0]["detail"]
    recorded = face.verdict("CLM-0001", "supported", cite=[item], rationale="Both hold.")
    assert recorded["warnings"] == []
    assert (readiness(face), listed(face), face.next()) == ("settled", [], [])


@pytest.mark.requirement("F19", "R3")
def test_one_refuted_child_opens_the_refuted_path_at_once(face: Face) -> None:
    """Although the other child is not judged yet; the analysis names it."""
    family(face)
    refute(face, "CLM-0002")
    assert readiness(face) == "ready_refuted"
    item = analyse(face, "CLM-0001", "refutes", "Refuted: CLM-0002")
    recorded = face.verdict("CLM-0001", "refuted", cite=[item], rationale=f"Not so. {FIX}")
    assert recorded["warnings"] == []
    assert readiness(face) == "settled"
    reasons = {step["claimId"]: step["reason"] for step in face.next()}
    assert reasons == {
        "CLM-0002": "refuted",
        "CLM-0003": "unverified_with_evidence",
        "CLM-0001": "refuted_parent",
    }


@pytest.mark.requirement("F19")
def test_an_analysis_that_names_no_refuted_child_is_warned_of(face: Face) -> None:
    """And refused under strict rules."""
    family(face)
    refute(face, "CLM-0003")
    item = analyse(face, "CLM-0001", "refutes", "one of them fails")
    rationale = f"Not so. {FIX}"
    with pytest.raises(Refused) as caught:
        face.verdict("CLM-0001", "refuted", cite=[item], rationale=rationale, strict=True)
    assert caught.value.code == "children_not_named"
    assert "CLM-0003" in caught.value.hint
    recorded = face.verdict("CLM-0001", "refuted", cite=[item], rationale=rationale)
    assert recorded["warnings"] == ["children_not_named"]


@pytest.mark.requirement("F17", "R4")
def test_only_active_children_count(face: Face) -> None:
    """A parent with only retired children is a leaf."""
    family(face)
    support(face, "CLM-0002")
    face.retire("CLM-0003")
    assert readiness(face) == "ready_supported"
    face.retire("CLM-0002")
    assert face.show("CLM-0001")["decomposition"] is None
    assert listed(face) == []


@pytest.mark.requirement("R3")
@pytest.mark.parametrize("verdict", ["supported", "refuted"])
def test_a_verdict_against_the_children_is_warned_of(face: Face, verdict: str) -> None:
    """And refused under strict rules; the parent does not count as settled."""
    family(face)
    stance = {"supported": "supports", "refuted": "refutes"}[verdict]
    item = analyse(face, "CLM-0001", stance, "CLM-0002 CLM-0003")
    rationale = f"I think so. {FIX}"
    with pytest.raises(Refused) as caught:
        face.verdict("CLM-0001", verdict, cite=[item], rationale=rationale, strict=True)
    assert caught.value.code == "against_children"
    recorded = face.verdict("CLM-0001", verdict, cite=[item], rationale=rationale)
    assert recorded["warnings"] == ["against_children"]
    assert (readiness(face), listed(face)) == ("waiting", ["CLM-0001"])


@pytest.mark.requirement("F18")
def test_a_verdict_on_a_parent_without_an_analysis_is_warned_of(face: Face) -> None:
    """Other evidence is no analysis of the children."""
    family(face)
    support(face, "CLM-0002")
    support(face, "CLM-0003")
    item = face.evidence("CLM-0001", "supports")["id"]
    with pytest.raises(Refused) as caught:
        face.verdict("CLM-0001", "supported", cite=[item], rationale="Yes.", strict=True)
    assert caught.value.code == "analysis_missing"
    recorded = face.verdict("CLM-0001", "supported", cite=[item], rationale="Yes.")
    assert recorded["warnings"] == ["analysis_missing"]
    assert readiness(face) == "ready_supported"


@pytest.mark.requirement("R3")
def test_not_enough_info_on_a_waiting_parent_is_honest(face: Face) -> None:
    """No warning; and it goes on waiting."""
    family(face)
    rationale = f"The children are not judged. {FIX}"
    assert face.verdict("CLM-0001", "not_enough_info", rationale=rationale)["warnings"] == []
    assert readiness(face) == "waiting"


def settle(face: Face) -> None:
    """Support both children and their parent."""
    family(face)
    support(face, "CLM-0002")
    support(face, "CLM-0003")
    item = analyse(face, "CLM-0001", "supports", "all keys")
    face.verdict("CLM-0001", "supported", cite=[item], rationale="Both hold.")
    assert readiness(face) == "settled"


@pytest.mark.requirement("R4", "R7")
def test_a_parent_reopens_when_a_child_is_judged_otherwise(face: Face) -> None:
    """It is listed as stale, and a second round needs a new analysis."""
    settle(face)
    refute(face, "CLM-0003")
    assert (readiness(face), listed(face)) == ("stale", ["CLM-0001"])
    assert [row["claimId"] for row in face.report()["stale"]] == ["CLM-0001"]
    support(face, "CLM-0003")
    recorded = face.verdict("CLM-0001", "supported", cite=["EVD-0005"], rationale="Again.")
    assert recorded["warnings"] == ["analysis_missing"]
    item = analyse(face, "CLM-0001", "supports", "all keys, again")
    face.verdict("CLM-0001", "supported", cite=[item], rationale="Again.")
    assert readiness(face) == "settled"


@pytest.mark.requirement("R4")
def test_a_parent_reopens_when_a_child_comes_or_goes(face: Face) -> None:
    """Added, moved away, retired, brought back."""
    settle(face)
    face.add("It rejects keys without a use", parents=["CLM-0001"])
    assert readiness(face) == "stale"
    face.update("CLM-0004", parents=[])
    item = analyse(face, "CLM-0001", "supports", "all keys")
    face.verdict("CLM-0001", "supported", cite=[item], rationale="Both hold.")
    assert readiness(face) == "settled"
    face.retire("CLM-0003")
    assert readiness(face) == "stale"
    item = analyse(face, "CLM-0001", "supports", "the one that is left")
    face.verdict("CLM-0001", "supported", cite=[item], rationale="It holds.")
    assert readiness(face) == "settled"
    face.reactivate("CLM-0003")
    assert readiness(face) == "stale"


@pytest.mark.requirement("R4", "R6")
def test_what_falls_reopens_everything_that_rests_on_it(face: Face) -> None:
    """Withdrawn evidence of a leaf makes its parent and grandparent stale."""
    settle(face)
    face.add("The service is safe")
    face.update("CLM-0001", parents=["CLM-0004"])
    item = analyse(face, "CLM-0004", "supports", "it rests on CLM-0001")
    face.verdict("CLM-0004", "supported", cite=[item], rationale="It holds.")
    assert readiness(face, "CLM-0004") == "settled"
    item = next(i for i in face.show("CLM-0002")["evidenceItems"] if i["stance"] == "supports")
    face.withdraw(item["id"])
    assert readiness(face) == "stale"
    assert readiness(face, "CLM-0004") == "stale"
    support_again = face.evidence("CLM-0002", "supports")["id"]
    face.verdict("CLM-0002", "supported", cite=[support_again], rationale="Seen again.")
    assert readiness(face) == "stale"


@pytest.mark.requirement("R4", "F16")
def test_next_steps_come_in_their_order_and_lose_nobody(face: Face) -> None:
    """Refuted leaves, ready parents (the deepest first), undecided, unverified, stale, waiting."""
    face.add("root")  # 1: waits
    face.add("middle", parents=["CLM-0001"])  # 2: waits for 3
    face.add("deep", parents=["CLM-0002"])  # 3: ready, by 4
    face.add("leaf a", parents=["CLM-0003"])  # 4: supported
    face.add("ready too")  # 5: ready, by 6
    face.add("leaf b", parents=["CLM-0005"])  # 6: supported
    face.add("unverified without")  # 7
    face.add("undecided")  # 8
    face.add("refuted")  # 9
    face.add("unverified with")  # 10
    face.add("stale")  # 11
    for claim in ("CLM-0004", "CLM-0006", "CLM-0011"):
        item = face.evidence(claim, "supports")["id"]
        face.verdict(claim, "supported", cite=[item], rationale="Seen.")
    face.verdict("CLM-0008", "not_enough_info", rationale=f"No test. {FIX}")
    item = face.evidence("CLM-0009", "refutes")["id"]
    face.verdict("CLM-0009", "refuted", cite=[item], rationale="Not so.")
    face.evidence("CLM-0010", "context")
    face.update("CLM-0011", statement="stale now")
    found = [(step["claimId"], step["reason"]) for step in face.next()]
    assert found == [
        ("CLM-0009", "refuted"),
        ("CLM-0003", "ready_supported"),
        ("CLM-0005", "ready_supported"),
        ("CLM-0008", "not_enough_info"),
        ("CLM-0010", "unverified_with_evidence"),
        ("CLM-0007", "unverified"),
        ("CLM-0011", "stale"),
        ("CLM-0002", "waiting"),
        ("CLM-0001", "waiting"),
    ]
    steps = {step["claimId"]: step for step in face.next()}
    assert steps["CLM-0009"]["step"] is None
    assert "No next step was given" in steps["CLM-0009"]["advice"]


@pytest.mark.requirement("F21", "F20")
def test_the_report_has_the_keys_that_programs_rely_on(face: Face) -> None:
    """Each row has the claim's id, and the same ledger gives the same report."""
    settle(face)
    refute(face, "CLM-0003")
    first, second = face.report(), face.report()
    assert first == second
    assert list(first) == [
        "summary",
        "refuted",
        "not_enough_info",
        "unverified",
        "decomposition",
        "supported",
        "missing_fixes",
        "conflicts",
        "stale",
        "integrity",
    ]
    for name, rows in first.items():
        if name not in {"summary", "integrity"}:
            assert all(row["claimId"].startswith("CLM-") for row in rows)
    assert first["integrity"]["ok"] is True
    assert first["summary"]["claims"] == 3
