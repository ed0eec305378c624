"""Lay out tables in Markdown."""

from collections.abc import Iterable, Sequence


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table; what would end a cell is escaped."""
    lines = [_row(headings), _row(["---"] * len(headings))]
    return "\n".join([*lines, *map(_row, rows)]) + "\n"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in map(plain, cells))} |"


def plain(text: str) -> str:
    """Escape what Markdown would take for HTML, outside of code."""
    pieces = text.split("`")
    pieces[::2] = [piece.replace("<", "\\<") for piece in pieces[::2]]
    return "`".join(pieces)


def sentence(text: str) -> str:
    """Begin with a capital, unless the text begins with code or a symbol."""
    return text[:1].upper() + text[1:]


def first_sentence(text: str | None) -> str:
    """Give the first paragraph of a docstring on one line."""
    return " ".join((text or "").strip().partition("\n\n")[0].split())


def description(text: str | None) -> str:
    """Give what a docstring says before its sections, one line a paragraph."""
    kept = []
    for paragraph in (text or "").strip().split("\n\n"):
        words = " ".join(paragraph.split())
        if words.startswith(("Args:", "Returns:", "Raises:", "*Source:*")):
            break
        kept.append(words)
    return plain("\n\n".join(kept))
