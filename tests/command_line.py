"""Run the command line in this process, as a user would, and look at what it writes and answers."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest

from both_sides.interfaces.cli.app import run
from both_sides.store.sqlite import SqliteStore
from tests.replayed import require_replay
from tests.shared import ROOT

PROGRAMS: Final = {
    "both-sides": ("-m", "both_sides"),
    "claims-mcp": ("-c", "import sys, both_sides.__main__ as m; sys.exit(m.claims_main())"),
}


@dataclass(frozen=True)
class Outcome:
    """Hold what a command answered.

    Args:
        code: Its exit code.
        out: What it wrote to standard output.
        err: What it wrote to standard error.
    """

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:  # noqa: ANN401
        """Read standard output as the one JSON document that it must be."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """Read standard output as JSON Lines."""
        return [json.loads(line) for line in self.out.removesuffix("\n").split("\n") if line]

    @property
    def error(self) -> dict[str, Any]:
        """Read standard error as the one JSON object that a refusal must be."""
        found: dict[str, Any] = json.loads(self.err)
        assert found.keys() == {"code", "message", "hint", "facts"}
        assert found["hint"]
        return found


@dataclass
class CommandLine:
    """Run commands in a directory of their own; their ledgers are replayed at the end.

    Args:
        directory: Where relative paths are.
        monkeypatch: Changes standard input and the environment.
        is_replayed: Whether the ledgers must be in order at the end.
        program: The command: `both-sides`, or `claims-mcp`.
    """

    directory: Path
    monkeypatch: pytest.MonkeyPatch
    is_replayed: bool = True
    program: Callable[[Sequence[str]], int] = run
    _ledgers: set[Path] = field(default_factory=set)

    def __call__(self, *argv: str | Path, stdin: bytes = b"") -> Outcome:
        """Run the command with these arguments."""
        out, err = _Stream(), _Stream(errors="backslashreplace")
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        self.monkeypatch.setattr(sys, "stdout", out)
        self.monkeypatch.setattr(sys, "stderr", err)
        try:
            code = self.program([str(argument) for argument in argv])
        finally:
            for name in ("stdin", "stdout", "stderr"):
                self.monkeypatch.setattr(sys, name, getattr(sys, f"__{name}__"))
        outcome = Outcome(code, out.text(), err.text())
        assert "\x1b" not in outcome.out + outcome.err, "no terminal, so no escape sequences"
        assert "Traceback" not in outcome.err
        return outcome

    def replay_everything(self) -> None:
        """Replay every ledger that the commands have made."""
        for path in self.directory.rglob("*.db"):
            store = SqliteStore(path, create=False)
            require_replay(store)
            store.close()


class _Stream(io.TextIOWrapper):
    """Be a standard stream that is no terminal."""

    def __init__(self, errors: str = "strict") -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", errors=errors, write_through=True)

    def text(self) -> str:
        """Give what was written."""
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode()


def environment(**more: str) -> dict[str, str]:
    """Give an environment for a process of ours: nothing of the machine's own settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("BOTH_SIDES_")}
    return {**kept, "PYTHONPATH": str(ROOT / "src"), "BOTH_SIDES_ACTOR": "ada", **more}


def process(
    *argv: str | Path,
    cwd: Path,
    stdin: bytes = b"",
    env: Mapping[str, str] | None = None,
    prefix: Sequence[str] = (),
    program: str = "both-sides",
    **more: Any,  # noqa: ANN401
) -> Outcome:
    """Run a command as a process of its own, perhaps behind another program."""
    done = subprocess.run(
        [*prefix, sys.executable, *PROGRAMS[program], *map(str, argv)],
        cwd=cwd,
        input=stdin,
        env=environment(**(env or {})),
        capture_output=True,
        check=False,
        **more,
    )
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())
