"""Run the server in a process of its own, as its users do, and talk to it over loopback."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

START = "from both_sides.__main__ import main; main()"
STARTED_WITHIN_S = 60
ENDED_WITHIN_S = 30


@dataclass
class RunningServer:
    """Be a server that runs.

    Args:
        address: Where it answers.
        process: Its process.
    """

    address: str
    process: subprocess.Popen[str]

    @property
    def port(self) -> int:
        """Give the port that it found."""
        port = urlsplit(self.address).port
        assert port is not None
        return port

    def end(self, signal: int) -> tuple[int, str]:
        """Ask it to end, wait until it has, and give its exit code and its log."""
        self.process.send_signal(signal)
        _, log = self.process.communicate(timeout=ENDED_WITHIN_S)
        return self.process.returncode, log


def command(*arguments: str, prelude: str = "") -> list[str]:
    """Give the command that runs `both-sides` from this checkout, after a prelude of Python."""
    return [sys.executable, "-c", f"{prelude}\n{START}", *arguments]


def clean_environment(**more: str) -> dict[str, str]:
    """Give an environment in which no setting of the machine counts."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("BOTH_SIDES_")}
    return kept | more


@contextmanager
def running_server(
    ledger: Path,
    *arguments: str,
    environment: dict[str, str] | None = None,
    prelude: str = "",
) -> Iterator[RunningServer]:
    """Run a server on a port that it finds itself."""
    told = ("serve", "--json", "--port", "0", "--ledger", str(ledger), "--actor", "ada")
    started = command(*told, *arguments, prelude=prelude)
    process = subprocess.Popen(
        started,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=clean_environment(**(environment or {})),
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, process.communicate(timeout=STARTED_WITHIN_S)
        yield RunningServer(json.loads(line)["address"], process)
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=ENDED_WITHIN_S)
