"""The Method page, told through the command line: what it prints, seals, replays and says."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from both_sides.exchange.engine_lines import format_adjudication, parse_dispute
from both_sides.exchange.strict_json import parse_json
from both_sides.interfaces.cli.app import run
from both_sides.scoring.adjudicate import adjudicate
from tests import oracle
from tests.requirement_tables.method import METHOD, PRINTED

Tell = Callable[..., str]
RULING = "RUL-0001"


def folded(text: str) -> str:
    """Fold white space, and leave out how a page marks its parts."""
    return " ".join(text.replace("|", " ").replace("*", "").split())


@pytest.fixture(scope="module")
def demonstrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder that the demo leaves."""
    folder = tmp_path_factory.mktemp("demo")
    assert run(["demo", "--directory", str(folder), "--actor", "ada"]) == 0
    return folder


@pytest.fixture
def tell(demonstrated: Path, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> Tell:
    """Run a command on a copy of the demo's ledger, and give what it printed."""
    ledger = shutil.copy(demonstrated / "ledger.db", tmp_path / "ledger.db")

    def run_it(*arguments: str) -> str:
        capsysbinary.readouterr()
        assert run([*arguments, "--ledger", str(ledger), "--actor", "ada"]) == 0
        return capsysbinary.readouterr().out.decode()

    return run_it


def answer(text: str) -> Any:  # noqa: ANN401 - JSON
    """Read an answer."""
    return json.loads(text)


@pytest.mark.requirement(
    "M2",
    "M7",
    "M8",
    "M9",
    "M10",
    "M11",
    "M15",
    "M16",
    "M18",
    "M19",
    "M21",
    "M22",
    "M23",
    "M25",
    "M26",
    "M27",
    "M28",
    "M30",
    "M31",
    "M32",
    "M33",
    "M34",
    "M35",
    "M36",
    "M37",
    "M38",
    "M39",
)
def test_the_page_is_printed_word_for_word(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """Every sentence of it; each factor with its weight, each band with its margin."""
    assert run(["method"]) == 0
    printed = folded(capsysbinary.readouterr().out.decode())
    checked = 0
    for entry in METHOD:
        if PRINTED in entry.tests:
            sentence = folded(entry.sentence).removeprefix("- ").removeprefix("Required action: ")
            assert sentence.removesuffix(".") in printed, entry.id
            checked += 1
    assert checked > 20
    for band in ("settled from 18.00", "contested from 8.00", "unresolved from 0.00"):
        assert band in printed
    assert "Both Sides engine 1.0.0" in printed


@pytest.mark.requirement("M33")
def test_every_create_update_and_retire_appends_one_event(tell: Tell) -> None:
    """One link each, of the kind that happened, right after the one before."""
    subject = ("Q597", "P1082")
    head = answer(tell("replay", "--json"))["events"]
    told = [
        (tell("revise", RULING, "--rationale", "counted", "--json"), "ruling.updated"),
        (tell("retire", RULING, "--reason", "mistaken", "--json"), "ruling.retired"),
        (
            tell("rule", *subject, "--choose", "Q597-P1082-2", "--rationale", "so", "--json"),
            "ruling.created",
        ),
    ]
    for place, (text, kind) in enumerate(told, start=head + 1):
        (event,) = answer(text)["receipt"]["events"]
        assert (event["n"], event["type"]) == (place, kind)
    assert answer(tell("replay", "--json"))["events"] == head + len(told)


@pytest.mark.requirement("M35")
def test_a_removed_ruling_keeps_a_tombstone_and_the_replay_works(tell: Tell) -> None:
    """Who, when and why stay, and so does everything that was ruled."""
    before = answer(tell("ruling", RULING, "--json"))
    tell("retire", RULING, "--reason", "the census was corrected")
    after = answer(tell("ruling", RULING, "--json"))
    assert after["standing"] == "retired"
    assert after["tombstone"]["reason"] == "the census was corrected"
    assert after["tombstone"]["actor"] == "ada"
    assert after["claims"] == before["claims"]
    replayed = answer(tell("replay", RULING, "--json"))
    assert (replayed["ok"], replayed["firstBrokenSeq"]) == (True, None)


@pytest.mark.requirement("M37", "M38", "M39")
def test_what_this_is_not_stands_wherever_a_ruling_is_shown(tell: Tell) -> None:
    """Also where one is made, and in what is handed on to others."""
    sentences = [entry.sentence for entry in METHOD if entry.id in {"M37", "M38", "M39"}]
    shown = [
        tell("ruling", RULING),
        tell("ruling", RULING, "--json"),
        tell("revise", RULING, "--rationale", "counted"),
        tell("revise", RULING, "--rationale", "counted anew", "--json"),
        tell("show", "Q597", "P1082"),
        tell("adjudicate", "Q597", "P1082"),
        tell("adjudicate", "Q597", "P1082", "--json"),
        tell("dossier", RULING, "--format", "md"),
        tell("dossier", RULING, "--format", "json"),
        tell("retire", RULING, "--reason", "mistaken"),
    ]
    for text in map(folded, shown):
        for sentence in sentences:
            assert sentence in text


@pytest.mark.requirement("M40")
def test_the_same_function_answers_through_every_face(
    demonstrated: Path,
    tell: Tell,
    tmp_path: Path,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    """Python, a dispute of the ledger, a line of a file, and a sealed ruling: the same numbers."""
    dossier = answer((demonstrated / f"{RULING}.json").read_text(encoding="utf-8"))
    document = dossier["engineInput"]
    line = json.dumps(document)
    dispute, as_of = parse_dispute(parse_json(line), source="test")
    in_python = format_adjudication(adjudicate(dispute, str(as_of)))
    assert in_python == oracle.adjudicate(document)

    (tmp_path / "dispute.jsonl").write_text(line, encoding="utf-8")
    capsysbinary.readouterr()
    assert run(["adjudicate", "--input", str(tmp_path / "dispute.jsonl")]) == 0
    assert answer(capsysbinary.readouterr().out.decode()) == in_python

    hearing = answer(tell("adjudicate", "Q597", "P1082", "--as-of", str(as_of), "--json"))
    ruling = answer(tell("ruling", RULING, "--json"))
    for shown in (hearing, ruling):
        adjudication = shown["adjudication"]
        assert adjudication["engine"] == "1.0.0"
        for member in ("status", "leader", "runnerUp", "score", "margin", "band"):
            assert adjudication[member] == in_python[member]
        assert [
            {
                "claimId": claim["claimId"],
                "score": claim["score"],
                "eligible": claim["eligible"],
                "factors": {
                    factor["factor"]: [factor["value"], factor["contribution"]]
                    for factor in claim["factors"]
                },
            }
            for claim in shown["claims"]
        ] == in_python["ranked"]
