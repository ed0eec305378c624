"""Every sentence of the specification has tests or a stated gap, and every marker is meant."""

import ast
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.requirement_tables.requirement import Requirement
from tests.requirements import CLAIMS_PAGE, LEDGER_PAGE, PAGES, REQUIREMENTS, SEEDS, Page
from tests.shared import ROOT, shared

TESTS = ROOT / "tests"
MARKER = "pytest.mark.requirement"


def collect() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Find every test without running anything, with the sentences that its markers name."""
    for path in sorted(TESTS.rglob("test_*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        file = path.relative_to(ROOT).as_posix()
        for node in module.body:
            members = node.body if isinstance(node, ast.ClassDef) else [node]
            owner = f"::{node.name}" if isinstance(node, ast.ClassDef) else ""
            for member in members:
                if isinstance(member, ast.FunctionDef) and member.name.startswith("test_"):
                    yield f"{file}{owner}::{member.name}", tuple(_marked(member))


def _marked(test: ast.FunctionDef) -> Iterator[str]:
    for decorator in test.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == MARKER:
            for argument in decorator.args:
                assert isinstance(argument, ast.Constant), f"{test.name}: write the ids out"
                yield str(argument.value)


COLLECTED = dict(collect())


def without_space(text: str) -> str:
    """Leave out white space: a page wraps its lines as it likes."""
    return "".join(text.split())


@pytest.mark.parametrize("page", SEEDS, ids=lambda page: page.name)
def test_the_sentences_put_together_are_the_page(page: Page) -> None:
    """So each stands in exactly one entry, in its place, word for word."""
    text = (TESTS / page.copy).read_text(encoding="utf-8")
    entries = "".join(entry.sentence for entry in page.requirements)
    assert without_space(entries) == without_space(text)


@pytest.mark.parametrize("page", SEEDS, ids=lambda page: page.name)
def test_the_copy_of_a_page_is_the_page(page: Page) -> None:
    """Byte for byte, where the shared folder is present."""
    assert (TESTS / page.copy).read_bytes() == shared(page.shared).read_bytes()


def test_the_readings_are_those_of_the_specification() -> None:
    """F1 to F22 and R1 to R12, each word for word after its number."""
    text = " ".join(shared(CLAIMS_PAGE.shared).read_text(encoding="utf-8").split())
    ids = [entry.id for entry in CLAIMS_PAGE.requirements]
    assert ids == [f"F{n}" for n in range(1, 23)] + [f"R{n}" for n in range(1, 13)]
    for entry in CLAIMS_PAGE.requirements:
        assert f"{entry.id} {entry.sentence}" in text, entry.id


def test_the_tests_of_the_ledger_are_those_of_the_specification() -> None:
    """L1 to L25, each word for word after its number, and nothing is left over."""
    text = shared(LEDGER_PAGE.shared).read_text(encoding="utf-8").partition("\n## 8. ")[2]
    entries = [f"{entry.id[1:]} {entry.sentence}" for entry in LEDGER_PAGE.requirements]
    assert " ".join(text.partition("\n")[2].split()) == " · ".join(entries)


def test_ids_are_unique_and_in_order() -> None:
    """A letter for the page, then a number."""
    ids = [entry.id for page in PAGES for entry in page.requirements]
    assert [name for name, count in Counter(ids).items() if count > 1] == []
    for page in SEEDS:
        letter = page.requirements[0].id[0]
        numbers = range(1, len(page.requirements) + 1)
        assert [entry.id for entry in page.requirements] == [f"{letter}{n}" for n in numbers]


@pytest.mark.parametrize("entry", REQUIREMENTS.values(), ids=lambda entry: entry.id)
def test_every_sentence_has_tests_or_says_why_not(entry: Requirement) -> None:
    """A gap may stand beside tests; what is not applicable has neither."""
    if entry.not_applicable:
        assert not entry.tests
        assert not entry.gap
    else:
        assert entry.tests or entry.gap
    assert len(set(entry.tests)) == len(entry.tests)


@pytest.mark.parametrize("entry", REQUIREMENTS.values(), ids=lambda entry: entry.id)
def test_every_test_that_is_named_exists(entry: Requirement) -> None:
    """Found in the source, so that a renamed test is noticed."""
    assert [test for test in entry.tests if test not in COLLECTED] == []


def test_every_marker_names_an_entry_that_names_its_test() -> None:
    """A test that claims to hold a sentence is one that the sentence counts on."""
    marked = [(test, name) for test, names in COLLECTED.items() for name in names]
    assert marked
    for test, name in marked:
        assert name in REQUIREMENTS, f"{test} names {name}, which is no sentence"
        assert test in REQUIREMENTS[name].tests, f"{name} does not name {test}"
