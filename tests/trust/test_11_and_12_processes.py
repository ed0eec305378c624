"""Tests 11 and 12 of spec/ledger.md, 8: many processes at once, and processes that are killed."""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, Self

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


class Forks:
    """Run appenders in forks of one process that has everything loaded."""

    def __init__(self) -> None:
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.trust.appender", "serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self._server.communicate()  # without further lines it ends

    def run(
        self, *arguments: str, kill_after: float | None = None
    ) -> tuple[dict[str, tuple[str, int]], int]:
        """Run one; give what was acknowledged, and how it ended.

        Args:
            arguments: Of the appender.
            kill_after: How long after its first acknowledgement it is killed, in seconds.
        """
        server = self._server
        assert server.stdin is not None
        server.stdin.write(" ".join(arguments) + "\n")
        server.stdin.flush()
        lines: list[str] = []
        process, code = 0, 0
        for line in output_of(server):
            word, value, _ = line.split()
            if word == "ended":
                code = int(value)
                break
            if word == "began":
                process = int(value)
            else:
                lines.append(line)
            if kill_after is not None and process and lines:
                time.sleep(kill_after)
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                kill_after = None
        return acknowledged(lines), code


@pytest.mark.slow
def test_a_killed_process_loses_no_acknowledged_event_and_doubles_none(
    place: Workplace,
) -> None:
    """Killed at any moment, also while it signs, and started again with the same keys."""
    count, cycles, trust = 60, amount(12, 1_000), str(place.trust.path)
    rng = random.Random(20261003)
    acks: dict[str, tuple[str, int]] = {}
    worker, kills = 0, 0

    def take(lines: dict[str, tuple[str, int]]) -> None:
        assert all(acks.get(key, where) == where for key, where in lines.items())
        acks.update(lines)

    with Forks() as forks:
        while kills < cycles:
            arguments = (place.address, f"k{worker}", str(count), "2", trust)
            lines, code = forks.run(*arguments, kill_after=rng.uniform(0, 0.3))
            assert code in {0, -signal.SIGKILL}
            kills += code != 0
            take(lines)
            worker += sum(key.startswith(f"k{worker}.") for key in acks) >= count
        # Once more with each key, to its end: what was recorded before answers as before.
        for number in range(worker + 1):
            lines, code = forks.run(place.address, f"k{number}", str(count), "2", trust)
            assert code == 0
            take(lines)
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
