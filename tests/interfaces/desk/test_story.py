"""The main story: import, look, rank, rule, revise, retire, replay, and hand a dossier over."""

import json
import re
import sqlite3
from pathlib import Path

import pytest

from tests.command_line import CommandLine

ENTITIES = Path(__file__).parents[2] / "vectors/wikidata/entities.ndjson"
MELTING = ("Q743", "P2101")
FAHRENHEIT = "Q743$6FBAF7F2-E198-41CD-9AA1-F17B3D0509E9"
CELSIUS = "Q743$6d38fe4d-4c0a-948f-a2af-dc2dce716fbd"
BIRTH = ("Q8413", "P569")
BARRED = "Q8413$35bc98d3-4dda-1c5a-2286-069f913cfa3f"
SEAL = re.compile(r"[0-9a-f]{96}")


def rule(cli: CommandLine, *more: str, chosen: str = FAHRENHEIT, rationale: str = "Cited.") -> dict:  # type: ignore[type-arg] # JSON
    """Rule on tungsten's melting point, and give the answer."""
    found = cli("rule", *MELTING, "--choose", chosen, "--rationale", rationale, "--json", *more)
    assert found.code == 0, found.err
    return dict(found.json)


def test_what_was_imported_is_listed_and_shown(desk: CommandLine) -> None:
    """In words for people, in JSON for programs."""
    listed = desk("disputes", "--json").json
    assert listed["nextCursor"] is None
    assert ("Q743", "P2101") in {(row["entityId"], row["propertyId"]) for row in listed["disputes"]}
    assert {row["kind"] for row in listed["disputes"]} == {"contradiction", "time_series"}
    words = desk("disputes").out
    assert "tungsten" in words
    assert "melting point" in words
    entity = desk("show", "q743", "--json").json
    assert entity["entityLabel"] == "tungsten"
    assert "melting point" in {row["propertyLabel"] for row in entity["properties"]}
    assert "tungsten (Q743)" in desk("show", "Q743").out


def test_a_dispute_is_ranked_with_every_factor_explained(desk: CommandLine) -> None:
    """The same numbers in words and in JSON, and what this is not."""
    found = desk("adjudicate", *MELTING, "--as-of", "2026-10-03", "--json").json
    assert found["adjudication"]["asOf"] == "2026-10-03"
    assert found["adjudication"]["band"] == "unresolved"
    assert [claim["claimId"] for claim in found["claims"]] == [FAHRENHEIT, CELSIUS]
    for claim in found["claims"]:
        assert len(claim["factors"]) == 5
        assert all(factor["sentence"] for factor in claim["factors"])
        total = sum(factor["contribution"] for factor in claim["factors"])
        assert round(total, 2) == claim["score"]
    words = desk("adjudicate", *MELTING, "--as-of", "2026-10-03").out
    assert f"margin {found['adjudication']['margin']:.2f} points" in words
    assert found["adjudication"]["requiredAction"] in words
    assert "What this is not." in words
    assert "6170 degree Fahrenheit" in words
    assert desk("show", *MELTING, "--as-of", "2026-10-03", "--json").json == found


def test_a_ruling_is_recorded_shown_and_listed(desk: CommandLine) -> None:
    """With the seal of its link; the dispute names it from then on."""
    recorded = rule(desk, rationale="The NIOSH guide is cited.")
    assert recorded["id"] == "RUL-0001"
    assert recorded["losing"] == [CELSIUS]
    assert recorded["receipt"]["replayed"] is False
    (event,) = recorded["receipt"]["events"]
    assert event["type"] == "ruling.created"
    assert SEAL.fullmatch(event["seal"])
    shown = desk("ruling", "rul-0001", "--json").json
    assert shown == {key: value for key, value in recorded.items() if key != "receipt"}
    listed = desk("rulings", "--json").json["rulings"]
    assert [row["id"] for row in listed] == ["RUL-0001"]
    assert listed[0].items() <= shown.items()
    disputes = desk("disputes", "--ruled", "--json").json["disputes"]
    assert [(row["propertyId"], row["ruling"]) for row in disputes] == [("P2101", "RUL-0001")]
    assert desk("show", *MELTING, "--json").json["ruling"]["id"] == "RUL-0001"
    assert len(desk("disputes", "--unruled", "--json").json["disputes"]) == 6
    words = desk("ruling", "RUL-0001").out
    assert "RUL-0001  STANDING" in words
    assert "The NIOSH guide is cited." in words
    assert "What this is not." in words


def test_people_see_the_seal_whole(desk: CommandLine) -> None:
    """On one line, so that it can be copied and compared."""
    words = desk("rule", *MELTING, "--choose", FAHRENHEIT, "--rationale", "Cited.").out
    (seal,) = (line.strip() for line in words.splitlines() if SEAL.search(line))
    assert SEAL.fullmatch(seal)
    assert f"head seal {seal}" in desk("replay").out.splitlines()


def test_a_ruling_is_revised_superseded_and_retired(desk: CommandLine) -> None:
    """Every step is one link, every rationale stays."""
    rule(desk, rationale="First.")
    revised = desk("revise", "RUL-0001", "--rationale", "Second.", "--actor", "eve", "--json").json
    assert [(row["rationale"], row["actor"]) for row in revised["revisions"]] == [
        ("First.", "ada"),
        ("Second.", "eve"),
    ]
    second = rule(desk, "--supersedes", "RUL-0001", chosen=CELSIUS)
    assert (second["id"], second["supersedes"]) == ("RUL-0002", "RUL-0001")
    assert desk("ruling", "RUL-0001", "--json").json["standing"] == "superseded"
    retired = desk("retire", "RUL-0002", "--reason", "Misread.", "--json").json
    assert retired["standing"] == "retired"
    assert retired["tombstone"]["reason"] == "Misread."
    for standing, ids in (
        ("standing", []),
        ("superseded", ["RUL-0001"]),
        ("retired", ["RUL-0002"]),
    ):
        rows = desk("rulings", "--standing", standing, "--json").json["rulings"]
        assert [row["id"] for row in rows] == ids
    words = desk("ruling", "RUL-0002").out
    assert "RETIRED" in words
    assert "Misread." in words
    third = rule(desk)
    assert third["id"] == "RUL-0003"
    assert desk("replay", "--json").json["events"] == 7 + 6


def test_a_barred_claim_can_be_chosen_with_open_eyes(desk: CommandLine) -> None:
    """The acknowledgement is part of what is sealed."""
    asked = ("rule", *BIRTH, "--choose", BARRED, "--rationale", "The editors err.", "--json")
    assert desk(*asked).error["code"] == "deprecated_cannot_govern"
    found = desk(*asked, "--acknowledge", "barred").json
    assert found["acknowledged"] == ["barred"]
    claim = next(claim for claim in found["claims"] if claim["claimId"] == BARRED)
    assert claim["eligible"] is False
    assert claim["barredBecause"]
    body = sqlite3.connect("both-sides.db").execute("SELECT body FROM events WHERE n = 8")
    assert json.loads(body.fetchone()[0])["payload"]["acknowledged"] == ["barred"]


def test_a_time_series_can_be_narrowed(desk: CommandLine) -> None:
    """To its newest point, or to a date; a ruling keeps which."""
    series = ("Q36", "P1279")
    whole = desk("adjudicate", *series, "--json").json
    assert (whole["kind"], len(whole["claims"])) == ("time_series", 2)
    newest = desk("adjudicate", *series, "--newest", "--json").json
    assert [claim["rank"] for claim in newest["claims"]] == ["preferred"]
    moment = newest["claims"][0]["pointInTime"]
    at = desk("adjudicate", *series, "--at", moment, "--json").json
    assert at["claims"] == newest["claims"]
    assert at["inputsDigest"] == newest["inputsDigest"] != whole["inputsDigest"]
    chosen = newest["claims"][0]["claimId"]
    asked = ("rule", *series, "--choose", chosen, "--rationale", "Newest.", "--newest")
    assert desk(*asked, "--json").json["case"]["narrowing"] == {"newest": True, "at": None}
    assert "the newest point in time" in desk("ruling", "RUL-0001").out


def test_a_request_with_a_key_happens_once(desk: CommandLine) -> None:
    """Sent again it gives the same receipt; another request under the key is a conflict."""
    first = rule(desk, "--idempotency-key", "k1")
    again = rule(desk, "--idempotency-key", "k1")
    assert again["receipt"] == {**first["receipt"], "replayed": True}
    other = ("rule", *MELTING, "--choose", CELSIUS, "--rationale", "Other.")
    refused = desk(*other, "--idempotency-key", "k1", "--json")
    assert (refused.code, refused.error["code"]) == (3, "idempotency_conflict")
    assert (
        "recorded before"
        in desk(
            "rule",
            *MELTING,
            "--choose",
            FAHRENHEIT,
            "--rationale",
            "Cited.",
            "--idempotency-key",
            "k1",
        ).out
    )
    for _ in range(2):
        revised = desk(
            "revise", "RUL-0001", "--rationale", "Better.", "--idempotency-key", "k2", "--json"
        )
        assert revised.code == 0
    for _ in range(2):
        retired = desk(
            "retire", "RUL-0001", "--reason", "Wrong.", "--idempotency-key", "k3", "--json"
        )
        assert retired.code == 0
    assert desk("replay", "--json").json["events"] == 7 + 3


def test_a_replay_verifies_the_scope_and_names_the_links_of_a_ruling(desk: CommandLine) -> None:
    """And what a chain alone cannot show."""
    rule(desk)
    desk("revise", "RUL-0001", "--rationale", "Better.")
    found = desk("replay", "RUL-0001", "--json").json
    assert (found["ok"], found["events"], found["firstBrokenSeq"]) == (True, 9, None)
    assert found["rulingLinks"] == [8, 9]
    assert found["notChecked"]
    words = desk("replay", "RUL-0001").out
    assert "verified: 9 links of local, and every view row" in words
    assert "links of RUL-0001: 8, 9" in words
    assert "not checked" in words


def test_a_dossier_is_written_and_replays_from_its_file(desk: CommandLine) -> None:
    """To standard output or to a file; Markdown or JSON; whole or in part."""
    rule(desk)
    shown = desk("dossier", "RUL-0001", "--format", "json")
    assert shown.json["integrity"]["coverage"] == "complete"
    assert desk("dossier", "RUL-0001", "--json").json == shown.json
    for chain in ("complete", "excerpt"):
        name = f"{chain}.json"
        written = desk("dossier", "RUL-0001", "--json", "--chain", chain, "--out", name)
        assert (written.code, written.out) == (0, "")
        assert f"wrote {name}" in written.err
        replayed = desk("replay", "--input", name)
        assert replayed.code == 0
        (found,) = replayed.lines
        assert found["ok"] is True
    text = desk("dossier", "RUL-0001").out
    assert text.startswith("# RUL-0001: tungsten, melting point\n")
    assert "## What this is not" in text
    assert desk("dossier", "RUL-0001", "--out", "d.md").code == 0
    assert Path("d.md").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("ruling.rationale", "Forged."),
        ("ruling.revisions[0].actor", "eve"),
        ("ruling.chosen", CELSIUS),
        ("ruling.value", "3410 degree Celsius"),
        ("ruling.standing", "standing"),
        ("ruling.tombstone", None),
        ("ruling.margin", 99),
        ("ruling.claims[1].score", 99.5),
        ("ruling.case.narrowing.newest", 1),
        ("ruling.trail[1]", 2),
        ("engineInput.claims[0].numeric", 1),
        ("engineInput.extra", "more"),
    ],
)
def test_what_a_dossier_shows_must_be_what_its_events_say(
    desk: CommandLine, place: str, value: object
) -> None:
    """Its seals cover the events only; a replay compares the rest with them."""
    rule(desk)
    desk("retire", "RUL-0001", "--reason", "Misread.")
    for chain in ("complete", "excerpt"):
        found = desk("dossier", "RUL-0001", "--json", "--chain", chain).json
        *path, last = (int(p) if p.isdigit() else p for p in re.findall(r"\w+", place))
        member = found
        for part in path:
            member = member[part]
        member[last] = value
        replayed = desk("replay", "--input", "-", stdin=json.dumps(found).encode())
        (line,) = replayed.lines
        assert (replayed.code, line["ok"], line["firstBrokenSeq"]) == (4, False, None)
        assert f"{place} is not what its events say" in replayed.err


def test_the_dossier_of_a_ruling_that_nobody_made_is_found_out(desk: CommandLine) -> None:
    """The events are in order, but they are about something else."""
    rule(desk)
    found = desk("dossier", "RUL-0001", "--json").json
    for change in ({"ruling": {**found["ruling"], "id": "RUL-0002"}}, {"ruling": None}):
        forged = json.dumps({**found, **change}).encode()
        replayed = desk("replay", "--input", "-", stdin=forged)
        assert replayed.code == 4
        assert "do not create the ruling" in replayed.err


def test_the_engine_runs_again_on_the_input_in_a_dossier(desk: CommandLine) -> None:
    """As the dossier itself advises."""
    recorded = rule(desk, "--as-of", "2026-10-03")
    line = desk("dossier", "RUL-0001", "--json").json["engineInput"]
    (answer,) = desk("adjudicate", "--input", "-", stdin=json.dumps(line).encode()).lines
    assert answer["margin"] == recorded["adjudication"]["margin"]
    assert [row["score"] for row in answer["ranked"]] == [
        claim["score"] for claim in recorded["claims"]
    ]


def test_scopes_are_strangers(desk: CommandLine) -> None:
    """The same file, another chain; nothing of one is seen in the other."""
    rule(desk)
    other = ("--scope", "team/b")
    assert desk("ruling", "RUL-0001", *other, "--json").error["code"] == "not_found"
    assert desk("disputes", *other, "--json").json["disputes"] == []
    assert desk("replay", *other).code == 2
    desk(
        "import", "wikidata", Path(__file__).parents[2] / "vectors/wikidata/entities.ndjson", *other
    )
    assert rule(desk, *other)["id"] == "RUL-0001"
    assert desk("replay", *other, "--json").json["events"] == 8


def test_lists_are_paged(desk: CommandLine) -> None:
    """With a cursor that is told, and refused elsewhere."""
    first = desk("disputes", "--limit", "3", "--json").json
    second = desk("disputes", "--limit", "10", "--cursor", first["nextCursor"], "--json").json
    whole = desk("disputes", "--json").json["disputes"]
    assert first["disputes"] + second["disputes"] == whole
    assert f"--cursor {first['nextCursor']}" in desk("disputes", "--limit", "3").err
    refused = desk("rulings", "--cursor", first["nextCursor"], "--json")
    assert (refused.code, refused.error["facts"]["field"]) == (2, "cursor")


def test_an_import_reports_everything_and_a_second_one_records_nothing(cli: CommandLine) -> None:
    """Exit code 2 where something was lost."""
    Path("broken.ndjson").write_bytes(b'{"id": "Q1", nonsense\n' + ENTITIES.read_bytes())
    found = cli("import", "wikidata", "broken.ndjson", "--json")
    assert found.code == 2
    assert found.json["recorded"] == 7
    assert found.json["statements"] == found.json["claims"] + found.json["lost"]
    (problem,) = found.json["problems"]
    assert (problem["code"], problem["line"], problem["entityId"]) == ("not_json", 1, "Q1")
    words = cli("import", "wikidata", "broken.ndjson")
    assert words.code == 2
    assert "0 recorded, 7 unchanged" in words.out
    assert "broken.ndjson line 1" in words.err
    only = cli("import", "wikidata", ENTITIES, "--entity", "Q8413", "--property", "P569", "--json")
    assert (only.code, only.json["recorded"]) == (0, 0)
    assert only.json["leftOut"] > 0
