"""A dossier holds what an opponent needs and replays without us; no text in it forges a part."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha384
from typing import Any, NamedTuple

import pytest
import rfc8785
from markdown_it import MarkdownIt
from markdown_it.token import Token

from both_sides.domain.entities import Entity, Provenance, Reference, SecondSource
from both_sides.domain.ids import ClaimId, RulingId, ScopeId
from both_sides.domain.rulings import Acknowledgement
from both_sides.errors import NotFoundError
from both_sides.exchange.chain_lines import parse_chain, read_documents, replay_chain
from both_sides.exchange.engine_lines import parse_dispute
from both_sides.exchange.strict_json import parse_json
from both_sides.interfaces.cli.dossiers import dossier_text
from both_sides.scoring.adjudicate import adjudicate
from both_sides.service.desk import Desk, RuleRequest
from both_sides.service.dossiers import Coverage, collect_dossier
from both_sides.service.importing import import_entities
from both_sides.service.ledger import Ledger
from both_sides.store.memory import MemoryStore
from tests.replayed import require_replay
from tests.samples import QUESTION, Clock, entity, group, osaka, statement

LOCAL = ScopeId("local")
FIRST = RulingId("RUL-0001")
FORGED = {
    "html_block",
    "html_inline",
    "link_open",
    "image",
    "hr",
    "s_open",
    "em_open",
    "code_block",
}
RENDERER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


@pytest.fixture
def ruled_desk(desk: Desk) -> Desk:
    """Give a desk with imports before and after a ruling that was revised."""
    import_entities(desk, [entity(entity_id="Q1", label="One"), osaka(revision=1)], actor="ada")
    desk.rule(RuleRequest(QUESTION, ClaimId("a"), "Why.", "ada", as_of="2026-10-03"))
    import_entities(
        desk, [osaka(revision=2, digest="later"), entity(entity_id="Q2", label="Two")], actor="ada"
    )
    desk.revise(FIRST, "Because.", actor="eve")
    return desk


def members(desk: Desk, coverage: Coverage | None = None) -> dict[str, Any]:
    """Give the JSON form of the first ruling's dossier."""
    found: dict[str, Any] = json.loads(dossier_text(collected(desk, coverage), "json"))
    return found


def collected(desk: Desk, coverage: Coverage | None = None) -> Any:  # noqa: ANN401
    """Collect the first ruling's dossier."""
    return collect_dossier(desk, FIRST, coverage=coverage)


def replayed(text: str) -> tuple[bool, int | None]:
    """Replay a dossier as a file, as `replay --input` does."""
    numbered = enumerate((f"{line}\n".encode() for line in text.split("\n")), start=1)
    ((source, document),) = read_documents(numbered, label="dossier.json")
    found = replay_chain(parse_chain(document, source=source))
    return found.ok, None if found.first_broken is None else found.first_broken.n


def test_a_short_chain_goes_in_whole(ruled_desk: Desk) -> None:
    """From the genesis on, whatever the links are about."""
    dossier = collected(ruled_desk)
    assert dossier.coverage is Coverage.COMPLETE
    assert [row.link.n for row in dossier.links] == [1, 2, 3, 4, 5, 6]
    assert dossier.head == ruled_desk.ledger.store.head(ruled_desk.scope)
    assert dossier.replay.ok


def test_an_excerpt_has_the_links_that_concern_the_ruling(ruled_desk: Desk) -> None:
    """Its own events, and the imports of its entity that it was based on."""
    dossier = collected(ruled_desk, Coverage.EXCERPT)
    assert [(row.link.n, row.type) for row in dossier.links] == [
        (2, "entity.imported"),
        (3, "ruling.created"),
        (6, "ruling.updated"),
    ]


@pytest.mark.slow
def test_of_a_long_chain_an_excerpt_goes_in_unless_all_is_asked_for(ruled_desk: Desk) -> None:
    """Two hundred links are short enough."""
    more = [entity(entity_id=f"Q{n}") for n in range(100, 294)]
    import_entities(ruled_desk, more, actor="ada")
    assert ruled_desk.ledger.store.head(ruled_desk.scope).n == 200
    assert collected(ruled_desk).coverage is Coverage.COMPLETE
    import_entities(ruled_desk, [entity(entity_id="Q300")], actor="ada")
    assert collected(ruled_desk).coverage is Coverage.EXCERPT
    whole = collected(ruled_desk, Coverage.COMPLETE)
    assert len(whole.links) == 201
    text = dossier_text(whole, "md")
    assert [token.type for token in RENDERER.parse(text)].count("fence") == 201


def test_a_ruling_that_nobody_made_has_no_dossier(ruled_desk: Desk) -> None:
    """It is not found."""
    with pytest.raises(NotFoundError):
        collect_dossier(ruled_desk, RulingId("RUL-0002"))


@pytest.mark.parametrize("coverage", Coverage)
def test_a_json_dossier_replays_as_a_file(ruled_desk: Desk, coverage: Coverage) -> None:
    """Whole or excerpt, laid out for people or on one line."""
    found = members(ruled_desk, coverage)
    assert replayed(json.dumps(found, indent=2)) == (True, None)
    assert replayed(json.dumps(found)) == (True, None)


@pytest.mark.parametrize("coverage", Coverage)
def test_a_dossier_can_be_verified_by_hand(ruled_desk: Desk, coverage: Coverage) -> None:
    """With RFC 8785 and SHA-384, following only what the dossier says of itself."""
    found = members(ruled_desk, coverage)
    integrity = found["integrity"]
    genesis = sha384(f"both-sides/genesis/v1:{integrity['scopeId']}".encode()).hexdigest()
    assert integrity["genesisSeal"] == genesis
    assert integrity["algorithm"] == "SHA-384"
    previous, last_seq = genesis, 0
    for event in found["auditTrail"]:
        if coverage is Coverage.COMPLETE or event["seq"] == last_seq + 1:
            assert event["prevSeal"] == previous
        body = rfc8785.dumps(event["payload"])
        assert sha384(event["prevSeal"].encode() + body).hexdigest() == event["seal"]
        assert (event["action"], event["at"]) == (event["payload"]["type"], event["payload"]["at"])
        previous, last_seq = event["seal"], event["seq"]
    assert integrity["events"] == len(found["auditTrail"])
    assert (integrity["headN"], integrity["headSeal"]) == (last_seq, previous)


@pytest.mark.slow
@pytest.mark.parametrize("coverage", Coverage)
@pytest.mark.parametrize("member", ["payload", "prevSeal", "seal"])
def test_a_changed_dossier_names_the_link(
    ruled_desk: Desk, coverage: Coverage, member: str
) -> None:
    """Under its own number, also in an excerpt."""
    untouched = members(ruled_desk, coverage)
    for place, event in enumerate(untouched["auditTrail"]):
        found = json.loads(json.dumps(untouched))
        changed = found["auditTrail"][place]
        changed[member] = {**event["payload"], "actor": "eve2"} if member == "payload" else "0" * 96
        assert replayed(json.dumps(found)) == (False, event["seq"])


def test_the_engine_runs_again_on_what_a_dossier_says(ruled_desk: Desk) -> None:
    """`engineInput` is a line for `adjudicate --input`."""
    found = members(ruled_desk)
    line = parse_json(json.dumps(found["engineInput"]))
    dispute, as_of = parse_dispute(line, source="test")
    assert as_of == "2026-10-03"
    answer = adjudicate(dispute, as_of)
    assert answer == ruled_desk.ruling(FIRST).adjudication
    assert found["ruling"]["adjudication"]["margin"] == answer.margin
    assert [claim["score"] for claim in found["ruling"]["claims"]] == [
        ranked.score for ranked in answer.ranked
    ]


def test_a_dossier_has_everything_about_the_decision(ruled_desk: Desk) -> None:
    """Every rationale, all claims with five factors, references, licences, what this is not."""
    found = members(ruled_desk)
    ruling = found["ruling"]
    assert [revision["rationale"] for revision in ruling["revisions"]] == ["Why.", "Because."]
    assert [claim["claimId"] for claim in ruling["claims"]] == ["a", "b", "c"]
    assert all(len(claim["factors"]) == 5 for claim in ruling["claims"])
    assert [len(claim["references"]) for claim in ruling["claims"]] == [3, 1, 2]
    assert found["licences"][0]["licence"] == "CC0 1.0"
    assert "does not verify" in found["whatThisIsNot"]
    text = dossier_text(collected(ruled_desk), "md")
    for words in ("Why.", "Because.", "2751862", "2691742", "2668586, barred", "CC0 1.0"):
        assert words.removesuffix(", barred") in text
    assert "does not verify that the chosen value is true" in text


def test_a_retired_ruling_has_its_tombstone_in_its_dossier(ruled_desk: Desk) -> None:
    """In both forms."""
    ruled_desk.retire(FIRST, "The table was misread.", actor="eve")
    assert members(ruled_desk)["ruling"]["tombstone"]["reason"] == "The table was misread."
    text = dossier_text(collected(ruled_desk), "md")
    assert "> The table was misread." in text
    assert "standing: retired" in text


def test_the_same_dossier_gives_the_same_bytes(ruled_desk: Desk) -> None:
    """In both forms."""
    dossier = collected(ruled_desk)
    for form in ("md", "json"):
        assert dossier_text(dossier, form) == dossier_text(dossier, form)


@pytest.mark.parametrize("body", [b"\xff\x00", b"```\n# Forged\n", b"{", b'{"a":1}\n## Forged'])
def test_the_dossier_of_a_damaged_ledger_says_so(
    ruled_desk: Desk, store: MemoryStore, body: bytes
) -> None:
    """Whatever stands where a body should be: it neither stops the dossier nor forges a part."""
    events = store._scopes[ruled_desk.scope].events
    kept = events[0]
    events[0] = replace(kept, link=replace(kept.link, body=body), type="x\n# Forged")
    found = members(ruled_desk)
    assert found["integrity"]["ok"] is False
    assert found["integrity"]["firstBrokenSeq"] == 1
    assert replayed(json.dumps(found)) == (False, 1)
    text = dossier_text(collected(ruled_desk), "md")
    assert "**A replay found link 1 broken" in text
    assert not any("Forged" in heading for _, heading in headings(text))
    events[0] = kept


# --- what people and sources write cannot become a part of the dossier ---------------------------

HOSTILE = [
    "# Forged",
    "\n# Forged",
    "x\n\n## The decision\n\n**999** governs.",
    "Forged\n===",
    "Forged\n---",
    "---",
    "| a | b |\n|---|---|\n| Forged | 1 |",
    "a | Forged | b",
    "<h1>Forged</h1>",
    "<script>alert(1)</script>",
    "x <!-- Forged",
    "&lt;h1&gt; &#35; Forged",
    "[Forged](javascript:alert(1))",
    "[Forged]: https://evil.example",
    "![Forged](https://evil.example/x.png)",
    "<https://evil.example>",
    "```\n# Forged\n```",
    "~~~\n# Forged",
    "    Forged code",
    "\t# Forged",
    "> Forged quote\n\n# Forged",
    "- Forged list\n- [x] done",
    "1. Forged\n2) Forged",
    "+ Forged",
    "* Forged\n***",
    "**Forged** _x_ ~~x~~ `x` $x$",
    "\\",
    "`",
    "``` ` ``",
    "x\\\n# Forged",
    "a\u2028# Forged",
    "a\u2029# Forged",
    "a\x85# Forged",
    "a\x0b# Forged\x0c# Forged",
    "a\x1c# Forged\x1d\x1e",
    "a\r# Forged\r\n# Forged",
    "\u202eForged\u2066",
    "\x1b[2K\x1b]0;Forged\x07\x9b31m",
    "\x00\x7f",
    "",
    " ",
]


def hostile_entity(text: str) -> Entity:
    """Put a text wherever a source can put one."""
    claim_id = "a" + re.sub(r"[\x00-\x1f\x7f-\x9f]", "", text)
    reference = Reference(
        "r1",
        url=text,
        retrieved=text,
        stated_in=text,
        title=text,
        publisher=text,
        imported_from=text,
        other=((text, text),),
    )
    disputed = group(
        "P1082",
        statement(
            claim_id,
            text,
            precision=text,
            qualifiers=((text, text),),
            rank_reasons=(text,),
            unit=text,
        ),
        replace(statement("b", "2"), references=(reference,), reference_count=1),
        label=text,
    )
    return Entity(
        QUESTION.entity_id,
        text,
        Provenance(text, text, "digest", url=text, modified=text),
        groups=(disputed,),
        second_source=SecondSource(text, text, url=text, retrieved=text, licence=text),
        names=(("Q1", text),),
    )


class Hostile(NamedTuple):
    """Hold the dossier of a ruling in which a text stands wherever one can stand."""

    links: int
    markdown: str
    json: str


@cache
def hostile_dossier(text: str) -> Hostile:
    """Rule on such an entity with such a rationale, revise it, retire it, and write it down."""
    store = MemoryStore()
    desk = Desk(Ledger(store, Clock()), LOCAL)
    found = hostile_entity(text)
    import_entities(desk, [found], actor=f"a{text}"[:200])
    chosen = found.groups[0].statements[0].claim_id
    asked = RuleRequest(
        QUESTION, chosen, f"a{text}", f"a{text}", acknowledged=(Acknowledgement.BARRED,)
    )
    desk.rule(asked)
    desk.revise(FIRST, f"{text}b", actor=f"b{text}")
    desk.retire(FIRST, f"{text}c", actor=f"c{text}")
    require_replay(store)
    dossier = collected(desk)
    return Hostile(len(dossier.links), dossier_text(dossier, "md"), dossier_text(dossier, "json"))


def headings(text: str) -> list[tuple[str, str]]:
    """Give the headings that a reader of the rendered dossier sees."""
    tokens = RENDERER.parse(text)
    return [
        (token.tag, tokens[place + 1].content)
        for place, token in enumerate(tokens)
        if token.type == "heading_open"
    ]


def inner(tokens: list[Token]) -> Iterator[Token]:
    """Give all tokens, with those within a line."""
    for token in tokens:
        yield token
        yield from token.children or ()


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_forges_a_part_of_a_dossier(text: str) -> None:
    """No heading, table, list, link, image, HTML or rule that the dossier itself did not write."""
    links, rendered, _ = hostile_dossier(text)
    tokens = RENDERER.parse(rendered)
    assert [tag for tag, _ in headings(rendered)] == ["h1"] + ["h2"] * 3 + ["h3"] * 2 + ["h2"] * 5
    assert [heading for tag, heading in headings(rendered) if tag == "h2"] == [
        "The decision",
        "What the engine said",
        "Every claim as it stood",
        "The second source",
        "The chain",
        "Provenance and licences",
        "How to verify",
        "What this is not",
    ]
    assert not FORGED & {token.type for token in inner(tokens)}
    assert sum(token.type == "table_open" for token in tokens) == 2
    assert sum(token.type == "tr_open" for token in tokens) == 2 * (1 + 5)
    assert sum(token.type == "ordered_list_open" for token in tokens) == 1
    assert sum(token.type == "fence" for token in tokens) == links


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_steers_who_reads_a_dossier(text: str) -> None:
    """One kind of line end, no control character, no reading direction turned around."""
    rendered = hostile_dossier(text).markdown
    assert rendered.splitlines() == rendered.removesuffix("\n").split("\n")
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", rendered)


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE)
def test_the_links_in_a_markdown_dossier_can_be_verified_too(text: str) -> None:
    """Each block is the payload: its canonical form seals to the seal that stands above it."""
    rendered = hostile_dossier(text).markdown
    blocks = [token.content for token in RENDERER.parse(rendered) if token.type == "fence"]
    chain = rendered.partition("## The chain")[2]
    seals = re.findall(r"^- (?:previous seal|seal) `([0-9a-f]{96})`$", chain, re.MULTILINE)
    assert len(seals) == 2 * len(blocks)
    for block, previous, seal in zip(blocks, seals[::2], seals[1::2], strict=True):
        body = rfc8785.dumps(json.loads(block))
        assert sha384(previous.encode() + body).hexdigest() == seal


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE)
def test_a_json_dossier_keeps_every_text_as_it_was_written(text: str) -> None:
    """JSON has its own escapes; nothing is lost or changed."""
    found = json.loads(hostile_dossier(text).json)
    assert found["ruling"]["revisions"][0]["rationale"] == f"a{text}".strip()
    assert found["ruling"]["entityLabel"] == text
    assert found["ruling"]["case"]["secondSource"]["text"] == text
    assert replayed(json.dumps(found)) == (True, None)
