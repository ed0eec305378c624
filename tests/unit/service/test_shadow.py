"""A shadow folds the same views in memory and in a file; a long chain takes no more memory."""

import tempfile
import tracemalloc
from pathlib import Path

import pytest

from both_sides.domain.entities import SecondSource
from both_sides.domain.ids import ScopeId
from both_sides.errors import StoreUnavailableError
from both_sides.service.desk import Desk, RuleRequest
from both_sides.service.importing import import_entities
from both_sides.service.ledger import Ledger
from both_sides.service.replaying import replay_scope
from both_sides.service.shadow import Shadow
from both_sides.service.view_comparison import compare_views
from both_sides.store.memory import MemoryStore
from both_sides.store.sqlite import SqliteStore
from tests.samples import QUESTION, Clock, entity, osaka

LOCAL = ScopeId("local")
MIB = 1024 * 1024


@pytest.fixture
def desk() -> Desk:
    """Give a scope whose rows are made, changed and, with an entity's new revision, dropped."""
    clock = Clock()
    desk = Desk(Ledger(MemoryStore(), clock), LOCAL)
    import_entities(desk, [osaka(), entity(entity_id="Q1", label="One")], actor="ada")
    choice = osaka().groups[0].statements[0].claim_id
    ruling = desk.rule(RuleRequest(QUESTION, choice, "Why.", "ada"))
    clock.now = "2026-10-04T00:00:00.000Z"
    desk.revise(ruling.ruling.ruling_id, "Because.", actor="eve")
    import_entities(desk, [entity(digest="second", revision=2)], actor="ada")
    desk.retire(ruling.ruling.ruling_id, "Misread.", actor="eve")
    return desk


@pytest.mark.parametrize("most_bytes_in_memory", [0, 2_000, MIB])
def test_rows_are_those_that_were_written_wherever_they_are_held(
    desk: Desk, most_bytes_in_memory: int
) -> None:
    """In a file from the start, in one from some link on, or in memory to the end."""
    store = desk.ledger.store
    with Shadow(LOCAL, most_bytes_in_memory=most_bytes_in_memory) as shadow:
        for row in store.read(LOCAL):
            shadow.follow(row)
            assert next(shadow.views(), None) is not None  # what is held so far becomes rows
        assert list(shadow.views()) == list(store.views(LOCAL))
        compared = compare_views(store, shadow)
    assert (compared.rows, compared.findings) == (len(list(store.views(LOCAL))), ())


def test_a_comparison_goes_on_where_the_scope_has_grown(desk: Desk) -> None:
    """What came after the last link that was followed is no finding; what vanished is one."""
    store = desk.ledger.store
    with Shadow(LOCAL) as shadow:
        for row in store.read(LOCAL, upto=2):
            shadow.follow(row)
        assert compare_views(store, shadow).findings == ()
        assert shadow.n == store.head(LOCAL).n


def test_no_place_for_temporary_files_is_told_in_words(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says what to do, and nothing of the scope."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with Shadow(LOCAL, most_bytes_in_memory=0) as shadow:
        for row in desk.ledger.store.read(LOCAL):
            shadow.follow(row)
        with pytest.raises(StoreUnavailableError, match="temporary files") as refused:
            shadow.views()
    assert "TMPDIR" in refused.value.hint


@pytest.mark.slow
def test_a_replay_takes_no_more_memory_for_a_chain_four_times_as_long(tmp_path: Path) -> None:
    """Links come page by page, and what was folded goes to a file."""
    peaks = []
    for number in (400, 1_600):
        store = SqliteStore(tmp_path / f"{number}.db")
        desk = Desk(Ledger(store, Clock()), LOCAL)
        text = "Osaka has a history. " * 700
        import_entities(
            desk,
            (
                entity(entity_id=f"Q{n}", second_source=SecondSource(text, "Osaka"))
                for n in range(1, number + 1)
            ),
            actor="ada",
        )
        tracemalloc.start()
        assert replay_scope(store, LOCAL).ok
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        store.close()
    assert peaks[1] < peaks[0] * 1.25
