"""Tell what the files are that somebody wants ranked, by what is in them.

    disputes    nested Parquet, or a folder of it
    dump        Wikidata entities, packed or not
    table       Parquet, CSV or JSON Lines with one claim a row
    lines       disputes as `adjudicate --input` takes them, one a line

*This module does not* read more of a file than its beginning.
"""

from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Any, Final

import orjson
import pyarrow as pa

from both_sides.batch.ingest_state import STATE_FILE, read_state
from both_sides.batch.mapping import guess_mapping
from both_sides.batch.parquet_files import UNFINISHED, open_parquet
from both_sides.batch.streams import PackedFile
from both_sides.batch.table_rows import TableForm
from both_sides.errors import InvalidInputError, NotFoundError
from both_sides.exchange.dump_lines.lines import Line, cut_lines

PARQUET: Final = b"PAR1"
_FRAMING: Final = frozenset({b"", b"[", b"]", b"],", b"[]", b","})
_SEPARATED: Final = {".csv", ".tsv", ".tab"}
_LINES_LOOKED_AT: Final = 20
_SIGNS_OF_AN_ENTITY: Final = {"claims", "statements", "labels", "lemmas", "entities", "missing"}


class InputKind(StrEnum):
    """Name what a file can be."""

    DISPUTES = "disputes"
    DUMP = "dump"
    TABLE = "table"
    LINES = "lines"


@dataclass(frozen=True, slots=True)
class Inputs:
    """Hold the files of one run, all of one kind.

    Args:
        kind: What they are.
        files: The files, those of folders in the order of their names.
        forms: How each is written, where they are tables.
    """

    kind: InputKind
    files: tuple[Path, ...]
    forms: tuple[TableForm, ...] = ()


def find_inputs(paths: Sequence[Path], *, is_mapped: bool) -> Inputs:
    """Find the files and tell what they are.

    Args:
        paths: Files and folders.
        is_mapped: Whether a mapping says that they are a table.

    Raises:
        NotFoundError: Some are not there; the facts list all of them.
        InvalidInputError: They are of several kinds, or a folder is not ready.
    """
    files = [file for path in _require(paths) for file in _files_of(path)]
    told = [(file, *_tell(file, is_mapped=is_mapped)) for file in files]
    kinds = {kind for _, kind, _ in told}
    if len(kinds) > 1:
        names = [f"{file.name}: {kind.value}" for file, kind, _ in told]
        raise InvalidInputError(
            f"the files are of several kinds: {', '.join(names[:8])}",
            hint="rank one kind at a time; a mapping file (--mapping) says that all are tables",
            kinds=names,
        )
    kind = kinds.pop() if kinds else InputKind.DISPUTES
    return Inputs(kind, tuple(files), tuple(form for _, _, form in told if form is not None))


def _require(paths: Sequence[Path]) -> Sequence[Path]:
    missing = [str(path) for path in paths if not path.exists()]
    if missing:
        raise NotFoundError(
            f"there is no file {', '.join(missing)}",
            hint="check the paths; files and folders are taken",
            files=missing,
        )
    return paths


def _files_of(path: Path) -> Iterable[Path]:
    """Give a file, or the files of a folder that are meant to be read."""
    if not path.is_dir():
        return [path]
    if (path / STATE_FILE).exists():
        state = read_state(path)
        if not state.is_complete:
            raise InvalidInputError(
                f"{path} holds disputes of which some are not read yet",
                hint="run the command that made it once more, and it goes on",
                folder=str(path),
            )
        return [path / part.file for part in state.parts]
    files = sorted(
        file
        for file in path.iterdir()
        if file.is_file() and file.name[0] not in "._" and not file.name.endswith(UNFINISHED)
    )
    tables = [file for file in files if file.suffix == ".parquet"]
    found = tables or [file for file in files if file.name != "pieces.json"]
    if not found:
        raise NotFoundError(
            f"there is nothing to rank in {path}",
            hint="name a folder of Parquet files or of pieces of a dump",
            files=[str(path)],
        )
    return found


def _tell(path: Path, *, is_mapped: bool) -> tuple[InputKind, TableForm | None]:
    """Tell what one file is."""
    if _is_parquet(path):
        if not is_mapped and _has_claims(open_parquet(path).schema_arrow):
            return InputKind.DISPUTES, None
        return InputKind.TABLE, TableForm.PARQUET
    first = _first_line(path)
    if _SEPARATED & set(path.suffixes) or (is_mapped and first[:1] not in b"{["):
        return InputKind.TABLE, TableForm.CSV
    if is_mapped:
        return InputKind.TABLE, TableForm.JSON_LINES
    return _tell_json(path, first)


def _tell_json(path: Path, first: bytes) -> tuple[InputKind, TableForm | None]:
    try:
        document = orjson.loads(first.removesuffix(b","))
    except orjson.JSONDecodeError:
        is_separated = first[:1] not in b"{[" and (b"," in first or b"\t" in first)
        if is_separated and ".json" not in path.suffixes:
            return InputKind.TABLE, TableForm.CSV
        return InputKind.DUMP, None
    if _is_dispute(document):
        return InputKind.LINES, None
    if isinstance(document, dict) and not _SIGNS_OF_AN_ENTITY & document.keys():
        try:
            guess_mapping(document.keys(), name=path.name)
        except InvalidInputError:
            return InputKind.DUMP, None
        return InputKind.TABLE, TableForm.JSON_LINES
    return InputKind.DUMP, None


def _is_parquet(path: Path) -> bool:
    if not path.is_file():
        return False
    with closing(PackedFile(path)) as file:
        return file.read(len(PARQUET)) == PARQUET


def _has_claims(schema: pa.Schema) -> bool:
    place = schema.get_field_index("claims")
    if place < 0:
        return False
    kind = schema.field(place).type
    is_list = pa.types.is_list(kind) or pa.types.is_large_list(kind)
    return bool(is_list and pa.types.is_struct(kind.value_type))


def _first_line(path: Path) -> bytes:
    """Give the first line that says something; nothing for a pipe, which is read only once."""
    if not path.is_file():
        return b""
    with closing(PackedFile(path)) as file:
        for line in islice(cut_lines(file.chunks()), _LINES_LOOKED_AT):
            content = line.content.strip() if isinstance(line, Line) else b""
            content = content.removeprefix(b"\xef\xbb\xbf")
            if content not in _FRAMING:
                return content
    return b""


def _is_dispute(document: Any) -> bool:  # noqa: ANN401 - JSON
    """Tell whether a document is a dispute as `adjudicate --input` takes it."""
    if not isinstance(document, dict) or not isinstance(document.get("claims"), list):
        return False
    claims = document["claims"]
    return "entityId" in document and (
        not claims or (isinstance(claims[0], dict) and "claimId" in claims[0])
    )
