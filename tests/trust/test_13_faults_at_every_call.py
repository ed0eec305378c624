"""Test 13 of spec/ledger.md, 8: a fault, and a kill, at every call of one step.

On SQLite at every file system call; on PostgreSQL, where the calls are those of a server, at every
request of the connection.
"""

import shutil
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from both_sides.errors import StoreUnavailableError
from both_sides.store.trust_directory import TrustDirectory
from tests.postgres.databases import address_of, run_sql
from tests.postgres.lost_line import Cut, LostLine
from tests.trust.aftermath import Original, begin, require_sound, require_sound_copy
from tests.trust.amounts import IS_SOAK
from tests.trust.traced import ACKNOWLEDGED, CALLS, KEY, SIGNED
from tests.trust.workplace import Workplace

FAULTS = ("error=EIO", "error=ENOSPC", "signal=KILL")
EVERY = 1 if IS_SOAK else 9  # in a soak at every one, else at every ninth, in turn


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_at_any_call_of_an_append_and_a_checkpoint_leaves_a_sound_ledger(
    tmp_path: Path, fault: str
) -> None:
    """What was acknowledged is there, nothing is there twice, and the next run goes on."""
    original = Original(tmp_path)
    _, whole = original.step("-e", f"trace={CALLS}")
    assert (whole.told, whole.code) == (ACKNOWLEDGED + SIGNED, 0)
    calls = whole.calls()
    assert {"openat", "pwrite64", "fdatasync", "fsync", "rename"} <= {name for name, _ in calls}
    hit = 0
    for name, number in calls[FAULTS.index(fault) :: EVERY]:
        copy, traced = original.step("-e", f"inject={name}:{fault}:when={number}")
        hit += traced.code != 0
        require_sound_copy(copy, traced.told)
    assert hit, "no fault did anything"


def append_and_sign(address: str, trust: Path) -> bytes:
    """Open a ledger, append one event under a key, and sign; give what was acknowledged."""
    told = b""
    with ExitStack() as stack:
        stack.enter_context(suppress(StoreUnavailableError))  # no other: a lost line is no damage
        place = Workplace(address, TrustDirectory(trust))
        stack.callback(place.close)
        place.add(1, key=KEY)
        told += ACKNOWLEDGED
        place.sign()
        told += SIGNED
    return told


@pytest.mark.slow
@pytest.mark.parametrize("cut", Cut, ids=lambda cut: cut.name.lower())
def test_a_line_lost_at_any_request_of_an_append_and_a_checkpoint_leaves_a_sound_ledger(
    postgres_server: str, tmp_path: Path, cut: Cut
) -> None:
    """What was acknowledged is there, a request sent again is the same event, nothing is half."""
    kept, copied = (address_of(postgres_server, name) for name in ("lines_kept", "lines_copied"))
    run_sql(postgres_server, "CREATE DATABASE lines_kept TEMPLATE ledger_template")
    begin(kept, tmp_path / "kept")

    def step(at: int | None) -> tuple[LostLine, bytes, int]:
        """Do the step on a copy, and require that the copy is sound."""
        run_sql(postgres_server, "CREATE DATABASE lines_copied TEMPLATE lines_kept")
        trust = shutil.copytree(tmp_path / "kept", tmp_path / "copied")
        with LostLine(copied, cut, at=at) as line:
            told = append_and_sign(line.address, trust)
        place = Workplace(copied, TrustDirectory(trust))
        links = require_sound(place, told)
        place.close()
        run_sql(postgres_server, "DROP DATABASE lines_copied WITH (FORCE)")
        shutil.rmtree(trust)
        return line, told, links

    whole, told, _ = step(None)
    assert told == ACKNOWLEDGED + SIGNED
    (insert,) = places_of(b"INSERT INTO events", whole)
    commit = next(at for at in places_of(b"COMMIT", whole) if at > insert)
    some = range(list(Cut).index(cut) + 1, len(whole.requests) + 1, EVERY)
    for at in sorted({*some, insert, commit}):
        line, told, links = step(at)
        assert len(line.requests) >= at, "the line was not cut"
        if at == commit:  # the client cannot know which; it asks again under its key
            assert (told, links) == (b"", 4 if cut is Cut.UNANSWERED else 3)
    run_sql(postgres_server, "DROP DATABASE lines_kept WITH (FORCE)")


def places_of(words: bytes, line: LostLine) -> list[int]:
    """Number the requests that have some words in them."""
    return [at for at, request in enumerate(line.requests, start=1) if words in request]
