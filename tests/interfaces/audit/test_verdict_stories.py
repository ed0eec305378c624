"""The Verdicts page, sentence by sentence, through every face."""

from collections.abc import Callable

import pytest

from tests.interfaces.audit.faces import Face, Refused

FIX = "Fix: send a 1024-bit RSA JWK and assert it is rejected"
PAGE_FIX = "Fix: add a test that sends a 1024-bit RSA JWK and asserts it is rejected"


def refused(code: str) -> pytest.RaisesExc[Refused]:
    """Expect a refusal with this code, and a hint."""
    return pytest.RaisesExc(Refused, check=lambda e: e.code == code and bool(e.hint))


@pytest.mark.requirement("F1", "F22")
def test_a_verdict_is_one_of_three(face: Face) -> None:
    """On one claim; ids have four digits at least."""
    assert face.add("one")["id"] == "CLM-0001"
    assert face.add("two")["id"] == "CLM-0002"
    item = face.evidence("CLM-0001", "supports")
    assert item["id"] == "EVD-0001"
    recorded = face.verdict("CLM-0001", "supported", cite=["EVD-0001"])
    assert (recorded["claimId"], recorded["seq"], recorded["verdict"]) == (
        "CLM-0001",
        1,
        "supported",
    )
    assert len(recorded["seal"]) == 96
    assert face.show("CLM-0002")["verdict"] == "unverified"


@pytest.mark.requirement("F2")
@pytest.mark.parametrize("cite", [[], ["EVD-0001"], ["EVD-0002"]])
def test_supported_must_cite_what_supports(face: Face, cite: list[str]) -> None:
    """Refuting or context items are not enough."""
    face.add("one")
    face.evidence("CLM-0001", "refutes")
    face.evidence("CLM-0001", "context")
    with refused("citation_missing"):
        face.verdict("CLM-0001", "supported", cite=cite)
    assert face.history("CLM-0001")["verdicts"] == []


@pytest.mark.requirement("F3")
@pytest.mark.parametrize("cite", [[], ["EVD-0001"]])
def test_refuted_must_cite_what_refutes(face: Face, cite: list[str]) -> None:
    """And the refusal names the items that would do."""
    face.add("one")
    face.evidence("CLM-0001", "supports")
    face.evidence("CLM-0001", "refutes")
    with refused("citation_missing") as caught:
        face.verdict("CLM-0001", "refuted", cite=cite)
    assert "EVD-0002" in caught.value.hint
    assert face.verdict("CLM-0001", "refuted", cite=["EVD-0002"])["verdict"] == "refuted"


@pytest.mark.requirement("F4", "F8")
def test_not_enough_info_needs_no_citation(face: Face) -> None:
    """It is an honest outcome."""
    face.add("one")
    recorded = face.verdict("CLM-0001", "not_enough_info", rationale=f"No test. {PAGE_FIX}")
    assert recorded["warnings"] == []


@pytest.mark.requirement("F5")
def test_cited_evidence_belongs_to_the_same_claim(face: Face) -> None:
    """The refusal names both claims."""
    face.add("one")
    face.add("two")
    face.evidence("CLM-0001", "supports")
    with refused("foreign_evidence") as caught:
        face.verdict("CLM-0002", "supported", cite=["EVD-0001"])
    assert "CLM-0001" in caught.value.message
    assert "CLM-0002" in caught.value.message


@pytest.mark.requirement("F6")
@pytest.mark.parametrize(
    "rationale", ["", "  \n\t", "\u200b\u2060", "\u00a0\u3000", "\ufeff\u00ad"]
)
def test_every_verdict_has_a_rationale(face: Face, rationale: str) -> None:
    """White space and zero-width characters are none."""
    face.add("one")
    with refused("rationale_missing"):
        face.verdict("CLM-0001", "not_enough_info", rationale=rationale)


@pytest.mark.requirement("F7")
@pytest.mark.parametrize("auditor", ["", "  ", "\u200b", "\u3164"])
def test_every_verdict_has_an_auditor(face: Face, auditor: str) -> None:
    """The person or model that concluded."""
    face.add("one")
    with refused("actor_missing"):
        face.verdict("CLM-0001", "not_enough_info", auditor=auditor)


@pytest.mark.requirement("F9")
def test_who_has_no_evidence_is_told_not_to_guess(face: Face) -> None:
    """The page's own words, where it matters."""
    face.add("one")
    with refused("citation_missing") as caught:
        face.verdict("CLM-0001", "supported", rationale="no errors, so it works")
    assert "Never infer support from the absence of failure" in caught.value.hint


@pytest.mark.requirement("F10", "F11", "F12")
def test_history_only_grows_and_the_latest_is_current(face: Face) -> None:
    """After a fix: new evidence, a new verdict; the earlier one stays."""
    face.add("one")
    assert face.history("CLM-0001")["current"] == "unverified"
    face.evidence("CLM-0001", "refutes")
    face.verdict("CLM-0001", "refuted", cite=["EVD-0001"], rationale=f"Accepted. {FIX}")
    face.evidence("CLM-0001", "supports", summary="rejected after the fix")
    face.verdict("CLM-0001", "supported", cite=["EVD-0002"], rationale="Rejected now.")
    found = face.history("CLM-0001")
    assert found["current"] == "supported"
    assert [(v["seq"], v["verdict"], v["citations"]) for v in found["verdicts"]] == [
        (1, "refuted", ["EVD-0001"]),
        (2, "supported", ["EVD-0002"]),
    ]
    assert found["verdicts"][0]["rationale"] == f"Accepted. {FIX}"


@pytest.mark.requirement("F13", "F14", "F21")
def test_the_text_after_the_last_fix_is_the_next_step(face: Face) -> None:
    """White space is folded; the example of the page stands as it is."""
    face.add("Keys shorter than 2048 bits are rejected")
    broken = PAGE_FIX.replace(" RSA ", "\n  RSA\t")
    rationale = f"Nobody tried. Fix: not this one.\nBetter:\n {broken}\n"
    face.verdict("CLM-0001", "not_enough_info", rationale=rationale)
    (step,) = face.next()
    assert step["claimId"] == "CLM-0001"
    assert step["reason"] == "not_enough_info"
    assert step["step"] == PAGE_FIX.removeprefix("Fix: ")
    assert face.show("CLM-0001")["nextStep"] == step["step"]


@pytest.mark.requirement("F15", "R2")
@pytest.mark.parametrize(
    ("ending", "warning"),
    [
        ("", "fix_missing"),
        ("Fix:", "fix_missing"),
        ("Fix:  \u200b ", "fix_missing"),
        ("prefix: nothing of the kind here", "fix_missing"),
        ("Fix: add tests", "fix_vague"),
        ("Fix: same as CLM-0012", "fix_cross_reference"),
        ("Fix: see CLM-0012.", "fix_cross_reference"),
    ],
)
def test_a_step_that_is_missing_or_vague_is_warned_of(
    face: Face, ending: str, warning: str
) -> None:
    """And refused under strict rules, each with a code of its own."""
    face.add("one")
    rationale = f"Not looked yet. {ending}"
    with refused(warning):
        face.verdict("CLM-0001", "not_enough_info", rationale=rationale, strict=True)
    assert face.history("CLM-0001")["verdicts"] == []
    recorded = face.verdict("CLM-0001", "not_enough_info", rationale=rationale)
    assert recorded["warnings"] == [warning]
    assert face.history("CLM-0001")["verdicts"][0]["warnings"] == [warning]
    row = face.report()["missing_fixes"][0]
    assert row["claimId"] == "CLM-0001"
    (step,) = face.next()
    assert (step["step"] is None) is (warning == "fix_missing")


@pytest.mark.requirement("R2")
@pytest.mark.parametrize(
    "ending",
    [
        "**Fix:** send a 1024-bit key and assert it",
        "**Fix**: send a 1024-bit key and assert it",
        "**Fix: send a 1024-bit key and assert it**",
        "_Fix:_ send a 1024-bit key and assert it",
        "(Fix: send a 1024-bit key and assert it",
        "Fix\uff1asend a 1024-bit key and assert it",
        "Fix:send a 1024-bit key and assert it",
    ],
)
def test_fix_is_found_at_the_start_of_a_word(face: Face, ending: str) -> None:
    """Also in bold, glued, or with a wide colon."""
    face.add("one")
    recorded = face.verdict("CLM-0001", "not_enough_info", rationale=f"Not looked. {ending}")
    assert recorded["warnings"] == []
    assert face.next()[0]["step"] == "send a 1024-bit key and assert it"


@pytest.mark.requirement("R1")
def test_unverified_is_derived_and_never_recorded(face: Face) -> None:
    """No face takes it as a verdict."""
    face.add("one")
    with pytest.raises((Refused, ValueError)):
        face.verdict("CLM-0001", "unverified")
    assert face.show("CLM-0001")["verdict"] == "unverified"


@pytest.mark.requirement("R2")
def test_no_step_is_shown_for_a_supported_claim(face: Face) -> None:
    """Also where its rationale has one."""
    face.add("one")
    face.evidence("CLM-0001", "supports")
    face.verdict("CLM-0001", "supported", cite=["EVD-0001"], rationale=f"Yes. {FIX}")
    assert face.show("CLM-0001")["nextStep"] is None
    assert face.next() == []


@pytest.mark.requirement("R5")
def test_a_retired_claim_takes_no_verdict_and_no_evidence(face: Face) -> None:
    """Until it is brought back."""
    face.add("one")
    face.retire("CLM-0001")
    with refused("claim_retired"):
        face.verdict("CLM-0001", "not_enough_info")
    with refused("claim_retired"):
        face.evidence("CLM-0001", "supports")
    face.reactivate("CLM-0001")
    assert face.verdict("CLM-0001", "not_enough_info")["seq"] == 1


@pytest.mark.requirement("R6")
def test_evidence_is_withdrawn_and_what_cites_it_goes_stale(face: Face) -> None:
    """It is never edited."""
    face.add("one")
    face.evidence("CLM-0001", "supports")
    face.verdict("CLM-0001", "supported", cite=["EVD-0001"])
    item = face.withdraw("EVD-0001", "the file was another one")
    assert item["withdrawn"]["reason"] == "the file was another one"
    assert "withdrawn" in face.show("CLM-0001")["stale"]
    assert [row["claimId"] for row in face.report()["stale"]] == ["CLM-0001"]
    assert [step["reason"] for step in face.next()] == ["stale"]
    with refused("evidence_withdrawn"):
        face.verdict("CLM-0001", "supported", cite=["EVD-0001"])
    with refused("evidence_withdrawn"):
        face.withdraw("EVD-0001")


@pytest.mark.requirement("R6")
def test_evidence_is_superseded_by_a_new_item(face: Face) -> None:
    """Which names it."""
    face.add("one")
    face.evidence("CLM-0001", "supports")
    face.evidence("CLM-0001", "supports", supersedes="EVD-0001")
    first, second = face.show("CLM-0001")["evidenceItems"]
    assert first["withdrawn"]["supersededBy"] == second["id"] == "EVD-0002"


@pytest.mark.requirement("R8")
def test_supported_may_cite_what_refutes_and_the_conflict_is_reported(face: Face) -> None:
    """Also under strict rules."""
    face.add("one")
    face.evidence("CLM-0001", "supports")
    face.evidence("CLM-0001", "refutes")
    recorded = face.verdict("CLM-0001", "supported", cite=["EVD-0001", "EVD-0002"], strict=True)
    assert recorded["warnings"] == ["conflicting_citations"]
    (row,) = face.report()["conflicts"]
    assert row["claimId"] == "CLM-0001"
    assert "EVD-0002" in row["detail"]


@pytest.mark.requirement("R9")
def test_a_failed_call_leaves_the_ledger_unchanged(face: Face) -> None:
    """Bytes before are bytes after."""
    face.add("one")
    face.add("two", parents=["CLM-0001"])
    face.evidence("CLM-0001", "supports")
    before = face.path.read_bytes()
    attempts: list[Callable[[], object]] = [
        lambda: face.add(" "),
        lambda: face.add("three", parents=["CLM-0009"]),
        lambda: face.update("CLM-0001", parents=["CLM-0002"]),
        lambda: face.update("CLM-0001", parents=["CLM-0001"]),
        lambda: face.evidence("CLM-0009", "supports"),
        lambda: face.evidence("CLM-0001", "supports", locator="\u200b"),
        lambda: face.evidence("CLM-0001", "supports", supersedes="EVD-0009"),
        lambda: face.withdraw("EVD-0009"),
        lambda: face.withdraw("EVD-0001", " "),
        lambda: face.verdict("CLM-0009", "not_enough_info"),
        lambda: face.verdict("CLM-0001", "supported"),
        lambda: face.verdict("CLM-0001", "supported", cite=["EVD-0009"]),
        lambda: face.verdict("CLM-0001", "supported", cite=["EVD-0001", "EVD-0001"]),
        lambda: face.retire("CLM-0001", reason=" "),
        lambda: face.retire("CLM-0001", superseded_by="CLM-0001"),
        lambda: face.retire("CLM-0001", superseded_by="CLM-0009"),
        lambda: face.reactivate("CLM-0001"),
        lambda: face.add("x" * 20_001),
    ]
    for attempt in attempts:
        with pytest.raises(Refused):
            attempt()
        assert face.path.read_bytes() == before


@pytest.mark.requirement("R11")
def test_a_changed_statement_makes_its_verdict_stale(face: Face) -> None:
    """A changed tag does not."""
    face.add("one")
    face.evidence("CLM-0001", "supports")
    face.verdict("CLM-0001", "supported", cite=["EVD-0001"])
    face.update("CLM-0001", tags=["security"])
    assert face.show("CLM-0001")["stale"] is None
    face.update("CLM-0001", statement="one, and two")
    assert "statement" in face.show("CLM-0001")["stale"]


@pytest.mark.requirement("R12")
def test_a_claim_has_parents_source_tags_and_author(face: Face) -> None:
    """Evidence has stance, kind, locator, summary, quote, digest and collector."""
    face.add("top")
    face.add("other top")
    face.add(
        "below both",
        parents=["CLM-0001", "CLM-0002"],
        source="README.md",
        locator="line 3",
        tags=["security", "keys"],
        actor="ada",
    )
    face.evidence("CLM-0003", "context", kind="document", quote="“as is”", digest="sha256:00ff")
    found = face.show("CLM-0003")
    assert found["parents"] == ["CLM-0001", "CLM-0002"]
    assert found["source"] == {"document": "README.md", "locator": "line 3", "key": None}
    assert (found["tags"], found["author"]) == (["security", "keys"], "ada")
    (item,) = found["evidenceItems"]
    assert {name: item[name] for name in ("stance", "kind", "quote", "digest", "collector")} == {
        "stance": "context",
        "kind": "document",
        "quote": "“as is”",
        "digest": "sha256:00ff",
        "collector": "collector",
    }


@pytest.mark.requirement("R12")
def test_cycles_are_refused_with_their_path(face: Face) -> None:
    """A parent cannot rest on its own child."""
    face.add("a")
    face.add("b", parents=["CLM-0001"])
    face.add("c", parents=["CLM-0002"])
    with refused("cycle") as caught:
        face.update("CLM-0001", parents=["CLM-0003"])
    assert "CLM-0003 below CLM-0002 below CLM-0001" in caught.value.message
    with refused("cycle"):
        face.update("CLM-0001", parents=["CLM-0001"])


def test_right_to_left_and_combining_text_is_kept_as_written(face: Face) -> None:
    """Nothing is normalised."""
    statement = "مرحبا e\u0301 \u202b\u05e9\u05dc\u05d5\u05dd\u202c 👩‍👩‍👧"
    assert face.add(statement)["statement"] == statement
    assert face.show("CLM-0001")["statement"] == statement


def test_author_and_auditor_are_kept_apart_by_policy(face: Face) -> None:
    """A policy switch of the scope."""
    face.add("one", actor="ada")
    face.verdict("CLM-0001", "not_enough_info", auditor="ada")
    assert face.policy(separate_author_and_auditor=True)["separateAuthorAndAuditor"] is True
    with refused("judge_is_author"):
        face.verdict("CLM-0001", "not_enough_info", auditor="Ada")
    assert face.verdict("CLM-0001", "not_enough_info", auditor="grace")["seq"] == 2


def test_a_strict_scope_refuses_what_is_otherwise_warned_of(face: Face) -> None:
    """Without being asked each time."""
    face.add("one")
    face.policy(strict=True)
    with refused("fix_missing"):
        face.verdict("CLM-0001", "not_enough_info", rationale="Not looked.")
