"""A summary counts every dispute once, keeps the worst, and shows both without colour alone."""

import math
from collections import Counter
from html.parser import HTMLParser

import pyarrow as pa
import pytest

from both_sides.batch.columns import BANDS
from both_sides.batch.score import score_batch
from both_sides.batch.summary import BIN_POINTS, Summary
from both_sides.batch.summary_page import histogram_svg, summary_page
from tests.batch.making import AS_OF, batch_of, synthetic


@pytest.fixture(scope="module")
def ranking() -> pa.RecordBatch:
    """Give a ranking of disputes about three properties."""
    documents = [
        {**document, "propertyId": f"P{number % 3}"}
        for number, document in enumerate(synthetic(300, seed=4))
    ]
    return score_batch(batch_of(documents), as_of=AS_OF)


@pytest.fixture(scope="module")
def summary(ranking: pa.RecordBatch) -> Summary:
    """Give its summary, taken in parts and put together."""
    whole = Summary(worst=7)
    for start in range(0, 300, 45):
        part = Summary(worst=7)
        part.add(ranking.slice(start, 45))
        whole.merge(part)
    return whole


def test_disputes_are_counted_by_property_and_band(
    ranking: pa.RecordBatch, summary: Summary
) -> None:
    """The property with most disputes first."""
    rows = ranking.to_pylist()
    counts = Counter((row["property_id"], row["band"]) for row in rows)
    assert {
        name: tuple(counts[name, band.value] for band in BANDS) for name in ("P0", "P1", "P2")
    } == dict(summary.by_property)
    assert sum(summary.by_band) == summary.disputes == 300
    assert summary.claims == sum(len(row["claims"]) for row in rows)


def test_margins_are_counted_in_bins_that_bands_do_not_share(
    ranking: pa.RecordBatch, summary: Summary
) -> None:
    """Two points a bin; only disputes that have a runner-up have a margin."""
    expected = Counter(
        (math.floor(row["margin"] / BIN_POINTS) * BIN_POINTS, row["band"])
        for row in ranking.to_pylist()
        if row["status"] == "ok"
    )
    bins = dict(summary.histogram())
    found = {
        (border, band.value): count
        for border, counts in bins.items()
        for band, count in zip(BANDS, counts, strict=True)
        if count
    }
    assert found == expected
    assert all(sum(map(bool, counts)) <= 1 for counts in bins.values())


def test_the_worst_are_those_with_the_least_margins(
    ranking: pa.RecordBatch, summary: Summary
) -> None:
    """Negative first; of equals the one with more claims; settled ones never."""
    rows = [
        row for row in ranking.to_pylist() if row["status"] == "ok" and row["band"] != "settled"
    ]
    rows.sort(key=lambda row: (row["margin"], -len(row["claims"]), row["entity_id"]))
    assert [question.entity_id for question in summary.worst] == [
        row["entity_id"] for row in rows[:7]
    ]


def test_an_empty_ranking_has_an_empty_summary() -> None:
    """And a page all the same."""
    summary = Summary(worst=3)
    summary.add(score_batch(batch_of([]), as_of=AS_OF))
    assert (summary.disputes, list(summary.histogram()), summary.worst) == (0, [], [])
    assert "No dispute has two claims" in summary_page(summary, [], lambda _: None)


class Page(HTMLParser):
    """Collect what a page holds, and refuse what is not closed."""

    def __init__(self) -> None:
        """Begin with nothing open."""
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.references: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        self.tags[tag] += 1
        self.references += [value or "" for name, value in attrs if name in {"src", "href"}]
        if tag not in {"meta", "rect", "line"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Count an element without content."""
        del attrs
        self.tags[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        """Close the element that is open."""
        assert self.open.pop() == tag


def test_the_page_is_whole_and_asks_nobody_for_anything(summary: Summary) -> None:
    """Well-formed, without script or address; every number of the chart is in a table too."""
    text = summary_page(summary, [("read from", "a <b> & c")], lambda name: f"<{name}>")
    page = Page()
    page.feed(text)
    assert page.open == []
    assert page.references == []
    assert page.tags["script"] == 0
    assert page.tags["table"] == 3
    assert "a &lt;b&gt; &amp; c" in text
    assert "What this is not" in text


@pytest.mark.slow
def test_the_chart_is_named_and_marks_the_borders_of_the_bands(summary: Summary) -> None:
    """For people who cannot see it, and for those who can."""
    svg = histogram_svg(summary)
    assert 'role="img"' in svg
    assert "<title" in svg
    assert svg.count("<line") >= 2
    assert "8</text>" in svg
    assert "18</text>" in svg
