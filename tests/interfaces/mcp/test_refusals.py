"""What a model reads when a call is refused: the exact text, and the ledger as it was."""

from pathlib import Path
from typing import Any

import pytest

from both_sides.domain.ids import ScopeId
from both_sides.domain.verdicts import HONESTY
from both_sides.errors import (
    ForkError,
    LedgerError,
    StaleHeadError,
    StoreUnavailableError,
    TamperedError,
    UnsupportedSchemaError,
    UpstreamUnavailableError,
)
from both_sides.interfaces.mcp.accepted import STEP, Attempt
from both_sides.interfaces.mcp.guidance import Kind
from both_sides.interfaces.mcp.refusals import refusal_text
from both_sides.service.audit import Audit
from both_sides.service.ledger import Ledger
from both_sides.service.wiring import utc_now
from both_sides.store.sqlite import SqliteStore
from tests.interfaces.mcp.agents import Agent, Answer, accepted
from tests.interfaces.mcp.conftest import Connect

# What an agent fills in where the text has "…"; keyed by parameter.
FILLED: Answer = {
    "auditor": "somebody else",
    "citations": [],
    "idempotency_key": "another key",
    "locator": "src/jwk.py:12",
    "rationale": "Seen. Fix: send a 1024-bit RSA JWK and assert that it is rejected",
    "reason": "seen again",
    "statement": "Another statement.",
    "stance": "supports",
    "summary": "what was seen",
    "claim_id": "CLM-0002",
    "parents": ["CLM-0004"],
}


def filled(arguments: Answer) -> Answer:
    """Put something in the place of every … in a call."""
    return {
        name: FILLED[name] if value in ("…", ["…"]) else value for name, value in arguments.items()
    }


@pytest.fixture
def prepared(audit: Agent) -> Agent:
    """Give an agent whose ledger has claims, evidence, a retired claim and a parent."""
    audit.call(
        "add_claims",
        statements=[
            "The parser rejects weak keys.",
            "A 1024-bit RSA JWK is rejected.",
            "An old claim.",
            "A claim in its place.",
        ],
    )
    audit.call("update_claim", claim_id="CLM-0002", parents=["CLM-0001"])
    audit.call("retire_claim", claim_id="CLM-0003", reason="it was reworded")
    for claim_id, stance in (
        ("CLM-0001", "refutes"),
        ("CLM-0002", "supports"),
        ("CLM-0004", "supports"),
        ("CLM-0002", "supports"),
    ):
        audit.call(
            "add_evidence",
            claim_id=claim_id,
            stance=stance,
            kind="test",
            locator="tests/test_jwk.py",
            summary="what was seen",
        )
    audit.call("withdraw_evidence", evidence_id="EVD-0004", reason="the wrong file")
    return audit


VERDICT = {"verdict": "supported", "rationale": "It passes.", "auditor": "m"}
PARAMETERS = "claim_id, verdict, rationale, auditor, citations, strict, idempotency_key"

CASES: tuple[tuple[str, Answer, str], ...] = (
    (
        "record_verdict",
        {"claim_id": "CLM-0001", **VERDICT},
        "supported must cite at least one item that supports CLM-0001 [citation_missing]\n"
        "Hint: record what you saw first: claims-mcp evidence add CLM-0001 --stance supports …;"
        f" or record not_enough_info. {HONESTY}\n"
        'Accepted: add_evidence(claim_id="CLM-0001", stance="supports", locator="…", summary="…")',
    ),
    (
        "record_verdict",
        {"claim_id": "CLM-0002", **VERDICT},
        "supported must cite at least one item that supports CLM-0002 [citation_missing]\n"
        "Hint: cite one of EVD-0002\n"
        'Accepted: record_verdict(claim_id="CLM-0002", verdict="supported", rationale="It passes.",'
        ' auditor="m", citations=["EVD-0002"])',
    ),
    (
        "record_verdict",
        {"claim_id": "CLM-0002", **VERDICT, "citations": ["EVD-0003"]},
        "EVD-0003 is evidence of CLM-0004, not of CLM-0002 [foreign_evidence]\n"
        "Hint: cite evidence of CLM-0002: EVD-0002\n"
        'Accepted: record_verdict(claim_id="CLM-0002", verdict="supported", rationale="It passes.",'
        ' auditor="m", citations=["EVD-0002"])',
    ),
    (
        "record_verdict",
        {"claim_id": "CLM-0002", **VERDICT, "citations": ["EVD-0002", "EVD-0002"]},
        "EVD-0002 is cited twice [duplicate_citation]\n"
        "Hint: cite each item once\n"
        'Accepted: record_verdict(claim_id="CLM-0002", verdict="supported", rationale="It passes.",'
        ' auditor="m", citations=["EVD-0002"])',
    ),
    (
        "record_verdict",
        {"claim_id": "CLM-0002", **VERDICT, "citations": ["EVD-0004", "EVD-0002"]},
        "EVD-0004 was withdrawn [evidence_withdrawn]\n"
        "Hint: cite an item that still counts, or add a new one\n"
        'Accepted: record_verdict(claim_id="CLM-0002", verdict="supported", rationale="It passes.",'
        ' auditor="m", citations=["EVD-0002"])',
    ),
    (
        "record_verdict",
        {"claim_id": "CLM-0002", **VERDICT, "citations": ["EVD-0099"]},
        "there is no evidence EVD-0099 [not_found]\n"
        "Hint: `claims-mcp evidence list CLM-…` lists the evidence of a claim\n"
        'Accepted: get_claim(claim_id="CLM-0002")',
    ),
    (
        "record_verdict",
        {"claim_id": "CLM-0099", **VERDICT},
        "there is no claim CLM-0099 [not_found]\n"
        "Hint: `claims-mcp list` lists the claims of this scope\n"
        "Accepted: list_claims()",
    ),
    (
        "record_verdict",
        {"claim_id": "CLM-0003", **VERDICT},
        "CLM-0003 was retired: it was reworded [claim_retired]\n"
        "Hint: bring it back first: claims-mcp reactivate CLM-0003 --reason …\n"
        'Accepted: reactivate_claim(claim_id="CLM-0003", reason="…")',
    ),
    (
        "record_verdict",
        {
            "claim_id": "CLM-0002",
            "verdict": "not_enough_info",
            "rationale": " \u200b ",
            "auditor": "m",
        },
        "the rationale is empty [rationale_missing]\n"
        'Hint: say why, for example --rationale "The 2021 census counts residents, the rival counts'
        ' the metropolitan area."\n'
        'Accepted: record_verdict(claim_id="CLM-0002", verdict="not_enough_info", rationale="…",'
        ' auditor="m")',
    ),
    (
        "record_verdict",
        {**VERDICT, "claim_id": "CLM-0002", "verdict": "not_enough_info", "auditor": "\u200b"},
        "the auditor is empty [actor_missing]\n"
        'Hint: name who decides, for example --auditor "ada@example.org" or a model id\n'
        'Accepted: record_verdict(claim_id="CLM-0002", verdict="not_enough_info",'
        ' rationale="It passes.", auditor="…")',
    ),
    (
        "record_verdict",
        {"claim_id": "CLM-0004", "verdict": "not_enough_info", "rationale": "?", "strict": True},
        "the rationale names no next step after Fix: [fix_missing]\n"
        "Hint: end the rationale with one concrete step, for example Fix: add a test that sends a"
        " 1024-bit RSA JWK and asserts it is rejected\n"
        f'Accepted: record_verdict(claim_id="CLM-0004", verdict="not_enough_info",'
        f' rationale="{STEP}", auditor="…", strict=true)',
    ),
    (
        "record_verdict",
        {
            "claim_id": "CLM-0001",
            "verdict": "refuted",
            "rationale": "No. Fix: reject 1024-bit RSA keys in parse_jwk",
            "auditor": "m",
            "citations": ["EVD-0001"],
            "strict": True,
        },
        "refuted does not follow from the children of CLM-0001 [against_children]\n"
        "Hint: Judge CLM-0002 first; the parent follows from its children.\n"
        "Accepted: next_steps()",
    ),
    (
        "record_verdict",
        {"claim_id": "CLM-0002", "verdict": "true", "rationale": "yes", "auditor": "m"},
        "verdict: input should be 'supported', 'refuted' or 'not_enough_info' [invalid_input]\n"
        f"Hint: the parameters are {PARAMETERS}; the schema says what each takes\n"
        'Accepted: record_verdict(claim_id="CLM-0002", verdict="not_enough_info", rationale="yes",'
        ' auditor="m")',
    ),
    (
        "record_verdict",
        {"claim_id": "CLM-0002", "verdict": "not_enough_info"},
        "rationale: field required [invalid_input]\n"
        f"Hint: the parameters are {PARAMETERS}; the schema says what each takes\n"
        'Accepted: record_verdict(claim_id="CLM-0002", verdict="not_enough_info", rationale="…",'
        ' auditor="…")',
    ),
    (
        "record_verdict",
        {"claim_id": "CLM-0002", **VERDICT, "citation": ["EVD-0002"]},
        "record_verdict has no parameter 'citation' [invalid_input]\n"
        f"Hint: the parameters are {PARAMETERS}\n"
        'Accepted: record_verdict(claim_id="CLM-0002", verdict="supported", rationale="It passes.",'
        ' auditor="m", citations=["EVD-0002"])',
    ),
    (
        "withdraw_evidence",
        {"evidence_id": "EVD-0004", "reason": "again"},
        "EVD-0004 was withdrawn already [evidence_withdrawn]\nHint: nothing is left to do",
    ),
    (
        "add_evidence",
        {"claim_id": "CLM-0002", "locator": "a", "summary": "b", "supersedes": "EVD-0003"},
        "EVD-0003 is evidence of CLM-0004, not of CLM-0002 [foreign_evidence]\n"
        "Hint: cite evidence of CLM-0002: EVD-0002\n"
        'Accepted: add_evidence(claim_id="CLM-0002", locator="a", summary="b",'
        ' supersedes="EVD-0002")',
    ),
    (
        "add_evidence",
        {"claim_id": "CLM-0002", "locator": "a" * 4_001, "summary": "b"},
        "the locator has 4,001 characters [limit_exceeded]\n"
        "Hint: keep it within 4,000; put longer material into a document and cite it\n"
        'Accepted: add_evidence(claim_id="CLM-0002", locator="…", summary="b")',
    ),
    (
        "add_claims",
        {"statements": ["  "]},
        "the statement is empty [invalid_input]\n"
        "Hint: give a statement that says something\n"
        'Accepted: add_claims(statements=["The parser rejects weak keys."])',
    ),
    (
        "add_claims",
        {"statements": ["x"], "parents": ["CLM-0003"]},
        "CLM-0003 was retired: it was reworded [claim_retired]\n"
        "Hint: bring it back first: claims-mcp reactivate CLM-0003 --reason …\n"
        'Accepted: reactivate_claim(claim_id="CLM-0003", reason="…")',
    ),
    (
        "add_claims",
        {"statements": ["a", "b"], "locators": ["1", "2", "3"]},
        "3 locators do not fit 2 statements [invalid_input]\n"
        "Hint: give one locator for all statements, or one for each, in their order\n"
        'Accepted: add_claims(statements=["a", "b"], locators=["line 3"])',
    ),
    (
        "add_claims",
        {"statements": ["a"] * 51},
        "51 statements are too many for one call [limit_exceeded]\n"
        "Hint: send at most 50 a call\n"
        'Accepted: add_claims(statements=["The parser rejects weak keys."])',
    ),
    (
        "add_claims",
        {"statements": ["a"], "document": "d" * 4_001},
        "the document has 4,001 characters [limit_exceeded]\n"
        "Hint: keep it within 4,000; put longer material into a document and cite it\n"
        'Accepted: add_claims(statements=["a"], document="README.md")',
    ),
    (
        "update_claim",
        {"claim_id": "CLM-0004", "locator": "l" * 4_001},
        "the locator has 4,001 characters [limit_exceeded]\n"
        "Hint: keep it within 4,000; put longer material into a document and cite it\n"
        'Accepted: update_claim(claim_id="CLM-0004", locator="…")',
    ),
    (
        "update_claim",
        {"claim_id": "CLM-0001", "parents": ["CLM-0002"]},
        "CLM-0002 rests on CLM-0001: CLM-0002 below CLM-0001 [cycle]\n"
        "Hint: a parent follows from its children, so it cannot be one of them\n"
        'Accepted: update_claim(claim_id="CLM-0001", parents=["…"])',
    ),
    (
        "update_claim",
        {"claim_id": "CLM-0004", "statement": "A claim in its place."},
        "CLM-0004 is like that already [nothing_changed]\n"
        "Hint: give a new statement, parent, source or tag\n"
        'Accepted: update_claim(claim_id="CLM-0004", statement="…")',
    ),
    (
        "retire_claim",
        {"claim_id": "CLM-0004", "reason": "r", "superseded_by": "CLM-0004"},
        "CLM-0004 cannot supersede itself [cycle]\n"
        "Hint: name the claim that takes its place, or leave --superseded-by out\n"
        'Accepted: retire_claim(claim_id="CLM-0004", reason="r")',
    ),
    (
        "reactivate_claim",
        {"claim_id": "CLM-0004", "reason": "r"},
        "CLM-0004 is active [claim_active]\nHint: only a retired claim can be brought back\n"
        'Accepted: get_claim(claim_id="CLM-0004")',
    ),
    (
        "list_claims",
        {"limit": 51},
        "limit: input should be less than or equal to 50 [invalid_input]\n"
        "Hint: the parameters are text, verdict, status, tag, parent, document, detail, cursor,"
        " limit; the schema says what each takes\n"
        "Accepted: list_claims(limit=20)",
    ),
    (
        "list_claims",
        {"cursor": "made up", "tag": "security"},
        "the cursor does not belong to this list [invalid_input]\n"
        "Hint: leave it out to begin at the start, or send the same filters as for the last page\n"
        'Accepted: list_claims(tag="security")',
    ),
    (
        "get_claim",
        {"claim_id": "\x00"},
        "'\\x00' is not the id of a claim [invalid_input]\n"
        "Hint: claim ids look like CLM-0001, or like Q1764$… where the claim was imported\n"
        'Accepted: get_claim(claim_id="CLM-0001")',
    ),
)


@pytest.mark.parametrize(("tool", "arguments", "text"), CASES)
def test_a_refusal_says_what_would_have_been_accepted(
    prepared: Agent, ledger: Path, tool: str, arguments: Answer, text: str
) -> None:
    """The text is exact, the bytes stay, and the call that it names is accepted."""
    before = ledger.read_bytes()
    assert prepared.refused(tool, **arguments) == text
    assert ledger.read_bytes() == before
    if "Accepted: " in text:
        name, mended = accepted(text)
        answer = prepared.raw(name, filled(mended))
        assert not answer.is_error, (name, filled(mended), answer.content)


def test_a_key_is_for_one_request(prepared: Agent, ledger: Path) -> None:
    """The same request again has the same answer; another one is refused."""
    first = {"claim_id": "CLM-0004", "reason": "r", "idempotency_key": "k1"}
    answer = prepared.call("retire_claim", **first)
    before = ledger.read_bytes()
    again = prepared.call("retire_claim", **first)
    assert again == {**answer, "replayed": True}
    assert prepared.refused("retire_claim", **{**first, "reason": "s"}) == (
        "the idempotency key 'k1' was used for another request [idempotency_conflict]\n"
        "Hint: send the first request again to get its receipt, or use a new key\n"
        'Accepted: retire_claim(claim_id="CLM-0004", reason="s", idempotency_key="…")'
    )
    assert ledger.read_bytes() == before


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("add_claims", {"statements": ["New."]}),
        ("decompose_claim", {"claim_id": "CLM-0002", "statements": ["New."]}),
        ("update_claim", {"claim_id": "CLM-0002", "tags": ["new"]}),
        ("retire_claim", {"claim_id": "CLM-0002", "reason": "r"}),
        ("reactivate_claim", {"claim_id": "CLM-0003", "reason": "r"}),
        ("add_evidence", {"claim_id": "CLM-0002", "locator": "l", "summary": "s"}),
        ("withdraw_evidence", {"evidence_id": "EVD-0002", "reason": "r"}),
        ("record_verdict", {"claim_id": "CLM-0002", **VERDICT, "citations": ["EVD-0002"]}),
    ],
)
def test_a_call_with_a_key_happens_once(
    prepared: Agent, ledger: Path, tool: str, arguments: Answer
) -> None:
    """However often it is sent."""
    answer = prepared.call(tool, **arguments, idempotency_key="once")
    before = ledger.read_bytes()
    assert answer["replayed"] is False
    again = prepared.call(tool, **arguments, idempotency_key="once")
    assert again == {**answer, "replayed": True}
    assert ledger.read_bytes() == before


def test_the_policy_keeps_author_and_auditor_apart(prepared: Agent, ledger: Path) -> None:
    """Somebody else has to judge."""
    from both_sides.domain.commands import SetPolicy

    store = SqliteStore(ledger)
    audit = Audit(Ledger(store, utc_now), ScopeId("local"))
    audit.set_policy(SetPolicy(separates_author_and_auditor=True), actor="admin")
    store.close()
    text = prepared.refused(
        "record_verdict",
        claim_id="CLM-0002",
        verdict="supported",
        rationale="Yes.",
        citations=["EVD-0002"],
    )
    assert text == (
        "ada registered CLM-0002 and cannot judge it in this scope [judge_is_author]\n"
        "Hint: let somebody else judge it; `claims-mcp policy` shows the rules of the scope\n"
        'Accepted: record_verdict(claim_id="CLM-0002", verdict="supported", rationale="Yes.",'
        ' auditor="…", citations=["EVD-0002"])'
    )
    name, mended = accepted(text)
    assert prepared.call(name, **filled(mended))["verdict"] == "supported"


def test_a_refuted_child_has_to_be_named(prepared: Agent, ledger: Path) -> None:
    """Under strict rules the text goes from the missing analysis to the verdict."""
    refuting = {"stance": "refutes", "kind": "test", "locator": "t.py", "summary": "it passes"}
    item = prepared.call("add_evidence", claim_id="CLM-0002", **refuting)
    fix = "Fix: reject RSA keys below 2048 bits in parse_jwk"
    judged = {"verdict": "refuted", "rationale": f"It is accepted. {fix}", "auditor": "m"}
    prepared.call("record_verdict", claim_id="CLM-0002", **judged, citations=[item["id"]])
    parent = {"claim_id": "CLM-0001", **judged, "strict": True}
    before = ledger.read_bytes()
    text = prepared.refused("record_verdict", **parent, citations=["EVD-0001"])
    assert text.splitlines()[0] == (
        "the verdict cites no analysis of the children of CLM-0001 as they are now"
        " [analysis_missing]"
    )
    name, call = accepted(text)
    assert (name, call["kind"], call["locator"]) == (
        "add_evidence",
        "analysis",
        "children of CLM-0001",
    )
    assert ledger.read_bytes() == before
    vague = prepared.call("add_evidence", **{**call, "summary": "One child is refuted."})
    text = prepared.refused("record_verdict", **parent, citations=[vague["id"]])
    assert text == (
        f"{vague['id']} does not name the refuted children of CLM-0001 [children_not_named]\n"
        "Hint: name CLM-0002 in the summary of a new analysis\n"
        'Accepted: add_evidence(claim_id="CLM-0001", stance="refutes",'
        ' locator="children of CLM-0001", summary="Refuted: CLM-0002 …", kind="analysis")'
    )
    named = prepared.call(*[accepted(text)[0]], **accepted(text)[1])
    assert prepared.call("record_verdict", **parent, citations=[named["id"]])["warnings"] == []


@pytest.mark.parametrize(
    ("step", "code"),
    [
        ("", "fix_missing"),
        ("Fix: later", "fix_vague"),
        ("Fix: same as CLM-0001", "fix_cross_reference"),
    ],
)
def test_a_next_step_is_warned_of_and_refused_under_strict_rules(
    prepared: Agent, step: str, code: str
) -> None:
    """With the sentence of the page as the example."""
    call = {"claim_id": "CLM-0004", "verdict": "not_enough_info", "rationale": f"Unclear. {step}"}
    text = prepared.refused("record_verdict", **call, strict=True)
    assert f"[{code}]" in text.splitlines()[0]
    assert accepted(text)[1]["rationale"] == STEP
    recorded = prepared.call("record_verdict", **call)
    assert recorded["warnings"] == [code]
    assert recorded["advice"][0] in text


def test_a_successor_is_named(prepared: Agent) -> None:
    """The same call on the claim that took the place of a retired one."""
    prepared.call("retire_claim", claim_id="CLM-0002", reason="r", superseded_by="CLM-0004")
    text = prepared.refused("add_evidence", claim_id="CLM-0002", locator="l", summary="s")
    assert text.splitlines()[1:] == [
        "Hint: work on CLM-0004, which took its place",
        'Accepted: add_evidence(claim_id="CLM-0004", locator="l", summary="s")',
    ]


def test_an_unknown_tool_is_named(audit: Agent) -> None:
    """With the one that was meant, where there is one."""
    assert audit.refused("get_claims") == (
        "there is no tool 'get_claims' [not_found]\nHint: did you mean get_claim?"
    )


FAMILIES: tuple[tuple[LedgerError, str], ...] = (
    (
        StaleHeadError("the chain moved on", hint="read what was added", head_n=7),
        "the chain moved on [stale_head]\nHint: read what was added\n"
        'Accepted: get_claim(claim_id="CLM-0001")',
    ),
    (
        TamperedError("link 3 does not match", hint="stop", n=3),
        "link 3 does not match [tampered]\nHint: stop",
    ),
    (
        StoreUnavailableError("the disk is full", hint="free some space"),
        "the disk is full [store_unavailable]\nHint: free some space\n"
        'Accepted: get_claim(claim_id="CLM-0001")',
    ),
    (
        UnsupportedSchemaError("schema 9", hint="upgrade both-sides"),
        "schema 9 [unsupported_schema]\nHint: upgrade both-sides",
    ),
    (
        UpstreamUnavailableError("no answer", hint="try again later"),
        "no answer [upstream_unavailable]\nHint: try again later",
    ),
    (
        ForkError("another history", hint="import it into an empty ledger"),
        "another history [fork]\nHint: import it into an empty ledger",
    ),
    (LedgerError("x" * 5_000, hint="y"), f"{'x' * 1_000} … [ledger_error]\nHint: y"),
)


@pytest.mark.parametrize(("error", "text"), FAMILIES)
def test_every_family_has_its_words(error: LedgerError, text: str) -> None:
    """Also those that a test cannot easily bring about."""
    attempt = Attempt("get_claim", {"claim_id": "CLM-0001"}, ("claim_id",), ("claim_id",))
    assert refusal_text(attempt, error) == text


def test_a_ledger_that_was_edited_is_not_built_on(prepared: Agent, ledger: Path) -> None:
    """The text says to stop; nothing is accepted in its place."""
    import sqlite3

    connection = sqlite3.connect(ledger)
    before = connection.execute("SELECT body FROM views WHERE key = 'CLM-0001'").fetchone()[0]
    connection.execute("UPDATE views SET body = '{}' WHERE key = 'CLM-0001'")
    connection.commit()
    assert prepared.refused("get_claim", claim_id="CLM-0001") == (
        "the view row claim CLM-0001 was changed after it was written [tampered]\n"
        "Hint: stop, and run `both-sides replay`, which rebuilds the views and compares"
    )
    connection.execute("UPDATE views SET body = ? WHERE key = 'CLM-0001'", (before,))
    connection.commit()
    connection.close()


def test_a_missing_directory_is_said(connect: Connect, ledger: Path, tmp_path: Path) -> None:
    """A server starts all the same; the call says what to do."""
    from both_sides.interfaces.mcp.provider import LazyLedger
    from both_sides.interfaces.mcp.server import build_server
    from both_sides.service.wiring import read_settings

    assert connect is not None
    assert not ledger.exists()
    missing = tmp_path / "nowhere" / "ledger.db"
    settings = read_settings(ledger=str(missing), actor="ada", environment={})
    with Agent(build_server(Kind.AUDIT, LazyLedger(settings))) as agent:
        text = agent.refused("add_claims", statements=["x"])
    assert text.startswith(f"there is no directory {missing.parent} to make a ledger in")
    assert "[store_unavailable]" in text


def arguments_of(value: Any) -> Answer:  # noqa: ANN401 - any JSON value
    """Give a value to every parameter of a call that records a verdict."""
    return dict.fromkeys(
        ("claim_id", "verdict", "rationale", "auditor", "citations", "strict"), value
    )


@pytest.mark.parametrize(
    "value", [None, 1, 1.5, True, "x", [], {}, [[[]]], {"a": [1]}, "\ud7ff", "\u202e"]
)
def test_wrong_types_are_refused_with_words(prepared: Agent, ledger: Path, value: object) -> None:
    """Never with a stack trace, and without a trace in the ledger."""
    before = ledger.read_bytes()
    text = prepared.refused("record_verdict", **arguments_of(value))
    assert "[invalid_input]" in text
    assert "Traceback" not in text
    assert "pydantic" not in text
    assert ledger.read_bytes() == before
