"""A statement is a claim with everything that was said about it."""

from decimal import Decimal

import pytest

from both_sides.domain.disputes import EditorialRank
from both_sides.exchange.problems import ProblemCode
from both_sides.exchange.wikidata.statements import Flaw, read_statement


def day(text: str, precision: int = 11) -> dict[str, object]:
    """Write a snak with a date."""
    sign = "" if text.startswith("-") else "+"
    value = {"time": f"{sign}{text}T00:00:00Z", "precision": precision}
    return {"snaktype": "value", "datavalue": {"value": value}}


def item(identifier: str) -> dict[str, object]:
    """Write a snak with an item."""
    return {"snaktype": "value", "datavalue": {"value": {"id": identifier}}}


def mainsnak(value: object, property_id: str = "P1082") -> dict[str, object]:
    """Write a mainsnak."""
    return {"snaktype": "value", "property": property_id, "datavalue": {"value": value}}


def test_everything_is_kept() -> None:
    """Value, rank, qualifiers, reasons and references."""
    flaws: list[Flaw] = []
    read = read_statement(
        {
            "mainsnak": mainsnak({"amount": "+5", "unit": "1"}),
            "rank": "deprecated",
            "qualifiers": {
                "P585": [day("2015-10-01")],
                "P459": [item("Q39825")],
                "P2241": [item("Q41755623")],
                "P7452": [item("Q71536040")],
            },
            "references": [{"hash": "h", "snaks": {"P813": [day("2020-01-02")]}}],
        },
        "Q1$a",
        "P1082",
        flaws,
    )
    assert (read.claim_id, read.value, read.numeric) == ("Q1$a", "5", Decimal(5))
    assert read.rank is EditorialRank.DEPRECATED
    assert (read.precision, read.reference_count, read.retrieved) == ("quantity", 1, "2020-01-02")
    assert read.point_in_time == "2015-10-01"
    assert read.qualifiers == (
        ("P585", "2015-10-01"),
        ("P459", "Q39825"),
        ("P2241", "Q41755623"),
        ("P7452", "Q71536040"),
    )
    assert read.rank_reasons == ("Q41755623", "Q71536040")
    assert flaws == []


@pytest.mark.parametrize(
    ("qualifiers", "point", "start", "end"),
    [
        ({"P585": [day("2015-00-00", 9)]}, "2015", None, None),
        ({"P585": [day("2015-10-00", 10)]}, "2015-10", None, None),
        ({"P585": [day("-0044-00-00", 9)]}, "-0044", None, None),
        ({"P585": [day("1917-01-01"), day("1917-00-00", 9)]}, "1917-01-01", None, None),
        ({"P585": [day("-0044-00-00", 9), day("0100-00-00", 9)]}, "0100", None, None),
        ({"P580": [day("2008-04-00", 10), day("1886-03-08")]}, None, "1886-03-08", None),
        ({"P580": [day("1990-00-00", 9)], "P582": [day("1995-00-00", 9)]}, None, "1990", "1995"),
        ({"P580": [day("1990-00-00", 9)], "P582": [{"snaktype": "novalue"}]}, None, "1990", None),
        ({"P585": [{"snaktype": "somevalue"}]}, None, None, None),
        ([], None, None, None),
        (None, None, None, None),
    ],
)
def test_moments_are_read_from_qualifiers(
    qualifiers: object, point: str | None, start: str | None, end: str | None
) -> None:
    """Of several the newest point in time, the first start and the last end."""
    raw = {"mainsnak": mainsnak("x"), "qualifiers": qualifiers}
    read = read_statement(raw, "a", "P1082", [])
    assert (read.point_in_time, read.start, read.end) == (point, start, end)
    written = qualifiers if isinstance(qualifiers, dict) else {}
    assert len(read.qualifiers) == sum(map(len, written.values()))


@pytest.mark.parametrize(
    ("rank", "read_as", "flaws"),
    [
        ("preferred", EditorialRank.PREFERRED, 0),
        ("normal", EditorialRank.NORMAL, 0),
        ("deprecated", EditorialRank.DEPRECATED, 0),
        (None, EditorialRank.NORMAL, 0),
        ("Preferred", EditorialRank.NORMAL, 1),
        ("weird", EditorialRank.NORMAL, 1),
        (["preferred"], EditorialRank.NORMAL, 1),
    ],
)
def test_an_odd_rank_counts_as_normal(rank: object, read_as: EditorialRank, flaws: int) -> None:
    """And is reported, unless it is missing."""
    found: list[Flaw] = []
    read = read_statement({"mainsnak": mainsnak("x"), "rank": rank}, "a", "P1082", found)
    assert read.rank is read_as
    assert [code for code, _ in found] == [ProblemCode.UNKNOWN_RANK] * flaws


@pytest.mark.parametrize(
    ("raw", "value", "codes"),
    [
        ({}, "unspecified", [ProblemCode.MISSING_VALUE]),
        ({"mainsnak": None}, "unspecified", [ProblemCode.MISSING_VALUE]),
        ({"mainsnak": []}, "unspecified", [ProblemCode.MISSING_VALUE]),
        ({"mainsnak": {"snaktype": "value"}}, "unspecified", [ProblemCode.MISSING_VALUE]),
        ({"mainsnak": {"snaktype": "novalue"}}, "no value", []),
        ({"mainsnak": {"snaktype": "somevalue"}}, "unknown value", []),
        ({"mainsnak": mainsnak({"amount": "x"})}, "x", [ProblemCode.UNREADABLE_VALUE]),
        ({"mainsnak": mainsnak("x", "P1")}, "x", [ProblemCode.FOREIGN_PROPERTY]),
        (
            {"mainsnak": mainsnak("x"), "qualifiers": 5, "references": 5},
            "x",
            [ProblemCode.UNREADABLE_QUALIFIER, ProblemCode.UNREADABLE_REFERENCE],
        ),
        (
            {"mainsnak": mainsnak("x"), "qualifiers": {"P585": [{"snaktype": "value"}]}},
            "x",
            [ProblemCode.UNREADABLE_QUALIFIER],
        ),
    ],
)
def test_a_claim_is_kept_whatever_it_lacks(
    raw: dict[str, object], value: str, codes: list[ProblemCode]
) -> None:
    """What could not be read is said beside it."""
    flaws: list[Flaw] = []
    assert read_statement(raw, "a", "P1082", flaws).value == value
    assert [code for code, _ in flaws] == codes
