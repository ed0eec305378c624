"""What is left to do, the report, and the rules of the scope, over REST."""

import json
from xml.etree import ElementTree as ET

import pytest

from both_sides.interfaces.wire.audit_ci import report_junit, report_sarif
from both_sides.interfaces.wire.audit_markdown import report_markdown
from both_sides.interfaces.wire.audit_shapes import report_members
from both_sides.service.audit import Audit
from both_sides.service.audit_report import audit_report
from tests.served import LOCAL, Served, answered, refused

FORMS = {
    "json": "application/json",
    "md": "text/markdown; charset=utf-8",
    "junit": "application/xml",
    "sarif": "application/sarif+json",
}


def test_next_steps_come_most_urgent_first_in_pages(served: Served) -> None:
    """A refuted claim before one that nobody has looked at."""
    untouched, refuted = served.claim(), served.claim("Another.")
    item = served.evidence(refuted, "refutes")
    body = {"verdict": "refuted", "rationale": "It fails. Fix: pin it", "citations": [item]}
    served.post(f"/claims/{refuted}/verdicts", body)
    first = served.get("/next-steps?limit=1")
    (step,) = first.json()["steps"]
    assert (step["claimId"], step["step"]) == (refuted, "pin it")
    rest = served.get(first.links["next"]["url"].removeprefix("/api/v1")).json()
    assert [step["claimId"] for step in rest["steps"]] == [untouched]
    assert rest["nextCursor"] is None


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("in_query", [True, False])
def test_the_report_comes_in_the_form_that_is_asked_for(
    served: Served,
    form: str,
    in_query: bool,  # noqa: FBT001 - a case
) -> None:
    """By name or by media type, each the same as on the command line."""
    served.claim()
    media_type = FORMS[form].partition(";")[0]
    answer = (
        served.get(f"/audit-report?format={form}")
        if in_query
        else served.get("/audit-report", headers={"Accept": media_type})
    )
    assert answer.headers["content-type"].startswith(media_type)
    report = audit_report(Audit(served.office.ledger, LOCAL))
    writers = {"md": report_markdown, "junit": report_junit, "sarif": report_sarif}
    if form == "json":
        assert answer.json() == json.loads(json.dumps(report_members(report)))
    else:
        assert answer.text == writers[form](report)
    if form == "junit":
        assert ET.fromstring(answer.text).find(".//testcase") is not None


def test_a_form_that_no_report_has_is_refused(served: Served) -> None:
    """By name 422, by media type 406."""
    refused(served.ask("GET", "/audit-report?format=pdf"), 422, "invalid_input")
    answer = served.ask("GET", "/audit-report", headers={"Accept": "application/pdf"})
    refused(answer, 406, "not_acceptable")


def test_the_rules_of_the_scope_are_set_whole(served: Served) -> None:
    """To set what is set already records nothing."""
    assert served.get("/policy").json() == {"strict": False, "separateAuthorAndAuditor": False}
    rules = {"strict": True, "separateAuthorAndAuditor": True}
    for _ in range(2):
        assert answered(served.ask("PUT", "/policy", json=rules), 200).json() == rules
    assert served.get("/policy").json() == rules
    assert served.office.ledger.store.head(LOCAL).n == 2
    refused(served.ask("PUT", "/policy", json={"strict": True}), 422, "invalid_input")
