"""Find the shared vectors and data, or skip with a clear reason."""

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("BOTH_SIDES_SHARED", ROOT.parent / "shared"))


def shared(name: str) -> Path:
    """Give the path of a shared file, or skip the test where it is absent."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"{name} is not here: set BOTH_SIDES_SHARED to the folder of shared data")
    return path


def json_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Read a file of JSON Lines, packed or not."""
    data = path.read_bytes()
    text = gzip.decompress(data) if path.suffix == ".gz" else data
    yield from map(json.loads, text.splitlines())
