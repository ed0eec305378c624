"""Take apart number words that are written as one word in German, Dutch and Italian.

What it deliberately does not do: read several words; that is the grammar's task, which gets the
value of each.

    COMPOUND_READERS["de"].read("zweihundertsechsundfuenfzig") == 256
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from both_sides.scoring.figures.vocabulary import dutch, german, romance

_LONGEST_WORD: Final = 120


@dataclass(frozen=True, slots=True)
class CompoundReader:
    """Read one language's number words below a million.

    Attributes:
        units: One to nine.
        below_hundred: Every number below one hundred, as one word.
        hundred: The words for a hundred inside a compound.
        thousand: The words for a thousand inside a compound.
        link: A word that may stand after hundred or thousand.
    """

    units: Mapping[str, int]
    below_hundred: Mapping[str, int]
    hundred: tuple[str, ...]
    thousand: tuple[str, ...]
    link: str

    def read(self, word: str) -> int | None:
        """Read a compound.

        Args:
            word: One folded word.

        Returns:
            Its value, or none if it is not a number word made of at least two parts.
        """
        if len(word) > _LONGEST_WORD or word in self.units:
            return None
        for thousand in self.thousand:
            head, found, tail = word.partition(thousand)
            if found:
                thousands = self._below_thousand(head) if head else 1
                rest = self._below_thousand(tail.removeprefix(self.link)) if tail else 0
                return None if not thousands or rest is None else thousands * 1000 + rest
        return self._below_thousand(word)

    def _below_thousand(self, word: str) -> int | None:
        """Read a compound below a thousand."""
        for hundred in self.hundred:
            head, found, tail = word.partition(hundred)
            if found:
                hundreds = self.units.get(head) if head else 1
                rest = self.below_hundred.get(tail.removeprefix(self.link)) if tail else 0
                return None if not hundreds or rest is None else hundreds * 100 + rest
        return self.below_hundred.get(word)


def _unit_first(
    units: Mapping[str, int],
    teens: Mapping[str, int],
    tens: Mapping[str, int],
    links: tuple[str, ...],
) -> Mapping[str, int]:
    """Spell every number below a hundred of a language that says three-and-twenty."""
    return {
        **units,
        **teens,
        **tens,
        **{
            unit + link + ten: value + ten_value
            for unit, value in units.items()
            for link in links
            for ten, ten_value in tens.items()
        },
    }


def _tens_first(
    units: Mapping[str, int],
    teens: Mapping[str, int],
    tens: Mapping[str, int],
) -> Mapping[str, int]:
    """Spell every number below a hundred of Italian, which elides before a vowel."""
    return {
        **units,
        **teens,
        **tens,
        **{
            (ten[:-1] if unit[0] in "uo" else ten) + unit: ten_value + value
            for unit, value in units.items()
            for ten, ten_value in tens.items()
        },
    }


COMPOUND_READERS: Final[Mapping[str, CompoundReader]] = {
    "de": CompoundReader(
        german.UNITS,
        _unit_first(german.UNITS, german.TEENS, german.TENS, ("und",)),
        ("hundert",),
        ("tausend",),
        "und",
    ),
    "nl": CompoundReader(
        dutch.UNITS,
        _unit_first(dutch.UNITS, dutch.TEENS, dutch.TENS, ("en", "ën")),
        ("honderd",),
        ("duizend",),
        "en",
    ),
    "it": CompoundReader(
        romance.ITALIAN_UNITS,
        _tens_first(romance.ITALIAN_UNITS, romance.ITALIAN_TEENS, romance.ITALIAN_TENS),
        ("cento",),
        ("mila", "mille"),
        "e",
    ),
}
