r"""Spell calls of tools, and commands of the command line as the calls that do the same.

The rules speak of commands, so that their sentences are the same through every face; an agent gets
the call beside the sentence.

    >>> call_in("first: claims-mcp reactivate CLM-0001 --reason …")
    'reactivate_claim(claim_id="CLM-0001", reason="…")'
"""

import json
import re
import shlex
from collections.abc import Mapping
from typing import Any, Final

LONGEST_ARGUMENT: Final = 200
LONGEST_LIST: Final = 5

# command → tool, the parameters that its words are, the parameters that its options are
_TOOLS: Final[dict[str, tuple[str, tuple[str, ...], dict[str, str]]]] = {
    "claims-mcp evidence add": (
        "add_evidence",
        ("claim_id",),
        {
            "--stance": "stance",
            "--kind": "kind",
            "--locator": "locator",
            "--summary": "summary",
        },
    ),
    "claims-mcp evidence list": ("get_claim", ("claim_id",), {}),
    "claims-mcp verdict": (
        "record_verdict",
        ("claim_id", "verdict"),
        {"--cite": "citations", "--rationale": "rationale", "--auditor": "auditor"},
    ),
    "claims-mcp reactivate": ("reactivate_claim", ("claim_id",), {"--reason": "reason"}),
    "claims-mcp list": ("list_claims", (), {}),
    "claims-mcp search": ("list_claims", ("text",), {}),
    "claims-mcp add": ("add_claims", ("statements",), {}),
    "both-sides disputes": ("list_disputes", (), {}),
    "both-sides rulings": ("list_rulings", (), {}),
    "both-sides revise": ("revise_ruling", ("ruling_id",), {"--rationale": "rationale"}),
    "both-sides rule": ("record_ruling", ("entity", "property"), {}),
}
_LISTS: Final = frozenset({"citations", "statements"})
_NEEDED: Final = {
    "add_evidence": ("claim_id", "stance", "locator", "summary"),
    "record_verdict": ("claim_id", "verdict", "rationale", "auditor"),
    "record_ruling": ("entity", "property", "choose", "rationale"),
}
_COMMAND: Final = re.compile(
    "(?P<mark>`?)(?P<command>" + "|".join(sorted(_TOOLS, reverse=True)) + ")\\b(?P<rest>[^`;]*)"
)


def spell(tool: str, arguments: Mapping[str, Any]) -> str:
    """Write a call as people write calls; long texts are cut.

    Returns:
        For example ``get_claim(claim_id="CLM-0001")``; the values are JSON.
    """
    words = (f"{name}={_literal(value)}" for name, value in arguments.items())
    return f"{tool}({', '.join(words)})"


def call_in(text: str) -> str | None:
    """Find the first command in a text, and spell the call that does the same; or answer None."""
    match = _COMMAND.search(text)
    if match is None:
        return None
    tool, words, options = _TOOLS[match["command"]]
    try:
        tokens = shlex.split(match["rest"])
    except ValueError:  # a quotation mark in a text that is no command
        tokens = []
    arguments = _read(tokens, words, options)
    return spell(tool, {**dict.fromkeys(_NEEDED.get(tool, words), "…"), **arguments})


def _read(tokens: list[str], words: tuple[str, ...], options: dict[str, str]) -> dict[str, Any]:
    arguments: dict[str, Any] = {}
    left = list(words)
    pending = list(tokens)
    while pending:
        token = pending.pop(0)
        if token in options and pending:
            name = options[token]
        elif left and not token.startswith("--"):
            name = left.pop(0)
            pending.insert(0, token)
        else:
            break
        value = pending.pop(0)
        arguments[name] = [value] if name in _LISTS else value
    return arguments


def _literal(value: object) -> str:
    if isinstance(value, str) and len(value) > LONGEST_ARGUMENT:
        value = value[:LONGEST_ARGUMENT] + "…"
    if isinstance(value, list) and len(value) > LONGEST_LIST:
        value = [*value[:LONGEST_LIST], "…"]
    if isinstance(value, list):
        return f"[{', '.join(map(_literal, value))}]"
    return json.dumps(value, ensure_ascii=False)
