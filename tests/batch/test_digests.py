"""A digest is of what a table says, not of how it is laid out."""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from both_sides.batch.digests import TableDigest, combine, digest_file
from both_sides.batch.score import score_batch
from tests.batch.making import AS_OF, batch_of, synthetic

SCHEMA = pa.schema(
    [
        ("text", pa.string()),
        ("number", pa.float64()),
        ("yes", pa.bool_()),
        ("list", pa.list_(pa.struct([("a", pa.string()), ("b", pa.int32())]))),
    ]
)
entries = st.none() | st.fixed_dictionaries(
    {"a": st.none() | st.text(max_size=3), "b": st.none() | st.integers(-9, 9)}
)
rows = st.lists(
    st.fixed_dictionaries(
        {
            "text": st.none() | st.text(max_size=3),
            "number": st.none() | st.floats(allow_nan=False),
            "yes": st.none() | st.booleans(),
            "list": st.none() | st.lists(entries, max_size=3),
        }
    ),
    max_size=12,
)


def digest(batches: Iterable[pa.RecordBatch]) -> str:
    """Digest batches one after the other."""
    found = TableDigest()
    for batch in batches:
        found.add(batch)
    return found.text()


@pytest.mark.slow
@given(rows, st.lists(st.integers(1, 5), min_size=1, max_size=12))
def test_batches_and_slices_do_not_change_a_digest(
    members: list[dict[str, Any]], lengths: list[int]
) -> None:
    """However the rows are cut, also within bytes of validity."""
    whole = pa.RecordBatch.from_pylist(members, SCHEMA)
    parts, start = [], 0
    for length in lengths * len(members):
        if start >= len(members):
            break
        parts.append(whole.slice(start, length))
        start += length
    assert digest(parts or [whole]) == digest([whole])


@pytest.mark.slow
@given(rows, rows)
def test_other_rows_have_another_digest(
    one: list[dict[str, Any]], other: list[dict[str, Any]]
) -> None:
    """Null, empty, false and zero are different things."""
    is_same = pa.RecordBatch.from_pylist(one, SCHEMA).equals(
        pa.RecordBatch.from_pylist(other, SCHEMA)
    ) and repr(one) == repr(other)
    digests = {digest([pa.RecordBatch.from_pylist(members, SCHEMA)]) for members in (one, other)}
    assert len(digests) == (1 if is_same else 2) or one == other


@pytest.mark.parametrize(
    ("before", "after"),
    [(["ab", ""], ["a", "b"]), ([""], [None]), (["ab"], ["ab", "ab"]), (["a"], ["b"])],
)
def test_texts_do_not_run_together(before: list[str | None], after: list[str | None]) -> None:
    """Lengths are digested too."""
    assert digest([pa.record_batch({"a": before})]) != digest([pa.record_batch({"a": after})])


def test_a_ranking_has_one_digest_however_it_is_cut() -> None:
    """So that a published ranking can be checked after it was written anew."""
    ranking = score_batch(batch_of(synthetic(100)), as_of=AS_OF, explain=True)
    assert digest([ranking.slice(0, 33), ranking.slice(33)]) == digest([ranking])


def test_a_file_has_the_digest_that_sha256sum_prints(tmp_path: Path) -> None:
    """So that anybody can check what was read."""
    (tmp_path / "a").write_bytes(b"both sides")
    assert digest_file(tmp_path / "a") == "sha256:" + hashlib.sha256(b"both sides").hexdigest()


def test_parts_combine_in_any_order() -> None:
    """A cluster numbers its parts as it likes."""
    assert combine(["sha256:aa", "sha256:bb"]) == combine(["sha256:bb", "sha256:aa"])
