"""Where a file that takes the place of another may go."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from both_sides.errors import InvalidInputError, StoreUnavailableError
from both_sides.interfaces.cli.whole_files import write_whole
from both_sides.store.output_place import is_special, replaceable


def test_a_file_and_what_is_not_there_yet_stay_as_they_are(tmp_path: Path) -> None:
    """Nothing is made by looking."""
    there = tmp_path / "there"
    there.write_bytes(b"old")
    assert replaceable(there) == there
    assert replaceable(tmp_path / "new") == tmp_path / "new"
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_a_link_stays_and_the_file_behind_it_is_replaced(tmp_path: Path) -> None:
    """As `cp` and the shell do it, also where the file is not there yet."""
    (tmp_path / "old").write_bytes(b"old")
    for name in ("old", "new"):
        link = tmp_path / f"to {name}"
        link.symlink_to(name)
        write_whole(link, name.upper())
        assert link.is_symlink()
        assert (tmp_path / name).read_bytes() == name.upper().encode()


def test_a_link_to_itself_is_named(tmp_path: Path) -> None:
    """With what to do about it."""
    link = tmp_path / "loop"
    link.symlink_to("loop")
    with pytest.raises(StoreUnavailableError, match="leads to itself"):
        replaceable(link)


def test_a_pipe_is_never_replaced_but_takes_a_text(tmp_path: Path) -> None:
    """So `--out /dev/stdout` and `--out >(gzip)` work, and /dev/null stays a device."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert is_special(pipe)
    with pytest.raises(InvalidInputError, match="a device or a pipe"):
        replaceable(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(pipe, [b"one ", b"two"])
        assert os.read(reader, 99) == b"one two"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_a_device_that_takes_nothing_is_named_and_stays_a_device() -> None:
    """A report that nobody could write was once reported as written."""
    full = Path("/dev/full")
    with pytest.raises(StoreUnavailableError, match="No space left") as raised:
        write_whole(full, "text")
    assert "free some space" in raised.value.hint
    assert full.is_char_device()


def test_a_ledger_is_never_replaced(tmp_path: Path) -> None:
    """Not by its own report either."""
    ledger = tmp_path / "both-sides.db"
    with closing(sqlite3.connect(ledger)) as connection:
        connection.execute("CREATE TABLE events (n)")
    before = ledger.read_bytes()
    for refused in (ledger, tmp_path / "link"):
        if not refused.exists():
            refused.symlink_to(ledger)
        with pytest.raises(InvalidInputError, match="is a database"):
            write_whole(refused, "text")
    assert ledger.read_bytes() == before
