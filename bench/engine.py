"""Measure the engine on disputes of ten claims, beside the Method written naively.

    python -m bench.engine

The naive method (`tests/oracle.py`) gives numbers only. The engine's answer also holds a sentence
for every factor and the recommendation; `numbers only` is the same method and kernel without what
explains. The disputes are those of the shared vectors that have ten claims, each different, and
`line to line` is what `both-sides adjudicate --input` does with one line.
"""

import gzip
import json
import sys
from typing import Any

import orjson
from bench.harness import Way, compare, run, shared

from both_sides.domain.adjudications import Factor
from both_sides.domain.disputes import Dispute
from both_sides.exchange.engine_lines import format_adjudication, parse_dispute
from both_sides.exchange.strict_json import parse_json
from both_sides.scoring import kernel, method
from both_sides.scoring.adjudicate import adjudicate, read_as_of
from both_sides.scoring.instants import read_instant
from tests import oracle

CLAIMS = 10
WEIGHTS = tuple(factor.weight for factor in Factor)


def numbers_only(dispute: Dispute, as_of: str) -> tuple[list[int], list[int], int]:
    """Score and order a dispute with the method and the kernel, explaining nothing.

    Returns:
        Scores and order by claim id, and the margin, in hundredths of a point.
    """
    as_of_ms = read_as_of(as_of)
    figures = [float(figure.value) for figure in dispute.figures]
    rivals = sorted(dispute.rivals, key=lambda rival: rival.claim_id)
    scores = []
    for rival in rivals:
        claimed = None if rival.numeric is None else float(rival.numeric)
        retrieved_ms = read_instant(rival.retrieved) if rival.retrieved else None
        values = (
            method.editorial_rank(rival.rank),
            method.evidence_depth(float(rival.reference_count)),
            method.corroboration(claimed, figures).value_of_factor,
            method.ABSENT_RETRIEVAL_VALUE
            if retrieved_ms is None
            else kernel.recency(as_of_ms - retrieved_ms),
            method.specificity(rival.precision),
        )
        scores.append(sum(map(kernel.contribution, values, WEIGHTS)))
    count = len(rivals)
    barred, order, scratch = [0] * count, [0] * count, [0] * count
    kernel.bar_deprecated([int(rival.is_deprecated) for rival in rivals], barred, 0, count)
    references = [float(rival.reference_count) for rival in rivals]
    kernel.order_claims(scores, references, barred, order, scratch, 0, count)
    return scores, order, kernel.margin(scores, order, 0, count)


def naive_line(line: bytes) -> bytes:
    """Read a line, rank it with the naive method, write a line: the standard library only."""
    return json.dumps(oracle.adjudicate(json.loads(line))).encode()


def engine_line(line: bytes) -> bytes:
    """Read a line, rank it, write a line, as the command line does."""
    dispute, as_of = parse_dispute(parse_json(line), source="bench")
    return orjson.dumps(format_adjudication(adjudicate(dispute, as_of or "2026-10-03")))


def of_ten_claims() -> list[dict[str, Any]]:
    """Read the disputes of ten claims."""
    with gzip.open(shared("vectors/engine.jsonl.gz")) as lines:
        documents = [vector["input"] for vector in map(json.loads, lines)]
    return [document for document in documents if len(document["claims"]) == CLAIMS]


def main() -> None:
    """Print the tables."""
    documents = of_ten_claims()
    lines = [json.dumps(document).encode() for document in documents]
    parsed = [parse_dispute(document, source="bench") for document in documents]
    pairs = [(dispute, as_of or "2026-10-03") for dispute, as_of in parsed]
    print(f"{len(documents)} disputes of {CLAIMS} claims")
    ways = [
        Way("naive method, numbers only", lambda: [oracle.adjudicate(doc) for doc in documents]),
        Way("engine, explained", lambda: [adjudicate(*pair) for pair in pairs], "time <= 1.00"),
        Way("engine, numbers only", lambda: [numbers_only(*pair) for pair in pairs]),
    ]
    compare("one dispute of ten claims", ways, unit="dispute", amount=len(documents))
    claims = len(documents) * CLAIMS
    compare("by the claim; µs are seconds per million claims", ways, unit="claim", amount=claims)
    compare(
        "line to line",
        [
            Way("json + naive method", lambda: [naive_line(line) for line in lines]),
            Way("adjudicate --input", lambda: [engine_line(line) for line in lines]),
            Way("parsing alone", lambda: [parse_json(line) for line in lines]),
        ],
        unit="dispute",
        amount=len(documents),
    )


if __name__ == "__main__":
    sys.exit(run(main))
