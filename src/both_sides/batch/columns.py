"""Name the columns of datasets: what goes into the engine, and what comes out of it.

A row is one dispute. Its claims are nested in it, **sorted by claim id, byte by byte**, which is
the order of code points and the last tie-breaker; so no string is ever compared while ranking.
Every other column is passed through, whatever it is.

    in                   type      what
    figures              list      numbers the second source quotes; may be missing
    claims               list of   one entry a claim:
      .claim_id          string    unique within the dispute
      .numeric           double    the claimed number; null where it has none
      .rank              int8      0 deprecated, 1 normal, 2 preferred; null counts as normal
      .reference_count   double    independent references; null counts as none
      .retrieved_ms      int64     newest retrieval, milliseconds since 1970 UTC; null for none
      .specificity       int8      code of `scoring.outcomes`, 0 for unknown
      .newness           int64     orders moments, null for undated; only `--newest` reads it
      .value             string    the claimed value, for people

    out                  type      what
    status               string    ok, degenerate (one claim), empty (none)
    leader, runner_up    string    claim ids; null where there is none
    score, margin        double    points, two decimals; of the leader
    band                 string    settled, contested, unresolved
    claims               list of   one entry a claim, in the order of the input:
      .claim_id          string
      .position          int32     1 for the leader
      .score             double    points, two decimals
      .eligible          bool      false for a deprecated claim that is barred
      .value             string    with `explain`, where the input has it
      .editorial_rank …  double    with `explain`: the five contributions, in points

*This module does not* compute anything.
"""

from functools import lru_cache
from typing import Final

import pyarrow as pa

from both_sides.domain.adjudications import Factor, Status
from both_sides.domain.disputes import Band
from both_sides.errors import InvalidInputError

CLAIM: Final = pa.struct(
    [
        pa.field("claim_id", pa.string(), nullable=False),
        pa.field("value", pa.string()),
        pa.field("numeric", pa.float64()),
        pa.field("rank", pa.int8(), nullable=False),
        pa.field("reference_count", pa.float64(), nullable=False),
        pa.field("retrieved_ms", pa.int64()),
        pa.field("specificity", pa.int8(), nullable=False),
        pa.field("newness", pa.int64()),
    ]
)
CLAIMS: Final = pa.list_(pa.field("item", CLAIM, nullable=False))
FIGURES: Final = pa.list_(pa.field("item", pa.float64(), nullable=False))

# What the ingestion writes; a table of somebody else needs `claims` only.
DISPUTES: Final = pa.schema(
    [
        pa.field("entity_id", pa.string(), nullable=False),
        pa.field("property_id", pa.string(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
        pa.field("figures", FIGURES),
        pa.field("claims", CLAIMS, nullable=False),
    ]
)

# The members of a claim that the engine reads, each with its type and what null stands for.
SCORED: Final[dict[str, pa.DataType]] = {
    "claim_id": pa.string(),
    "numeric": pa.float64(),
    "rank": pa.int8(),
    "reference_count": pa.float64(),
    "retrieved_ms": pa.int64(),
    "specificity": pa.int8(),
}

# What the metadata of a file say whose claims are sorted; others are sorted before they are ranked.
SORTED: Final = {"claims": "sorted by claim_id, byte by byte"}

BANDS: Final = tuple(Band)
STATUSES: Final = (Status.EMPTY, Status.DEGENERATE, Status.OK)  # by number of claims, 2 or more: ok

ANSWERS: Final = frozenset({"status", "leader", "runner_up", "score", "margin", "band"})

_POINTS: Final = pa.float64()
CONTRIBUTIONS: Final = tuple(
    "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in factor.value)
    for factor in Factor
)


def ranked_claim_type(*, explained: bool, with_value: bool = False) -> pa.DataType:
    """Give the type of one entry of the answer's `claims`."""
    members = [
        pa.field("claim_id", pa.string(), nullable=False),
        pa.field("position", pa.int32(), nullable=False),
        pa.field("score", _POINTS, nullable=False),
        pa.field("eligible", pa.bool_(), nullable=False),
    ]
    if explained and with_value:
        members.append(pa.field("value", pa.string()))
    if explained:
        members += [pa.field(name, _POINTS, nullable=False) for name in CONTRIBUTIONS]
    return pa.struct(members)


@lru_cache(maxsize=64)
def ranking_schema(schema: pa.Schema, *, explained: bool) -> pa.Schema:
    """Give the schema of the answer.

    Args:
        schema: The schema of the input.
        explained: Whether the five contributions are asked for.

    Raises:
        InvalidInputError: The input has columns that the ranking makes.
    """
    passed = [field for field in schema if field.name not in {"figures", "claims"}]
    clashing = sorted({field.name for field in passed} & ANSWERS)
    if clashing:
        raise InvalidInputError(
            f"the table has columns that the ranking makes: {', '.join(clashing)}",
            hint="rename or drop them; every other column is passed through",
            columns=clashing,
        )
    claims = schema.field("claims").type
    with_value = claims.value_type.get_field_index("value") >= 0
    entry = ranked_claim_type(explained=explained, with_value=with_value)
    return pa.schema(
        [
            *passed,
            pa.field("status", pa.string(), nullable=False),
            pa.field("leader", pa.string()),
            pa.field("runner_up", pa.string()),
            pa.field("score", _POINTS, nullable=False),
            pa.field("margin", _POINTS, nullable=False),
            pa.field("band", pa.string(), nullable=False),
            pa.field("claims", pa.list_(pa.field("item", entry, nullable=False)), nullable=False),
        ]
    )
