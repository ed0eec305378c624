"""Results are bounded whatever is in the ledger, and no row is lost by it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from both_sides.domain.commands import AddEvidence, NewClaim, RecordVerdict
from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.ids import ClaimId, EvidenceId, ScopeId
from both_sides.domain.verdicts import Conclusion
from both_sides.interfaces.mcp.bounds import MOST_TOKENS, Shortener, size
from both_sides.interfaces.mcp.guidance import Kind
from both_sides.interfaces.mcp.provider import LazyLedger
from both_sides.interfaces.mcp.server import build_server
from both_sides.service.audit import Audit
from both_sides.service.ledger import Ledger
from both_sides.service.replaying import replay_scope
from both_sides.service.wiring import read_settings, utc_now
from both_sides.store.sqlite import SqliteStore
from tests.interfaces.mcp.agents import Agent, Answer, text_of

CLAIMS = 2_000
LONG = 10_000
LONGEST = 20_000
FILLER = "The parser rejects weak keys, whatever their encoding and their place. "
HOSTILE = {
    "words": FILLER,
    "emoji": "👩‍👩‍👧‍👦",
    "escapes": '\x01"\\',
    "ideographs": "解析器拒绝弱密钥",
    "right to left": "\u202eرفض المفاتيح",
}


def of_length(text: str, length: int) -> str:
    """Repeat a text up to a length."""
    return (text * (length // len(text) + 1))[:length]


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Make a ledger of 2,000 claims with long statements, some judged with long rationales."""
    path = tmp_path_factory.mktemp("large") / "ledger.db"
    store = SqliteStore(path)
    audit = Audit(Ledger(store, utc_now), ScopeId("local"))
    for start in range(0, CLAIMS, 500):
        audit.add_claims(
            [
                NewClaim(
                    f"{n}: {of_length(FILLER, LONG)}",
                    tags=tuple(f"{tag}{'t' * 190}" for tag in range(50)) if n % 50 == 0 else (),
                )
                for n in range(start, start + 500)
            ],
            actor="ada",
        )
    for n in range(1, 60):
        rationale = (
            f"{of_length(FILLER, LONG)} Fix: {of_length('measure the key in bits ', LONG - 100)}"
        )
        command = RecordVerdict(
            ClaimId(f"CLM-{n:04d}"), Conclusion.NOT_ENOUGH_INFO, rationale, "ada"
        )
        audit.record_verdict(command, actor="ada")
    store.close()
    yield path
    store = SqliteStore(path)
    assert replay_scope(store, ScopeId("local")).ok
    store.close()


@pytest.fixture
def reader(large: Path) -> Iterator[Agent]:
    """Give an agent that reads the large ledger."""
    provider = LazyLedger(read_settings(ledger=str(large), actor="ada", environment={}))
    with Agent(build_server(Kind.AUDIT, provider, read_only=True)) as agent:
        yield agent
    provider.close()


def bounded(agent: Agent, tool: str, **arguments: Any) -> Answer:  # noqa: ANN401
    """Call a tool, and check that its answer is small enough."""
    result = agent.raw(tool, arguments)
    text = text_of(result)
    assert not result.is_error, text
    assert len(text.encode()) / 4 <= MOST_TOKENS, (tool, len(text))
    structure: Answer | None = result.structured_content
    assert structure is not None
    assert len(json.dumps(structure, ensure_ascii=False).encode()) / 4 <= MOST_TOKENS
    return structure


@pytest.mark.slow
@pytest.mark.parametrize("detail", ["concise", "full"])
@pytest.mark.parametrize("limit", [50, 7])
def test_every_claim_is_listed_once(reader: Agent, detail: str, limit: int) -> None:
    """However the pages are cut."""
    seen: list[str] = []
    arguments: Answer = {"detail": detail, "limit": limit}
    wanted = CLAIMS if limit == 50 else 200
    while len(seen) < wanted:
        page = bounded(reader, "list_claims", **arguments)
        assert 1 <= len(page["claims"]) <= limit
        assert "statement" in page["truncated"]
        seen.extend(row["id"] for row in page["claims"])
        if "nextCursor" not in page:
            break
        arguments["cursor"] = page["nextCursor"]
    assert seen[:wanted] == [f"CLM-{n:04d}" for n in range(1, wanted + 1)]


@pytest.mark.slow
@pytest.mark.parametrize("detail", ["concise", "full"])
def test_every_other_result_is_bounded_too(reader: Agent, detail: str) -> None:
    """And says what it has shortened."""
    found = bounded(reader, "list_claims", text="weak keys", verdict="unverified", detail=detail)
    assert found["claims"][0]["id"] == "CLM-0060"
    steps = bounded(reader, "next_steps", detail=detail, limit=50)
    assert "advice" in steps["truncated"]
    assert steps["steps"][0]["claimId"] == "CLM-0001"
    assert "call" not in steps["steps"][0], "what an auditor wrote is no command"
    for section in ("summary", "not_enough_info", "unverified", "missing_fixes"):
        report = bounded(reader, "audit_report", section=section, detail=detail, limit=50)
        assert report["summary"]["claims"] == CLAIMS
    claim = bounded(reader, "get_claim", claim_id="CLM-0001", detail=detail)
    assert {"statement", "rationale", "nextStep"} <= set(claim["truncated"])
    assert claim["statement"].endswith(" more characters]")
    history = bounded(reader, "verdict_history", claim_id="CLM-0001", detail=detail)
    assert history["truncated"] == ["rationale"]


@pytest.mark.slow
def test_full_shows_more_than_concise(reader: Agent) -> None:
    """And the resource shows all."""
    concise = bounded(reader, "get_claim", claim_id="CLM-0001")
    full = bounded(reader, "get_claim", claim_id="CLM-0001", detail="full")
    assert len(full["statement"]) > 3 * len(concise["statement"])
    uri = "both-sides://claims/CLM-0001"
    whole = json.loads(reader.do(reader.client.read_resource, uri).contents[0].text)
    assert len(whole["statement"]) > LONG


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_texts_of_every_kind_are_bounded(audit: Agent, ledger: Path, name: str) -> None:
    """Those that grow when they are written as JSON, too; evidence is paged and none is lost."""
    text = of_length(HOSTILE[name], LONGEST)
    audit.call("add_claims", statements=[text], document=text[:4_000], locators=[text[:4_000]])
    audit.call("decompose_claim", claim_id="CLM-0001", statements=[text] * 30)
    store = SqliteStore(ledger)
    service = Audit(Ledger(store, utc_now), ScopeId("local"))
    claim_id = ClaimId("CLM-0002")
    for _ in range(40):
        command = AddEvidence(
            claim_id, Stance.SUPPORTS, EvidenceKind.TEST, text[:4_000], text, quote=text
        )
        service.add_evidence(command, actor="ada")
    cited = tuple(EvidenceId(f"EVD-{n:04d}") for n in range(1, 41))
    service.record_verdict(
        RecordVerdict(claim_id, Conclusion.SUPPORTED, text, "ada", cited), actor="ada"
    )
    store.close()
    for detail in ("concise", "full"):
        seen: list[str] = []
        arguments: Answer = {"claim_id": "CLM-0002", "detail": detail, "limit": 50}
        while True:
            page = bounded(audit, "get_claim", **arguments)
            seen.extend(row["id"] for row in page["evidenceItems"])
            if "nextCursor" not in page:
                break
            arguments["cursor"] = page["nextCursor"]
        assert seen == list(cited)
        parent = bounded(audit, "get_claim", claim_id="CLM-0001", detail=detail)
        assert parent["children"] == 30
        assert "childClaims" in parent["truncated"]
        bounded(audit, "list_claims", detail=detail, limit=50)
        bounded(audit, "next_steps", detail=detail, limit=50)
        bounded(audit, "verdict_history", claim_id="CLM-0002", detail=detail)
        for section in ("summary", "unverified", "decomposition", "supported"):
            bounded(audit, "audit_report", section=section, detail=detail, limit=50)


def test_a_refusal_is_bounded(audit: Agent) -> None:
    """Also where it repeats what it was given."""
    audit.call("add_claims", statements=["x"])
    long = of_length(FILLER, LONGEST)
    for arguments in (
        {"claim_id": long, "verdict": "supported", "rationale": long, "auditor": long},
        {"claim_id": "CLM-0001", "verdict": long, "rationale": long, "citations": [long] * 99},
        {long: long},
    ):
        assert len(audit.refused("record_verdict", **arguments)) < 4_000


@pytest.mark.parametrize("text", [of_length(text, 5_000) for text in HOSTILE.values()])
@pytest.mark.parametrize("longest", [60, 240, 2_000])
def test_a_cut_text_fits_and_says_how_much_is_left_out(text: str, longest: int) -> None:
    """Counted as bytes of JSON."""
    short = Shortener("concise", longest)
    cut = short.text("statement", text)
    kept, _, remark = cut.partition(" … [truncated, ")
    assert text.startswith(kept)
    assert size(kept) <= longest
    assert remark == f"{len(text) - len(kept):,} more characters]"
    assert short.truncated == ["statement"]


def test_ids_are_never_cut() -> None:
    """An id that is cut names nothing."""
    long_id = "Q" * 256
    short = Shortener("concise", 60)
    row = {"id": long_id, "citations": [long_id] * 3, "seal": "a" * 96}
    assert short(row) == row
    assert short.truncated == []
