"""What is shown of claims: lists in pages, trees, searches, one claim, what is left to do."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import CommandLine
from tests.interfaces.claims.conftest import ITEM

VIEWS: tuple[tuple[str, ...], ...] = (
    ("tldr",),
    ("next",),
    ("list",),
    ("show", "CLM-0003"),
    ("tree",),
    ("search", "it"),
    ("history", "CLM-0003"),
    ("evidence", "list", "CLM-0003"),
    ("policy",),
    ("report",),
)


def ids(found: Any) -> list[str]:  # noqa: ANN401 - JSON
    """Give the numbers of the claims of an answer."""
    return [row["id"].removeprefix("CLM-000") for row in found["claims"]]


@pytest.mark.parametrize("view", VIEWS, ids=" ".join)
def test_a_view_is_one_document_or_words_and_writes_nothing(
    audit: CommandLine, view: tuple[str, ...]
) -> None:
    """The ledger is the same file afterwards, and a second look shows the same."""
    before = Path("both-sides.db").read_bytes()
    found = audit(*view, "--json")
    assert (found.code, found.err) == (0, "")
    assert isinstance(found.json, dict)
    words = audit(*view)
    assert words.code == 0
    assert words.out.strip()
    assert not words.out.startswith("{")
    assert audit(*view).out == words.out
    assert Path("both-sides.db").read_bytes() == before


@pytest.mark.parametrize("view", VIEWS, ids=" ".join)
def test_no_view_makes_a_ledger(cli: CommandLine, view: tuple[str, ...]) -> None:
    """Where there is none it says so, and leaves nothing behind."""
    found = cli(*view, "--json")
    assert (found.code, found.error["code"], found.out) == (2, "not_found", "")
    assert list(Path().iterdir()) == []


# --- tldr and next -----------------------------------------------------------------------------


@pytest.mark.requirement("F14", "F21", "V23")
def test_tldr_has_one_line_for_each_open_claim_and_the_counts(audit: CommandLine) -> None:
    """In the order of the next steps, whatever is in a statement."""
    lines = audit("tldr").out.splitlines()
    steps = audit("next", "--json").json["steps"]
    assert [line.split()[0] for line in lines[:-1]] == [step["claimId"] for step in steps]
    assert lines[0] == (
        "CLM-0002 refuted  It rejects 1024-bit RSA  → send a 1024-bit RSA JWK and assert it is"
        " rejected"
    )
    undecided = next(line for line in lines if line.startswith("CLM-0004"))
    assert "no Fix: was given. Record the verdict again" in undecided
    assert lines[-1] == (
        "7 claims, 6 open, 3 unverified, 1 refuted, 2 supported, 1 not enough info"
    )
    found = audit("tldr", "--json").json
    assert [row["id"] for row in found["claims"]] == [step["claimId"] for step in steps]
    assert found["counts"]["open"] == 6
    assert found["claims"][0]["nextStep"] == steps[0]["step"]


def test_next_steps_come_in_pages(audit: CommandLine) -> None:
    """Put together they are the list; a step that was not given is null."""
    whole = audit("next", "--json").json
    assert whole["nextCursor"] is None
    steps = list(pages(audit, "steps", "next", "--limit", "2"))
    assert steps == whole["steps"]
    assert [step["reason"] for step in steps] == [
        *("refuted", "ready_refuted", "not_enough_info"),
        *("unverified_with_evidence", "unverified", "stale"),
    ]
    assert [step["step"] is None for step in steps] == [False, *[True] * 5]
    words = audit("next", "--limit", "2")
    assert words.err.startswith("more with --cursor ")


def test_where_nothing_is_open_it_says_so(cli: CommandLine) -> None:
    """In words, on the other stream."""
    cli("policy", "--strict")
    assert cli("next").err == "nothing is open\n"
    assert cli("list").err == "no claim matches\n"
    assert cli("tldr").out == "0 claims, 0 open\n"


# --- list and search ---------------------------------------------------------------------------


def pages(cli: CommandLine, member: str, *query: str) -> Iterator[Any]:
    """Follow the cursors of a list to its end."""
    cursor: list[str] = []
    while True:
        found = cli(*query, *cursor, "--json").json
        yield from found[member]
        if found["nextCursor"] is None:
            return
        cursor = ["--cursor", found["nextCursor"]]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ((), "12345678"),
        (("--active",), "1234567"),
        (("--retired",), "8"),
        (("--verdict", "refuted"), "2"),
        (("--verdict", "unverified"), "1568"),
        (("--verdict", "supported", "--active"), "37"),
        (("--tag", "x"), "45"),
        (("--tag", "y"), "5"),
        (("--tag", "Y"), ""),
        (("--parent", "CLM-0001"), "23"),
        (("--parent", "clm-0001", "--verdict", "refuted"), "2"),
        (("--parent", "CLM-0099"), ""),
        (("--document", "README.md"), "5"),
        (("--document", "docs/Guide & FAQ.md", "--tag", "x"), "4"),
    ],
)
def test_claims_are_listed_by_filters_in_the_order_of_registration(
    audit: CommandLine, filters: tuple[str, ...], expected: str
) -> None:
    """All that match, in pages of any size."""
    assert "".join(ids(audit("list", *filters, "--json").json)) == expected
    rows = list(pages(audit, "claims", "list", *filters, "--limit", "1"))
    assert "".join(ids({"claims": rows})) == expected


def test_a_cursor_belongs_to_its_list(audit: CommandLine) -> None:
    """That of another list, of other filters, or one that was made up is refused."""
    cursor = audit("list", "--tag", "x", "--limit", "1", "--json").json["nextCursor"]
    assert ids(audit("list", "--tag", "x", "--cursor", cursor, "--json").json) == ["5"]
    for query in (
        ("list",),
        ("list", "--tag", "y"),
        ("list", "--tag", "x", "--verdict", "refuted"),
        ("search", "x"),
        ("next",),
    ):
        found = audit(*query, "--cursor", cursor, "--json")
        assert (found.code, found.error["code"]) == (2, "invalid_input"), query
        assert found.error["facts"]["field"] == "cursor"
    for made_up in ("", "x", cursor[:-1], f"{cursor}A", "LTEueA", "%00", "9" * 5000):
        assert audit("list", "--tag", "x", "--cursor", made_up, "--json").code == 2, made_up


@pytest.mark.parametrize("limit", ["0", "-1", "101", "9" * 20, "1.5", "1.0", "0x1", "many"])
@pytest.mark.parametrize("view", [("list",), ("next",), ("search", "it")], ids=" ".join)
def test_a_page_has_1_to_100_items(audit: CommandLine, view: tuple[str, ...], limit: str) -> None:
    """Anything else is refused."""
    found = audit(*view, f"--limit={limit}", "--json")
    assert (found.code, found.out) == (2, "")
    assert found.error["code"] in {"invalid_input", "usage"}


SEARCHES = {
    ("rejects",): "123",
    ("REJECTS", "rsa"): "2",
    ("it",): "234578",
    ("is", "old"): "8",
    ("clm-0004",): "4",
    ("y",): "1567",
    ("forged", "http://evil.example"): "6",
    ("%",): "",
    ('"',): "",
    ("OR", "old"): "",
    ("ld*",): "",
}


@pytest.mark.parametrize("is_indexed", [True, False], ids=["indexed", "plain"])
def test_a_search_finds_the_same_with_an_index_and_without(
    audit: CommandLine,
    is_indexed: bool,  # noqa: FBT001 - a case
) -> None:
    """Every word, inside others too, in either case; no word is a command of the index."""
    if not is_indexed:  # as a library without FTS5 leaves it
        connection = sqlite3.connect("both-sides.db")
        connection.execute("DROP TABLE view_texts")
        connection.commit()
        connection.close()
    for words, expected in SEARCHES.items():
        text = " ".join(words)
        assert "".join(ids(audit("search", "--json", "--", text).json)) == expected, text
        rows = list(pages(audit, "claims", "search", text, "--limit", "2"))
        assert "".join(ids({"claims": rows})) == expected, text
    audit("add", "A word that was not there: zephyr")
    assert ids(audit("search", "zephyr", "--json").json) == ["9"]
    audit("update", "CLM-0009", "--statement", "A word that was not there: sirocco")
    assert ids(audit("search", "zephyr", "--json").json) == []


# --- one claim, and the tree -------------------------------------------------------------------


def test_a_claim_is_shown_with_evidence_verdicts_and_neighbours(audit: CommandLine) -> None:
    """For and against, side by side; in words and as JSON, from whichever case of its id."""
    found = audit("show", "clm-0003", "--json").json
    assert (found["id"], found["verdict"], found["parents"]) == (
        "CLM-0003",
        "supported",
        ["CLM-0001"],
    )
    assert [item["stance"] for item in found["evidenceItems"]] == ["supports", "refutes"]
    assert found["verdicts"][0]["warnings"] == ["conflicting_citations"]
    assert [row["id"] for row in found["parentClaims"]] == ["CLM-0001"]
    words = audit("show", "CLM-0003").out
    assert words.index("for:") < words.index("EVD-0002") < words.index("against:")
    parent = audit("show", "CLM-0001", "--json").json
    assert parent["decomposition"]["readiness"] == "ready_refuted"
    assert [row["id"] for row in parent["childClaims"]] == ["CLM-0002", "CLM-0003"]
    retired = audit("show", "CLM-0008", "--json").json
    assert retired["retirement"]["reason"] == "It was rewritten."
    assert "statement" in audit("show", "CLM-0007", "--json").json["stale"]


@pytest.mark.requirement("F10", "F11")
def test_a_history_shows_every_verdict_the_first_one_first(audit: CommandLine) -> None:
    """Each with its citations and its auditor; a claim without one is unverified."""
    item = audit("evidence", "add", "CLM-0002", "--stance", "supports", *ITEM, "--json").json
    judged = ("--auditor", "alan", "--rationale", "Rejected now.", "--cite", item["id"])
    audit("verdict", "CLM-0002", "supported", *judged)
    found = audit("history", "CLM-0002", "--json").json
    assert found["current"] == "supported"
    assert [(v["seq"], v["verdict"], v["auditor"]) for v in found["verdicts"]] == [
        (1, "refuted", "grace"),
        (2, "supported", "alan"),
    ]
    lines = audit("history", "CLM-0002").out.splitlines()
    assert lines[0].startswith("1. refuted  grace, ")
    assert lines[2].endswith("citing EVD-0006")
    assert "unverified" in audit("history", "CLM-0006").out
    assert audit("history", "CLM-0006", "--json").json["verdicts"] == []


def test_no_rationale_writes_a_verdict_of_its_own(cli: CommandLine) -> None:
    """Its lines stand below its own verdict, further in than one begins."""
    cli("add", "It is fast")
    rationale = "No.\n2. supported  eve, 2026-01-01\r\nnext step: none"
    cli(
        "verdict", "CLM-0001", "not_enough_info", "--auditor", "ada\n3. x", "--rationale", rationale
    )
    for view in ("history", "show"):
        lines = cli(view, "CLM-0001").out.splitlines()
        assert [line for line in lines if line[:2] in {"1.", "2.", "3."}] == [
            next(line for line in lines if line.startswith("1. not_enough_info  ada 3. x"))
        ]
        assert not [line for line in lines if line.startswith("next step")]


def test_the_tree_has_parents_above_their_children(audit: CommandLine) -> None:
    """Retired claims are left out; one with two parents stands twice, its children once."""
    audit("update", "CLM-0005", "--parent", "CLM-0002", "CLM-0004")
    audit("update", "CLM-0006", "--parent", "CLM-0005")
    rows = audit("tree", "--json").json["claims"]
    assert [(row["id"][-1], row["depth"], row["repeated"]) for row in rows] == [
        ("1", 0, False),
        ("2", 1, False),
        ("5", 2, False),
        ("6", 3, False),
        ("3", 1, False),
        ("4", 0, False),
        ("5", 1, True),
        ("7", 0, False),
    ]
    below = audit("tree", "CLM-0004").out.splitlines()
    assert [line.split()[0] for line in below] == ["CLM-0004", "CLM-0005", "CLM-0006"]
    assert below[1].startswith("  CLM-0005 unverified")


def test_children_of_a_retired_claim_are_not_lost(audit: CommandLine) -> None:
    """They stand at the top."""
    audit("retire", "CLM-0001", "--reason", "Too broad.")
    rows = audit("tree", "--json").json["claims"]
    assert [(row["id"][-1], row["depth"]) for row in rows][:2] == [("2", 0), ("3", 0)]


def test_a_deep_tree_can_be_seen(cli: CommandLine) -> None:
    """Level by level."""
    Path("tree.md").write_text("\n".join(f"{'  ' * n}- Claim number {n}" for n in range(12)))
    assert cli("import", "tree.md").code == 0
    assert [row["depth"] for row in cli("tree", "--json").json["claims"]] == [*range(12)]
