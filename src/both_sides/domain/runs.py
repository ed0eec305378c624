"""Hold what a batch run says of itself, so that a published ranking can be checked later.

Whoever holds the inputs can run the same engine again and must get the same digest; whoever holds
the output can digest its rows and find the event that sealed it. *This module does not* digest.
"""

from dataclasses import dataclass
from typing import NewType

RunId = NewType("RunId", str)


@dataclass(frozen=True, slots=True)
class Dataset:
    """Name one dataset that was read or written.

    Args:
        name: Its name for people, usually that of a file.
        digest: How it is told from every other, for example ``sha256:…``.
        size: How many bytes it has, or rows where its digest is of its rows; None where unknown.
    """

    name: str
    digest: str
    size: int | None = None


@dataclass(frozen=True, slots=True)
class BatchRun:
    """Hold what was ranked, how, and what came out.

    Args:
        engine_version: Which engine ranked.
        program_version: Which version of this program ran it.
        as_of: The instant the ranking was made for, ISO.
        options: Everything else that changes the output, as (name, value).
        inputs: What was read.
        output: What was written; its digest is of its rows.
        disputes: How many disputes were ranked.
        claims: How many claims they have.
        bands: How many disputes have each band, as (band, count).
    """

    engine_version: str
    program_version: str
    as_of: str
    options: tuple[tuple[str, str], ...]
    inputs: tuple[Dataset, ...]
    output: Dataset
    disputes: int
    claims: int
    bands: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class SealedRun:
    """Hold the newest run that had a certain output, as the ledger keeps it.

    Args:
        run_id: Names the run, for example ``RUN-0001``.
        run: What it says.
        actor: Who sealed it.
        at: When, UTC as ISO text.
        n: The place of its event in the chain.
    """

    run_id: RunId
    run: BatchRun
    actor: str
    at: str
    n: int
