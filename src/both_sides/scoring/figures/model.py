"""Say what a figure is: a number read in a text, with its kind and its place.

What it deliberately does not do: read anything. The reader builds figures, the engine compares
them, and the sentence behind a factor quotes them.

    Figure(value=Decimal(2800000), kind=FigureKind.CARDINAL, start=24, end=35,
           surface="2.8 million")
"""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum


class FigureKind(StrEnum):
    """Name what a figure counts, measures or dates.

    The spellings are those of the annotated sentences in `data/numbers/sentences.jsonl`; `RANGE`,
    `PAGE` and `POSTCODE` are added for what those sentences do not contain.

    *Source:* spec/engine.md, Figures in a text.
    """

    CARDINAL = "cardinal"
    MEASURE = "measure"
    CURRENCY = "currency"
    PERCENT = "percent"
    FRACTION = "fraction"
    APPROX = "approx"
    LOWER_BOUND = "lower-bound"
    UPPER_BOUND = "upper-bound"
    RANGE = "range"
    PLUS_MINUS = "plus-minus"
    YEAR = "year"
    YEAR_RANGE = "year-range"
    MONTH = "month"
    DAY = "day"
    HOUR = "hour"
    ORDINAL = "ordinal"
    SCORE = "score"
    PAGE = "page"
    POSTCODE = "postcode"
    COORDINATE = "coordinate"


@dataclass(frozen=True, slots=True)
class Figure:
    """Hold one number that a careful person reads in a text.

    Attributes:
        value: The number itself: exact, except that a fraction with no finite decimal form (a
            third) is rounded to 28 significant digits. A year before the common era and a
            coordinate south or west are negative.
        kind: What the number is.
        start: Offset of its first code point in the text.
        end: Offset after its last code point.
        surface: The words read, `text[start:end]`: the numeral with its sign, scale, currency or
            percent sign and the words that bound it ("over 90 percent"), without its unit.
        second: The other number of a pair: the far end of a range, the other side of a score, the
            minutes after an hour; none for a figure that is one number.
    """

    value: Decimal
    kind: FigureKind
    start: int
    end: int
    surface: str
    second: Decimal | None = None
