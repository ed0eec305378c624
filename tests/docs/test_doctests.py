"""The small examples in docstrings say what really happens."""

import doctest
import importlib
import re

import pytest

from tests.shared import ROOT

EXAMPLE = re.compile(r"^ *>>> ", re.MULTILINE)
SOURCE = ROOT / "src"
MODULES = sorted(
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    for path in SOURCE.rglob("*.py")
    if EXAMPLE.search(path.read_text(encoding="utf-8"))
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    """As they are printed there."""
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried > 0
    assert failed == 0
