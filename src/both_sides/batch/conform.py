"""Read the columns of claims out of a record batch, also where they come in other types.

Batches that this program wrote are read without copying. Tables of other people hold ranks and
precisions as text, dates as dates, counts as integers of any width, members in any order or not at
all: a missing member counts as none, as it does for the engine. What cannot be read is reported all
at once. *This module does not* sort; see `both_sides.batch.order`.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from both_sides.batch.columns import SCORED
from both_sides.domain.disputes import EditorialRank
from both_sides.errors import InvalidInputError
from both_sides.scoring.column_kernel import NO_INSTANT
from both_sides.scoring.instants import DAY_MS, read_instant
from both_sides.scoring.outcomes import PRECISIONS, RANK_CODES, specificity_code

Column = np.ndarray[Any, Any]

_NORMAL: Final = RANK_CODES[EditorialRank.NORMAL]
# Members under another name and of another type, and what they become.
_ALTERNATIVES: Final = {"retrieved_ms": "retrieved", "specificity": "precision"}


class Claims(NamedTuple):
    """Hold the columns that the kernel reads.

    Args:
        starts: int32; the claims of dispute `d` are from `starts[d]` up to `starts[d + 1]`.
        figure_starts: int32; the same for figures.
        figures: float64.
        ids: The claim ids, an Arrow array.
        values: The claimed values, an Arrow array, or None.
        ranks: int8, 0 to 2.
        references: float64.
        numerics: float64, NaN for none.
        retrieved_ms: int64, `NO_INSTANT` for none.
        specificities: int8, codes of `both_sides.scoring.outcomes`.
        newness: int64, `NO_INSTANT` for undated; None where the table has no such member.
    """

    starts: Column
    figure_starts: Column
    figures: Column
    ids: pa.Array
    values: pa.Array | None
    ranks: Column
    references: Column
    numerics: Column
    retrieved_ms: Column
    specificities: Column
    newness: Column | None


def read_claims(batch: pa.RecordBatch) -> Claims:
    """Read the columns of a batch, which may be a slice of another.

    Raises:
        InvalidInputError: Columns are missing or of a type that cannot be read.

    *Source:* `both_sides.batch.columns`.
    """
    problems: list[str] = []
    lists = _list_column(batch, "claims", problems, is_required=True)
    starts, entries = _flatten(lists)
    members = _members(entries, problems)
    figure_starts, figures = _figures(batch, problems)
    if "claim_id" in members and members["claim_id"].null_count:
        problems.append("claims.claim_id: some claims have none, and each needs one")
    if problems:
        raise InvalidInputError(
            "the table is not one of disputes: " + "; ".join(problems),
            hint="give one row a dispute with its claims nested, as docs/batch.md shows, or flat"
            " rows with a mapping file (--mapping)",
            problems=problems,
        )
    return Claims(
        starts=starts,
        figure_starts=figure_starts,
        figures=figures,
        ids=members["claim_id"],
        values=members.get("value"),
        ranks=_codes(members.get("rank"), len(entries), _NORMAL, len(RANK_CODES)),
        references=_doubles(members.get("reference_count"), len(entries), 0.0),
        numerics=_doubles(members.get("numeric"), len(entries), np.nan),
        retrieved_ms=_instants(members.get("retrieved_ms"), len(entries)),
        specificities=_codes(members.get("specificity"), len(entries), 0, len(PRECISIONS)),
        newness=_instants(members["newness"], len(entries)) if "newness" in members else None,
    )


def flatten_claims(batch: pa.RecordBatch) -> tuple[Column, pa.Array]:
    """Give where each dispute's claims begin, from 0, and all claims, in whatever type they are."""
    return _flatten(_list_column(batch, "claims", [], is_required=True))


# --- lists ---


def _list_column(
    batch: pa.RecordBatch, name: str, problems: list[str], *, is_required: bool
) -> pa.Array:
    places = batch.schema.get_all_field_indices(name)
    if len(places) > 1:
        problems.append(f"{name}: there are {len(places)} columns of this name")
    if not places:
        if is_required:
            problems.append(f"{name}: there is no such column")
        return pa.nulls(len(batch), pa.list_(pa.null()))
    column = batch.column(places[0])
    kind = column.type
    if pa.types.is_list(kind):
        return column
    if pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return column.cast(pa.list_(kind.value_type))
    problems.append(f"{name}: it is {kind}, expected a list")
    return pa.nulls(len(batch), pa.list_(pa.null()))


def _flatten(lists: pa.Array) -> tuple[Column, pa.Array]:
    """Give where each list begins, from 0, and what the lists hold; null is an empty list."""
    if lists.null_count:
        lengths = pc.fill_null(pc.list_value_length(lists), 0).to_numpy(zero_copy_only=False)
        starts = np.zeros(len(lists) + 1, np.int32)
        np.cumsum(lengths, out=starts[1:])
        return _sealed(starts), lists.flatten()
    starts = lists.offsets.to_numpy(zero_copy_only=False)
    first, last = int(starts[0]), int(starts[-1])
    if first:
        starts = starts - starts[0]
    return _sealed(starts), lists.values.slice(first, last - first)


def _figures(batch: pa.RecordBatch, problems: list[str]) -> tuple[Column, Column]:
    lists = _list_column(batch, "figures", problems, is_required=False)
    starts, figures = _flatten(lists)
    doubles = _convert(figures, "figures", pa.float64(), problems)
    if doubles is None or doubles.null_count:
        problems.append("figures: some are null or no numbers")
        return starts, np.empty(0)
    return starts, _doubles(doubles, len(figures), np.nan)


# --- members of a claim ---


def _members(entries: pa.Array, problems: list[str]) -> dict[str, pa.Array]:
    """Give the members of claims in their types; entries that are null have only nulls."""
    if not pa.types.is_struct(entries.type):
        if not pa.types.is_null(entries.type):
            problems.append(f"claims: its entries are {entries.type}, expected a struct")
        elif len(entries):
            problems.append("claims: its entries are null")
        return {"claim_id": pa.array([], pa.string())} if not len(entries) else {}
    kinds = {field.name: place for place, field in enumerate(entries.type)}
    columns = entries.flatten() if entries.null_count else None
    members: dict[str, pa.Array] = {}
    for name, kind in (*SCORED.items(), ("value", pa.string()), ("newness", pa.int64())):
        given = name if name in kinds else _ALTERNATIVES.get(name, name)
        if given not in kinds:
            if name == "claim_id":
                problems.append("claims.claim_id: there is no such member")
            continue
        place = kinds[given]
        column = entries.field(place) if columns is None else columns[place]
        if column.type != kind or given != name:
            column = _convert(column, f"claims.{given}", kind, problems)
        if column is not None:
            members[name] = column
    return members


def _convert(
    column: pa.Array, name: str, kind: pa.DataType, problems: list[str]
) -> pa.Array | None:
    """Bring a column to the type that is read, or report it."""
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    member = name.removeprefix("claims.")
    is_text = _is_text(column.type)
    try:
        if pa.types.is_null(column.type):
            return pa.nulls(len(column), kind)
        if is_text and member in _SPECIAL:
            return _by_distinct(column, _SPECIAL[member], kind)
        if member == "retrieved":
            return instants_of_dates(column)
        if is_text and kind != pa.string():
            raise pa.ArrowInvalid("it is text")
        # Large integers become the nearest double; any other loss is a problem.
        return column.cast(kind, safe=kind != pa.float64())
    except pa.ArrowException as error:
        problems.append(f"{name}: it is {column.type} and cannot be read as {kind} ({error})")
        return None


def _is_text(kind: pa.DataType) -> bool:
    return bool(
        pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)
    )


def _by_distinct(
    column: pa.Array, read: Callable[[str], int | None], kind: pa.DataType
) -> pa.Array:
    """Read texts that repeat, each distinct one once."""
    coded = column.cast(pa.string()).dictionary_encode()
    texts = coded.dictionary.to_pylist()
    return pa.array([read(text) for text in texts], kind).take(coded.indices)


def instants_of_dates(column: pa.Array) -> pa.Array:
    """Turn dates and timestamps of any type into milliseconds since 1970 UTC.

    Raises:
        pa.ArrowException: They are none.
    """
    if pa.types.is_date32(column.type):
        return pc.multiply(column.cast(pa.int32()).cast(pa.int64()), DAY_MS)
    if pa.types.is_date64(column.type):
        return column.cast(pa.int64())
    if pa.types.is_timestamp(column.type):  # without a zone: UTC
        return column.cast(pa.timestamp("ms", column.type.tz), safe=False).cast(pa.int64())
    raise pa.ArrowInvalid("it is no date")


_SPECIAL: Final[dict[str, Callable[[str], int | None]]] = {
    "rank": lambda text: RANK_CODES[EditorialRank.read(text)],
    "precision": specificity_code,
    "retrieved": read_instant,
}


# --- numbers, with what null stands for ---


def _doubles(column: pa.Array | None, count: int, absent: float) -> Column:
    if column is None:
        return _sealed(np.full(count, absent))
    if column.null_count:
        column = pc.fill_null(column, absent)
    doubles: Column = column.to_numpy(zero_copy_only=False)
    if absent == 0 and np.isnan(doubles).any():
        doubles = np.nan_to_num(doubles, nan=0.0, posinf=np.inf, neginf=-np.inf)
    return _sealed(doubles)


def _instants(column: pa.Array | None, count: int) -> Column:
    if column is None:
        return _sealed(np.full(count, NO_INSTANT))
    if column.null_count:
        column = pc.fill_null(column, pa.scalar(NO_INSTANT, pa.int64()))
    instants: Column = column.to_numpy(zero_copy_only=False)
    return _sealed(instants)


def _codes(column: pa.Array | None, count: int, unknown: int, end: int) -> Column:
    """Read small codes; whatever is none of them counts as unknown."""
    if column is None:
        return _sealed(np.full(count, unknown, np.int8))
    if column.null_count:
        column = pc.fill_null(column, pa.scalar(unknown, pa.int8()))
    codes: Column = column.to_numpy(zero_copy_only=False)
    if count and codes.view(np.uint8).max() >= end:
        codes = np.where(codes.view(np.uint8) < end, codes, np.int8(unknown))
    return _sealed(codes)


def _sealed(column: Column) -> Column:
    """Make a column read-only, so that the kernel is compiled for one kind of columns only."""
    column.flags.writeable = False
    return column
