"""What stands in a source or was typed by somebody runs nowhere, as a browser sees it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from both_sides.interfaces.web.mounting import add_pages
from tests.browser.conftest import QUIET
from tests.browser.screens import WIDTHS, Screens
from tests.interfaces.web.hostile import LEAD_AWAY, MARK, hostile_entity
from tests.interfaces.web.paper import Reader
from tests.interfaces.web.stories import DISPUTE, add_evidence, conclude, register
from tests.running_server import running_server
from tests.served import serving

PAGES = (
    "/",
    "/desk",
    DISPUTE,
    "/rulings",
    "/rulings/RUL-0001",
    "/claims",
    "/claims/CLM-0001",
    "/claims/Q35765$a",
    "/steps",
    "/report",
    "/ledger",
    "/ledger/1",
    "/ledger/3",
    "/find?q=script",
)


@pytest.fixture
def hostile(chromium: Browser, tmp_path: Path) -> Iterator[Screens]:
    """Serve a ledger in which every text is hostile."""
    path = tmp_path / "ledger.db"
    with serving(path, hostile_entity(), additions=[add_pages]) as served:
        reader = Reader(served.http)
        form = reader.read(DISPUTE).form(DISPUTE)
        form.fill(choose="Q35765$a", rationale=MARK).send()
        claim = register(reader, MARK, document=MARK, tags="<b>x</b>", locator=MARK)
        claim = add_evidence(claim, "refutes", MARK, locator=MARK, quote=MARK)
        conclude(claim, "refuted", "EVD-0001", rationale=f"{MARK} Fix: {MARK}")
    with running_server(path, *QUIET) as server:
        yield Screens(chromium, server.address)


@pytest.mark.slow
def test_hostile_texts_run_nowhere(hostile: Screens) -> None:
    """No dialog, no error, no request elsewhere, no element of theirs, no page that is too wide."""
    with hostile.screen() as screen:
        for path in PAGES:
            screen.open(path)
            assert "alert(1)" in screen.text(), path
            assert screen.page.locator("main :is(script, base, iframe)").count() == 0, path
            assert screen.page.locator("main img").count() == 0, path
            led = screen.page.locator(f"a[href^='{LEAD_AWAY[:11]}']")
            assert led.count() == 0, path
            for width in WIDTHS:
                screen.page.set_viewport_size({"width": width, "height": 900})
                assert screen.overflow() == [], (path, width)
            assert screen.page.evaluate("document.baseURI").startswith(screen.address)
