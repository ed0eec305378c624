"""Every command, option, error code, variable and shape has its line, and the pages are fresh."""

import inspect
import re
from collections.abc import Iterator

import pytest
from cyclopts import App
from docs.generate import build, builders

from both_sides import errors, request_errors
from both_sides.domain.verdicts import Caveat
from both_sides.errors import LedgerError
from both_sides.exchange.problems import ProblemCode
from both_sides.interfaces.cli import app as both_sides_app
from both_sides.interfaces.cli import claims_app
from both_sides.interfaces.cli.options import Common
from both_sides.interfaces.cli.tokens import TokenOptions
from both_sides.interfaces.wire.errors import exit_code, http_status
from tests.docs.pages import REFERENCE, section, tracked_files
from tests.shared import ROOT

PACKAGE = ROOT / "src" / "both_sides"
VARIABLE = re.compile(r"[\"'${ ](BOTH_SIDES_[A-Z]+(?:_[A-Z]+)*|HTTPS_PROXY|NO_COLOR)\b")


def read(name: str) -> str:
    """Read a page of the reference."""
    return (REFERENCE / name).read_text(encoding="utf-8")


def commands(app: App, prefix: str = "") -> Iterator[tuple[str, App]]:
    """Walk over the commands that can be run, with their full names."""
    name = f"{prefix} {app.name[0]}".strip()
    if app.default_command is not None:
        yield name, app
    for word in app.resolved_commands():
        if not word.startswith("-"):
            yield from commands(app[word], name)


def declared_errors() -> Iterator[type[LedgerError]]:
    """Walk over the error classes as they stand in the source."""
    for module in (errors, request_errors):
        for name in re.findall(r"^class (\w+)\(", inspect.getsource(module), re.MULTILINE):
            if name != LedgerError.__name__:
                yield getattr(module, name)


def test_the_pages_are_up_to_date() -> None:
    """They are written by `python docs/generate.py`, which the message of a failure names."""
    for path, text in build().items():
        assert path.read_text(encoding="utf-8") == text, f"run `python docs/generate.py`: {path}"


def test_every_page_is_written_by_the_generator() -> None:
    """Nobody edits one by hand."""
    assert sorted(path.name for path in REFERENCE.glob("*")) == sorted(builders())


def test_every_command_and_every_option_has_its_line() -> None:
    """As their functions name them, in the section of the command."""
    page, checked = read("cli.md"), 0
    for app in (both_sides_app.build_app(), claims_app.build_app()):
        for name, command in commands(app):
            text = section(page, f"### `{name}`")
            assert command.default_command is not None
            for option, parameter in inspect.signature(command.default_command).parameters.items():
                if parameter.annotation in {Common, TokenOptions}:
                    continue
                is_positional = parameter.kind is not inspect.Parameter.KEYWORD_ONLY
                shown = option.strip("_").replace("_", "-")
                wanted = shown.upper() if is_positional else f"--{shown}"
                assert f"| `{wanted}`" in text, f"{name} {wanted}"
                checked += 1
    assert checked > 50


def test_every_common_option_has_its_line() -> None:
    """Once for all commands."""
    text = section(read("cli.md"), "## Common options")
    for option in inspect.signature(Common).parameters:
        assert f"| `--{option}` |" in text


def test_every_exit_code_has_its_line() -> None:
    """Also those that a command has of its own."""
    text = section(read("cli.md"), "## Exit codes")
    shown = {int(code) for code in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)}
    sources = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    named = {int(code) for code in re.findall(r"_EXIT_CODE(?:: Final)? = (\d+)", sources)}
    assert named
    assert named <= shown
    assert {exit_code(kind("", hint="")) for kind in declared_errors()} <= shown


def test_every_error_has_its_line() -> None:
    """With its exit code, its status, and a hint wherever something raises it."""
    page, checked = read("errors.md"), 0
    sources = [path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))]
    for kind in declared_errors():
        example = kind("", hint="")
        row = rf"^\| `{kind.code}` \| \S.* \| (\d) \| (\d+) .* \| (.*) \|$"
        (line,) = re.findall(row, page, re.MULTILINE)
        assert line[:2] == (str(exit_code(example)), str(http_status(example)))
        is_raised = any(re.search(rf"(?<!class ){kind.__name__}\(", text) for text in sources)
        assert line[2].strip() or not is_raised, kind.code
        checked += 1
    assert checked > 30


@pytest.mark.parametrize("codes", [Caveat, ProblemCode])
def test_every_warning_and_every_problem_has_its_line(codes: type[Caveat | ProblemCode]) -> None:
    """A code that a program can meet is explained."""
    page = read("errors.md")
    for code in codes:
        assert re.search(rf"^\| `{code.value}` \| \S.* \|$", page, re.MULTILINE), code


def test_every_variable_of_the_environment_has_its_line_and_no_other() -> None:
    """As the code, the tests and the scripts name them."""
    used = set()
    for path in tracked_files():
        if path.suffix in {".py", ""} and "docs" not in path.relative_to(ROOT).parts:
            used |= set(VARIABLE.findall(path.read_text(encoding="utf-8")))
    shown = set(re.findall(r"^\| `([A-Z_]+)` \|", read("settings.md"), re.MULTILINE))
    assert used == shown
