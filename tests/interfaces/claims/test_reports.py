"""Reports are read back by programs of others, and no text of a user forges a part of them."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from junitparser import Error, Failure, JUnitXml
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from rfc3986_validator import validate_rfc3986
from sarif_pydantic import Level, Sarif

from tests.command_line import CommandLine
from tests.interfaces.claims.conftest import FIX, HOSTILE

FORMS = ("md", "json", "junit", "sarif")
HEADINGS = [
    "Audit report",
    "Summary",
    "Refuted (1)",
    "Not enough info (1)",
    "Unverified (3)",
    "Decomposition (1)",
    "Supported (2)",
    "Missing fixes (1)",
    "Conflicts (1)",
    "Stale (1)",
    "Integrity",
]
NOT_IN_THE_MODEL = ["columnKind"]  # a member of a run that the standard has


def report(cli: CommandLine, form: str, *arguments: str) -> str:
    """Write a report."""
    found = cli("report", "--format", form, *arguments)
    assert (found.code, found.err) == (0, "")
    return found.out


def markdown(text: str) -> SyntaxTreeNode:
    """Read Markdown with tables, struck text, HTML and bare addresses as links."""
    return SyntaxTreeNode(MarkdownIt("gfm-like", {"linkify": False}).parse(text))


def words_of(node: SyntaxTreeNode) -> str:
    """Give the words that a reader sees of a node."""
    if node.type in {"text", "code_inline"}:
        return node.content
    return "".join(words_of(child) for child in node.children)


# --- Markdown ----------------------------------------------------------------------------------


def test_markdown_has_the_sections_of_a_report_in_their_order(audit: CommandLine) -> None:
    """Counts in the headings, a list below each, the totals first."""
    tree = markdown(report(audit, "md"))
    headings = [words_of(node) for node in tree.walk() if node.type == "heading"]
    assert headings == HEADINGS
    totals = next(node for node in tree.walk() if node.type == "bullet_list")
    assert [words_of(row) for row in totals.children][:3] == [
        "claims: 7",
        "retired: 1",
        "supported: 2",
    ]


def test_no_text_forges_a_heading_a_link_or_html_in_markdown(audit: CommandLine) -> None:
    """What a hostile statement says is read as its words."""
    audit("add", "--source", "a](http://evil.example)", "--", "* item\n- [x] done\n1. one\n\n---")
    audit("evidence", "add", "CLM-0009", *_item("| a | b |\n|---|---|\n| c | d |"))
    rationale = "Setext\n====\n\n    code\n```\nfence\n\nFix: [now](javascript:alert(1)) <!-- a -->"
    judged = ("--auditor", "<i>eve</i>", "--rationale", rationale)
    audit("verdict", "CLM-0009", "not_enough_info", *judged)
    tree = markdown(report(audit, "md"))
    kinds = {node.type for node in tree.walk()}
    assert kinds == {
        *("root", "heading", "inline", "text", "bullet_list", "list_item", "paragraph"),
        *("strong", "code_inline"),
    }
    text = words_of(tree)
    assert "[click](http://evil.example) <b>x</b> `{0}` |\ufffd \ufffd[2K ]]> \\[y](z)" in text
    assert "[now](javascript:alert(1)) <!-- a -->" in text
    assert [words_of(node) for node in tree.walk() if node.type == "heading"] == [
        heading.replace("info (1)", "info (2)") for heading in HEADINGS
    ]


def _item(summary: str) -> tuple[str, ...]:
    return ("--stance", "refutes", "--kind", "web", "--locator", "x", "--summary", summary)


# --- JUnit -------------------------------------------------------------------------------------


def test_junit_is_read_by_a_parser_of_others(audit: CommandLine) -> None:
    """Every active claim is a case; it fails once for each section in which it stands."""
    suites = JUnitXml.fromstring(report(audit, "junit").encode())
    (suite,) = suites
    assert (suite.name, suite.tests, suite.failures, suite.errors) == ("claims", 7, 7, 0)
    cases = {case.name.split()[0]: case for case in suite}
    assert list(cases) == [f"CLM-000{n}" for n in range(1, 8)]
    failures = {
        name: [result.type for result in case.result if isinstance(result, Failure)]
        for name, case in cases.items()
    }
    assert failures == {
        "CLM-0001": ["unverified", "decomposition"],
        "CLM-0002": ["refuted"],
        "CLM-0003": ["conflicts"],
        "CLM-0004": ["not_enough_info", "missing_fixes"],
        "CLM-0005": ["unverified"],
        "CLM-0006": ["unverified"],
        "CLM-0007": ["stale"],
    }
    assert cases["CLM-0004"].classname == "docs/Guide & FAQ.md"
    assert f"It was accepted. {FIX}" in (cases["CLM-0002"].result[0].text or "")


def test_no_text_breaks_the_xml(audit: CommandLine) -> None:
    """What XML cannot hold is shown as such; all else comes back as it was written."""
    text = report(audit, "junit")
    cases = ET.fromstring(text).iter("testcase")
    case = next(case for case in cases if "Forged" in case.attrib["name"])
    readable = HOSTILE.replace("\x1b", "\ufffd")
    assert case.attrib["name"] == f"CLM-0006 {readable}"
    assert readable in (case[0].text or "")
    assert "<b>" not in text


# --- SARIF -------------------------------------------------------------------------------------


def sarif(cli: CommandLine) -> tuple[dict[str, Any], Sarif]:
    """Read a SARIF report as JSON and with a model of others."""
    text = report(cli, "sarif")
    return json.loads(text), Sarif.model_validate_json(text)


def test_sarif_is_read_by_a_model_of_others(audit: CommandLine) -> None:
    """Rules are the sections, results the findings, places those where the claims were made."""
    _, read = sarif(audit)
    (run,) = read.runs
    assert (read.version, run.tool.driver.name) == ("2.1.0", "both-sides")
    assert run.results is not None
    rules = [rule.id for rule in run.tool.driver.rules or []]
    for result in run.results:
        assert rules[result.rule_index or 0] == result.rule_id
    found = [(result.rule_id, result.level) for result in run.results]
    assert found[0] == ("refuted", Level.ERROR)
    assert len(found) == 9
    undecided = next(result for result in run.results if result.rule_id == "not_enough_info")
    assert undecided.locations is not None
    (place,) = undecided.locations
    assert place.physical_location is not None
    assert place.physical_location.artifact_location is not None
    assert place.physical_location.artifact_location.uri == "docs/Guide%20&%20FAQ.md"
    assert place.physical_location.region is not None
    assert place.physical_location.region.start_line == 7


def test_every_sarif_document_is_of_the_members_that_the_standard_has(audit: CommandLine) -> None:
    """The model keeps what it does not know; there must be nothing of the kind."""
    document, read = sarif(audit)

    def unknown(model: Any) -> list[str]:  # noqa: ANN401 - any part of the model
        if isinstance(model, list):
            return [name for part in model for name in unknown(part)]
        fields = getattr(type(model), "model_fields", None)
        if fields is None:
            return []
        more = [*(model.model_extra or {})]
        return more + [name for field in fields for name in unknown(getattr(model, field))]

    assert unknown(read) == NOT_IN_THE_MODEL
    assert document["runs"][0]["invocations"] == [{"executionSuccessful": True}]


def test_no_text_forges_a_link_or_a_placeholder_in_sarif(audit: CommandLine) -> None:
    """Brackets and braces are escaped as the standard says, and come back when they are read."""
    document, _ = sarif(audit)
    message = next(
        result["message"]["text"]
        for result in document["runs"][0]["results"]
        if "Forged" in result["message"]["text"]
    )
    odd_backslashes = r"(?<!\\)(?:\\\\)*"
    assert re.search(rf"{odd_backslashes}\[", message) is None
    assert re.search(rf"{odd_backslashes}\]", message) is None
    assert re.sub(r"\{\{|\}\}", "", message).count("{") == 0
    plain = re.sub(r"\\(\\|\[|\])", r"\1", message.replace("{{", "{").replace("}}", "}"))
    assert HOSTILE in plain


@pytest.mark.parametrize(
    ("document", "uri"),
    [
        ("README.md", "README.md"),
        ("docs/a b.md", "docs/a%20b.md"),
        ("100% sure?.md", "100%25%20sure%3F.md"),
        ("C#.md", "C%23.md"),
        ("12:30.md", "12%3A30.md"),
        ("a[1].md", "a%5B1%5D.md"),
        ("大阪.md", "%E5%A4%A7%E9%98%AA.md"),
        ("https://example.org/a?b=c&d=%20#e", "https://example.org/a?b=c&d=%20#e"),
        ("https://example.org/a b#c#d%", "https://example.org/a%20b#c%23d%25"),
    ],
)
def test_places_in_sarif_are_addresses(cli: CommandLine, document: str, uri: str) -> None:
    """Checked by a validator of RFC 3986; a path is not read as anything but a path."""
    cli("add", "It is fast", "--source", document)
    found, _ = sarif(cli)
    (result,) = found["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert place == uri
    assert validate_rfc3986(place, rule="URI_reference")


# --- all of them -------------------------------------------------------------------------------


@pytest.mark.requirement("F21")
def test_the_json_report_has_the_sections_that_check_fails_on(audit: CommandLine) -> None:
    """In the order that is promised to other programs."""
    found = json.loads(report(audit, "json"))
    assert [*found] == [
        *("summary", "refuted", "not_enough_info", "unverified", "decomposition", "supported"),
        *("missing_fixes", "conflicts", "stale", "integrity"),
    ]
    check = audit("check", "--json").json
    assert found["summary"] == check["summary"]
    for row in check["findings"]:
        assert row["claimId"] in {claim["claimId"] for claim in found[row["section"]]}
    assert audit("report", "--json").json == found


@pytest.mark.parametrize("form", FORMS)
def test_the_same_ledger_gives_the_same_bytes(audit: CommandLine, form: str) -> None:
    """Written twice, to a file, and from a copy that went through an export."""
    first = report(audit, form)
    assert report(audit, form) == first
    found = audit("report", "--format", form, "--out", "report")
    assert (found.code, found.out) == (0, "")
    assert Path("report").read_bytes() == first.encode()
    audit("export", "--out", "export.jsonl")
    assert audit("import", "export.jsonl", "--ledger", "copy.db").code == 0
    assert report(audit, form, "--ledger", "copy.db") == first


@pytest.mark.parametrize("form", FORMS)
def test_a_scope_without_claims_has_a_report(cli: CommandLine, form: str) -> None:
    """With nothing in it."""
    cli("policy", "--strict")
    text = report(cli, form)
    if form == "junit":
        assert [len(list(suite)) for suite in JUnitXml.fromstring(text.encode())] == [0]
    if form == "sarif":
        assert json.loads(text)["runs"][0]["results"] == []
    if form == "md":
        assert text.count("None.\n") == 8


def test_every_report_says_that_a_ledger_is_not_intact(tampered: CommandLine) -> None:
    """Whoever reads only one of them must not take it for a clean one."""
    found = {form: tampered("report", "--format", form) for form in FORMS}
    for answer in found.values():
        assert (answer.code, "NOT INTACT" in answer.err) == (0, True)
    assert "**Link 14 is broken: " in found["md"].out
    assert found["json"].json["integrity"] == {
        **found["json"].json["integrity"],
        "ok": False,
        "firstBrokenSeq": 14,
    }
    suite = next(s for s in JUnitXml.fromstring(found["junit"].out.encode()) if s.name == "ledger")
    ((result,),) = [case.result for case in suite]
    assert isinstance(result, Error)
    assert (result.type, suite.errors) == ("integrity", 1)
    assert "Link 14 is broken" in (result.text or "")
    (run,) = Sarif.model_validate_json(found["sarif"].out).runs
    assert run.invocations is not None
    (invocation,) = run.invocations
    assert invocation.execution_successful is False
    assert "Link 14 is broken" in json.dumps(invocation.model_dump(mode="json"))


@pytest.mark.parametrize("target", [".", "/", "missing/report", "both-sides.db/report"])
def test_a_report_that_cannot_be_written_leaves_nothing(audit: CommandLine, target: str) -> None:
    """Exit 5, and what to do."""
    before = sorted(Path().iterdir())
    found = audit("report", "--out", target, "--json")
    assert (found.code, found.error["code"], found.out) == (5, "store_unavailable", "")
    assert sorted(Path().iterdir()) == before
