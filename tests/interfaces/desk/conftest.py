"""The command line for the stories of the desk."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.command_line import CommandLine

ENTITIES = Path(__file__).resolve().parents[2] / "vectors" / "wikidata" / "entities.ndjson"


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


@pytest.fixture(scope="session")
def imported(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Give a ledger into which entities were imported: a media file, items, a lexeme."""
    path = tmp_path_factory.mktemp("imported") / "ledger.db"
    with pytest.MonkeyPatch.context() as monkeypatch:
        run = CommandLine(path.parent, monkeypatch)
        found = run("import", "wikidata", ENTITIES, "--ledger", path, "--actor", "ada")
    assert found.code == 0, found.err
    return path.read_bytes()


@pytest.fixture
def desk(cli: CommandLine, imported: bytes) -> CommandLine:
    """Give the command line with a copy of that ledger in its place."""
    (cli.directory / "both-sides.db").write_bytes(imported)
    return cli
