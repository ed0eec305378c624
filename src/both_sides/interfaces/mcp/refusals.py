"""Put every error into words for a model: what is wrong, its code, what to do, what is accepted.

    supported must cite at least one item that supports CLM-0001 [citation_missing]
    Hint: cite one of EVD-0001
    Accepted: record_verdict(claim_id="CLM-0001", verdict="supported", citations=["EVD-0001"], …)

Only this text reaches the model. *This module does not* show what an unexpected exception says:
that may hold a path or a secret, and goes to the log.
"""

from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Any, Final

from pydantic import ValidationError

from both_sides.errors import InvalidInputError, LedgerError, NotFoundError
from both_sides.interfaces.mcp.accepted import Attempt, accepted_call

LONGEST_SENTENCE: Final = 1_000
MOST_PROBLEMS: Final = 3
UNEXPECTED: Final = (
    "this call failed for a reason that is not yours [internal_error]\n"
    "Hint: try it once more; if it fails again, tell a person to look at the server's log"
)


def refusal_text(attempt: Attempt, error: LedgerError) -> str:
    """Put a refusal into words.

    Args:
        attempt: What was called.
        error: Why it was refused.
    """
    lines = [f"{_cut(error.message)} [{error.code}]", f"Hint: {_cut(error.hint)}"]
    accepted = accepted_call(attempt, error)
    if accepted is not None:
        lines.append(f"Accepted: {accepted}")
    return "\n".join(lines)


def argument_error(error: ValidationError, parameters: Collection[str]) -> InvalidInputError:
    """Say which arguments are not of the schema, in the words of every other refusal.

    Args:
        error: What the check of the arguments found.
        parameters: What the tool takes.
    """
    problems = error.errors(include_url=False, include_input=False)
    said = "; ".join(_problem(problem) for problem in problems[:MOST_PROBLEMS])
    more = len(problems) - MOST_PROBLEMS
    return InvalidInputError(
        said + (f"; and {more} more" if more > 0 else ""),
        hint=f"the parameters are {', '.join(parameters)}; the schema says what each takes",
        fields=list(dict.fromkeys(str(problem["loc"][0]) for problem in problems)),
    )


def unknown_arguments(attempt: Attempt) -> str:
    """Say that a call has an argument that the tool does not take."""
    given, parameters = attempt.arguments, attempt.parameters
    unknown = next(name for name in given if name not in parameters)
    near = get_close_matches(unknown, parameters, n=1)
    renamed = {near[0]: given[unknown]} if near and near[0] not in given else {}
    return "\n".join(
        (
            f"{attempt.tool} has no parameter {_cut(unknown, 80)!r} [{InvalidInputError.code}]",
            f"Hint: the parameters are {', '.join(parameters) or 'none'}",
            f"Accepted: {attempt.but(**renamed)}",
        )
    )


def unknown_tool(name: str, offered: Collection[str], *, is_left_out: bool) -> str:
    """Say that there is no such tool, or that it writes where the server only reads."""
    if is_left_out:
        return (
            f"{name} writes, and this server only reads [read_only]\n"
            "Hint: start the server without --read-only to record something"
        )
    return _unknown("tool", name, offered)


def unknown_prompt(name: str, offered: Collection[str]) -> str:
    """Say that there is no such prompt."""
    return _unknown("prompt", name, offered)


def missing_argument(prompt: str, argument: str) -> str:
    """Say that a prompt cannot be written without an argument."""
    return (
        f"the prompt {prompt} needs {argument} [{InvalidInputError.code}]\n"
        f"Hint: give {argument}; prompts/list says what each argument is"
    )


def _unknown(what: str, name: str, offered: Collection[str]) -> str:
    near = get_close_matches(name, offered, n=1)
    hint = f"did you mean {near[0]}?" if near else f"the {what}s are {', '.join(offered)}"
    return f"there is no {what} {_cut(name, 80)!r} [{NotFoundError.code}]\nHint: {hint}"


def _problem(problem: Mapping[str, Any]) -> str:
    place = ".".join(str(part) for part in problem["loc"])
    message = str(problem["msg"])
    return f"{_cut(place, 80)}: {message[0].lower()}{_cut(message[1:], 200)}"


def _cut(text: str, longest: int = LONGEST_SENTENCE) -> str:
    return text if len(text) <= longest else f"{text[:longest]} …"
