"""Write the page of errors from the error tree, the wire table and the places that raise them."""

import ast
import json
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Final

from docs.generator.shapes import run, workplace
from docs.generator.stories import AUDIT, REFUSED
from docs.generator.tables import first_sentence, sentence, table

import both_sides
from both_sides import errors, request_errors
from both_sides.domain.verdicts import Caveat
from both_sides.errors import LedgerError
from both_sides.exchange.problems import HINTS, ProblemCode
from both_sides.interfaces.wire.errors import USAGE_EXIT_CODE, exit_code, http_status

PACKAGE: Final = Path(both_sides.__file__).parent
MODULES: Final = (errors, request_errors)
FOLDERS: Final = ("domain", "service", "store", "interfaces", "chain", "scoring")
INTRODUCTION: Final = """\
# Errors

Every error belongs to a family, and a family says who can act. An error has a stable `code`, the
facts it speaks of, and a hint that says the next step. On the command line it is two lines on
standard error, with `--json` one document:

```json
{"code": "not_found", "message": "…", "hint": "…", "facts": {}}
```

The hints are examples; `…` stands for the facts of the case.
"""
USAGE: Final = f"""\
## Usage

Arguments that are not those of a command end with code `usage`, exit code {USAGE_EXIT_CODE}.
"""
WARNINGS: Final = """\
## Warnings

A verdict can be accepted with a warning. Under strict rules most of them are refused, with the
error of the same code.
"""
PROBLEMS: Final = """\
## Problems of an import

An import never stops at a line, an entity or a statement that cannot be read. Each becomes a
problem with its place; the exit code is 2 if a line, an entity or a statement was lost.
"""


def page() -> str:
    """Write the page."""
    hints = raised_hints() | refused_hints()
    parts = [INTRODUCTION]
    for family in families():
        rows = [_row(kind, hints) for kind in with_subclasses(family)]
        headings = ["code", "means", "exit code", "HTTP", "hint, for example"]
        parts.append(f"## `{family.code}`\n\n{table(headings, rows)}")
    parts.append(USAGE)
    warnings = [[f"`{caveat.value}`", sentence(caveat.sentence)] for caveat in Caveat]
    parts.append(f"{WARNINGS}\n{table(['code', 'meaning'], warnings)}")
    problems = [[f"`{code.value}`", sentence(HINTS[code])] for code in ProblemCode]
    parts.append(f"{PROBLEMS}\n{table(['code', 'hint'], problems)}")
    return "\n".join(parts)


def refused_hints() -> dict[str, str]:
    """Run commands that are refused, and read the hints of their errors."""
    hints = {}
    with workplace():
        for step in AUDIT:
            run(step.command)
        for step in REFUSED:
            error = json.loads(run(f"{step.command} --json")[1])
            hints[error["code"]] = error["hint"]
    return hints


def raised_hints() -> dict[str, str]:
    """Find in the source, for each error code, the most literal hint with which it is raised."""
    found: dict[str, list[str]] = {}
    paths = sorted(PACKAGE.rglob("*.py"), key=lambda path: (_place(path), path))
    for path in paths:
        for code, hint in _raised(ast.parse(path.read_text(encoding="utf-8"))):
            found.setdefault(code, []).append(hint)
    return {code: min(hints, key=lambda hint: hint.count("…")) for code, hints in found.items()}


def _place(path: Path) -> int:
    folder = path.relative_to(PACKAGE).parts[0]
    return FOLDERS.index(folder) if folder in FOLDERS else len(FOLDERS)


def _raised(tree: ast.Module) -> Iterator[tuple[str, str]]:
    names = _named_texts(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        named = (getattr(module, node.func.id, None) for module in MODULES)
        kind = next(filter(None, named), None)
        if isinstance(kind, type) and issubclass(kind, LedgerError):
            for keyword in node.keywords:
                value = keyword.value
                text = names.get(value.id, "") if isinstance(value, ast.Name) else _literal(value)
                if keyword.arg == "hint" and text:
                    yield kind.code, text


def _named_texts(tree: ast.Module) -> dict[str, str]:
    """Read the texts that a module gives a name, as constants and as defaults of arguments."""
    texts: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            pairs = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
            texts |= {name.arg: _literal(value) for name, value in pairs if value is not None}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            texts[node.target.id] = _literal(node.value)
    return texts


def _literal(node: ast.expr) -> str:
    """Read a text as far as it stands in the source."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        pieces = (
            _literal(piece) if isinstance(piece, ast.Constant) else "…" for piece in node.values
        )
        return "".join(pieces)
    if isinstance(node, ast.IfExp):
        return _literal(node.body)
    if isinstance(node, ast.BoolOp):
        return _literal(node.values[-1])
    return ""


def _row(kind: type[LedgerError], hints: dict[str, str]) -> list[str]:
    example = kind("", hint="")
    status = http_status(example)
    return [
        f"`{kind.code}`",
        meaning(kind),
        str(exit_code(example)),
        f"{status} {HTTPStatus(status).phrase}",
        sentence(hints.get(kind.code, "")),
    ]


def meaning(kind: type[LedgerError]) -> str:
    """Say what an error means, in the words of its class."""
    words = first_sentence(kind.__doc__).removeprefix("Say that ")
    return sentence(words.replace(", or that ", ", or "))


def families() -> list[type[LedgerError]]:
    """List the families of errors, in the order in which they are declared."""
    return [kind for kind in LedgerError.__subclasses__() if _is_ours(kind)]


def with_subclasses(kind: type[LedgerError]) -> Iterator[type[LedgerError]]:
    """Walk over an error class and everything below it."""
    yield kind
    for special in kind.__subclasses__():
        if _is_ours(special):
            yield from with_subclasses(special)


def _is_ours(kind: type[LedgerError]) -> bool:
    """Pass over what a test or a user of the library derives."""
    return kind.__module__ in {module.__name__ for module in MODULES}
