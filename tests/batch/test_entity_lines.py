"""Lines of a dump become the same claims the fast way and the patient way, and none is lost."""

import io
import json
import random
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from both_sides.batch.accounts import ReadChunk, Tally, Wanted, unclosed_list
from both_sides.batch.entity_lines import LineReader
from both_sides.batch.line_chunks import cut_chunks
from both_sides.batch.rows import RowBuilder, claim_of_statement
from both_sides.domain.time_series import classify
from both_sides.exchange.dump_lines import read_entities
from both_sides.exchange.problems import Problem
from tests.shared import json_lines, shared

Row = dict[str, Any]


def pieces(data: bytes, size: int = 1000) -> Iterator[bytes]:
    """Cut bytes into pieces, as a stream gives them."""
    for start in range(0, len(data), size):
        yield data[start : start + size]


def read_fast(
    data: bytes, properties: tuple[str, ...] | None = None, *, chunk_bytes: int = 1 << 20
) -> tuple[list[Row], list[Problem], Tally]:
    """Read with a reader of its own for each chunk, as several processes do."""
    wanted = Wanted("dump", properties, agreed_too=True)
    read: list[ReadChunk] = []
    reader = LineReader(wanted)
    for chunk in cut_chunks(pieces(data), chunk_bytes=chunk_bytes):
        read.append(reader.read(chunk))
        if not chunk.is_open:
            reader = LineReader(wanted)
    tally = Tally()
    for found in read:
        tally.add(found.tally)
    rows = [row for found in read for row in found.batch.to_pylist()]
    problems = [problem for found in read for problem in found.problems]
    if read[0].opens_list and not (read[-1].closes_list or read[-1].is_cut_off):
        problems.append(unclosed_list("dump", read[-1].last_line))
    return rows, problems, tally


def read_slow(
    data: bytes, properties: tuple[str, ...] | None = None
) -> tuple[list[Row], list[Problem]]:
    """Read as the desk's import does."""
    builder = RowBuilder()
    problems: list[Problem] = []
    for read in read_entities(io.BytesIO(data), source="dump", properties=properties):
        problems.extend(read.problems)
        groups = read.entity.groups if read.entity is not None else ()
        order = [group.property_id for group in groups] if properties is None else properties
        for group in sorted(groups, key=lambda group: order.index(group.property_id)):
            builder.add(
                read.entity.entity_id if read.entity else "",
                group.property_id,
                classify(group.statements).value,
                (),
                map(claim_of_statement, group.statements),
            )
    return builder.finish().to_pylist(), problems


def require_same(data: bytes, properties: tuple[str, ...] | None = None) -> None:
    """Require the same rows and problems both ways, for chunks of any size."""
    rows, problems = read_slow(data, properties)
    for chunk_bytes in (1, 3000, 1 << 20):
        fast_rows, fast_problems, tally = read_fast(data, properties, chunk_bytes=chunk_bytes)
        assert fast_rows == rows
        assert fast_problems == problems
        assert tally.statements == tally.claims + tally.agreed + tally.lost
        assert tally.claims == sum(len(row["claims"]) for row in rows)


def line(entity: dict[str, Any]) -> bytes:
    """Write an entity as a dump does."""
    return json.dumps(entity, separators=(",", ":"), ensure_ascii=False).encode()


def real_entities(count: int) -> list[dict[str, Any]]:
    """Give some real entities."""
    entities = list(json_lines(shared("data/wikidata/dev.ndjson.gz")))
    return random.Random(7).sample(entities, count)


@pytest.mark.slow
@pytest.mark.parametrize("properties", [None, ("P1082", "P569", "P571", "P625")])
def test_every_real_statement_is_read_both_ways(properties: tuple[str, ...] | None) -> None:
    """All statements of the shared file: value, number, rank, references, dates, moments."""
    entities = json_lines(shared("data/wikidata/dev.ndjson.gz"))
    data = b"[\n" + b",\n".join(map(line, entities)) + b"\n]\n"
    rows, problems = read_slow(data, properties)
    fast_rows, fast_problems, tally = read_fast(data, properties)
    assert fast_rows == rows
    assert fast_problems == problems
    assert tally.lost == 0


def mutated(entity: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Damage one member somewhere in an entity."""
    entity = json.loads(json.dumps(entity))
    holder: Any = entity
    for _ in range(chance.randrange(2, 12)):
        if isinstance(holder, dict) and holder:
            key: Any = chance.choice(sorted(holder))
        elif isinstance(holder, list) and holder:
            key = chance.randrange(len(holder))
        else:
            break
        if chance.random() < 0.15 or not isinstance(holder[key], dict | list):
            odd: list[Any] = [
                None,
                [],
                {},
                "",
                "x",
                0,
                -1,
                1.5,
                True,
                "+00000002020-00-00T00:00:00Z",
                "1e400",
            ]
            if chance.random() < 0.3 and isinstance(holder, dict):
                del holder[key]
            else:
                holder[key] = chance.choice([*odd, holder[key]])
            break
        holder = holder[key]
    return entity


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_damaged_entities_are_read_both_ways(seed: int) -> None:
    """Whatever is missing or of the wrong type, the claims are those of the patient reader."""
    chance = random.Random(seed)
    small = [entity for entity in real_entities(300) if len(json.dumps(entity)) < 20_000][:60]
    lines = [line(mutated(entity, chance)) for entity in small for _ in range(4)]
    data = b"\n".join(lines) + b"\n"
    rows, _ = read_slow(data)
    fast_rows, _, tally = read_fast(data)
    assert fast_rows == rows
    assert tally.statements == tally.claims + tally.lost


def city(name: str = "Q1", **claims: Any) -> dict[str, Any]:  # noqa: ANN401
    """Make an item with claims about its population."""
    population = [statement(f"{name}$a", "+3"), statement(f"{name}$b", "+4")]
    return {"type": "item", "id": name, "claims": {"P1082": population, **claims}}


def statement(name: str, amount: str, **members: Any) -> dict[str, Any]:  # noqa: ANN401
    """Make one statement about a population."""
    value = {"value": {"amount": amount, "unit": "1"}, "type": "quantity"}
    mainsnak = {"snaktype": "value", "property": "P1082", "datavalue": value}
    return {"mainsnak": mainsnak, "type": "statement", "id": name, "rank": "normal", **members}


CASES: dict[str, bytes] = {
    "empty": b"",
    "one": line(city()),
    "list": b"[\n" + line(city()) + b",\n" + line(city("Q2")) + b"\n]\n",
    "list not closed": b"[\n" + line(city()) + b",\n" + line(city("Q2")) + b"\n",
    "list cut off": b"[\n" + line(city()) + b",\n" + line(city("Q2"))[:90],
    "carriage returns": b"[\r\n" + line(city()) + b",\r\n" + line(city("Q2")) + b"\r\n]\r\n",
    "byte order mark": b"\xef\xbb\xbf" + line(city()) + b"\n",
    "inline list": b"[" + line(city()) + b",\n" + line(city("Q2")) + b"]\n",
    "cut off": line(city()) + b"\n" + line(city("Q2"))[:90],
    "broken line": line(city())[:90] + b"\n" + line(city("Q2")) + b"\n",
    "broken line, then a list": b"[\n" + line(city())[:90] + b",\n" + line(city("Q2")) + b"\n]\n",
    "no JSON": b"hello\n" + line(city()) + b"\n{[ no ]}\n",
    "not UTF-8": line(city()).replace(b"item", b"it\xffem") + b"\n" + line(city("Q2")),
    "printed over lines": json.dumps(city(), indent=1).encode() + b"\n" + line(city("Q2")) + b"\n",
    "printed list": json.dumps([city(), city("Q2")], indent=2).encode() + b"\n",
    "printed and cut off": json.dumps(city(), indent=1).encode()[:200],
    "printed, broken, then a line": json.dumps(city(), indent=1).encode()[:200]
    + b"\n"
    + line(city("Q2"))
    + b"\n",
    "reply": line({"entities": {"Q1": city(), "Q2": city("Q2")}}),
    "map": line({"Q1": city(), "Q2": {**city("Q2"), "id": "Q2"}}),
    "no list of claims": line({"id": "Q1", "claims": []}) + b"\n" + line(city("Q2")),
    "flat claims": line({"id": "Q1", "claims": city()["claims"]["P1082"]}),
    "missing": line({"id": "Q9", "missing": ""}) + b"\n" + line(city("Q2")),
    "no id": line({"claims": city()["claims"]}),
    "odd id": line({**city(), "id": "kittens"}) + b"\n" + line({**city(), "id": " q7 "}),
    "lexeme": line(
        {"id": "L1", "claims": {}, "senses": [{"id": "L1-S1", "claims": city()["claims"]}]}
    ),
    "media": line({"id": "M1", "statements": city()["claims"]}),
    "odd property": line(city(Pxyz=[statement("Q1$c", "+1")])),
    "repeated ids": line(city(P2=[statement("Q1$a", "+1")])),
    "no statement id": line(
        city(P2=[{k: v for k, v in statement("x", "+1").items() if k != "id"}])
    ),
    "id of a registered claim": line(city(P2=[statement("CLM-0001", "+1")])),
    "unprintable id": line(city(P2=[statement("a\u0007", "+1")])),
    "repeated key": line(city())[:-2] + b',"P1082":[{"mainsnak":{"snaktype":"novalue"}}]}}',
    "foreign property": line(city(P2=[statement("Q1$c", "+1")])),
    "no value": line(
        city(P1082=[statement("Q1$c", "+1", mainsnak={"snaktype": "somevalue"}), {"id": "Q1$d"}])
    ),
    "amounts": line(
        city(
            P1082=[
                statement(f"Q1${place}", amount)
                for place, amount in enumerate(
                    ["+0", "-0", "007", "+1.50", "1e3", "1e9999", "9" * 40, "", " +5 ", "-17", "+x"]
                )
            ]
        )
    ),
    "ranks": line(city(P1082=[statement("Q1$c", "+1", rank=rank) for rank in ("best", None, 3)])),
    "empty maps": line(
        city(P1082=[statement("Q1$c", "+1", qualifiers=[], references=[{"snaks": []}, []])])
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_traps_are_read_as_the_patient_reader_reads_them(case: str) -> None:
    """The same rows, the same problems with the same places, in the same order."""
    require_same(CASES[case])


@pytest.mark.parametrize("case", ["one", "list", "repeated key", "amounts", "broken line"])
def test_chosen_properties_are_read_as_the_patient_reader_reads_them(case: str) -> None:
    """With one property asked for, the others are not looked at."""
    require_same(CASES[case], ("P1082",))


def test_a_line_that_is_too_long_costs_only_itself() -> None:
    """It is passed over without being held, and named with its length."""
    long = line({**city("Q2"), "aliases": "x" * 5000})
    data = line(city()) + b"\n" + long + b"\n" + line(city("Q3")) + b"\n"
    reader = LineReader(Wanted("dump", longest_line=2000))
    (chunk,) = cut_chunks(pieces(data), longest_line=2000)
    read = reader.read(chunk)
    assert read.batch.column("entity_id").to_pylist() == ["Q1", "Q3"]
    assert [problem.code.value for problem in read.problems] == ["line_too_long"]


def test_agreeing_claims_are_no_dispute() -> None:
    """Two claims of one value are counted and left out."""
    entity = city(P1082=[statement("Q1$a", "+3"), statement("Q1$b", "+3")])
    (chunk,) = cut_chunks(pieces(line(entity) + b"\n" + line(city("Q2"))))
    read = LineReader(Wanted("dump")).read(chunk)
    assert read.batch.column("entity_id").to_pylist() == ["Q2"]
    assert (read.tally.statements, read.tally.claims, read.tally.agreed) == (4, 2, 2)


def test_claims_are_sorted_by_the_bytes_of_their_ids() -> None:
    """Real statement ids mix cases."""
    names = ["q1$b", "Q1$a", "Q1$B", "Q1$\U0001f600", "Q1$\uffee"]
    entity = city(P1082=[statement(name, f"+{place}") for place, name in enumerate(names)])
    (chunk,) = cut_chunks(pieces(line(entity)))
    (row,) = LineReader(Wanted("dump")).read(chunk).batch.to_pylist()
    found = [claim["claim_id"] for claim in row["claims"]]
    assert found == sorted(names, key=str.encode)


def many_lines(count: int) -> Iterable[bytes]:
    """Make entity lines."""
    return (line(city(f"Q{number}")) for number in range(1, count + 1))


def test_chunks_do_not_depend_on_how_the_stream_comes() -> None:
    """Their borders are found again after an interruption."""
    data = b"\n".join(many_lines(40))
    one, other = (
        [
            [held.number for held in chunk.lines]
            for chunk in cut_chunks(pieces(data, size), chunk_bytes=999)
        ]
        for size in (7, 100_000)
    )
    assert one == other
    assert len(one) > 5
