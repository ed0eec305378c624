"""Split a dump into pieces that a cluster can read side by side: whole lines, packed with zstd.

A gzip or bzip2 file can only be read from its start, by one machine. Pieces are cut between
entities, so each can be ranked by itself, and `pieces.json` says what they are. Pieces that are
finished stay when a run is interrupted. *This module does not* read what an entity says.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import orjson
import pyarrow as pa

from both_sides.batch.digests import digest_file
from both_sides.batch.line_chunks import CHUNK_BYTES, MARGIN, Chunk, cut_chunks
from both_sides.batch.parquet_files import UNFINISHED, sync, write_whole, writing
from both_sides.batch.streams import PackedFile
from both_sides.batch.workers import ahead
from both_sides.errors import InvalidInputError
from both_sides.exchange.problems import Place, Problem, ProblemCode

MANIFEST: Final = "pieces.json"
PIECE_BYTES: Final = 256 << 20  # of lines before they are packed


@dataclass(frozen=True, slots=True)
class Piece:
    """Name one piece.

    Args:
        file: Its name.
        source: The file that it was cut from.
        first_line: The first line of the source in it.
        last_line: The last one.
        digest: Of its bytes.
    """

    file: str
    source: str
    first_line: int
    last_line: int
    digest: str


@dataclass(slots=True)
class SplitReport:
    """Say what became of the lines of dumps.

    Args:
        pieces: The pieces, in the order of the lines.
        lines: How many lines are in them.
        problems: Lines that are too long to be held, and ends that are missing.
    """

    pieces: list[Piece]
    lines: int
    problems: list[Problem]


Progress = Callable[[int, str], None]


def split(
    paths: Sequence[Path],
    directory: Path,
    *,
    piece_bytes: int = PIECE_BYTES,
    progress: Progress = lambda _bytes, _words: None,
) -> SplitReport:
    """Split dumps into pieces, or go on with that.

    Args:
        paths: Wikidata dumps, packed or not.
        directory: Where the pieces go; made where it is missing.
        piece_bytes: About how many bytes of lines a piece has.
        progress: Is told how far it is.

    Raises:
        InvalidInputError: The folder holds pieces of other files.
        StoreUnavailableError: The folder cannot be written; finished pieces are kept.

    *Source:* issue 6, Build 2; spec/performance.md, "Line-aligned zstd pieces split".
    """
    with writing(directory):
        directory.mkdir(parents=True, exist_ok=True)
    stats = [(path, path.stat()) for path in paths]
    sources = [[path.name, stat.st_size, stat.st_mtime_ns] for path, stat in stats]
    splitter = _Splitter(directory, [*sources, ["", piece_bytes, 0]], SplitReport([], 0, []))
    before = 0
    for path, stat in stats:
        with closing(PackedFile(path)) as file, closing(ahead(file.chunks())) as pieces:
            chunks = cut_chunks(pieces, chunk_bytes=min(CHUNK_BYTES, piece_bytes))
            for words in splitter.take(path, chunks, piece_bytes):
                progress(before + file.bytes_read, words)
        before += stat.st_size
    return splitter.report


class _Splitter:
    """Write piece after piece, and remember which are finished."""

    def __init__(self, directory: Path, sources: list[Any], report: SplitReport) -> None:
        self.report = report
        self._directory = directory
        self._sources = sources
        self._finished = {piece.file: piece for piece in read_manifest(directory, sources)}

    def take(self, path: Path, chunks: Iterable[Chunk], piece_bytes: int) -> Iterator[str]:
        """Cut one file; say after every chunk how far it is."""
        remaining = iter(chunks)
        for number, first in enumerate(remaining):
            file = self._directory / f"{_stem(path)}-{number:05d}.ndjson.zst"
            is_there = file.name in self._finished and file.exists()
            first_line, last_line, size = first.lines[0].number if first.lines else 0, 0, 0
            with _PieceFile(file, is_written=not is_there) as piece:
                for chunk in chain([first], remaining):
                    piece.add(_lines_of(chunk, is_start=chunk.number == 0))
                    self._report(chunk, path.name)
                    last_line = chunk.lines[-1].number if chunk.lines else last_line
                    size += chunk.bytes
                    yield f"{len(self.report.pieces):,} pieces"
                    if chunk.is_last or (size >= piece_bytes and not chunk.is_open):
                        break
            if piece.lines:
                self.report.lines += piece.lines
                known = self._finished.get(file.name)
                self._finish(
                    known or Piece(file.name, path.name, first_line, last_line, digest_file(file))
                )

    def _finish(self, piece: Piece) -> None:
        self.report.pieces.append(piece)
        members = {
            "format": 1,
            "sources": self._sources,
            "pieces": [asdict(found) for found in self.report.pieces],
        }
        content = orjson.dumps(members, option=orjson.OPT_INDENT_2)
        write_whole(self._directory / MANIFEST, content)

    def _report(self, chunk: Chunk, source: str) -> None:
        for line in chunk.lines:
            if not line.is_whole:
                what = f"it has {line.length:,} bytes and is in no piece"
                place = Place(source, line.number)
                self.report.problems.append(Problem(ProblemCode.LINE_TOO_LONG, what, place))
        if chunk.flaw is not None:
            place = Place(source, chunk.lines[-1].number if chunk.lines else None)
            self.report.problems.append(Problem(chunk.flaw.code, chunk.flaw.what, place))


class _PieceFile:
    """Write the lines of one piece, packed; it is there whole or not at all."""

    def __init__(self, path: Path, *, is_written: bool) -> None:
        self.lines = 0
        self._path = path
        self._unfinished = path.with_name(path.name + UNFINISHED)
        self._is_written = is_written
        self._stack = ExitStack()
        self._stream: Any = None

    def __enter__(self) -> Self:
        if self._is_written:
            with writing(self._path):
                sink = self._stack.enter_context(pa.OSFile(str(self._unfinished), "wb"))
                packed = pa.CompressedOutputStream(sink, "zstd")
                self._stream = self._stack.enter_context(packed)
        return self

    def add(self, lines: Iterable[bytes]) -> None:
        """Write lines, or only count them where the piece is there."""
        for line in lines:
            self.lines += 1
            if self._stream is not None:
                with writing(self._path):
                    self._stream.write(line + b"\n")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._stream is None:
            return
        with writing(self._path):
            self._stack.close()
            if kind is None and self.lines:
                sync(self._unfinished)
                self._unfinished.replace(self._path)
            self._unfinished.unlink(missing_ok=True)


def _lines_of(chunk: Chunk, *, is_start: bool) -> Iterator[bytes]:
    """Give the lines of a chunk without the brackets and commas of the list around entities."""
    lines = [line.content for line in chunk.lines if line.is_whole and line.content.strip()]
    if is_start and lines and lines[0].strip() == b"[":
        lines = lines[1:]
    if chunk.is_last and lines and lines[-1].strip() == b"]":
        lines = lines[:-1]
    for line in lines:
        yield line.rstrip().removesuffix(b",") if line.startswith(MARGIN) else line


def read_manifest(directory: Path, sources: list[Any] | None = None) -> list[Piece]:
    """Read which pieces are finished; none where there is no list of them.

    Raises:
        InvalidInputError: The list cannot be read, or is of other sources.
    """
    path = directory / MANIFEST
    if not path.exists():
        return []
    try:
        members = orjson.loads(path.read_bytes())
        if sources is None or members["sources"] == sources:
            return [Piece(**piece) for piece in members["pieces"]]
        what = "holds pieces of other files, or of another size"
    except (ValueError, KeyError, TypeError):
        what = "does not say which pieces there are"
    raise InvalidInputError(
        f"{path} {what}",
        hint="name another folder, or remove this one to split everything anew",
        file=str(path),
    )


def _stem(path: Path) -> str:
    return path.name.partition(".")[0] or "piece"
