"""Ruling through pages: what is typed is kept, what has to change is said, nothing is lost."""

import re

import pytest

from both_sides.service.desk import Desk
from both_sides.service.importing import import_entities
from tests.interfaces.web.paper import Reader, words_of
from tests.interfaces.web.stories import (
    DISPUTE,
    RATIONALE,
    A,
    B,
    C,
    add_evidence,
    conclude,
    rule,
)
from tests.samples import group, statement
from tests.served import LOCAL, Served, city


def test_the_whole_life_of_a_ruling(served: Served, reader: Reader) -> None:
    """Ruled, revised, superseded, retired; each step stays in its history."""
    page = rule(reader)
    assert "is recorded and sealed as link 2" in page.text
    page = page.form("/rulings/RUL-0001/revise").fill(text="It was counted anew.").send()
    assert page.path == "/rulings/RUL-0001"
    history = words_of(page.one("ol", "timeline"))
    assert RATIONALE in history
    assert "It was counted anew." in history
    page = rule(reader, B, "The rival is official.", supersedes="RUL-0001")
    assert page.path == "/rulings/RUL-0002"
    assert "took the place of RUL-0001" in page.text
    assert "Superseded by RUL-0002" in reader.read("/rulings/RUL-0001").text
    page = page.form("/rulings/RUL-0002/retire").fill(text="The census was corrected.").send()
    assert "Retired is final; this stone stays." in page.text
    assert "The census was corrected." in page.text
    assert reader.read(DISPUTE).form(DISPUTE).value("rationale") == ""
    rows = [words_of(row) for row in reader.read("/rulings").tree.iter("tr")]
    assert any("RUL-0002" in row and "retired" in row for row in rows)
    assert served.get("/rulings/RUL-0002").json()["tombstone"]["actor"] == "ada"


@pytest.mark.parametrize(
    ("choose", "rationale", "field", "words"),
    [
        (A, "  ", "rationale", "The rationale is empty."),
        ("", "Because.", "choose", "No claim was chosen."),
        ("Q35765$z", "Because.", "choose", "is not among the claims"),
        (C, "Because.", "acknowledge_barred", "is barred"),
        (A, "x" * 20_001, "rationale", "20,001 characters"),
    ],
)
def test_a_refused_form_keeps_what_was_typed(  # noqa: PLR0913 - a row of the table
    served: Served, reader: Reader, choose: str, rationale: str, field: str, words: str
) -> None:
    """And says what to change beside the field; nothing is recorded."""
    page = rule(reader, choose, rationale)
    assert page.status in {409, 422}
    assert words in page.beside(field)
    assert "Nothing was recorded." in page.alerts()
    form = page.form(DISPUTE)
    assert form.value("rationale") == rationale
    assert form.value("choose") == (choose if choose in {A, B, C} else "")
    assert served.get("/rulings").json()["rulings"] == []


def test_a_barred_claim_governs_once_it_was_seen(served: Served, reader: Reader) -> None:
    """The box is on the page, and the acknowledgement is sealed."""
    page = rule(reader, C, acknowledge_barred="1")
    assert "seen before ruling: barred" in page.text
    assert served.get("/rulings/RUL-0001").json()["acknowledged"] == ["barred"]


def test_a_refuted_claim_governs_once_it_was_seen(reader: Reader) -> None:
    """The page says that it stands refuted, asks, and shows the verdict with its claim."""
    claim = add_evidence(reader.read(f"/claims/{A}"), "refutes", "The census page says otherwise.")
    conclude(claim, "refuted", "EVD-0001", rationale="It says so. Fix: read the census again")
    page = rule(reader, A)
    assert page.status == 409
    assert "stands refuted" in page.beside("acknowledge_refuted")
    page = page.form(DISPUTE).fill(acknowledge_refuted="1").send()
    assert page.path == "/rulings/RUL-0001"
    assert "It says so." in page.text


def test_a_standing_ruling_is_replaced_only_by_name(reader: Reader) -> None:
    """Else the page says which one stands, and offers the box."""
    rule(reader)
    page = rule(reader, B)
    assert page.status == 409
    assert "RUL-0001 stands" in page.beside("supersedes")


def test_a_form_that_is_sent_twice_happens_once(served: Served, reader: Reader) -> None:
    """By its key; both times the browser is led to the same ruling."""
    form = reader.read(DISPUTE).form(DISPUTE).fill(choose=A, rationale=RATIONALE)
    first, second = form.send(), form.send()
    assert first.path == second.path == "/rulings/RUL-0001"
    assert len(served.get("/rulings").json()["rulings"]) == 1


def test_two_browsers_that_revise_one_ruling_meet_on_a_page_that_helps(
    served: Served, reader: Reader
) -> None:
    """The second sees both texts, loses nothing, and can send theirs again in one step."""
    page = rule(reader)
    mine, theirs = (page.form("/rulings/RUL-0001/revise") for _ in range(2))
    theirs.fill(text="Theirs.").send()
    page = mine.fill(text="Mine,\nat length.").send(key="another")
    assert page.status == 412
    assert page.title == "Somebody else was first"
    assert "Theirs." in page.text
    form = page.form("/rulings/RUL-0001/revise")
    assert form.value("text") == "Mine,\nat length."
    page = form.send()
    assert page.path == "/rulings/RUL-0001"
    rationales = [row["rationale"] for row in served.get("/rulings/RUL-0001").json()["revisions"]]
    assert rationales == [RATIONALE, "Theirs.", "Mine,\nat length."]


def test_a_ruling_that_was_retired_meanwhile_is_not_revised(reader: Reader) -> None:
    """The page says so, and leads to the dispute."""
    page = rule(reader)
    mine = page.form("/rulings/RUL-0001/revise").fill(text="Mine.")
    page.form("/rulings/RUL-0001/retire").fill(text="Wrong.").send()
    page = mine.send(key="another")
    assert page.status == 412
    assert "Mine." in page.text
    assert "is retired now" in page.text
    assert f"{DISPUTE}#rule" in page.links()


def test_a_form_without_its_version_changes_nothing(served: Served, reader: Reader) -> None:
    """As the other faces ask for If-Match."""
    page = rule(reader)
    page = page.form("/rulings/RUL-0001/retire").fill(text="Wrong.").send(version="")
    assert page.status == 412
    assert served.get("/rulings/RUL-0001").json()["standing"] == "standing"


def test_claims_that_changed_while_somebody_read_are_shown_before_the_ruling(
    served: Served, reader: Reader
) -> None:
    """The ruling is not taken on claims that nobody has seen; what was typed stays."""
    form = reader.read(DISPUTE).form(DISPUTE).fill(choose=A, rationale=RATIONALE)
    changed = city(revision=7, digest="second")
    population = group("P1082", *changed.groups[0].statements, statement("Q35765$d", "2800000"))
    desk = Desk(served.office.ledger, LOCAL)
    import_entities(
        desk,
        [
            city(revision=7, digest="second").__class__(
                entity_id=changed.entity_id,
                label=changed.label,
                provenance=changed.provenance,
                groups=(population,),
            )
        ],
        actor="ada",
    )
    page = form.send()
    assert page.status == 412
    assert "changed since you opened the page" in page.alerts()
    assert page.form(DISPUTE).value("rationale") == RATIONALE
    assert page.form(DISPUTE).send().path == "/rulings/RUL-0001"


def test_a_shared_link_shows_the_ruling_and_nothing_else(served: Served, reader: Reader) -> None:
    """Its key is shown once; revoked, it shows nothing."""
    page = rule(reader).form("/rulings/RUL-0001/shares").send()
    link = next(link for link in page.links() if link.startswith("/shared/"))
    shared = reader.read(link)
    assert RATIONALE in shared.text
    assert not [one for one in shared.links() if one.startswith(("/rulings", "/claims", "/ledger"))]
    assert "unverified" not in shared.text
    assert shared.response.headers["x-robots-tag"] == "noindex"
    assert link not in reader.read("/rulings/RUL-0001").response.text
    page = reader.read("/rulings/RUL-0001")
    page = page.form("/rulings/RUL-0001/shares/SHR-0001/revoke").fill(text="Sent astray.").send()
    assert "shows nothing" in page.text
    assert reader.read(link, 404).title == "There is nothing here"
    assert (
        served.office.access.shares(
            LOCAL,
            Desk(served.office.ledger, LOCAL)
            .ruling(
                re.sub("x", "", "RUL-0001")  # type: ignore[arg-type] # an id as text
            )
            .ruling_id,
        )[0].revocation
        is not None
    )


def test_a_link_that_ends_in_the_past_is_refused_beside_its_field(reader: Reader) -> None:
    """With what would be accepted."""
    page = rule(reader).form("/rulings/RUL-0001/shares").fill(expires="2001-01-01").send()
    assert page.status == 422
    assert "is no instant to come" in page.beside("expires")


def test_revising_to_the_same_words_is_refused(reader: Reader) -> None:
    """The form is open, with the words."""
    page = rule(reader)
    page = page.form("/rulings/RUL-0001/revise").send()
    assert page.status == 409
    assert "already has this rationale" in page.beside("revise-text")
