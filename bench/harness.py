"""Measure ways to do one piece of work in alternation, and print ratios with the machine.

Times of a shared machine say little; ratios to a named baseline of the same run hold. In every
round each way runs once, in an order that rotates; a ratio is the median over the rounds of (time
of the way / time of the baseline in the same round); times are those of one unit of the work.
*This module does not* assert anything about time: a benchmark informs, it never fails a build.

    from bench.harness import Way, compare

    ways = [Way("a loop", slow), Way("sum()", fast)]
    compare("add up a million numbers", ways, unit="number", amount=1_000_000)
"""

import gc
import os
import platform
import sqlite3
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
ROUNDS: Final = 9
ROUND_SECONDS: Final = 0.08
MIB: Final = 1 << 20
_SCALES: Final = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


class DataMissingError(Exception):
    """Say that a file of the shared data is not here."""


@dataclass(frozen=True, slots=True)
class Way:
    """Name one way of doing the work.

    Args:
        name: What is printed; the first way of a comparison is the baseline.
        run: Does the whole piece of work once.
        target: What is aimed at, as text, for example ``time <= 1.00``; printed beside the figure.
        prepare: Runs before every call, outside the time; then a round is one call.
    """

    name: str
    run: Callable[[], object]
    target: str = ""
    prepare: Callable[[], object] | None = None


@dataclass(slots=True)
class Measured:
    """Hold what was measured of one way.

    Args:
        way: Which way.
        calls: How many calls made a round.
        seconds: Time of one call, for every round.
        ratios: Time in the baseline's, for every round.
    """

    way: Way
    calls: int = 1
    seconds: list[float] = field(default_factory=list)
    ratios: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """Return the median time of one call, in seconds."""
        return statistics.median(self.seconds)

    @property
    def best(self) -> float:
        """Return the best time of one call, in seconds."""
        return min(self.seconds)

    @property
    def ratio(self) -> float:
        """Return the median over the rounds of the time in the baseline's."""
        return statistics.median(self.ratios)


def compare(  # noqa: PLR0913 - each is a setting of the measurement
    title: str,
    ways: Sequence[Way],
    *,
    unit: str,
    amount: float = 1,
    rounds: int = ROUNDS,
    clock: Callable[[], float] = perf_counter,
) -> list[Measured]:
    """Measure ways in alternation, and print their table.

    Args:
        title: What the work is.
        ways: The baseline first.
        unit: What the work consists of, in the singular, for example ``claim``.
        amount: How many of them one call handles.
        rounds: How often each way is measured.
        clock: Gives seconds; `process_time` tells, of work on one core, more than the clock on the
            wall where others use the machine too.

    Returns:
        What was measured, in the order of the ways.
    """
    table = [Measured(way, _calls(way)) for way in ways]
    for number in range(rounds):
        start = number % len(table)
        for measured in table[start:] + table[:start]:
            measured.seconds.append(_time(measured.way, measured.calls, clock))
        for measured in table:
            measured.ratios.append(measured.seconds[-1] / table[0].seconds[-1])
    _print(title, table, unit, amount, rounds)
    return table


def _calls(way: Way) -> int:
    """Run once, which also fills caches, and find how many calls make a round."""
    once = _time(way, 1)
    return 1 if way.prepare is not None else max(1, round(ROUND_SECONDS / once))


def _time(way: Way, calls: int, clock: Callable[[], float] = perf_counter) -> float:
    if way.prepare is not None:
        way.prepare()
    gc.collect()
    began = clock()
    for _ in range(calls):
        way.run()
    return (clock() - began) / calls


def _print(title: str, table: Sequence[Measured], unit: str, amount: float, rounds: int) -> None:
    width = max(len(measured.way.name) for measured in table)
    print(f"\n{title}")
    print(
        f"  {f'{rounds} rounds':<{width}} {'median':>9} {'best':>9} {f'{unit}/s':>14}"
        f" {'time x':>7} {'(spread)':>13} {'rate x':>7}"
    )
    for measured in table:
        spread = f"({min(measured.ratios):.2f}-{max(measured.ratios):.2f})"
        print(
            f"  {measured.way.name:<{width}} {duration(measured.median / amount):>9}"
            f" {duration(measured.best / amount):>9} {amount / measured.median:>14,.0f}"
            f" {times(measured.ratio):>7} {spread:>13} {times(1 / measured.ratio):>7}"
            f"{'  target ' if measured.way.target else ''}{measured.way.target}"
        )


def duration(seconds: float) -> str:
    """Print a time with three digits and its unit."""
    for scale, unit in _SCALES:
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def times(ratio: float) -> str:
    """Print a ratio with two decimals, or with two digits where it is small."""
    return f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:.2g}"  # noqa: PLR2004 - as it says


def machine() -> str:
    """Describe in one line the machine that the figures come from."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    models = {line.partition(":")[2].strip() for line in lines if line.startswith("model name")}
    model = ", ".join(sorted(models)) or platform.processor() or platform.machine()
    load = " ".join(f"{load:.2f}" for load in os.getloadavg())
    return (
        f"machine: {model}, {os.cpu_count()} cores, {platform.system()} {platform.release()},"
        f" Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, load {load}"
    )


def shared(name: str) -> Path:
    """Find a file of the shared data.

    Raises:
        DataMissingError: It is not here.
    """
    path = Path(os.environ.get("BOTH_SIDES_SHARED", ROOT.parent / "shared")) / name
    if not path.exists():
        raise DataMissingError(
            f"{name} is neither in the folder that BOTH_SIDES_SHARED names nor in ../shared beside"
            " the repository, so there is nothing to measure with."
        )
    return path


def run(main: Callable[[], object]) -> int:
    """Run one benchmark, and say in a sentence where its data are missing."""
    try:
        main()
    except DataMissingError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"\n{machine()}")
    return 0
