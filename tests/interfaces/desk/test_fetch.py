"""`fetch` from the command line, against a stand-in that serves recorded replies."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.command_line import CommandLine
from tests.shared import ROOT
from tests.upstream.stand_in import StandIn, running

RECORDED = ROOT / "tests" / "vectors" / "wikidata"
ENTITY = "/wiki/Special:EntityData/Q131261.json"


@pytest.fixture
def upstream(cli: CommandLine) -> Iterator[StandIn]:
    """Play Wikidata and Wikipedia on this machine."""
    with running() as stand_in:
        cli.monkeypatch.setenv("BOTH_SIDES_WIKIDATA", stand_in.address)
        cli.monkeypatch.setenv("BOTH_SIDES_WIKIPEDIA", stand_in.address)
        yield stand_in


def files(cli: CommandLine) -> list[Path]:
    """List what stands in the directory."""
    return sorted(cli.directory.iterdir())


def test_an_entity_is_fetched_and_can_be_ruled_on(cli: CommandLine, upstream: StandIn) -> None:
    """Its statements are claims; what was not to be had beside them is a remark."""
    upstream.answer(ENTITY, (RECORDED / "entity-Q131261.json").read_bytes())
    found = cli("fetch", "q131261", "--json")
    assert found.code == 0, found.err
    assert (found.json["entityId"], found.json["claims"]) == ("Q131261", 9)
    assert found.json["remarks"]  # the stand-in knows no names and no summary
    assert all(f"remark: {remark}" in found.err for remark in found.json["remarks"])
    again = cli("fetch", "Q131261")
    assert "0 recorded, 1 unchanged" in again.out
    assert "both-sides disputes --entity Q131261" in again.err


@pytest.mark.parametrize(
    ("status", "code", "word"),
    [(404, 2, "not_found"), (500, 5, "upstream_unavailable"), (302, 5, "upstream_unavailable")],
)
def test_what_cannot_be_fetched_leaves_no_empty_ledger(
    cli: CommandLine, upstream: StandIn, status: int, code: int, word: str
) -> None:
    """And says what else would bring the entity."""
    upstream.answer(ENTITY, b"", status=status, Location="http://169.254.169.254/latest/meta-data")
    found = cli("fetch", "Q131261", "--json")
    assert (found.code, found.error["code"]) == (code, word)
    assert files(cli) == []


def test_without_a_network_the_other_way_is_named(cli: CommandLine, upstream: StandIn) -> None:
    """Import a dump; and nothing is left behind."""
    cli.monkeypatch.setenv("BOTH_SIDES_WIKIDATA", "http://127.0.0.1:9")
    found = cli("fetch", "Q131261", "--json")
    assert (found.code, found.error["code"]) == (5, "upstream_unavailable")
    assert "both-sides import wikidata" in found.error["hint"]
    assert upstream.asked == []
    assert files(cli) == []


def test_neighbours_share_a_hint(cli: CommandLine) -> None:
    """Ten lines that are broken in one way are ten problems with one hint."""
    lines = [b'{"id": nonsense}'] * 10 + [json.dumps({"id": "Q1", "type": "item"}).encode()]
    (cli.directory / "d.ndjson").write_bytes(b"\n".join(lines) + b"\n")
    found = cli("import", "wikidata", "d.ndjson")
    assert found.code == 2
    assert found.err.count("problem: ") == 10
    assert found.err.count("   hint: ") == 1
