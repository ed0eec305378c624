"""The demo shows the main job in seconds, without a network, as often as one likes."""

import shlex
from pathlib import Path

import pytest

from tests.command_line import CommandLine, process


def test_the_demo_ranks_rules_replays_and_writes_a_dossier(cli: CommandLine) -> None:
    """In words, in the order of the story, and says how to go on. No socket can be opened here."""
    found = cli("demo")
    assert found.code == 0
    steps = [
        "1. Sources disagree",
        "2. Every point is explained",
        "3. A person rules, and says why",
        "4. The chain is replayed",
        "5. The dossier is written",
        "Go on with:",
    ]
    places = [found.out.index(step) for step in steps]
    assert places == sorted(places)
    assert "What this is not." in found.out
    for name in ("ledger.db", "RUL-0001.md", "RUL-0001.json"):
        assert (Path("both-sides-demo") / name).exists()


def test_the_commands_that_the_demo_advises_work(cli: CommandLine) -> None:
    """As they stand there, to be copied."""
    words = cli("demo", "--directory", "a demo").out
    advised = [
        line.strip() for line in words.splitlines() if line.strip().startswith("both-sides ")
    ]
    assert len(advised) == 4

    for line in advised:
        assert cli(*shlex.split(line)[1:]).code == 0, line


def test_the_demo_can_be_run_again(cli: CommandLine) -> None:
    """The second ruling supersedes the first; the chain is one."""
    first, second = cli("demo", "--json").json, cli("demo", "--json").json
    assert first["ruling"]["id"] == "RUL-0001"
    assert (second["ruling"]["id"], second["ruling"]["supersedes"]) == ("RUL-0002", "RUL-0001")
    assert second["hearing"] == {**first["hearing"], "ruling": second["hearing"]["ruling"]}
    assert second["replay"]["ok"] is True
    assert second["replay"]["events"] == first["replay"]["events"] + 2
    for name in first["dossier"] + second["dossier"]:
        assert Path(name).exists()
    (line,) = cli("replay", "--input", second["dossier"][1]).lines
    assert line["ok"] is True


def test_the_demo_works_on_a_ledger_that_is_named(cli: CommandLine) -> None:
    """The dossier still goes to the directory."""
    found = cli("demo", "--ledger", "mine.db", "--directory", "out", "--actor", "eve", "--json")
    assert found.json["ruling"]["actor"] == "eve"
    assert Path("mine.db").exists()
    assert not Path("out/ledger.db").exists()
    assert Path("out/RUL-0001.md").exists()


@pytest.mark.parametrize("directory", ["a-file", "a-file/below"])
def test_a_demo_that_cannot_be_written_says_so(cli: CommandLine, directory: str) -> None:
    """A file stands where the directory should be."""
    Path("a-file").write_text("x")
    found = cli("demo", "--directory", directory, "--json")
    assert (found.code, found.error["code"]) == (5, "store_unavailable")


def test_the_demo_runs_as_a_process_of_its_own(tmp_path: Path) -> None:
    """From a fresh directory, with proxies that lead nowhere."""
    nowhere = {"HTTPS_PROXY": "http://127.0.0.1:9", "http_proxy": "http://127.0.0.1:9"}
    found = process("demo", cwd=tmp_path, env=nowhere)
    assert found.code == 0, found.err
    assert "every link and every view row matches" in found.out
    assert process("replay", "--ledger", "both-sides-demo/ledger.db", cwd=tmp_path).code == 0
