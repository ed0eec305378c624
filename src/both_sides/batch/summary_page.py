"""Show the summary of a ranking as one HTML page: a table by property and band, and a histogram.

The page is a file of its own: no script, no style sheet, no request to anywhere. The chart is SVG
with a table of the same numbers below it, so nothing is told by colour or shape alone. *This module
does not* count; see `summary`.
"""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any, Final

from both_sides.batch.columns import BANDS
from both_sides.batch.summary import BIN_POINTS, OpenQuestion, Summary
from both_sides.domain.counting import counted
from both_sides.domain.disputes import (
    CONTESTED_FROM_CENTIPOINTS,
    SETTLED_FROM_CENTIPOINTS,
    WHAT_THIS_IS_NOT,
    Band,
)

PROPERTIES_SHOWN: Final = 40
WIDTH: Final = 720
HEIGHT: Final = 220
_BOTTOM: Final = 24
_COLOURS: Final = {Band.SETTLED: "#2e7d4f", Band.CONTESTED: "#b7791f", Band.UNRESOLVED: "#b3403a"}
_BORDERS: Final = (0, CONTESTED_FROM_CENTIPOINTS // 100, SETTLED_FROM_CENTIPOINTS // 100)

_STYLE: Final = """\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem;
  color: #1b1b1b; background: #fff; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { text-align: right; padding: .25rem .6rem; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; }
caption { text-align: left; font-weight: 600; padding: .4rem 0; }
dt { font-weight: 600; } dd { margin: 0 0 .5rem; overflow-wrap: anywhere; }
svg { width: 100%; height: auto; }
.not { border-left: 4px solid #888; padding-left: 1rem; }
@media (prefers-color-scheme: dark) {
  body { color: #eee; background: #181818; } th, td { border-color: #444; }
  svg text { fill: #ddd; } }
"""


def summary_page(
    summary: Summary,
    facts: Sequence[tuple[str, str]],
    name_of: Callable[[str], str | None],
) -> str:
    """Write the page.

    Args:
        summary: What was counted.
        facts: What else is said of the run, as (name, value).
        name_of: Names a property for people, or answers None.
    """
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>Ranking of {counted(summary.disputes, 'dispute')}</title>",
            f"<style>{_STYLE}</style></head><body><main>",
            f"<h1>{counted(summary.disputes, 'dispute')}, {counted(summary.claims, 'claim')}</h1>",
            _list(facts),
            _bands(summary, name_of),
            "<h2>Margins</h2>",
            histogram_svg(summary),
            _margins(summary),
            _worst(summary.worst, name_of),
            f'<h2>What this is not</h2><p class="not">{escape(WHAT_THIS_IS_NOT)}</p>',
            "</main></body></html>",
            "",
        ]
    )


def histogram_svg(summary: Summary) -> str:
    """Draw the margins of disputes with two claims or more, two points a bar, coloured by band."""
    bins = list(summary.histogram())
    if not bins:
        return "<p>No dispute has two claims.</p>"
    lowest, highest = bins[0][0], bins[-1][0] + BIN_POINTS
    most = max(sum(counts) for _, counts in bins)
    span = max(highest - lowest, 1)
    across, up = WIDTH / span, (HEIGHT - _BOTTOM) / most
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="margins-title">',
        f'<title id="margins-title">Histogram of margins from {lowest} to {highest} points;'
        " the numbers are in the table below</title>",
    ]
    for border, counts in bins:
        top = float(HEIGHT - _BOTTOM)
        for band, count in zip(BANDS, counts, strict=True):
            if count:
                top -= count * up
                parts.append(
                    f'<rect x="{(border - lowest) * across:.2f}" y="{top:.2f}"'
                    f' width="{BIN_POINTS * across - 0.5:.2f}" height="{count * up:.2f}"'
                    f' fill="{_COLOURS[band]}"/>'
                )
    for border in _BORDERS:
        if lowest <= border <= highest:
            x = (border - lowest) * across
            parts.append(
                f'<line x1="{x:.2f}" x2="{x:.2f}" y1="0" y2="{HEIGHT - _BOTTOM}" stroke="#888"'
                ' stroke-dasharray="4 3"/>'
                f'<text x="{x:.2f}" y="{HEIGHT - 6}" font-size="13">{border}</text>'
            )
    return "".join([*parts, "</svg>"])


def _list(facts: Iterable[tuple[str, str]]) -> str:
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts)
    return f"<dl>{rows}</dl>"


def _bands(summary: Summary, name_of: Callable[[str], str | None]) -> str:
    by_property = list(summary.by_property.items())
    rows = [
        (f"{name_of(name) or name} ({name})" if name_of(name) else name, *counts)
        for name, counts in by_property[:PROPERTIES_SHOWN]
    ]
    rest = [counts for _, counts in by_property[PROPERTIES_SHOWN:]]
    if rest:
        rows.append((f"{len(rest):,} more properties", *map(sum, zip(*rest, strict=True))))
    rows.append(("all", *summary.by_band))
    headings = ("property", *(band.value for band in BANDS), "disputes")
    return _table("Disputes by property and band", headings, [(*row, sum(row[1:])) for row in rows])


def _margins(summary: Summary) -> str:
    headings = ("points", *(band.value for band in BANDS))
    rows = [
        (f"{border} to {border + BIN_POINTS}", *counts) for border, counts in summary.histogram()
    ]
    return _table("Disputes with two claims or more, by margin", headings, rows)


def _worst(questions: Sequence[OpenQuestion], name_of: Callable[[str], str | None]) -> str:
    if not questions:
        return ""
    rows = [
        (
            question.entity_id,
            name_of(question.property_id) or question.property_id,
            f"{question.margin:.2f}",
            question.band,
            -question.rivals,
            question.kind,
        )
        for question in questions
    ]
    headings = ("entity", "property", "margin", "band", "claims", "kind")
    return _table("The worst disputes", headings, rows)


def _table(caption: str, headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in headings)
    body = "".join(
        f'<tr><th scope="row">{escape(str(row[0]))}</th>'
        + "".join(f"<td>{escape(_shown(cell))}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def _shown(cell: object) -> str:
    return f"{cell:,}" if isinstance(cell, int) else str(cell)
