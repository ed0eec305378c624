"""A time series is not a contradiction, and a dispute can be narrowed to one moment."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from both_sides.domain.disputes import DisputeKind
from both_sides.domain.entities import Statement
from both_sides.domain.time_series import ALL_CLAIMS, Narrowing, classify, narrow, time_key
from both_sides.errors import InvalidInputError
from tests.samples import statement


def series(*rows: tuple[str, dict[str, Any]]) -> list[Statement]:
    """Make statements a, b, c … from values and their moments."""
    return [statement("abcdefgh"[n], value, **more) for n, (value, more) in enumerate(rows)]


def kept(statements: list[Statement], narrowing: Narrowing) -> str:
    """Give the ids of the statements that a narrowing keeps."""
    return "".join(found.claim_id for found in narrow(statements, narrowing))


def at(moment: str) -> dict[str, Any]:
    """Give a point in time."""
    return {"point_in_time": moment}


def since(start: str | None, end: str | None = None) -> dict[str, Any]:
    """Give an interval."""
    return {"start": start, "end": end}


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        ([], DisputeKind.UNDISPUTED),
        ([("1", {})], DisputeKind.UNDISPUTED),
        ([("1", {}), ("1", at("2015"))], DisputeKind.UNDISPUTED),
        ([("1", {}), ("2", {})], DisputeKind.CONTRADICTION),
        ([("1", at("2015")), ("2", at("2015"))], DisputeKind.CONTRADICTION),
        ([("1", at("2015")), ("2", at("2016"))], DisputeKind.TIME_SERIES),
        ([("1", since("2015")), ("2", since("2015", "2016"))], DisputeKind.TIME_SERIES),
        ([("1", since(None, "2015")), ("2", since("2015"))], DisputeKind.TIME_SERIES),
        ([("1", at("2015")), ("2", at("2016")), ("1", at("2016"))], DisputeKind.MIXED),
        ([("1", at("2015")), ("2", {})], DisputeKind.MIXED),
        ([("1", at("2015")), ("2", at("2016")), ("3", at("2016"))], DisputeKind.MIXED),
    ],
)
def test_a_dispute_says_why_its_values_differ(
    rows: list[tuple[str, dict[str, Any]]], kind: DisputeKind
) -> None:
    """By the moments that its values hold for."""
    assert classify(series(*rows)) is kind


def test_forty_five_census_figures_are_a_time_series() -> None:
    """One value each, a point in time each."""
    rows = [(str(1000 + year), at(str(year))) for year in range(1900, 1945)]
    statements = [statement(f"c{n}", value, **more) for n, (value, more) in enumerate(rows)]
    assert classify(statements) is DisputeKind.TIME_SERIES


def test_what_the_editors_rejected_makes_no_contradiction() -> None:
    """Unless without it nothing is left that differs."""
    rejected = {"rank": "deprecated", **at("2016")}
    rows = [("1", at("2015")), ("2", at("2016")), ("9", rejected)]
    assert classify(series(*rows)) is DisputeKind.TIME_SERIES
    assert classify(series(("1", {}), ("2", {"rank": "deprecated"}))) is DisputeKind.CONTRADICTION


def test_nothing_is_lost_where_nothing_is_narrowed() -> None:
    """Dated or not."""
    assert kept(series(("1", at("2015")), ("2", {})), ALL_CLAIMS) == "ab"
    assert ALL_CLAIMS.is_none
    assert not Narrowing(newest=True).is_none


def test_the_newest_point_in_time_is_kept_with_all_its_rivals() -> None:
    """And what is undated says nothing about it."""
    rows = [("1", at("2015")), ("2", at("2016-10")), ("3", at("2016-10")), ("4", {})]
    assert kept(series(*rows), Narrowing(newest=True)) == "bc"


def test_what_still_holds_is_newer_than_what_has_ended() -> None:
    """Of several that still hold, the one that began last."""
    rows = [("1", since("1990")), ("2", since("2010")), ("3", since("1990", "2020"))]
    assert kept(series(*rows), Narrowing(newest=True)) == "b"
    assert kept(series(*rows[2:], ("4", since(None, "2021"))), Narrowing(newest=True)) == "b"


def test_a_rejected_claim_does_not_say_which_moment_is_the_newest() -> None:
    """But it is shown where it holds for that moment."""
    rows = [
        ("1", at("2015")),
        ("2", {"rank": "deprecated", **at("2020")}),
        ("3", {"rank": "deprecated", **at("2015")}),
    ]
    assert kept(series(*rows), Narrowing(newest=True)) == "ac"
    assert kept(series(*rows[1:]), Narrowing(newest=True)) == "a"


def test_without_any_date_the_newest_keeps_everything() -> None:
    """There is nothing to narrow by."""
    assert kept(series(("1", {}), ("2", {})), Narrowing(newest=True)) == "ab"


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("2015", "abd"),
        ("2015-10", "abd"),
        ("2015-10-01", "abd"),
        ("2015-11", "ad"),
        ("2014-12-31", ""),
        ("2016", "cd"),
        ("2018", "de"),
        ("2021", "e"),
        ("+2016", "cd"),
    ],
)
def test_a_date_keeps_what_holds_then(asked: str, expected: str) -> None:
    """Dates agree as far as both say something; the ends of an interval belong to it."""
    rows = [
        ("1", at("2015")),
        ("2", at("2015-10-01")),
        ("3", at("2016")),
        ("4", since("2015", "2018-06")),
        ("5", since("2018-06-30")),
        ("6", {}),
    ]
    assert kept(series(*rows), Narrowing(at=asked)) == expected


def test_years_before_the_common_era_count_backwards() -> None:
    """As in Wikidata's JSON: -44 is 44 BCE, and there is no year 0."""
    assert time_key("-0044-03-15") == (-44, 3, 15)
    assert time_key("-100") < time_key("-44-03") < time_key("1") < time_key("0002")
    rows = [("1", at("-0100")), ("2", at("-0044")), ("3", since("-0060", "-0050"))]
    assert kept(series(*rows), Narrowing(newest=True)) == "b"
    assert kept(series(*rows), Narrowing(at="-55")) == "c"
    assert kept(series(*rows), Narrowing(at="-0044-03-15")) == "b"


@pytest.mark.parametrize(
    "text",
    ["", "0", "0000", "-0", "2015-00", "2015-13", "2015-02-32", "2015-10-00", "20 15", "May"],
)
def test_what_is_no_date_narrows_nothing(text: str) -> None:
    """Zeros mean "any" in the data; asked for, they are a slip, and there is no year 0."""
    with pytest.raises(InvalidInputError) as caught:
        narrow([statement("a", point_in_time="2015")], Narrowing(at=text))
    assert caught.value.facts["field"] == "at"


moments = st.one_of(
    st.none(),
    st.tuples(st.integers(-3, 3).filter(bool), st.integers(0, 2)).map(
        lambda m: f"{m[0]}-{m[1]:02d}"
    ),
)
statements = st.lists(
    st.builds(
        lambda value, moment, start, end, rank: statement(
            "x", value, point_in_time=moment, start=start, end=end, rank=rank
        ),
        st.sampled_from("12"),
        moments,
        moments,
        moments,
        st.sampled_from(["normal", "deprecated"]),
    ),
    max_size=5,
)


@pytest.mark.slow
@settings(max_examples=50)
@given(
    statements, st.one_of(st.just(Narrowing(newest=True)), st.builds(Narrowing, at=st.just("2")))
)
def test_narrowing_keeps_the_order_and_adds_nothing(
    found: list[Statement], narrowing: Narrowing
) -> None:
    """The newest of anything is something; narrowing twice is narrowing once."""
    once = narrow(found, narrowing)
    remaining = iter(found)
    assert all(any(kept is given for given in remaining) for kept in once)
    assert narrow(once, narrowing) == once
    if narrowing.newest:
        assert bool(once) == bool(found)
