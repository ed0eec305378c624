"""A process that is killed loses nothing that it acknowledged and leaves nothing half-done."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from both_sides.domain.ids import ClaimId, ScopeId
from both_sides.domain.rulings import Ruling
from both_sides.service.desk import Desk, RuleRequest
from both_sides.service.importing import ENTITIES_A_BATCH, Selection, import_entities, import_files
from both_sides.service.ledger import Ledger
from both_sides.service.replaying import replay_scope
from both_sides.service.wiring import utc_now
from both_sides.store.sqlite import SqliteStore
from tests.command_line import environment
from tests.faults.killed_requests import ask
from tests.replayed import require_replay
from tests.samples import QUESTION, osaka

LOCAL = ScopeId("local")
MIB = 1024 * 1024


def item(number: int) -> bytes:
    """Write an item of about two kilobytes."""
    labels = {"en": {"language": "en", "value": f"City {number} " + "x" * 1900}}
    entity = {"type": "item", "id": f"Q{number}", "labels": labels, "claims": {}}
    return json.dumps(entity).encode() + b"\n"


def open_desk(path: Path) -> Desk:
    """Open the desk of a ledger."""
    return Desk(Ledger(SqliteStore(path), utc_now), LOCAL)


@pytest.mark.slow
@pytest.mark.parametrize("mebibytes", [2, 3, 5])
def test_an_import_that_was_killed_keeps_whole_batches_and_goes_on(
    tmp_path: Path, mebibytes: int
) -> None:
    """It reads from a pipe, so it is killed with the rest of its input still to come."""
    dump, ledger = tmp_path / "dump.ndjson", tmp_path / "ledger.db"
    dump.write_bytes(b"".join(item(number) for number in range(1, 3501)))
    command = [sys.executable, "-m", "both_sides", "import", "wikidata", "/dev/stdin"]
    with subprocess.Popen(
        [*command, "--ledger", str(ledger)],
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as running:
        assert running.stdin is not None
        running.stdin.write(dump.read_bytes()[: mebibytes * MIB])  # returns when it has been read
        running.kill()
        running.wait()
    desk = open_desk(ledger)
    kept = desk.ledger.store.head(LOCAL).n
    assert kept % ENTITIES_A_BATCH == 0
    assert kept < 3500
    if kept:
        assert replay_scope(desk.ledger.store, LOCAL).ok
    report = import_files(desk, [dump], Selection(), actor="ada")
    assert (report.entities, report.recorded) == (3500, 3500 - kept)
    assert desk.ledger.store.head(LOCAL).n == 3500
    require_replay(desk.ledger.store)
    desk.ledger.store.close()


RULING = """
import sys
from pathlib import Path
from both_sides.domain.ids import ScopeId
from both_sides.service.desk import Desk
from both_sides.service.ledger import Ledger
from both_sides.service.wiring import utc_now
from both_sides.store.sqlite import SqliteStore
from tests.faults.killed_requests import ask

desk = Desk(Ledger(SqliteStore(Path(sys.argv[1])), utc_now), ScopeId("local"))
for number in range(int(sys.argv[2]), 100_000):
    recorded = desk.rule(ask(number))
    print(number, recorded.ruling.ruling_id, flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("acknowledged", [1, 12, 40])
def test_rulings_that_were_acknowledged_survive_a_kill_and_none_is_recorded_twice(
    tmp_path: Path, acknowledged: int
) -> None:
    """Retries under the same keys give the receipts that were given, or those that were lost."""
    ledger = tmp_path / "ledger.db"
    desk = open_desk(ledger)
    import_entities(desk, [osaka()], actor="ada")
    desk.ledger.store.close()
    seen: dict[int, str] = {}
    for _ in range(2):  # killed twice, at another place each time
        with subprocess.Popen(
            [sys.executable, "-c", RULING, str(ledger), str(len(seen))],
            cwd=Path(__file__).resolve().parents[2],
            env=environment(),
            stdout=subprocess.PIPE,
            text=True,
        ) as running:
            assert running.stdout is not None
            told = [running.stdout.readline() for _ in range(acknowledged)]
            running.kill()
            told += running.stdout  # acknowledged between the last reading and the kill
            running.wait()
        seen |= {int(number): ruling_id for number, ruling_id in map(str.split, told)}
    desk = open_desk(ledger)
    require_replay(desk.ledger.store)
    before = len(list(desk.ledger.all(LOCAL, Ruling)))
    assert before in {len(seen), len(seen) + 1}  # one may have been committed and not told
    for number, ruling_id in seen.items():
        again = desk.rule(ask(number))
        assert again.receipt.replayed
        assert again.ruling.ruling_id == ruling_id
    untold = desk.rule(ask(len(seen)))
    assert untold.receipt.replayed is (before == len(seen) + 1)
    rulings = [ruling for _, ruling in desk.ledger.all(LOCAL, Ruling)]
    assert [ruling.ruling_id for ruling in rulings] == [
        f"RUL-{number + 1:04d}" for number in range(len(seen) + 1)
    ]
    require_replay(desk.ledger.store)
    desk.ledger.store.close()


def test_the_requests_of_these_tests_are_what_they_should_be() -> None:
    """Each supersedes the one before it, under a key of its own."""
    assert ask(0) == RuleRequest(QUESTION, ClaimId("a"), "Reason 0.", "ada", idempotency_key="k0")
    assert ask(7).supersedes == "RUL-0007"
