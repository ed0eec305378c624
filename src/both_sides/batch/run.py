"""Run a ranking from whatever somebody names to a file that is there whole: the use case.

    find the inputs → read them into nested Parquet → rank → say what was done

*This module does not* parse arguments and prints nothing.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from both_sides.batch.accounts import Wanted
from both_sides.batch.inputs import InputKind, Inputs, find_inputs
from both_sides.batch.local import Ranking, RankOptions, are_sorted, rank_files
from both_sides.batch.prepare import inputs_of, prepare
from both_sides.batch.prepared import Prepared, PrepareOptions, account_of
from both_sides.batch.records import record_of, said_of
from both_sides.batch.workers import usable_cores
from both_sides.domain.runs import BatchRun
from both_sides.errors import InvalidInputError
from both_sides.scoring.adjudicate import read_as_of
from both_sides.store.output_place import replaceable

WORK: Final = ".work"
RANKING_SUFFIXES: Final = frozenset({"", ".parquet", ".pq"})

# What is worked on ("reading", "ranking"), how much of it there is or None, and then, again and
# again, how much is done and how far that is in words.
Tell = Callable[[int, str], None]
Stage = Callable[[str, int | None], Any]  # a context manager that gives a `Tell`


@dataclass(frozen=True, slots=True)
class Plan:
    """Say what is to be ranked, how, and where it goes.

    Args:
        paths: Files and folders, all of one kind; with Spark also addresses.
        ranking: How disputes are ranked.
        reading: What is read of dumps and tables.
        out: Where the ranking goes; None to read only.
        disputes: The folder in which what was read is kept; None to keep it only while needed.
        worst: How many of the worst disputes to keep in the summary.
        spark: The master of a Spark cluster, or None for this machine.
    """

    paths: tuple[str, ...]
    ranking: RankOptions
    reading: PrepareOptions
    out: str | None = None
    disputes: Path | None = None
    worst: int = 0
    spark: str | None = None

    def checked(self) -> "Plan":
        """Give the plan, if it can be carried out.

        Raises:
            InvalidInputError: It cannot; before anything was read.
            StoreUnavailableError: The ranking cannot be written where it is to go.
        """
        read_as_of(self.ranking.as_of)
        if self.out is None and self.disputes is None:
            raise InvalidInputError(
                "where does the ranking go?",
                hint="name a file, for example --out ranking.parquet; or a folder with --disputes"
                " to read without ranking",
                field="out",
            )
        if self.out is not None and "://" not in self.out:
            self._require_place(Path(self.out))
        return self

    def _require_place(self, out: Path) -> None:
        """Refuse a place where the ranking cannot be written, or not without loss."""
        parent = out.absolute().parent
        if not parent.is_dir():
            raise InvalidInputError(
                f"there is no folder {parent} for the ranking",
                hint="make it, or name another place with --out",
                field="out",
            )
        if self.spark is not None:  # it writes a folder, and takes none that is there
            return
        self._require_other_file(replaceable(out))
        if out.suffix not in RANKING_SUFFIXES:
            raise InvalidInputError(
                f"a ranking is written as Parquet, which {str(out)!r} does not look like",
                hint=f"name it {out.with_suffix('.parquet').name}; every data tool turns Parquet"
                f" into {out.suffix}",
                field="out",
            )

    def _require_other_file(self, out: Path) -> None:
        """Refuse to write the ranking over what it is made of."""
        if out.exists() and any(
            path.exists() and path.samefile(out) for path in map(Path, self.paths)
        ):
            raise InvalidInputError(
                f"{out} is what is to be ranked, and the ranking would replace it",
                hint="name another file with --out",
                field="out",
            )


@dataclass(frozen=True, slots=True)
class Outcome:
    """Hold what became of a plan.

    Args:
        inputs: What was found.
        prepared: What was read.
        ranking: What was ranked; None where that was not asked for.
        record: What can be sealed of it; None likewise.
    """

    inputs: Inputs
    prepared: Prepared
    ranking: Ranking | None = None
    record: BatchRun | None = None

    @property
    def is_incomplete(self) -> bool:
        """Tell whether a line, a row or a statement was lost."""
        account = self.prepared.account
        return account is not None and account.is_incomplete


@contextmanager
def running(plan: Plan, stage: Stage) -> Iterator[Outcome]:
    """Carry a plan out; what was read is at hand until the end of the context.

    An error or an interruption leaves a state from which the same plan goes on.

    Args:
        plan: What to do.
        stage: Shows how far it is.

    Raises:
        InvalidInputError: Something in the plan or in the inputs cannot be.
        StoreUnavailableError: The output cannot be written.

    *Source:* issue 6, Build 3.
    """
    plan.checked()
    if plan.spark is not None and any("://" in path for path in plan.paths):
        yield _rank_on_spark(plan, Inputs(InputKind.DISPUTES, ()), None, stage)
        return
    inputs = find_inputs(list(map(Path, plan.paths)), is_mapped=plan.reading.mapping is not None)
    if plan.spark is not None and inputs.kind is InputKind.DUMP and plan.disputes is None:
        yield _rank_on_spark(plan, inputs, None, stage)
        return
    prepared, work = read(plan, inputs, stage)
    if plan.out is None:
        yield Outcome(inputs, prepared)
    elif plan.spark is not None:
        yield _rank_on_spark(plan, inputs, prepared, stage)
    else:
        ranking = _rank(plan, prepared, stage)
        record = record_of(prepared, plan.ranking, ranking, Path(plan.out))
        yield Outcome(inputs, prepared, ranking, record)
    if work is not None and plan.out is not None:
        shutil.rmtree(work, ignore_errors=True)


def _rank_on_spark(plan: Plan, inputs: Inputs, prepared: Prepared | None, stage: Stage) -> Outcome:
    """Rank on a cluster: what was read here, pieces of a dump, or what lies at an address."""
    from both_sides.batch.spark import SparkJob, rank_on_spark

    if plan.reading.texts is not None and prepared is None:
        raise InvalidInputError(
            "texts of second sources are looked up on this machine only",
            hint="read the dump here first, with --disputes FOLDER, and rank that folder there",
            field="texts",
        )
    assert plan.spark is not None
    assert plan.out is not None
    known = prepared or Prepared((), inputs_of(inputs.files))
    local = inputs.files if prepared is None else prepared.files
    wanted = Wanted("", plan.reading.properties, bool(plan.reading.agreed_too))
    job = SparkJob(
        master=plan.spark,
        files=tuple(str(path.absolute()) for path in local) or plan.paths,
        inputs=known.inputs,
        out=plan.out if "://" in plan.out else str(Path(plan.out).absolute()),
        options=plan.ranking,
        said=said_of(known),
        is_sorted=prepared is not None and are_sorted(prepared.files),
        worst=plan.worst,
        wanted=wanted if inputs.kind is InputKind.DUMP and prepared is None else None,
    )
    with stage("ranking", None):
        answer = rank_on_spark(job)
    account = known.account if answer.state is None else account_of(answer.state)
    done = Prepared(known.files, answer.inputs, account, known.options)
    record = record_of(done, plan.ranking, answer.ranking, Path(plan.out))
    return Outcome(inputs, done, answer.ranking, record)


def read(plan: Plan, inputs: Inputs, stage: Stage) -> tuple[Prepared, Path | None]:
    """Read the inputs of a plan into nested Parquet.

    Returns:
        What was read, and the folder that is not needed any more when all is done; or None.
    """
    out = Path(plan.out or plan.paths[0])
    directory = plan.disputes or out.with_name(out.name + WORK)
    total = sum(path.stat().st_size for path in inputs.files)
    try:
        with stage("reading", total) as tell:
            prepared = prepare(inputs, directory, plan.reading, progress=tell)
    except BaseException:
        with suppress(OSError):  # what is finished in it is kept, and an empty one helps nobody
            directory.rmdir()
        raise
    is_kept = plan.disputes is not None or inputs.kind is InputKind.DISPUTES
    return prepared, None if is_kept else directory


def _rank(plan: Plan, prepared: Prepared, stage: Stage) -> Ranking:
    with stage("ranking", None) as tell:
        return rank_files(
            prepared.files,
            Path(plan.out or ""),
            plan.ranking,
            said=said_of(prepared),
            cores=plan.reading.cores,
            worst=plan.worst,
            progress=lambda disputes, claims: tell(claims, f"{disputes:,} disputes"),
        )


def cores_of(asked: int | None) -> int:
    """Give how many cores to use.

    Raises:
        InvalidInputError: Fewer than one.
    """
    if asked is not None and asked < 1:
        raise InvalidInputError(
            f"{asked} cores cannot rank anything", hint="use at least 1", field="cores"
        )
    return asked or usable_cores()
