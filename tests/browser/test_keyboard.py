"""Everything by keyboard: each control is reached, shows that it is, and does its work."""

import pytest

from tests.browser.screens import Screen, Screens
from tests.browser.stories import OSAKA, PAGES

FOCUSED = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const style = getComputedStyle(one), box = one.getBoundingClientRect();
  const top = document.elementFromPoint(
    Math.min(Math.max(box.left + Math.min(box.width / 2, 20), 0), innerWidth - 1),
    Math.min(Math.max(box.top + box.height / 2, 0), innerHeight - 1));
  return {
    html: one.outerHTML.slice(0, 160),
    seen: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    inside: box.bottom > 0 && box.top < innerHeight,
    covered: !!top && !one.contains(top) && !top.contains(one) && !!top.closest(".always"),
  };
}"""
REACHABLE = """() => {
  const radios = new Set();
  return [...document.querySelectorAll(
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']")]
    .filter((one) => {
      if (one.disabled || !one.checkVisibility({visibilityProperty: true})) return false;
      if (one.type !== "radio") return true;
      if (radios.has(one.name)) return false;
      radios.add(one.name);
      return true;
    }).length;
}"""


@pytest.mark.slow
def test_tab_reaches_every_control_and_shows_where_it_is(furnished: Screens) -> None:
    """In the order of the page; nothing is a trap, nothing hides below the line at the foot."""
    with furnished.screen() as screen:
        for path in (OSAKA, "/claims/CLM-0002", "/desk", "/rulings/RUL-0001", "/agent"):
            screen.open(path)
            reachable = screen.page.evaluate(REACHABLE)
            reached = 0
            for _ in range(reachable + 1):
                screen.page.keyboard.press("Tab")
                focused = screen.page.evaluate(FOCUSED)
                if focused is None or (reached and 'class="skip"' in focused["html"]):
                    break  # once around
                assert focused["seen"], (path, focused)
                assert focused["inside"], (path, focused)
                assert not focused["covered"], (path, focused)
                reached += 1
            assert reached == reachable, (path, focused)


@pytest.mark.slow
def test_a_ruling_is_recorded_without_a_mouse(empty: Screens) -> None:
    """Skip to the content, choose with the arrow keys, type, and press Enter."""
    with empty.screen() as screen:
        press = screen.page.keyboard.press
        screen.open("/")
        press("Tab")
        press("Enter")
        assert screen.page.evaluate("document.activeElement.id") == "main"
        _reach(screen, "Import the bundled examples, and rule on it")
        press("Enter")
        screen.wait_for("See what is disputed")
        screen.open(OSAKA)
        _reach_id(screen, "choose-1")
        press("Space")
        press("ArrowDown")
        assert screen.page.locator("#choose-2").is_checked()
        press("Tab")
        screen.page.keyboard.type("It is the official one.")
        press("Tab")
        press("Enter")
        screen.page.wait_for_url("**/rulings/RUL-0001*")
        assert "It is the official one." in screen.text()


@pytest.mark.slow
def test_keys_of_the_desk(furnished: Screens) -> None:
    """`/` searches, `?` helps, arrows go on and back, Esc leaves; none of it while typing."""
    with furnished.screen() as screen:
        press = screen.page.keyboard.press
        screen.open("/disputes/Q35765/P571")
        press("?")
        assert screen.page.locator("#keys").is_visible()
        screen.require_accessible("the keys")
        press("Escape")
        assert not screen.page.locator("#keys").is_visible()
        press("/")
        screen.page.keyboard.type("?RUL-0001/")
        assert screen.page.locator("#find").input_value() == "?RUL-0001/"
        screen.page.locator("#find").fill("rul-0001")
        press("ArrowLeft")
        press("Enter")
        screen.page.wait_for_url("**/rulings/RUL-0001")
        press("ArrowRight")
        screen.page.wait_for_url("**/rulings/RUL-0002")
        press("ArrowLeft")
        screen.page.wait_for_url("**/rulings/RUL-0001")


@pytest.mark.slow
def test_every_page_has_a_skip_link_and_one_main(furnished: Screens) -> None:
    """The first stop of Tab leads past the navigation."""
    with furnished.screen() as screen:
        for path in PAGES:
            screen.open(path)
            screen.page.keyboard.press("Tab")
            assert screen.page.evaluate("document.activeElement.className") == "skip", path
            assert screen.page.locator("main").count() == 1, path


def _reach(screen: Screen, words: str) -> None:
    _tab_until(screen, f"document.activeElement.textContent.trim() === {words!r}")


def _reach_id(screen: Screen, name: str) -> None:
    _tab_until(screen, f"document.activeElement.id === {name!r}")


def _tab_until(screen: Screen, condition: str) -> None:
    for _ in range(300):
        if screen.page.evaluate(condition):
            return
        screen.page.keyboard.press("Tab")
    pytest.fail(f"Tab never came to where {condition}")
