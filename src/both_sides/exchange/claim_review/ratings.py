"""Read a rating, and say which verdict it is where that is beyond doubt.

A fact checker rates in words (`alternateName`) and often with a number on a scale of its own.
Words alone that everybody understands alike make a verdict: *true*, *false*, and their like. A
number is looked at too: where it says something else than the words, or something in between,
nobody knows what was meant, and there is no verdict. *This module does not* guess what "mostly
false", "misleading" or "unproven" come to.

    >>> rating = read_rating({"alternateName": "False", "ratingValue": 1, "bestRating": 5})
    >>> rating.conclusion
    <Conclusion.REFUTED: 'refuted'>
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from both_sides.domain.verdicts import Conclusion

_WORDS: Final = {
    Conclusion.SUPPORTED: ("true", "correct", "accurate", "supported"),
    Conclusion.REFUTED: ("false", "incorrect", "untrue", "wrong", "refuted", "pants on fire"),
    Conclusion.NOT_ENOUGH_INFO: (
        "not enough info",
        "not enough information",
        "not enough evidence",
    ),
}
_CONCLUSIONS: Final = {word: end for end, words in _WORDS.items() for word in words}
_ENDS: Final = {Conclusion.SUPPORTED: 1, Conclusion.REFUTED: 0}
_NO_LETTER: Final = re.compile(r"[^a-z]+")
# What schema.org says to assume where a rating names no ends.
_WORST: Final = Decimal(1)
_BEST: Final = Decimal(5)


@dataclass(frozen=True, slots=True)
class Rating:
    """Hold one rating.

    Args:
        words: What it says in words, or None.
        value: The number, or None.
        worst: The lower end of its scale.
        best: The upper end.
    """

    words: str | None
    value: Decimal | None
    worst: Decimal
    best: Decimal

    @property
    def stated(self) -> Conclusion | None:
        """Give the verdict that the words alone are, or None."""
        return _CONCLUSIONS.get(_NO_LETTER.sub(" ", (self.words or "").casefold()).strip())

    @property
    def contradicts_itself(self) -> bool:
        """Tell whether number and words are both clear and do not say the same.

        A scale whose ends are one number says nothing.
        """
        end = None if self.stated is None else _ENDS.get(self.stated)
        if end is None or self.value is None or self.worst == self.best:
            return False
        return self.value != (self.best if end else self.worst)

    @property
    def conclusion(self) -> Conclusion | None:
        """Give the verdict that it is, or None where that is not beyond doubt."""
        return None if self.contradicts_itself else self.stated

    @property
    def scale(self) -> str | None:
        """State the number on its scale, or None where there is none."""
        if self.value is None:
            return None
        return f"{self.value} on a scale from {self.worst} to {self.best}"


def read_rating(raw: Any) -> Rating | None:  # noqa: ANN401 - JSON
    """Read a `reviewRating`, or answer None where there is none.

    *Source:* schema.org, Rating (`alternateName`, `ratingValue`, `bestRating`, `worstRating`).
    """
    first = raw[0] if isinstance(raw, list) and raw else raw
    if not isinstance(first, Mapping):
        return None
    words = first.get("alternateName")
    value, worst, best = (
        _number(first.get(name)) for name in ("ratingValue", "worstRating", "bestRating")
    )
    return Rating(
        words=words.strip() if isinstance(words, str) and words.strip() else None,
        value=value,
        worst=_WORST if worst is None else worst,
        best=_BEST if best is None else best,
    )


def _number(value: Any) -> Decimal | None:  # noqa: ANN401 - JSON
    if isinstance(value, bool) or not isinstance(value, int | Decimal | str):
        return None
    try:
        number = Decimal(value)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None
