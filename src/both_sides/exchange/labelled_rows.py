"""Read the rows of data sets of fact checking: JSON Lines, or one JSON list.

A row is a claim with a label and what was found about it. Readers of the single data sets take
rows from here and say what their labels mean. *This module does not* know any label.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from both_sides.errors import InvalidInputError
from both_sides.exchange.problems import ProblemCode
from both_sides.exchange.strict_json import parse_json
from both_sides.exchange.tree_draft import TreeDraft


@dataclass(frozen=True, slots=True)
class Row:
    """Hold one row.

    Args:
        line: Its line; in a JSON list its place, from 1.
        members: The parsed object.
        draft: Where its problems go.
    """

    line: int
    members: Mapping[str, Any]
    draft: TreeDraft

    def text(self, member: str) -> str | None:
        """Give a member that must be a text; whole numbers, as ids often are, count as one.

        Returns:
            The text, or None where there is none, which is reported: the row is lost then.
        """
        value = self.members.get(member)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if isinstance(value, str) and value.strip():
            return value
        found = "missing" if value is None else f"{value!r:.60}"
        self.draft.report(
            ProblemCode.MALFORMED_CLAIM,
            f"{member} is {found}, expected a text",
            line=self.line,
            lost=1,
        )
        return None

    def bad_evidence(self, what: str, key: str) -> None:
        """Report an item of evidence that cannot be read."""
        self.draft.report(ProblemCode.UNREADABLE_EVIDENCE, what, line=self.line, key=key)

    def unknown_label(self, label: object, known: str, key: str) -> None:
        """Report a label that the data set does not have."""
        what = f"the label is {label!r:.60}, expected {known}"
        self.draft.report(ProblemCode.UNKNOWN_LABEL, what, line=self.line, key=key)


def read_rows(text: str, draft: TreeDraft) -> Iterator[Row]:
    """Give the rows of a file; what is no row is reported.

    Args:
        text: JSON Lines, or one JSON list of objects.
        draft: Where the problems go.
    """
    if text.lstrip().startswith("["):
        for rows in _parse(text, draft, None):
            for number, members in enumerate(rows, start=1):
                yield from _as_row(members, draft, number)
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            for members in _parse(line, draft, number):
                yield from _as_row(members, draft, number)


def _parse(text: str, draft: TreeDraft, line: int | None) -> Iterator[Any]:
    """Give the parsed value, or nothing where it is no JSON, which is reported."""
    try:
        yield parse_json(text, source="the list" if line is None else "the line")
    except InvalidInputError as error:
        code = ProblemCode.MALFORMED_DOCUMENT if line is None else ProblemCode.NOT_JSON
        draft.report(code, error.message, line=line, lost=1)


def _as_row(members: Any, draft: TreeDraft, line: int) -> Iterator[Row]:  # noqa: ANN401 - JSON
    if isinstance(members, Mapping):
        yield Row(line, members, draft)
    else:
        what = f"{members!r:.60} is no row"
        draft.report(ProblemCode.MALFORMED_CLAIM, what, line=line, lost=1)
