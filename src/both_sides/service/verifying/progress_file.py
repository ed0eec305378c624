"""Remember how far a verification has come, outside the database, to go on from there.

The file is as trustworthy as the trust directory that it lies in. What it says of the tree is held
against the anchor at the end of every run. *This module does not* decide what to skip.
"""

import contextlib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import orjson

from both_sides.chain.merkle import CompactRange
from both_sides.service.verifying.findings import Finding, Level, Outcome
from both_sides.service.verifying.joining import Joined
from both_sides.store.durable_file import make_directory, read_file, write_durably

FORMAT: Final = "both-sides/verification/v1"


@dataclass(frozen=True, slots=True)
class SavedProgress:
    """Hold how far a verification has come.

    Args:
        level: How much was verified.
        joined: What was found up to there.
        rolling_after: Where the next slice of a rolling verification begins.
        anchor: The checkpoint that the tree was held against, as text; empty for none.
    """

    level: Level
    joined: Joined
    rolling_after: int = 0
    anchor: str = ""


def save_progress(path: Path, progress: SavedProgress) -> None:
    """Write how far a verification has come.

    Raises:
        StoreUnavailableError: It cannot be written.
    """
    joined = progress.joined
    members = {
        "format": FORMAT,
        "level": progress.level.value,
        "rollingAfter": progress.rolling_after,
        "anchor": progress.anchor,
        "after": joined.after,
        "events": joined.events,
        "unknown": joined.unknown,
        "tree": {"size": joined.tree.size, "hashes": [item.hex() for item in joined.tree.hashes]},
        "ends": joined.ends,
        "times": joined.times,
        "findings": [asdict(finding) for finding in joined.findings],
    }
    make_directory(path.parent, mode=0o750)
    write_durably(path, orjson.dumps(members))


def forget_progress(path: Path) -> None:
    """Remove what was saved, where there is something."""
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


def load_progress(path: Path) -> SavedProgress | None:
    """Read how far a verification has come; None where there is nothing to go on from."""
    data = read_file(path)
    try:
        return None if data is None else _read(orjson.loads(data))
    except (orjson.JSONDecodeError, KeyError, TypeError, ValueError):
        return None  # a file of another version, or a damaged one: then everything is verified


def _read(members: Any) -> SavedProgress | None:  # noqa: ANN401 - any JSON value
    if members["format"] != FORMAT:
        return None
    tree = CompactRange(
        members["tree"]["size"], [bytes.fromhex(item) for item in members["tree"]["hashes"]]
    )
    findings = [
        Finding(**{**finding, "outcome": Outcome(finding["outcome"])})
        for finding in members["findings"]
    ]
    joined = Joined(
        after=members["after"],
        events=members["events"],
        ends={scope: (n, previous, seal) for scope, (n, previous, seal) in members["ends"].items()},
        times=dict(members["times"]),
        tree=tree,
        unknown=members["unknown"],
        findings=findings,
    )
    if tree.size not in {0, joined.after}:
        return None
    return SavedProgress(
        Level(members["level"]), joined, members["rollingAfter"], members["anchor"]
    )
