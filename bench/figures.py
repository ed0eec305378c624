"""Measure the reader of figures: what it gets right in two sets of texts, and how fast it reads.

    python -m bench.figures              # the tables
    python -m bench.figures --failures   # also every text that is not read exactly

A sentence is exact if every expected figure is read with its value at its place and nothing else is
read. The recognisers' cases mark the bare number only, so there a figure counts if its value is
right and it overlaps the marked place; both numbers of a pair count.
"""

import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from bench.harness import Way, compare, run, shared

from both_sides.scoring.figures import Figure, read_figures

SENTENCES = "data/numbers/sentences.jsonl"
RECOGNIZERS = "data/numbers/recognizers_en_de_zh_hi.jsonl"
LANGUAGE_CODES = {"English": "en", "German": "de", "Chinese": "zh", "Hindi": "hi"}

ROUNDING = Fraction(1, 10**13)
"""Relative difference allowed: the recognisers give fifteen digits, thirds have no last one."""


@dataclass(frozen=True, slots=True)
class Expected:
    """Hold a figure that should be read: its numbers, its place, and its kind where it is known."""

    values: tuple[Fraction, ...]
    start: int
    end: int
    surface: str
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """Hold a text with the figures that should be read in it."""

    name: str
    language: str
    text: str
    expected: tuple[Expected, ...]


@dataclass(slots=True)
class Tally:
    """Count what was read, missed and read too much."""

    cases: int = 0
    exact: int = 0
    right: int = 0
    missed: int = 0
    extra: int = 0
    kinds: int = 0
    failures: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """Return the share of what was read that is right."""
        return self.right / max(1, self.right + self.extra)

    @property
    def recall(self) -> float:
        """Return the share of what should be read that was."""
        return self.right / max(1, self.right + self.missed)

    @property
    def f1(self) -> float:
        """Return the harmonic mean of precision and recall."""
        return 2 * self.right / max(1, 2 * self.right + self.missed + self.extra)


def sentence_cases(path: Path) -> list[Case]:
    """Read the annotated sentences."""
    return [
        Case(
            name=row["id"],
            language=row["lang"],
            text=row["sentence"],
            expected=tuple(
                Expected(
                    _values(number["value"], number["kind"]),
                    number["start"],
                    number["end"],
                    number["surface"],
                    number["kind"],
                )
                for number in row["numbers"]
            ),
        )
        for row in _rows(path)
    ]


def recognizer_cases(path: Path) -> list[Case]:
    """Read the recognisers' cases; German values are written with a decimal comma."""
    return [
        Case(
            name=f"{row['lang']} {place}",
            language=LANGUAGE_CODES[row["lang"]],
            text=row["text"],
            expected=tuple(
                Expected(
                    (Fraction(found["Resolution"]["value"].replace(",", ".")),),
                    found["Start"],
                    found["End"] + 1,
                    found["Text"],
                )
                for found in row["results"]
            ),
        )
        for place, row in enumerate(_rows(path), start=1)
    ]


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _values(value: Any, kind: str) -> tuple[Fraction, ...]:  # noqa: ANN401 - text or a list of it
    if isinstance(value, list):
        return tuple(Fraction(number) for number in value)
    numbers = re.split(r"(?<=\d)[-–:]", value) if kind in {"score", "hour"} else [value]  # noqa: RUF001
    return tuple(Fraction(number) for number in numbers)


def _numbers(figure: Figure) -> tuple[Fraction, ...]:
    second = () if figure.second is None else (Fraction(figure.second),)
    return (Fraction(figure.value), *second)


def _equal(left: Fraction, right: Fraction) -> bool:
    return abs(left - right) <= abs(right) * ROUNDING


def at_the_same_place(expected: Expected, figure: Figure) -> bool:
    """Say whether a figure is the expected one: the same numbers at the same place."""
    numbers = _numbers(figure)
    return (
        (expected.start, expected.end) == (figure.start, figure.end)
        and len(expected.values) == len(numbers)
        and all(map(_equal, numbers, expected.values))
    )


def overlapping(expected: Expected, figure: Figure) -> bool:
    """Say whether a figure overlaps the expected place and has its value."""
    overlaps = figure.start < expected.end and expected.start < figure.end
    return overlaps and any(_equal(number, expected.values[0]) for number in _numbers(figure))


def measure(
    cases: Iterable[Case],
    agree: Callable[[Expected, Figure], bool],
    *,
    hinted: bool,
) -> dict[str, Tally]:
    """Read every case and count, by language.

    Args:
        cases: Texts with what should be read in them.
        agree: Whether a figure is the expected one.
        hinted: Whether the reader is told the language.

    Returns:
        A tally for each language, in the order in which they come.
    """
    tallies: dict[str, Tally] = {}
    for case in cases:
        tally = tallies.setdefault(case.language, Tally())
        figures = read_figures(case.text, language=case.language if hinted else None)
        _count(tally, case, figures, agree)
    return tallies


def _count(
    tally: Tally,
    case: Case,
    figures: Sequence[Figure],
    agree: Callable[[Expected, Figure], bool],
) -> None:
    left = list(figures)
    missed = []
    used: list[Figure] = []
    for expected in case.expected:
        # The two numbers of a range may be expected as two figures.
        pool = left + [figure for figure in used if figure.second is not None]
        figure = next((figure for figure in pool if agree(expected, figure)), None)
        if figure is None:
            missed.append(expected)
            continue
        tally.right += 1
        tally.kinds += expected.kind == figure.kind.value
        if figure in left:
            left.remove(figure)
            used.append(figure)
    tally.cases += 1
    tally.exact += not missed and not left
    tally.missed += len(missed)
    tally.extra += len(left)
    if missed or left:
        lost = ", ".join(expected.surface for expected in missed) or "nothing"
        more = ", ".join(f"{figure.surface} = {figure.value}" for figure in left) or "nothing"
        tally.failures.append(
            f"{case.name}: {case.text!r}\n    missed {lost}; read too much {more}"
        )


def total(tallies: Iterable[Tally]) -> Tally:
    """Add tallies up."""
    whole = Tally()
    for tally in tallies:
        for name in ("cases", "exact", "right", "missed", "extra", "kinds"):
            setattr(whole, name, getattr(whole, name) + getattr(tally, name))
    return whole


def print_table(title: str, tallies: dict[str, Tally], *, kinds: bool) -> None:
    """Print one line for each language, and one for all."""
    print(f"\n{title}")
    print(
        f"{'language':<10}{'cases':>6}{'exact':>7}{'precision':>11}{'recall':>9}{'F1':>8}", end=""
    )
    print(f"{'kinds':>8}" if kinds else "")
    for language, tally in [*tallies.items(), ("all", total(tallies.values()))]:
        print(
            f"{language:<10}{tally.cases:>6}{tally.exact:>7}{tally.precision:>11.3f}"
            f"{tally.recall:>9.3f}{tally.f1:>8.3f}",
            end="",
        )
        print(f"{tally.kinds / max(1, tally.right):>8.3f}" if kinds else "")


def print_failures(tallies: dict[str, Tally]) -> None:
    """Print every text that is not read exactly."""
    for tally in tallies.values():
        for failure in tally.failures:
            print(f"  {failure}")


def main() -> None:
    """Print the tables."""
    sentences = sentence_cases(shared(SENTENCES))
    recognizers = recognizer_cases(shared(RECOGNIZERS))
    tables = [
        ("sentences, language unknown", sentences, at_the_same_place, False),
        ("sentences, language given", sentences, at_the_same_place, True),
        ("recognisers, language unknown", recognizers, overlapping, False),
        ("recognisers, language given", recognizers, overlapping, True),
    ]
    for title, cases, agree, hinted in tables:
        tallies = measure(cases, agree, hinted=hinted)
        print_table(title, tallies, kinds=cases is sentences)
        if "--failures" in sys.argv[1:]:
            print_failures(tallies)
    texts = [case.text for case in sentences]
    digits = re.compile(r"\d+")
    compare(
        f"speed on the {len(texts)} sentences",
        [
            Way(r"re scan for \d+", lambda: [digits.findall(text) for text in texts]),
            Way("read_figures", lambda: [read_figures(text) for text in texts]),
        ],
        unit="character",
        amount=sum(map(len, texts)),
    )


if __name__ == "__main__":
    sys.exit(run(main))
