"""Remember how far the ingestion of a dump is, so that it can go on after an interruption.

The folder of disputes holds whole Parquet parts and one small file, `ingest.json`, that is
written anew whenever a part is finished. It says what was read (names, sizes and times of the
files), what for (the options), which parts there are, what became of every statement, and where to
go on. *This module does not* read dumps.
"""

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import orjson

from both_sides.batch.accounts import Tally
from both_sides.batch.parquet_files import write_whole
from both_sides.errors import InvalidInputError, MalformedDocumentError
from both_sides.exchange.problems import Place, Problem, ProblemCode

STATE_FILE: Final = "ingest.json"
FORMAT: Final = 1
MOST_PROBLEMS_KEPT: Final = 10_000


@dataclass(slots=True)
class Input:
    """Name one file that is read.

    Args:
        name: Its name without folders.
        bytes: Its size.
        modified_ns: When it was last changed, nanoseconds since 1970.
        digest: Of its bytes, once it was read to the end; or None.
        next_chunk: The first chunk that is not in a finished part.
        opens_list: Whether it begins with a list.
    """

    name: str
    bytes: int
    modified_ns: int
    digest: str | None = None
    next_chunk: int = 0
    opens_list: bool = False


@dataclass(slots=True)
class Part:
    """Name one finished Parquet file."""

    file: str
    rows: int
    claims: int


@dataclass(slots=True)
class IngestState:
    """Hold how far an ingestion is.

    Args:
        options: What is read, as members that can be compared.
        inputs: The files.
        parts: The finished Parquet files.
        tally: What became of everything in finished parts.
        problems: What could not be read there, the first 10,000.
        problem_counts: How often each kind of problem occurred.
        repeated: Ids of entities that come again.
        is_complete: Whether everything was read.
        account: What became of the rows of a table; nothing for a dump.
    """

    options: dict[str, Any]
    inputs: list[Input]
    parts: list[Part] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    problems: list[Problem] = field(default_factory=list)
    problem_counts: dict[str, int] = field(default_factory=dict)
    repeated: list[str] = field(default_factory=list)
    is_complete: bool = False
    account: dict[str, Any] = field(default_factory=dict)

    def report(self, problem: Problem) -> None:
        """Count a problem, and keep it if there is room."""
        code = problem.code.value
        self.problem_counts[code] = self.problem_counts.get(code, 0) + 1
        if len(self.problems) < MOST_PROBLEMS_KEPT:
            self.problems.append(problem)

    @property
    def is_incomplete(self) -> bool:
        """Tell whether a line, an entity or a statement was lost."""
        lossy = {ProblemCode(code) for code in self.problem_counts} & _LOSSY
        return self.tally.lost > 0 or bool(lossy)

    def save(self, directory: Path) -> None:
        """Write the state, whole or not at all.

        Raises:
            StoreUnavailableError: It cannot be written.
        """
        members = {"format": FORMAT, **asdict(self)}
        write_whole(directory / STATE_FILE, orjson.dumps(members, option=orjson.OPT_INDENT_2))


# Problems by which something is gone, not only a part of a claim.
_LOSSY: Final = frozenset(ProblemCode) - {
    ProblemCode.MISSING_VALUE,
    ProblemCode.UNREADABLE_VALUE,
    ProblemCode.UNREADABLE_QUALIFIER,
    ProblemCode.UNREADABLE_REFERENCE,
    ProblemCode.REPEATED_STATEMENT_ID,
    ProblemCode.INVALID_STATEMENT_ID,
    ProblemCode.FOREIGN_PROPERTY,
    ProblemCode.UNKNOWN_RANK,
}


def load_state(directory: Path, begun: IngestState) -> IngestState:
    """Read how far an earlier run came, or begin.

    Args:
        directory: The folder of disputes.
        begun: What is to be read now.

    Raises:
        InvalidInputError: The folder holds disputes of other files, or read with other options.
        MalformedDocumentError: Its state cannot be read.
    """
    path = directory / STATE_FILE
    if not path.exists():
        return begun
    state = read_state(directory)
    differences = [
        f"{name}: then {state.options.get(name)!r}, now {begun.options.get(name)!r}"
        for name in sorted(state.options.keys() | begun.options.keys())
        if state.options.get(name) != begun.options.get(name)
    ]
    files = [(found.name, found.bytes, found.modified_ns) for found in state.inputs]
    if files != [(found.name, found.bytes, found.modified_ns) for found in begun.inputs]:
        differences.append("the files are others, or were changed since")
    if differences:
        raise InvalidInputError(
            f"{directory} holds disputes that were read otherwise: {'; '.join(differences)}",
            hint="name another folder with --disputes, or remove this one to read everything anew",
            folder=str(directory),
            differences=differences,
        )
    return state


def read_state(directory: Path) -> IngestState:
    """Read the state of a folder of disputes.

    Raises:
        MalformedDocumentError: It has none that can be read.
    """
    path = directory / STATE_FILE
    try:
        members = orjson.loads(path.read_bytes())
        if members.pop("format") != FORMAT:
            raise ValueError(FORMAT)  # noqa: TRY301 - answered below with the other reasons
        members["inputs"] = [Input(**found) for found in members["inputs"]]
        members["parts"] = [Part(**found) for found in members["parts"]]
        members["tally"] = Tally(**members["tally"])
        members["problems"] = [_problem(found) for found in members["problems"]]
        return IngestState(**members)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise MalformedDocumentError(
            f"{path} does not say how far the ingestion is: {error}",
            hint="remove the folder, and run the command again",
            source=str(path),
        ) from None


def _problem(members: dict[str, Any]) -> Problem:
    place = members.pop("place")
    code = ProblemCode(members.pop("code"))
    return Problem(code=code, place=None if place is None else Place(**place), **members)
