"""Tell a contradiction from a time series, and narrow a dispute to one point in time.

Forty-five census figures with forty-five points in time do not contradict each other. Two values
for the same moment do, and so do two values without any. *This module does not* rank.

    >>> time_key("2015-10")
    (2015, 10, 0)
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from both_sides.domain.disputes import DisputeKind
from both_sides.domain.entities import Statement
from both_sides.errors import InvalidInputError

_ISO_LIKE: Final = re.compile(r"([+-]?[0-9]{1,16})(?:-([0-9]{2}))?(?:-([0-9]{2}))?")
_DATE: Final = re.compile(
    r"[+-]?0*[1-9][0-9]*(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?)?"
)


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Say to which point in time a dispute is narrowed before it is ranked.

    Args:
        newest: Keep only the newest point in time.
        at: Keep only what holds at this ISO-like date; None for no such limit.
    """

    newest: bool = False
    at: str | None = None

    @property
    def is_none(self) -> bool:
        """Tell whether every claim is kept."""
        return not self.newest and self.at is None

    def __str__(self) -> str:
        if self.newest:
            return "the newest point in time"
        return "all claims" if self.at is None else f"what holds at {self.at}"


ALL_CLAIMS: Final = Narrowing()


def time_key(text: str) -> tuple[int, int, int]:
    """Read an ISO-like date so that it can be compared: (year, month or 0, day or 0).

    The year is historical: -1 is 1 BCE, there is no year 0.

    Raises:
        InvalidInputError: The text is not of the form ``2015``, ``2015-10`` or ``2015-10-01``.
    """
    match = _ISO_LIKE.fullmatch(text)
    if match is None:
        raise _no_moment(text)
    return int(match[1]), int(match[2] or 0), int(match[3] or 0)


def _no_moment(text: str) -> InvalidInputError:
    return InvalidInputError(
        f"{text[:40]!r} is not a point in time",
        hint="give a year, a month or a day, for example 2015, 2015-10, 2015-10-01, or -44 for"
        " 44 BCE",
        field="at",
        value=text[:40],
    )


def _wanted_key(text: str) -> tuple[int, int, int]:
    """Read the date that somebody asks for; zeros, which stand for any in our data, are no date."""
    if _DATE.fullmatch(text) is None:
        raise _no_moment(text)
    return time_key(text)


def moment_of(statement: Statement) -> str | None:
    """Name the moment that a statement says it holds for, or answer None where it is undated.

    *Source:* spec/engine.md, "values told apart by P585, or by P580/P582".
    """
    if statement.point_in_time is not None:
        return statement.point_in_time
    if statement.start is None and statement.end is None:
        return None
    return f"{statement.start or ''}/{statement.end or ''}"


def classify(statements: Sequence[Statement]) -> DisputeKind:
    """Say why the values of one property differ.

    Deprecated statements are left out while any other is there: what the editors rejected makes
    neither a contradiction nor a series.

    Args:
        statements: All statements about one property.

    Returns:
        Undisputed with fewer than two distinct values; a time series where every value has a
        moment of its own; a contradiction where all share a moment or have none; else mixed.

    *Source:* spec/engine.md, "A time series is not a contradiction".
    """
    if len({statement.value for statement in statements}) < 2:  # noqa: PLR2004 - a pair
        return DisputeKind.UNDISPUTED
    active = [statement for statement in statements if not statement.rival.is_deprecated]
    if len({statement.value for statement in active}) < 2:  # noqa: PLR2004 - a pair
        active = list(statements)
    values_at: dict[str | None, set[str]] = {}
    for statement in active:
        values_at.setdefault(moment_of(statement), set()).add(statement.value)
    if len(values_at) == 1:
        return DisputeKind.CONTRADICTION
    told_apart = all(len(values) == 1 for values in values_at.values())
    return DisputeKind.TIME_SERIES if told_apart and None not in values_at else DisputeKind.MIXED


def narrow(statements: Sequence[Statement], narrowing: Narrowing) -> tuple[Statement, ...]:
    """Keep the statements that hold at the point in time asked for.

    Args:
        statements: All statements about one property, in their order.
        narrowing: The point in time, the newest one, or none.

    Returns:
        Those that hold then, in the same order. Undated statements say nothing about a moment, so
        they are kept only where nothing is narrowed, or where no statement is dated.

    Raises:
        InvalidInputError: `narrowing.at` is not a point in time.

    *Source:* spec/engine.md, "A time series is not a contradiction".
    """
    if narrowing.at is not None:
        wanted = _wanted_key(narrowing.at)
        return tuple(statement for statement in statements if _holds_at(statement, wanted))
    if not narrowing.newest:
        return tuple(statements)
    dated = [statement for statement in statements if moment_of(statement) is not None]
    active = [statement for statement in dated if not statement.rival.is_deprecated] or dated
    if not active:
        return tuple(statements)
    newest = max(_newness(statement) for statement in active)
    return tuple(statement for statement in dated if _newness(statement) == newest)


def _newness(statement: Statement) -> tuple[bool, tuple[int, int, int]]:
    """Order moments: what still holds comes after what has ended, then the later date."""
    if statement.point_in_time is not None:
        return False, time_key(statement.point_in_time)
    if statement.end is not None:
        return False, time_key(statement.end)
    return True, time_key(statement.start or "-9999999999999999")


def _holds_at(statement: Statement, wanted: tuple[int, int, int]) -> bool:
    if statement.point_in_time is not None:
        return _covers(time_key(statement.point_in_time), wanted)
    if statement.start is None and statement.end is None:
        return False
    from_start = statement.start is None or _is_at_or_after(wanted, time_key(statement.start))
    to_end = statement.end is None or _is_at_or_after(time_key(statement.end), wanted)
    return from_start and to_end


def _covers(moment: tuple[int, int, int], wanted: tuple[int, int, int]) -> bool:
    """Tell whether two dates agree as far as both say something."""
    return all(a == b or 0 in {a, b} for a, b in zip(moment, wanted, strict=True))


def _is_at_or_after(later: tuple[int, int, int], earlier: tuple[int, int, int]) -> bool:
    return _covers(later, earlier) or later >= earlier
