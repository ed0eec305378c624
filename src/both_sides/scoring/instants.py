"""Read ISO dates as instants: whole milliseconds since 1970-01-01 UTC.

The forms are a year, a year-month, a date, a date-time with or without a zone (without: UTC), and
the same with a signed six-digit year. A year alone is its 1 January, a month alone its first. *This
module does not* guess: `May`, `04/02/2021` and 30 February are no instants.

    >>> read_instant("1970-01-02")
    86400000
"""

import re
from datetime import date
from typing import Final

DAY_MS: Final = 86_400_000
_EPOCH: Final = date(1970, 1, 1).toordinal()
_PLAIN_DATE: Final = 10
_FORM: Final = re.compile(
    r"(?P<year>[0-9]{4}|[+-][0-9]{6})"
    r"(?:-(?P<month>[0-9]{2})"
    r"(?:-(?P<day>[0-9]{2})"
    r"(?:T(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2})"
    r"(?::(?P<second>[0-9]{2})(?:\.(?P<fraction>[0-9]+))?)?"
    r"(?P<zone>Z|[+-][0-9]{2}:[0-9]{2})?)?)?)?"
)
_DAYS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def read_instant(text: str) -> int | None:
    """Read an ISO date or date-time.

    Args:
        text: One of the ISO forms, without white space around it.

    Returns:
        Milliseconds since 1970-01-01 UTC (negative before), or None where it is no such form or
        no such day.

    *Source:* spec/engine.md, Factors ("Dates in `retrieved` are ISO forms").
    """
    if len(text) == _PLAIN_DATE and text[7] == "-" and text.isascii():  # the usual case, fast
        try:
            return (date.fromisoformat(text).toordinal() - _EPOCH) * DAY_MS
        except ValueError:
            pass
    match = _FORM.fullmatch(text)
    if match is None or match["year"] == "-000000":
        return None
    year, month, day = int(match["year"]), int(match["month"] or 1), int(match["day"] or 1)
    if not 1 <= month <= len(_DAYS) or not 1 <= day <= _days_in_month(year, month):
        return None
    time_ms = _time_of_day_ms(match)
    if time_ms is None:
        return None
    return _days_since_epoch(year, month, day) * DAY_MS + time_ms


def _time_of_day_ms(match: re.Match[str]) -> int | None:
    hour, minute, second = (int(match[part] or 0) for part in ("hour", "minute", "second"))
    millisecond = int(((match["fraction"] or "") + "000")[:3])
    is_end_of_day = (hour, minute, second, millisecond) == (24, 0, 0, 0)
    if not is_end_of_day and (hour > 23 or minute > 59 or second > 59):  # noqa: PLR2004 - a clock's face
        return None
    time_ms = ((hour * 60 + minute) * 60 + second) * 1000 + millisecond
    zone = match["zone"]
    if zone and zone != "Z":
        offset_hours, offset_minutes = int(zone[1:3]), int(zone[4:6])
        if offset_hours > 23 or offset_minutes > 59:  # noqa: PLR2004 - a clock's face
            return None
        offset_ms = (offset_hours * 60 + offset_minutes) * 60_000
        time_ms += -offset_ms if zone[0] == "+" else offset_ms
    return time_ms


def _days_in_month(year: int, month: int) -> int:
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return _DAYS[month - 1] + (1 if month == 2 and is_leap else 0)  # noqa: PLR2004 - February


def _days_since_epoch(year: int, month: int, day: int) -> int:
    """Count days in the proleptic Gregorian calendar, also outside the years 1 to 9999."""
    cycles, year_of_cycle = divmod(year - 2000, 400)  # the calendar repeats after 146,097 days
    return date(2000 + year_of_cycle, month, day).toordinal() - _EPOCH + cycles * 146_097
