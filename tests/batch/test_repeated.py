"""Of an entity that stands in dumps more than once, the version stands that the desk would keep."""

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from both_sides.batch.ingest import IngestOptions, ingest
from both_sides.batch.repeated import LARGEST_NUMBER, SeenEntities
from both_sides.domain.ids import ScopeId
from both_sides.domain.state import DisputeSummary
from both_sides.service.desk import Desk
from both_sides.service.importing import Selection, import_files
from both_sides.service.ledger import Ledger
from both_sides.store.memory import MemoryStore
from tests.batch.dumps import entity, population
from tests.samples import AT

ids = st.builds(
    "{}{}".format,
    st.sampled_from("QPLM"),
    st.integers(1, 60) | st.sampled_from([LARGEST_NUMBER - 1, LARGEST_NUMBER, 10**17]),
)


@pytest.mark.slow
@given(st.lists(ids, max_size=60), st.integers(0, 60))
def test_entities_are_remembered_also_on_disk(names: list[str], cut: int) -> None:
    """Whatever their letter and number."""
    seen = SeenEntities()
    found = seen.take(names[:cut])
    found += SeenEntities.unpack(seen.pack()).take(names[cut:])
    expected = [name for place, name in enumerate(names) if name in names[:place]]
    assert found == expected


def version(number: int, revision: int | None, amounts: list[int]) -> dict[str, Any]:
    """Make one version of a city."""
    made = entity(number, claims=0)
    made["claims"]["P1082"] = [
        population(f"Q{number}$r{revision}-{place}", amount) for place, amount in enumerate(amounts)
    ]
    return made if revision is None else {**made, "lastrevid": revision}


STORIES: dict[str, list[dict[str, Any]]] = {
    "newer last": [version(1, 1, [1, 2]), version(1, 2, [3, 4])],
    "newer first": [version(1, 2, [3, 4]), version(1, 1, [1, 2])],
    "newer without a dispute": [version(1, 1, [1, 2]), version(1, 2, [3])],
    "newer without a dispute first": [version(1, 2, [3]), version(1, 1, [1, 2])],
    "no revision": [version(1, None, [1, 2]), version(1, None, [3, 4])],
    "the same again": [version(1, 1, [1, 2]), version(1, 1, [1, 2])],
    "back to a version that was replaced": [
        version(1, 1, [1, 2]),
        version(1, 1, [3, 4]),
        version(1, 1, [1, 2]),
    ],
    "among others": [
        version(2, 1, [1, 2]),
        version(1, 1, [1, 2]),
        version(3, 5, [5, 6]),
        version(1, 3, [7, 8]),
        version(2, 1, [9, 10]),
        version(1, 2, [3, 4]),
    ],
}


@pytest.mark.slow
@pytest.mark.parametrize("story", STORIES)
@pytest.mark.parametrize("files", [1, 2])
def test_the_version_that_stands_is_that_of_the_desk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, story: str, files: int
) -> None:
    """In one dump or over several, in one part or over several."""
    monkeypatch.setattr("both_sides.batch.ingest.PART_CLAIMS", 2)
    lines = [json.dumps(found, separators=(",", ":")) for found in STORIES[story]]
    paths = []
    for number in range(files):
        path = tmp_path / f"{number}.ndjson"
        part = lines if files == 1 else lines[:1] if number == 0 else lines[1:]
        path.write_text("\n".join(part) + "\n", encoding="utf-8")
        paths.append(path)
    desk = Desk(Ledger(MemoryStore(), lambda: AT), ScopeId("local"))
    import_files(desk, paths, Selection(), actor="ada")
    expected = {}
    for _, summary in desk.ledger.all(desk.scope, DisputeSummary):
        group = desk.entity(summary.subject.entity_id).group(summary.subject.property_id)
        assert group is not None
        expected[str(summary.subject)] = sorted(found.claim_id for found in group.statements)
    state = ingest(paths, tmp_path / "disputes", IngestOptions(chunk_bytes=1))
    rows = [
        row
        for part in state.parts
        for row in pq.read_table(tmp_path / "disputes" / part.file).to_pylist()
    ]
    found = {
        f"{row['entity_id']} {row['property_id']}": [claim["claim_id"] for claim in row["claims"]]
        for row in rows
    }
    assert found == expected
    assert len(rows) == len(found) == state.tally.disputes
    assert state.tally.claims == sum(map(len, found.values()))
    assert sorted(path.name for path in (tmp_path / "disputes").glob("*.parquet")) == sorted(
        part.file for part in state.parts
    )
