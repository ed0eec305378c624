"""Find the pages of the repository, and read what stands in them."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.shared import ROOT

HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
REFERENCE = ROOT / "docs" / "reference"


def tracked_files() -> list[Path]:
    """List the files that the repository tracks, or skip where this is no repository."""
    git = ["git", "-C", str(ROOT), "ls-files", "-z"]
    found = subprocess.run(git, capture_output=True, check=False)
    if found.returncode != 0:
        pytest.skip("this is no git repository, so nothing says which files belong to it")
    names = found.stdout.decode().split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def blocks(page: str, language: str) -> list[str]:
    """Give the blocks of code of one language."""
    pattern = re.compile(rf"^```{language}\n(.*?)^```", re.MULTILINE | re.DOTALL)
    return pattern.findall(page)


def anchors(page: str) -> set[str]:
    """Give the anchors that the headings of a page have when it is shown."""
    found: set[str] = set()
    for heading in HEADING.findall(CODE.sub("", page)):
        words = re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower()).replace(" ", "-")
        number = 0
        while (anchor := words if number == 0 else f"{words}-{number}") in found:
            number += 1
        found.add(anchor)
    return found


def section(page: str, heading: str) -> str:
    """Give what stands under a heading, up to the next heading of any level."""
    _, found, rest = page.partition(f"\n{heading}\n")
    assert found, heading
    return re.split(r"^#+ ", rest, maxsplit=1, flags=re.MULTILINE)[0]
