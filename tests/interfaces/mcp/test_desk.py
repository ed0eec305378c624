"""The desk through an agent: the numbers and sentences of the command line, and its refusals."""

import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from both_sides.domain.disputes import WHAT_THIS_IS_NOT
from both_sides.interfaces.cli import app
from tests.interfaces.mcp.agents import Agent, Answer, accepted

LISBON = {"entity": "Q597", "property": "P1082"}
AS_OF = "2026-10-03"
LEADER, BARRED = "Q597-P1082-2", "Q597-P1082-1"


def command(ledger: Path, *words: str) -> Any:  # noqa: ANN401 - any JSON value
    """Run a command with --json, and read what it prints."""
    out = io.TextIOWrapper(io.BytesIO(), "utf-8")
    with redirect_stdout(out):
        assert app.run([*words, "--json", "--ledger", str(ledger)]) == 0
    out.flush()
    return json.loads(out.buffer.getvalue())


def pages(agent: Agent, tool: str, rows: str, **arguments: Any) -> list[Answer]:  # noqa: ANN401
    """Follow the cursor to the end, and give every row."""
    found: list[Answer] = []
    cursor: str | None = None
    while True:
        given = arguments if cursor is None else {**arguments, "cursor": cursor}
        page = agent.call(tool, **given)
        found.extend(page[rows])
        cursor = page.get("nextCursor")
        if cursor is None:
            return found


def test_disputes_are_those_of_the_command_line(desk: Agent, desk_ledger: Path) -> None:
    """Row by row, whatever the size of a page."""
    expected = command(desk_ledger, "disputes", "--limit", "100")["disputes"]
    rows = pages(desk, "list_disputes", "disputes", limit=7)
    assert rows == [{n: v for n, v in row.items() if v is not None} for row in expected]
    only = desk.call("list_disputes", entity="q597", kind="contradiction", ruled=False)
    assert {row["entityId"] for row in only["disputes"]} == {"Q597"}


def test_a_ranking_has_the_numbers_and_sentences_of_the_command_line(
    desk: Agent, desk_ledger: Path
) -> None:
    """Of every dispute of the bundled corpus, claim by claim and factor by factor."""
    for row in pages(desk, "list_disputes", "disputes", limit=50)[::4]:
        entity, property_id = row["entityId"], row["propertyId"]
        expected = command(desk_ledger, "adjudicate", entity, property_id, "--as-of", AS_OF)
        subject = {"entity": entity, "property": property_id, "as_of": AS_OF}
        first = desk.call("adjudicate", **subject)
        for name, value in expected["adjudication"].items():
            assert first.get(name) == value, name
        assert first["whatThisIsNot"] == WHAT_THIS_IS_NOT == expected["whatThisIsNot"]
        ranked = pages(desk, "adjudicate", "claims", **subject, limit=9)
        shown = pages(desk, "get_dispute", "claims", **subject, limit=9)
        assert len(ranked) == len(shown) == len(expected["claims"])
        for found, source, wanted in zip(ranked, shown, expected["claims"], strict=True):
            assert found["claimId"] == source["claimId"] == wanted["claimId"]
            assert found["score"] == source["score"] == wanted["score"]
            assert found.get("barredBecause") == wanted["barredBecause"]
            for factor, same in zip(found["factors"], wanted["factors"], strict=True):
                assert factor == {name: same[name] for name in factor}
                assert factor["sentence"] == same["sentence"]
            assert source["referenceCount"] == wanted["referenceCount"]


def test_a_concise_ranking_leaves_the_sentences_out(desk: Agent) -> None:
    """The numbers stay."""
    full = desk.call("adjudicate", **LISBON, as_of=AS_OF)
    concise = desk.call("adjudicate", **LISBON, as_of=AS_OF, detail="concise")
    for long, short in zip(full["claims"], concise["claims"], strict=True):
        for one, other in zip(long["factors"], short["factors"], strict=True):
            assert other == {name: value for name, value in one.items() if name != "sentence"}


def test_a_ruling_goes_from_decision_to_tombstone(desk: Agent, desk_ledger: Path) -> None:
    """Recorded, revised, superseded, retired; the chain shows every step."""
    made = desk.call("record_ruling", **LISBON, choose=LEADER, rationale="The newer census.")
    assert (made["id"], made["standing"], made["chosen"]) == ("RUL-0001", "standing", LEADER)
    assert made["losing"] == [BARRED]
    assert made["whatThisIsNot"] == WHAT_THIS_IS_NOT
    shown = command(desk_ledger, "ruling", "RUL-0001")
    assert (made["value"], made["band"], made["margin"]) == (
        shown["value"],
        shown["band"],
        shown["margin"],
    )
    assert shown["actor"] == "ada"
    desk.call("revise_ruling", ruling_id="rul-0001", rationale="The 2021 census is newer.")
    again = desk.call(
        "record_ruling", entity="Q597", choose=LEADER, rationale="Read it.", supersedes="RUL-0001"
    )
    assert again["supersedes"] == "RUL-0001"
    retired = desk.call("retire_ruling", ruling_id="RUL-0002", reason="It rested on an error.")
    assert retired["standing"] == "retired"
    rulings = desk.call("list_rulings")["rulings"]
    assert [row["standing"] for row in rulings] == ["superseded", "retired"]
    assert rulings[0]["rationale"] == "The 2021 census is newer."
    trail = desk.call("get_audit_trail", ruling_id="RUL-0002")
    assert [link["type"] for link in trail["links"]] == ["ruling.created", "ruling.retired"]
    assert (trail["intact"], trail["headSeal"]) == (True, retired["seal"])
    assert trail["links"][0]["actor"] == "ada"
    links = pages(desk, "get_audit_trail", "links", limit=6, verify=False)
    assert [link["n"] for link in links] == list(range(1, trail["events"] + 1))
    assert {link["about"] for link in links[-3:]} <= {"RUL-0001", "RUL-0002"}


CASES: tuple[tuple[str, Answer, str], ...] = (
    (
        "get_dispute",
        {"entity": "Q1", "property": "P1082"},
        "Q1 is not in this ledger [not_found]\n"
        "Hint: fetch it with `both-sides fetch Q1`, or import a dump that has it\n"
        "Accepted: list_disputes()",
    ),
    (
        "adjudicate",
        {"entity": "Q597", "property": "P1"},
        "Q597 (Lisbon) has no claim about P1 [not_found]\n"
        "Hint: it has claims about P1082\n"
        'Accepted: list_disputes(entity="Q597")',
    ),
    (
        "adjudicate",
        {**LISBON, "at": "soon"},
        "'soon' is not a point in time [invalid_input]\n"
        "Hint: give a year, a month or a day, for example 2015, 2015-10, 2015-10-01, or -44 for"
        " 44 BCE\n"
        'Accepted: adjudicate(entity="Q597", property="P1082", at="2015")',
    ),
    (
        "adjudicate",
        {**LISBON, "at": "2015", "newest": True},
        "a dispute is narrowed to one point in time or to the newest, not both [invalid_input]\n"
        "Hint: leave out --at or --newest\n"
        'Accepted: adjudicate(entity="Q597", property="P1082", at="2015")',
    ),
    (
        "record_ruling",
        {**LISBON, "choose": "Q597-P1082-9", "rationale": "r"},
        "Q597-P1082-9 is not among the claims of Q597 P1082 (all claims) [foreign_claim]\n"
        "Hint: choose one of Q597-P1082-2, Q597-P1082-1\n"
        'Accepted: record_ruling(entity="Q597", choose="Q597-P1082-2", rationale="r",'
        ' property="P1082")',
    ),
    (
        "record_ruling",
        {"entity": "Q597", "choose": "Q597-P1082-9", "rationale": "r"},
        "Q597 (Lisbon) has no claim Q597-P1082-9 [not_found]\n"
        "Hint: get_dispute lists the claims of a dispute\n"
        'Accepted: get_dispute(entity="Q597", property="…")',
    ),
    (
        "record_ruling",
        {**LISBON, "choose": BARRED, "rationale": "r"},
        f"{BARRED} is barred: upstream editors deprecated it while another claim is active"
        " [deprecated_cannot_govern]\n"
        f"Hint: choose {LEADER}, or add --acknowledge barred to rule for it nevertheless; the"
        " acknowledgement is sealed with the ruling\n"
        f'Accepted: record_ruling(entity="Q597", choose="{LEADER}", rationale="r",'
        ' property="P1082")',
    ),
    (
        "record_ruling",
        {**LISBON, "choose": LEADER, "rationale": "\n"},
        "the rationale is empty [rationale_missing]\n"
        'Hint: say why, for example --rationale "The 2021 census counts residents, the rival counts'
        ' the metropolitan area."\n'
        f'Accepted: record_ruling(entity="Q597", choose="{LEADER}", rationale="…",'
        ' property="P1082")',
    ),
    (
        "revise_ruling",
        {"ruling_id": "RUL-0009", "rationale": "r"},
        "there is no ruling RUL-0009 [not_found]\n"
        "Hint: `both-sides rulings` lists the rulings of this scope\n"
        "Accepted: list_rulings()",
    ),
    (
        "retire_ruling",
        {"ruling_id": "1", "reason": "r"},
        "'1' is not the id of a ruling [invalid_input]\n"
        "Hint: ruling ids look like RUL-0001; `both-sides rulings` lists them\n"
        'Accepted: retire_ruling(ruling_id="RUL-0001", reason="r")',
    ),
    (
        "engine_reference",
        {"version": "1"},
        "engine_reference has no parameter 'version' [invalid_input]\n"
        "Hint: the parameters are none\n"
        "Accepted: engine_reference()",
    ),
)


@pytest.mark.parametrize(("tool", "arguments", "text"), CASES)
def test_a_refusal_changes_nothing(
    desk: Agent, desk_ledger: Path, tool: str, arguments: Answer, text: str
) -> None:
    """And says what would have been accepted."""
    before = desk_ledger.read_bytes()
    assert desk.refused(tool, **arguments) == text
    assert desk_ledger.read_bytes() == before


def test_rulings_refuse_in_order(desk: Agent, desk_ledger: Path) -> None:
    """A second one, one that is superseded, one that is retired; each names what is accepted."""
    desk.call("record_ruling", **LISBON, choose=LEADER, rationale="r")
    before = desk_ledger.read_bytes()
    text = desk.refused("record_ruling", entity="Q597", choose=LEADER, rationale="s")
    assert text == (
        "RUL-0001 stands for Q597 P1082 [ruling_stands]\n"
        "Hint: add --supersedes RUL-0001 to replace it, or revise its rationale with `both-sides"
        " revise RUL-0001 --rationale …`\n"
        f'Accepted: record_ruling(entity="Q597", choose="{LEADER}", rationale="s",'
        ' supersedes="RUL-0001")'
    )
    assert "[nothing_changed]" in desk.refused("revise_ruling", ruling_id="RUL-0001", rationale="r")
    assert desk_ledger.read_bytes() == before
    name, call = accepted(text)
    desk.call(name, **call)
    text = desk.refused("revise_ruling", ruling_id="RUL-0001", rationale="t")
    assert text.endswith('Accepted: revise_ruling(ruling_id="RUL-0002", rationale="t")')
    name, call = accepted(text)
    desk.call(name, **call)
    desk.call("retire_ruling", ruling_id="RUL-0002", reason="r")
    text = desk.refused("retire_ruling", ruling_id="RUL-0002", reason="r")
    assert "[ruling_retired]" in text
    assert (
        text.endswith(
            'Accepted: record_ruling(entity="Q597", choose="…", rationale="…", property="P1082")'
        )
        or 'property="P1082"' in text
    )


def test_both_halves_meet(desk: Agent, connect: Any, desk_ledger: Path) -> None:  # noqa: ANN401
    """A verdict stands beside its claim, and a refuted claim asks to be acknowledged."""
    from both_sides.interfaces.mcp.guidance import Kind

    assert desk_ledger.exists()
    audit = connect(Kind.AUDIT, actor="ada")
    item = audit.call(
        "add_evidence", claim_id=LEADER, stance="refutes", locator="census.csv:4", summary="older"
    )
    audit.call(
        "record_verdict",
        claim_id=LEADER,
        verdict="refuted",
        rationale="It is of 2011. Fix: read the table of the 2021 census for the municipality",
        auditor="ada",
        citations=[item["id"]],
    )
    claims = desk.call("get_dispute", **LISBON)["claims"]
    assert [row["verdict"] for row in claims] == ["refuted", "unverified"]
    text = desk.refused("record_ruling", entity="Q597", choose=LEADER, rationale="r")
    assert "[claim_refuted]" in text
    name, call = accepted(text)
    assert call["acknowledge"] == ["refuted"]
    assert desk.call(name, **call)["standing"] == "standing"


def test_writing_calls_with_a_key_happen_once(desk: Agent, desk_ledger: Path) -> None:
    """Each of the three."""
    calls: tuple[tuple[str, Answer], ...] = (
        ("record_ruling", {"entity": "Q597", "choose": LEADER, "rationale": "r"}),
        ("revise_ruling", {"ruling_id": "RUL-0001", "rationale": "s"}),
        ("retire_ruling", {"ruling_id": "RUL-0001", "reason": "t"}),
    )
    for number, (name, arguments) in enumerate(calls):
        answer = desk.call(name, **arguments, idempotency_key=f"k{number}")
        before = desk_ledger.read_bytes()
        again = desk.call(name, **arguments, idempotency_key=f"k{number}")
        assert again == {**answer, "replayed": True}
        assert desk_ledger.read_bytes() == before


def test_the_method_is_the_page(desk: Agent) -> None:
    """The members that `both-sides method --json` prints; it needs no ledger."""
    out = io.TextIOWrapper(io.BytesIO(), "utf-8")
    with redirect_stdout(out):
        app.run(["method", "--json"])
    out.flush()
    expected = json.loads(out.buffer.getvalue())
    found = desk.call("engine_reference")
    assert found["bands"] == expected["bands"]
    assert found["rules"] == expected["rules"]
    assert found["sealFormula"] == expected["seal"]["formula"]
    assert [row["weight"] for row in found["factors"]] == [0.28, 0.22, 0.2, 0.16, 0.14]
