"""The command line for the stories of the desk."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.command_line import CommandLine

VECTORS = Path(__file__).resolve().parents[2] / "vectors" / "wikidata"


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CommandLine]:
    """Give the command line in an empty directory, with an actor named."""
    monkeypatch.chdir(tmp_path)
    for name in ("LEDGER", "SCOPE", "LANGUAGE", "WIKIDATA", "WIKIPEDIA"):
        monkeypatch.delenv(f"BOTH_SIDES_{name}", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("BOTH_SIDES_ACTOR", "ada")
    made = CommandLine(tmp_path, monkeypatch)
    yield made
    if made.is_replayed:
        made.replay_everything()


@pytest.fixture
def desk(cli: CommandLine) -> CommandLine:
    """Give the command line where entities were imported: a media file, items, a lexeme."""
    assert cli("import", "wikidata", VECTORS / "entities.ndjson").code == 0
    return cli
