"""Claims, evidence and rules are recorded and changed; each answer says what is now."""

import json
from pathlib import Path

import pytest

from tests.command_line import CommandLine
from tests.interfaces.claims.conftest import ITEM


def events(cli: CommandLine) -> int:
    """Count the links of the ledger."""
    return int(cli("report", "--json").json["integrity"]["events"])


# --- many claims at once -----------------------------------------------------------------------

MANY = [
    b"It is fast\r\n",
    b"\n",
    b"   It is small  \n",
    json.dumps(
        {
            "statement": "It is old",
            "parents": ["clm-0001"],
            "document": "README.md",
            "locator": "line 3",
            "key": "R1",
            "tags": ["x", "y"],
        }
    ).encode()
    + b"\n",
    "大阪 is a city".encode(),
]


@pytest.mark.parametrize("is_piped", [True, False], ids=["standard input", "file"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "with a mark"])
def test_many_claims_are_read_one_a_line(
    cli: CommandLine,
    mark: bytes,
    is_piped: bool,  # noqa: FBT001 - a case
) -> None:
    """Plain text or JSON, blank lines apart; each id is answered on a line of its own."""
    cli("add", "The whole")
    text = mark + b"".join(MANY)
    Path("claims.txt").write_bytes(text)
    given = ("--input", "-") if is_piped else ("--input", "claims.txt")
    found = cli("add", *given, "--json", "--tag", "z", stdin=text)
    assert (found.code, found.err) == (0, "")
    assert [(row["id"], row["verdict"], row["statement"]) for row in found.lines] == [
        ("CLM-0002", "unverified", "It is fast"),
        ("CLM-0003", "unverified", "It is small"),
        ("CLM-0004", "unverified", "It is old"),
        ("CLM-0005", "unverified", "大阪 is a city"),
    ]
    old = cli("show", "CLM-0004", "--json").json
    assert (old["parents"], old["tags"]) == (["CLM-0001"], ["x", "y"])
    assert old["source"] == {"document": "README.md", "locator": "line 3", "key": "R1"}
    assert cli("show", "CLM-0002", "--json").json["tags"] == ["z"]


def test_json_with_a_mark_in_front_is_json(cli: CommandLine) -> None:
    """As editors on some systems save it."""
    text = b'\xef\xbb\xbf{"statement": "It is fast"}\n{"statement": "It is small"}\n'
    found = cli("add", "--input", "-", "--json", stdin=text)
    assert [row["statement"] for row in found.lines] == ["It is fast", "It is small"]


@pytest.mark.requirement("R9")
@pytest.mark.parametrize(
    ("line", "code", "place"),
    [
        (b"\xe2\x80\x8b", "invalid_input", "claim 3 of 4"),
        (b"x" * 20_001, "limit_exceeded", "claim 3 of 4"),
        (b"\xff", "malformed_document", "line 3"),
        (b'{"statement": ""}', "malformed_document", "line 3"),
        (b'{"statement": " "}', "invalid_input", "claim 3 of 4"),
        (b'{"statement": 1}', "malformed_document", "line 3"),
        (b'{"statement": "a", "statement": "b"}', "malformed_document", "line 3"),
        (b'{"statement": "a", "verdict": "supported"}', "malformed_document", "line 3"),
        (b'{"statement": "a", "parents": "CLM-0001"}', "malformed_document", "line 3"),
        (b'{"statement": "a", "parents": ["CLM-0099"]}', "not_found", "claim 3 of 4"),
        (b'{"statement": "a", "parents": ["CLM-0004"]}', "cycle", "claim 3 of 4"),
        (b'{"statement": "a"', "malformed_document", "line 3"),
        (b'{"statement": "\\ud800"}', "", "line 3"),
        (b'{"statement": "a", "tags": ["\\u200b"]}', "invalid_input", "claim 3 of 4"),
    ],
)
def test_one_bad_line_and_none_is_recorded(
    cli: CommandLine, line: bytes, code: str, place: str
) -> None:
    """The refusal says which; the ledger is the same file as before."""
    cli("add", "The whole")
    before = Path("both-sides.db").read_bytes()
    text = b"\n".join((b"It is fast", b"It is small", line, b"It is old"))
    found = cli("add", "--input", "-", "--json", stdin=text)
    assert found.code in {2, 3}
    assert found.out == ""
    assert place in found.error["message"]
    assert found.error["code"] == (code or found.error["code"])
    assert Path("both-sides.db").read_bytes() == before


@pytest.mark.parametrize("text", [b"", b"\n \n\t\r\n", b"\xef\xbb\xbf"])
def test_an_empty_list_of_claims_is_refused(cli: CommandLine, text: bytes) -> None:
    """And no ledger is made for it."""
    found = cli("add", "--input", "-", "--json", stdin=text)
    assert (found.code, found.error["code"]) == (2, "invalid_input")
    assert list(Path().iterdir()) == []


def test_a_key_lets_many_claims_happen_once(cli: CommandLine) -> None:
    """The same request gives the same ids; another one with the key is a conflict."""
    keyed = ("add", "--input", "-", "--idempotency-key", "k", "--json")
    first = cli(*keyed, stdin=b"".join(MANY[:3]))
    assert cli(*keyed, stdin=b"".join(MANY[:3])).out == first.out
    assert events(cli) == 2
    found = cli(*keyed, stdin=MANY[0])
    assert (found.code, found.error["code"]) == (3, "idempotency_conflict")


# --- one claim ---------------------------------------------------------------------------------


def test_a_claim_answers_with_its_id(cli: CommandLine) -> None:
    """In the form that other programs rely on."""
    found = cli("add", "It is fast", "--json").json
    assert {name: found[name] for name in ("id", "verdict", "warnings")} == {
        "id": "CLM-0001",
        "verdict": "unverified",
        "warnings": [],
    }
    assert cli("add", "It is small", "--parent", "CLM-0001").out == "CLM-0002  It is small\n"


def test_a_claim_is_taken_apart(cli: CommandLine) -> None:
    """All children or none, below the claim that was named."""
    cli("add", "It is good")
    found = cli("decompose", "clm-0001", "--child", "It is fast", "It is small", "--json").json
    assert found["parent"] == "CLM-0001"
    assert [(row["id"], row["parents"]) for row in found["claims"]] == [
        ("CLM-0002", ["CLM-0001"]),
        ("CLM-0003", ["CLM-0001"]),
    ]
    before = events(cli)
    refused = cli("decompose", "CLM-0001", "--child", "It is old", " ", "--json")
    assert (refused.code, refused.error["facts"]["position"]) == (2, 2)
    assert cli("decompose", "CLM-0001", "--json").error["code"] == "invalid_input"
    assert events(cli) == before


@pytest.mark.requirement("R11")
def test_what_a_claim_says_of_itself_is_changed(audit: CommandLine) -> None:
    """Statement, parents, source and tags; what is not named stays."""
    changed = audit("update", "CLM-0004", "--statement", "It is quick", "--json").json
    assert (changed["statement"], changed["tags"]) == ("It is quick", ["x"])
    audit("update", "CLM-0004", "--locator", "line 8")
    audit("update", "CLM-0004", "--tag", "a", "b")
    audit("update", "CLM-0004", "--parent", "CLM-0005")
    found = audit("show", "CLM-0004", "--json").json
    assert found["source"] == {
        "document": "docs/Guide & FAQ.md",
        "locator": "line 8",
        "key": None,
    }
    assert (found["tags"], found["parents"]) == (["a", "b"], ["CLM-0005"])
    assert "statement" in found["stale"]
    assert audit("update", "CLM-0004", "--no-parents", "--json").json["parents"] == []
    both = audit("update", "CLM-0004", "--parent", "CLM-0005", "--no-parents", "--json")
    assert (both.code, both.error["code"]) == (2, "invalid_input")
    for again in (("--tag", "a", "b"), ("--statement", "It is quick"), ("--no-parents",), ()):
        found = audit("update", "CLM-0004", *again, "--json")
        assert (found.code, found.error["code"]) == (3, "nothing_changed"), again


@pytest.mark.requirement("R5", "R12")
def test_a_claim_is_retired_and_brought_back(audit: CommandLine) -> None:
    """With a reason each time; meanwhile it takes nothing, and says what took its place."""
    gone = ("retire", "CLM-0006", "--reason", "Said better.", "--superseded-by", "CLM-0005")
    assert audit(*gone, "--json").json["status"] == "retired"
    shown = audit("show", "CLM-0006", "--json").json["retirement"]
    assert (shown["reason"], shown["supersededBy"], shown["actor"]) == (
        "Said better.",
        "CLM-0005",
        "ada",
    )
    assert "superseded by CLM-0005" in audit("show", "CLM-0006").out
    judged = ("--auditor", "grace", "--rationale", "No.")
    for refused in (
        gone,
        ("verdict", "CLM-0006", "not_enough_info", *judged),
        ("evidence", "add", "CLM-0006", "--stance", "supports", *ITEM),
        ("update", "CLM-0006", "--tag", "x"),
        ("add", "It is pretty", "--parent", "CLM-0006"),
    ):
        found = audit(*refused, "--json")
        assert (found.code, found.error["code"]) == (3, "claim_retired"), refused
        assert found.error["facts"]["claim"] == "CLM-0006"
    back = audit("reactivate", "CLM-0006", "--reason", "It was not.", "--json").json
    assert (back["id"], back["status"]) == ("CLM-0006", "active")
    again = audit("reactivate", "CLM-0006", "--reason", "Again.", "--json")
    assert (again.code, again.error["code"]) == (3, "claim_active")
    assert audit("add", "New", "--json").json["id"] == "CLM-0009"


# --- evidence and rules ------------------------------------------------------------------------


@pytest.mark.requirement("R6", "R12")
def test_evidence_is_recorded_listed_superseded_and_withdrawn(cli: CommandLine) -> None:
    """With everything that an item can say; nothing of it is ever edited."""
    cli("add", "It is fast")
    full = ("--quote", "“as is”", "--digest", "sha256:00ff", "--commit", "abc")
    added = ("evidence", "add", "CLM-0001", "--stance")
    first = cli(*added, "supports", *ITEM, *full, "--json").json
    assert (first["id"], first["claimId"], first["collector"]) == ("EVD-0001", "CLM-0001", "ada")
    assert [first[name] for name in ("quote", "digest", "commit")] == [*full[1::2]]
    assert cli(*added, "supports", *ITEM, "--supersedes", "EVD-0001").code == 0
    cli(*added, "context", *ITEM)
    gone = cli("evidence", "withdraw", "EVD-0003", "--reason", "Another file.", "--json").json
    assert (gone["id"], gone["withdrawn"]["reason"]) == ("EVD-0003", "Another file.")
    listed = cli("evidence", "list", "CLM-0001", "--json").json
    assert listed["claimId"] == "CLM-0001"
    assert [
        row["withdrawn"] and row["withdrawn"]["supersededBy"] for row in listed["evidence"]
    ] == [
        "EVD-0002",
        None,
        None,
    ]
    words = cli("evidence", "list", "CLM-0001").out
    assert words.index("for:") < words.index("EVD-0002") < words.index("context:")
    assert "withdrawn: Another file." in words
    cli("add", "It is small")
    assert cli("evidence", "list", "CLM-0002").err == "CLM-0002 has no evidence yet\n"


def test_a_verdict_of_a_retry_is_recorded_once(cli: CommandLine) -> None:
    """With the same key: the same seal, and it says so."""
    cli("add", "It is fast")
    judged = ("verdict", "CLM-0001", "not_enough_info", "--auditor", "ada", "--rationale", "No.")
    first, second = (cli(*judged, "--idempotency-key", "k", "--json").json for _ in range(2))
    assert first["seal"] == second["seal"]
    assert (first["replayed"], second["replayed"]) == (False, True)
    assert (first["warnings"], second["warnings"]) == (["fix_missing"], ["fix_missing"])
    assert len(cli("history", "CLM-0001", "--json").json["verdicts"]) == 1
    words = cli(*judged)
    assert "warning: " in words.err
    assert "[fix_missing]" in words.err


def test_the_rules_of_a_scope_are_shown_set_and_kept(cli: CommandLine) -> None:
    """What is set to what it is already records nothing; what is not named stays."""
    assert cli("policy", "--json").code == 2  # there is no ledger to have rules
    found = cli("policy", "--strict", "--json").json
    assert found == {"strict": True, "separateAuthorAndAuditor": False}
    both = cli("policy", "--separate-author-and-auditor", "--json").json
    assert both == {"strict": True, "separateAuthorAndAuditor": True}
    cli("policy", "--strict")
    assert events(cli) == 2
    assert cli("policy").out == "strict: yes\nseparateAuthorAndAuditor: yes\n"
    cli("add", "It is fast")
    judged = ("verdict", "CLM-0001", "not_enough_info", "--rationale", "No.", "--auditor")
    assert cli(*judged, "ADA", "--json").error["code"] == "judge_is_author"
    assert cli(*judged, "grace", "--json").error["code"] == "fix_missing"
    cli("policy", "--no-strict", "--no-separate-author-and-auditor")
    assert cli(*judged, "ada").code == 0
