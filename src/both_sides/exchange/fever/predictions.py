"""Write verdicts as FEVER predictions, as its scorer and its shared task take them.

    {"id": 137334, "predicted_label": "SUPPORTS", "predicted_evidence": [["Soul_Food", 0]]}

A claim that nobody has judged has no line: *this module does not* turn "unverified" into NOT
ENOUGH INFO, which would infer something from not having looked.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from both_sides.domain.claims import Claim
from both_sides.domain.evidence import Evidence
from both_sides.exchange.fever.labels import LABELS


def format_predictions(claims: Iterable[Claim]) -> Iterator[dict[str, Any]]:
    """Write the current verdicts of claims as predictions.

    Args:
        claims: Claims in the order in which their predictions are wanted. A claim that was
            imported has the id that it has in its data set, others their own.

    Yields:
        One prediction for each claim that has a verdict; its evidence are the cited items that
        are located as ``PAGE#sentence``, in the order in which they were recorded.

    *Source:* the FEVER shared task's submission format.
    """
    for claim in claims:
        if claim.conclusion is None:
            continue
        key = claim.source.key or claim.claim_id
        sentences = (_sentence(item) for item in claim.cited())
        yield {
            "id": int(key) if key.isascii() and key.isdigit() else key,
            "predicted_label": LABELS[claim.conclusion],
            "predicted_evidence": [sentence for sentence in sentences if sentence is not None],
        }


def _sentence(item: Evidence) -> list[str | int] | None:
    page, mark, sentence = item.locator.rpartition("#")
    is_one = mark and page and sentence.isascii() and sentence.isdigit()
    return [page, int(sentence)] if is_one else None
