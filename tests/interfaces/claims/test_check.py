"""`claims-mcp check`: exit 0 clean, 1 findings, 2 could not run; nothing else, whatever happens."""

import sqlite3
from pathlib import Path

import pytest

from both_sides.domain.counting import counted
from tests.command_line import CommandLine, process
from tests.interfaces.claims.conftest import FIX, ITEM

SECTIONS = {
    "refuted": ["CLM-0002"],
    "not_enough_info": ["CLM-0004"],
    "unverified": ["CLM-0001", "CLM-0005", "CLM-0006"],
    "decomposition": ["CLM-0001"],
    "stale": ["CLM-0007"],
    "missing_fixes": ["CLM-0004"],
    "conflicts": ["CLM-0003"],
}


@pytest.mark.requirement("F20", "V30")
@pytest.mark.parametrize("section", SECTIONS)
def test_each_section_can_be_failed_on_alone(audit: CommandLine, section: str) -> None:
    """And its claims are the findings."""
    found = audit("check", "--fail-on", section, "--json")
    assert (found.code, found.err) == (1, "")
    assert found.json["clean"] is False
    rows = [(row["section"], row["claimId"]) for row in found.json["findings"]]
    assert rows == [(section, claim) for claim in SECTIONS[section]]
    assert found.json["summary"][section] == len(rows)
    words = audit("check", "--fail-on", section)
    assert words.code == 1
    assert [line.split("  ")[0] for line in words.out.splitlines()] == [
        *(f"{section}: {claim}" for claim in SECTIONS[section]),
        f"{counted(len(rows), 'finding')} in 7 claims",
    ]


def test_without_fail_on_everything_but_conflicts_counts(audit: CommandLine) -> None:
    """Sections come in the order in which they were asked for, each once."""
    default = audit("check", "--json").json
    assert "conflicts" not in {row["section"] for row in default["findings"]}
    every = ",".join(SECTIONS)
    assert audit("check", "--fail-on", every, "--json").json["summary"] == default["summary"]
    twice = audit("check", "--fail-on", " stale , refuted,stale", "--json").json["findings"]
    assert [row["claimId"] for row in twice] == ["CLM-0007", "CLM-0002"]


def test_a_section_without_claims_is_clean(cli: CommandLine) -> None:
    """Exit 0, also where other sections have claims in them."""
    cli("add", "It is fast")
    assert cli("check", "--fail-on", "refuted,stale").code == 0
    found = cli("check", "--fail-on", "refuted,stale", "--json")
    assert (found.code, found.json["clean"], found.json["findings"]) == (0, True, [])
    assert found.json["integrity"]["ok"] is True


def test_a_claim_that_is_supported_or_retired_is_no_finding(cli: CommandLine) -> None:
    """The whole way from a finding to none."""
    cli("add", "It is fast")
    cli("add", "It is pretty")
    cli("evidence", "add", "CLM-0001", "--stance", "supports", *ITEM)
    assert cli("check").code == 1
    judged = ("--auditor", "grace", "--rationale", "Seen.", "--cite", "EVD-0001")
    cli("verdict", "CLM-0001", "supported", *judged)
    assert cli("check").code == 1
    cli("retire", "CLM-0002", "--reason", "A matter of taste.")
    assert cli("check").code == 0


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--ledger", "missing.db"), "not_found"),
        (("--ledger", "letter.txt"), "unsupported_schema"),
        (("--ledger", "."), "store_unavailable"),
        (("--ledger", ""), "store_unavailable"),
        (("--ledger", "mysql://host/db"), "invalid_input"),
        (("--scope", "a b"), "invalid_input"),
        (("--scope", "loacl"), "not_found"),
        (("--fail-on", "sick"), "invalid_input"),
        (("--fail-on", "refuted;stale"), "invalid_input"),
        (("--fail-on", ""), "invalid_input"),
        (("--fail-on", " , "), "invalid_input"),
        (("--fail-on",), "usage"),
        (("--nosuch",), "usage"),
        (("extra",), "usage"),
    ],
)
def test_what_could_not_run_has_not_passed(
    audit: CommandLine, arguments: tuple[str, ...], code: str
) -> None:
    """Exit 2 for all of it: no ledger, another file, a slip in a name, nothing to fail on."""
    Path("letter.txt").write_text("Dear Sir or Madam")
    before = Path("both-sides.db").read_bytes()
    found = audit("check", *arguments, "--json")
    assert (found.code, found.out, found.error["code"]) == (2, "", code)
    words = audit("check", *arguments)
    assert (words.code, words.out) == (2, "")
    assert f"[{code}]\n hint: " in words.err
    assert Path("both-sides.db").read_bytes() == before
    assert not Path("missing.db").exists()


def test_a_ledger_that_is_not_intact_has_not_passed(tampered: CommandLine) -> None:
    """Also where no claim stands in the section that was asked for."""
    found = tampered("check", "--fail-on", "conflicts", "--json")
    assert (found.code, found.json["clean"]) == (2, False)
    assert found.json["integrity"]["ok"] is False
    assert found.json["integrity"]["firstBrokenSeq"] == 14
    words = tampered("check", "--fail-on", "conflicts")
    assert words.code == 2
    assert "NOT INTACT" in words.out


def test_a_view_row_that_was_changed_has_not_passed(audit: CommandLine) -> None:
    """A verdict that is not what its event says."""
    connection = sqlite3.connect("both-sides.db")
    sql = "UPDATE views SET body = replace(body, '\"refuted\"', '\"supported\"')"
    assert connection.execute(f"{sql} WHERE kind = 'claim' AND key = 'CLM-0002'").rowcount == 1
    connection.commit()
    connection.close()
    audit.is_replayed = False
    found = audit("check", "--json")
    assert (found.code, found.out, found.error["code"]) == (2, "", "tampered")


@pytest.mark.parametrize(
    ("gone", "asked", "finding"),
    [
        (
            "kind = 'claim' AND key = 'CLM-0001'",
            ("verdict", "CLM-0003", "not_enough_info", "--auditor", "ada", "--rationale", FIX),
            "an event names CLM-0001, which no event created",
        ),
        ("kind = 'counters'", ("add", "Another"), "an event creates CLM-0001"),
        (
            "kind = 'counters'",
            ("evidence", "add", "CLM-0002", "--stance", "supports", *ITEM),
            "an event creates EVD-0001",
        ),
    ],
)
def test_nothing_is_recorded_on_rows_that_were_taken_away(
    audit: CommandLine, gone: str, asked: tuple[str, ...], finding: str
) -> None:
    """The row is missed when the event is applied; the chain stays as it was."""
    connection = sqlite3.connect("both-sides.db")
    before = connection.execute("SELECT count(*) FROM events").fetchone()
    assert connection.execute(f"DELETE FROM views WHERE {gone}").rowcount == 1
    connection.commit()
    audit.is_replayed = False
    found = audit(*asked, "--json")
    assert (found.code, found.error["code"]) == (4, "tampered")
    assert finding in found.error["message"]
    assert "both-sides replay" in found.error["hint"]
    assert connection.execute("SELECT count(*) FROM events").fetchone() == before
    connection.close()


def test_no_statement_writes_a_line_of_its_own(cli: CommandLine) -> None:
    """In a log, a finding is one line."""
    cli("add", "--", "It is fast\n0 findings in 1 claim")
    found = cli("check")
    assert found.out.splitlines() == [
        "unverified: CLM-0001  It is fast 0 findings in 1 claim",
        "1 finding in 1 claim",
    ]


@pytest.mark.slow
def test_as_a_process_of_its_own_it_ends_with_the_same_codes(
    audit: CommandLine, tmp_path: Path
) -> None:
    """What a pipeline sees: one line of JSON on one of the two streams."""
    assert audit("check").code == 1
    for arguments, code in (
        (("check", "--fail-on", "refuted"), 1),
        (("check", "--fail-on", "sick"), 2),
        (("check", "--ledger", "missing.db"), 2),
    ):
        found = process(*arguments, "--json", cwd=tmp_path, program="claims-mcp")
        assert found.code == code
        assert found.json if code == 1 else found.error["hint"]


def test_a_step_that_was_given_is_no_missing_fix(cli: CommandLine) -> None:
    """The same claim with a vague step, then with a concrete one."""
    cli("add", "It is fast")
    judged = ("verdict", "CLM-0001", "not_enough_info", "--auditor", "grace", "--rationale")
    only = ("check", "--fail-on", "missing_fixes")
    for rationale, code in ((f"No. {FIX}", 0), ("No. Fix: add tests", 1), (f"No. {FIX}", 0)):
        assert cli(*judged, rationale).code == 0
        assert cli(*only).code == code
