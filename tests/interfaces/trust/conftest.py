"""A signed ledger, worked on by the command line."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.command_line import CommandLine


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CommandLine]:
    """Give the command line in a directory with a signed ledger of the demonstration."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOTH_SIDES_ACTOR", "ada")
    monkeypatch.setenv("BOTH_SIDES_LEDGER", "ledger.db")
    made = CommandLine(tmp_path, monkeypatch)
    assert made("demo", "--directory", ".").code == 0
    assert made("key", "create", "--origin", "example.org/desk").code == 0
    assert made("checkpoint").code == 0
    yield made
    made.replay_everything()
