"""Finding things, the console of agents, and the files that pages need."""

import json
from importlib.resources import files

import pytest

from both_sides.interfaces.web.assets import Assets, digest_of
from both_sides.interfaces.web.console import reading_tools
from tests.interfaces.web.paper import Reader, words_of
from tests.interfaces.web.stories import DISPUTE, A, add_evidence, register, rule
from tests.served import LOCAL, Served

STATIC = files("both_sides.interfaces.web").joinpath("static")


@pytest.fixture
def found(served: Served, reader: Reader) -> Served:
    """Give the sample a ruling, a claim and an item."""
    rule(reader)
    add_evidence(register(reader), "supports")
    return served


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("rul-0001", "/rulings/RUL-0001"),
        ("CLM-0001", "/claims/CLM-0001"),
        ("evd-0001", "/claims/CLM-0001"),
        (A, f"/claims/{A}"),
        ("Q35765", "/desk"),
        ("q35765 p1082", DISPUTE),
        ("Q35765/P1082", DISPUTE),
        ("P1082", "/desk"),
        ("#2", "/ledger/2"),
        ("2", "/ledger/2"),
        ("osaka", "/find"),
        ("weak keys", "/find"),
        ("RUL-0099", "/find"),
        ("CLM-0099", "/find"),
        ("#99", "/find"),
        ("Q99", "/find"),
        ("f" * 96, "/find"),
    ],
)
def test_the_search_box_takes_whatever_has_a_name(
    found: Served, reader: Reader, text: str, path: str
) -> None:
    """An id leads to its page, words to a list, what is not there to what can be done."""
    assert found.office.ledger.store.head(LOCAL).n == 4
    page = reader.read("/").form("/find").fill(q=text).send()
    assert page.path == path
    if text.endswith("99") or text.startswith("f"):
        assert "Nothing here is called that" in page.text
    elif path == "/find":
        assert "Nothing here is called that" not in page.text


def test_a_seal_leads_to_its_link(found: Served, reader: Reader) -> None:
    """The whole of it, or its beginning."""
    seal = found.office.ledger.store.head(LOCAL).seal_hex
    for text in (seal, seal.upper(), seal[:16]):
        assert reader.read("/find", params={"q": text}).path == "/ledger/4"


def test_the_console_answers_as_an_agent_is_answered(found: Served, reader: Reader) -> None:
    """The same tool, the same text; nothing is recorded, and no tool that writes is offered."""
    head = found.office.ledger.store.head(LOCAL)
    form = reader.read("/agent").form("/agent")
    page = form.fill(tool="get_dispute", arguments='{"entity":"Q35765","property":"P1082"}').send()
    answer = json.loads(words_of(page.by_id("answer").find("pre")))  # type: ignore[arg-type] # it is there
    assert answer["entityId"] == "Q35765"
    page = form.fill(tool="list_rulings", arguments="").send()
    assert "RUL-0001" in page.text
    assert not {"record_ruling", "add_claims", "record_verdict"} & set(reading_tools())
    assert found.office.ledger.store.head(LOCAL) == head


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("record_ruling", "{}", "no reading tool of that name"),
        ("get_dispute", "[]", "Give a JSON object"),
        ("get_dispute", "{", "arguments"),
        ("get_dispute", '{"entity":"Q99","property":"P1"}', "Q99"),
        ("get_dispute", "{}", "entity"),
        ("list_disputes", "[" * 7_000, "arguments"),
        ("list_disputes", '{"limit": 1e999}', "limit"),
        ("list_disputes", '{"surprise": 1}', "surprise"),
    ],
)
def test_the_console_says_what_is_wrong(
    reader: Reader, tool: str, arguments: str, words: str
) -> None:
    """In the words that an agent reads; what was typed stays."""
    form = reader.read("/agent").form("/agent")
    form.typed |= {"tool": [tool], "arguments": [arguments]}
    page = form.send()
    assert page.status == 200
    assert "refused" in page.text
    assert words in page.text
    assert page.form("/agent").value("arguments") == arguments


def test_the_files_of_others_are_those_that_were_chosen() -> None:
    """Every one is named with version, licence and digest; nothing else lies beside them."""
    lock = json.loads(STATIC.joinpath("vendor/vendor.lock.json").read_bytes())
    named = set()
    for package in lock:
        assert package["name"]
        assert package["version"]
        folder = STATIC.joinpath("vendor", package["folder"])
        assert any(name.startswith("LICENSE") for name in package["sha384"])
        for name, digest in package["sha384"].items():
            assert digest_of(folder.joinpath(name).read_bytes()) == digest, name
            named.add(f"{package['folder']}/{name}")
    there = {
        f"{folder.name}/{file.name}"
        for folder in STATIC.joinpath("vendor").iterdir()
        if folder.is_dir()
        for file in folder.iterdir()
    }
    assert there == named


def test_pages_check_the_scripts_of_others(reader: Reader) -> None:
    """By their digest; files are kept for ever under an address that names their content."""
    page, assets = reader.read("/"), Assets()
    for element in (*page.all("script"), *page.all("link")):
        address = element.get("src") or element.get("href") or ""
        if "/vendor/" in address and element.get("rel") != "preload":
            name = address.removeprefix("/static/").partition("?")[0]
            assert element.get("integrity") == assets.integrity(name)
        response = reader.http.get(address)
        assert response.status_code == 200, address
        if "?v=" in address:
            assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
        tag = {"If-None-Match": response.headers["etag"]}
        assert reader.http.get(address, headers=tag).status_code == 304


def test_nothing_but_the_files_is_served(reader: Reader) -> None:
    """No path leads out of their folder, and no name that is not there."""
    for path in (
        "/static/../assets.py",
        "/static/%2e%2e/assets.py",
        "/static/..%2fassets.py",
        "/static//etc/passwd",
        "/static/vendor/vendor.lock.json",
        "/static/",
        "/static/desk.css/",
        "/static/desk.css%00.js",
    ):
        assert reader.http.get(path).status_code == 404, path


def test_styles_and_scripts_name_only_files_that_are_there(reader: Reader) -> None:
    """And none of another server."""
    import re

    for name in ("desk.css", "figures.css", "print.css"):
        text = STATIC.joinpath(name).read_text(encoding="utf-8")
        for address in re.findall(r'url\("([^"]+)"\)', text):
            assert reader.http.get(address).status_code == 200, address
        assert "//" not in text.replace("/static/", "")
