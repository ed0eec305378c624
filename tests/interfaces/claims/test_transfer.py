"""A ledger moves with its seals as they are; what is broken or another history is refused whole."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import rfc8785

from both_sides.chain.seal import genesis_seal, seal
from tests.command_line import CommandLine

Lines = list[dict[str, Any]]


def exported(cli: CommandLine, *arguments: str) -> Lines:
    """Export the ledger, and read the lines."""
    found = cli("export", *arguments)
    assert (found.code, found.err) == (0, "")
    lines: Lines = found.lines
    return lines


def written(lines: Lines) -> bytes:
    """Write the lines of an export."""
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def resealed(lines: Lines) -> Lines:
    """Seal all links anew, as somebody who manipulates an export whole would."""
    header, *links = lines
    previous = genesis_seal(header["scopeId"])
    for n, link in enumerate(links, start=1):
        link |= {"seq": n, "prevSeal": previous, "seal": seal(previous, link["payload"].encode())}
        previous = link["seal"]
    return [header | {"events": len(links), "headSeal": previous}, *links]


def test_an_export_loses_nothing(audit: CommandLine) -> None:
    """Imported elsewhere it has the same seals, and exports the same bytes."""
    lines = exported(audit)
    assert lines[0]["events"] == len(lines) - 1
    assert lines[0]["headSeal"] == lines[-1]["seal"]
    assert audit("export", "--out", "export.jsonl").err == "wrote export.jsonl\n"
    assert Path("export.jsonl").read_bytes() == audit("export").out.encode()
    found = audit("import", "export.jsonl", "--ledger", "copy.db", "--json").json
    assert found == {
        "scopeId": "local",
        "links": len(lines) - 1,
        "appended": len(lines) - 1,
        "headSeal": lines[0]["headSeal"],
    }
    assert exported(audit, "--ledger", "copy.db") == lines
    for view in (("tldr",), ("show", "CLM-0003"), ("search", "old"), ("tree",)):
        assert audit(*view, "--ledger", "copy.db", "--json").out == audit(*view, "--json").out


def test_an_import_can_be_repeated_and_gone_on_with(audit: CommandLine) -> None:
    """What is there already stays; from standard input too."""
    first = audit("export").out.encode()
    audit("add", "One more")
    second = audit("export").out.encode()
    links = second.count(b"\n") - 1
    for text, appended in ((first, links - 1), (first, 0), (second, 1), (second, 0), (first, 0)):
        found = audit("import", "-", "--ledger", "copy.db", "--json", stdin=text)
        assert (found.code, found.json["appended"]) == (0, appended)
    assert audit("export", "--ledger", "copy.db").out.encode() == second
    assert audit("import", "-", stdin=second).out == (
        f"{links} links of local verified, 0 appended\n"
    )


def test_an_export_goes_to_its_own_scope(audit: CommandLine) -> None:
    """Seals cover the name of the scope, so another one is refused."""
    text = audit("export").out.encode()
    found = audit("import", "-", "--scope", "other", "--ledger", "copy.db", "--json", stdin=text)
    assert (found.code, found.error["code"]) == (2, "invalid_input")
    assert not Path("copy.db").exists()
    renamed = text.replace(b'"scopeId":"local"', b'"scopeId":"other"', 1)
    found = audit("import", "-", "--ledger", "copy.db", "--json", stdin=renamed)
    assert (found.code, found.error["code"], found.error["facts"]["n"]) == (4, "tampered", 1)


def edit_payload(lines: Lines) -> None:
    """Turn a verdict around."""
    lines[14]["payload"] = lines[14]["payload"].replace("It was accepted.", "It was rejected.")


def edit_seal(lines: Lines) -> None:
    """Change one digit of a seal."""
    lines[5]["seal"] = f"{'0' if lines[5]['seal'][0] != '0' else '1'}{lines[5]['seal'][1:]}"


def leave_out(lines: Lines) -> None:
    """Leave a link out."""
    del lines[7]
    lines[0]["events"] -= 1


def put_twice(lines: Lines) -> None:
    """Put a link in twice."""
    lines.insert(8, lines[7])
    lines[0]["events"] += 1


def swap(lines: Lines) -> None:
    """Swap two links."""
    lines[9], lines[10] = lines[10], lines[9]


def number_anew(lines: Lines) -> None:
    """Begin to count elsewhere."""
    for link in lines[1:]:
        link["seq"] += 1


def cut_off(lines: Lines) -> None:
    """Cut the end off, and leave the first line as it is."""
    del lines[-2:]


def cut_off_and_count(lines: Lines) -> None:
    """Cut the end off, and count anew."""
    del lines[-2:]
    lines[0]["events"] -= 2


def claim_another_end(lines: Lines) -> None:
    """Say that it ends with another seal."""
    lines[0]["headSeal"] = "0" * 96


def no_event(lines: Lines) -> None:
    """Seal something that is no event."""
    lines[-1]["payload"] = '{"v":1}'
    lines[:] = resealed(lines)


def from_nothing(lines: Lines) -> None:
    """Seal a history that begins with a verdict."""
    lines[:] = resealed([lines[0], *lines[14:]])


TAMPERED: dict[Callable[[Lines], None], tuple[int, str, int | None]] = {
    edit_payload: (4, "tampered", 14),
    edit_seal: (4, "tampered", 5),
    leave_out: (4, "tampered", 7),
    put_twice: (4, "tampered", 8),
    swap: (4, "tampered", 9),
    number_anew: (4, "tampered", 1),
    cut_off: (2, "malformed_document", None),
    cut_off_and_count: (2, "malformed_document", None),
    claim_another_end: (2, "malformed_document", None),
    no_event: (2, "malformed_document", None),
    from_nothing: (2, "malformed_document", 1),
}


@pytest.mark.requirement("R9")
@pytest.mark.parametrize("manipulate", TAMPERED, ids=lambda f: f.__name__)
@pytest.mark.parametrize("has_a_part", [True, False], ids=["part is here", "nothing is here"])
def test_a_broken_export_leaves_no_trace(
    audit: CommandLine,
    manipulate: Callable[[Lines], None],
    has_a_part: bool,  # noqa: FBT001 - a case
) -> None:
    """The first link that is broken is named; the ledger is the same file, or none is made."""
    lines = exported(audit)
    if has_a_part:
        part = [lines[0] | {"events": 3, "headSeal": lines[3]["seal"]}, *lines[1:4]]
        assert audit("import", "-", "--ledger", "copy.db", stdin=written(part)).code == 0
        before = Path("copy.db").read_bytes()
    manipulate(lines)
    found = audit("import", "-", "--ledger", "copy.db", "--json", stdin=written(lines))
    code, name, n = TAMPERED[manipulate]
    assert (found.code, found.error["code"], found.out) == (code, name, "")
    if n is not None:
        assert found.error["facts"]["n"] == n
        assert f"link {n} " in found.error["message"]
    if has_a_part:
        assert Path("copy.db").read_bytes() == before
    else:
        assert not Path("copy.db").exists()


@pytest.mark.slow
def test_a_long_export_that_breaks_late_leaves_no_trace(cli: CommandLine) -> None:
    """Also where it is longer than what is kept at once."""
    text = b"".join(b"Claim number %d\n" % n for n in range(1100))
    assert cli("add", "--input", "-", stdin=text).code == 0
    lines = exported(cli)
    assert len(lines) == 1101
    lines[-1]["payload"] = lines[-1]["payload"].replace("number", "Number")
    found = cli("import", "-", "--ledger", "copy.db", "--json", stdin=written(lines))
    assert (found.code, found.error["facts"]["n"]) == (4, 1100)
    assert not Path("copy.db").exists()


def test_another_history_of_a_scope_is_refused(audit: CommandLine) -> None:
    """However much of it is shared; the place where it parts is named."""
    text = audit("export").out.encode()
    links = text.count(b"\n") - 1
    assert audit("import", "-", "--ledger", "copy.db", stdin=text).code == 0
    audit("add", "Here it goes on")
    audit("add", "There it goes on", "--ledger", "copy.db")
    before = Path("copy.db").read_bytes()
    found = audit(
        "import", "-", "--ledger", "copy.db", "--json", stdin=audit("export").out.encode()
    )
    assert (found.code, found.error["code"], found.out) == (3, "fork", "")
    assert found.error["facts"]["n"] == links + 1
    assert Path("copy.db").read_bytes() == before


def test_a_history_that_was_sealed_anew_is_another_one(audit: CommandLine) -> None:
    """Whole in itself, so a new ledger takes it; one that has the true history does not."""
    lines = exported(audit)
    edit_payload(lines)
    forged = written(resealed(lines))
    before = Path("both-sides.db").read_bytes()
    found = audit("import", "-", "--json", stdin=forged)
    assert (found.code, found.error["code"]) == (3, "fork")
    assert Path("both-sides.db").read_bytes() == before
    assert audit("import", "-", "--ledger", "copy.db", stdin=forged).code == 0


@pytest.mark.parametrize(
    "text",
    [
        b'{"format": "both-sides/ledger/v1"}\n',
        b'{"format": "both-sides/ledger/v1", "scopeId": "a b", "events": 0, "headSeal": ""}\n',
        b'{"format": "both-sides/ledger/v1", "scopeId": "a", "events": 1.0, "headSeal": ""}\n',
        b'{"format": "both-sides/ledger/v1", "scopeId": "a", "events": 1, "headSeal": ""}\n[]\n',
        b'{"format": "both-sides/ledger/v1", "scopeId": "a", "events": 1, "headSeal": ""}\n{}\n',
        b'{"format": "both-sides/ledger/v1", "scopeId": "a", "events": 1, "headSeal": ""}\n\xff\n',
        b'{"format": "both-sides/ledger/v1", "scopeId": "a", "events": 1, "headSeal": ""}\nx' * 9,
        b"",
        b"\x00\xff\xfe",
    ],
)
def test_what_is_no_export_is_refused(cli: CommandLine, text: bytes) -> None:
    """Exit 2, and no ledger is made."""
    found = cli("import", "-", "--json", stdin=text)
    assert (found.code, found.out) == (2, "")
    assert found.error["hint"]
    assert list(Path().iterdir()) == []


def test_files_that_are_not_there_are_named(cli: CommandLine) -> None:
    """And an option that does not exist is not taken for one."""
    for arguments, code in (
        ((), "invalid_input"),
        (("missing.jsonl",), "not_found"),
        ((".",), "invalid_input"),
        (("--bogus",), "usage"),
        (("-x",), "usage"),
    ):
        found = cli("import", *arguments, "--json")
        assert (found.code, found.error["code"]) == (2, code), arguments
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize("target", [".", "/", "", "missing/x", "both-sides.db/x", "x" * 5000])
@pytest.mark.parametrize("form", ["ledger", "fever", "claim-review"])
def test_an_export_that_cannot_be_written_leaves_nothing(
    audit: CommandLine, form: str, target: str
) -> None:
    """Exit 5, and what to do."""
    before = sorted(Path().iterdir())
    found = audit("export", "--format", form, "--out", target, "--json")
    assert (found.code, found.error["code"], found.out) == (5, "store_unavailable", "")
    assert sorted(Path().iterdir()) == before


def test_the_bytes_that_are_exported_are_those_that_were_sealed(audit: CommandLine) -> None:
    """Whoever reads an export can recompute every seal from it alone."""
    header, *links = exported(audit)
    previous = genesis_seal(header["scopeId"])
    for link in links:
        assert rfc8785.dumps(json.loads(link["payload"])) == link["payload"].encode()
        assert (link["prevSeal"], link["seal"]) == (
            previous,
            seal(previous, link["payload"].encode()),
        )
        previous = link["seal"]


@pytest.mark.parametrize("actor", [" ", "a" * 500])
def test_a_document_that_is_refused_leaves_no_empty_ledger(cli: CommandLine, actor: str) -> None:
    """What recording refuses is refused in memory first, where there is no ledger yet."""
    document = cli.directory / "claims.md"
    document.write_text("# Tokens\n\n- A request whose token has expired is refused.\n")
    assert cli("import", document, "--actor", actor, "--json").code in {2, 3}
    assert list(cli.directory.iterdir()) == [document]
