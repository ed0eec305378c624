"""Put the commands of `claims-mcp` together and run one.

Without a command it serves MCP over standard input and output. Commands are named here and imported
when they are called.
"""

from collections.abc import Sequence
from typing import Final

from cyclopts import App, Group, Parameter

from both_sides import __version__
from both_sides.interfaces.cli.app import run_app

HELP: Final = """\
Audit claims: gather evidence for and against, record verdicts, see what is left to do.

Without a command it serves MCP over standard input and output. not_enough_info is an honest
outcome; never infer support from the absence of failure."""

EPILOGUE: Final = 'Start with `claims-mcp add "…"`. Every command has --json and --help.'

_ASKS_FOR_WORDS: Final = frozenset({"-h", "--help", "--version"})
_HERE: Final = "both_sides.interfaces.cli"
_SEE = Group("See what is left to do", sort_key=1)
_CLAIMS = Group("Claims", sort_key=2)
_JUDGE = Group("Evidence and verdicts", sort_key=3)
_OTHER = Group("Agents, files, rules", sort_key=4)

# name, where, group, one line of help
COMMANDS: Final = (
    ("tldr", "claims_views:tldr", _SEE, "One line per open claim, and the counts."),
    ("next", "claims_views:next_", _SEE, "The next steps, the most urgent first."),
    ("report", "claims_reports:report", _SEE, "The audit report: Markdown, JSON, JUnit or SARIF."),
    ("check", "claims_reports:check", _SEE, "Exit 0 clean, 1 findings, 2 could not run."),
    ("add", "claims_editing:add", _CLAIMS, "Register a claim, or many from a file."),
    ("decompose", "claims_editing:decompose", _CLAIMS, "Register claims that cover a claim."),
    ("update", "claims_editing:update", _CLAIMS, "Change a statement, parents, source or tags."),
    ("retire", "claims_editing:retire", _CLAIMS, "Audit a claim no longer."),
    ("reactivate", "claims_editing:reactivate", _CLAIMS, "Audit a retired claim again."),
    ("list", "claims_views:list_", _CLAIMS, "List claims by verdict, tag, parent or document."),
    ("show", "claims_views:show", _CLAIMS, "Show a claim with evidence and verdicts."),
    ("tree", "claims_views:tree", _CLAIMS, "Show the claims as a tree."),
    ("search", "claims_views:search", _CLAIMS, "Find claims by words."),
    ("verdict", "evidence:verdict", _JUDGE, "Record supported, refuted or not_enough_info."),
    ("history", "evidence:history", _JUDGE, "Show the verdicts of a claim, the first one first."),
    ("import", "claims_files:import_", _OTHER, "Import an export, or claims in other formats."),
    ("export", "claims_files:export", _OTHER, "Write the whole ledger as JSON Lines."),
    ("policy", "claims_editing:policy", _OTHER, "Show or set the rules of the scope."),
    ("serve", "claims_serving:serve", _OTHER, "Serve MCP over standard input and output."),
)
GROUPS: Final = frozenset({"evidence"})
EVIDENCE_COMMANDS: Final = (
    ("add", "evidence:add", "Record an item for or against a claim."),
    ("withdraw", "evidence:withdraw", "Let an item no longer count."),
    ("list", "evidence:list_", "List the evidence of a claim, for and against."),
)


def build_app() -> App:
    """Put the commands together; nothing of theirs is imported yet."""
    app = App(
        name="claims-mcp",
        help=HELP,
        help_epilogue=EPILOGUE,
        version=__version__,
        default_parameter=Parameter(negative=()),
        result_action="return_value",
    )
    for name, place, group, line in COMMANDS:
        app.command(f"{_HERE}.{place}", name=name, group=group, help=line)
    evidence = App(name="evidence", help="Record, withdraw and list evidence.", group=_JUDGE)
    for name, place, line in EVIDENCE_COMMANDS:
        evidence.command(f"{_HERE}.{place}", name=name, help=line)
    app.command(evidence)
    return app


def run(argv: Sequence[str]) -> int:
    """Run one command; without one, serve MCP, with the options of `serve`.

    Args:
        argv: The arguments, without the program's name.

    Returns:
        The exit code.
    """
    names_no_command = not argv or (argv[0].startswith("-") and argv[0] not in _ASKS_FOR_WORDS)
    words = ["serve", *argv] if names_no_command else argv
    return run_app(build_app(), words, groups=GROUPS)
