"""A replay recomputes everything a scope says, and names whatever was changed behind its back."""

import sqlite3
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from both_sides.chain.payload import encode_event
from both_sides.chain.replay import BrokenLink
from both_sides.chain.seal import Head, next_link
from both_sides.domain.events import RulingUpdated
from both_sides.domain.ids import RulingId, ScopeId
from both_sides.errors import NotFoundError
from both_sides.service.desk import Desk, RuleRequest
from both_sides.service.importing import import_entities
from both_sides.service.ledger import Ledger
from both_sides.service.replaying import ScopeReplay, replay_scope
from both_sides.store.memory import MemoryStore
from both_sides.store.port import Batch, EventRow, WriteSession
from both_sides.store.sqlite import SqliteStore
from tests.samples import QUESTION, Clock, entity, osaka

LOCAL = ScopeId("local")
FIRST = RulingId("RUL-0001")
LINKS = 5
OTHER_DIGIT = "CASE substr({0}, 1, 1) WHEN '0' THEN '1' ELSE '0' END || substr({0}, 2)"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a ledger of five links: two imports, a ruling, its revision, its retirement."""
    path = tmp_path_factory.mktemp("sound") / "ledger.db"
    clock = Clock()
    store = SqliteStore(path)
    desk = Desk(Ledger(store, clock), LOCAL)
    import_entities(desk, [osaka(), entity(entity_id="Q1", label="One")], actor="ada")
    asked = RuleRequest(QUESTION, osaka().groups[0].statements[0].claim_id, "Why.", "ada")
    desk.rule(asked)
    clock.now = "2026-10-04T00:00:00.000Z"
    desk.revise(FIRST, "Because.", actor="eve")
    desk.retire(FIRST, "Misread.", actor="eve")
    assert replay_scope(store, LOCAL).ok
    store.close()
    return path


@pytest.fixture
def found_in(sound: Path, tmp_path: Path) -> Iterator[Callable[[str], ScopeReplay]]:
    """Give a function that runs SQL on a copy of the ledger, guards off, and replays it."""
    path = tmp_path / "ledger.db"
    path.write_bytes(sound.read_bytes())
    stores: list[SqliteStore] = []

    def damage_and_replay(script: str) -> ScopeReplay:
        connection = sqlite3.connect(path)
        triggers = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.executescript(script)
        connection.close()
        stores.append(SqliteStore(path, create=False))
        return replay_scope(stores[-1], LOCAL)

    yield damage_and_replay
    for store in stores:
        store.close()


def broken(found: ScopeReplay) -> BrokenLink:
    """Give the first broken link of a replay that must have found one."""
    assert not found.ok
    assert found.first_broken is not None
    return found.first_broken


@pytest.mark.requirement("M34")
def test_a_sound_scope_replays_and_says_what_it_did_not_check(desk: Desk) -> None:
    """A chain alone cannot show that its end was cut off."""
    import_entities(desk, [osaka()], actor="ada")
    found = replay_scope(desk.ledger.store, LOCAL)
    assert found.ok
    assert found.chain.events == 1
    assert found.first_broken is None
    assert "cut off" in found.not_checked[0]
    with_head = replay_scope(desk.ledger.store, LOCAL, expected=desk.ledger.store.head(LOCAL))
    assert with_head.ok
    assert with_head.not_checked == ()


def test_an_unknown_scope_is_not_found(desk: Desk) -> None:
    """An empty chain proves nothing, so it is no success."""
    with pytest.raises(NotFoundError) as caught:
        replay_scope(desk.ledger.store, ScopeId("other"))
    assert caught.value.facts["scope"] == "other"


def test_dropped_guards_alone_are_no_finding(found_in: Callable[[str], ScopeReplay]) -> None:
    """Triggers protect from accidents; the seals tell what happened."""
    assert found_in("").ok


@pytest.mark.slow
@pytest.mark.parametrize("place", range(1, LINKS + 1))
@pytest.mark.parametrize(
    ("column", "value", "finding"),
    [
        ("body", "replace(body, 'a', 'b')", "seal is not that of its body"),
        ("seal", OTHER_DIGIT.format("seal"), "seal is not that of its body"),
        ("seal", "upper(seal)", "seal is not that of its body"),
        ("previous", OTHER_DIGIT.format("previous"), "does not follow"),
        ("type", "'entity.forgotten'", "column type"),
        ("at", "'2020-01-01T00:00:00.000Z'", "column at"),
        ("n", "n + 100", ""),
    ],
)
def test_an_edited_column_of_an_event_is_named_at_its_link(
    found_in: Callable[[str], ScopeReplay], place: int, column: str, value: str, finding: str
) -> None:
    """Whichever column of whichever link."""
    found = found_in(f"UPDATE events SET {column} = {value} WHERE n = {place}")
    link = broken(found)
    assert link.n == place
    assert finding in link.finding


@pytest.mark.slow
@pytest.mark.parametrize("value", ["x'ff00'", "'nonsense'", "7", "1.5", "x''", "''"])
@pytest.mark.parametrize("column", ["body", "seal", "previous", "type", "at"])
def test_a_value_of_another_type_is_named_and_stops_nothing(
    found_in: Callable[[str], ScopeReplay], column: str, value: str
) -> None:
    """A database may keep any type in any column, and bytes that are no text."""
    found = found_in(f"UPDATE events SET {column} = {value} WHERE n = 3")
    assert broken(found).n == 3
    assert found.chain.events == LINKS


def test_a_text_whose_bytes_are_no_text_is_named(found_in: Callable[[str], ScopeReplay]) -> None:
    """As a flipped bit in the file leaves it."""
    for column in ("seal", "type"):
        script = f"UPDATE events SET {column} = CAST(x'ff41' AS TEXT) WHERE n = 2"
        assert broken(found_in(script)).n == 2


def test_a_place_or_a_head_that_is_no_number_is_named(
    found_in: Callable[[str], ScopeReplay],
) -> None:
    """Whatever stands there."""
    assert broken(found_in("UPDATE events SET n = 'last' WHERE n = 5")).n == LINKS
    assert broken(found_in("UPDATE scopes SET n = 'many'")).n == 1


def test_a_link_that_was_removed_leaves_a_gap(found_in: Callable[[str], ScopeReplay]) -> None:
    """It is named at the place where it was."""
    link = broken(found_in("DELETE FROM events WHERE n = 3"))
    assert (link.n, link.found) == (3, "4")
    assert "gap" in link.finding


def test_links_that_were_swapped_are_named_at_the_first(
    found_in: Callable[[str], ScopeReplay],
) -> None:
    """Each is sealed after another link than it says."""
    script = """UPDATE events SET n = 99 WHERE n = 3;
        UPDATE events SET n = 3 WHERE n = 4; UPDATE events SET n = 4 WHERE n = 99;"""
    assert broken(found_in(script)).n == 3


@pytest.mark.slow
@pytest.mark.parametrize("keep", range(1, LINKS))
def test_a_tail_that_was_cut_off_is_missed_by_the_head(
    found_in: Callable[[str], ScopeReplay], keep: int
) -> None:
    """The stored head still names it."""
    link = broken(found_in(f"DELETE FROM events WHERE n > {keep}"))
    assert link.n == keep + 1
    assert f"names link {LINKS}" in link.finding


@pytest.mark.slow
@pytest.mark.parametrize("keep", range(1, LINKS))
def test_a_tail_that_was_cut_off_with_its_head_is_missed_by_the_views(
    found_in: Callable[[str], ScopeReplay], keep: int
) -> None:
    """They were made by links that are no more."""
    found = found_in(
        f"""DELETE FROM events WHERE n > {keep};
        UPDATE scopes SET (n, seal, at) = (SELECT n, seal, at FROM events WHERE n = {keep});"""
    )
    assert not found.ok
    assert found.first_broken is None
    assert any(f"the chain ends at {keep}" in view.finding for view in found.view_findings)


def test_a_scope_that_was_emptied_is_missed_by_its_views(
    found_in: Callable[[str], ScopeReplay],
) -> None:
    """An empty scope with views is not one that nobody used."""
    found = found_in("DELETE FROM events; DELETE FROM scopes")
    assert not found.ok
    assert found.view_findings


def test_a_cut_with_views_rebuilt_is_found_with_a_head_kept_elsewhere(
    found_in: Callable[[str], ScopeReplay], sound: Path
) -> None:
    """And only with it: that is what heads are printed for."""
    found = found_in(
        """DELETE FROM events WHERE n > 2; DELETE FROM views WHERE n > 2;
        UPDATE scopes SET (n, seal, at) = (SELECT n, seal, at FROM events WHERE n = 2);"""
    )
    assert found.ok
    assert "kept elsewhere" in found.not_checked[0]
    whole = SqliteStore(sound, create=False)
    head = whole.head(LOCAL)
    cut = MemoryStore()
    cut.write(LOCAL, lambda session: session.write(Batch(list(whole.read(LOCAL, upto=2)))))
    whole.close()
    link = broken(replay_scope(cut, LOCAL, expected=head))
    assert (link.n, link.expected) == (3, head.seal_hex)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "place", "finding"),
    [
        ("seal = (SELECT seal FROM events WHERE n = 3)", LINKS, "another seal"),
        ("n = 3", 4, "names link 3"),
        ("n = 9", LINKS + 1, "names link 9"),
        ("at = '2999-01-01T00:00:00.000Z'", LINKS, "another time"),
        ("n = 3, seal = (SELECT seal FROM events WHERE n = 3)", 4, "names link 3"),
    ],
)
def test_an_edited_head_is_named_where_it_points(
    found_in: Callable[[str], ScopeReplay], change: str, place: int, finding: str
) -> None:
    """Its number, its seal, its time."""
    link = broken(found_in(f"UPDATE scopes SET {change}"))
    assert link.n == place
    assert finding in link.finding


def test_a_time_that_runs_backwards_is_named() -> None:
    """Also where everything was sealed like that."""
    store = MemoryStore()

    def work(session: WriteSession) -> None:
        head, rows = session.head, []
        for at in ("2026-01-02", "2026-01-01"):
            body = encode_event(RulingUpdated(FIRST, at), actor="ada", at=at)
            link = next_link(head, LOCAL, body)
            head = Head(link.n, link.seal_hex, at)
            rows.append(EventRow(link, "ruling.updated", at))
        session.write(Batch(rows))

    store.write(LOCAL, work)
    found = replay_scope(store, LOCAL)
    assert any(
        link.n == 2 and "before that of the link before" in link.finding
        for link in found.column_findings
    )


def test_an_event_that_no_decision_wrote_is_named_although_its_seal_is_right() -> None:
    """Whoever can write to the database can seal; not everything sealed was decided."""
    for event_type, body in (
        ("ruling.updated", encode_event(RulingUpdated(FIRST, "Why."), actor="ada", at="2026")),
        ("ruling.updated", b'{"v":1,"type":"ruling.updated","at":"2026","actor":"","payload":{}}'),
        ("nonsense", b"nonsense"),
    ):
        store = MemoryStore()

        def work(session: WriteSession, kind: str = event_type, body: bytes = body) -> None:
            link = next_link(session.head, LOCAL, body)
            session.write(Batch([EventRow(link, kind, "2026")]))

        store.write(LOCAL, work)
        assert broken(replay_scope(store, LOCAL)).n == 1


def test_an_event_of_a_newer_version_is_not_tampering() -> None:
    """Its seal is checked; what follows from it is named as not checked."""
    store = MemoryStore()
    body = b'{"actor":"a","at":"2030","payload":{},"type":"ruling.created","v":99}'

    def work(session: WriteSession) -> None:
        link = next_link(session.head, LOCAL, body)
        session.write(Batch([EventRow(link, "ruling.created", "2030")]))

    store.write(LOCAL, work)
    found = replay_scope(store, LOCAL)
    assert found.ok
    assert any("version 99" in sentence for sentence in found.not_checked)


RULING_VIEW = "kind = 'ruling' AND key = 'RUL-0001'"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "kind", "key", "finding"),
    [
        (
            f"UPDATE views SET body = replace(body, 'Misread.', 'Correct.') WHERE {RULING_VIEW}",
            "ruling",
            FIRST,
            "something else than the events",
        ),
        (f"UPDATE views SET n = 2 WHERE {RULING_VIEW}", "ruling", FIRST, "place or digest"),
        (f"UPDATE views SET ordinal = 0 WHERE {RULING_VIEW}", "ruling", FIRST, "place or digest"),
        (f"UPDATE views SET digest = '0' WHERE {RULING_VIEW}", "ruling", FIRST, "place or digest"),
        (f"DELETE FROM views WHERE {RULING_VIEW}", "ruling", FIRST, "missing"),
        (
            "INSERT INTO views (scope, kind, key, ordinal, n, body, digest)"
            " SELECT scope, kind, 'RUL-0002', 7, n, body, digest FROM views WHERE kind = 'ruling'",
            "ruling",
            "RUL-0002",
            "no event made it",
        ),
        (
            "UPDATE views SET body = replace(body, 'Osaka', 'Kyoto') WHERE kind = 'dispute'",
            "dispute",
            str(QUESTION),
            "something else than the events",
        ),
        ("DELETE FROM views WHERE kind = 'counters'", "counters", "", "missing"),
        (f"UPDATE views SET ordinal = 'x' WHERE {RULING_VIEW}", "ruling", FIRST, "place or digest"),
        (f"UPDATE views SET n = x'00' WHERE {RULING_VIEW}", "ruling", FIRST, "place or digest"),
        (f"UPDATE views SET text = 'x' WHERE {RULING_VIEW}", "ruling", FIRST, "place or digest"),
        (f"UPDATE views SET body = 7 WHERE {RULING_VIEW}", "ruling", FIRST, "something else"),
        (
            "INSERT INTO views (scope, kind, key, ordinal, n, body, digest)"
            " SELECT scope, 'unheard of', 'x', -9, n, body, digest FROM views LIMIT 1",
            "unheard of",
            "x",
            "no event made it",
        ),
    ],
)
def test_a_view_row_that_was_changed_is_named(
    found_in: Callable[[str], ScopeReplay], script: str, kind: str, key: str, finding: str
) -> None:
    """Edited, deleted or added; the chain itself is in order."""
    found = found_in(script)
    assert not found.ok
    assert found.chain.ok
    assert found.first_broken is None
    (named,) = found.view_findings
    assert (named.kind, named.key) == (kind, key)
    assert finding in named.finding


def test_a_view_row_that_was_edited_with_its_digest_is_named_too(
    found_in: Callable[[str], ScopeReplay], sound: Path
) -> None:
    """A reader would believe it; a rebuild does not."""
    connection = sqlite3.connect(sound)
    (body,) = connection.execute(f"SELECT body FROM views WHERE {RULING_VIEW}").fetchone()
    connection.close()
    forged = body.replace(b"Misread.", b"Correct.")
    found = found_in(
        f"""UPDATE views SET body = x'{forged.hex()}', digest = '{sha256(forged).hexdigest()}'
        WHERE {RULING_VIEW}"""
    )
    assert [(view.kind, view.key) for view in found.view_findings] == [("ruling", FIRST)]


@pytest.mark.slow
def test_a_view_row_does_not_hide_behind_another_with_its_ordinal(tmp_path: Path) -> None:
    """Rows are read in pages by ordinal; a page may end between two equal ones."""
    path = tmp_path / "ledger.db"
    store = SqliteStore(path)
    desk = Desk(Ledger(store, Clock()), LOCAL)
    import_entities(
        desk, [entity(entity_id=f"Q{n}", label=f"Q{n}") for n in range(1, 600)], actor="ada"
    )
    connection = sqlite3.connect(path)
    connection.execute(
        """UPDATE views SET body = replace(body, 'Q', 'X'),
        ordinal = (SELECT ordinal FROM views ORDER BY ordinal LIMIT 1 OFFSET 499)
        WHERE id = (SELECT id FROM views ORDER BY ordinal LIMIT 1 OFFSET 500)"""
    )
    connection.commit()
    connection.close()
    assert [view.key for view in replay_scope(store, LOCAL).view_findings] == ["Q501"]
    store.close()


def test_other_scopes_are_not_touched_by_what_happens_in_one(
    found_in: Callable[[str], ScopeReplay], sound: Path, tmp_path: Path
) -> None:
    """Each is replayed by itself."""
    found_in("DELETE FROM events WHERE n = 1")
    store = SqliteStore(tmp_path / "ledger.db", create=False)
    other = Desk(Ledger(store, Clock()), ScopeId("other"))
    import_entities(other, [osaka()], actor="ada")
    assert replay_scope(store, ScopeId("other")).ok
    store.close()
    assert sound.exists()
