"""A server for several people: signing in and out, and links that show one ruling to a guest."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, expect

from both_sides.domain.access import Role
from tests.browser.conftest import QUIET
from tests.browser.screens import HEIGHT, LONGEST_WAIT_MS, THEMES, Screen, Screens
from tests.browser.stories import OSAKA, furnish
from tests.running_server import running_server
from tests.served import new_token

WIDTHS = (390, 1440)
RULING = "/rulings/RUL-0001"


@dataclass
class Guarded:
    """Be a server that asks for a token, with one that it takes."""

    screens: Screens
    token: str


@pytest.fixture(scope="module")
def guarded(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guarded]:
    """Serve a furnished ledger to whoever has a token."""
    path = tmp_path_factory.mktemp("guarded") / "ledger.db"
    furnish(path)
    token = new_token(path, Role.AUDITOR)
    public = {"BOTH_SIDES_PUBLIC_URL": "http://127.0.0.1"}
    with running_server(path, *QUIET, environment=public) as server:
        yield Guarded(Screens(chromium, server.address), token)


def sign_in(screen: Screen, token: str) -> None:
    """Fill the form in and send it."""
    screen.page.locator("#token").fill(token)
    screen.press("Sign in")


def require_accessible(screen: Screen, what: str) -> None:
    """Let axe look at a page on a phone and on a desk, light and dark."""
    for theme in THEMES:
        screen.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type] # one of THEMES
        for width in WIDTHS:
            screen.page.set_viewport_size({"width": width, "height": HEIGHT})
            where = f"{what} at {width} px, {theme}"
            assert screen.overflow() == [], where
            screen.require_accessible(where)


def forget_status(screen: Screen, status: str) -> None:
    """Leave out what the browser notes itself of an answer that was meant."""
    screen.wrong = [one for one in screen.wrong if status not in one]


@pytest.mark.slow
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_somebody_signs_in_works_and_signs_out(guarded: Guarded, scripts: bool) -> None:  # noqa: FBT001 - a table
    """They come to the page that they asked for; afterwards nothing is shown, not even by Back."""
    with guarded.screens.screen(scripts=scripts) as screen:
        page = screen.page
        screen.open(OSAKA)
        assert screen.path == "/sign-in"
        sign_in(screen, "bs_wrong")
        wrong = page.locator("#token-wrong")
        wrong.wait_for()
        assert page.locator("#token").get_attribute("aria-invalid") == "true"
        assert page.locator("#token").input_value() == ""
        forget_status(screen, "401")
        sign_in(screen, guarded.token)
        assert screen.path == OSAKA
        assert page.locator(".rival").count() > 1
        assert guarded.token not in page.content()
        assert guarded.token not in page.url
        cookies = page.context.cookies()
        assert all(cookie["httpOnly"] for cookie in cookies)
        assert all(guarded.token not in cookie["value"] for cookie in cookies)
        screen.press("Sign out")
        assert screen.path == "/sign-in"
        page.wait_for_load_state()
        page.go_back(wait_until="commit")
        expect(page.locator("#token")).to_be_visible(timeout=LONGEST_WAIT_MS)
        assert page.locator(".rival").count() == 0
        screen.open(OSAKA)
        assert screen.path == "/sign-in"
        forget_status(screen, "401")


@pytest.mark.slow
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_guest_sees_what_is_shared_until_it_is_revoked(guarded: Guarded, scripts: bool) -> None:  # noqa: FBT001 - a table
    """One ruling with its claims and its place in the chain, and nothing else of the ledger."""
    screens = guarded.screens
    with screens.screen(scripts=scripts) as mine, screens.screen(scripts=scripts) as guest:
        mine.open(RULING)
        sign_in(mine, guarded.token)
        assert mine.path == RULING
        mine.press("Make a link")
        mine.wait_for("It is shown this once.")
        address = mine.page.get_by_role("link", name="Open it").get_attribute("href")
        assert address is not None
        guest.open(address)
        assert "Somebody shared this ruling with you." in guest.text()
        assert "The census counts residents; the register estimates." in guest.text()
        assert guest.page.locator(".rival").count() > 1
        assert guest.page.locator("form[action^='/rulings']").count() == 0
        for elsewhere in (RULING, OSAKA, "/ledger"):
            guest.open(elsewhere)
            assert guest.path == "/sign-in"
        mine.open(RULING)
        assert address not in mine.page.content()
        held = mine.page.locator(".shares li", has_text="shows the ruling").last
        held.get_by_role("textbox").fill("It was meant for one reading.")
        held.get_by_role("button").click()
        mine.wait_for("It was meant for one reading.")
        guest.open(address)
        assert "The census counts residents" not in guest.text()
        forget_status(guest, "404")


@pytest.mark.slow
def test_axe_finds_nothing_where_people_come_in_and_share(guarded: Guarded) -> None:
    """The form, empty and refused; a ruling with its links; what a guest sees, then and after."""
    with guarded.screens.screen() as mine, guarded.screens.screen() as guest:
        mine.open("/sign-in")
        require_accessible(mine, "signing in")
        sign_in(mine, "bs_wrong")
        mine.page.locator("#token-wrong").wait_for()
        require_accessible(mine, "a token that was refused")
        forget_status(mine, "401")
        sign_in(mine, guarded.token)
        mine.open(RULING)
        mine.press("Make a link")
        mine.wait_for("It is shown this once.")
        require_accessible(mine, "a link that was made")
        address = mine.page.get_by_role("link", name="Open it").get_attribute("href")
        assert address is not None
        guest.open(address)
        require_accessible(guest, "a shared ruling")
        mine.open(RULING)
        held = mine.page.locator(".shares li", has_text="shows the ruling").last
        held.get_by_role("textbox").fill("It was read.")
        held.get_by_role("button").click()
        mine.wait_for("It was read.")
        require_accessible(mine, "a link that was revoked")
        guest.open(address)
        require_accessible(guest, "a link that shows nothing")
        forget_status(guest, "404")
