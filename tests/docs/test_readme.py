"""What the README says to run, runs: in a fresh folder, with the installed package."""

import gzip
import json
import os
import re
import subprocess
import sys
import urllib.request
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from tests.docs.pages import blocks
from tests.shared import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
CI = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
PROGRAMS = Path(sys.executable).parent
INSTALLS = ("python3 -m venv", ".venv/bin/pip install", ".venv/bin/python -m pytest")


def statement(number: int, amount: str, year: str) -> dict[str, Any]:
    """Write a population as Wikidata does."""
    time = {"time": f"+{year}-01-01T00:00:00Z", "precision": 9, "calendarmodel": "Q1985727"}
    return {
        "id": f"Q1764${number}",
        "type": "statement",
        "rank": "normal",
        "mainsnak": {
            "snaktype": "value",
            "property": "P1082",
            "datavalue": {"type": "quantity", "value": {"amount": amount, "unit": "1"}},
        },
        "qualifiers": {
            "P585": [
                {
                    "snaktype": "value",
                    "property": "P585",
                    "datavalue": {"type": "time", "value": time},
                }
            ]
        },
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with what the README imports: itself, and two populations of one year."""
    (tmp_path / "README.md").write_text(README, encoding="utf-8")
    entity = {
        "type": "item",
        "id": "Q1764",
        "labels": {"en": {"language": "en", "value": "Reykjavík"}},
        "claims": {"P1082": [statement(1, "+139875", "2023"), statement(2, "+140000", "2023")]},
    }
    (tmp_path / "dump.json.gz").write_bytes(gzip.compress(json.dumps([entity]).encode()))
    return tmp_path


def environment() -> dict[str, str]:
    """Give an environment with the programs, and without the machine's own settings."""
    kept = {name: word for name, word in os.environ.items() if not name.startswith("BOTH_SIDES_")}
    return {**kept, "PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"}


def run(command: list[str], folder: Path) -> str:
    """Run a program with the installed package, and give what it printed."""
    done = subprocess.run(
        command, cwd=folder, env=environment(), capture_output=True, check=False, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def serve(folder: Path) -> None:
    """Start the server, ask it for a page, and end it."""
    server = subprocess.Popen(
        [PROGRAMS / "both-sides", "serve", "--port", "0"],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with server:
        assert server.stdout is not None
        address = ""
        while not address:
            line = server.stdout.readline()
            assert line, "the server ended before it listened"
            address = "".join(re.findall(r"http://127\.0\.0\.1:\d+", line)[:1])
        with urllib.request.urlopen(f"{address}/healthz") as answer:
            assert answer.status == HTTPStatus.OK
        server.terminate()
        server.stdout.read()


def steps(block: str) -> list[str]:
    """Cut a block into commands; a prompt is left out."""
    lines = (line.removeprefix("$ ").strip() for line in block.splitlines())
    return [step for line in lines if line for step in line.split(" && ")]


SHELL = [*blocks(README, "sh"), *blocks(README, "console")]


def test_the_installation_is_that_of_the_automatic_run() -> None:
    """Word for word, so what the README promises is what is run from nothing."""
    found = [step for block in SHELL for step in steps(block) if step.startswith(INSTALLS)]
    assert len(found) >= 4
    for step in found:
        assert step in CI.replace(" --clear", ""), step


@pytest.mark.slow
def test_every_command_of_the_readme_runs(folder: Path) -> None:
    """In the order in which they stand there; CLAIM is the leader of the dispute."""
    ran = 0
    for step in (step for block in SHELL for step in steps(block)):
        if step.startswith(INSTALLS):
            continue
        command = step.removeprefix(".venv/bin/")
        if "CLAIM" in command:
            answer = run(["both-sides", "adjudicate", "Q1764", "P1082", "--json"], folder)
            leader = json.loads(answer)["adjudication"]["leader"]
            command = command.replace("CLAIM", f"'{leader}'")
        if command.partition("  #")[0].strip() == "both-sides serve":
            serve(folder)
        else:
            run(["sh", "-eu", "-c", command], folder)
        ran += 1
    assert ran >= 15
    for block in blocks(README, "python"):
        assert run([sys.executable, "-c", block], folder)


def test_the_picture_is_what_the_desk_shows(tmp_path: Path) -> None:
    """Line by line; the ids of the claims and what comes further down are left out."""
    run(["both-sides", "demo"], tmp_path)
    ledger = tmp_path / "both-sides-demo" / "ledger.db"
    command = ["both-sides", "adjudicate", "Q597", "P1082", "--as-of", "2026-10-03"]
    shown = run([*command, "--ledger", str(ledger)], tmp_path).splitlines()
    (picture,) = blocks(README, "text")
    for line in picture.splitlines():
        assert line in shown, line
