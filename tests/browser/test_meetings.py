"""More than one browser, and work that goes on while a page is loaded again."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.screens import LONGEST_WAIT_MS, Screen, Screens
from tests.browser.stories import OSAKA

# Far more than any machine reads while a page is loaded twice.
MANY = 40_000


def _import_examples(screen: Screen) -> None:
    screen.open("/desk")
    screen.press("Import the bundled examples")
    screen.wait_for("See what is disputed")


def _rule(screen: Screen) -> None:
    screen.open(OSAKA)
    screen.page.locator("#choose-1").check()
    screen.page.locator("#rationale").fill("The census counts residents.")
    screen.press("Record the ruling")
    assert screen.path == "/rulings/RUL-0001"


@pytest.mark.slow
def test_two_browsers_that_edit_one_ruling_lose_nothing(empty: Screens) -> None:
    """The second sees both texts, and may send theirs again; both stay in the history."""
    with empty.screen() as mine, empty.screen(width=390, theme="dark") as theirs:
        _import_examples(mine)
        _rule(mine)
        for screen, words in ((mine, "Mine, at length."), (theirs, "Theirs.")):
            screen.open("/rulings/RUL-0001")
            screen.page.get_by_text("Revise the rationale").click()
            screen.page.locator("#revise-text").fill(words)
        theirs.press("Revise")
        assert "Theirs." in theirs.page.locator(".governs-panel").inner_text()
        mine.press("Revise")
        mine.page.get_by_role("heading", name="Somebody else was first").wait_for()
        assert "Theirs." in mine.text()
        assert mine.page.locator("#text").input_value() == "Mine, at length."
        assert mine.page.evaluate("document.activeElement.className") == "alert alert-wrong"
        mine.require_accessible("the page of a conflict")
        mine.press("Revise it to this")
        history = mine.page.locator(".timeline").first.inner_text()
        assert history.index("Theirs.") < history.index("Mine, at length.")
        mine.wrong = [one for one in mine.wrong if "412" not in one]  # the browser notes it


@pytest.mark.slow
def test_a_double_click_records_once(empty: Screens) -> None:
    """And whoever goes back finds what was recorded, not the same form once more."""
    with empty.screen() as screen:
        _import_examples(screen)
        screen.open(OSAKA)
        screen.page.locator("#choose-1").check()
        screen.page.locator("#rationale").fill("The census counts residents.")
        screen.page.get_by_role("button", name="Record the ruling").dblclick()
        screen.page.wait_for_url("**/rulings/RUL-0001*")
        screen.page.go_back()
        screen.wait_for("RUL-0001 stands")
        screen.open("/rulings")
        assert screen.page.locator("tbody tr").count() == 1


@pytest.mark.slow
def test_an_import_is_shown_live_survives_a_reload_and_can_be_ended(
    empty: Screens, tmp_path: Path
) -> None:
    """What it had recorded stays; importing again would go on."""
    path = tmp_path / "many.ndjson"
    with path.open("w", encoding="utf-8") as file:
        for number in range(1, MANY):
            file.write(json.dumps(_entity(number)) + "\n")
    with empty.screen() as screen:
        screen.open("/desk")
        screen.page.locator("#file").set_input_files(path)
        screen.press("Import")
        first = _until_progress(screen, "0")
        screen.page.reload()
        second = _until_progress(screen, first)
        assert int(second.replace(",", "")) > int(first.replace(",", ""))
        screen.require_accessible("a job that runs")
        assert screen.shifts() == []
        screen.press("End it")
        screen.wait_for("What it had recorded stays")
        screen.page.reload()
        assert "What it had recorded stays" in screen.text()
        screen.page.get_by_role("link", name="Ledger", exact=True).click()
        assert "entity imported" in screen.text()
        screen.press("Verify the whole chain")
        screen.wait_for("Every seal matches.")
        screen.page.reload()
        assert "Every seal matches." in screen.text()


def _until_progress(screen: Screen, before: str) -> str:
    """Wait until more was read than before, and say how much."""
    read = screen.page.locator(".facts dd").first
    expect(read).not_to_have_text(before, timeout=LONGEST_WAIT_MS)
    return read.inner_text()


def _entity(number: int) -> dict[str, object]:
    def claim(place: int, amount: int) -> dict[str, object]:
        value = {"value": {"amount": f"+{amount}", "unit": "1"}, "type": "quantity"}
        snak = {"snaktype": "value", "property": "P1082", "datavalue": value}
        name = f"Q{number}$00000000-0000-0000-0000-{place:012d}"
        return {"mainsnak": snak, "type": "statement", "id": name, "rank": "normal"}

    return {
        "type": "item",
        "id": f"Q{number}",
        "labels": {"en": {"language": "en", "value": f"Town {number}"}},
        "claims": {"P1082": [claim(1, number), claim(2, number + 1)]},
    }
