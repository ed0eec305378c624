"""Links lead somewhere, decisions are numbered, and nothing names a machine."""

import re

import pytest

from tests.docs.pages import CODE, HEADING, anchors, tracked_files
from tests.shared import ROOT

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
ADRS = sorted((ROOT / "docs" / "adr").glob("*.md"))
SECTIONS = ["Context", "Decision", "Consequences"]
# Put together from pieces, so that this file does not hold what it forbids.
FORBIDDEN = re.compile(
    "|".join(
        [
            r"(?<![\w.])/(?:" + "work" + r"|root|" + "home" + r"/\w+|Users/\w+)/",
            "py" + "pi\\.org",
            "python" + "hosted\\.org",
            "registry\\." + "npmjs",
            "(?:extra-)?index" + "-url",
        ]
    )
)


def test_links_between_pages_resolve() -> None:
    """To files that are there, and to headings that stand in them."""
    checked = 0
    for page in tracked_files():
        if page.suffix != ".md":
            continue
        for target in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            path = (page.parent / name).resolve() if name else page
            assert path.exists(), f"{page}: {target}"
            if anchor:
                assert anchor in anchors(path.read_text(encoding="utf-8")), f"{page}: {target}"
            checked += 1
    assert checked > 10


def test_decisions_are_numbered_without_gaps() -> None:
    """In the name of the file and in its title."""
    assert ADRS
    for number, path in enumerate(ADRS, start=1):
        assert re.fullmatch(rf"{number:04}-[a-z0-9-]+\.md", path.name)
        title = HEADING.findall(path.read_text(encoding="utf-8"))[0]
        assert title.startswith(f"{number}. ")


@pytest.mark.parametrize("path", ADRS, ids=lambda path: path.stem)
def test_a_decision_says_why_and_what_it_costs(path: object) -> None:
    """Three sections; the consequences hold a gain and a price, so at least two."""
    text = (ROOT / str(path)).read_text(encoding="utf-8")
    _, *headings = HEADING.findall(text)
    assert headings == SECTIONS
    consequences = text.partition("## Consequences")[2]
    assert len(re.findall(r"^- ", consequences, re.MULTILINE)) >= 2


def test_no_file_names_a_machine_or_a_registry() -> None:
    """Whoever takes the repository has other paths and other sources."""
    for path in tracked_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        assert not FORBIDDEN.findall(text), path
