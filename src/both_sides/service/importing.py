"""Bring entities into a scope, a batch a transaction; whatever cannot be read is reported.

A repeated import records nothing, so an import that was interrupted goes on where it stopped.
*This module does not* show progress; it tells how far it is.
"""

import errno
import os
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Final

from both_sides.domain.commands import ImportEntity
from both_sides.domain.decide import decide
from both_sides.domain.entities import Entity
from both_sides.domain.ids import EntityId, PropertyId
from both_sides.domain.state import State
from both_sides.errors import InvalidInputError, LedgerError, NotFoundError
from both_sides.exchange.dump_lines import LONGEST_LINE, read_entities
from both_sides.exchange.problems import Place, Problem, ProblemCode
from both_sides.exchange.wikidata import ReadEntity
from both_sides.service.desk import Desk
from both_sides.service.requests import Decision, Request
from both_sides.store.port import ViewKey

ENTITIES_A_BATCH: Final = 250
MOST_PROBLEMS_KEPT: Final = 10_000
LONGEST_NAME: Final = 200

Progress = Callable[["ImportReport"], None]


@dataclass
class ImportReport:
    """Count what became of everything that was read.

    Statements found are claims, left out on request, or lost with a problem that names them.

    Args:
        entities: Entities that were read.
        recorded: Those that were new or had changed.
        statements: Statements found.
        claims: Statements that are claims now.
        left_out: Statements about properties that nobody asked for.
        lost: Statements that could not become claims.
        problems: What could not be read, the first 10,000.
        problem_counts: How often each kind of problem occurred.
        bytes_read: Bytes taken from the files, packed as they are.
        is_incomplete: Whether a line, an entity or a statement was lost.
    """

    entities: int = 0
    recorded: int = 0
    statements: int = 0
    claims: int = 0
    left_out: int = 0
    lost: int = 0
    problems: list[Problem] = field(default_factory=list)
    problem_counts: Counter[str] = field(default_factory=Counter)
    bytes_read: int = 0
    is_incomplete: bool = False

    @property
    def unchanged(self) -> int:
        """Count the entities that were like that already."""
        return self.entities - self.recorded

    def add_problem(self, problem: Problem) -> None:
        """Count a problem, and keep it if there is room."""
        self.problem_counts[problem.code.value] += 1
        if len(self.problems) < MOST_PROBLEMS_KEPT:
            self.problems.append(problem)


@dataclass(frozen=True, slots=True)
class Selection:
    """Say what is imported; None stands for everything.

    Args:
        entities: Only these entities.
        properties: Only claims about these properties; others that are known stay.
        language: In which language to name entities.
        longest_line: The most bytes of one line, or of one document over several lines.
        most_unpacked: The most bytes that are read of an unpacked file.
    """

    entities: frozenset[EntityId] | None = None
    properties: tuple[PropertyId, ...] | None = None
    language: str = "en"
    longest_line: int = LONGEST_LINE
    most_unpacked: int | None = None


def import_files(
    desk: Desk,
    paths: Sequence[Path],
    selection: Selection,
    *,
    actor: str,
    progress: Progress = lambda _report: None,
) -> ImportReport:
    """Import the entities of files.

    Args:
        desk: The scope.
        paths: Wikidata JSON, dump lines or NDJSON; plain, gzip or bzip2.
        selection: What to import.
        actor: Who imports.
        progress: Is told how far it is, after every batch.

    Returns:
        What became of everything that was read.

    Raises:
        NotFoundError: A file is not there; nothing was imported then.
        InvalidInputError: A file cannot be read; nothing was imported then.
        StoreUnavailableError: The ledger cannot be written; earlier batches are kept.

    *Source:* spec/interfaces.md, `import wikidata`.
    """
    require_files(paths)
    report = ImportReport()
    for path in paths:
        before = report.bytes_read
        with _open(path) as stream:

            def tell(report: ImportReport, stream: BinaryIO = stream, before: int = before) -> None:
                report.bytes_read = before + _bytes_taken(stream)
                progress(report)

            import_stream(
                desk, stream, selection, report, source=path.name, actor=actor, progress=tell
            )
            report.bytes_read = before + _bytes_taken(stream)
    return report


def import_stream(  # noqa: PLR0913 - an import
    desk: Desk,
    stream: BinaryIO,
    selection: Selection,
    report: ImportReport,
    *,
    source: str,
    actor: str,
    progress: Progress = lambda _report: None,
    between_chunks: Callable[[], None] = lambda: None,
) -> ImportReport:
    """Import the entities of one open file.

    Args:
        desk: The scope.
        stream: Open for reading bytes.
        selection: What to import, and how much of it.
        report: Is added to.
        source: What to call the file in a problem.
        actor: Who imports.
        progress: Is told how far it is, after every batch; what it raises ends the import, and
            what was recorded before stays.
        between_chunks: Is called for every chunk of the unpacked file, so also where nothing in it
            is an entity; what it raises ends the import, too.

    Returns:
        The report.
    """
    found = read_entities(
        stream,
        source=source,
        language=selection.language,
        entities=selection.entities,
        properties=selection.properties,
        longest_line=selection.longest_line,
        most_unpacked=selection.most_unpacked,
        between_chunks=between_chunks,
    )
    for batch in _batches(found):
        record_read(desk, batch, selection.properties, actor, report)
        progress(report)
    return report


def import_entities(
    desk: Desk,
    entities: Iterable[Entity],
    *,
    actor: str,
    properties: tuple[PropertyId, ...] | None = None,
) -> ImportReport:
    """Import entities that were read already, for example the bundled corpus."""
    report = ImportReport()
    for batch in _batches(ReadEntity(entity) for entity in entities):
        record_read(desk, batch, properties, actor, report)
    return report


def _batches(found: Iterable[ReadEntity]) -> Iterator[list[ReadEntity]]:
    remaining = iter(found)
    while batch := list(islice(remaining, ENTITIES_A_BATCH)):
        yield batch


def record_read(
    desk: Desk,
    batch: Sequence[ReadEntity],
    properties: tuple[PropertyId, ...] | None,
    actor: str,
    report: ImportReport,
) -> None:
    """Record entities that were read in one transaction, and count what became of them."""
    read = [found for found in batch if found.entity is not None]
    requests = [
        Request(
            _plan(ImportEntity(found.entity, properties)),
            actor,
            reads=[ViewKey(kind, found.entity.entity_id) for kind in ("entity", "audited")],
        )
        for found in read
        if found.entity is not None
    ]
    outcomes = desk.ledger.record_all(desk.scope, requests) if requests else []
    for found in batch:
        report.statements += found.statements_found or found.claims
        report.left_out += found.statements_left_out
        report.lost += found.statements_lost
        report.is_incomplete |= found.statements_lost > 0
        report.is_incomplete |= found.entity is None and bool(found.problems)
        for problem in found.problems:
            report.add_problem(problem)
    for found, outcome in zip(read, outcomes, strict=True):
        if isinstance(outcome, LedgerError):
            _refuse(found, outcome, report)
        else:
            report.entities += 1
            report.claims += found.claims
            report.recorded += bool(outcome.events)


def _refuse(found: ReadEntity, error: LedgerError, report: ImportReport) -> None:
    """Report an entity that cannot be sealed, for example for half a surrogate pair in a text."""
    assert found.entity is not None
    report.lost += found.claims
    report.is_incomplete = True
    report.add_problem(
        Problem(
            ProblemCode.NOT_SEALABLE,
            error.message,
            Place("the ledger"),
            found.entity.entity_id,
            statements_lost=found.claims,
        )
    )


def _plan(command: ImportEntity) -> Callable[[State, str], Decision]:
    return lambda state, _at: Decision(decide(state, command))


def require_files(paths: Sequence[Path]) -> None:
    """Require that all files can be read, before anything is recorded or made.

    Raises:
        NotFoundError: A file is not there.
        InvalidInputError: A file cannot be read.
    """
    for path in paths:
        try:
            is_directory = stat.S_ISDIR(path.stat().st_mode)
        except (FileNotFoundError, NotADirectoryError):
            raise NotFoundError(
                f"there is no file {path}",
                hint="check the path; a Wikidata entity is also had with `both-sides fetch Q…`",
                file=str(path),
            ) from None
        except OSError as error:
            raise _unreadable(path, error.strerror) from None
        # Not opened: a named pipe is read once, when its turn comes.
        if is_directory:
            raise _unreadable(path, os.strerror(errno.EISDIR))
        if not os.access(path, os.R_OK):
            raise _unreadable(path, os.strerror(errno.EACCES))


def _open(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except OSError as error:
        raise _unreadable(path, error.strerror) from None


def _bytes_taken(stream: BinaryIO) -> int:
    """Tell how far a file was read; of a pipe nobody knows, and it is left at 0."""
    return stream.tell() if stream.seekable() else 0


def _unreadable(path: Path, reason: str | None) -> InvalidInputError:
    return InvalidInputError(
        f"{str(path)[:LONGEST_NAME]} cannot be read: {reason}",
        hint="name a readable file, packed or not; a folder is not read",
        file=str(path)[:LONGEST_NAME],
    )
