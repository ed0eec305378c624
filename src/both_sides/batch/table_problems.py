"""Say what could not be read in a table, counted by kind and with the first places of each.

A table of a hundred million rows can have a problem in every row; what helps is how often each
kind occurs, what it means for the claim, and where to look first. *This module does not* read.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

PLACES_KEPT: Final = 20
_LONGEST_TEXT: Final = 60


class TableProblemCode(StrEnum):
    """Name each kind of problem; the spellings are stable."""

    ROW_MALFORMED = "row_malformed"
    FILE_CUT_OFF = "file_cut_off"
    QUOTE_UNCLOSED = "quote_unclosed"
    NOT_UTF8 = "not_utf8"
    ENTITY_MISSING = "entity_missing"
    PROPERTY_MISSING = "property_missing"
    VALUE_MISSING = "value_missing"
    RANK_UNKNOWN = "rank_unknown"
    NUMBER_UNREADABLE = "number_unreadable"
    DATE_UNREADABLE = "date_unreadable"
    MOMENT_UNREADABLE = "moment_unreadable"
    CLAIM_ID_REPEATED = "claim_id_repeated"


HINTS: Final = {
    TableProblemCode.ROW_MALFORMED: "mend the row; it was left out, the other rows were read",
    TableProblemCode.FILE_CUT_OFF: "fetch the file again; what came before was read",
    TableProblemCode.QUOTE_UNCLOSED: "close the quote; what follows it was left out",
    TableProblemCode.NOT_UTF8: "save the file as UTF-8, or name its encoding in the mapping file;"
    " the bytes were read as question marks",
    TableProblemCode.ENTITY_MISSING: "say what the row is about; it was left out",
    TableProblemCode.PROPERTY_MISSING: "say which property the row is about; it was left out",
    TableProblemCode.VALUE_MISSING: "a row without a value claims nothing; it was left out",
    TableProblemCode.RANK_UNKNOWN: "the claim counts as normal; ranks are preferred, normal,"
    " deprecated, or map others with values = { … }",
    TableProblemCode.NUMBER_UNREADABLE: "the claim was kept without it; write plain numbers such as"
    " 1234.5",
    TableProblemCode.DATE_UNREADABLE: "the claim was kept as if it were not dated; write ISO dates,"
    ' or say how they are written with format = "%d/%m/%Y"',
    TableProblemCode.MOMENT_UNREADABLE: "the claim was kept as undated; write 2015, 2015-10,"
    " 2015-10-01, or -44 for 44 BCE",
    TableProblemCode.CLAIM_ID_REPEATED: "both claims were kept; give each claim of a question an id"
    " of its own, or ties between them cannot be told apart",
}
# Rows of these became no claim.
LOST: Final = frozenset(
    {
        TableProblemCode.ROW_MALFORMED,
        TableProblemCode.FILE_CUT_OFF,
        TableProblemCode.QUOTE_UNCLOSED,
        TableProblemCode.ENTITY_MISSING,
        TableProblemCode.PROPERTY_MISSING,
        TableProblemCode.VALUE_MISSING,
    }
)


@dataclass(slots=True)
class TableProblem:
    """Hold one kind of problem.

    Args:
        code: Which kind.
        file: In which file.
        member: Of which member of a claim, or empty.
        count: How often it occurs.
        places: The first of them: row number (the header is row 1) and what stands there.
    """

    code: TableProblemCode
    file: str
    member: str = ""
    count: int = 0
    places: list[tuple[int, str]] = field(default_factory=list)

    @property
    def hint(self) -> str:
        """Say what to do next, and what became of the claim."""
        return HINTS[self.code]

    def members(self) -> dict[str, Any]:
        """Give it as JSON members."""
        return {
            "code": self.code.value,
            "file": self.file,
            "member": self.member or None,
            "count": self.count,
            "hint": self.hint,
            "places": [{"row": row, "text": text} for row, text in self.places],
        }

    def __str__(self) -> str:
        about = f" ({self.member})" if self.member else ""
        rows = ", ".join(f"row {row:,}: {text!r}" for row, text in self.places[:3])
        more = ", …" if self.count > len(self.places[:3]) else ""
        return f"{self.file}{about}: {self.count:,} times; {rows}{more}"


class TableReport:
    """Count what became of every row of a table.

    Attributes:
        rows: Rows of the files.
        lost: Rows that became no claim.
        claims: Claims.
        disputes: Questions.
    """

    def __init__(self) -> None:
        self.rows = self.lost = self.claims = self.disputes = 0
        self._problems: dict[tuple[TableProblemCode, str, str], TableProblem] = {}

    @property
    def problems(self) -> list[TableProblem]:
        """List the kinds of problems, in the order in which they were met."""
        return list(self._problems.values())

    @property
    def is_incomplete(self) -> bool:
        """Tell whether a row became no claim."""
        return any(problem.code in LOST for problem in self.problems)

    def report(  # noqa: PLR0913 - the facts of a problem
        self,
        code: TableProblemCode,
        file: str,
        row: int,
        text: str = "",
        *,
        member: str = "",
        count: int = 1,
    ) -> None:
        """Count a problem, and keep the place of a single one if there is room."""
        key = (code, file, member)
        problem = self._problems.setdefault(key, TableProblem(code, file, member))
        problem.count += count
        if count == 1 and len(problem.places) < PLACES_KEPT:
            problem.places.append((row, text[:_LONGEST_TEXT]))
