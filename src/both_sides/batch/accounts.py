"""Hold what is asked of a dump, and account for everything that was in it.

Statements found are claims that are ranked, claims of questions that have one value only, or lost
with a problem that names them. *This module does not* read anything.
"""

from dataclasses import dataclass, field
from typing import Final

import pyarrow as pa

from both_sides.exchange.dump_lines.lines import LONGEST_LINE
from both_sides.exchange.problems import Place, Problem, ProblemCode

UNCLOSED_LIST: Final = "the list is not closed with ]"  # in the words of the patient reader


@dataclass(frozen=True, slots=True)
class Wanted:
    """Say what is read of a dump.

    Args:
        source: What to call the file in a problem.
        properties: Only these, or None for all.
        agreed_too: Also questions that have one value only.
        texts: Where the texts of second sources are, a path; or None.
        longest_line: The most bytes of a line that are held.
    """

    source: str
    properties: tuple[str, ...] | None = None
    agreed_too: bool = False
    texts: str | None = None
    longest_line: int = LONGEST_LINE


@dataclass(slots=True)
class Tally:
    """Count what became of everything that was read.

    Args:
        lines: Lines of the file.
        entities: Entities that were read.
        statements: Statements about the properties that are asked for.
        claims: Those that are ranked.
        agreed: Those left out because their question has one value only.
        lost: Those that became no claim; a problem names each.
        disputes: Rows.
        superseded: Claims of older versions of entities that come again; they are not ranked.
    """

    lines: int = 0
    entities: int = 0
    statements: int = 0
    claims: int = 0
    agreed: int = 0
    lost: int = 0
    disputes: int = 0
    superseded: int = 0

    def add(self, other: "Tally") -> None:
        """Add what another count has."""
        for name in Tally.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(slots=True)
class ReadChunk:
    """Hold what was read of a chunk.

    Args:
        number: Which chunk.
        is_open: Whether the next chunk may continue a document of this one.
        is_last: Whether the file ends here.
        last_line: The number of its last line.
        batch: One row a dispute.
        tally: What became of its lines.
        problems: What could not be read, in the order of the file.
        opens_list: Whether its first line begins a list that is not closed on it.
        closes_list: Whether its last line ends a list.
        is_cut_off: Whether the file ends in the middle of something.
        entities: The ids of the entities in it; forms and senses come with their lexeme.
    """

    number: int
    is_open: bool
    is_last: bool
    last_line: int
    batch: pa.RecordBatch
    tally: Tally
    problems: list[Problem] = field(default_factory=list)
    opens_list: bool = False
    closes_list: bool = False
    is_cut_off: bool = False
    entities: list[str] = field(default_factory=list)


def unclosed_list(source: str, last_line: int) -> Problem:
    """Say that the list which a file opens is not closed at its end."""
    return Problem(ProblemCode.TRUNCATED, UNCLOSED_LIST, Place(source, last_line))
