"""Give the tests of this folder one Chromium a module, and servers with ledgers to look at.

Playwright's own fixtures keep an event loop for the whole run, in which no other test could run one
of its own; so the browser is started for a module, and ended with it.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.screens import ARGUMENTS, Screens, find_chromium
from tests.browser.stories import furnish
from tests.running_server import running_server

# Nobody reads the log while a browser looks around.
QUIET = ("--log-level", "error")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Run the Chromium of this machine."""
    path = find_chromium()
    if path is None:
        pytest.skip("Chromium is not installed here: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def empty(chromium: Browser, tmp_path: Path) -> Iterator[Screens]:
    """Serve an empty ledger to one person on this machine."""
    with running_server(tmp_path / "ledger.db", *QUIET) as server:
        yield Screens(chromium, server.address)


@pytest.fixture(scope="module")
def furnished(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screens]:
    """Serve a ledger with something on every page; tests of it record nothing."""
    path = tmp_path_factory.mktemp("furnished") / "ledger.db"
    furnish(path)
    with running_server(path, *QUIET) as server:
        yield Screens(chromium, server.address)
