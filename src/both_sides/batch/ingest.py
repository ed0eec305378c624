"""Read Wikidata dumps into nested Parquet, sorted by claim id, in memory that does not grow.

    1. Each file is unpacked in a thread, and cut into chunks of lines (`line_chunks`).
    2. Processes read chunks into rows of disputes (`entity_lines`).
    3. The rows are written in the order of the file, some chunks a Parquet part.
    4. When a part is finished, the state says so (`ingest_state`).

Parts and chunks depend on the files only. A run that was interrupted goes on after the last
finished part, and the parts are the same as if nothing had happened. *This module does not* rank.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from itertools import chain, dropwhile
from pathlib import Path
from typing import Any, Final

from both_sides import __version__
from both_sides.batch.accounts import ReadChunk, Tally, Wanted, unclosed_list
from both_sides.batch.columns import DISPUTES, SORTED
from both_sides.batch.entity_lines import LineReader
from both_sides.batch.ingest_state import IngestState, Input, Part, load_state
from both_sides.batch.line_chunks import CHUNK_BYTES, Chunk, cut_chunks
from both_sides.batch.parquet_files import (
    ParquetOutput,
    about,
    batches_of,
    open_parquet,
    write_whole,
    writing,
)
from both_sides.batch.repeated import SeenEntities, Superseded, versions_that_stand
from both_sides.batch.streams import PackedFile
from both_sides.batch.workers import ahead, over_processes
from both_sides.exchange.dump_lines.compression import StreamFlaw
from both_sides.exchange.dump_lines.lines import LONGEST_LINE
from both_sides.exchange.problems import Problem

# A part ends where it has so many claims or chunks, so that an interruption costs seconds.
PART_CLAIMS: Final = 500_000
PART_CHUNKS: Final = 1024
SEEN_FILE: Final = "seen.bin"
ROWS_A_BATCH: Final = 20_000
_SMALL_BYTES: Final = 32 << 20  # of packed input: less is read before other processes have begun


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """Say what is read of a dump.

    Args:
        properties: Only these, or None for all.
        agreed_too: Also questions that have one value only.
        texts: A file that `second_sources.write_texts` wrote; or None.
        texts_digest: Of the file that it was made from; or None.
        longest_line: The most bytes of a line that are held.
        chunk_bytes: About how many bytes of lines are read at once.
    """

    properties: tuple[str, ...] | None = None
    agreed_too: bool = False
    texts: Path | None = None
    texts_digest: str | None = None
    longest_line: int = LONGEST_LINE
    chunk_bytes: int = CHUNK_BYTES

    def members(self) -> dict[str, Any]:
        """Give what has to be the same when a run goes on."""
        members = asdict(self)
        members["properties"] = None if self.properties is None else list(self.properties)
        del members["texts"]  # where it lies does not matter
        return members


Progress = Callable[[int, IngestState], None]


def ingest(
    paths: Sequence[Path],
    directory: Path,
    options: IngestOptions,
    *,
    cores: int = 1,
    progress: Progress = lambda _bytes, _state: None,
) -> IngestState:
    """Read dumps into a folder of disputes, or go on with that.

    Args:
        paths: Wikidata JSON, dump lines or NDJSON; plain, gzip, bzip2 or zstd.
        directory: Where the Parquet parts go; made where it is missing.
        options: What is read.
        cores: How many processes read.
        progress: Is told how many bytes were taken from all files, and the state.

    Returns:
        The state at the end: parts, counts and problems.

    Raises:
        InvalidInputError: The folder holds other disputes.
        StoreUnavailableError: The folder cannot be written; finished parts are kept.

    *Source:* issue 6, Build 2; spec/performance.md, "Reading Wikidata dumps".
    """
    with writing(directory):
        directory.mkdir(parents=True, exist_ok=True)
    stats = [(path, path.stat()) for path in paths]
    begun = IngestState(
        options=options.members(),
        inputs=[Input(path.name, stat.st_size, stat.st_mtime_ns) for path, stat in stats],
    )
    state = load_state(directory, begun)
    if sum(found.bytes for found in state.inputs) < _SMALL_BYTES:
        cores = 1
    seen = _load_seen(directory)
    before = 0
    for path, source in zip(paths, state.inputs, strict=True):
        if source.digest is None:
            reader = _FileReader(path, source, directory, options, state, seen)
            reader.read(cores, lambda done, before=before: progress(before + done, state))  # type: ignore[misc] # of this file
        before += source.bytes
    if state.repeated and not state.is_complete:
        _keep_what_stands(paths, directory, options, state)
    if not state.parts:  # an empty table says more than no table
        path = directory / "part-00000.parquet"
        with ParquetOutput(path, DISPUTES, _about(state, "")):
            pass
        state.parts.append(Part(path.name, 0, 0))
    state.is_complete = True
    state.save(directory)
    return state


def _about(state: IngestState, source: str) -> dict[str, Any]:
    """Say in a part what it holds, and how it came about."""
    return {"made": "disputes", **SORTED, "program": __version__, "source": source, **state.options}


class _FileReader:
    """Read one file into parts, from where an earlier run stopped."""

    def __init__(  # noqa: PLR0913 - what one file needs
        self,
        path: Path,
        source: Input,
        directory: Path,
        options: IngestOptions,
        state: IngestState,
        seen: SeenEntities,
    ) -> None:
        self._seen = seen
        self._path = path
        self._source = source
        self._directory = directory
        self._options = options
        self._state = state
        texts = None if options.texts is None else str(options.texts)
        self._wanted = Wanted(
            path.name, options.properties, options.agreed_too, texts, options.longest_line
        )

    def read(self, cores: int, progress: Callable[[int], None]) -> None:
        """Read the file to its end."""
        with (
            closing(PackedFile(self._path)) as file,
            closing(ahead(file.chunks())) as pieces,
            closing(self._results(self._new_chunks(pieces), cores)) as results,
        ):
            for first in results:
                self._write_part(first, results, lambda: progress(file.bytes_read))
            self._source.digest = file.text_digest()
            self._state.save(self._directory)

    def _new_chunks(self, pieces: Iterable[bytes | StreamFlaw]) -> Iterator[Chunk]:
        """Cut the file into chunks, and pass over those that are in finished parts."""
        options, done = self._options, self._source.next_chunk
        chunks = cut_chunks(
            pieces, longest_line=options.longest_line, chunk_bytes=options.chunk_bytes
        )
        return dropwhile(lambda chunk: chunk.number < done, chunks)

    def _results(self, chunks: Iterator[Chunk], cores: int) -> Generator[ReadChunk]:
        """Read chunks in several processes, or in this one from the first open chunk on."""
        opened: list[Chunk] = []

        def closed() -> Iterator[Chunk]:
            for chunk in chunks:
                if chunk.is_open:
                    opened.append(chunk)
                    return
                yield chunk

        work = partial(read_chunk, self._wanted)
        with closing(over_processes(work, closed(), cores=cores)) as results:
            yield from results
        if opened:
            yield from map(LineReader(self._wanted).read, chain(opened, chunks))

    def _write_part(
        self, first: ReadChunk, results: Iterator[ReadChunk], progress: Callable[[], None]
    ) -> None:
        """Write chunks to a part until it is large enough, and remember that it is there."""
        path = self._directory / f"part-{len(self._state.parts):05d}.parquet"
        read, chunks, tally = first, 0, Tally()
        problems: list[Problem] = []
        repeated: list[str] = []
        with ParquetOutput(path, DISPUTES, _about(self._state, self._source.name)) as output:
            for read in chain([first], results):
                output.write(read.batch, size=read.tally.claims)
                tally.add(read.tally)
                problems += read.problems
                repeated += self._seen.take(read.entities)
                chunks += 1
                progress()
                if not read.is_open and (tally.claims >= PART_CLAIMS or chunks >= PART_CHUNKS):
                    break
        if output.digest.rows:
            self._state.parts.append(Part(path.name, output.digest.rows, tally.claims))
        else:
            path.unlink()
        if first.number == 0:
            self._source.opens_list = first.opens_list
        if read.is_last and self._source.opens_list and not (read.closes_list or read.is_cut_off):
            problems.append(unclosed_list(self._source.name, read.last_line))
        self._source.next_chunk = read.number + 1
        self._state.tally.add(tally)
        for problem in problems:
            self._state.report(problem)
        self._state.repeated = sorted({*self._state.repeated, *repeated})
        write_whole(self._directory / SEEN_FILE, self._seen.pack())
        self._state.save(self._directory)


def _load_seen(directory: Path) -> SeenEntities:
    """Remember the entities of an earlier run; that some are read again does no harm."""
    path = directory / SEEN_FILE
    return SeenEntities.unpack(path.read_bytes()) if path.exists() else SeenEntities()


def _keep_what_stands(
    paths: Sequence[Path], directory: Path, options: IngestOptions, state: IngestState
) -> None:
    """Write parts anew without older versions of entities that come again.

    The new parts have other names, and count from when the state that names them is saved.
    """
    standing = versions_that_stand(
        paths, state.repeated, options.properties, agreed_too=options.agreed_too
    )
    superseded = Superseded(standing)
    parts = [_standing_part(directory, part, superseded) for part in state.parts]
    gone = sum(part.claims for part in state.parts) - sum(part.claims for part in parts)
    state.tally.disputes -= sum(p.rows for p in state.parts) - sum(p.rows for p in parts)
    state.tally.claims -= gone
    state.tally.superseded += gone
    state.parts, old = parts, state.parts
    state.is_complete = True
    state.save(directory)
    for part in old:
        if part not in parts:
            (directory / part.file).unlink()


def _standing_part(directory: Path, part: Part, superseded: Superseded) -> Part:
    """Give a part without what is superseded: the same one where nothing in it is."""
    path = directory / part.file
    names = batches_of(open_parquet(path), ROWS_A_BATCH, ["entity_id"])
    masks = [superseded.mask(batch) for batch in names]
    if all(mask is None for mask in masks):
        return part
    kept, claims = directory / f"{path.stem}-standing.parquet", 0
    with ParquetOutput(kept, DISPUTES, about(open_parquet(path))) as output:
        rows = batches_of(open_parquet(path), ROWS_A_BATCH)
        for batch, mask in zip(rows, masks, strict=True):
            standing = batch if mask is None else batch.filter(mask)
            found = len(standing.column("claims").flatten())
            output.write(standing, size=found)
            claims += found
    return Part(kept.name, output.digest.rows, claims)


@lru_cache(maxsize=4)
def _reader(wanted: Wanted) -> LineReader:
    return LineReader(wanted)


def read_chunk(wanted: Wanted, chunk: Chunk) -> ReadChunk:
    """Read one closed chunk; a process keeps its reader from chunk to chunk."""
    return _reader(wanted).read(chunk)
