"""Read the public implementation's 38 statements, and say where and why ours reads differently.

The file is a baseline, not an oracle (spec/engine.md, "From Wikidata to claims"). A difference that
is not listed here fails the test, and so does a listed one that is none.
"""

from decimal import Decimal
from typing import Final

from both_sides.exchange.wikidata.statements import read_statement
from tests.shared import json_lines, shared

DAY = "the precision says how much of a date is known"
NO_YEAR_WORD = "a year is a year; the word says nothing"
EXACT = "amounts beyond a double stay exact"
NO_VALUE = "a snak without a value says which kind it is"
TEXT = "every type becomes a faithful text"
INDEPENDENT = "an empty reference is none"
NEWEST = "the newest retrieval counts, by its precision"

# Line → field → (our reading, the reason).
DIFFERENCES: Final[dict[int, dict[str, tuple[object, str]]]] = {
    7: {
        "value": ("12345678901234567890", EXACT),
        "numeric": (Decimal(12345678901234567890), EXACT),
    },
    11: {"value": ("15th century", DAY)},
    12: {"value": ("5th century", DAY)},
    13: {"value": ("1500", DAY)},
    14: {"value": ("1889-04", DAY)},
    16: {"value": ("0753 BCE", NO_YEAR_WORD)},
    17: {"value": ("about 10000 BCE", "years of any length are read")},
    18: {"value": ("10191", "years of any length are read")},
    20: {"precision": (None, "no precision is none, not the word undefined")},
    22: {
        "value": ("-1, 0", "no zeros that say nothing, and no minus zero"),
        "numeric": (None, "an altitude is not the number of a place"),
        "precision": ("coordinate", "no precision is none, not the word null"),
    },
    25: {"value": ("unknown value", NO_VALUE)},
    26: {"value": ("Q5", TEXT)},
    27: {"value": ("mono (en)", TEXT)},
    28: {"value": ("5", TEXT)},
    30: {
        "referenceCount": (2, INDEPENDENT),
    },
    31: {
        "referenceUrls": (
            [f"https://x.example/{number}" for number in range(6)],
            "no address is dropped",
        ),
        "retrieved": ("2015-01-01", NEWEST),
    },
    32: {"retrieved": ("2022-05-05", NEWEST)},
    33: {"retrieved": ("-0044-03-15", "ten characters are not a date")},
    36: {"rank": ("normal", "an odd rank counts as normal")},
}


def test_every_difference_from_the_public_implementation_has_a_reason() -> None:
    """All 38 lines, every field that the engine reads."""
    found: dict[int, dict[str, object]] = {}
    lines = list(json_lines(shared("vectors/wikidata_statements.jsonl")))
    for number, line in enumerate(lines, start=1):
        rival = read_statement(line["statement"], f"Q42-P1082-{number}", "P1082", []).rival
        ours: dict[str, object] = {
            "claimId": rival.claim_id,
            "value": rival.value,
            "numeric": rival.numeric,
            "rank": rival.rank.value,
            "referenceCount": rival.reference_count,
            "referenceUrls": list(rival.reference_urls),
            "retrieved": rival.retrieved,
            "precision": rival.precision,
        }
        theirs = line["claim"]
        if theirs["numeric"] is not None:
            theirs["numeric"] = Decimal(str(theirs["numeric"]))
        different = {key: value for key, value in ours.items() if value != theirs[key]}
        if different:
            found[number] = different
    expected = {
        number: {field: value for field, (value, _) in fields.items()}
        for number, fields in DIFFERENCES.items()
    }
    assert len(lines) == 38
    assert found == expected
