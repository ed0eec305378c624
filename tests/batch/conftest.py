"""Run `both-sides rank` in a folder of its own."""

import json
from pathlib import Path

import pytest

from both_sides.interfaces.cli.app import run
from tests.batch.ranked import Answer, Rank


@pytest.fixture
def rank(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Rank:
    """Run the command in a folder of its own; give its exit code, its JSON, and its remarks."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOTH_SIDES_LEDGER", str(tmp_path / "ledger.db"))
    monkeypatch.setenv("BOTH_SIDES_ACTOR", "ada")

    def call(*arguments: str) -> Answer:
        code = run(["rank", *arguments, "--json"])
        out, err = capsys.readouterr()
        return code, json.loads(out) if out else json.loads(err), err

    return call
