"""Make disputes by the million, of every kind that the engine tells apart, as Arrow batches.

Batch `number` is always the same, on every machine. Ids mix cases and scripts and are not sorted;
scores tie often. `making.synthetic` has the odder shapes, a hundred times slower.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from both_sides.batch.columns import CLAIM, CLAIMS, DISPUTES, FIGURES
from both_sides.batch.row_entities import iso_of
from both_sides.domain.disputes import DisputeKind
from both_sides.scoring.outcomes import PRECISIONS, RANK_CODES

AS_OF = "2026-10-03"
CLAIMS_A_BATCH = 1 << 16
MOST_CLAIMS = 20  # of a dispute
ID_SIGNS = 12
SIGNS = np.frombuffer(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", np.uint8)
PREFIXES = pa.array(["Q", "q", "Q42$", "q42$", "é", "ß", "\ue000", "\U0001f600"])
AMOUNTS = np.array([3.0, 1000.0, 2_751_862.0, -28.0, 1e300, 0.0])
REFERENCES = np.array([0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 2.5, 1e9, -3.0])
FIRST_MS, LAST_MS = 1_100_000_000_000, 1_900_000_000_000
_RANK_NAMES = {code: rank.value for rank, code in RANK_CODES.items()}

Column = np.ndarray[Any, Any]


def many(claims: int) -> Iterator[pa.RecordBatch]:
    """Make as many claims, in batches of about equal size."""
    for number in range(-(-claims // CLAIMS_A_BATCH)):
        yield batch_of_many(number, min(CLAIMS_A_BATCH, claims - number * CLAIMS_A_BATCH))


def batch_of_many(number: int, claims: int = CLAIMS_A_BATCH) -> pa.RecordBatch:
    """Make one batch of disputes with so many claims together."""
    chance = np.random.default_rng(number)
    starts = _starts(chance, claims)
    disputes = len(starts) - 1
    claimed = chance.choice(AMOUNTS, disputes)
    names = pc.binary_join_element_wise(
        pa.array([f"Q{number:06d}"] * disputes),
        pc.utf8_lpad(pa.array(np.arange(disputes)).cast(pa.string()), 6, "0"),
        "",
    )
    kinds = pa.array([kind.value for kind in DisputeKind])
    columns = [
        names,
        pa.array(["P1082", "P571", "P625"]).take(pa.array(chance.integers(0, 3, disputes))),
        kinds.take(pa.array(chance.integers(0, len(kinds), disputes))),
        _figures(chance, claimed),
        pa.ListArray.from_arrays(
            pa.array(starts), _claims(chance, np.repeat(claimed, np.diff(starts))), type=CLAIMS
        ),
    ]
    return pa.RecordBatch.from_arrays(columns, schema=DISPUTES)


def _starts(chance: np.random.Generator, claims: int) -> Column:
    """Draw how many claims each dispute has, none and one among them."""
    ends = np.cumsum(chance.integers(0, MOST_CLAIMS + 1, 1 + claims // 4))
    assert ends[-1] >= claims  # ten a dispute on average
    ends = ends[: np.searchsorted(ends, claims)]
    return np.concatenate(([0], ends, [claims])).astype(np.int32)


def _figures(chance: np.random.Generator, claimed: Column) -> pa.Array:
    counts = chance.integers(0, 4, len(claimed))
    starts = np.concatenate(([0], np.cumsum(counts))).astype(np.int32)
    found = np.repeat(claimed, counts) * chance.choice([1.0, 1.004, 1.02, 1e-3], starts[-1])
    return pa.ListArray.from_arrays(pa.array(starts), pa.array(found), type=FIGURES)


def _claims(chance: np.random.Generator, claimed: Column) -> pa.Array:
    count = len(claimed)
    signs = SIGNS[chance.integers(0, len(SIGNS), count * ID_SIGNS, np.uint8)]
    offsets = np.arange(0, (count + 1) * ID_SIGNS, ID_SIGNS, dtype=np.int32)
    middles = pa.StringArray.from_buffers(count, pa.py_buffer(offsets), pa.py_buffer(signs))
    prefixes = PREFIXES.take(pa.array(chance.integers(0, len(PREFIXES), count)))
    numerics = claimed * chance.choice([1.0, 1.0, 0.996, 1.02], count)
    dates = chance.integers(FIRST_MS, LAST_MS, count)
    years = chance.integers(1900, 2026, count)
    fields = {
        "claim_id": pc.binary_join_element_wise(prefixes, middles, ""),
        "value": pa.array(chance.integers(0, 4, count)).cast(pa.string()),
        "numeric": pa.array(numerics, mask=chance.random(count) < 0.1),
        "rank": pa.array(chance.choice([0, 1, 1, 1, 2], count).astype(np.int8)),
        "reference_count": pa.array(chance.choice(REFERENCES, count)),
        "retrieved_ms": pa.array(dates, mask=chance.random(count) < 0.3),
        "specificity": pa.array(chance.integers(0, len(PRECISIONS), count).astype(np.int8)),
        "newness": pa.array(years, mask=chance.random(count) < 0.5),
    }
    return pa.StructArray.from_arrays([fields[field.name] for field in CLAIM], fields=list(CLAIM))


def document_of(row: dict[str, Any], *, as_of: str = AS_OF) -> dict[str, Any]:
    """Write a row of disputes as `adjudicate --input` takes one, for engines without Arrow."""
    return {
        "entityId": row["entity_id"],
        "propertyId": row["property_id"],
        "asOf": as_of,
        "figures": row["figures"] or [],
        "claims": [
            {
                "claimId": claim["claim_id"],
                "value": claim["value"],
                "numeric": claim["numeric"],
                "rank": _RANK_NAMES[claim["rank"]],
                "referenceCount": claim["reference_count"],
                "retrieved": None
                if claim["retrieved_ms"] is None
                else iso_of(claim["retrieved_ms"]),
                "precision": PRECISIONS[claim["specificity"]],
            }
            for claim in row["claims"]
        ],
    }
