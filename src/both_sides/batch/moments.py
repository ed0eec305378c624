"""Order the moments that claims hold for by one integer, so that the newest is found by a maximum.

`domain.time_series` orders moments by (still holds, year, month, day). One int64 holds the same
order: `(year × 13 + month) × 32 + day`, the year having at most 16 digits, lifted for what still
holds and lowered for the rest. *This module does not* read dates that Wikidata would not write.

    >>> newness_of("2015", None, None) < newness_of("2015-10", None, None)
    True
"""

from functools import lru_cache
from typing import Final

from both_sides.domain.time_series import time_key

MONTHS: Final = 13  # with 0 for unknown
DAYS: Final = 32
_LIFT: Final = 4_600_000_000_000_000_000  # more than the largest date, less than what int64 leaves


@lru_cache(maxsize=1 << 16)
def newness_of(point_in_time: str | None, start: str | None, end: str | None) -> int | None:
    """Order the moment of a claim.

    Args:
        point_in_time: When it holds, an ISO-like date; or None.
        start: From when, or None.
        end: Until when, or None.

    Returns:
        A larger number for a newer moment; what still holds is newer than all that has ended.
        None where the claim is undated.

    Raises:
        InvalidInputError: A date is not of the form ``2015``, ``2015-10`` or ``2015-10-01``.

    *Source:* `both_sides.domain.time_series.narrow` is the reference.
    """
    if point_in_time is not None:
        return _date(point_in_time) - _LIFT
    if end is not None:
        return _date(end) - _LIFT
    return None if start is None else _date(start) + _LIFT


def _date(text: str) -> int:
    year, month, day = time_key(text)
    return (year * MONTHS + month) * DAYS + day


def moment_of_newness(newness: int) -> tuple[str, bool]:
    """Give the date that an integer of `newness_of` stands for.

    Returns:
        The date, ISO-like, and whether it is the start of what still holds.
    """
    still_holds = newness > 0
    rest, day = divmod(newness - _LIFT if still_holds else newness + _LIFT, DAYS)
    year, month = divmod(rest, MONTHS)
    text = f"{'-' if year < 0 else ''}{abs(year):04d}"
    if month:
        text += f"-{month:02d}"
    return f"{text}-{day:02d}" if month and day else text, still_holds
