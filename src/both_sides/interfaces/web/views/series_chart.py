"""Draw the claims of a dispute over their points in time, as an SVG that fits any width.

Places along the time axis are percentages, so texts keep their size on a phone; heights are pixels.
The claims below the chart say the same in words. *This module does not* write markup.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from both_sides.domain.time_series import time_key
from both_sides.errors import InvalidInputError

FEWEST: Final = 3
HEIGHT: Final = 240
TOP: Final = 14
BOTTOM: Final = 30
SIDE_PERCENT: Final = 2.0  # room for half a mark at each side
TICKS: Final = 5
MOST_YEARS: Final = 7  # as many as a phone has room for
NICE: Final = (1, 2, 2.5, 5, 10)
WHOLE: Final = (1, 2, 5, 10)  # a year has no quarters on an axis
MONTHS: Final = 12
DAYS: Final = 365.25


@dataclass(frozen=True, slots=True)
class Mark:
    """Hold one claim as a mark.

    Args:
        x: Its place along the time axis, per cent.
        y: Its height from the top, pixels.
        to: Where it ends, per cent, where it holds from one day to another; or None.
        position: Its position in the ranking.
        rank: What the editors prefer.
        words: Value and moment.
    """

    x: str
    y: float
    to: str | None
    position: int
    rank: str
    words: str


@dataclass(frozen=True, slots=True)
class Tick:
    """Hold one mark of an axis."""

    place: str
    words: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Hold a chart.

    Args:
        height: Pixels.
        floor: Where the time axis lies, pixels from the top.
        marks: The claims, the leader last, so that it lies on top.
        lines: The way from one mark to the next, as (x1, y1, x2, y2).
        across: The ticks of the time axis.
        up: The ticks of the values.
        summary: What is to be seen, in a sentence.
        left_out: How many claims have no number or no moment.
    """

    height: int
    floor: int
    marks: tuple[Mark, ...]
    lines: tuple[tuple[str, float, str, float], ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    summary: str
    left_out: int


@dataclass(frozen=True, slots=True)
class _Dated:
    begin: float
    end: float | None
    value: float
    row: Mapping[str, Any]


def series_chart(rivals: Sequence[Mapping[str, Any]]) -> Chart | None:
    """Draw a chart, or answer None where fewer than three claims have a number and a moment.

    Args:
        rivals: As `rival_rows` gives them.

    *Source:* spec/engine.md, "A time series is not a contradiction".
    """
    dated = sorted(
        (found for row in rivals if (found := _read(row)) is not None),
        key=lambda one: (one.begin, one.row["position"]),
    )
    if len(dated) < FEWEST or len({one.begin for one in dated}) < FEWEST:
        return None
    first = min(one.begin for one in dated)
    last = max(max(one.begin, one.end or one.begin) for one in dated)
    up = _nice_ticks(min(one.value for one in dated), max(one.value for one in dated))
    low, high = up[0], up[-1]
    floor = HEIGHT - BOTTOM

    def across(moment: float) -> str:
        share = (moment - first) / (last - first) if last > first else 0.5
        return f"{SIDE_PERCENT + share * (100 - 2 * SIDE_PERCENT):.2f}%"

    def height(value: float) -> float:
        return round(floor - (value - low) / (high - low) * (floor - TOP), 1)

    marks = [
        Mark(
            across(one.begin),
            height(one.value),
            None if one.end is None or one.end <= one.begin else across(one.end),
            one.row["position"],
            one.row["rank"],
            f"{one.row['display']} ({_moment_words(one.row)})",
        )
        for one in dated
    ]
    # A line joins only what the editors stand by: a rejected value is no part of the series.
    joined = [mark for mark in marks if mark.rank != "deprecated"]
    lines = [(a.x, a.y, b.x, b.y) for a, b in pairwise(joined)]
    return Chart(
        height=HEIGHT,
        floor=floor,
        marks=tuple(sorted(marks, key=lambda mark: -mark.position)),
        lines=tuple(lines),
        across=tuple(Tick(across(year), f"{year:.0f}") for year in _years(first, last)),
        up=tuple(Tick(f"{height(value):.1f}", _short(value)) for value in up),
        summary=_summary(dated),
        left_out=len(rivals) - len(dated),
    )


def _read(row: Mapping[str, Any]) -> _Dated | None:
    try:
        value = float(row["numeric"])
        begin = _year(row["pointInTime"] or row["start"] or row["end"])
        end = None if row["pointInTime"] or not row["end"] else _year(row["end"])
    except (TypeError, ValueError, InvalidInputError):
        return None
    if not math.isfinite(value) or begin is None:
        return None
    return _Dated(begin, end, value, row)


def _year(text: str | None) -> float | None:
    if not text:
        return None
    year, month, date = time_key(text)
    astronomical = year + 1 if year < 0 else year
    return astronomical + (max(month, 1) - 1) / MONTHS + (max(date, 1) - 1) / DAYS


def _moment_words(row: Mapping[str, Any]) -> str:
    if row["pointInTime"]:
        return str(row["pointInTime"])
    return f"{row['start'] or '…'} to {row['end'] or '…'}"


def _nice_step(span: float, ticks: int, steps: Sequence[float] = NICE) -> float:
    rough = span / ticks
    size = 10.0 ** math.floor(math.log10(rough))
    return next(size * nice for nice in steps if size * nice >= rough * 0.999)


def _nice_ticks(low: float, high: float) -> list[float]:
    span = (high - low) or abs(high) or 1.0
    step = _nice_step(span, TICKS - 1)
    begin = math.floor(low / step) * step
    ticks = [begin]
    while ticks[-1] < high:
        ticks.append(begin + step * len(ticks))
    return ticks if len(ticks) > 1 else [begin, begin + step]


def _years(first: float, last: float) -> list[float]:
    step = max(1.0, _nice_step(max(last - first, 1.0), MOST_YEARS, WHOLE))
    begin = math.ceil(first / step) * step
    years = []
    while begin <= last + 1e-9:
        years.append(begin)
        begin += step
    return years or [math.floor(first)]


def _short(value: float) -> str:
    for size, sign in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:.4g} {sign}"
    return f"{value:.4g}"


def _summary(dated: Sequence[_Dated]) -> str:
    low = min(dated, key=lambda one: one.value).row
    high = max(dated, key=lambda one: one.value).row
    return (
        f"{len(dated)} values over time, from {_moment_words(dated[0].row)} to"
        f" {_moment_words(dated[-1].row)}; the smallest is {low['display']}"
        f" ({_moment_words(low)}), the largest {high['display']} ({_moment_words(high)})."
    )
