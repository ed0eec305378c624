"""Look at pages in Chromium, and notice whatever no page may do.

A screen fails its test when a page writes an error to the console, throws, asks anything of another
origin, opens a dialog, or moves what was already drawn.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WIDTHS = (390, 768, 1440)
HEIGHT = 900
THEMES = ("light", "dark")
SHORT_WAIT_MS = 50
LONGEST_WAIT_MS = 60_000  # two shared cores; nothing waits this long that goes well
# Rounding moves a letter by less than a pixel; whatever a reader would see is far above.
LARGEST_SHIFT = 0.005
LOADS = 4
WATCH_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (!entry.hadRecentInput) window.shifts.push({
      value: entry.value,
      of: entry.sources.map(({node}) => node && String(node.outerHTML || node.nodeValue)),
    });
  }
}).observe({type: "layout-shift", buffered: true});
"""


AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
WCAG = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
RUN_AXE = """async (options) => (await axe.run(options)).violations.map((one) => [
  one.id, one.help, one.nodes.slice(0, 3).map((node) => [node.html, node.failureSummary]),
])"""


def find_chromium() -> str | None:
    """Find the browser of this machine."""
    return shutil.which("chromium")


@dataclass
class Screen:
    """Be one page in a browser, and keep what it did wrong.

    Args:
        page: The page.
        address: The origin of the server.
        scripts: Whether scripts run in it.
    """

    page: Page
    address: str
    scripts: bool = True
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Watch the page."""
        self.page.set_default_timeout(LONGEST_WAIT_MS)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.wrong.append(f"threw: {error}"))
        self.page.on("request", self._see)
        self.page.on("dialog", self._meet)

    def open(self, path: str) -> None:
        """Go to a page of the server, and wait until all of it is there."""
        self.page.goto(self.address + path)
        self._wait_for_fonts()

    @property
    def path(self) -> str:
        """Give the address of the page below the origin, without query and fragment."""
        return self.page.url.removeprefix(self.address).partition("#")[0].partition("?")[0]

    def text(self) -> str:
        """Give all text of the main part, white space folded."""
        return " ".join(self.page.locator("main").inner_text().split())

    def press(self, words: str) -> None:
        """Press the button or follow the link with exactly these words."""
        found = self.page.get_by_role("button", name=words, exact=True)
        (found if found.count() else self.page.get_by_role("link", name=words, exact=True)).click()

    def wait_for(self, words: str) -> None:
        """Wait until words are shown."""
        self.page.get_by_text(words).first.wait_for()

    def overflow(self) -> list[str]:
        """Name what is wider than the window, where something makes the page scroll sideways."""
        found: list[str] = self.page.evaluate(
            """() => {
              const root = document.documentElement;
              if (root.scrollWidth <= root.clientWidth) return [];
              return [...document.querySelectorAll("body *")]
                .filter((one) => one.getBoundingClientRect().right > root.clientWidth + 1)
                .map((one) => one.outerHTML.slice(0, 120)).slice(0, 5);
            }"""
        )
        return found

    def shifts(self) -> list[Any]:
        """Give what moves after it is drawn, whenever the page is loaded.

        On a machine that is busy, half a page may be drawn before the rest has come; what moves for
        that reason does not move each time.
        """
        found: list[Any] = []
        for _ in range(LOADS):
            found = self.page.evaluate("window.shifts || []")
            if sum(one["value"] for one in found) <= LARGEST_SHIFT:
                return []
            self.page.reload()
            self._wait_for_fonts()
        return found

    def require_accessible(self, where: str) -> None:
        """Require that axe finds nothing on the page as it is now.

        Axe is a script with timers: where scripts do not run, its promise may never be kept, and an
        evaluation has no limit of time. The same page is looked at where they run.
        """
        if not self.scripts:
            return
        if not self.page.evaluate("typeof axe === 'object'"):
            self.page.evaluate(AXE)
        found = self.page.evaluate(RUN_AXE, WCAG)
        assert not found, (where, found)

    def require_clean(self) -> None:
        """Require that nothing went wrong so far."""
        assert not self.wrong, self.wrong

    def _wait_for_fonts(self) -> None:
        for _ in range(LONGEST_WAIT_MS // SHORT_WAIT_MS):
            if self.page.evaluate("document.fonts.status") == "loaded":
                return
            self.page.wait_for_timeout(SHORT_WAIT_MS)
        raise AssertionError(f"the fonts of {self.page.url} were not loaded in time")

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.wrong.append(f"{message.type}: {message.text} at {message.location}")

    def _see(self, request: Request) -> None:
        if not request.url.startswith(f"{self.address}/"):
            self.wrong.append(f"asked {request.url}")

    def _meet(self, dialog: Any) -> None:  # noqa: ANN401 - playwright's own
        if dialog.type != "beforeunload":
            self.wrong.append(f"dialog: {dialog.message}")
        dialog.accept()


@dataclass
class Screens:
    """Open browsers on one server.

    Args:
        chromium: The browser.
        address: The origin of the server.
    """

    chromium: Browser
    address: str

    @contextmanager
    def screen(
        self,
        *,
        width: int = 1440,
        theme: str = "light",
        scripts: bool = True,
        **more: Any,  # noqa: ANN401 - playwright's own
    ) -> Iterator[Screen]:
        """Open a browser of its own, with nothing kept from another; it must end clean.

        Args:
            width: Pixels.
            theme: What the system prefers: light or dark.
            scripts: Whether scripts run.
            more: Options of the browser's context.
        """
        context: BrowserContext = self.chromium.new_context(
            viewport={"width": width, "height": HEIGHT},
            color_scheme=theme,  # type: ignore[arg-type] # one of THEMES
            reduced_motion="reduce",  # colours change at once, so that they can be measured
            java_script_enabled=scripts,
            **more,
        )
        if scripts:
            context.add_init_script(WATCH_SHIFTS)
        try:
            screen = Screen(context.new_page(), self.address, scripts)
            yield screen
            screen.require_clean()
        finally:
            context.close()
