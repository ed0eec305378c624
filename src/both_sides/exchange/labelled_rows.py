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
        members: The parsed object.
        draft: Where its problems go.
        line: Its line, from 1; None in a JSON list, which may be all on one.
        place: Where it stands in a JSON list, else empty.
    """

    members: Mapping[str, Any]
    draft: TreeDraft
    line: int | None
    place: str = ""

    def text(self, member: str, *, within: str | None = None) -> str | None:
        """Give a member that must be a text; whole numbers, as ids often are, count as one.

        Args:
            member: Its name.
            within: The name of the member that it is in, or None.

        Returns:
            The text, or None where there is none, which is reported: the row is lost then.
        """
        holder = self.members if within is None else self.members.get(within)
        value = holder.get(member) if isinstance(holder, Mapping) else None
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if isinstance(value, str) and value.strip():
            return value
        found = "missing" if value is None else f"{value!r:.60}"
        path = member if within is None else f"{within}.{member}"
        what = f"{path} is {found}, expected a text"
        self._report(ProblemCode.MALFORMED_CLAIM, what, lost=1)
        return None

    def bad_evidence(self, what: str, key: str) -> None:
        """Report an item of evidence that cannot be read."""
        self._report(ProblemCode.UNREADABLE_EVIDENCE, what, key=key)

    def unknown_label(self, label: object, known: str, key: str) -> None:
        """Report a label that the data set does not have."""
        what = f"the label is {label!r:.60}, expected {known}"
        self._report(ProblemCode.UNKNOWN_LABEL, what, key=key)

    def _report(
        self, code: ProblemCode, what: str, *, key: str | None = None, lost: int = 0
    ) -> None:
        said = f"{self.place}: {what}" if self.place else what
        self.draft.report(code, said, line=self.line, key=key, lost=lost)


def read_rows(text: str, draft: TreeDraft) -> Iterator[Row]:
    """Give the rows of a file; what is no row is reported.

    Args:
        text: JSON Lines, or one JSON list of objects.
        draft: Where the problems go.
    """
    if text.lstrip().startswith("["):
        for rows in _parse(text, draft, None):
            for number, members in enumerate(rows, start=1):
                yield from _as_row(members, draft, None, f"row {number}")
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            for members in _parse(line, draft, number):
                yield from _as_row(members, draft, number, "")


def _parse(text: str, draft: TreeDraft, line: int | None) -> Iterator[Any]:
    """Give the parsed value, or nothing where it is no JSON, which is reported."""
    try:
        yield parse_json(text, source="the list" if line is None else "the line")
    except InvalidInputError as error:
        code = ProblemCode.MALFORMED_DOCUMENT if line is None else ProblemCode.NOT_JSON
        draft.report(code, error.message, line=line, lost=1)


def _as_row(
    members: Any,  # noqa: ANN401 - JSON
    draft: TreeDraft,
    line: int | None,
    place: str,
) -> Iterator[Row]:
    if isinstance(members, Mapping):
        yield Row(members, draft, line, place)
    else:
        what = f"{place or 'the line'} is {members!r:.60}, expected an object"
        draft.report(ProblemCode.MALFORMED_CLAIM, what, line=line, lost=1)
