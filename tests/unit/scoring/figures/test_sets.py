"""The annotated sentences are read exactly; the recognisers' cases up to their oddities."""

from pathlib import Path

import pytest
from bench.figures import (
    RECOGNIZERS,
    SENTENCES,
    Case,
    at_the_same_place,
    measure,
    overlapping,
    recognizer_cases,
    sentence_cases,
    total,
)

from tests.shared import shared

VECTORS = Path(__file__).parents[3] / "vectors" / "figures.jsonl"


@pytest.mark.slow
@pytest.mark.parametrize("case", sentence_cases(VECTORS), ids=lambda case: case.name)
def test_a_kept_sentence_is_read_exactly(case: Case) -> None:
    """Values, places and kinds agree, without a hint of the language."""
    (tally,) = measure([case], at_the_same_place, hinted=False).values()
    assert not tally.failures
    assert tally.kinds == len(case.expected)


@pytest.mark.slow
@pytest.mark.requirement("M9")
@pytest.mark.parametrize("hinted", [False, True])
def test_every_shared_sentence_is_read_exactly(hinted: bool) -> None:  # noqa: FBT001 - a parameter
    """With and without a hint of the language."""
    tally = total(
        measure(sentence_cases(shared(SENTENCES)), at_the_same_place, hinted=hinted).values()
    )
    assert tally.exact == tally.cases == 54
    assert tally.kinds == tally.right


@pytest.mark.slow
def test_the_recognisers_cases_are_read_up_to_their_oddities() -> None:
    """What stays unread leaves units, dates, articles and addresses to other models of theirs."""
    tallies = measure(recognizer_cases(shared(RECOGNIZERS)), overlapping, hinted=True)
    assert {language: tally.f1 > 0.93 for language, tally in tallies.items()} == {
        "zh": True,
        "en": True,
        "de": True,
        "hi": True,
    }
