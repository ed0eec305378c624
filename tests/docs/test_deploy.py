"""What lies in deploy/ fits the program: its settings and commands, how it is ended and asked."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from both_sides.interfaces.cli.app import COMMANDS
from both_sides.interfaces.http.listening import GRACE_SECONDS
from both_sides.service.serve_settings import DEFAULT_PORT
from tests.docs.pages import REFERENCE
from tests.running_server import running_server
from tests.shared import ROOT

UNIT = (ROOT / "deploy" / "both-sides.service").read_text(encoding="utf-8")
IMAGE = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
VARIABLE = re.compile(r"\bBOTH_SIDES_[A-Z_]+\b")


@pytest.mark.parametrize("text", [UNIT, IMAGE], ids=["unit", "image"])
def test_only_settings_that_there_are_are_made(text: str) -> None:
    """With a line each on the page of settings."""
    page = (REFERENCE / "settings.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", page, re.MULTILINE))
    named = set(VARIABLE.findall(text))
    assert named
    assert named <= documented


def test_the_unit_starts_the_server_and_waits_for_its_end() -> None:
    """Longer than it takes to answer what it has begun."""
    values = dict(line.split("=", 1) for line in UNIT.splitlines() if re.match(r"[A-Z]\w+=", line))
    program, command = shlex.split(values["ExecStart"])
    assert Path(program).name == "both-sides"
    assert command in {name for name, *_ in COMMANDS}
    assert int(values["TimeoutStopSec"]) > GRACE_SECONDS
    assert values["WorkingDirectory"] == f"/var/lib/{values['StateDirectory']}"
    assert values["Environment"].endswith(f"{values['WorkingDirectory']}/ledger.db")
    assert (values["DynamicUser"], values["UMask"]) == ("yes", "0077")


def test_the_image_is_made_of_files_that_there_are() -> None:
    """And serves as somebody who is not root."""
    copied = re.findall(r"^COPY ([^-].*) \S+$", IMAGE, re.MULTILINE)
    names = [name for line in copied for name in line.split()]
    assert names
    assert [name for name in names if not (ROOT / name).exists()] == []
    assert re.search(r"^USER [1-9]\d*$", IMAGE, re.MULTILINE)
    assert f"EXPOSE {DEFAULT_PORT}" in IMAGE
    assert 'ENTRYPOINT ["both-sides"]\nCMD ["serve"]' in IMAGE


@pytest.mark.slow
def test_the_image_asks_the_server_whether_it_is_well(tmp_path: Path) -> None:
    """The very program of the image: 0 from a server that runs, something else from none."""
    match = re.search(r"CMD (\[\"python\".*\])$", IMAGE, re.MULTILINE)
    assert match is not None
    _, option, program = json.loads(match[1])
    with running_server(tmp_path / "ledger.db") as server:
        asked = program.replace(f":{DEFAULT_PORT}/", f":{server.port}/")
        assert asked != program
        well = subprocess.run([sys.executable, option, asked], check=False, capture_output=True)
        assert well.returncode == 0, well.stderr
    ended = subprocess.run([sys.executable, option, asked], check=False, capture_output=True)
    assert ended.returncode != 0
