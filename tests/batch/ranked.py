"""Run `both-sides rank` as people do, and read what it wrote; the fixture `rank` is beside this."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from tests.shared import ROOT

AS_OF = "2026-10-03"
Answer = tuple[int, Any, str]
Rank = Callable[..., Answer]  # gives the exit code, the JSON, and the remarks


def rows_of(path: str) -> list[dict[str, Any]]:
    """Read a ranking."""
    rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return rows


def write(name: str, data: bytes) -> str:
    """Write a file into the folder of the test."""
    Path(name).write_bytes(data)
    return name


def start(*arguments: str, **options: Any) -> subprocess.Popen[bytes]:  # noqa: ANN401
    """Start the command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "both_sides", "rank", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        **options,
    )


def finish(process: subprocess.Popen[bytes]) -> int:
    """Wait for the command, and give its exit code."""
    _, err = process.communicate(timeout=300)
    sys.stderr.write(err.decode())
    return process.returncode
