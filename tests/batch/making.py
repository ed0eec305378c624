"""Make disputes in every shape that the engines take, so that their answers can be compared."""

import json
import random
from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa

from both_sides.batch.columns import CONTRIBUTIONS
from both_sides.batch.rows import RowBuilder
from both_sides.domain.adjudications import Adjudication
from both_sides.exchange.engine_lines import parse_dispute
from both_sides.scoring.adjudicate import adjudicate
from tests import oracle

AS_OF = "2026-10-03"
Answer = dict[str, Any]


def batch_of(documents: Iterable[dict[str, Any]]) -> pa.RecordBatch:
    """Make a batch of disputes in the shape of the shared vectors' `input`."""
    builder = RowBuilder()
    for document in documents:
        builder.add_dispute(parse_dispute(parsed(document), source="a test")[0])
    return builder.finish()


def parsed(document: dict[str, Any]) -> dict[str, Any]:
    """Give a document as it looks after a passage through JSON."""
    value: dict[str, Any] = json.loads(json.dumps(document))
    return value


def answers(ranking: pa.RecordBatch) -> list[Answer]:
    """Give a ranking as plain values, claims in order of their position."""
    rows = []
    for row in ranking.to_pylist():
        claims = sorted(row["claims"], key=lambda claim: claim["position"])
        rows.append(
            {
                **{name: row[name] for name in ("status", "leader", "score", "margin", "band")},
                "runnerUp": row["runner_up"],
                "ranked": [
                    (
                        claim["claim_id"],
                        claim["score"],
                        claim["eligible"],
                        [claim[name] for name in CONTRIBUTIONS if name in claim],
                    )
                    for claim in claims
                ],
            }
        )
    return rows


def of_the_oracle(document: dict[str, Any]) -> Answer:
    """Rank with the naive method, in the same shape."""
    answer = oracle.adjudicate(document)
    ranked = [
        (
            row["claimId"],
            row["score"],
            row["eligible"],
            [contribution for _, contribution in row["factors"].values()],
        )
        for row in answer.pop("ranked")
    ]
    return {**answer, "ranked": ranked}


def of_the_desk(document: dict[str, Any]) -> Answer:
    """Rank as the desk does, in the same shape."""
    dispute, as_of = parse_dispute(parsed(document), source="a test")
    return of_an_adjudication(adjudicate(dispute, as_of or AS_OF))


def of_an_adjudication(answer: Adjudication) -> Answer:
    """Give an adjudication in the same shape."""
    return {
        "status": answer.status.value,
        "leader": answer.leader,
        "runnerUp": answer.runner_up,
        "score": answer.score,
        "margin": answer.margin,
        "band": answer.band.value,
        "ranked": [
            (
                claim.claim_id,
                claim.score,
                claim.eligible,
                [factor.contribution for factor in claim.factors],
            )
            for claim in answer.ranked
        ],
    }


def synthetic(count: int, *, seed: int = 1, most_claims: int = 12) -> Iterator[dict[str, Any]]:
    """Make disputes of every kind: ids of mixed case, ties, barred claims, odd dates."""
    chance = random.Random(seed)
    odd_dates = [None, "2015-05-05", "2026-10-03T12:00:00Z", "May", "2001", "2031-01", ""]
    letters = "aAbBzZ09-$éß\U0001f600\ue000"
    for number in range(count):
        claimed = chance.choice([3.0, 1000.0, 2_751_862.0, -28.0, 1e300])
        claims = []
        for index in range(chance.randrange(most_claims + 1)):
            numeric = chance.choice([None, claimed, claimed * chance.uniform(0.98, 1.02)])
            claims.append(
                {
                    "claimId": f"q{number}$"
                    + "".join(chance.choices(letters, k=3))
                    + str(index % 4),
                    "value": str(chance.randrange(4)),
                    "numeric": numeric,
                    "rank": chance.choice(["preferred", "normal", "normal", "deprecated", None]),
                    "referenceCount": chance.choice([None, 0, 0, 1, 2, 3, 4, 2.5, 10**9, -3]),
                    "retrieved": chance.choice(
                        [*odd_dates, f"20{10 + number % 17}-05-1{index % 10}"]
                    ),
                    "precision": chance.choice(
                        [None, "quantity", "coordinate ±0.01", "year precision 14", "text"]
                        + [f"year precision {code}" for code in range(5, 12)]
                    ),
                }
            )
        yield {
            "entityId": f"Q{number}",
            "propertyId": "P1082",
            "claims": claims,
            "figures": [
                chance.choice([claimed, claimed * 1.004, 7.0, 1e12, 2016.0])
                for _ in range(chance.randrange(4))
            ],
            "asOf": AS_OF,
        }
