"""One dispute through every face: the same numbers, the same sentences, one chain.

Whoever adds a face adds it to `tests.interfaces.desk_faces.FACES`. The page shows the same in
words; `tests/interfaces/test_one_dispute.py` reads it beside the others.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from both_sides.corpus import load
from both_sides.domain.disputes import WHAT_THIS_IS_NOT
from both_sides.domain.ids import ScopeId
from both_sides.service.desk import Desk
from both_sides.service.importing import import_entities
from both_sides.service.ledger import Ledger
from both_sides.service.wiring import utc_now
from both_sides.store.sqlite import SqliteStore
from tests.interfaces.desk_faces import FACES, DeskFace, PythonFace, Seen
from tests.replayed import require_replay

LEADER, BARRED = "Q597-P1082-2", "Q597-P1082-1"
FIRST = "RUL-0001"
OTHERS = sorted(set(FACES) - {"python"})


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Path]:
    """Give a ledger with the bundled disputes; it is replayed at the end."""
    path = tmp_path / "ledger.db"
    store = SqliteStore(path)
    import_entities(Desk(Ledger(store, utc_now), ScopeId("local")), load(language="en"), actor="x")
    store.close()
    yield path
    store = SqliteStore(path)
    require_replay(store)
    store.close()


def walk(face: DeskFace) -> list[Seen]:
    """Rank, be refused, rule, revise, retire, replay; give what was seen at each step."""
    seen = [
        face.ranking(),
        face.rule(BARRED, "It is older."),
        face.rule(LEADER, "The newer census counts residents."),
        face.revise(FIRST, "The 2021 census counts residents; the rival is older."),
        face.ruling(FIRST),
        face.retire(FIRST, "The census was corrected."),
        face.ruling(FIRST),
    ]
    replayed = face.replay()
    head = replayed.pop("headSeal")  # it seals the time, too
    assert len(head) == 96
    return [*seen, replayed]


@pytest.mark.parametrize("name", OTHERS)
def test_a_dispute_goes_the_same_way_through_every_face(
    name: str, ledger: Path, tmp_path: Path
) -> None:
    """From the ranking with every factor's sentence to the tombstone and the replay."""
    copy = tmp_path / "copy.db"
    copy.write_bytes(ledger.read_bytes())
    python, other = PythonFace(copy), FACES[name](ledger)
    expected, seen = walk(python), walk(other)
    for step, (wanted, found) in enumerate(zip(expected, seen, strict=True)):
        assert found == wanted, step
    ranking, refusal, ruled, *_, retired, replayed = expected
    assert (ranking["band"], ranking["margin"]) == ("contested", 17.94)
    assert ranking["whatThisIsNot"] == WHAT_THIS_IS_NOT
    assert all(len(claim["factors"]) == 5 for claim in ranking["claims"])
    assert refusal["code"] == "deprecated_cannot_govern"
    assert (ruled["margin"], ruled["losing"]) == (17.94, [BARRED])
    assert retired["retiredBecause"] == "The census was corrected."
    assert replayed["ok"] is True
    python.close()
    other.close()


def test_what_one_face_recorded_every_face_shows(ledger: Path) -> None:
    """Down to the seal at the end of the chain."""
    faces = {name: open_face(ledger) for name, open_face in FACES.items()}
    for step, (name, face) in enumerate(faces.items()):
        if step == 0:
            face.rule(LEADER, "The newer census counts residents.")
        else:
            face.revise(FIRST, f"Said again through {name}.")
        shown = [(other.ranking(), other.ruling(FIRST), other.replay()) for other in faces.values()]
        assert all(seen == shown[0] for seen in shown), name
    for face in faces.values():
        face.close()
