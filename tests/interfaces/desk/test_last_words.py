"""What a command says when the machine fails it, or when it fails itself."""

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line import PROGRAMS, CommandLine, environment


class _UnforeseenError(Exception):
    """Be what no command foresaw."""


@pytest.mark.parametrize(
    ("raised", "code", "name"),
    [
        (OSError(errno.ENOSPC, "No space left on device", "/full"), 5, "store_unavailable"),
        (PermissionError(errno.EACCES, "Permission denied"), 5, "store_unavailable"),
        (RecursionError("maximum recursion depth exceeded"), 1, "internal_error"),
        (_UnforeseenError("odd"), 1, "internal_error"),
    ],
)
def test_nothing_ends_in_a_bare_trace(
    desk: CommandLine, monkeypatch: pytest.MonkeyPatch, raised: Exception, code: int, name: str
) -> None:
    """What no command foresaw has a code, words and a next step; only our own faults a trace."""

    def fail(*_: object, **__: object) -> None:
        raise raised

    monkeypatch.setattr("both_sides.interfaces.cli.options.Common.desk", fail)
    answer = desk("show", "Q597", "--json")
    assert (answer.code, answer.error["code"]) == (code, name)
    assert str(raised.args[-1] if name == "internal_error" else "refused") in answer.err
    assert ("trace" in answer.error["facts"]) is (name == "internal_error")
    words = desk("show", "Q597").err
    assert words.splitlines()[0].endswith(f"[{name}]")
    assert words.splitlines()[1].startswith(" hint: ")
    assert "Traceback" not in words


@pytest.mark.parametrize(
    ("program", "arguments", "code"),
    [
        ("both-sides", ("method",), 5),
        ("both-sides", ("method", "--json"), 5),
        ("claims-mcp", ("tldr",), 5),
        ("claims-mcp", ("check",), 2),
    ],
)
def test_output_that_cannot_be_written_is_no_success(
    tmp_path: Path, program: str, arguments: tuple[str, ...], code: int
) -> None:
    """The words say that the disk is full, once, and `check` never passes."""
    made = [sys.executable, *PROGRAMS["claims-mcp"], "add", "One.", "--ledger", "l.db"]
    subprocess.run(made, cwd=tmp_path, env=environment(), check=True, capture_output=True)
    ledger = () if "method" in arguments else ("--ledger", "l.db")
    with Path("/dev/full").open("wb") as full:
        answer = subprocess.run(
            [sys.executable, *PROGRAMS[program], *arguments, *ledger],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env=environment(),
            check=False,
        )
    assert answer.returncode == code
    assert answer.stderr.count(b"No space left on device") == 1
    assert b"Traceback" not in answer.stderr
    assert b"hint" in answer.stderr


@pytest.mark.parametrize(
    ("program", "group"),
    [("both-sides", name) for name in ("import", "token", "key")] + [("claims-mcp", "evidence")],
)
@pytest.mark.parametrize("flags", [(), ("--json",)])
def test_a_group_alone_is_no_command(
    tmp_path: Path, program: str, group: str, flags: tuple[str, ...]
) -> None:
    """A script in which the rest of the line got lost must not go on as if it were done."""
    answer = subprocess.run(
        [sys.executable, *PROGRAMS[program], group, *flags],
        capture_output=True,
        cwd=tmp_path,
        env=environment(),
        check=False,
    )
    assert (answer.returncode, answer.stdout) == (2, b"")
    assert b"needs a command after it" in answer.stderr
    assert f"`{program} --help` lists the commands".encode() in answer.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_a_terminal_that_lacks_a_sign_shows_all_the_others(cli: CommandLine, encoding: str) -> None:
    """The bars of factors are in no encoding of ASCII's time."""
    cli("demo")
    answer = subprocess.run(
        [sys.executable, "-m", "both_sides", "adjudicate", "Q597", "P1082"],
        capture_output=True,
        cwd=cli.directory,
        env=environment(PYTHONIOENCODING=encoding, BOTH_SIDES_LEDGER="both-sides-demo/ledger.db"),
        check=False,
    )
    assert (answer.returncode, answer.stderr) == (0, b"")
    words = answer.stdout.decode(encoding)
    assert "CONTESTED" in words
    assert ("\\u2588" in words) is (encoding != "cp437")
