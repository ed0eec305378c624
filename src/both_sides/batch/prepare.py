"""Bring whatever somebody wants ranked into nested Parquet, and account for everything in it.

Disputes are taken as they are. Dumps, tables and lines are read into a folder of disputes; a folder
that holds just these is used again, and a dump goes on where it was interrupted. *This module does
not* rank.
"""

from collections.abc import Iterable
from pathlib import Path

from both_sides.batch.digests import digest_file
from both_sides.batch.ingest import IngestOptions, ingest
from both_sides.batch.ingest_state import IngestState
from both_sides.batch.inputs import InputKind, Inputs
from both_sides.batch.parquet_files import UNFINISHED, writing
from both_sides.batch.prepare_rows import prepare_rows
from both_sides.batch.prepared import (
    Prepared,
    PrepareOptions,
    Progress,
    account_of,
    prepared_of,
)
from both_sides.batch.second_sources import write_texts
from both_sides.batch.texts import read_texts
from both_sides.domain.runs import Dataset


def prepare(
    inputs: Inputs,
    directory: Path,
    options: PrepareOptions,
    *,
    progress: Progress = lambda _bytes, _words: None,
) -> Prepared:
    """Bring inputs into nested Parquet.

    Args:
        inputs: What somebody wants ranked.
        directory: A folder for the disputes of everything that is not nested Parquet already.
        options: What is read.
        progress: Is told how far it is.

    Raises:
        InvalidInputError: The folder holds other disputes, or the mapping is wrong.
        StoreUnavailableError: The folder cannot be written; what is finished is kept.

    *Source:* issue 6, Build 2.
    """
    if inputs.kind is InputKind.DISPUTES:
        return Prepared(inputs.files, inputs_of(inputs.files))
    with writing(directory):
        directory.mkdir(parents=True, exist_ok=True)
    if inputs.kind is InputKind.DUMP:
        return _prepare_dump(inputs, directory, options, progress)
    return prepare_rows(inputs, directory, options, progress)


# --- dumps ---


def inputs_of(files: Iterable[Path]) -> tuple[Dataset, ...]:
    """Name files with their digests and sizes."""
    return tuple(Dataset(path.name, digest_file(path), path.stat().st_size) for path in files)


def _prepare_dump(
    inputs: Inputs, directory: Path, options: PrepareOptions, progress: Progress
) -> Prepared:
    texts, digest = None, None
    if options.texts is not None:
        texts, digest = directory / "texts.db", digest_file(options.texts)
        if not texts.exists():
            unfinished = texts.with_name(texts.name + UNFINISHED)
            write_texts(unfinished, read_texts(options.texts))
            unfinished.replace(texts)
    chosen = IngestOptions(
        properties=options.properties,
        agreed_too=bool(options.agreed_too),
        texts=texts,
        texts_digest=digest,
    )

    def tell(done: int, state: IngestState) -> None:
        progress(done, f"{state.tally.entities:,} entities")

    state = ingest(inputs.files, directory, chosen, cores=options.cores, progress=tell)
    return prepared_of(state, directory, account_of(state))
