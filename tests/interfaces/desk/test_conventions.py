"""What holds for every command: JSON, words, exit codes, settings, terminals, signals."""

import os
import pty
import select
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from both_sides import __version__
from tests.command_line import CommandLine, environment, process

QUESTION = ("Q743", "P2101")
LEADER = "Q743$6FBAF7F2-E198-41CD-9AA1-F17B3D0509E9"
RULE = ("rule", *QUESTION, "--choose", LEADER, "--rationale", "Cited.")

# Each command once, in an order in which all of them work.
STORY: list[tuple[str, ...]] = [
    ("method",),
    ("doctor",),
    ("disputes",),
    ("show", "Q743"),
    ("show", *QUESTION),
    ("adjudicate", *QUESTION),
    RULE,
    ("rulings",),
    ("ruling", "RUL-0001"),
    ("revise", "RUL-0001", "--rationale", "Better."),
    ("replay",),
    ("replay", "RUL-0001"),
    ("dossier", "RUL-0001"),
    ("retire", "RUL-0001", "--reason", "Wrong."),
    ("demo",),
]


def test_with_json_every_command_writes_one_json_document_and_nothing_else(
    desk: CommandLine,
) -> None:
    """Nothing on standard error either, where all is well."""
    for arguments in STORY:
        found = desk(*arguments, "--json")
        assert (found.code, found.err) == (0, ""), arguments
        assert isinstance(found.json, dict), arguments
        assert found.out.endswith("}\n"), arguments


def test_for_people_every_command_writes_words(desk: CommandLine) -> None:
    """No JSON, at most 100 columns where it is laid out, no escape sequence off a terminal."""
    for arguments in STORY:
        found = desk(*arguments)
        assert found.code == 0, arguments
        assert found.out.strip(), arguments
        assert not found.out.startswith("{"), arguments


def test_json_and_words_do_the_same(desk: CommandLine) -> None:
    """Both record, and both say how it went."""
    for flag in ([], ["--json"]):
        assert desk(*RULE[:1], *RULE[1:], *flag, "--idempotency-key", "k").code == 0
    assert desk("replay", "--json").json["events"] == 8


@pytest.mark.parametrize(
    ("arguments", "exit_code", "code"),
    [
        # 2: the text is wrong
        (("nosuch",), 2, "usage"),
        (("disputes", "--nosuch"), 2, "usage"),
        (("disputes", "extra"), 2, "usage"),
        (("disputes", "--kind", "rumour"), 2, "usage"),
        (("disputes", "--limit", "many"), 2, "usage"),
        (("rule", *QUESTION, "--choose", LEADER), 2, "usage"),
        (("rule",), 2, "usage"),
        (("revise", "RUL-0001"), 2, "usage"),
        (("import",), 2, "usage"),
        (("import", "nosuch"), 2, "usage"),
        (("dossier", "RUL-0001", "--format", "pdf"), 2, "usage"),
        (("import", "wikidata"), 2, "invalid_input"),
        (("import", "wikidata", "missing.json"), 2, "not_found"),
        (("import", "wikidata", "."), 2, "invalid_input"),
        (("import", "wikidata", "x.json", "--entity", ""), 2, "invalid_input"),
        (("adjudicate",), 2, "invalid_input"),
        (("adjudicate", "Q743"), 2, "invalid_input"),
        (("adjudicate", "Q743", "--input", "-"), 2, "invalid_input"),
        (("adjudicate", *QUESTION, "--as-of", "yesterday"), 2, "invalid_input"),
        (("adjudicate", *QUESTION, "--as-of", ""), 2, "invalid_input"),
        (("adjudicate", *QUESTION, "--at", "0"), 2, "invalid_input"),
        (("adjudicate", *QUESTION, "--at", "2015-13"), 2, "invalid_input"),
        (("adjudicate", *QUESTION, "--at", "2015", "--newest"), 2, "invalid_input"),
        (("adjudicate", "--input", "missing.jsonl"), 2, "not_found"),
        (("adjudicate", "--input", "."), 2, "invalid_input"),
        (("replay", "--input", "missing.jsonl"), 2, "not_found"),
        (("replay", "RUL-0009"), 2, "not_found"),
        (("replay", "nonsense"), 2, "invalid_input"),
        (("replay", "--scope", "unused"), 2, "not_found"),
        (("show", "Q999"), 2, "not_found"),
        (("show", "Q743", "P999"), 2, "not_found"),
        (("show", "Q 1"), 2, "invalid_input"),
        (("ruling", "RUL-0009"), 2, "not_found"),
        (("dossier", "RUL-0009"), 2, "not_found"),
        (("disputes", "--limit", "0"), 2, "invalid_input"),
        (("disputes", "--limit", "99999999999999999999"), 2, "invalid_input"),
        (("disputes", "--cursor", "made up"), 2, "invalid_input"),
        (("disputes", "--scope", "a b"), 2, "invalid_input"),
        (("disputes", "--scope", ""), 2, "invalid_input"),
        (("disputes", "--ledger", "missing.db"), 2, "not_found"),
        (("disputes", "--ledger", "mysql://host/db"), 2, "invalid_input"),
        # 3: a rule says no
        (("rule", *QUESTION, "--choose", LEADER, "--rationale", ""), 3, "rationale_missing"),
        (("rule", *QUESTION, "--choose", LEADER, "--rationale", "\u200b"), 3, "rationale_missing"),
        (("rule", *QUESTION, "--choose", "nobody", "--rationale", "x"), 3, "foreign_claim"),
        ((*RULE, "--actor", ""), 3, "actor_missing"),
        ((*RULE, "--actor", " \t"), 3, "actor_missing"),
        ((*RULE, "--at", "1900"), 3, "nothing_to_rank"),
        # 5: the machine says no
        (("disputes", "--ledger", "."), 5, "store_unavailable"),
        (("disputes", "--ledger", ""), 5, "store_unavailable"),
        (("import", "wikidata", "x.json", "--ledger", "missing/x.db"), 5, "store_unavailable"),
        (("disputes", "--ledger", "x.json"), 5, "unsupported_schema"),
    ],
)
def test_an_error_has_the_exit_code_of_its_family(
    desk: CommandLine, arguments: tuple[str, ...], exit_code: int, code: str
) -> None:
    """In words, and with --json as one object on standard error; nothing on standard output."""
    Path("x.json").write_text('{"type": "item", "id": "Q1", "claims": {}}')
    ledger = Path("both-sides.db").read_bytes()
    found = desk(*arguments, "--json")
    assert (found.code, found.error["code"], found.out) == (exit_code, code, "")
    words = desk(*arguments)
    assert (words.code, words.out) == (exit_code, "")
    assert words.err.startswith("error: ")
    assert f"[{code}]\n hint: " in words.err
    assert Path("both-sides.db").read_bytes() == ledger
    assert not Path("missing.db").exists()


def test_the_rules_on_rulings_that_stand_are_refusals(desk: CommandLine) -> None:
    """Each by its own code."""
    assert desk(*RULE).code == 0

    def refused(*arguments: str) -> str:
        found = desk(*arguments, "--json")
        assert (found.code, found.out) == (3, "")
        return str(found.error["code"])

    assert refused(*RULE) == "ruling_stands"
    assert refused("revise", "RUL-0001", "--rationale", "Cited.") == "nothing_changed"
    assert refused("retire", "RUL-0001", "--reason", " ") == "rationale_missing"
    assert desk(*RULE, "--supersedes", "RUL-0001").code == 0
    assert refused("revise", "RUL-0001", "--rationale", "x") == "ruling_superseded"
    assert desk("retire", "RUL-0002", "--reason", "Wrong.").code == 0
    assert refused("retire", "RUL-0002", "--reason", "Again.") == "ruling_retired"
    assert refused("revise", "RUL-0002", "--rationale", "x") == "ruling_retired"
    assert refused(*RULE, "--supersedes", "RUL-0002") == "ruling_retired"


@pytest.fixture
def tampered(desk: CommandLine) -> CommandLine:
    """Give a ledger in which somebody changed an event and a view row."""
    assert desk(*RULE).code == 0
    connection = sqlite3.connect("both-sides.db")
    connection.execute("DROP TRIGGER events_are_never_updated")
    connection.execute("UPDATE events SET body = replace(body, 'Cited.', 'Known.') WHERE n = 8")
    connection.execute("UPDATE views SET body = replace(body, 'Cited.', 'Known.')")
    connection.commit()
    connection.close()
    desk.is_replayed = False
    return desk


def test_tampering_is_named_with_exit_code_4(tampered: CommandLine) -> None:
    """By a replay, by a dossier, and by whoever reads the changed row."""
    found = tampered("replay", "--json")
    assert found.code == 4
    assert (found.json["ok"], found.json["firstBrokenSeq"]) == (False, 8)
    assert "seal is not that of its body" in found.json["finding"]["finding"]
    words = tampered("replay")
    assert (words.code, "BROKEN at link 8" in words.out) == (4, True)
    read = tampered("ruling", "RUL-0001", "--json")
    assert (read.code, read.error["code"]) == (4, "tampered")
    assert read.error["facts"]["key"] == "RUL-0001"
    again = tampered("revise", "RUL-0001", "--rationale", "x", "--json")
    assert (again.code, again.error["code"]) == (4, "tampered")
    doctor = tampered("doctor", "--json")
    assert doctor.code == 5
    assert doctor.json["healthy"] is False


def test_a_view_row_that_was_changed_is_named(desk: CommandLine) -> None:
    """The chain is in order, and still it is exit code 4."""
    connection = sqlite3.connect("both-sides.db")
    connection.execute("UPDATE views SET body = replace(body, 'tungsten', 'wolfram')")
    connection.commit()
    connection.close()
    desk.is_replayed = False
    found = desk("replay", "--json")
    assert (found.code, found.json["ok"], found.json["firstBrokenSeq"]) == (4, False, None)
    assert {view["kind"] for view in found.json["views"]} >= {"entity", "dispute", "name"}
    assert "CHANGED view entity Q743" in desk("replay").out


def test_no_number_is_given_twice(desk: CommandLine) -> None:
    """Where the counters were taken away, nothing is sealed under the name of a ruling."""
    assert desk(*RULE).code == 0
    assert desk("retire", "RUL-0001", "--reason", "Wrong.").code == 0
    connection = sqlite3.connect("both-sides.db")
    connection.execute("DELETE FROM views WHERE kind = 'counters'")
    connection.commit()
    connection.close()
    desk.is_replayed = False
    refused = desk(*RULE, "--json")
    assert (refused.code, refused.error["code"]) == (4, "tampered")
    assert "creates RUL-0001" in refused.error["message"]
    assert "retired" in desk("rulings").out
    assert "CHANGED view counters (the scope): it is missing" in desk("replay").out


def test_help_and_version_are_answered_by_every_command(cli: CommandLine) -> None:
    """Without a ledger."""
    assert cli("--version").out == f"{__version__}\n"
    assert "Rank and rule" in cli("--help").out
    assert cli().out == cli("--help").out
    for arguments in STORY:
        found = cli(arguments[0], "--help")
        assert (found.code, found.err) == (0, "")
        assert "Usage: both-sides " + arguments[0] in found.out
    assert "Usage: both-sides import wikidata" in cli("import", "wikidata", "--help").out
    assert list(Path().iterdir()) == []


def test_a_text_may_begin_with_a_hyphen(desk: CommandLine) -> None:
    """After an equals sign, as everywhere."""
    found = desk(*RULE[:5], "--rationale=- it is cited\n- twice", "--json")
    assert found.json["rationale"] == "- it is cited\n- twice"


# --- settings -------------------------------------------------------------------------------------


def test_options_go_before_the_environment_and_that_before_the_defaults(desk: CommandLine) -> None:
    """Ledger, scope and actor."""
    env = desk.monkeypatch
    env.setenv("BOTH_SIDES_LEDGER", "elsewhere.db")
    assert desk("disputes", "--json").error["facts"]["ledger"] == "elsewhere.db"
    assert desk("disputes", "--ledger", "both-sides.db").code == 0
    env.setenv("BOTH_SIDES_LEDGER", "both-sides.db")
    env.setenv("BOTH_SIDES_SCOPE", "other")
    assert desk("disputes", "--json").json["disputes"] == []
    assert desk("disputes", "--json", "--scope", "local").json["disputes"]
    env.delenv("BOTH_SIDES_SCOPE")
    env.setenv("BOTH_SIDES_ACTOR", "from the environment")
    assert desk(*RULE, "--json").json["actor"] == "from the environment"
    revised = desk("revise", "RUL-0001", "--rationale", "x", "--actor", "from an option", "--json")
    assert revised.json["revisions"][1]["actor"] == "from an option"
    env.setenv("BOTH_SIDES_ACTOR", "")
    retired = desk("retire", "RUL-0001", "--reason", "x", "--json")
    assert retired.json["tombstone"]["actor"] not in {"", "from the environment"}


def test_the_language_of_names_follows_the_setting(cli: CommandLine) -> None:
    """Option or environment."""
    labels = '{"en":{"language":"en","value":"Vienna"},"de":{"language":"de","value":"Wien"}}'
    Path("x.json").write_text(f'{{"type":"item","id":"Q1741","labels":{labels},"claims":{{}}}}')
    cli.monkeypatch.setenv("BOTH_SIDES_LANGUAGE", "de")
    assert cli("import", "wikidata", "x.json").code == 0
    assert cli("show", "Q1741", "--json").json["entityLabel"] == "Wien"
    assert cli("import", "wikidata", "x.json", "--language", "en").code == 0
    assert cli("show", "Q1741", "--json").json["entityLabel"] == "Vienna"


# --- processes, terminals, signals ----------------------------------------------------------------


def test_the_program_runs_as_a_module(tmp_path: Path) -> None:
    """Exit codes and streams are those of a process."""
    assert process("--version", cwd=tmp_path).out == f"{__version__}\n"
    found = process("disputes", "--json", cwd=tmp_path)
    assert (found.code, found.error["code"], found.out) == (2, "not_found", "")


def on_a_terminal(*arguments: str, cwd: Path, **env: str) -> bytes:
    """Run the program on a terminal, and give what it wrote there."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "both_sides", *arguments]
    settings = environment(TERM="xterm-256color", **env)
    settings = {name: value for name, value in settings.items() if value}
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=cwd, env=settings
    ) as running:
        os.close(theirs)
        written = b"".join(_chunks(ours))
        running.wait()
    os.close(ours)
    return written


def _chunks(descriptor: int) -> Iterator[bytes]:
    while select.select([descriptor], [], [], 60)[0]:
        try:
            chunk = os.read(descriptor, 65536)
        except OSError:  # the other end is closed
            return
        if not chunk:
            return
        yield chunk


@pytest.mark.slow
@pytest.mark.parametrize("command", [("--help",), ("demo",), ("nosuch",)])
def test_colour_is_for_terminals_that_want_it(tmp_path: Path, command: tuple[str, ...]) -> None:
    """With NO_COLOR there is no escape sequence at all."""
    coloured = on_a_terminal(*command, cwd=tmp_path, NO_COLOR="")
    plain = on_a_terminal(*command, cwd=tmp_path, NO_COLOR="1")
    assert b"\x1b" not in plain
    assert (b"\x1b[" in coloured) is (command != ("nosuch",))
    assert plain.strip()


def test_texts_do_not_steer_the_terminal(desk: CommandLine) -> None:
    """Escape sequences and reading directions in a text are shown as what they are."""
    hostile = "\x1b[2J\x1b]0;title\x07\u202eevil\x9b31m\u2028"
    found = desk(*RULE[:5], "--rationale", f"Cited.{hostile}", "--actor", f"eve{hostile}")
    for shown in (found, desk("ruling", "RUL-0001"), desk("rulings"), desk("show", *QUESTION)):
        assert shown.code == 0
        assert not {"\x1b", "\x07", "\x9b", "\u202e", "\u2028"} & set(shown.out + shown.err)
    assert "\\x1b[2J" in desk("ruling", "RUL-0001").out
    refused = desk("revise", "RUL-0001", "--rationale", f"Cited.{hostile}")
    assert not {"\x1b", "\u202e"} & set(refused.err)
    assert desk("ruling", "RUL-0001", "--json").json["rationale"] == f"Cited.{hostile}".strip()


@pytest.mark.parametrize("name", ["\udcff", "a\udc80b"])
def test_arguments_that_are_no_text_are_refused_in_words(desk: CommandLine, name: str) -> None:
    """Bytes that are not UTF-8 reach a program as halves of surrogate pairs."""
    for arguments in (
        ("show", name),
        ("adjudicate", "Q743", name),
        ("adjudicate", *QUESTION, "--as-of", name),
        ("adjudicate", "--input", name),
        ("replay", "--input", name),
        ("import", "wikidata", name),
        ("ruling", name),
        ("disputes", "--cursor", name),
        ("rule", *QUESTION, "--choose", name, "--rationale", "x"),
        ("rule", *QUESTION, "--choose", LEADER, "--rationale", name),
        (*RULE, "--actor", name),
        (*RULE, "--idempotency-key", name),
        ("disputes", "--scope", name),
        (name,),
    ):
        found = desk(*arguments, "--json")
        assert (found.code, found.out) == (2, ""), arguments
        assert found.error["message"], arguments
        assert desk(*arguments).code == 2, arguments
    assert desk("replay", "--json").json["events"] == 7


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_an_interrupt_ends_with_130_and_says_that_nothing_is_lost(
    tmp_path: Path, flags: list[str]
) -> None:
    """In the middle of a stream, after an answer."""
    line = b'{"entityId": "Q1", "propertyId": "P1", "claims": [], "asOf": "2026-10-03"}\n'
    command = [sys.executable, "-m", "both_sides", "adjudicate", "--input", "-", *flags]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(),
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdin.write(line)
        running.stdin.flush()
        assert b'"status":"empty"' in running.stdout.readline()
        running.send_signal(signal.SIGINT)
        running.wait(timeout=60)
        words = running.stderr.read()
        running.stdin.close()
    assert running.returncode == 130
    assert b"Traceback" not in words
    assert b"what was committed is kept" in words
    assert words.startswith(b'{"code":"interrupted"') is bool(flags)


def test_a_reader_that_has_seen_enough_gets_no_words_and_a_code_that_is_not_0(
    tmp_path: Path,
) -> None:
    """As `both-sides … | head -1`; a check that was cut off must not pass where pipes may fail."""
    line = b'{"claims": [], "asOf": "2026-10-03"}\n'
    command = [sys.executable, "-m", "both_sides", "adjudicate", "--input", "-"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(),
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdin.write(line)
        running.stdin.flush()
        assert running.stdout.readline()
        running.stdout.close()
        try:
            running.stdin.write(line * 10_000)
            running.stdin.close()
        except BrokenPipeError:
            pass  # it has gone already
        assert running.stderr.read() == b""
        running.wait(timeout=60)
    assert running.returncode == 141
