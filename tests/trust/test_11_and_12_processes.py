"""Tests 11 and 12 of spec/ledger.md, 8: many processes at once, and processes that are killed."""

import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import pytest

from both_sides.domain.ids import ScopeId
from both_sides.service.verifying.findings import Outcome
from tests.shared import ROOT
from tests.trust.amounts import amount
from tests.trust.workplace import Workplace

PROCESSES = 8


def start(
    place: Workplace, worker: str, count: int, scopes: int, *rest: str
) -> subprocess.Popen[str]:
    """Start a process that appends; leaving it as a context waits for its end."""
    command = [sys.executable, "-m", "tests.trust.appender", place.address, worker]
    return subprocess.Popen(
        [*command, str(count), str(scopes), *rest],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def output_of(process: subprocess.Popen[str]) -> IO[str]:
    """Give what a process says."""
    assert process.stdout is not None
    return process.stdout


def acknowledged(stream: Iterable[str]) -> dict[str, tuple[str, int]]:
    """Read what was acknowledged: key, scope, place; a line cut off counts for nothing."""
    found = {}
    for line in stream:
        if line.endswith("\n"):
            key, scope, n = line.split()
            found[key] = scope, int(n)
    return found


def recorded(place: Workplace) -> dict[str, list[tuple[str, int]]]:
    """List where each request's event stands, for all scopes that were appended to."""
    found: dict[str, list[tuple[str, int]]] = {}
    for scope in place.store.scopes():
        if not scope.startswith("scope/"):
            continue
        for row in place.store.read(scope):
            key = row.link.body.partition(b'"Claim ')[2].partition(b'."')[0].decode()
            found.setdefault(key, []).append((scope, row.link.n))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("scopes", [1, 16])
def test_eight_processes_append_without_forks_or_gaps(place: Workplace, scopes: int) -> None:
    """To one scope and to sixteen: every acknowledged event is there exactly once, in its place."""
    count = amount(25, 1_000)
    acks: dict[str, tuple[str, int]] = {}
    with ExitStack() as stack:
        processes = [
            stack.enter_context(start(place, f"w{n}", count, scopes)) for n in range(PROCESSES)
        ]
        for process in processes:
            acks |= acknowledged(output_of(process))
            assert process.wait() == 0
    assert len(acks) == PROCESSES * count
    found = recorded(place)
    assert {key: [where] for key, where in acks.items()} == found
    per_scope = Counter(scope for scope, _ in acks.values())
    for name, events in per_scope.items():
        scope = ScopeId(name)
        assert [row.link.n for row in place.store.read(scope)] == list(range(1, events + 1))
    place.sign()
    assert place.outcome() is Outcome.VERIFIED


@pytest.mark.slow
def test_a_killed_process_loses_no_acknowledged_event_and_doubles_none(
    place: Workplace,
) -> None:
    """Killed at any moment, also while it signs, and started again with the same keys."""
    count, cycles = 60, amount(8, 1_000)
    rng = random.Random(20261003)
    acks: dict[str, tuple[str, int]] = {}
    worker = 0
    for _ in range(cycles):
        with start(place, f"k{worker}", count, 2, str(place.trust.path)) as process:
            first = output_of(process).readline()  # it has begun
            time.sleep(rng.uniform(0, 0.25))
            process.kill()
            lines = acknowledged([first, *output_of(process)])
        assert all(acks.get(key, where) == where for key, where in lines.items())
        acks |= lines
        if len([key for key in acks if key.startswith(f"k{worker}.")]) >= count:
            worker += 1
    # Once more with each key, to its end: what was recorded before answers as before.
    for number in range(worker + 1):
        with start(place, f"k{number}", count, 2, str(place.trust.path)) as process:
            lines = acknowledged(output_of(process))
        assert process.returncode == 0
        assert all(acks.get(key, where) == where for key, where in lines.items())
        acks |= lines
    assert {key: [where] for key, where in acks.items()} == recorded(place)
    place.sign()
    assert place.outcome() is Outcome.VERIFIED


@pytest.mark.slow
def test_processes_that_sign_one_ledger_at_once_sign_one_history(sqlite_place: Workplace) -> None:
    """Four of them, with one anchor: no two checkpoints contradict each other."""
    place = sqlite_place
    trust = str(Path(place.trust.path))
    with ExitStack() as stack:
        processes = [
            stack.enter_context(start(place, f"s{n}", amount(21, 210), 3, trust)) for n in range(4)
        ]
        for process in processes:
            process.communicate()
            assert process.returncode == 0
    place.sign()
    assert place.outcome() is Outcome.VERIFIED
