"""What bad input gets, and what a machine that says no: a code, a hint, and no trace in the ledger.

The refusals of the rules stand in `test_conventions`, those of single lines in `test_streams`.
"""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line import CommandLine, environment, process
from tests.small_disks import limited, read_only, small

QUESTION = ("Q743", "P2101")
LEADER = "Q743$6FBAF7F2-E198-41CD-9AA1-F17B3D0509E9"
OF_ANOTHER = "Q8413$35bc98d3-4dda-1c5a-2286-069f913cfa3f"
RULE = ("rule", *QUESTION, "--choose", LEADER, "--rationale", "Cited.")
GIB = 1024**3
MIB = 1024**2


def item(number: int, label: str = "x") -> bytes:
    """Write an item."""
    labels = {"en": {"language": "en", "value": label}}
    return json.dumps({"type": "item", "id": f"Q{number}", "labels": labels, "claims": {}}).encode()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--choose", LEADER, "--rationale", ""), "rationale_missing"),
        (("--choose", LEADER, "--rationale", " \n\t\u00a0\u3000"), "rationale_missing"),
        (("--choose", LEADER, "--rationale", "\u200b\u200d\ufeff"), "rationale_missing"),
        (("--choose", LEADER, "--rationale", "x" * 20_001), "limit_exceeded"),
        (("--choose", "Q743$unknown", "--rationale", "x"), "foreign_claim"),
        (("--choose", OF_ANOTHER, "--rationale", "x"), "foreign_claim"),
        (("--choose", "", "--rationale", "x"), "invalid_input"),
        (("--choose", LEADER, "--rationale", "half \ud83d"), "not_canonical"),
        (("--choose", LEADER, "--rationale", "x", "--supersedes", "RUL-0007"), "not_found"),
        (("--choose", LEADER, "--rationale", "x", "--supersedes", "7"), "invalid_input"),
        (("--choose", LEADER, "--rationale", "x", "--idempotency-key", ""), "invalid_input"),
        (("--choose", LEADER, "--rationale", "x", "--acknowledge", "all"), "usage"),
    ],
)
def test_a_ruling_that_cannot_be_meant_leaves_no_trace(
    desk: CommandLine, arguments: tuple[str, ...], code: str
) -> None:
    """The ledger is the same file as before, byte for byte."""
    before = Path("both-sides.db").read_bytes()
    found = desk("rule", *QUESTION, *arguments, "--json")
    assert found.error["code"] == code
    assert found.code in {2, 3}
    assert Path("both-sides.db").read_bytes() == before


def test_a_retired_ruling_takes_nothing_more(desk: CommandLine) -> None:
    """Neither a rationale nor a second end."""
    desk(*RULE)
    desk("retire", "RUL-0001", "--reason", "Wrong.")
    before = Path("both-sides.db").read_bytes()
    for again in (
        ("revise", "RUL-0001", "--rationale", "x"),
        ("retire", "RUL-0001", "--reason", "x"),
    ):
        found = desk(*again, "--json")
        assert (found.code, found.error["code"]) == (3, "ruling_retired")
    assert Path("both-sides.db").read_bytes() == before


def test_a_key_for_another_body_is_a_conflict(desk: CommandLine) -> None:
    """Also by another actor."""
    keyed = (*RULE, "--idempotency-key", "k1")
    assert desk(*keyed).code == 0
    for other in (
        ("rule", *QUESTION, "--choose", LEADER, "--rationale", "Other.", "--idempotency-key", "k1"),
        (*keyed, "--actor", "eve"),
        ("retire", "RUL-0001", "--reason", "x", "--idempotency-key", "k1"),
    ):
        found = desk(*other, "--json")
        assert (found.code, found.error["code"]) == (3, "idempotency_conflict")
    assert desk("replay", "--json").json["events"] == 8


def test_bad_lines_of_an_import_are_reported_and_the_others_recorded(cli: CommandLine) -> None:
    """Numbers that are none, duplicate keys, nesting, bytes that are no text."""
    amount = b'{"amount": %s, "unit": "1"}'
    snak = (
        b'{"type": "item", "id": "Q%d", "claims": {"P1082": [{"id": "Q%d$1", "rank": "normal",'
        b' "mainsnak": {"snaktype": "value", "property": "P1082", "datavalue":'
        b' {"type": "quantity", "value": %s}}}]}}'
    )
    lines = [
        item(1),
        snak % (2, 2, amount % b"NaN"),
        snak % (3, 3, amount % b"1e999999999"),
        snak % (4, 4, amount % (b"9" * 5000)),
        snak % (5, 5, amount % (b'"' + b"9" * 400 + b'"')),
        b'{"type": "item", "id": "Q6", "claims": {"P1": []}, "claims": {"P2": []}}',
        b'{"type": "item", "id": "Q7", "labels": ' + b"[" * 100_000,
        b'{"type": "item", "id": "Q8", "labels": "\xff\xfe"}',
        item(9),
    ]
    Path("dump.ndjson").write_bytes(b"\n".join(lines))
    found = cli("import", "wikidata", "dump.ndjson", "--json")
    assert found.code == 2
    assert found.json["statements"] == found.json["claims"] + found.json["lost"]
    assert {problem["line"] for problem in found.json["problems"]} >= {2, 4, 5, 7, 8}
    for entity in ("Q1", "Q9"):
        assert cli("show", entity).code == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", [("adjudicate", "--input"), ("replay", "--input"), ("import", "wikidata")]
)
def test_a_line_of_a_gibibyte_is_passed_over_in_bounded_memory(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    """It is reported in its place, and the next line is read."""
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.seek(GIB)  # a hole: no disk is used, but a gibibyte is read
        file.write(b"\n" + item(2) + b"\n")
    found = process(
        *command,
        path,
        "--json",
        cwd=tmp_path,
        prefix=limited(memory_bytes=768 * MIB),
    )
    assert found.code == 2
    assert "MemoryError" not in found.err
    if command[0] == "import":
        assert found.json["problemCounts"] == {"line_too_long": 1}
        assert found.json["recorded"] == 1
    else:
        first, _ = (json.loads(line) for line in found.err.splitlines()[:2] or [])
        assert first["code"] == "limit_exceeded"
        assert len(found.lines) == 2


@pytest.mark.slow
def test_an_endless_line_from_a_pipe_is_passed_over_too(tmp_path: Path) -> None:
    """A quarter of a gibibyte that is made while it is read."""
    command = [sys.executable, "-m", "both_sides", "adjudicate", "--input", "-"]
    with subprocess.Popen(
        [*limited(memory_bytes=768 * MIB), *command],
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for _ in range(256):
            running.stdin.write(b"[" * MIB)
        running.stdin.write(b'\n{"claims": [], "asOf": "2026-10-03"}\n')
        running.stdin.close()
        answers = [json.loads(line) for line in running.stdout.read().splitlines()]
    assert answers[0]["error"]["code"] == "limit_exceeded"
    assert answers[1]["status"] == "empty"


@pytest.mark.slow
def test_a_broken_first_line_does_not_make_a_file_be_held_whole(tmp_path: Path) -> None:
    """A chain file of many lines is not taken for one document laid out over them."""
    path = tmp_path / "chains.jsonl"
    with path.open("wb") as file:
        file.write(b"{nonsense\n")
        for _ in range(500):
            file.seek(MIB, 1)  # a hole, so that the file takes no room
            file.write(b"\n")
    limit = limited(memory_bytes=768 * MIB)
    found = process("replay", "--input", path, cwd=tmp_path, prefix=limit)
    assert (found.code, len(found.lines)) == (2, 501)


# --- the machine says no --------------------------------------------------------------------------


def test_a_ledger_of_a_newer_version_is_refused(desk: CommandLine) -> None:
    """With what to do about it; it is not touched."""
    connection = sqlite3.connect("both-sides.db")
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    desk.is_replayed = False
    before = Path("both-sides.db").read_bytes()
    for arguments in (("disputes",), RULE, ("replay",), ("import", "wikidata", __file__)):
        found = desk(*arguments, "--json")
        assert (found.code, found.error["code"]) == (5, "unsupported_schema")
        assert "upgrade" in found.error["hint"]
    assert Path("both-sides.db").read_bytes() == before


@pytest.mark.slow
def test_a_ledger_on_a_read_only_disk_can_be_read_and_replayed_but_not_written(
    desk: CommandLine, tmp_path: Path
) -> None:
    """A ruling says that the disk is the trouble, with exit code 5."""
    assert desk(*RULE).code == 0
    with read_only(tmp_path) as prefix:
        assert process("replay", "--json", cwd=tmp_path, prefix=prefix).json["ok"] is True
        assert process("ruling", "RUL-0001", cwd=tmp_path, prefix=prefix).code == 0
        found = process(
            "revise", "RUL-0001", "--rationale", "x", "--json", cwd=tmp_path, prefix=prefix
        )
        assert (found.code, found.error["code"], found.out) == (5, "store_unavailable", "")
        assert "writable" in found.error["hint"] or "write" in found.error["hint"]
        for arguments in (
            ("import", "wikidata", __file__, "--ledger", "new.db"),
            ("dossier", "RUL-0001", "--out", "d.md"),
        ):
            made = process(*arguments, "--json", cwd=tmp_path, prefix=prefix)
            assert (made.code, made.error["code"]) == (5, "store_unavailable")


FULL = """
set -u
head -c 1200000 /dev/zero > filler
"$@" import wikidata "$DUMP" --json > out 2> err; echo "$?" > code1; cp err "$SAVED/err"
rm filler
"$@" replay --json > /dev/null 2> "$SAVED/replay"; echo "$?" > "$SAVED/code2"
"$@" import wikidata "$DUMP" --json > "$SAVED/out" 2>&1; echo "$?" > "$SAVED/code3"
"$@" replay --json > "$SAVED/replayed"; cp code1 "$SAVED/code1"
"""


@pytest.mark.slow
def test_a_full_disk_keeps_nothing_half_written_and_an_import_goes_on_later(tmp_path: Path) -> None:
    """On a disk of 1.6 MB with a large file on it, which is then removed."""
    dump, disk = tmp_path / "dump.ndjson", tmp_path / "disk"
    dump.write_bytes(b"\n".join(item(n, "x" * 200) for n in range(1, 400)))
    disk.mkdir()
    script = [*small(disk, "1600k"), "sh", "-c", FULL, "sh"]
    env = environment(DUMP=str(dump), SAVED=str(tmp_path))
    subprocess.run([*script, sys.executable, "-m", "both_sides"], env=env, check=True)

    def saved(name: str) -> str:
        return (tmp_path / name).read_text()

    error = json.loads(saved("err"))
    assert (saved("code1"), error["code"]) == ("5\n", "store_unavailable")
    assert saved("code2") in {"0\n", "2\n"}  # verified, or nothing was committed
    assert saved("code3") == "0\n"
    assert json.loads(saved("out"))["entities"] == 399
    assert json.loads(saved("replayed"))["ok"] is True


@pytest.mark.slow
@pytest.mark.parametrize("limit", [40_000, 150_000, 300_000])
def test_a_file_that_must_not_grow_keeps_nothing_half_written(
    cli: CommandLine, tmp_path: Path, limit: int
) -> None:
    """A limit on the size of files hits the ledger, or its journal, in the middle of a batch."""
    Path("dump.ndjson").write_bytes(b"\n".join(item(n, "x" * 300) for n in range(1, 700)))
    found = process(
        "import",
        "wikidata",
        "dump.ndjson",
        "--json",
        cwd=tmp_path,
        prefix=limited(file_bytes=limit),
    )
    assert (found.code, found.error["code"], found.out) == (5, "store_unavailable", "")
    again = cli("import", "wikidata", "dump.ndjson", "--json").json
    assert again["entities"] == 699
    assert cli("replay", "--json").json["events"] == 699


def test_files_and_directories_that_are_not_what_they_should_be(desk: CommandLine) -> None:
    """A directory as a file, a file as a directory, a name that is too long, another program's."""
    Path("letter.txt").write_text("Dear Sir or Madam")
    long = "x" * 5000
    for arguments, code in (
        (("replay", "--ledger", "."), 5),
        (("replay", "--ledger", "letter.txt"), 5),
        (("replay", "--ledger", long), 5),
        (("replay", "--ledger", "letter.txt/below"), 2),
        (("replay", "--input", "."), 2),
        (("replay", "--input", long), 2),
        (("import", "wikidata", long), 2),
        (("import", "wikidata", "letter.txt/below"), 2),
        (("dossier", "RUL-0001", "--out", "."), 5),
        (("dossier", "RUL-0001", "--out", "/"), 5),
        (("dossier", "RUL-0001", "--out", "letter.txt/below"), 5),
        (("dossier", "RUL-0001", "--out", long), 5),
        (("dossier", "RUL-0001", "--out", "missing/d.md"), 5),
        (("demo", "--directory", "letter.txt"), 5),
        (("demo", "--directory", long), 5),
    ):
        desk(*RULE)
        found = desk(*arguments, "--json")
        assert (found.code, found.out) == (code, ""), arguments
        assert found.error["message"], arguments
    assert Path("letter.txt").read_text() == "Dear Sir or Madam"
    assert not list(Path().glob(".*partial"))


def test_a_dossier_replaces_a_file_as_a_whole(desk: CommandLine) -> None:
    """Whoever reads it meanwhile sees the old one or the new one."""
    desk(*RULE)
    Path("d.md").write_text("old")
    inode = Path("d.md").stat().st_ino
    assert desk("dossier", "RUL-0001", "--out", "d.md").code == 0
    assert Path("d.md").stat().st_ino != inode
    assert Path("d.md").read_text().startswith("# RUL-0001")
