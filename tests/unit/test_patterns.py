"""No regular expression of ours can be made to run for ages.

A repetition without bound inside another one takes exponential time on a text that nearly fits. The
trees of all compiled expressions are looked at; what is nested begins and ends with characters that
cannot be taken for one another, or is possessive.
"""

import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

import both_sides

# The standard library's own, which no stub describes.
codes: Any = importlib.import_module("re._constants")
parser: Any = importlib.import_module("re._parser")
# They ask for packages that are optional, or run when they are imported.
LEFT_OUT = ("both_sides.batch", "both_sides.__main__", "both_sides.store.migrations.")
# Each round of theirs begins with a separator that no round contains, so there is one way to fit.
SEPARATED = {
    "both_sides.exchange.markdown_outline._KEYED",
    "both_sides.exchange.tree_draft._SECTION_NUMBER",
}
# A repetition of at most this often is none without bound.
MANY = 64
REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT)


def patterns() -> Iterator[tuple[str, "re.Pattern[Any]"]]:
    """Give every compiled expression of the package, with its name."""
    for module in pkgutil.walk_packages(both_sides.__path__, "both_sides."):
        if module.name.startswith(LEFT_OUT):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            values: Iterable[Any] = [value]
            if isinstance(value, dict):
                values = value.values()
            elif isinstance(value, list | tuple | set | frozenset):
                values = value
            for found in values:
                if isinstance(found, re.Pattern):
                    yield f"{module.name}.{name}", found


def nested(tree: Any, *, inside: bool = False) -> Iterator[str]:  # noqa: ANN401 - the parser's own
    """Give every repetition without bound that stands inside another one."""
    for code, argument in tree:
        if code in REPEATS:
            _, most, repeated = argument
            is_unbounded = most is codes.MAXREPEAT or most > MANY
            if inside and is_unbounded:
                yield str(repeated)
            yield from nested(repeated, inside=inside or is_unbounded)
        elif code is codes.BRANCH:
            for branch in argument[1]:
                yield from nested(branch, inside=inside)
        elif code is codes.SUBPATTERN:
            yield from nested(argument[-1], inside=inside)
        elif code in {codes.ASSERT, codes.ASSERT_NOT}:
            yield from nested(argument[1], inside=False)


@pytest.mark.slow
def test_no_pattern_repeats_what_repeats() -> None:
    """In any module."""
    looked_at = 0
    found = []
    for name, pattern in patterns():
        looked_at += 1
        if list(nested(parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG))):
            found.append(name)
    assert looked_at > 60
    assert set(found) == SEPARATED


def test_the_look_finds_what_it_looks_for() -> None:
    """The classic of its kind, and not what only looks like it."""
    assert list(nested(parser.parse(r"(a+)+$")))
    assert list(nested(parser.parse(r"(?:x|y*,)*")))
    assert not list(nested(parser.parse(r"(?:[0-9]{1,3},)*[a-z]+")))
