"""What bad input gets: a stable code, the facts, a hint that helps, and no trace in the ledger."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line import PROGRAMS, CommandLine, environment
from tests.interfaces.claims.conftest import ITEM

JUDGED = ("--auditor", "grace", "--rationale", "Seen.")
UNDECIDED = ("verdict", "CLM-0001", "not_enough_info")
SUPPORTED = ("verdict", "CLM-0003", "supported", *JUDGED)
FOR = ("evidence", "add", "CLM-0001", "--stance", "supports")
PLACE = ("--kind", "test", "--locator", "x")
BLANK = {
    "nothing": "",
    "white space": " \t\n\u00a0\u3000\u2003",
    "zero width": "\u200b\u200c\u200d\u2060\ufeff",
    "soft hyphen": "\u00ad",
    "fillers": "\u115f\u3164\uffa0\u2800",
    "directions": "\u202e\u2066\u2069",
    "variation selectors": "\ufe0f\U000e0100",
    "tags": "\U000e0020\U000e007f",
}


@pytest.mark.requirement("F6", "F7")
@pytest.mark.parametrize("blank", BLANK.values(), ids=BLANK)
@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        (("add",), (), "invalid_input"),
        ((*UNDECIDED, "--auditor", "grace", "--rationale"), (), "rationale_missing"),
        ((*UNDECIDED, "--rationale", "No.", "--auditor"), (), "actor_missing"),
        (("retire", "CLM-0001", "--reason"), (), "rationale_missing"),
        (("reactivate", "CLM-0008", "--reason"), (), "rationale_missing"),
        (("evidence", "withdraw", "EVD-0001", "--reason"), (), "rationale_missing"),
        ((*FOR, *PLACE, "--summary"), (), "invalid_input"),
        ((*FOR, "--kind", "test", "--summary", "x", "--locator"), (), "invalid_input"),
        (("update", "CLM-0001", "--statement"), (), "invalid_input"),
        (("update", "CLM-0001", "--tag"), (), "invalid_input"),
        (("add", "It is fast", "--actor"), (), "actor_missing"),
    ],
    ids=lambda value: " ".join(value[-2:]) if isinstance(value, tuple) else value,
)
def test_what_cannot_be_seen_says_nothing(
    audit: CommandLine,
    before: tuple[str, ...],
    after: tuple[str, ...],
    code: str,
    blank: str,
) -> None:
    """Wherever a text must say something, and in every script."""
    refused(audit, (*before, blank, *after), code)


def refused(cli: CommandLine, arguments: tuple[str, ...], code: str) -> dict[str, object]:
    """Require a refusal with a code, in both forms, that leaves the ledger byte for byte."""
    ledger = Path("both-sides.db").read_bytes()
    found = cli(*arguments, "--json")
    assert (found.error["code"], found.out) == (code, ""), arguments
    assert found.code == (3 if code in RULES else 2)
    words = cli(*arguments)
    assert (words.code, words.out) == (found.code, "")
    assert f"[{code}]\n hint: " in words.err
    assert Path("both-sides.db").read_bytes() == ledger
    facts: dict[str, object] = found.error["facts"]
    return facts


RULES = {
    "rationale_missing",
    "actor_missing",
    "foreign_evidence",
    "duplicate_citation",
    "citation_missing",
    "evidence_withdrawn",
    "claim_retired",
    "claim_active",
    "cycle",
    "nothing_changed",
    "fix_missing",
    "fix_vague",
    "fix_cross_reference",
}


@pytest.mark.requirement("R9")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        # there is no such thing
        (("show", "CLM-0099"), "not_found"),
        (("history", "CLM-99999999"), "not_found"),
        (("tree", "CLM-0099"), "not_found"),
        (("evidence", "list", "CLM-0099"), "not_found"),
        (("add", "x", "--parent", "CLM-0099"), "not_found"),
        (("decompose", "CLM-0099", "--child", "x"), "not_found"),
        (("update", "CLM-0099", "--statement", "x"), "not_found"),
        (("retire", "CLM-0099", "--reason", "x"), "not_found"),
        (("retire", "CLM-0001", "--reason", "x", "--superseded-by", "CLM-0099"), "not_found"),
        (("reactivate", "CLM-0099", "--reason", "x"), "not_found"),
        (("evidence", "add", "CLM-0099", "--stance", "supports", *ITEM), "not_found"),
        (("evidence", "withdraw", "EVD-0099", "--reason", "x"), "not_found"),
        ((*FOR, *ITEM, "--supersedes", "EVD-0099"), "not_found"),
        (("verdict", "CLM-0099", "not_enough_info", *JUDGED), "not_found"),
        ((*SUPPORTED, "--cite", "EVD-0099"), "not_found"),
        # it is no id
        (("show", ""), "invalid_input"),
        (("show", "CLM-1"), "not_found"),
        (("show", "CLM-0001\n"), "invalid_input"),
        (("show", "x" * 257), "invalid_input"),
        (("verdict", "CLM-0003", "supported", *JUDGED, "--cite", "EVD-2"), "not_found"),
        # the claim and its evidence do not belong together
        ((*SUPPORTED, "--cite", "EVD-0001"), "foreign_evidence"),
        ((*FOR, *ITEM, "--supersedes", "EVD-0001"), "foreign_evidence"),
        ((*SUPPORTED, "--cite", "EVD-0002", "EVD-0002"), "duplicate_citation"),
        ((*SUPPORTED, "--cite", "evd-0002", "EVD-0002"), "duplicate_citation"),
        (SUPPORTED, "citation_missing"),
        ((*SUPPORTED, "--cite", "EVD-0003"), "citation_missing"),
        (("verdict", "CLM-0003", "refuted", *JUDGED, "--cite", "EVD-0002"), "citation_missing"),
        # the tree
        (("update", "CLM-0001", "--parent", "CLM-0001"), "cycle"),
        (("update", "CLM-0001", "--parent", "CLM-0002"), "cycle"),
        (("add", "x", "--parent", "CLM-0009"), "cycle"),
        (("retire", "CLM-0001", "--reason", "x", "--superseded-by", "CLM-0001"), "cycle"),
        # it is too long
        (("add", "x" * 20_001), "limit_exceeded"),
        ((*UNDECIDED, "--auditor", "x", "--rationale", "x" * 20_001), "limit_exceeded"),
        ((*UNDECIDED, "--rationale", "x", "--auditor", "x" * 201), "limit_exceeded"),
        (("add", "x", "--tag", "x" * 201), "limit_exceeded"),
        (("add", "x", "--tag", *map(str, range(51))), "invalid_input"),
        (("add", "x", "--source", "x" * 4_001), "limit_exceeded"),
        ((*FOR, "--kind", "test", "--summary", "x", "--locator", "x" * 4_001), "limit_exceeded"),
        ((*FOR, *ITEM, "--quote", "x" * 20_001), "limit_exceeded"),
        ((*FOR, *ITEM, "--digest", "x" * 201), "limit_exceeded"),
        # it is none of the words
        (("verdict", "CLM-0001", "unverified", *JUDGED), "usage"),
        (("verdict", "CLM-0001", "Supported", *JUDGED), "usage"),
        (("evidence", "add", "CLM-0001", "--stance", "for", *ITEM), "usage"),
        ((*FOR, "--kind", "rumour", "--locator", "x", "--summary", "x"), "usage"),
        (("list", "--verdict", "true"), "invalid_input"),
        (("report", "--format", "pdf"), "usage"),
        (("export", "--format", "pdf"), "usage"),
        (("import", "x", "--format", "pdf"), "usage"),
        # something is missing, or too much
        (("add",), "invalid_input"),
        (("add", "x", "--input", "-"), "invalid_input"),
        (("show",), "usage"),
        (("verdict", "CLM-0001", "refuted"), "usage"),
        (("retire", "CLM-0001"), "usage"),
        (("nosuch",), "usage"),
        (("search", " "), "invalid_input"),
        (("policy", "--strict", "--no-strict"), "usage"),
        # it has no canonical form
        (("add", "half \ud83d"), "not_canonical"),
        ((*UNDECIDED, "--auditor", "x", "--rationale", "half \udc00"), "not_canonical"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, tuple) else value,
)
def test_what_cannot_be_done_leaves_no_trace(
    audit: CommandLine, arguments: tuple[str, ...], code: str
) -> None:
    """Exit 2 where the text is wrong, 3 where a rule says no."""
    refused(audit, arguments, code)


@pytest.mark.requirement("F5")
def test_evidence_of_another_claim_names_both_claims_and_what_would_do(audit: CommandLine) -> None:
    """The call that would have been accepted stands in the hint, and it is."""
    found = audit(*SUPPORTED, "--cite", "EVD-0001", "--json").error
    assert found["facts"] == {
        "evidence": "EVD-0001",
        "claim": "CLM-0003",
        "belongs_to": "CLM-0002",
        "usable": ["EVD-0002", "EVD-0003"],
    }
    assert "CLM-0002" in found["message"]
    assert "EVD-0002" in found["hint"]
    assert audit(*SUPPORTED, "--cite", "EVD-0002").code == 0


@pytest.mark.requirement("R12")
def test_a_cycle_names_its_way(audit: CommandLine) -> None:
    """From the parent that was asked for to the claim itself."""
    audit("add", "Deeper", "--parent", "CLM-0002")
    facts = refused(audit, ("update", "CLM-0001", "--parent", "CLM-0009"), "cycle")
    assert facts == {"claim": "CLM-0001", "parent": "CLM-0009"}
    message = audit("update", "CLM-0001", "--parent", "CLM-0009", "--json").error["message"]
    assert message.endswith("CLM-0009 below CLM-0002 below CLM-0001")


@pytest.mark.parametrize("characters", [10_000, 20_000])
def test_a_long_statement_is_kept_whole_and_shown_short(cli: CommandLine, characters: int) -> None:
    """Ten thousand characters of any script, in lists one line."""
    statement = "大\U0001f600e\u0301é" * (characters // 5)
    assert len(statement) == characters
    assert cli("add", statement, "--json").json["statement"] == statement
    assert cli("show", "CLM-0001", "--json").json["statement"] == statement
    assert len(cli("tldr").out.splitlines()) == 2
    assert len(cli("tldr").out.splitlines()[0]) < 400
    text = cli("export").out.encode()
    assert cli("import", "-", "--ledger", "copy.db", stdin=text).code == 0
    assert cli("show", "CLM-0001", "--ledger", "copy.db", "--json").json["statement"] == statement


@pytest.mark.requirement("R2")
@pytest.mark.parametrize(
    ("ending", "step"),
    [
        ("Fix: send a short key and assert it", "send a short key and assert it"),
        ("Fix: no. Fix: send a short key and assert it", "send a short key and assert it"),
        ("Fix:\n\tsend a  short\r\nkey and assert it\n", "send a short key and assert it"),
        ("***Fix:*** send a short key and assert it", "send a short key and assert it"),
        ("- Fix: send a short key and assert it", "send a short key and assert it"),
        ("“Fix: send a short key and assert it", "send a short key and assert it"),
        ("שלום Fix: שלח מפתח קצר ובדוק שהוא נדחה", "שלח מפתח קצר ובדוק שהוא נדחה"),
        ("Fix: 短い鍵を送って拒否されることを確認する", "短い鍵を送って拒否されることを確認する"),
        ("Fix: CLM-0001 needs a test that sends a key", "CLM-0001 needs a test that sends a key"),
        ("fix: send a short key and assert it", None),
        ("FIX: send a short key and assert it", None),
        ("Fix - send a short key and assert it", None),
        ("Fixes: send a short key and assert it", None),
        ("Hotfix: send a short key and assert it", None),
        ("suffix: send a short key and assert it", None),
        ("préFix: send a short key and assert it", None),
        ("pre\u0301Fix: send a short key and assert it", None),
        ("_pre_Fix: send a short key and assert it", None),
        ("Fix", None),
        ("Fix: \u200b\u2060\u00a0", None),
        ("Fix: send a key. Fix:", None),
        ("\u26a0\ufe0fFix: send a short key and assert it", "send a short key and assert it"),
    ],
    ids=ascii,
)
def test_the_step_is_found_however_it_is_spelled(
    cli: CommandLine, ending: str, step: str | None
) -> None:
    """Shown in every view alike; under strict rules, where none is found, it is refused."""
    cli("add", "It is fast")
    judged = (*UNDECIDED, "--auditor", "grace", "--rationale", f"Nobody looked. {ending}")
    if step is None:
        refused(cli, (*judged, "--strict"), "fix_missing")
    recorded = cli(*judged, *(["--strict"] if step else []), "--json").json
    assert recorded["warnings"] == ([] if step else ["fix_missing"])
    assert cli("next", "--json").json["steps"][0]["step"] == step
    assert cli("tldr", "--json").json["claims"][0]["nextStep"] == step
    assert cli("show", "CLM-0001", "--json").json["nextStep"] == step
    assert cli("check", "--fail-on", "missing_fixes").code == (0 if step else 1)


@pytest.mark.parametrize(
    "text",
    [
        "مرحبا بالعالم",
        "\u202eabc\u202c and \u2067def\u2069",
        "e\u0301 and é are two spellings",
        "z" + "\u0335" * 200,
        "👩‍👩‍👧 🇯🇵 \U0001f3f4\U000e0067\U000e0062\U000e007f",
        "tab\there",
        "-- starts like an option",
        "\x1b[31mred\x07",
    ],
    ids=ascii,
)
def test_text_of_every_kind_is_kept_as_it_was_written(cli: CommandLine, text: str) -> None:
    """Nothing is normalised; no control character reaches a terminal."""
    assert cli("add", "--json", "--", text).json["statement"] == text
    cli("evidence", "add", "CLM-0001", "--stance", "refutes", *PLACE, f"--summary={text}")
    judged = (f"--auditor={text[:190]}", f"--rationale={text}", "--cite", "EVD-0001")
    assert cli("verdict", "CLM-0001", "refuted", *judged).code == 0
    shown = cli("show", "CLM-0001", "--json").json
    assert shown["statement"] == shown["evidenceItems"][0]["summary"] == text
    assert shown["verdicts"][0]["rationale"] == text
    for view in (("show", "CLM-0001"), ("tldr",), ("history", "CLM-0001"), ("tree",), ("check",)):
        assert not set(cli(*view).out) & set("\x07\x1b\u202e\u202c\u2067\u2069"), view


# --- at the same moment ------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.requirement("F10", "F22", "R10")
def test_two_auditors_at_the_same_moment_both_are_heard(cli: CommandLine, tmp_path: Path) -> None:
    """In processes of their own: no verdict is lost, no number given twice, one order for all."""
    cli("add", "It is fast")
    running = [
        subprocess.Popen(
            [sys.executable, *PROGRAMS["claims-mcp"], *arguments, "--json"],
            cwd=tmp_path,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for name in ("ada", "grace")
        for arguments in (
            (*UNDECIDED, "--auditor", name, "--rationale", f"{name} has not looked."),
            ("add", f"A claim of {name}"),
        )
    ]
    for child in running:
        out, err = child.communicate()
        assert (child.returncode, err) == (0, b""), (out, err)
    verdicts = cli("history", "CLM-0001", "--json").json["verdicts"]
    assert [verdict["seq"] for verdict in verdicts] == [1, 2]
    assert {verdict["auditor"] for verdict in verdicts} == {"ada", "grace"}
    claims = cli("list", "--json").json["claims"]
    assert [claim["id"] for claim in claims] == ["CLM-0001", "CLM-0002", "CLM-0003"]
    assert cli("report", "--json").json["integrity"]["ok"] is True
