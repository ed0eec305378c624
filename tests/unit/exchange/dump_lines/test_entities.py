"""The whole way from bytes to claims, one entity at a time."""

import gc
import gzip
import io
import json
import tracemalloc

import pytest

from both_sides.exchange.dump_lines import read_entities

STATEMENT = {"mainsnak": {"snaktype": "value", "datavalue": {"value": "x"}}}


def entity(number: int, statements: int = 2) -> bytes:
    """Write an entity as a line."""
    claims = {"P1": [STATEMENT] * statements, "P2": [STATEMENT]}
    labels = {"de": {"language": "de", "value": f"Ding {number}"}}
    return json.dumps({"id": f"Q{number}", "labels": labels, "claims": claims}).encode() + b"\n"


def test_entities_and_problems_come_in_order() -> None:
    """A line that holds none comes as one without an entity."""
    content = entity(1) + b"nonsense\n" + entity(2)
    first, bad, last = read_entities(
        io.BytesIO(content), source="f.json", language="de", properties={"P1"}
    )
    assert first.entity is not None
    assert last.entity is not None
    assert (first.entity.label, last.entity.entity_id) == ("Ding 1", "Q2")
    assert (first.claims, first.statements_left_out, first.statements_found) == (2, 1, 3)
    assert bad.entity is None
    assert str(bad.problems[0].place) == "f.json line 2"


def test_a_line_that_does_not_parse_counts_its_statements_as_lost() -> None:
    """So that the sum over the file is right."""
    (bad,) = read_entities(io.BytesIO(entity(1)[:-20] + b"}\n"), source="f")
    assert (bad.statements_found, bad.statements_lost, bad.claims) == (3, 3, 0)


def test_a_statement_lost_to_a_repeated_key_is_in_the_sum() -> None:
    """Found is what the bytes say, not what the parser kept."""
    content = b'{"id":"Q1","claims":{"P1":[{"mainsnak":{}}],"P1":[{"mainsnak":{}}]}}'
    results = list(read_entities(io.BytesIO(content), source="f"))
    assert sum(result.statements_found for result in results) == 2
    assert sum(result.claims for result in results) == 1
    assert sum(result.statements_lost for result in results) == 1


@pytest.mark.slow
def test_memory_stays_flat() -> None:
    """A dump of forty megabytes is read in a few."""
    padding = b'{"pad":"' + b"x" * 200_000 + b'",'
    line = entity(1, statements=9).replace(b"{", padding, 1)
    packed = gzip.compress(line * 200, compresslevel=1)
    tracemalloc.start()
    count = sum(result.claims for result in read_entities(io.BytesIO(packed), source="f"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 2000
    assert len(line) * 200 > 40_000_000
    assert peak < 8_000_000


@pytest.mark.parametrize("is_enabled", [True, False])
def test_the_garbage_collector_is_as_before_whenever_an_entity_is_handed_out(
    *, is_enabled: bool
) -> None:
    """It is paused only while a document is read."""
    (gc.enable if is_enabled else gc.disable)()
    try:
        for _ in read_entities(io.BytesIO(entity(1) * 3), source="f"):
            assert gc.isenabled() is is_enabled
        assert gc.isenabled() is is_enabled
    finally:
        gc.enable()
