"""Chains from files replay to what the shared vectors say."""

import json
from typing import Any

import pytest

from both_sides.chain.ecmascript import canonicalise_text, parse_text
from both_sides.chain.seal import genesis_seal, seal
from both_sides.errors import LedgerError, MalformedDocumentError
from both_sides.exchange.chain_lines import ForeignReplay, parse_chain, read_documents, replay_chain
from tests.shared import json_lines, shared


def found_in(document: Any) -> dict[str, Any]:  # noqa: ANN401
    """Replay a chain given as JSON members, in the shape of the vectors."""
    found = replayed(document)
    return {
        "ok": found.ok,
        "events": found.events,
        "headSeal": found.head_seal_hex,
        "firstBrokenSeq": None if found.first_broken is None else found.first_broken.n,
    }


def replayed(document: Any) -> ForeignReplay:  # noqa: ANN401
    """Replay a chain given as JSON members."""
    return replay_chain(parse_chain(parse_text(json.dumps(document)), source="test"))


@pytest.mark.slow
@pytest.mark.requirement("M30", "M31")
def test_canonical_texts_and_seals_of_every_chain_agree() -> None:
    """881 payloads in 220 chains."""
    payloads = 0
    for line in json_lines(shared("vectors/chains.jsonl.gz")):
        assert genesis_seal(line["scopeId"]) == line["genesis"]
        previous = line["genesis"]
        for event in line["events"]:
            body = canonicalise_text(event["raw"])
            assert body == event["canonical"].encode("utf-8", "surrogatepass"), event["raw"]
            assert seal(previous, body) == event["seal"]
            previous = event["seal"]
            payloads += 1
        rows = [
            {
                "payload": event["raw"],
                "prevSeal": event["prevSeal"],
                "seal": event["seal"],
            }
            for event in line["events"]
        ]
        assert found_in({"scopeId": line["scopeId"], "events": rows}) == line["clean"]
    assert payloads == 881


@pytest.mark.slow
@pytest.mark.requirement("M34")
def test_every_tampered_variant_gives_the_expected_answer() -> None:
    """2,908 variants of 14 kinds."""
    variants = 0
    for line in json_lines(shared("vectors/chains.jsonl.gz")):
        for variant in line["tampered"]:
            scope = variant.get("scopeId", line["scopeId"])
            found = found_in({"scopeId": scope, "events": variant["rows"]})
            assert found == variant["expected"], (line["id"], variant["kind"])
            variants += 1
    assert variants == 2908


def event(payload: Any, previous: str, **more: Any) -> dict[str, Any]:  # noqa: ANN401
    """Seal one event of a foreign chain."""
    text = payload if isinstance(payload, str) else json.dumps(payload)
    return {
        "payload": payload,
        "prevSeal": previous,
        "seal": seal(previous, canonicalise_text(text)),
        **more,
    }


def test_what_no_seal_shows_is_remarked() -> None:
    """Renumbering and a member named __proto__ are not covered by these seals."""
    genesis = genesis_seal("s")
    renumbered = replayed({"scopeId": "s", "events": [event("{}", genesis, seq=10)]})
    assert renumbered.ok
    assert "not numbered" in renumbered.remarks[0]
    proto = replayed({"scopeId": "s", "events": [event('{"__proto__":1}', genesis, seq=1)]})
    assert proto.ok
    assert "__proto__" in proto.remarks[0]


@pytest.mark.parametrize("member", ["scopeId", "rulingId", "id"])
def test_a_dossier_of_another_implementation_replays(member: str) -> None:
    """Its chain starts from the genesis of the ruling's id."""
    first = event({"n": 1.50, "rationale": "why"}, genesis_seal("rul_1"), seq=1, action="create")
    second = event({"reason": "éß"}, first["seal"], seq=2, action="retire")
    dossier = {"ruling": {member: "rul_1"}, "integrity": {}, "auditTrail": [first, second]}
    assert found_in(dossier)["ok"]
    second["payload"] = {"reason": "other"}
    assert found_in(dossier) == {
        "ok": False,
        "events": 2,
        "headSeal": second["seal"],
        "firstBrokenSeq": 2,
    }


def test_a_file_laid_out_for_people_is_one_document() -> None:
    """A dossier written with indentation is read as a whole."""
    dossier = {"ruling": {"id": "r"}, "auditTrail": [event({"a": 1}, genesis_seal("r"), seq=1)]}
    lines = [f"{line}\n".encode() for line in json.dumps(dossier, indent=2).splitlines()]
    ((source, document),) = read_documents(enumerate(lines, 1), label="d.json")
    assert source == "d.json"
    assert replay_chain(parse_chain(document, source=source)).ok


def test_a_broken_line_stops_none_of_the_others() -> None:
    """Also where it is the first one, or not UTF-8."""
    good = json.dumps({"scopeId": "s", "events": [event("{}", genesis_seal("s"))]}).encode()
    for bad in (b"{nonsense", b'{"scopeId": "\xff"}', b"[" * 100_000):
        documents = list(read_documents(enumerate([bad, good, bad, good], 1), label="f"))
        assert [isinstance(document, LedgerError) for _, document in documents] == [
            True,
            False,
            True,
            False,
        ]


@pytest.mark.parametrize(
    "document",
    [
        3,
        [],
        {},
        {"events": 3},
        {"events": [3]},
        {"events": [{}]},
        {"scopeId": 3, "events": []},
        {"auditTrail": 3},
    ],
)
def test_what_is_no_chain_is_refused(document: Any) -> None:  # noqa: ANN401
    """With the shape that would have been accepted."""
    with pytest.raises(MalformedDocumentError):
        replayed(document)


def test_a_payload_that_is_no_json_is_a_broken_link() -> None:
    """It is reported in its place; the chain is not refused."""
    row = {"seq": 1, "payload": "{nonsense", "prevSeal": genesis_seal("s"), "seal": "0"}
    assert found_in({"scopeId": "s", "events": [row]})["firstBrokenSeq"] == 1
