"""Every page in Chromium: three widths, light and dark, with and without scripts; axe on each."""

import pytest

from tests.browser.screens import HEIGHT, THEMES, WIDTHS, Screen, Screens
from tests.browser.stories import FAILING, LONG, PAGES


def look_all_over(screen: Screen, path: str, widths: tuple[int, ...] = WIDTHS) -> None:
    """Look at a page at some widths, light and dark."""
    for theme in THEMES:
        screen.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type] # one of THEMES
        for width in widths:
            screen.page.set_viewport_size({"width": width, "height": HEIGHT})
            where = f"{path} at {width} px, {theme}"
            assert screen.overflow() == [], where
            screen.require_accessible(where)


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_whole_at_every_width_in_light_and_dark(furnished: Screens, path: str) -> None:
    """Nothing scrolls sideways, nothing moves, axe finds nothing, the console is silent."""
    with furnished.screen() as screen:
        screen.open(path)
        assert screen.shifts() == []
        look_all_over(screen, path)


@pytest.mark.slow
@pytest.mark.parametrize("path", LONG)
def test_axe_finds_nothing_on_a_dispute_of_many_claims(furnished: Screens, path: str) -> None:
    """Dozens of claims with five factors each, on a phone and on a desk, light and dark."""
    with furnished.screen() as screen:
        screen.open(path)
        look_all_over(screen, path, (WIDTHS[0], WIDTHS[-1]))


@pytest.mark.slow
@pytest.mark.parametrize("path", FAILING)
def test_a_failure_is_a_page_like_the_others(furnished: Screens, path: str) -> None:
    """The browser notes the status, and nothing else."""
    with furnished.screen() as screen:
        screen.open(path)
        look_all_over(screen, path)
        assert len(screen.wrong) == 1
        assert "404" in screen.wrong.pop()


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
def test_pages_load_at_any_width_without_moving(furnished: Screens, width: int) -> None:
    """Loaded at that width, not resized to it: fonts and pictures come late, and shift nothing."""
    with furnished.screen(width=width) as screen:
        for path in (*PAGES, *LONG):
            screen.open(path)
            assert screen.shifts() == [], path
            assert screen.overflow() == [], path


@pytest.mark.slow
def test_pages_are_whole_without_scripts(furnished: Screens) -> None:
    """Each has its heading, its words and its forms, and no button that does nothing."""
    with furnished.screen(scripts=False) as bare, furnished.screen() as screen:
        for path in (*PAGES, *LONG):
            bare.open(path)
            screen.open(path)
            assert bare.page.locator("h1").is_visible(), path
            assert bare.page.locator("[data-copy]:visible, [data-print]:visible").count() == 0, path
            controls = "main :is(input, select, textarea, button, a)"
            hidden = "main :is([data-copy], [data-print])"
            there = screen.page.locator(controls).count()
            assert bare.page.locator(controls).count() == there, path
            assert bare.page.locator(hidden).count() == screen.page.locator(hidden).count(), path
            for width in WIDTHS:
                bare.page.set_viewport_size({"width": width, "height": HEIGHT})
                assert bare.overflow() == [], (path, width)
