"""A dump with every trap of real data: ranked as the desk ranks it, whole or cut off."""

import gzip
import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from both_sides.domain.disputes import Subject
from both_sides.domain.ids import EntityId, PropertyId
from both_sides.interfaces.cli.app import run
from both_sides.service.wiring import open_desk, read_settings
from tests.batch.dumps import snak, time
from tests.batch.making import answers, of_an_adjudication
from tests.batch.ranked import AS_OF, Rank

Snak = dict[str, Any]

GREGORIAN, JULIAN = (f"http://www.wikidata.org/entity/Q{number}" for number in (1985727, 1985786))


def moment(text: str, precision: int = 11, calendar: str = GREGORIAN) -> Snak:
    """Make a snak of a time as Wikidata writes it."""
    return snak("P571", {"time": text, "precision": precision, "calendarmodel": calendar})


def amount(text: str, **members: str) -> Snak:
    """Make a snak of a quantity."""
    return snak("P1082", {"amount": text, "unit": "1", **members})


def without(kind: str, name: str = "P571") -> Snak:
    """Make a snak that says there is no value, or an unknown one."""
    return {"snaktype": kind, "property": name}


def place(precision: float | None, latitude: float = 64.1) -> Snak:
    """Make a snak of a coordinate."""
    globe = "http://www.wikidata.org/entity/Q2"
    value = {"latitude": latitude, "longitude": -21.9, "altitude": None, "globe": globe}
    return snak("P625", {**value, "precision": precision})


# Each against an ordinary rival: what is odd about one main snak.
ODD_VALUES: dict[str, Snak] = {
    "before our era": moment("-0001-00-00T00:00:00Z", 9),
    "long before our era": moment("-13798000000-00-00T00:00:00Z", 3),
    "year 0": moment("+0000-00-00T00:00:00Z", 9),
    "month and day 00": moment("+1994-00-00T00:00:00Z", 9),
    "day 00": moment("+1994-05-00T00:00:00Z", 10),
    "a padded year": moment("+00000001994-01-01T00:00:00Z"),
    "the Julian calendar": moment("+1500-02-29T00:00:00Z", 11, JULIAN),
    **{f"precision {code}": moment("+1994-05-01T00:00:00Z", code) for code in range(15)},
    "no value": without("novalue"),
    "some value": without("somevalue"),
    "bounds": amount("+10", upperBound="+11", lowerBound="+9"),
    "a unit": amount("+10", unit="http://www.wikidata.org/entity/Q11573"),
    "beyond double precision": amount("+12345678901234567890.123456789012345678901"),
    "beyond every double": amount("+1" + "0" * 400),
    "coordinate without precision": place(None),
    "coordinate": place(0.001),
}
# What is odd around an ordinary main snak.
ODD_STATEMENTS: dict[str, dict[str, Any]] = {
    "no value in a qualifier": {"qualifiers": {"P585": [without("novalue", "P585")]}},
    "some value in a qualifier": {"qualifiers": {"P580": [without("somevalue", "P580")]}},
    "no value in a reference": {"references": [{"snaks": {"P854": [without("novalue", "P854")]}}]},
    "qualifiers as a list": {"qualifiers": []},
    "snaks of a reference as a list": {"references": [{"snaks": []}]},
    "with hashes": {"references": [{"hash": "ab", "snaks": {"P854": [snak("P854", "u")]}}]},
    "retrieved in year 0": {
        "references": [{"snaks": {"P813": [snak("P813", time("0000-01-01"))]}}]
    },
    "all deprecated": {"rank": "deprecated"},
}
ODD_ENTITIES: dict[str, dict[str, Any]] = {
    "labels as a list": {"labels": []},
    "claims as a list": {"claims": []},
    "a revision": {"lastrevid": 7},
    "no labels": {"labels": None},
}
# What cannot be read is kept as it is written, and reported.
REPORTED = {"year 0", "beyond every double", "retrieved in year 0"}
TRAPS = [*ODD_VALUES, *ODD_STATEMENTS, *ODD_ENTITIES]


def statement(name: str, main: Snak, **members: Any) -> dict[str, Any]:  # noqa: ANN401
    """Make a statement."""
    return {"id": name, "type": "statement", "rank": "normal", "mainsnak": main, **members}


def entities() -> list[dict[str, Any]]:
    """Make one entity a trap."""
    made: list[dict[str, Any]] = []

    def add(first: dict[str, Any], second: dict[str, Any], **members: Any) -> None:  # noqa: ANN401
        name = f"Q{len(made) + 1}"
        for side, found in (("q", first), ("Q", second)):
            found["id"] = f"{side}{name[1:]}${found['id']}"
        about = first["mainsnak"]["property"]
        labels = {"en": {"language": "en", "value": f"Trap {name}"}}
        claims = {about: [first, second]}
        made.append({"type": "item", "id": name, "labels": labels, "claims": claims, **members})

    rivals = {
        "P571": moment("+1900-01-01T00:00:00Z"),
        "P1082": amount("+7"),
        "P625": place(0.1, 65.0),
    }
    for main in ODD_VALUES.values():
        add(statement("a", main), statement("b", rivals[main["property"]]))
    for members in ODD_STATEMENTS.values():
        second = {"rank": members["rank"]} if "rank" in members else {}
        add(statement("a", amount("+1"), **members), statement("b", amount("+2"), **second))
    for members in ODD_ENTITIES.values():
        kept = {name: value for name, value in members.items() if value is not None}
        add(statement("a", amount("+1")), statement("b", amount("+2")), **kept)
        if None in members.values():
            del made[-1]["labels"]
    return made


def shown_by_the_desk(source: str) -> dict[tuple[str, str], Any]:
    """Import the same file, and ask the desk about every dispute."""
    run(["import", "wikidata", source])
    desk = open_desk(read_settings())
    shown = {}
    cursor: str | None = None
    while True:
        page = desk.disputes(cursor=cursor, limit=100)
        for listed in page.items:
            subject = Subject(
                EntityId(listed.summary.subject.entity_id),
                PropertyId(listed.summary.subject.property_id),
            )
            answer = desk.adjudicate(subject, as_of=AS_OF).adjudication
            shown[str(subject.entity_id), str(subject.property_id)] = of_an_adjudication(answer)
        cursor = page.next_cursor
        if cursor is None:
            break
    desk.ledger.store.close()
    return shown


@pytest.mark.parametrize("cut", [None, 0.5, 0.9])
def test_every_trap_of_real_data_is_ranked_as_the_desk_ranks_it(
    rank: Rank, cut: float | None
) -> None:
    """Whole, and truncated in the middle: then what there is, with a report; nothing is lost."""
    made = entities()
    lines = [json.dumps(found, separators=(",", ":")).encode() for found in made]
    data = b"[\n" + b",\n".join(lines) + b"\n]\n"
    if cut is not None:
        data = data[: int(len(data) * cut)]
    whole = data.count(b"\n") - (2 if cut is None else 1)
    Path("d.json.gz").write_bytes(gzip.compress(data))
    code, members, _ = rank("d.json.gz", "--out", "r.parquet", "--as-of", AS_OF, "--explain")
    account = members["account"]
    table = pq.read_table("r.parquet").combine_chunks().to_batches()[0]
    ranked = {
        (row["entity_id"], row["property_id"]): answer
        for row, answer in zip(table.to_pylist(), answers(table), strict=True)
    }
    assert ranked == shown_by_the_desk("d.json.gz")
    assert account["entities"] == whole
    assert account["statements"] == account["claims"] + account["agreed"] + account["lost"]
    without_claims = [found["id"] for found in made[:whole] if not found["claims"]]
    assert len(ranked) == whole - len(without_claims)
    assert code == (0 if cut is None else 2)
    reported = {
        found["entityId"]: found["line"]
        for found in account["problems"]
        if found["code"] != "truncated"
    }
    traps = zip(TRAPS[:whole], made, range(2, len(made) + 2), strict=False)
    assert reported == {found["id"]: line for trap, found, line in traps if trap in REPORTED}
    assert account["problemCounts"].get("truncated", 0) == (cut is not None)
