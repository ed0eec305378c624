"""Write what is read in a text down shortly, for the tests to compare with."""

from decimal import Decimal

from both_sides.scoring.figures import Figure, read_figures


def read(text: str, language: str | None = None) -> list[tuple[str, str]]:
    """Read a text; give each figure's surface and its number, or both numbers of a pair."""
    return [(figure.surface, _number(figure)) for figure in read_figures(text, language=language)]


def kinds(text: str, language: str | None = None) -> list[tuple[str, str]]:
    """Read a text; give each figure's surface and kind."""
    return [(figure.surface, figure.kind.value) for figure in read_figures(text, language=language)]


def value(text: str, language: str | None = None) -> str:
    """Read a text that holds one figure; give its number."""
    ((_, number),) = read(text, language)
    return number


def _number(figure: Figure) -> str:
    if figure.second is None:
        return _plain(figure.value)
    return f"{_plain(figure.value)} and {_plain(figure.second)}"


def _plain(number: Decimal) -> str:
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
