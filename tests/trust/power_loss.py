"""Play a recorded step back up to any moment, and lose what the disk had not promised to keep.

A write is promised when the file was flushed after it; a new name when its file or its directory
was; a renaming when its directory was. What is not promised may be there or not, each write for
itself, and a write may have come only in part. *This module does not* know what is in the files.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

TRACE: Final = (
    "-y", "-xx", "-s", "200000",
    "-e", "trace=openat,write,pwrite64,ftruncate,fsync,fdatasync,rename,unlink,link",
)  # fmt: skip
SECTOR: Final = 512
PIPE: Final = "pipe:"

_LINE: Final = re.compile(r"^(\w+)\((.*)\) = (-?\d+)")
_FD: Final = re.compile(r"^\d+<((?:\\x[0-9a-f]{2})*)>")
_TEXT: Final = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass(frozen=True, slots=True)
class Call:
    """Hold one call that changes files or flushes them.

    Args:
        name: Of the call.
        path: Of which file.
        data: What was written.
        number: Where it was written, or the new length; -1 where it goes to the end.
        target: The new name.
    """

    name: str
    path: str
    data: bytes = b""
    number: int = -1
    target: str = ""


def calls_of(trace: str, directory: Path) -> Iterator[Call]:
    """Read the calls below a directory, and the writes to pipes, from what strace wrote.

    Args:
        trace: What strace wrote, with the options `TRACE`.
        directory: What paths are made relative to.
    """
    for line in trace.splitlines():
        found = _LINE.match(line)
        call = None if found is None or found[3][0] == "-" else _call(found[1], found[2])
        if call is None:
            continue
        if call.path.startswith(PIPE):
            yield call
        elif Path(call.path).is_relative_to(directory):
            path = _relative(call.path, directory)
            target = _relative(call.target, directory) if call.target else ""
            yield Call(call.name, path, call.data, call.number, target)


def _relative(path: str, directory: Path) -> str:
    return str(Path(path).relative_to(directory))


def _call(name: str, arguments: str) -> Call | None:  # noqa: PLR0911 - one answer a case
    texts = [bytes.fromhex(text.replace("\\x", "")) for text in _TEXT.findall(arguments)]
    descriptor = _FD.match(arguments)
    path = "" if descriptor is None else _unhex(descriptor[1])
    match name:
        case "openat" if "O_CREAT" in arguments:
            return Call("create", texts[0].decode(), number=0 if "O_TRUNC" in arguments else -1)
        case "write":
            return Call("write", path, texts[0])
        case "pwrite64":
            return Call("write", path, texts[0], int(arguments.rpartition(", ")[2]))
        case "ftruncate":
            return Call("truncate", path, number=int(arguments.rpartition(", ")[2]))
        case "fsync" | "fdatasync":
            return Call("flush", path)
        case "rename":
            return Call("rename", texts[0].decode(), target=texts[1].decode())
        case "unlink":
            return Call("unlink", texts[0].decode())
        case _:
            return None


def _unhex(text: str) -> str:
    return bytes.fromhex(text.replace("\\x", "")).decode()


@dataclass(slots=True)
class _File:
    """Hold one file: what is promised of it, and what is not yet."""

    kept: bytearray = field(default_factory=bytearray)
    pending: list[Call] = field(default_factory=list)
    has_name: bool = True


class Disk:
    """Hold the files of a directory, and what the disk has promised of them.

    Args:
        directory: The files as they were before the step.
    """

    def __init__(self, directory: Path) -> None:
        self._files = {
            _relative(str(path), directory): _File(bytearray(path.read_bytes()))
            for path in directory.rglob("*")
            if path.is_file()
        }
        self._moves: list[tuple[str, str, _File | None]] = []  # from, to, and what was there

    def play(self, call: Call) -> None:
        """Do one more call."""
        match call.name:
            case "create":
                file = self._files.setdefault(call.path, _File(has_name=False))
                if call.number == 0:
                    file.pending.append(Call("truncate", call.path, number=0))
            case "write" | "truncate":
                self._files[call.path].pending.append(call)
            case "flush" if call.path in self._files:
                file = self._files[call.path]
                for write in file.pending:
                    _apply(file.kept, write)
                file.pending, file.has_name = [], True
            case "flush":
                self._flush_directory(call.path)
            case "rename":
                self._moves.append((call.path, call.target, self._files.get(call.target)))
                self._files[call.target] = self._files.pop(call.path)
            case "unlink":
                self._files.pop(call.path, None)

    def _flush_directory(self, path: str) -> None:
        for name, file in self._files.items():
            if str(Path(name).parent) == path:
                file.has_name = True
        self._moves = [move for move in self._moves if str(Path(move[1]).parent) != path]

    def lose_power(self, rng: random.Random, share: float) -> dict[str, bytes]:
        """Say what is on the disk afterwards.

        Args:
            rng: Decides what else came through, and what only in part.
            share: How much of what was not promised comes through: 0 nothing, 1 everything.
        """
        files = dict(self._files)
        for source, target, before in reversed(self._moves):
            if rng.random() >= share:
                files[source] = files.pop(target)
                if before is not None:
                    files[target] = before
        return {
            path: bytes(_survivors(file, rng, share))
            for path, file in files.items()
            if file.has_name or rng.random() < share
        }


def _survivors(file: _File, rng: random.Random, share: float) -> bytearray:
    content = bytearray(file.kept)
    for call in file.pending:
        if rng.random() < share:
            _apply(content, call)
        elif call.name == "write" and share > 0 and call.number >= 0 and len(call.data) > SECTOR:
            sectors = rng.randrange(len(call.data) // SECTOR) * SECTOR
            _apply(content, Call("write", call.path, call.data[:sectors], call.number))
    return content


def _apply(content: bytearray, call: Call) -> None:
    if call.name == "truncate":
        del content[call.number :]
        content.extend(bytes(call.number - len(content)))
        return
    start = len(content) if call.number < 0 else call.number
    content.extend(bytes(max(0, start - len(content))))
    content[start : start + len(call.data)] = call.data
