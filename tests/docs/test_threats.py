"""Every test that the page on threats names is there."""

import re

from tests.shared import ROOT

NAMED = re.compile(r"`(test_\w+|tests/[\w/]+)`")
DEFINED = re.compile(r"^def (test_\w+)\(", re.MULTILINE)


def test_every_test_that_a_threat_names_exists() -> None:
    """By its name, or its folder."""
    defined = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in DEFINED.findall(path.read_text(encoding="utf-8"))
    }
    named = NAMED.findall((ROOT / "docs" / "threats.md").read_text(encoding="utf-8"))
    assert len(named) > 40
    for name in named:
        assert (ROOT / name).is_dir() if "/" in name else name in defined, name
