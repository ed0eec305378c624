"""The commands of a signed ledger, as an operator and a reader use them one after the other."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line import CommandLine, environment
from tests.shared import ROOT

PROGRAM = ROOT / "tools" / "verify_ledger.py"


def pinned(command: CommandLine) -> str:
    """Read the verifier key that a reader would pin."""
    lines = (command.directory / "ledger.db.trust" / "pinned").read_text().splitlines()
    return lines[0]


def offline(command: CommandLine, what: str, path: str) -> tuple[int, str]:
    """Run the offline verifier."""
    arguments = [sys.executable, "-I", str(PROGRAM), what, path, "--key", pinned(command)]
    done = subprocess.run(
        arguments, cwd=command.directory, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout


def doctor(command: CommandLine) -> dict[str, dict[str, str]]:
    """Ask the doctor; give the findings by what was looked at."""
    answer = command("doctor", "--json").json
    return {finding["check"]: finding for finding in answer["findings"]}


def test_a_reader_verifies_what_the_ledger_gave_away(command: CommandLine) -> None:
    """An export, a proof and a signed dossier; each says what it covers."""
    verified = command("verify", "--json", "--processes", "1")
    assert (verified.code, verified.json["outcome"]) == (0, "verified")
    assert command("export", "out").code == 0
    assert command("prove", "RUL-0001", "--out", "ruling.tlog-proof").code == 0
    assert command("dossier", "RUL-0001", "--sign", "--out", "dossier.json").code == 0
    for what, path, covered in (
        ("export", "out", "31 events of 2 scopes"),
        ("proof", "ruling.tlog-proof", "position 30 of 31"),
        ("dossier", "dossier.json", "the whole document, signed by example.org/desk"),
    ):
        code, said = offline(command, what, path)
        assert (code, said.splitlines()[0]) == (0, "VERIFIED"), said
        assert covered in said


def test_a_changed_proof_or_dossier_is_refused_offline(command: CommandLine) -> None:
    """Whichever part was changed."""
    command("prove", "RUL-0001", "--out", "p")
    command("dossier", "RUL-0001", "--sign", "--out", "d")
    event = command.directory / "p.json"
    event.write_text(event.read_text().replace("census", "senses"))
    assert offline(command, "proof", "p")[0] == 1
    envelope = json.loads((command.directory / "d").read_text())
    envelope["payload"] = envelope["payload"][::-1]
    (command.directory / "d").write_text(json.dumps(envelope))
    assert offline(command, "dossier", "d")[0] != 0


def test_a_backup_that_comes_back_closes_the_ledger_until_somebody_decides(
    command: CommandLine,
) -> None:
    """Refused, said by verify and doctor, recovered under another name, and in order again."""
    assert command("backup", "copy.db").code == 0
    assert command("revise", "RUL-0001", "--rationale", "After the backup.").code == 0
    assert command("checkpoint").code == 0
    assert "signed up to event 32 of 32" in doctor(command)["trust"]["finding"]
    refused = command("restore", "copy.db", "--json")
    assert (refused.code, refused.error["code"]) == (3, "refused")  # nothing is overwritten
    (command.directory / "ledger.db").rename(command.directory / "newer.db")
    assert command("restore", "copy.db").code == 0
    for arguments in (
        ("revise", "RUL-0001", "--rationale", "Too late."),
        ("checkpoint",),
    ):
        refused = command(*arguments, "--json")
        assert refused.code != 0
        assert refused.error["code"] in {"rolled_back", "ledger_closed"}
    assert command("verify", "--processes", "1").code == 2
    found = doctor(command)["trust"]
    assert found["health"] == "bad"
    assert "rollback: anchor size 32, database size 31" in found["finding"]
    assert command("recover", "--reason", "The disk was replaced.").code == 0
    assert command("revise", "RUL-0001", "--rationale", "After the recovery.").code == 0
    assert command("checkpoint").code == 0
    verified = command("verify", "--json", "--processes", "1")
    assert (verified.code, verified.json["outcome"]) == (0, "verified")
    assert doctor(command)["trust"]["health"] == "good"


def test_a_key_is_rotated_listed_and_retired(command: CommandLine) -> None:
    """Both sign for a while; what the first has signed stays verified."""
    first = pinned(command)
    assert command("key", "rotate", "--reason", "Every year.").code == 0
    assert command("checkpoint").out.count("\u2014 example.org/desk") == 2
    assert command("key", "retire", first, "--reason", "Every year.").code == 0
    assert command("checkpoint").out.count("\u2014 example.org/desk") == 1
    listed = command("key", "list", "--json").json
    assert len(listed["keys"]) == 2
    assert command("verify", "--processes", "1").code == 0


def test_migrate_says_that_nothing_is_to_be_done(command: CommandLine) -> None:
    """For a ledger that this program has made."""
    assert command("migrate").code == 0


def test_a_ledger_without_a_key_says_so(command: CommandLine) -> None:
    """The doctor names the command that makes one."""
    command("demo", "--directory", "other")
    answer = command("doctor", "--json", "--ledger", "other/ledger.db").json
    (found,) = (finding for finding in answer["findings"] if finding["check"] == "trust")
    assert found["health"] == "notice"
    assert "key create" in found["remedy"]


def test_a_witness_is_made_and_listens(command: CommandLine, tmp_path: Path) -> None:
    """It prints the line for a policy, and ends when it is told to."""
    (tmp_path / "witness").mkdir()
    options = ["--name", "w.example/one", "--port", "0"]
    with subprocess.Popen(
        [sys.executable, "-m", "both_sides", "witness", str(tmp_path / "witness"), *options],
        env=environment(),
        cwd=command.directory,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as running:
        assert running.stdout is not None
        said = ""
        while "http://127.0.0.1:" not in said:
            line = running.stdout.readline()
            assert line, said
            said += line
        assert "w.example/one+" in said
        running.send_signal(signal.SIGINT)
        running.stdout.read()
    assert list((tmp_path / "witness").iterdir())


@pytest.mark.parametrize(
    ("mode", "share", "word"),
    [
        ("full", "0.1", "--mode rolling"),
        ("incremental", "0.05", "--mode rolling"),
        ("rolling", "0", "above 0"),
        ("rolling", "1.1", "above 0"),
        ("rolling", "nan", "above 0"),
        ("rolling", "-1", "above 0"),
    ],
)
def test_a_slice_that_means_nothing_is_refused(
    command: CommandLine, mode: str, share: str, word: str
) -> None:
    """It is never left out silently."""
    found = command("verify", "--mode", mode, f"--slice={share}", "--json")
    assert (found.code, found.error["code"]) == (2, "invalid_input")
    assert word in found.error["hint"]
