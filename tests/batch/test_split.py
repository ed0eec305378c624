"""A dump is split into pieces that together are the dump, and each of which can be read alone."""

import json
from pathlib import Path

import pyarrow as pa
import pytest

from both_sides.batch.split import MANIFEST, read_manifest, split
from both_sides.errors import InvalidInputError
from tests.batch.dumps import PACKERS, dump, entity, lines


def unpacked(path: Path) -> bytes:
    """Unpack a piece."""
    with pa.input_stream(str(path), compression="zstd") as stream:
        data: bytes = stream.read()
    return data


@pytest.mark.slow
@pytest.mark.parametrize("form", PACKERS)
def test_pieces_hold_every_line_once_and_nothing_of_the_list_around(
    tmp_path: Path, form: str
) -> None:
    """Without brackets and commas, so that each piece is NDJSON."""
    source = tmp_path / f"latest-all.{form}"
    source.write_bytes(PACKERS[form](dump(40)))
    report = split([source], tmp_path / "pieces", piece_bytes=5000)
    assert report.lines == 40
    assert [piece.file for piece in report.pieces][:2] == [
        "latest-all-00000.ndjson.zst",
        "latest-all-00001.ndjson.zst",
    ]
    data = b"".join(unpacked(tmp_path / "pieces" / piece.file) for piece in report.pieces)
    assert data.splitlines() == lines(40)
    assert read_manifest(tmp_path / "pieces") == report.pieces


def test_a_document_over_many_lines_stays_in_one_piece(tmp_path: Path) -> None:
    """With its own brackets and commas."""
    source = tmp_path / "a.json"
    documents = [json.dumps(entity(number), indent=1) for number in range(1, 30)]
    source.write_text("[\n" + ",\n".join(documents) + "\n]\n", encoding="utf-8")
    report = split([source], tmp_path / "pieces", piece_bytes=3000)
    texts = [unpacked(tmp_path / "pieces" / piece.file).decode() for piece in report.pieces]
    read = [json.loads(f"[{text.rstrip().removesuffix(',')}]") for text in texts]
    assert [found["id"] for piece in read for found in piece] == [f"Q{n}" for n in range(1, 30)]


@pytest.mark.slow
def test_finished_pieces_are_not_written_again(tmp_path: Path) -> None:
    """An interrupted split goes on; a missing piece is made anew."""
    source = tmp_path / "a.json"
    source.write_bytes(dump(40))
    first = split([source], tmp_path / "pieces", piece_bytes=1)
    paths = [tmp_path / "pieces" / piece.file for piece in first.pieces]
    before = {path: path.stat().st_mtime_ns for path in paths}
    paths[0].unlink()
    assert split([source], tmp_path / "pieces", piece_bytes=1).pieces == first.pieces
    assert {path for path in paths if path.stat().st_mtime_ns == before[path]} == set(paths[1:])


def test_pieces_of_another_dump_are_refused(tmp_path: Path) -> None:
    """Rather than mixed with these."""
    source = tmp_path / "a.json"
    source.write_bytes(dump(4))
    split([source], tmp_path / "pieces")
    source.write_bytes(dump(5))
    with pytest.raises(InvalidInputError, match="other files"):
        split([source], tmp_path / "pieces")
    (tmp_path / "pieces" / MANIFEST).write_text("{}", encoding="utf-8")
    with pytest.raises(InvalidInputError, match="which pieces"):
        split([source], tmp_path / "pieces")


def test_a_dump_that_is_cut_off_is_split_as_far_as_it_goes(tmp_path: Path) -> None:
    """And the report says where it ends."""
    source = tmp_path / "a.json.gz"
    source.write_bytes(PACKERS["json.gz"](dump(400))[:-900])
    report = split([source], tmp_path / "pieces")
    assert [problem.code.value for problem in report.problems] == ["truncated"]
    assert report.lines > 10
