"""Files are unpacked whole and fast, or to the byte where they break, in the usual words."""

import bz2
import gzip
import hashlib
import io
import os
import random
import threading
from pathlib import Path

import pytest

from both_sides.batch.streams import PackedFile
from both_sides.exchange.dump_lines.compression import StreamFlaw, unpack
from both_sides.exchange.problems import ProblemCode
from tests.batch.dumps import PACKERS, zstd

TEXT = random.Random(3).randbytes(300_000) + b"both sides " * 300_000


def read(path: Path) -> tuple[bytes, list[StreamFlaw]]:
    """Unpack a file."""
    file = PackedFile(path)
    chunks = list(file.chunks())
    assert file.text_digest() == "sha256:" + hashlib.sha256(path.read_bytes()).hexdigest()
    assert file.bytes_read == path.stat().st_size == file.size
    file.close()
    data = b"".join(chunk for chunk in chunks if isinstance(chunk, bytes))
    return data, [chunk for chunk in chunks if isinstance(chunk, StreamFlaw)]


def read_patiently(packed: bytes) -> tuple[bytes, list[StreamFlaw]]:
    """Unpack as the desk's import does."""
    chunks = list(unpack(io.BytesIO(packed)))
    data = b"".join(chunk for chunk in chunks if isinstance(chunk, bytes))
    return data, [chunk for chunk in chunks if isinstance(chunk, StreamFlaw)]


@pytest.mark.slow
@pytest.mark.parametrize("form", PACKERS)
def test_whole_files_are_unpacked(tmp_path: Path, form: str) -> None:
    """Told by their first bytes, whatever their name."""
    path = tmp_path / "dump"
    path.write_bytes(PACKERS[form](TEXT))
    assert read(path) == (TEXT, [])


@pytest.mark.slow
@pytest.mark.parametrize("form", PACKERS)
def test_several_members_are_read_to_the_end(tmp_path: Path, form: str) -> None:
    """As parallel packers write them."""
    path = tmp_path / "dump"
    path.write_bytes(PACKERS[form](TEXT) + PACKERS[form](b"") + PACKERS[form](b"more"))
    assert read(path) == (TEXT + b"more", [])


@pytest.mark.parametrize("form", PACKERS)
def test_an_empty_text_is_unpacked(tmp_path: Path, form: str) -> None:
    """And so is an empty file."""
    path = tmp_path / "dump"
    path.write_bytes(PACKERS[form](b""))
    assert read(path) == (b"", [])
    path.write_bytes(b"")
    assert read(path) == (b"", [])


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["cut off", "damaged", "followed by something", "zeros"])
@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress], ids=["gzip", "bzip2"])
def test_damage_is_found_as_the_desk_finds_it(tmp_path: Path, damage: str, pack: object) -> None:
    """The same bytes before it, and the same words."""
    packed: bytes = pack(TEXT)  # type: ignore[operator] # a packer
    broken = {
        "cut off": packed[:-1000],
        "damaged": packed[:250_000] + bytes(50) + packed[250_050:],
        "followed by something": packed + b"trailing",
        "zeros": packed + bytes(1000),
    }[damage]
    path = tmp_path / "dump"
    path.write_bytes(broken)
    assert read(path) == read_patiently(broken)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("damage", "code"),
    [("cut off", ProblemCode.TRUNCATED), ("followed", ProblemCode.DAMAGED_COMPRESSION)],
)
def test_zstd_gives_what_comes_before_its_damage(
    tmp_path: Path, damage: str, code: ProblemCode
) -> None:
    """Not only the last megabyte that was whole."""
    text = random.Random(5).randbytes(2_700_000)
    packed = zstd(text)
    broken = packed[:-10] if damage == "cut off" else packed + b"something else"
    path = tmp_path / "dump"
    path.write_bytes(broken)
    data, flaws = read(path)
    assert [flaw.code for flaw in flaws] == [code]
    assert text.startswith(data[:2_000_000])
    assert len(data) > 2_000_000


@pytest.mark.parametrize("magic", [b"\xfd7zXZ\x00", b"PK\x03\x04"])
def test_what_is_not_read_is_named(tmp_path: Path, magic: bytes) -> None:
    """Rather than taken for text."""
    path = tmp_path / "dump"
    path.write_bytes(magic + bytes(100))
    _, flaws = read(path)
    assert [flaw.code for flaw in flaws] == [ProblemCode.UNKNOWN_COMPRESSION]


def test_a_named_pipe_is_read_once(tmp_path: Path) -> None:
    """As from another program that unpacks."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(gzip.compress(TEXT),))
    writer.start()
    file = PackedFile(path)
    assert b"".join(chunk for chunk in file.chunks() if isinstance(chunk, bytes)) == TEXT
    file.close()
    writer.join()
