"""Write an audit report for continuous integration: JUnit XML and SARIF.

In JUnit every active claim is a test case that passes when it stands in no section that fails. In
SARIF every finding is a result with the section as its rule and the place where the claim was made.
A ledger that is not what was sealed is an error of a suite of its own, and an execution that did
not succeed. *This module does not* decide what fails; the sections are handed over.
"""

import re
from collections.abc import Sequence
from typing import Any, Final
from xml.etree import ElementTree as ET

import orjson

from both_sides import __version__
from both_sides.domain.claims import Claim
from both_sides.service.audit_report import AuditReport, ReportRow, Section

EVERY_SECTION: Final = tuple(Section)
SARIF_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"

# What XML 1.0 cannot hold, not even escaped.
_NOT_XML: Final = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LINE: Final = re.compile(r"\b(?:line |L|:)([1-9][0-9]{0,6})\b")
_ADDRESS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_LONE_PERCENT: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")
_BRACKET: Final = re.compile(r"(\\*)([\[\]])")  # with what stands before it and would escape it
_BROKEN: Final = "The ledger is not what was sealed."
_RULES: Final = {
    Section.REFUTED: "A claim is refuted.",
    Section.UNDECIDED: "The evidence does not decide a claim.",
    Section.UNVERIFIED: "A claim has no verdict.",
    Section.DECOMPOSITION: "A parent does not follow from its children yet.",
    Section.STALE: "A verdict no longer holds as it was given.",
    Section.MISSING_FIXES: "A rationale names no concrete next step.",
    Section.CONFLICTS: "A verdict cites evidence on both sides.",
}
_LEVELS: Final = {
    Section.REFUTED: "error",
    Section.UNDECIDED: "warning",
    Section.UNVERIFIED: "warning",
    Section.DECOMPOSITION: "warning",
    Section.STALE: "warning",
    Section.MISSING_FIXES: "note",
    Section.CONFLICTS: "note",
}


def report_junit(report: AuditReport, fail_on: Sequence[Section] = EVERY_SECTION) -> str:
    """Write a report as JUnit XML.

    Args:
        report: The report.
        fail_on: The sections in which a claim must not stand.

    Returns:
        XML text that ends with a line end.

    *Source:* spec/claims.md, Surfaces (`audit_report`).
    """
    failures = _findings_by_claim(report, fail_on)
    claims = _active_claims(report)
    suite = ET.Element(
        "testsuite",
        name="claims",
        tests=str(len(claims)),
        failures=str(len(failures)),
        errors="0",
        skipped="0",
    )
    for claim in claims:
        case = ET.SubElement(
            suite,
            "testcase",
            classname=_xml_text(claim.source.document or "claims"),
            name=_xml_text(f"{claim.claim_id} {claim.statement}"),
            time="0",
        )
        for section, row in failures.get(claim.claim_id, ()):
            failure = ET.SubElement(
                case, "failure", type=section.value, message=_xml_text(_RULES[section])
            )
            failure.text = _xml_text(_message(row))
    suites = ET.Element("testsuites")
    suites.append(suite)
    if report.integrity is not None and not report.integrity.ok:
        suites.append(_broken_ledger(report.integrity.finding))
    ET.indent(suites)
    text = ET.tostring(suites, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def report_sarif(report: AuditReport, fail_on: Sequence[Section] = EVERY_SECTION) -> str:
    """Write a report as SARIF 2.1.0.

    Args:
        report: The report.
        fail_on: The sections whose rows become results.

    Returns:
        JSON text that ends with a line end.

    *Source:* spec/claims.md, Surfaces (`audit_report`).
    """
    rules = [
        {
            "id": section.value,
            "shortDescription": {"text": _RULES[section]},
            "defaultConfiguration": {"level": _LEVELS[section]},
        }
        for section in fail_on
    ]
    results = [
        {
            "ruleId": section.value,
            "ruleIndex": index,
            "level": _LEVELS[section],
            "message": {"text": _sarif_text(_message(row))},
            "partialFingerprints": {"claim/v1": f"{row.claim.claim_id}/{section.value}"},
            "locations": [_location(row.claim)],
        }
        for index, section in enumerate(fail_on)
        for row in report.sections[section]
    ]
    driver = {"name": "both-sides", "version": __version__, "rules": rules}
    run = {
        "tool": {"driver": driver},
        "invocations": [_invocation(report)],
        "results": results,
        "columnKind": "unicodeCodePoints",
    }
    document = {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}
    return orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE).decode()


def _active_claims(report: AuditReport) -> list[Claim]:
    """List the active claims of a report, each once, by id."""
    rows = [*report.supported, *(row for rows in report.sections.values() for row in rows)]
    claims = {row.claim.claim_id: row.claim for row in rows}
    return sorted(claims.values(), key=lambda claim: (claim.n, claim.claim_id))


def _findings_by_claim(
    report: AuditReport, fail_on: Sequence[Section]
) -> dict[str, list[tuple[Section, ReportRow]]]:
    findings: dict[str, list[tuple[Section, ReportRow]]] = {}
    for section in fail_on:
        for row in report.sections[section]:
            findings.setdefault(row.claim.claim_id, []).append((section, row))
    return findings


def _message(row: ReportRow) -> str:
    claim = row.claim
    parts = [f"{claim.claim_id} ({claim.verdict_word}): {claim.statement}", row.detail]
    if claim.next_step is not None and claim.next_step not in row.detail:
        parts.append(f"Next step: {claim.next_step}")
    return "\n".join(part for part in parts if part)


def _broken_ledger(finding: str) -> ET.Element:
    suite = ET.Element("testsuite", name="ledger", tests="1", failures="0", errors="1", skipped="0")
    case = ET.SubElement(suite, "testcase", classname="ledger", name="every seal matches", time="0")
    error = ET.SubElement(case, "error", type="integrity", message=_BROKEN)
    error.text = _xml_text(finding)
    return suite


def _invocation(report: AuditReport) -> dict[str, Any]:
    found = report.integrity
    if found is None or found.ok:
        return {"executionSuccessful": True}
    text = _sarif_text(f"{_BROKEN} {found.finding}.")
    notice = {"level": "error", "descriptor": {"id": "integrity"}, "message": {"text": text}}
    return {"executionSuccessful": False, "toolExecutionNotifications": [notice]}


def _location(claim: Claim) -> dict[str, Any]:
    location: dict[str, Any] = {
        "logicalLocations": [{"name": claim.claim_id, "kind": "resource"}],
    }
    if claim.source.document:
        physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(claim.source.document)}}
        line = _LINE.search(claim.source.locator or "")
        if line is not None:
            physical["region"] = {"startLine": int(line[1])}
        location["physicalLocation"] = physical
    return location


def _uri(document: str) -> str:
    """Write an address as it is, and a path so that nothing in it means more than itself."""
    from urllib.parse import quote

    if _ADDRESS.match(document) is None:
        return quote(document, safe="/@+,;=&~")
    base, mark, fragment = document.partition("#")
    return _LONE_PERCENT.sub(
        "%25", quote(base, safe="/:?&=@%+,;~!$'()*") + mark + quote(fragment, safe="/:?&=@%+,;~")
    )


def _sarif_text(text: str) -> str:
    """Write a plain message in which nothing is a placeholder or a link.

    *Source:* SARIF 2.1.0, 3.11.5 and 3.11.6.
    """
    doubled = text.replace("{", "{{").replace("}", "}}")
    return _BRACKET.sub(r"\1\1\\\2", doubled)


def _xml_text(text: str) -> str:
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
