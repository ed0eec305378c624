"""Read a numeral written in digits: which marks group its digits and which one is the decimal mark.

A cluster is digits joined by single marks or spaces. The first number of a cluster is read; what
follows is the next number's (`46.745.807,23.116.988` is two). What it deliberately does not do:
signs, powers, fractions and words, which `notation` and `grammar` add.

    read_numeral(Passage.of("12,34,567.89"), 0).value == Fraction(123456789, 100)
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from both_sides.scoring.figures.passage import Passage
from both_sides.scoring.figures.rational import LONGEST_NUMERAL
from both_sides.scoring.figures.tokens import Shape
from both_sides.scoring.figures.vocabulary.calendar import MONTHS
from both_sides.scoring.figures.vocabulary.units import UNITS

_SPACES: Final = frozenset(" \u00a0\u2009\u202f\u2007")
_POINT: Final = frozenset(".\u00b7")
_DECIMAL_MARKS: Final = frozenset((",", "."))
_LONGEST_CLUSTER: Final = 16
_GROUP: Final = 3
_INDIAN_GROUP: Final = 2
_FEWEST_INDIAN_GROUPS: Final = 3
_DAYS: Final = frozenset(str(day) for day in range(1, 32))
_YEAR_DIGITS: Final = 4
_DOUBTFUL_DECIMALS: Final = 3


@dataclass(frozen=True, slots=True)
class Numeral:
    """Hold a number written in digits.

    Attributes:
        value: Its value.
        last: Index after its last token.
        plain: Whether it is one run of digits.
    """

    value: Fraction
    last: int
    plain: bool


@dataclass(frozen=True, slots=True)
class _Cluster:
    """Hold runs of digits and the marks between them: `marks[k]` stands after `runs[k]`."""

    runs: tuple[str, ...]
    marks: tuple[str, ...]

    def mark(self, place: int) -> str:
        return self.marks[place] if place < len(self.marks) else ""

    def alike(self, place: int) -> int:
        """Count the marks from a place on that are the same."""
        end = place
        while end < len(self.marks) and self.marks[end] == self.marks[place]:
            end += 1
        return end - place


def read_numeral(passage: Passage, index: int) -> Numeral | None:
    """Read the numeral that begins at a token.

    Args:
        passage: The text.
        index: The index of a token of digits, or of a decimal mark directly before digits.

    Returns:
        The numeral, or none if it has more digits than a figure has.
    """
    if passage.at(index).shape is not Shape.DIGITS:
        digits = passage.at(index + 1).text
        return _numeral("", digits, last=index + 2, plain=False)
    cluster = _cluster(passage, index)
    grouped = _grouped_runs(passage, index, cluster)
    whole = "".join(cluster.runs[:grouped])
    last = index + 2 * grouped - 1
    if _decimals_follow(passage, index, cluster, grouped):
        return _numeral(whole, cluster.runs[grouped], last=last + 2, plain=False)
    if grouped == 1 and _is_misprinted_grouping(passage, cluster):
        return _numeral(whole + cluster.runs[1], "", last=last + 2, plain=False)
    return _numeral(whole, "", last=last, plain=grouped == 1)


def _numeral(whole: str, decimals: str, *, last: int, plain: bool) -> Numeral | None:
    """Put the value together, within bounds."""
    digits = whole + decimals
    if len(digits) > LONGEST_NUMERAL:
        return None
    value = Fraction(int(digits), 10 ** len(decimals)) if decimals else Fraction(int(digits))
    return Numeral(value, last, plain)


def _cluster(passage: Passage, index: int) -> _Cluster:
    """Collect the runs of digits from a token on that single marks join."""
    runs = [passage.at(index).text]
    marks: list[str] = []
    while len(runs) < _LONGEST_CLUSTER:
        mark, digits = passage.at(index + 1), passage.at(index + 2)
        if digits.shape is not Shape.DIGITS:
            break
        kind = _mark_kind(mark.text)
        if not kind:
            break
        marks.append(kind)
        runs.append(digits.text)
        index += 2
    return _Cluster(tuple(runs), tuple(marks))


def _mark_kind(mark: str) -> str:
    """Name the sort of a mark that may stand inside a numeral, or nothing."""
    if mark in _SPACES:
        return " "
    if mark in _POINT:
        return "."
    return mark if mark in {",", "'"} else ""


def _grouped_runs(passage: Passage, index: int, cluster: _Cluster) -> int:
    """Count the runs of digits that are groups of one integer; one if it has no groups."""
    if not cluster.marks:
        return 1
    mark, groups = cluster.mark(0), cluster.alike(0)
    if mark in {" ", "'"}:
        return _spaced_groups(passage, index, cluster) if mark == " " else _leading_groups(cluster)
    runs = cluster.runs[: groups + 1]
    if mark == "," and _is_indian(runs):
        return groups + 1
    if not _is_western(runs) or len(cluster.runs) == _LONGEST_CLUSTER:
        return 1
    if groups == 1 and not _single_mark_groups(passage, index, cluster):
        return 1
    return groups + 1


def _is_western(runs: tuple[str, ...]) -> bool:
    """Say whether runs are a first group of up to three digits and groups of three."""
    first, *others = runs
    return (
        len(first) <= _GROUP
        and not first.startswith("0")
        and all(len(run) == _GROUP for run in others)
    )


def _is_indian(runs: tuple[str, ...]) -> bool:
    """Say whether runs are grouped by two up to a last group of three: 12,34,567."""
    first, *middle, final = runs
    return (
        len(runs) >= _FEWEST_INDIAN_GROUPS
        and len(first) <= _INDIAN_GROUP
        and not first.startswith("0")
        and len(final) == _GROUP
        and all(len(run) == _INDIAN_GROUP for run in middle)
    )


def _leading_groups(cluster: _Cluster) -> int:
    """Count a first run and the groups of three after it that the same mark joins."""
    if len(cluster.runs[0]) > _GROUP:
        return 1
    count = 1
    while count <= cluster.alike(0) and len(cluster.runs[count]) == _GROUP:
        count += 1
    return count


def _spaced_groups(passage: Passage, index: int, cluster: _Cluster) -> int:
    """Count groups that spaces join, unless the first number is the day of a month."""
    if cluster.runs[0].startswith("0"):
        return 1
    before = passage.word(passage.skip_space_back(index - 1))
    if before in MONTHS and cluster.runs[0] in _DAYS:
        return 1
    return _leading_groups(cluster)


def _single_mark_groups(passage: Passage, index: int, cluster: _Cluster) -> bool:
    """Decide `1,234` and `1.234`, which are grouped or have three decimals."""
    mark = cluster.mark(0)
    after = cluster.mark(1)
    if after in {",", "."} and after != mark:
        # Another mark follows: it is the decimal mark unless the cluster goes on beyond it.
        return cluster.mark(2) not in {",", "."} or mark != passage.decimal_mark
    if mark != passage.decimal_mark:
        return True
    if set(cluster.runs[1]) != {"0"}:
        return False
    # Nobody writes three zero decimals of what can be counted: 48.000 inhabitants.
    follower = index + 3
    if passage.at(follower).shape is not Shape.SPACE:
        return False
    word = passage.word(follower + 1)
    return bool(word) and passage.atom(follower + 1) is None and word not in UNITS


def _decimals_follow(passage: Passage, index: int, cluster: _Cluster, grouped: int) -> bool:
    """Say whether the run after the integer is its decimals."""
    place = grouped - 1
    mark = cluster.mark(place)
    if mark not in _DECIMAL_MARKS or (grouped > 1 and mark == cluster.mark(0)):
        return False
    goes_on = cluster.mark(place + 1) in _DECIMAL_MARKS
    ends_list = passage.at(index - 1).text == mark and passage.at(index - 2).shape is Shape.DIGITS
    if goes_on or ends_list:
        return False  # 22,24,26,31 has no decimals.
    whole, decimals = cluster.runs[place], cluster.runs[place + 1]
    if mark == ".":
        return not _is_year_with_footnote(passage, index, whole, decimals)
    if len(whole) == len(decimals) == _YEAR_DIGITS:
        return False  # One year after the other.
    if mark == passage.decimal_mark or grouped > 1 or whole == "0":
        return True
    return not passage.groups_with_comma and len(whole) < _YEAR_DIGITS


def _is_misprinted_grouping(passage: Passage, cluster: _Cluster) -> bool:
    """Say whether a comma was misplaced among digits of a text that groups with commas."""
    return (
        cluster.mark(0) == ","
        and passage.groups_with_comma
        and cluster.alike(0) == 1
        and len(cluster.runs[1]) > _DOUBTFUL_DECIMALS
        and len(cluster.runs[0]) < _YEAR_DIGITS
    )


def _is_year_with_footnote(passage: Passage, index: int, whole: str, decimals: str) -> bool:
    """Say whether this is `in 1999.2 The next sentence`: a year, its full stop, a footnote."""
    if len(whole) != _YEAR_DIGITS or whole[0] not in "12" or len(decimals) >= _DOUBTFUL_DECIMALS:
        return False
    following = passage.original(index + 4)
    return passage.at(index + 3).shape is Shape.SPACE and following.istitle()
