"""Whatever stands in a source or is typed by somebody is text on every page, and nothing else."""

from collections.abc import Iterator

import pytest

from both_sides.interfaces.web.mounting import add_pages
from tests.interfaces.web.hostile import BREAKS, LEAD_AWAY, MARK, hostile_entity
from tests.interfaces.web.paper import Reader, words_of
from tests.interfaces.web.stories import add_evidence, conclude, register
from tests.served import serving


@pytest.fixture
def reader() -> Iterator[Reader]:
    """Serve a ledger in which every text of a source is hostile."""
    with serving(":memory:", hostile_entity(), additions=[add_pages]) as served:
        yield Reader(served.http)


def test_hostile_sources_stay_text(reader: Reader) -> None:
    """On every page that shows them; an address that is none of the web leads nowhere."""
    address = "/disputes/Q35765/P1082"
    page = reader.read(address)
    assert MARK in page.text
    assert LEAD_AWAY in page.text
    form = page.form(address).fill(choose="Q35765$a", rationale=MARK)
    ruling = form.send()
    assert ruling.path == "/rulings/RUL-0001"
    assert ruling.text.count(MARK) > 5
    for place in ("/", "/desk", "/rulings", address, "/ledger", "/ledger/1", "/claims/Q35765$a"):
        assert MARK in reader.read(place).text, place
    shared = ruling.form("/rulings/RUL-0001/shares").send()
    link = next(link for link in shared.links() if link.startswith("/shared/"))
    assert MARK in reader.read(link).text
    dossier = reader.http.get("/rulings/RUL-0001/dossier.md")
    assert dossier.headers["content-disposition"].startswith("attachment")


@pytest.mark.parametrize("text", BREAKS)
def test_hostile_words_of_people_stay_text(reader: Reader, text: str) -> None:
    """In every field of every form, when they are taken and when they are refused."""
    shown = " ".join(text.replace("\u0000", "\ufffd").split())
    typed = {"document": text, "locator": text, "tags": text.replace(",", "")}
    claim = register(reader, text, **typed)
    if claim.status == 200:
        assert shown in claim.text
    item = add_evidence(claim, "refutes", text, locator=text, quote=text, digest=text)
    assert item.status in {200, 409, 422}
    verdict = conclude(item, "not_enough_info", rationale=text, auditor=text)
    assert verdict.status in {200, 409, 422}
    for place in ("/claims", "/steps", "/report", "/ledger"):
        reader.read(place)
    for name in ("q", "tag", "document", "verdict", "status"):
        reader.read("/claims", params={name: text})
    for name in ("q", "kind", "ruled"):
        reader.read("/desk", params={name: text})
    reader.read("/find", params={"q": text})
    reader.read("/sign-in", params={"next": text})
    refused = reader.read("/sign-in").form("/sign-in").fill(token=text, scope=text).send()
    assert refused.status in {401, 422}


@pytest.mark.parametrize("text", BREAKS)
def test_hostile_addresses_get_a_page_that_says_so(reader: Reader, text: str) -> None:
    """With the words as text."""
    from urllib.parse import quote

    for place in ("/rulings/", "/claims/", "/ledger/", "/jobs/", "/disputes/Q1/", "/shared/", "/"):
        address = place + quote(text.replace("\u0000", ""), safe="")
        response = reader.http.get(address, headers={"Accept": "text/html"})
        assert response.status_code in {404, 422}, address
        page = reader.read(address, response.status_code)
        assert page.title
        assert "Traceback" not in page.text


def test_what_was_refused_is_shown_again_as_text(reader: Reader) -> None:
    """In its field, exactly as it was typed."""
    address = "/disputes/Q35765/P1082"
    form = reader.read(address).form(address)
    page = form.fill(choose="Q35765$<i>b</i>", rationale=f"\n{MARK}\n second line").send()
    assert page.status == 409
    area = page.by_id("rationale")
    assert "".join(area.itertext()) == f"\n{MARK}\n second line"
    assert words_of(page.one("h1")).startswith("".join(MARK.split("\u0000"))[:20])
