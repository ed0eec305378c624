"""Find the foreign clients, and run them against our servers.

They are installed by `tests/foreign/install.sh CACHE`; BOTH_SIDES_NODE_MODULES then names
CACHE/node_modules. Where it is not set the tests skip, and say so.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from both_sides.interfaces.mcp.guidance import Kind
from both_sides.interfaces.mcp.over_http import PATHS
from tests.running_server import running_server
from tests.shared import ROOT

HERE = Path(__file__).resolve().parent
PROGRAMS = {"claims-mcp": "claims_main", "both-sides": "main"}
TIMEOUT_S = 240


def node_modules() -> Path:
    """Give the folder of the installed npm packages, or skip."""
    named = os.environ.get("BOTH_SIDES_NODE_MODULES")
    if not named:
        pytest.skip(
            "no foreign MCP clients: run tests/foreign/install.sh CACHE and set"
            " BOTH_SIDES_NODE_MODULES=CACHE/node_modules"
        )
    path = Path(named)
    assert path.is_dir(), f"BOTH_SIDES_NODE_MODULES={named} is no folder"
    return path


def tool(name: str) -> str:
    """Give the path of an installed program."""
    return str(node_modules().parent / "bin" / name)


def serving(kind: str) -> list[str]:
    """Give the command that serves one kind of tools from this checkout."""
    start = f"from both_sides.__main__ import {PROGRAMS[kind]} as main; main()"
    return [sys.executable, "-c", start, *(["mcp"] if kind == "both-sides" else [])]


def program(kind: str, folder: Path, ledger: Path) -> str:
    """Write a program that serves one kind of tools on a ledger, and give its path.

    Foreign clients split a command at its spaces, so it has none.
    """
    path = folder / f"serve-{kind}"
    words = " ".join(f"'{word}'" for word in [*serving(kind), *_serve_word(kind)])
    path.write_text(f"#!/bin/sh\nexec {words} --ledger '{ledger}'\n", encoding="utf-8")
    path.chmod(0o700)
    return str(path)


def _serve_word(kind: str) -> list[str]:
    return [] if kind == "both-sides" else ["serve"]


def run(
    command: list[str],
    *,
    more: dict[str, str] | None = None,
    **options: Any,  # noqa: ANN401
) -> subprocess.CompletedProcess[str]:
    """Run a foreign program with Node on its path, and give what it wrote."""
    path = f"{node_modules().parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT_S,
        env={**os.environ, "PATH": path, "NO_COLOR": "1", **(more or {})},
        **options,
    )


def inspect(server: str, *arguments: str) -> Any:  # noqa: ANN401 - any JSON value
    """Run the inspector against a program or an address, and read its answer."""
    script = str(node_modules() / ".bin" / "mcp-inspector")
    found = run(
        [tool("node"), script, "--cli", server, "--format", "json", *arguments], cwd=str(ROOT)
    )
    assert found.returncode == 0, found.stdout + found.stderr
    return json.loads(found.stdout)


@contextmanager
def http_server(kind: str, ledger: Path) -> Iterator[str]:
    """Serve a ledger over HTTP as users do, and give the address of one kind of tools."""
    with running_server(ledger) as server:
        yield f"{server.address}{PATHS[Kind(kind)]}"
