"""Auditing through pages: both sides, verdicts, parents, what is to be done, and the report."""

import json

import pytest

from tests.interfaces.web.paper import Paper, Reader, words_of
from tests.interfaces.web.stories import add_evidence, conclude, register
from tests.served import Served

FIX = "It was accepted. Fix: add a test that sends a 1024-bit key"


@pytest.fixture
def claim(reader: Reader) -> Paper:
    """Register a claim, and be on its page."""
    return register(reader, tags="security, keys", document="README.md", locator="line 3")


def test_a_claim_is_registered_with_where_it_comes_from(served: Served, claim: Paper) -> None:
    """As the other faces tell it."""
    assert claim.path == "/claims/CLM-0001"
    members = served.get("/claims/CLM-0001").json()
    assert members["tags"] == ["security", "keys"]
    assert members["source"] == {"document": "README.md", "locator": "line 3", "key": None}
    assert "unverified" in claim.text
    assert "Support is never inferred from the absence of failure." in claim.text
    assert "Absence is never inferred from not having looked." in claim.text


def test_evidence_stands_on_its_side(claim: Paper) -> None:
    """Side by side, each with where to look."""
    page = add_evidence(claim, "supports", "It was rejected.", locator="src/jwk.py:41")
    page = add_evidence(page, "refutes", "It was accepted.", quote="assert load(weak)")
    page = add_evidence(page, "context", "The standard asks for it.")
    assert "It was rejected." in words_of(page.one("section", "for-side"))
    assert "src/jwk.py:41" in words_of(page.one("section", "for-side"))
    against = words_of(page.one("section", "against-side"))
    assert "It was accepted." in against
    assert "assert load(weak)" in against
    assert "The standard asks for it." not in against


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"stance": ""}, "stance", "stance"),
        ({"kind": "rumour"}, "kind", "kind"),
        ({"locator": " "}, "locator", "locator"),
        ({"summary": " "}, "summary", "summary"),
        ({"quote": "x" * 200_001}, "quote", "quote"),
    ],
)
def test_a_refused_item_keeps_what_was_typed(
    served: Served, claim: Paper, typed: dict[str, str], field: str, words: str
) -> None:
    """And says what would be accepted, beside the field."""
    good = {"kind": "test", "locator": "tests/a.py", "stance": "supports", "summary": "It is seen."}
    page = claim.form("/claims/CLM-0001/evidence").fill(**(good | typed)).send()
    assert page.status in {409, 422}
    assert words in page.beside(field).lower()
    form = page.form("/claims/CLM-0001/evidence")
    for name, value in (good | typed).items():
        if name not in {"stance", "kind"}:
            assert form.value(name) == value
    assert served.get("/claims/CLM-0001/evidence").json()["evidence"] == []


@pytest.mark.parametrize(
    ("verdict", "more", "field", "words"),
    [
        ("supported", {}, "cite", "must cite"),
        ("refuted", {"rationale": FIX}, "cite", "must cite"),
        ("not_enough_info", {"rationale": " "}, "rationale", "rationale"),
        ("not_enough_info", {"auditor": " "}, "auditor", "auditor"),
        ("not_enough_info", {"rationale": "No idea.", "strict": "1"}, "rationale", "Fix:"),
        ("perhaps", {}, "verdict", "verdict"),
    ],
)
def test_a_refused_verdict_says_what_to_change(  # noqa: PLR0913 - a row of the table
    served: Served, claim: Paper, verdict: str, more: dict[str, str], field: str, words: str
) -> None:
    """Beside its field; the history stays as it is."""
    page = conclude(claim, verdict, **({"rationale": "It is seen."} | more))
    assert page.status in {409, 422}
    assert words in page.beside(field)
    assert served.get("/claims/CLM-0001/verdicts").json()["verdicts"] == []


def test_verdicts_are_a_timeline_and_the_last_one_holds(claim: Paper) -> None:
    """Nothing is overwritten; what was cited is linked, and the next step stands at the top."""
    page = conclude(claim, "not_enough_info", rationale="Not run. Fix: run the test on the tag")
    page = add_evidence(page, "refutes", "It was accepted.")
    page = conclude(page, "refuted", "EVD-0001", rationale=FIX)
    first, second = (words_of(one) for one in page.one("ol", "timeline").iter("li"))
    assert "refuted current" in first
    assert "Not run." in second
    assert "#EVD-0001" in page.links()
    assert "add a test that sends a 1024-bit key" in words_of(page.one("section", "next"))


def test_a_vague_step_is_warned_of(claim: Paper) -> None:
    """It is recorded, and the warning stands with it."""
    page = conclude(claim, "not_enough_info", rationale="Unclear.")
    assert page.status == 200
    assert page.all("p", "warning")


def test_withdrawn_evidence_stays_in_sight(claim: Paper) -> None:
    """Apart from the rest, with its reason; a verdict that cites it is stale."""
    page = add_evidence(claim, "refutes", "It was accepted.")
    page = conclude(page, "refuted", "EVD-0001", rationale=FIX)
    form = page.form("/claims/CLM-0001/withdraw")
    page = form.fill(reason="Another file.").send()
    assert "Withdrawn (1)" in page.text
    assert "Another file." in page.text
    assert "no longer holds as it was given" in page.text


def test_a_claim_is_decomposed_and_judged_from_its_children(reader: Reader, claim: Paper) -> None:
    """The page offers the analysis that its children call for."""
    form = claim.form("/claims/CLM-0001/decompose")
    page = form.fill(statements="RSA keys are checked.\n\nEC keys are checked.\n").send()
    rows = [words_of(one).split()[0] for one in page.one("ul", "claim-tree").iter("li")]
    assert rows == ["CLM-0002", "CLM-0003"]
    for name, item in (("CLM-0002", "EVD-0001"), ("CLM-0003", "EVD-0002")):
        child = add_evidence(reader.read(f"/claims/{name}"), "supports", "It was rejected.")
        conclude(child, "supported", item, rationale="It is seen.")
    page = reader.read("/claims/CLM-0001")
    assert "every child is supported" in page.text
    form = page.form("/claims/CLM-0001/evidence")
    assert form.value("stance") == "supports"
    page = form.fill(summary="The two kinds are all kinds.").send()
    form = page.form("/claims/CLM-0001/verdicts")
    assert form.value("verdict") == "supported"
    assert form.value("cite") == "EVD-0003"
    page = form.fill(rationale="Both kinds are checked.").send()
    assert "supported current" in words_of(page.one("ol", "timeline"))
    assert "Nothing is open" in reader.read("/steps").text


def test_a_claim_is_changed_retired_and_brought_back(served: Served, claim: Paper) -> None:
    """Each with its reason; a retired one stays readable."""
    form = claim.form("/claims/CLM-0001/update")
    page = form.fill(statement="Keys below 2048 bits are rejected.", tags="keys").send()
    assert page.title == "Keys below 2048 bits are rejected."
    page = page.form("/claims/CLM-0001/retire").fill(reason="Not promised any more.").send()
    assert "Retired by ada" in page.text
    assert "Not promised any more." in page.text
    page = page.form("/claims/CLM-0001/reactivate").fill(reason="It is again.").send()
    assert served.get("/claims/CLM-0001").json()["status"] == "active"
    page = page.form("/claims/CLM-0001/retire").fill(superseded_by="CLM-0099", reason="x").send()
    assert page.status in {404, 409, 422}
    assert "CLM-0099" in page.alerts()


def test_a_change_of_what_somebody_else_changed_is_refused(served: Served, claim: Paper) -> None:
    """What was typed stays, and the claim is shown as it is now."""
    claim.form("/claims/CLM-0001/update").fill(tags="theirs").send()
    claim = claim.reader.read("/claims/CLM-0001")
    mine, theirs = (claim.form("/claims/CLM-0001/update") for _ in range(2))
    theirs.fill(tags="other").send()
    page = mine.fill(statement="Mine.").send(key="another")
    assert page.status == 412
    assert page.form("/claims/CLM-0001/update").value("statement") == "Mine."
    assert served.get("/claims/CLM-0001").json()["tags"] == ["other"]


def test_the_report_is_that_of_the_other_faces(served: Served, reader: Reader) -> None:
    """The same rows, and the same files."""
    page = add_evidence(register(reader), "refutes", "It was accepted.")
    conclude(page, "refuted", "EVD-0001", rationale=FIX)
    register(reader, "Another one.")
    page = reader.read("/report")
    report = served.get("/audit-report").json()
    for name in ("refuted", "unverified"):
        for row in report[name]:
            assert row["claimId"] in page.text
            assert row["statement"] in page.text
    assert json.loads(reader.http.get("/report.json").text)["summary"] == report["summary"]
    assert reader.http.get("/report.sarif").json()["version"] == "2.1.0"
    assert "<testsuite" in reader.http.get("/report.junit").text
    assert reader.http.get("/report.md").text.startswith("#")


def test_the_rules_of_the_scope_are_set_on_the_report(served: Served, reader: Reader) -> None:
    """By whoever runs the desk; they hold at once."""
    page = reader.read("/report").form("/report/policy").fill(strict="1", separate="1").send()
    assert page.path == "/report"
    assert served.get("/policy").json()["strict"] is True
    claim = register(reader)
    refused = conclude(claim, "not_enough_info", rationale="No idea.", auditor="eve")
    assert "Fix:" in refused.beside("rationale")


def test_claims_are_found_by_filters_and_words(reader: Reader) -> None:
    """A filter that finds nothing says so."""
    register(reader, tags="keys")
    register(reader, "The page needs no script.", document="README.md")
    for query, found in (
        ("q=script", ["CLM-0002"]),
        ("tag=keys", ["CLM-0001"]),
        ("document=README.md", ["CLM-0002"]),
        ("verdict=unverified&status=active&q=weak", ["CLM-0001"]),
    ):
        page = reader.read(f"/claims?{query}")
        rows = [
            words_of(one) for one in page.tree.iter("li") if "claim-row" in one.get("class", "")
        ]
        assert [row.split()[0] for row in rows if row.startswith("CLM")] == found, query
    assert "No claim is like that" in reader.read("/claims?q=nowhere").text
