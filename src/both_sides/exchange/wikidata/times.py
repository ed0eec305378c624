"""Read Wikidata's points in time: BCE, zeros for months and days, padded years, every precision.

Wikidata's JSON counts years as historians do: -0044 is 44 BCE, and there is no year 0. Months and
days that nobody knows are 00. The text says no more than the precision allows: `1880s` and not
`1889-00-00`. *This module does not* convert between calendars; a Julian date says so.

    >>> read_time({"time": "-0044-03-15T00:00:00Z", "precision": 11}).text
    '0044-03-15 BCE'
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final

from both_sides.domain.time_series import time_key
from both_sides.exchange.wikidata.snak_values import SnakValue, as_written

JULIAN_CALENDAR: Final = "Q1985786"
MONTHS: Final = 12
LONGEST_MONTH: Final = 31
LONGEST_COMPARABLE_YEAR: Final = 16  # digits, as `domain.time_series.time_key` reads them

# Wikidata's precision codes, from "a thousand million years" (0) to "second" (14).
MILLENNIUM: Final = 6
CENTURY: Final = 7
DECADE: Final = 8
YEAR: Final = 9
MONTH: Final = 10
DAY: Final = 11

_TIME: Final = re.compile(
    r"(?P<sign>[+-]?)(?P<year>[0-9]{1,300})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})"
    r"(?:T(?P<clock>[0-9]{2}:[0-9]{2}:[0-9]{2}))?Z?"
)


def read_time(value: Mapping[str, Any]) -> SnakValue:
    """Read a point in time.

    Args:
        value: The value of a `time` datavalue.

    Returns:
        Its text by precision, the signed year as its number, the engine's words for the
        precision, and its moment; with a flaw where it is not a date at all.

    *Source:* spec/engine.md, "From Wikidata to claims", traps.
    """
    time, precision, calendar = value["time"], value.get("precision"), value.get("calendarmodel")
    if not isinstance(time, str):
        return as_written(time, flaw="its time is no text")
    if type(precision) is not int:  # `True` is an int too
        precision = None
    is_julian = isinstance(calendar, str) and calendar.endswith(JULIAN_CALENDAR)
    return _read(time, precision, is_julian)


def newest(moments: Sequence[str] | None) -> str | None:
    """Give the newest of some moments, or None where there is none."""
    if not moments:
        return None
    return moments[0] if len(moments) == 1 else max(moments, key=time_key)


def oldest(moments: Sequence[str] | None) -> str | None:
    """Give the oldest of some moments, or None where there is none."""
    if not moments:
        return None
    return moments[0] if len(moments) == 1 else min(moments, key=time_key)


@lru_cache(maxsize=8192)  # a dump repeats few dates very often; this halves the cost of references
def _read(time: str, precision: int | None, is_julian: bool) -> SnakValue:  # noqa: FBT001 - a cache key
    words = None if precision is None else f"year precision {precision}"
    match = _TIME.fullmatch(time.strip())
    if match is None:
        return SnakValue(time, precision=words, flaw=f"{time[:60]!r} is not a point in time")
    year, month, day = int(match["year"]), int(match["month"]), int(match["day"])
    if year == 0:
        return SnakValue(
            time, precision=words, flaw=f"{time[:60]!r} names a year 0, which never was"
        )
    is_bce = match["sign"] == "-"
    signed_year = Decimal(-year if is_bce else year)
    if month > MONTHS or day > LONGEST_MONTH:
        return SnakValue(
            time, signed_year, words, flaw=f"{time[:60]!r} names a month or a day that never was"
        )
    text = _text(year, month, day, precision, match["clock"])
    if is_bce:
        text += " BCE"
    # The calendar shifts a date by days: it says nothing of a decade or anything coarser.
    if is_julian and (precision is None or precision >= YEAR):
        text += " (Julian)"
    return SnakValue(text, signed_year, words, moment=_moment(is_bce, year, month, day, precision))


def _text(year: int, month: int, day: int, precision: int | None, clock: str | None) -> str:
    """Say as much as the precision allows, and as is there."""
    if precision is None or precision >= YEAR:
        date = _date(year, month, day, precision)
        is_timed = precision is not None and precision > DAY and clock is not None
        return f"{date}T{clock}Z" if is_timed else date
    if precision == DECADE:
        return f"{year // 10 * 10}s"
    if precision == CENTURY:
        return f"{_ordinal(-(-year // 100))} century"
    if precision == MILLENNIUM:
        return f"{_ordinal(-(-year // 1000))} millennium"
    return f"about {year}"


def _date(year: int, month: int, day: int, precision: int | None) -> str:
    if month == 0 or precision == YEAR:
        return f"{year:04d}"
    if day == 0 or precision == MONTH:
        return f"{year:04d}-{month:02d}"
    return f"{year:04d}-{month:02d}-{day:02d}"


def _moment(is_bce: bool, year: int, month: int, day: int, precision: int | None) -> str | None:  # noqa: FBT001 - a sign
    """Give the ISO-like date that `time_key` compares; coarser than a year counts as its year."""
    date = _date(
        year, month, day, YEAR if precision is not None and precision < YEAR else precision
    )
    if len(str(year)) > LONGEST_COMPARABLE_YEAR:
        return None
    return f"-{date}" if is_bce else date


def _ordinal(number: int) -> str:
    if number % 100 in {11, 12, 13}:
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"
