"""Measure how fast the command line starts, beside `python -c pass`.

    python -m bench.startup

Every call is a process of its own, with the interpreter that runs this program.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.harness import Way, compare, duration, run

ROUNDS = 15
COMMANDS = ("--version", "method", "--help", "demo")


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as directory:
        ways = [Way("python -c pass", _Process(directory, "-c", "pass"))]
        for command in COMMANDS:
            target = "" if command == "demo" else "+ <= 0.2 s"
            process = _Process(directory, "-m", "both_sides", command)
            ways.append(Way(f"both-sides {command}", process, target))
        measured = compare("start", ways, unit="start", rounds=ROUNDS)
    baseline = measured[0]
    for one in measured[1:]:
        print(f"  {one.way.name} takes {duration(one.best - baseline.best)} more at best")


class _Process:
    """Run a Python program as a process, and wait for its end."""

    def __init__(self, directory: str, *arguments: str) -> None:
        self._arguments = (sys.executable, *arguments)
        self._directory = Path(directory)

    def __call__(self) -> None:
        subprocess.run(
            self._arguments,
            cwd=self._directory,
            env={**os.environ, "BOTH_SIDES_LEDGER": str(self._directory / "demo.db")},
            check=True,
            stdout=subprocess.DEVNULL,
        )


if __name__ == "__main__":
    sys.exit(run(main))
