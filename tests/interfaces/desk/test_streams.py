"""Whole files through the real command line: disputes and chains, one answer a line, in order."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import CommandLine, process
from tests.engine_vectors import engine_vectors
from tests.shared import json_lines, shared

GOOD = {"entityId": "Q1", "propertyId": "P1", "claims": [{"claimId": "a"}], "asOf": "2026-10-03"}


def dumped(documents: list[Any]) -> bytes:
    """Write JSON Lines."""
    return b"".join(json.dumps(document).encode() + b"\n" for document in documents)


@pytest.mark.slow
def test_every_shared_dispute_gets_the_expected_answer_from_a_file(cli: CommandLine) -> None:
    """2,776 lines, number for number, in order."""
    vectors = list(engine_vectors())
    Path("disputes.jsonl").write_bytes(dumped([vector.input for vector in vectors]))
    found = cli("adjudicate", "--input", "disputes.jsonl")
    assert (found.code, found.err) == (0, "")
    assert len(found.lines) == len(vectors) == 2776
    for vector, answer in zip(vectors, found.lines, strict=True):
        assert answer == vector.output, vector.name


@pytest.mark.slow
def test_a_process_gives_the_same_answers_from_standard_input(
    cli: CommandLine, tmp_path: Path
) -> None:
    """Byte for byte, with --json or without: a stream is JSON Lines anyway."""
    lines = dumped([vector.input for vector in engine_vectors()])
    Path("disputes.jsonl").write_bytes(lines)
    expected = cli("adjudicate", "--input", "disputes.jsonl").out
    found = process("adjudicate", "--input", "-", "--json", cwd=tmp_path, stdin=lines)
    assert found.code == 0
    assert found.out == expected


def test_a_text_is_read_where_there_are_no_figures(cli: CommandLine) -> None:
    """`corroboratingText` instead of `figures`."""
    claim = {"claimId": "a", "numeric": 2751862, "precision": "quantity"}
    text = "Osaka has 2,751,862 inhabitants (page 7)."
    lines = dumped([GOOD | {"claims": [claim], "corroboratingText": text}])
    (answer,) = cli("adjudicate", "--input", "-", stdin=lines).lines
    assert answer["ranked"][0]["factors"]["corroboration"] == [1, 20]


def test_an_instant_can_be_given_for_all_lines(cli: CommandLine) -> None:
    """It goes before the lines' own."""
    claim = {"claimId": "a", "retrieved": "2020-01-01"}
    lines = dumped([GOOD | {"claims": [claim]}, {"claims": [claim]}])
    for as_of, recency in (("2020-01-01", 1), ("2999-01-01", 0.05)):
        answers = cli("adjudicate", "--input", "-", "--as-of", as_of, stdin=lines).lines
        assert [row["ranked"][0]["factors"]["recency"][0] for row in answers] == [recency] * 2


BAD_LINES: list[tuple[bytes, str]] = [
    (b"{nonsense", "malformed_document"),
    (b"", ""),
    (b'{"claims": [{"claimId": "a", "numeric": NaN}]}', "malformed_document"),
    (b'{"claims": [{"claimId": "a", "numeric": Infinity}]}', "malformed_document"),
    (b'{"claims": [{"claimId": "a", "numeric": 1e400}]}', "malformed_document"),
    (b'{"figures": [' + b"9" * 5000 + b"]}", "malformed_document"),
    (b'{"entityId": "Q1", "entityId": "Q2"}', "malformed_document"),
    (b'{"claims": [{"claimId": "a", "value": "1", "value": "2"}]}', "malformed_document"),
    (b"[" * 100_000, "limit_exceeded"),
    (b'{"a":' * 100_000, "limit_exceeded"),
    (b'{"entityId": "\xff\xfe"}', "malformed_document"),
    (b'{"entityId": "\\ud83d"}', "malformed_document"),
    (b"17", "malformed_document"),
    (b'{"claims": 17}', "malformed_document"),
    (b'{"claims": [], "asOf": "yesterday"}', "invalid_input"),
    (b'{"claims": [], "asOf": ""}', "invalid_input"),
]


def test_a_bad_line_is_reported_in_its_place_and_stops_nothing(cli: CommandLine) -> None:
    """Every line gets an answer; blank ones none. The exit code says that something was wrong."""
    good = json.dumps(GOOD).encode()
    lines = b"".join(good + b"\n" + line + b"\n" for line, _ in BAD_LINES) + good
    found = cli("adjudicate", "--input", "-", stdin=lines)
    assert found.code == 2
    codes = [code for _, code in BAD_LINES if code]
    answers = found.lines
    errors = [answer["error"]["code"] for answer in answers if "error" in answer]
    assert errors == codes
    assert sum("status" in answer for answer in answers) == len(BAD_LINES) + 1
    reported = [json.loads(line) for line in found.err.splitlines()]
    assert [error["code"] for error in reported] == codes
    numbers = [2 * n + 2 for n, (_, code) in enumerate(BAD_LINES) if code]
    for error, number in zip(reported, numbers, strict=True):
        if error["code"] != "invalid_input":
            assert f"standard input line {number}" in error["message"]


# --- chains ---------------------------------------------------------------------------------------


def chains() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Give every shared chain and every tampered variant, with the expected answer."""
    for line in json_lines(shared("vectors/chains.jsonl.gz")):
        rows = [
            {"seq": place, "payload": event["raw"], **{k: event[k] for k in ("prevSeal", "seal")}}
            for place, event in enumerate(line["events"], start=1)
        ]
        yield {"scopeId": line["scopeId"], "events": rows}, line["clean"]
        for variant in line["tampered"]:
            scope = variant.get("scopeId", line["scopeId"])
            yield {"scopeId": scope, "events": variant["rows"]}, variant["expected"]


@pytest.mark.slow
def test_every_shared_chain_gets_the_expected_answer(cli: CommandLine) -> None:
    """220 clean ones and 2,908 tampered ones, in order, from a file and from standard input."""
    documents, expected = zip(*chains(), strict=True)
    lines = dumped(list(documents))
    Path("chains.jsonl").write_bytes(lines)
    found = cli("replay", "--input", "chains.jsonl")
    assert found.code == 4
    assert len(found.lines) == len(expected) == 220 + 2908
    for answer, wanted in zip(found.lines, expected, strict=True):
        assert answer == wanted
    assert cli("replay", "--input", "-", stdin=lines).out == found.out


def test_clean_chains_are_exit_code_0(cli: CommandLine) -> None:
    """Whatever is remarked on standard error."""
    clean = [document for document, wanted in chains() if wanted["ok"]]
    found = cli("replay", "--input", "-", stdin=dumped(clean))
    assert found.code == 0
    assert all(answer["ok"] for answer in found.lines)


def test_a_line_that_is_no_chain_is_answered_in_its_place(cli: CommandLine) -> None:
    """And none of the others is lost; tampering goes before what cannot be read."""
    clean, tampered = (
        next(document for document, wanted in chains() if wanted["ok"] is ok)
        for ok in (True, False)
    )
    nothing = {"ok": False, "events": 0, "headSeal": "", "firstBrokenSeq": None}
    bad = [b"{nonsense", b"17", b'{"scopeId": "\xff"}', b"[" * 100_000, b'{"events": 7}']
    lines = b"".join(dumped([clean]) + line + b"\n" for line in bad)
    found = cli("replay", "--input", "-", stdin=b"\xef\xbb\xbf" + lines)
    assert found.code == 2
    assert [answer == nothing for answer in found.lines] == [False, True] * len(bad)
    assert len(found.err.splitlines()) == len(bad)
    assert cli("replay", "--input", "-", stdin=lines + dumped([tampered])).code == 4
    assert cli("replay", "--input", "-", stdin=dumped([tampered]) + lines).code == 4


@pytest.mark.parametrize("seq", ["1e300", "-1e300", "1.5", '"7"', "null", "[]", "true", "1e400"])
def test_a_number_of_an_event_that_is_none_counts_as_its_place(cli: CommandLine, seq: str) -> None:
    """JSON has numbers that no place can have."""
    line = f'{{"scopeId": "s", "events": [{{"seq": {seq}, "payload": "{{}}", "seal": "x"}}]}}'
    (answer,) = cli("replay", "--input", "-", stdin=line.encode()).lines
    assert answer["firstBrokenSeq"] == 1


def test_an_empty_input_has_no_answer(cli: CommandLine) -> None:
    """And is no error: every chain of it is in order."""
    for command in ("replay", "adjudicate"):
        for nothing in (b"", b"\n\n", b" \n\t\n"):
            found = cli(command, "--input", "-", stdin=nothing)
            assert (found.code, found.out, found.err) == (0, "", "")
