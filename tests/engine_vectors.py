"""The shared engine vectors with what is expected of us, where that is not simply their output."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests import oracle
from tests.shared import json_lines, shared

BEYOND_BMP = {"e01593", "e01613"}  # an id beyond the BMP sorts by code point, not by code unit


class Vector(NamedTuple):
    """Hold one dispute and the expected answer."""

    name: str
    input: dict[str, Any]
    output: dict[str, Any]


def engine_vectors() -> Iterator[Vector]:
    """Give all 2,776 lines.

    Where the public implementation guesses a date, the Method written naively is expected; where it
    sorts by locale, the order of the page.
    """
    for line in json_lines(shared("vectors/engine.jsonl.gz")):
        yield Vector(line["id"], line["input"], _expected(line))


def _expected(line: dict[str, Any]) -> dict[str, Any]:
    if line["lenientDate"] or line["id"] in BEYOND_BMP:
        return oracle.adjudicate(line["input"])
    output: dict[str, Any] = json.loads(json.dumps(line["output"]))
    order = output.pop("rankedIdsByCodeUnit", None)
    if order is not None:
        rows: dict[str, list[Any]] = {}
        for row in output["ranked"]:
            rows.setdefault(row["claimId"], []).append(row)
        output["ranked"] = [rows[claim_id].pop(0) for claim_id in order]  # ids may come twice
        output["leader"], output["runnerUp"] = (*order, None)[:2]
    return output
