"""Score predictions against FEVER's labels, exactly as its published scorer does.

1. A label counts where it is the right one, in either case.
2. The strict score also asks that one whole evidence set is among the first five sentences
   predicted; NOT ENOUGH INFO needs no evidence.
3. Precision and recall are averaged over the claims that have evidence: precision is the share of
   predicted sentences that are in any set, recall is whether a whole set was predicted.

The sums are added up one by one, in order: newer Pythons' `sum` rounds differently, and the
published numbers are to be met to the last digit. *This module does not* read files.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from both_sides.errors import InvalidInputError
from both_sides.exchange.fever.labels import NOT_ENOUGH_INFO

MOST_SENTENCES: Final = 5

Sentence = tuple[object, object]


@dataclass(frozen=True, slots=True)
class FeverScore:
    """Hold what the scorer answers, each from 0 to 1.

    Args:
        strict_score: Label right, and one whole evidence set found.
        label_accuracy: Label right.
        precision: Of the predicted sentences.
        recall: Of the evidence sets.
        f1: Of the two.
    """

    strict_score: float
    label_accuracy: float
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class _Pair:
    """Hold one prediction beside what is right."""

    label: str
    predicted_label: str
    sets: tuple[tuple[Sentence, ...], ...]
    predicted: tuple[Sentence, ...]

    @property
    def has_right_label(self) -> bool:
        return self.label == self.predicted_label

    @property
    def has_evidence(self) -> bool:
        return self.label != NOT_ENOUGH_INFO

    @property
    def finds_a_set(self) -> bool:
        return any(all(sentence in self.predicted for sentence in each) for each in self.sets)

    @property
    def is_strictly_right(self) -> bool:
        return self.has_right_label and (not self.has_evidence or self.finds_a_set)

    @property
    def precision(self) -> float:
        known = {sentence for each in self.sets for sentence in each if sentence[1] is not None}
        found = sum(sentence in known for sentence in self.predicted)
        return found / len(self.predicted) if self.predicted else 1.0

    @property
    def recall(self) -> float:
        return 1.0 if not self.sets or self.finds_a_set else 0.0


def score_predictions(
    predictions: Sequence[Mapping[str, Any]],
    actual: Sequence[Mapping[str, Any]],
    *,
    most_sentences: int = MOST_SENTENCES,
) -> FeverScore:
    """Score predictions.

    Args:
        predictions: `predicted_label` and `predicted_evidence` of each claim.
        actual: `label` and `evidence` of the same claims, in the same order.
        most_sentences: How many predicted sentences of a claim count.

    Raises:
        InvalidInputError: There is nothing to score, or not as many predictions as labels, or
            a member is missing.

    *Source:* FEVER (2018), 6; the numbers of its scorer are reproduced in the tests.
    """
    if not predictions or len(predictions) != len(actual):
        raise InvalidInputError(
            f"there are {len(predictions)} predictions for {len(actual)} claims",
            hint="give one prediction for each labelled claim, in the same order",
            predictions=len(predictions),
            claims=len(actual),
        )
    pairs = [
        _pair(number, prediction, row, most_sentences)
        for number, (prediction, row) in enumerate(zip(predictions, actual, strict=True), start=1)
    ]
    with_evidence = [pair for pair in pairs if pair.has_evidence]
    precision = _mean([pair.precision for pair in with_evidence], of_none=1.0)
    recall = _mean([pair.recall for pair in with_evidence], of_none=0.0)
    both = precision + recall
    return FeverScore(
        strict_score=sum(pair.is_strictly_right for pair in pairs) / len(pairs),
        label_accuracy=sum(pair.has_right_label for pair in pairs) / len(pairs),
        precision=precision,
        recall=recall,
        f1=2.0 * precision * recall / both if both else 0.0,
    )


def _mean(values: Sequence[float], *, of_none: float) -> float:
    total = 0.0
    for value in values:
        total += value
    return total / len(values) if values else of_none


def _pair(
    number: int, prediction: Mapping[str, Any], row: Mapping[str, Any], most_sentences: int
) -> _Pair:
    try:
        sets = tuple(
            tuple((sentence[2], sentence[3]) for sentence in each) for each in row["evidence"]
        )
        predicted = tuple((page, line) for page, line in prediction["predicted_evidence"])
        hash((sets, predicted))  # a page is a text, not a list
        return _Pair(
            label=row["label"].upper(),
            predicted_label=prediction["predicted_label"].upper(),
            sets=sets,
            predicted=predicted[:most_sentences],
        )
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise InvalidInputError(
            f"claim {number} cannot be scored: {type(error).__name__} {error}"[:200],
            hint="a prediction has predicted_label and predicted_evidence, a list of"
            " [page, sentence]; a claim has label and evidence, a list of sets",
            claim=number,
        ) from None
