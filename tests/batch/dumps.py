"""Make dumps of small entities, whole and broken, packed in every way that is read."""

import bz2
import gzip
import json
import random
from collections.abc import Callable
from typing import Any, Final

import pyarrow as pa

RANKS: Final = ("normal", "normal", "preferred", "deprecated")


def entity(number: int, *, claims: int = 3) -> dict[str, Any]:
    """Make a city with several populations, one of them of another time."""
    chance = random.Random(number)
    name = f"Q{number}"
    return {
        "type": "item",
        "id": name,
        "labels": {"en": {"language": "en", "value": f"City {number}"}},
        "claims": {
            "P1082": [
                population(
                    f"{chance.choice('qQ')}{number}${chance.randrange(16**8):08x}-{place}",
                    chance.randrange(1000, 9000),
                    rank=chance.choice(RANKS),
                    year=chance.choice([None, 2000 + place]),
                    references=chance.randrange(4),
                )
                for place in range(claims)
            ],
            "P31": [
                {
                    "id": f"{name}$instance",
                    "rank": "normal",
                    "type": "statement",
                    "mainsnak": snak("P31", {"id": "Q515", "entity-type": "item"}),
                }
            ],
        },
    }


def population(
    name: str, amount: int, *, rank: str = "normal", year: int | None = None, references: int = 0
) -> dict[str, Any]:
    """Make one statement about a population."""
    made: dict[str, Any] = {
        "mainsnak": snak("P1082", {"amount": f"+{amount}", "unit": "1"}),
        "type": "statement",
        "id": name,
        "rank": rank,
        "references": [
            {
                "snaks": {
                    "P854": [snak("P854", f"https://example.org/{name}/{place}")],
                    "P813": [snak("P813", time(f"20{10 + place}-05-01"))],
                }
            }
            for place in range(references)
        ],
    }
    if year is not None:
        made["qualifiers"] = {"P585": [snak("P585", time(f"{year}-01-01"))]}
    return made


def snak(name: str, value: object) -> dict[str, Any]:
    """Make a snak."""
    return {"snaktype": "value", "property": name, "datavalue": {"value": value}}


def time(day: str) -> dict[str, Any]:
    """Make a point in time, known to the day."""
    return {"time": f"+{day}T00:00:00Z", "precision": 11}


def lines(count: int, **members: Any) -> list[bytes]:  # noqa: ANN401
    """Write entities as a dump does, one a line."""
    return [
        json.dumps(entity(number, **members), separators=(",", ":")).encode()
        for number in range(1, count + 1)
    ]


def dump(count: int, **members: Any) -> bytes:  # noqa: ANN401
    """Write a whole dump: a list with one entity a line."""
    return b"[\n" + b",\n".join(lines(count, **members)) + b"\n]\n"


def zstd(data: bytes) -> bytes:
    """Pack with zstd."""
    packed: bytes = pa.Codec("zstd").compress(data, asbytes=True)
    return packed


def plain(data: bytes) -> bytes:
    """Pack with nothing."""
    return data


PACKERS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "json": plain,
    "json.gz": gzip.compress,
    "json.bz2": bz2.compress,
    "json.zst": zstd,
}
