"""Put the commands of `both-sides` together and run one.

Commands are named here and imported when they are called, so that a short command starts fast.
"""

import codecs
import io
import sys
from collections.abc import Sequence
from typing import Any, Final

from cyclopts import App, CycloptsError, Parameter

from both_sides import __version__
from both_sides.errors import LedgerError
from both_sides.interfaces.wire.errors import (
    CUT_OFF_EXIT_CODE,
    INTERRUPTED_EXIT_CODE,
    USAGE_EXIT_CODE,
    error_members,
    exit_code,
)

HELP: Final = """\
Rank rival claims, record rulings, and seal everything in a chain anyone can replay.

Both Sides ranks claims and records a human decision. It does not verify that a value is true."""

EPILOGUE: Final = "Start with `both-sides demo`. Every command has --json and --help."

_HERE: Final = "both_sides.interfaces.cli"
GROUPS: Final = frozenset({"import", "token", "key"})

# name, where, group, one line of help
COMMANDS: Final = (
    ("demo", "demo:demo", "Start", "See a real contradiction ranked, ruled on and replayed."),
    ("method", "method:method", "Start", "Print the method: factors, bands, rules, seals."),
    ("doctor", "doctor:doctor", "Start", "Say what is wrong with this installation."),
    ("fetch", "importing:fetch", "Bring in", "Import an entity from Wikidata's live API."),
    ("disputes", "disputes:disputes", "Rank and rule", "List the disputed questions."),
    ("show", "disputes:show", "Rank and rule", "Show an entity, or one dispute with everything."),
    ("adjudicate", "adjudicating:adjudicate", "Rank and rule", "Rank the claims of a dispute."),
    ("rule", "rulings:rule", "Rank and rule", "Record a ruling with a rationale."),
    ("rulings", "rulings:rulings", "Rank and rule", "List the rulings."),
    ("ruling", "rulings:ruling", "Rank and rule", "Show one ruling with its history."),
    ("revise", "rulings:revise", "Rank and rule", "Give a ruling a new rationale."),
    ("retire", "rulings:retire", "Rank and rule", "Withdraw a ruling for good."),
    ("rank", "ranking:rank", "Rank and rule", "Rank every dispute of a whole dataset."),
    ("replay", "replaying:replay", "Prove", "Recompute the seals; name the first broken link."),
    ("verify", "verifying:verify", "Prove", "Verify the whole ledger against what was signed."),
    ("checkpoint", "checkpoints:checkpoint", "Prove", "Sign the state of the whole ledger."),
    ("prove", "checkpoints:prove", "Prove", "Prove that an event is in the ledger."),
    ("export", "checkpoints:export", "Prove", "Write the ledger for others to verify."),
    ("dossier", "dossiers:dossier", "Prove", "Write a ruling down for others to verify."),
    ("backup", "storing:backup", "Keep", "Copy the ledger while it is written to."),
    ("restore", "storing:restore", "Keep", "Put a copy in the place of a ledger."),
    ("migrate", "storing:migrate", "Keep", "Bring the tables up to this program."),
    ("recover", "storing:recover", "Keep", "Go on after a rollback or a fork."),
    ("witness", "witnessing:witness", "Serve", "Cosign the checkpoints of other ledgers."),
    ("mcp", "mcp_serving:mcp", "Serve", "Serve the desk's tools to agents over MCP."),
    ("serve", "serving:serve", "Serve", "Serve the desk over HTTP until it is ended."),
)

TOKEN_COMMANDS: Final = (
    ("create", "tokens:create", "Make a token and show it this once."),
    ("list", "tokens:list_", "List the tokens, ended ones too."),
    ("revoke", "tokens:revoke", "Let a token hold no more."),
)

KEY_COMMANDS: Final = (
    ("create", "Make the first key, and print what others pin."),
    ("list", "List the keys, and what they are good for."),
    ("rotate", "Make the next key; both sign for a while."),
    ("retire", "Let a key sign no more."),
    ("revoke", "Trust a key no more that somebody else may have."),
    ("pin", "Trust a verifier key."),
)


def build_app() -> App:
    """Put the commands together; nothing of theirs is imported yet."""
    app = App(
        name="both-sides",
        help=HELP,
        help_epilogue=EPILOGUE,
        version=__version__,
        default_parameter=Parameter(negative=()),
        result_action="return_value",
    )
    for name, place, group, line in COMMANDS:
        app.command(f"{_HERE}.{place}", name=name, group=group, help=line)
    importing = App(name="import", help="Import files.", group="Bring in")
    importing.command(
        f"{_HERE}.importing:import_wikidata",
        name="wikidata",
        help="Import Wikidata entities: JSON, dump lines, .gz, .bz2.",
    )
    app.command(importing)
    tokens = App(name="token", help="Make, list and revoke tokens.", group="Serve")
    for name, place, line in TOKEN_COMMANDS:
        tokens.command(f"{_HERE}.{place}", name=name, help=line)
    app.command(tokens)
    key = App(name="key", help="Make and look after the keys that sign.", group="Keep")
    for name, line in KEY_COMMANDS:
        function = "show" if name == "list" else name
        key.command(f"{_HERE}.keys:{function}", name=name, help=line)
    app.command(key)
    return app


def run(argv: Sequence[str]) -> int:
    """Run one command.

    Args:
        argv: The arguments, without the program's name.

    Returns:
        The exit code.
    """
    return run_app(build_app(), argv, groups=GROUPS)


def run_app(app: App, argv: Sequence[str], *, groups: frozenset[str]) -> int:
    """Run one command of an app, and turn whatever goes wrong into words and an exit code.

    Args:
        app: The commands.
        argv: The arguments, without the program's name.
        groups: Names that only begin a command: alone they do nothing, which is no success.

    Returns:
        The exit code.
    """
    wants_json = "--json" in argv
    _let_every_sign_through()
    app.suppress_keyboard_interrupt = False  # it is answered below, in words
    if not argv or not {"--help", "-h"}.isdisjoint(argv):
        from both_sides.interfaces.cli.output import console

        app.console = console()
    try:
        _require_command(app, argv, groups)
        answer = app(list(argv), exit_on_error=False, print_error=False)
        sys.stdout.flush()
    except CycloptsError as error:
        program = app.name[0]
        _report_usage(str(error), program, wants_json=wants_json)
        return USAGE_EXIT_CODE
    except LedgerError as error:
        report(error, wants_json=wants_json)
        return exit_code(error)
    except KeyboardInterrupt:
        _report_interrupt(app.name[0], wants_json=wants_json)
        return INTERRUPTED_EXIT_CODE
    except BrokenPipeError:  # the reader of our output, such as `head`, has seen enough
        from both_sides.interfaces.cli.faults import give_up_output

        give_up_output()
        return CUT_OFF_EXIT_CODE  # never 0: what was checked may be as it should not be
    except Exception as error:  # noqa: BLE001 - the last resort: nothing ends in a bare trace
        from both_sides.interfaces.cli.faults import give_up_output, named

        give_up_output()
        told = named(error, app.name[0])
        report(told, wants_json=wants_json)
        return exit_code(told)
    return answer if isinstance(answer, int) else 0


def _require_command(app: App, argv: Sequence[str], groups: frozenset[str]) -> None:
    """Refuse the name of a group alone: it prints help and does nothing, which is no success."""
    is_alone = bool(argv) and argv[0] in groups and all(word.startswith("-") for word in argv[1:])
    if is_alone and {"--help", "-h", "--version"}.isdisjoint(argv):
        names = ", ".join(name for name in app[argv[0]] if not name.startswith("-"))
        raise CycloptsError(msg=f"`{app.name[0]} {argv[0]}` needs a command after it: {names}")


def _let_every_sign_through() -> None:
    """Write signs that a terminal of another time lacks by their number; they must end nothing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and codecs.lookup(stream.encoding).name != "utf-8":
            stream.reconfigure(errors="backslashreplace")


def report(error: LedgerError, *, wants_json: bool) -> None:
    """Write an error to standard error: as JSON, or as two lines for people."""
    _write_error(error_members(error), wants_json=wants_json)


def _report_usage(message: str, program: str, *, wants_json: bool) -> None:
    hint = f"`{program} --help` lists the commands, `{program} COMMAND --help` their options"
    members = {"code": "usage", "message": message, "hint": hint, "facts": {}}
    _write_error(members, wants_json=wants_json)


def _report_interrupt(program: str, *, wants_json: bool) -> None:
    message = f"{program} was interrupted; what was committed is kept"
    members = {"code": "interrupted", "message": message, "hint": "run it again", "facts": {}}
    _write_error(members, wants_json=wants_json)


def _write_error(members: dict[str, Any], *, wants_json: bool) -> None:
    from both_sides.interfaces.cli.terminal_text import json_bytes, visible

    if wants_json:
        sys.stderr.write(json_bytes(members).decode())
    else:
        words = f"error: {members['message']} [{members['code']}]\n hint: {members['hint']}\n"
        sys.stderr.write(visible(words))
