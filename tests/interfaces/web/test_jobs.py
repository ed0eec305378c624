"""Long work through pages: what is imported, fetched and verified, and what a wrong file gets."""

import bz2
import gzip
import re
from dataclasses import replace
from pathlib import Path

import pytest

from both_sides.domain.ids import ScopeId
from both_sides.interfaces.web.mounting import add_pages
from both_sides.store.memory import MemoryStore
from tests.interfaces.web.paper import Paper, Reader
from tests.interfaces.web.stories import register, rule
from tests.samples import entity
from tests.served import LOCAL, Served, serving

ENTITIES = Path(__file__).parents[2] / "vectors/wikidata/entities.ndjson"


def finished(page: Paper) -> Paper:
    """Load the page of a job again until it is over."""
    assert re.fullmatch(r"/jobs/JOB-[0-9]{4}", page.path), page.path
    while page.all("progress"):
        page = page.reader.read(page.path)
    return page


def upload(reader: Reader, name: str, body: bytes, **fields: str) -> Paper:
    """Send a file through the form of the desk."""
    form = reader.read("/desk").form("/desk/import").fill(**fields)
    return form.send(files={"file": (name, body, "application/octet-stream")})


@pytest.mark.parametrize(
    ("name", "pack"),
    [("a.ndjson", bytes), ("a.ndjson.gz", gzip.compress), ("a.ndjson.bz2", bz2.compress)],
)
def test_a_file_is_imported_plain_or_packed(reader: Reader, name: str, pack: type[bytes]) -> None:
    """And importing it again records nothing new."""
    body = pack(ENTITIES.read_bytes())
    page = finished(upload(reader, name, body))
    assert "entities read" in page.text
    assert "tungsten" in page.follow("See what is disputed").text
    again = finished(upload(reader, name, body))
    assert ": 0 new or changed" in again.text
    assert "JOB-0002" in reader.read("/desk").text


def test_only_the_named_properties_are_imported(served: Served, reader: Reader) -> None:
    """As the command line does."""
    finished(upload(reader, "a.ndjson", ENTITIES.read_bytes(), properties="P2101, P9999"))
    rows = served.get("/disputes").json()["disputes"]
    assert {row["propertyId"] for row in rows} == {"P1082", "P2101"}


@pytest.mark.parametrize(
    ("fields", "body", "field", "words"),
    [
        ({}, None, "file", "No file was chosen."),
        ({}, b"", "file", "The file is empty."),
        ({"properties": "population"}, b"{}", "properties", "population"),
    ],
)
def test_a_form_that_cannot_be_taken_says_why(
    reader: Reader, fields: dict[str, str], body: bytes | None, field: str, words: str
) -> None:
    """Beside the field; what was typed is kept."""
    form = reader.read("/desk").form("/desk/import").fill(**fields)
    sent = ("", b"") if body is None else ("a.json", body)
    page = form.send(files={"file": (*sent, "application/json")})
    assert page.status == 422
    assert words in page.beside(field)
    assert page.form("/desk/import").value("properties") == fields.get("properties", "")


@pytest.mark.parametrize(
    "body",
    [
        b"no JSON at all",
        b"\x1f\x8bnot gzip",
        b'{"id": "Q1", "labels": ' + b"[" * 100_000,
        b"\xff\xfe\x00",
    ],
)
def test_a_file_that_cannot_be_read_ends_with_words(reader: Reader, body: bytes) -> None:
    """Each line that could not be read is named; nothing breaks."""
    page = finished(upload(reader, "a.json", body))
    assert "Traceback" not in page.text
    assert page.all("ul", "problems") or page.all("div", "alert-wrong"), page.text


def test_a_bomb_is_stopped(reader: Reader) -> None:
    """A file that unpacks without end is read up to a limit only."""
    page = finished(upload(reader, "a.gz", gzip.compress(b" " * 40_000_000)))
    assert page.all("ul", "problems") or page.all("div", "alert-wrong"), page.text


@pytest.mark.parametrize("typed", ["osaka", "http://169.254.169.254/latest", "P1082", "Q", " "])
def test_only_an_entity_is_fetched(reader: Reader, typed: str) -> None:
    """An address of another server is none."""
    page = reader.read("/desk").form("/desk/fetch").fill(entity=typed).send()
    assert page.status == 422
    assert page.beside("entity")
    assert page.form("/desk/fetch").value("entity") == typed


def test_without_a_network_a_fetch_says_so(reader: Reader) -> None:
    """As a job that failed, with what to do."""
    page = finished(reader.read("/desk").form("/desk/fetch").fill(entity="Q1764").send())
    assert "failed" in page.text
    assert page.all("div", "alert-wrong")


def test_the_bundled_examples_are_imported(tmp_path: Path) -> None:
    """Into an empty ledger, from its first page."""
    with serving(tmp_path / "a.db", entity(entity_id="Q1"), additions=[add_pages]) as served:
        reader = Reader(served.http)
        page = finished(reader.read("/").form("/desk/examples").send())
        assert "29 entities read" in page.text
        assert "from this ledger" in reader.read("/").text


def test_the_whole_chain_is_verified(reader: Reader) -> None:
    """And the job is found again from the ledger's page."""
    rule(reader)
    page = finished(reader.read("/ledger").form("/ledger/verify").send())
    assert "Every seal matches." in page.text
    assert page.path in reader.read("/ledger").links()


def test_a_damaged_chain_is_named_on_every_page_that_looks(served: Served, reader: Reader) -> None:
    """The first broken link, and to stop."""
    rule(reader)
    register(reader)
    store = served.office.ledger.store
    assert isinstance(store, MemoryStore)
    events = store._scopes[LOCAL].events
    kept = events[1]
    try:
        body = kept.link.body.replace(b"newer census", b"older census")
        events[1] = replace(kept, link=replace(kept.link, body=body))
        page = finished(reader.read("/ledger").form("/ledger/verify").send())
        assert "Link 2 is broken" in page.text
        assert "It does not match" in reader.read("/ledger/2").text
        assert "Link 2 is broken" in reader.read("/rulings/RUL-0001?replay=1").text
        assert "seal does not match" in reader.read("/ledger").text
    finally:
        events[1] = kept


def test_jobs_of_another_scope_are_not_there(served: Served, reader: Reader) -> None:
    """By address either."""
    job = served.office.jobs.start(
        ScopeId("theirs"), "verify", lambda _: {}, actor="eve", at=served.office.ledger.now()
    )
    assert reader.read(f"/jobs/{job.job_id}", 404).title == "There is nothing here"
    assert job.job_id not in reader.read("/ledger").text
