"""The command line of `claims-mcp`, in an empty directory or with a claim of each kind."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from both_sides.interfaces.cli import claims_app
from tests.command_line import CommandLine

FIX = "Fix: send a 1024-bit RSA JWK and assert it is rejected"
HOSTILE = "# Forged\n\n[click](http://evil.example) <b>x</b> `{0}` |\u202e \x1b[2K ]]> \\[y](z)"

ITEM = ("--kind", "test", "--locator", "tests/test_jwk.py", "--summary", "What was seen.")
STORY: tuple[tuple[str, ...], ...] = (
    ("add", "The server rejects weak keys"),
    ("decompose", "CLM-0001", "--child", "It rejects 1024-bit RSA", "It rejects short secrets"),
    ("add", "It is fast", "--source", "docs/Guide & FAQ.md", "--locator", "line 7", "--tag", "x"),
    ("add", "It is well known", "--source", "README.md", "--tag", "x", "y"),
    ("add", "--", HOSTILE),
    ("add", "It is small"),
    ("add", "It is old"),
    ("evidence", "add", "CLM-0002", "--stance", "refutes", *ITEM),
    ("evidence", "add", "CLM-0003", "--stance", "supports", *ITEM),
    ("evidence", "add", "CLM-0003", "--stance", "refutes", *ITEM),
    ("evidence", "add", "CLM-0005", "--stance", "context", *ITEM),
    ("evidence", "add", "CLM-0007", "--stance", "supports", *ITEM),
    *(
        ("verdict", claim, verdict, "--auditor", "grace", "--rationale", rationale, *cite)
        for claim, verdict, rationale, cite in (
            ("CLM-0002", "refuted", f"It was accepted. {FIX}", ("--cite", "EVD-0001")),
            ("CLM-0003", "supported", "Seen.", ("--cite", "EVD-0002", "EVD-0003")),
            ("CLM-0004", "not_enough_info", "Nobody measured it.", ()),
            ("CLM-0007", "supported", "Seen.", ("--cite", "EVD-0005")),
        )
    ),
    ("update", "CLM-0007", "--statement", "It is very small"),
    ("retire", "CLM-0008", "--reason", "It was rewritten."),
)


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CommandLine]:
    """Give `claims-mcp` in an empty directory, with an actor named; ledgers are replayed."""
    monkeypatch.chdir(tmp_path)
    for name in ("LEDGER", "SCOPE", "LANGUAGE"):
        monkeypatch.delenv(f"BOTH_SIDES_{name}", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("BOTH_SIDES_ACTOR", "ada")
    made = CommandLine(tmp_path, monkeypatch, program=claims_app.run)
    yield made
    if made.is_replayed:
        made.replay_everything()


@pytest.fixture(scope="session")
def told(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Give a ledger in which a claim of each kind was recorded."""
    path = tmp_path_factory.mktemp("told") / "ledger.db"
    with pytest.MonkeyPatch.context() as monkeypatch:
        run = CommandLine(path.parent, monkeypatch, program=claims_app.run)
        for command, *arguments in STORY:
            words = [command, *([arguments.pop(0)] if command == "evidence" else [])]
            found = run(*words, "--ledger", path, "--actor", "ada", *arguments)
            assert found.code == 0, (arguments, found.err)
    return path.read_bytes()


@pytest.fixture
def audit(cli: CommandLine, told: bytes) -> CommandLine:
    """Give `claims-mcp` with a copy of that ledger in its place."""
    (cli.directory / "both-sides.db").write_bytes(told)
    return cli


@pytest.fixture
def tampered(audit: CommandLine) -> CommandLine:
    """Give a ledger in which somebody turned the refuting item around."""
    connection = sqlite3.connect("both-sides.db")
    connection.execute("DROP TRIGGER events_are_never_updated")
    words = "replace(CAST(body AS TEXT), 'It was accepted.', 'It was rejected.')"
    sql = f"UPDATE events SET body = CAST({words} AS BLOB) WHERE n = 14"
    assert connection.execute(sql).rowcount == 1
    connection.commit()
    connection.close()
    audit.is_replayed = False
    return audit
