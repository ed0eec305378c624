"""Measure SciFact predictions, exactly as its published evaluator does.

    {"id": 42, "evidence": {"18174210": {"sentences": [1, 9, 10], "label": "CONTRADICT"}}}

1. *Sentence selection*: a predicted sentence is right where a rationale of that abstract holds it
   and is predicted whole. *Sentence label*: and the abstract's label is right.
2. *Abstract, label only*: the predicted abstract is one of the evidence, with the right label.
   *Abstract, rationalized*: and one whole rationale is among its first three sentences.
3. Precision is over what was predicted, recall over what is right, f1 of the two; nothing divided
   by nothing is 0.

*This module does not* read files.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from both_sides.errors import InvalidInputError

MOST_SENTENCES: Final = 3


@dataclass(frozen=True, slots=True)
class Measure:
    """Hold precision, recall and their harmonic mean, each from 0 to 1."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class SciFactMetrics:
    """Hold the four measures, from the mildest question about an abstract to the strictest.

    Args:
        abstract_label_only: The abstract and its label.
        abstract_rationalized: The abstract, its label, and a rationale.
        sentence_selection: The sentences.
        sentence_label: The sentences and the label.
    """

    abstract_label_only: Measure
    abstract_rationalized: Measure
    sentence_selection: Measure
    sentence_label: Measure


@dataclass(frozen=True, slots=True)
class _Abstract:
    """Hold what is right about an abstract, or what was predicted of it."""

    label: str
    rationales: tuple[frozenset[int], ...]
    sentences: tuple[int, ...]


def measure_predictions(
    predictions: Sequence[Mapping[str, Any]], gold: Sequence[Mapping[str, Any]]
) -> SciFactMetrics:
    """Measure predictions.

    Args:
        predictions: `id` and `evidence` of claims; a claim without a prediction found nothing.
        gold: `id` and `evidence` of all labelled claims.

    Raises:
        InvalidInputError: A prediction is for a claim that is not there, or a member is missing.

    *Source:* Fact or Fiction: Verifying Scientific Claims (2020), 5; the numbers of its evaluator
    are reproduced in the tests.
    """
    right = {row["id"]: _read(row, _gold_abstract) for row in _checked(gold)}
    predicted = {row["id"]: _read(row, _predicted_abstract) for row in _checked(predictions)}
    strangers = [claim for claim in predicted if claim not in right]
    if strangers:
        raise InvalidInputError(
            f"there is no claim {strangers[0]!r:.40} to measure a prediction by",
            hint="predict the claims of the labelled file, under the same ids",
            claim=repr(strangers[0])[:40],
        )
    counts: Counter[str] = Counter()
    for claim, abstracts in right.items():
        counts["gold abstracts"] += len(abstracts)
        counts["gold sentences"] += sum(len(found.sentences) for found in abstracts.values())
        for abstract, guess in predicted.get(claim, {}).items():
            counts["predicted abstracts"] += 1
            counts["predicted sentences"] += len(guess.sentences)
            counts.update(_found(guess, abstracts.get(abstract)))

    def measure(found: str, unit: str) -> Measure:
        precision = _ratio(counts[found], counts[f"predicted {unit}"])
        recall = _ratio(counts[found], counts[f"gold {unit}"])
        return Measure(precision, recall, _ratio(2 * precision * recall, precision + recall))

    return SciFactMetrics(
        abstract_label_only=measure("label", "abstracts"),
        abstract_rationalized=measure("rationale", "abstracts"),
        sentence_selection=measure("sentence", "sentences"),
        sentence_label=measure("labelled sentence", "sentences"),
    )


def _found(guess: _Abstract, right: _Abstract | None) -> Iterator[str]:
    """Name what is right about a predicted abstract, once for each time it counts."""
    if right is None:
        return
    has_right_label = guess.label == right.label
    if has_right_label:
        yield "label"
        first = set(guess.sentences[:MOST_SENTENCES])
        if any(rationale <= first for rationale in right.rationales):
            yield "rationale"
    chosen = set(guess.sentences)
    for sentence in guess.sentences:
        if any(sentence in rationale <= chosen for rationale in right.rationales):
            yield "sentence"
            if has_right_label:
                yield "labelled sentence"


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _checked(rows: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for number, row in enumerate(rows, start=1):
        if not isinstance(row.get("id"), int | str) or not isinstance(row.get("evidence"), Mapping):
            raise InvalidInputError(
                f"row {number} has no id with its evidence",
                hint='a row is {"id": 42, "evidence": {"18174210": …}}',
                row=number,
            )
        yield row


def _read(row: Mapping[str, Any], read: Any) -> dict[str, _Abstract]:  # noqa: ANN401 - one of the two below
    try:
        return {str(name): read(member) for name, member in row["evidence"].items()}
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise InvalidInputError(
            f"claim {row['id']!r:.40} cannot be measured: {type(error).__name__} {error}"[:200],
            hint="evidence names abstracts, each with sentences and a label",
            claim=repr(row["id"])[:40],
        ) from None


def _gold_abstract(rationales: Sequence[Mapping[str, Any]]) -> _Abstract:
    sets = tuple(frozenset(rationale["sentences"]) for rationale in rationales)
    sentences = tuple(place for rationale in rationales for place in rationale["sentences"])
    return _Abstract(rationales[0]["label"], sets, sentences)


def _predicted_abstract(prediction: Mapping[str, Any]) -> _Abstract:
    return _Abstract(prediction["label"], (), tuple(prediction["sentences"]))
