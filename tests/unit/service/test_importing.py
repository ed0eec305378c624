"""Files are imported in batches; everything that cannot be read is reported and stops nothing."""

import gzip
import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from both_sides.domain.entities import Entity
from both_sides.domain.ids import EntityId, PropertyId
from both_sides.domain.state import DisputeSummary
from both_sides.errors import InvalidInputError, LedgerError, NotFoundError, TamperedError
from both_sides.service.desk import Desk
from both_sides.service.importing import (
    ENTITIES_A_BATCH,
    ImportReport,
    Selection,
    import_entities,
    import_files,
)
from both_sides.store.memory import MemoryStore
from tests.samples import OSAKA, osaka

VECTORS = Path(__file__).resolve().parents[2] / "vectors" / "wikidata"


def item(number: int, *values: int, **more: Any) -> bytes:  # noqa: ANN401
    """Write an item with one statement about its population for each value."""
    rows = [
        {
            "id": f"Q{number}$s{place}",
            "rank": "normal",
            "mainsnak": {
                "snaktype": "value",
                "property": "P1082",
                "datatype": "quantity",
                "datavalue": {"type": "quantity", "value": {"amount": f"+{value}", "unit": "1"}},
            },
        }
        for place, value in enumerate(values)
    ]
    labels = {"en": {"language": "en", "value": f"City {number}"}}
    entity = {"type": "item", "id": f"Q{number}", "labels": labels, "claims": {"P1082": rows}}
    return json.dumps({**entity, **more}, separators=(",", ":")).encode()


def importing(desk: Desk, path: Path, **wanted: Any) -> ImportReport:  # noqa: ANN401
    """Import one file."""
    return import_files(desk, [path], Selection(**wanted), actor="ada")


def written(tmp_path: Path, *lines: bytes, name: str = "dump.ndjson") -> Path:
    """Write lines to a file."""
    path = tmp_path / name
    path.write_bytes(b"\n".join(lines))
    return path


def test_every_statement_is_accounted_for(desk: Desk) -> None:
    """Claims, left out on request, or lost; together all that were there."""
    report = importing(desk, VECTORS / "entities.ndjson")
    assert report.entities == report.recorded > 0
    assert report.statements == report.claims + report.left_out + report.lost
    assert report.lost == 0
    held = [entity for _, entity in desk.ledger.all(desk.scope, Entity)]
    assert sum(len(g.statements) for entity in held for g in entity.groups) == report.claims
    assert report.bytes_read == (VECTORS / "entities.ndjson").stat().st_size


def test_a_second_import_records_nothing(desk: Desk) -> None:
    """Not an event, not a view."""
    importing(desk, VECTORS / "entities.ndjson")
    head = desk.ledger.store.head(desk.scope)
    report = importing(desk, VECTORS / "entities.ndjson")
    assert report.recorded == 0
    assert report.unchanged == report.entities
    assert desk.ledger.store.head(desk.scope) == head


def test_only_what_was_asked_for_is_imported(desk: Desk) -> None:
    """By entity and by property; what is left out is counted."""
    whole = importing(desk, VECTORS / "entities.ndjson")
    other = Desk(desk.ledger, type(desk.scope)("other"))
    entity = next(entity for _, entity in desk.ledger.all(desk.scope, Entity) if entity.groups)
    wanted = entity.groups[0].property_id
    report = importing(
        other,
        VECTORS / "entities.ndjson",
        entities=frozenset({entity.entity_id}),
        properties=(wanted,),
    )
    assert report.entities < whole.entities
    held = other.entity(entity.entity_id)
    assert [group.property_id for group in held.groups] == [wanted]
    assert report.left_out == report.statements - report.claims > 0


def test_a_filtered_import_after_a_whole_one_records_nothing(desk: Desk) -> None:
    """It read nothing new."""
    importing(desk, VECTORS / "entities.ndjson")
    entity = next(entity for _, entity in desk.ledger.all(desk.scope, Entity) if entity.groups)
    for group in entity.groups:
        wanted = (group.property_id,)
        report = importing(desk, VECTORS / "entities.ndjson", properties=wanted)
        assert report.recorded == 0
    assert desk.entity(entity.entity_id) == entity


def test_a_broken_line_stops_none_of_the_others(desk: Desk, tmp_path: Path) -> None:
    """One report names them all, with file and line."""
    path = written(
        tmp_path,
        b"[",
        item(1, 10, 20) + b",",
        b'{"id": "Q2", "claims": {broken},',
        b'{"id": "Q3", "labels": "\xff"},',
        b"[" * 100_000,
        b'{"id": "Q4", "id": "Q4", "claims": {}},',
        b'{"id": "not an id"},',
        b"17,",
        item(5, 30),
        b"]",
    )
    report = importing(desk, path)
    assert [entity.entity_id for _, entity in desk.ledger.all(desk.scope, Entity)] == [
        "Q1",
        "Q4",
        "Q5",
    ]
    found = {
        (problem.code.value, problem.place and problem.place.line) for problem in report.problems
    }
    assert {
        ("not_json", 3),
        ("not_utf8", 4),
        ("invalid_entity_id", 7),
        ("not_an_entity", 8),
    } <= found
    assert any(line == 5 for _, line in found)
    assert report.is_incomplete
    assert all(problem.hint for problem in report.problems)
    assert sum(report.problem_counts.values()) == len(report.problems)


@pytest.mark.slow
def test_a_file_that_ends_in_the_middle_keeps_what_came_before(desk: Desk, tmp_path: Path) -> None:
    """Packed or not."""
    whole = b"\n".join(item(n, n, n + 1) for n in range(1, 400))
    packed = gzip.compress(whole)
    path = tmp_path / "cut.ndjson.gz"
    path.write_bytes(packed[: len(packed) // 2])
    report = importing(desk, path)
    assert 0 < report.entities < 399
    assert report.is_incomplete
    assert report.problem_counts.keys() <= {"truncated", "damaged_compression"}
    path.write_bytes(packed)
    again = importing(desk, path)
    assert (again.entities, again.recorded) == (399, 399 - report.entities)
    assert not again.is_incomplete


def test_an_entity_that_cannot_be_sealed_is_reported_and_the_others_are_kept(
    desk: Desk, tmp_path: Path
) -> None:
    """Half of a surrogate pair in a text has no canonical form."""
    labels = {"en": {"language": "en", "value": "@"}}
    spoilt = item(2, 30, 40, labels=labels).replace(b"@", b"\\ud83d")
    report = importing(desk, written(tmp_path, item(1, 10), spoilt, item(3, 50)))
    held = {entity.entity_id for _, entity in desk.ledger.all(desk.scope, Entity)}
    assert {"Q1", "Q3"} <= held
    assert report.statements == report.claims + report.lost
    if "Q2" not in held:
        assert report.is_incomplete
        assert [problem.entity_id for problem in report.problems] == ["Q2"]


@pytest.mark.slow
def test_progress_is_told_after_every_batch(desk: Desk, tmp_path: Path) -> None:
    """How many entities, and how many bytes of the file."""
    path = written(tmp_path, *(item(n, n) for n in range(1, 2 * ENTITIES_A_BATCH + 2)))
    told: list[tuple[int, int]] = []
    report = import_files(
        desk,
        [path],
        Selection(),
        actor="ada",
        progress=lambda seen: told.append((seen.entities, seen.bytes_read)),
    )
    assert [entities for entities, _ in told] == [250, 500, 501]
    assert told == sorted(told)
    assert report.bytes_read == path.stat().st_size


def test_a_missing_file_is_refused_before_anything_is_imported(desk: Desk, tmp_path: Path) -> None:
    """Also where it is the last of several; a folder is no file."""
    good = written(tmp_path, item(1, 10))
    for bad, kind in (
        (tmp_path / "missing.json", NotFoundError),
        (good / "below", NotFoundError),
        (tmp_path, InvalidInputError),
        (tmp_path / ("x" * 5000), InvalidInputError),
    ):
        with pytest.raises(kind) as caught:
            import_files(desk, [good, bad], Selection(), actor="ada")
        assert len(str(caught.value.facts["file"])) <= 4096
    assert desk.ledger.store.head(desk.scope).n == 0


def test_a_pipe_can_be_imported(desk: Desk, tmp_path: Path) -> None:
    """It cannot be rewound, and nobody knows how long it is."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with ThreadPoolExecutor(1) as pool:
        pool.submit(path.write_bytes, item(1, 10, 20) + b"\n" + item(2, 30))
        report = importing(desk, path)
    assert (report.recorded, report.bytes_read, report.is_incomplete) == (2, 0, False)


def test_several_files_are_one_import(desk: Desk, tmp_path: Path) -> None:
    """The same entity in two of them is recorded as the newer one."""
    old = written(tmp_path, item(1, 10, lastrevid=7), name="old.ndjson")
    new = written(tmp_path, item(1, 20, lastrevid=9), item(2, 5), name="new.ndjson")
    report = import_files(desk, [new, old, new], Selection(), actor="ada")
    assert (report.entities, report.recorded) == (5, 2)
    assert desk.entity(EntityId("Q1")).groups[0].statements[0].value == "20"
    assert report.bytes_read == 2 * new.stat().st_size + old.stat().st_size


def test_the_language_decides_on_names(desk: Desk, tmp_path: Path) -> None:
    """The nearest there is."""
    labels = {
        "en": {"language": "en", "value": "Vienna"},
        "de": {"language": "de", "value": "Wien"},
    }
    path = written(tmp_path, item(1741, 10, labels=labels))
    importing(desk, path, language="de")
    assert desk.entity(EntityId("Q1741")).label == "Wien"
    importing(desk, path, language="en")
    assert desk.entity(EntityId("Q1741")).label == "Vienna"


def test_an_import_updates_the_list_of_disputes(desk: Desk, tmp_path: Path) -> None:
    """A second value makes a dispute, and it ends with it."""
    importing(desk, written(tmp_path, item(1, 10), name="1"))
    assert list(desk.ledger.all(desk.scope, DisputeSummary)) == []
    importing(desk, written(tmp_path, item(1, 10, 20), name="2"))
    ((_, summary),) = desk.ledger.all(desk.scope, DisputeSummary)
    assert str(summary.subject) == "Q1 P1082"
    importing(desk, written(tmp_path, item(1, 30), name="3"))
    assert list(desk.ledger.all(desk.scope, DisputeSummary)) == []


def test_entities_that_were_read_already_are_imported_alike(desk: Desk) -> None:
    """With a filter, too."""
    assert import_entities(desk, [osaka()], actor="ada").recorded == 1
    assert import_entities(desk, [osaka()], actor="ada").unchanged == 1
    wanted = (PropertyId("P1082"),)
    again = import_entities(desk, [osaka()], actor="ada", properties=wanted)
    assert again.unchanged == 1


def test_an_import_into_a_ledger_that_was_changed_stops(desk: Desk, store: MemoryStore) -> None:
    """It is no problem of the file's."""
    import_entities(desk, [osaka()], actor="ada")
    views = store._scopes[desk.scope].views
    kept = views["entity", OSAKA]
    views["entity", OSAKA] = type(kept)(**{**fields_of(kept), "digest": "0" * 64})
    with pytest.raises(TamperedError):
        import_entities(desk, [osaka(digest="second")], actor="ada")
    views["entity", OSAKA] = kept


def fields_of(row: Any) -> dict[str, Any]:  # noqa: ANN401
    """Give the members of a frozen value."""
    return {name: getattr(row, name) for name in row.__slots__}


def test_nobody_can_import_anything(desk: Desk) -> None:
    """Every event names who did it."""
    with pytest.raises(LedgerError) as caught:
        import_entities(desk, [osaka()], actor=" ")
    assert caught.value.code == "actor_missing"
