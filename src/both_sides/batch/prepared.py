"""Hold disputes that are ready to be ranked, and say what became of everything that was read.

*This module does not* read anything.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from both_sides.batch.ingest_state import IngestState
from both_sides.domain.runs import Dataset

Progress = Callable[[int, str], None]  # bytes taken from all files, and how far that is in words


@dataclass(frozen=True, slots=True)
class PrepareOptions:
    """Say what is read.

    Args:
        properties: Of a dump, only these; None for all.
        agreed_too: Also questions that have one value only; None for the habit of the kind: not
            of a dump, where most have, but of everything else.
        mapping: The mapping file of a table, or None.
        texts: A file of second sources for a dump, or None.
        cores: How many processes read.
    """

    properties: tuple[str, ...] | None = None
    agreed_too: bool | None = None
    mapping: Path | None = None
    texts: Path | None = None
    cores: int = 1


@dataclass(slots=True)
class Account:
    """Say what became of everything that was read.

    Args:
        counts: How many there were of what; the names depend on the kind of input.
        problems: What could not be read, as JSON members, the first 10,000.
        problem_counts: How often each kind of problem occurred.
        is_incomplete: Whether something became no claim that should have.
    """

    counts: dict[str, int] = field(default_factory=dict)
    problems: list[dict[str, Any]] = field(default_factory=list)
    problem_counts: dict[str, int] = field(default_factory=dict)
    is_incomplete: bool = False


@dataclass(frozen=True, slots=True)
class Prepared:
    """Hold disputes that are ready to be ranked.

    Args:
        files: Nested Parquet.
        inputs: What they were read from.
        account: What became of everything; None where the files were taken as they are.
        options: What was chosen while reading, for the record of a run.
    """

    files: tuple[Path, ...]
    inputs: tuple[Dataset, ...]
    account: Account | None = None
    options: tuple[tuple[str, str], ...] = ()


def account_of(state: IngestState) -> Account:
    """Say what became of everything in dumps."""
    tally = state.tally
    return Account(
        counts={
            "entities": tally.entities,
            "statements": tally.statements,
            "claims": tally.claims,
            "agreed": tally.agreed,
            "superseded": tally.superseded,
            "lost": tally.lost,
            "disputes": tally.disputes,
        },
        problems=[
            {
                "code": problem.code.value,
                "message": problem.what,
                "hint": problem.hint,
                "file": None if problem.place is None else problem.place.source,
                "line": None if problem.place is None else problem.place.line,
                "entityId": problem.entity_id,
                "propertyId": problem.property_id,
                "statementId": problem.statement_id,
                "statementsLost": problem.statements_lost,
            }
            for problem in state.problems
        ],
        problem_counts=state.problem_counts,
        is_incomplete=state.is_incomplete,
    )


def prepared_of(state: IngestState, directory: Path, account: Account) -> Prepared:
    """Give what a finished folder of disputes holds."""
    said = {
        name: "all" if value is None else ",".join(value) if isinstance(value, list) else str(value)
        for name, value in state.options.items()
    }
    return Prepared(
        tuple(directory / part.file for part in state.parts),
        tuple(Dataset(found.name, found.digest or "", found.bytes) for found in state.inputs),
        account,
        tuple(sorted(said.items())),
    )
