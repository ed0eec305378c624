"""Write the page of JSON shapes by running the commands on the bundled corpus.

The clock stands still, and nothing else of the machine is in the answers, so the same code writes
the same page.
"""

import contextlib
import io
import json
import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from docs.generator.stories import AUDIT, DESK, Step

from both_sides.corpus import WIKIDATA
from both_sides.interfaces.cli import app as both_sides_app
from both_sides.interfaces.cli import claims_app
from both_sides.service import wiring

NOW: Final = "2026-10-03T09:30:00.000Z"
SETTINGS: Final = {
    "BOTH_SIDES_LEDGER": "ledger.db",
    "BOTH_SIDES_SCOPE": "local",
    "BOTH_SIDES_ACTOR": "ada",
    "BOTH_SIDES_LANGUAGE": "en",
}
LONGEST_TEXT: Final = 96
WIDEST_LINE: Final = 96
MEMBERS_SHOWN: Final = 2
_SCALARS: Final = re.compile(r"\[\n\s+([^\[\]{}]*?)\n\s+\]")
INTRODUCTION: Final = """\
# JSON shapes

Each sample is what the command prints for the bundled corpus, on a clock that stands still. Long
lists are cut after two entries and long texts after a line; `…` marks where. Members are written in
camelCase. Points are numbers with at most two decimals, instants are UTC, seals are 96 lower-case
hexadecimal digits. `nextCursor` is null on the last page. What goes wrong is one document on
standard error ([every code](errors.md)).
"""


def page() -> str:
    """Write the page."""
    parts = [INTRODUCTION]
    with workplace():
        for heading, story in (("`both-sides`", DESK), ("`claims-mcp`", AUDIT)):
            parts.append(f"## {heading}\n")
            parts.extend(filter(None, map(_section, story)))
    return "\n".join(parts)


def run(command: str) -> tuple[str, str]:
    """Run a command as the shell would, in this process.

    Returns:
        What it wrote to standard output and to standard error.
    """
    program, *arguments = shlex.split(command)
    app = both_sides_app if program == "both-sides" else claims_app
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        app.run(arguments)
    out.seek(0)
    return out.read(), err.getvalue()


def shorten(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Cut long lists and texts, so that the shape can be seen."""
    if isinstance(value, dict):
        return {name: shorten(member) for name, member in value.items()}
    if isinstance(value, list):
        kept = [shorten(member) for member in value[:MEMBERS_SHOWN]]
        return [*kept, "…"] if len(value) > len(kept) else kept
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        return f"{value[: LONGEST_TEXT - 1]}…"
    return value


def format_sample(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Write a shortened sample, short lists on one line."""

    def join(match: re.Match[str]) -> str:
        line = f"[{' '.join(match[1].split())}]"
        return line if len(line) <= WIDEST_LINE else match[0]

    text = json.dumps(shorten(value), ensure_ascii=False, indent=2)
    return _SCALARS.sub(join, text)


def _section(step: Step) -> str:
    out, err = run(step.command)
    if step.title is None:
        return ""
    text = err if step.is_error else out
    if step.is_stream:
        text = text.partition("\n")[0]
    if step.shows:
        text = Path(step.shows).read_text(encoding="utf-8")
    words = f"{step.words}\n\n" if step.words else ""
    sample = format_sample(json.loads(text))
    return f"### {step.title}\n\n```text\n{step.command}\n```\n\n{words}```json\n{sample}\n```\n"


@contextlib.contextmanager
def workplace() -> Iterator[None]:
    """Work in a folder that has what the demo leaves, a dump and a dispute; at a fixed time."""
    environment = {name: word for name, word in os.environ.items() if not _is_setting(name)}
    with (
        tempfile.TemporaryDirectory() as directory,
        contextlib.chdir(directory),
        patch.dict(os.environ, environment | SETTINGS, clear=True),
        patch.object(wiring, "utc_now", lambda: NOW),
    ):
        run("both-sides demo --directory .")
        dossier = json.loads(Path("RUL-0001.json").read_bytes())
        Path("dispute.jsonl").write_text(json.dumps(dossier["engineInput"]), encoding="utf-8")
        Path("dump.ndjson").write_bytes(files("both_sides.corpus").joinpath(WIKIDATA).read_bytes())
        yield


def _is_setting(name: str) -> bool:
    return name.startswith("BOTH_SIDES_") or name in {"NO_COLOR", "HTTPS_PROXY"}
