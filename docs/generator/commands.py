"""Write the page of commands from the apps themselves: every command, option and exit code."""

import inspect
import re
from collections.abc import Iterator
from enum import Enum
from typing import Any, Final

from cyclopts import App
from cyclopts.argument import Argument
from docs.generator.failures import families, meaning
from docs.generator.tables import description, table

from both_sides.interfaces.cli import app as both_sides_app
from both_sides.interfaces.cli import claims_app
from both_sides.interfaces.wire.errors import (
    CUT_OFF_EXIT_CODE,
    INTERRUPTED_EXIT_CODE,
    USAGE_EXIT_CODE,
    exit_code,
)

COMMON: Final = "Common"
_NEGATIVES: Final = ("--no-", "--empty-")
_ENVIRONMENT: Final = re.compile(r" \[env: (?P<variable>\w+)\] \[default: (?P<default>[^\]]+)\]")
INTRODUCTION: Final = """\
# Command line

Results go to standard output, everything else to standard error. With `--json` a command answers
with one JSON document, and streams with one a line ([the shapes](json.md)); an error is then one
JSON document on standard error ([the codes](errors.md)). Colour appears on a terminal only, and
never where `NO_COLOR` is set.
"""
COMMON_HEADING: Final = """\
## Common options

Every command that works on a ledger has these; a command's own table leaves them out. An option
goes before the environment, which goes before the default ([settings](settings.md)).
"""


def page() -> str:
    """Write the page."""
    apps = [both_sides_app.build_app(), claims_app.build_app()]

    shared = [argument for argument in arguments(apps[0]["disputes"]) if _is_common(argument)]

    parts = [INTRODUCTION, exit_codes(), COMMON_HEADING, _options(shared)]
    for app in apps:
        parts.append(f"## `{app.name[0]}`\n\n{description(_text(app.help))}\n")
        for name, command in commands(app):
            parts.append(_command(name, command))
    return "\n".join(parts)


def exit_codes() -> str:
    """Write the table of exit codes."""
    ordered = sorted(families(), key=lambda kind: exit_code(kind("", hint="")))
    rows = [
        ["0", "Done, and whatever was checked is as it should be."],
        ["1", "`claims-mcp check` found something."],
        [str(USAGE_EXIT_CODE), "The arguments are not those of a command (`usage`)."],
    ]
    rows += [
        [str(exit_code(kind("", hint=""))), f"{meaning(kind)} (`{kind.code}`)"] for kind in ordered
    ]
    rows.append([str(INTERRUPTED_EXIT_CODE), "Interrupted; what was committed is kept."])
    rows.append(
        [str(CUT_OFF_EXIT_CODE), "Whoever read the output, such as `head`, stopped before its end."]
    )
    rows.append(["0 to 5", "`both-sides verify` has codes of its own, see there."])
    words = "Errors have the exit code of their family ([every code](errors.md)):\n"
    more = "Where a command ends with one of these for another reason, it says so below.\n"
    return f"## Exit codes\n\n{words}\n{table(['code', 'when'], rows)}\n{more}"


def commands(app: App, prefix: str = "") -> Iterator[tuple[str, App]]:
    """Walk over the commands of an app with their full names."""
    name = f"{prefix} {app.name[0]}".strip()
    if app.default_command is not None:
        yield name, app
    for word in app.resolved_commands():
        if not word.startswith("-"):
            yield from commands(app[word], name)


def arguments(command: App) -> list[Argument]:
    """List what a command takes, with what is said of it."""
    collected = command.assemble_argument_collection(parse_docstring=True)
    return [argument for argument in collected if argument.show and argument.names]


def _command(name: str, command: App) -> str:
    taken = arguments(command)
    own = [argument for argument in taken if not _is_common(argument)]
    usage = [name]
    usage += [_positional(argument) for argument in own if _is_positional(argument)]
    usage += [
        f"{argument.names[0]} {_metavar(argument)}"
        for argument in own
        if argument.required and not _is_positional(argument)
    ]
    if any(not argument.required and not _is_positional(argument) for argument in taken):
        usage.append("[OPTIONS]")
    words = description(inspect.getdoc(command.default_command))
    parts = [f"### `{name}`\n", f"```text\n{' '.join(usage)}\n```\n", f"{words}\n"]
    if own:
        parts.append(_options(own))
    return "\n".join(parts)


def _options(taken: list[Argument]) -> str:
    rows = []
    for argument in taken:
        names = [name for name in argument.names if name not in argument.negatives]
        if isinstance(argument.field_info.default, bool | None) and argument.negatives:
            names += [name for name in argument.negatives if not name.startswith(_NEGATIVES)]
        shown = " ".join(f"`{name}`" for name in names)
        words, default = _text(argument.parameter.help), _default(argument)
        if found := _ENVIRONMENT.search(words):
            words, default = (
                words[: found.start()],
                f"`{found['variable']}`, else {found['default']}",
            )
        rows.append([shown, _values(argument), default, words])
    return table(["name", "value", "default", "meaning"], rows)


def _values(argument: Argument) -> str:
    choices = argument.get_choices()
    if choices:
        words = ", ".join(f"`{choice}`" for choice in choices)
    elif argument.hint is bool or argument.hint == bool | None:
        return "flag"
    else:
        kinds = {"int": "whole number", "Path": "path", "float": "number"}
        found = [name for word, name in kinds.items() if word in str(argument.hint)]
        words = found[0] if found else "text"
    return f"{words}, repeatable" if "tuple" in str(argument.hint) else words


def _default(argument: Argument) -> str:
    default = argument.field_info.default
    if argument.required:
        return "required"
    if default in {None, inspect.Parameter.empty, False} or default == ():
        return ""
    return f"`{default.value if isinstance(default, Enum) else default}`"


def _positional(argument: Argument) -> str:
    name = argument.names[0] + ("…" if "tuple" in str(argument.hint) else "")
    return name if argument.required else f"[{name}]"


def _metavar(argument: Argument) -> str:
    return argument.names[0].removeprefix("--").upper()


def _is_positional(argument: Argument) -> bool:
    return argument.index is not None


def _is_common(argument: Argument) -> bool:
    group = argument.parameter.group
    groups = group if isinstance(group, tuple) else (group,)
    return any(getattr(one, "name", one) == COMMON for one in groups)


def _text(help_text: Any) -> str:  # noqa: ANN401 - text or something that prints as text
    return " ".join(str(help_text or "").split())
