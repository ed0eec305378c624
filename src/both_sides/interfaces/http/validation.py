"""Say what is wrong with a parameter or a body: which field, and what would be accepted.

*This module does not* check anything; it puts what pydantic found into our words.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from both_sides.errors import InvalidInputError
from both_sides.request_errors import KeyMissingError, PreconditionMissingError, RequestError

MOST_SHOWN: Final = 20
LONGEST_SHOWN: Final = 80
KEY_HEADER: Final = "idempotency-key"
VERSION_HEADER: Final = "if-match"

_EXPECTED: Final = {
    "missing": "give it",
    "extra_forbidden": "leave it out",
    "string_type": "send a text",
    "string_too_short": "send a text that is not empty",
    "bool_type": "send true or false",
    "bool_parsing": "send true or false",
    "int_type": "send a whole number",
    "int_parsing": "send a whole number",
    "list_type": "send a list",
    "dict_type": "send an object",
    "model_type": "send an object",
    "model_attributes_type": "send an object",
}


def validation_error(found: Sequence[Mapping[str, Any]]) -> InvalidInputError:
    """Make one error of everything that was found wrong.

    Args:
        found: As pydantic lists it.
    """
    missing = {str(one["loc"][-1]).lower() for one in found if _is_missing_header(one)}
    if KEY_HEADER in missing:
        return key_missing()
    if VERSION_HEADER in missing:
        return version_missing()
    problems = [_problem(one) for one in found[:MOST_SHOWN]]
    first = problems[0]
    count = len(found) - 1
    more = f" (and {count} more)" if count else ""
    return InvalidInputError(
        f"{first['field']}: {first['message']}{more}",
        hint=f"{first['field']}: {_expected(found[0])}",
        field=first["field"],
        problems=[f"{problem['field']}: {problem['message']}" for problem in problems],
    )


def require_known(asked: Iterable[str], known: frozenset[str]) -> None:
    """Accept the names of query parameters where the address takes them all.

    Args:
        asked: The names that a request has.
        known: Those that the address takes.

    Raises:
        InvalidInputError: It does not take one of them; a misspelt filter would list everything.
    """
    unknown = [f"query.{name[:LONGEST_SHOWN]}" for name in asked if name not in known]
    if not unknown:
        return
    more = f" (and {len(unknown) - 1} more)" if len(unknown) > 1 else ""
    takes = f"takes {', '.join(sorted(known))}" if known else "takes no parameters"
    raise InvalidInputError(
        f"{unknown[0]}: is not known{more}",
        hint=f"{unknown[0]}: leave it out; this address {takes}",
        field=unknown[0],
        problems=[f"{name}: is not known" for name in unknown[:MOST_SHOWN]],
        accepted=sorted(known),
    )


def key_missing() -> RequestError:
    """Ask for the key that makes a request happen once."""
    return KeyMissingError(
        "the header Idempotency-Key is missing",
        hint="send one with every request that records something, for example a UUID; the same key"
        " with the same request happens once, however often it is sent",
        field="Idempotency-Key",
    )


def version_missing() -> RequestError:
    """Ask for the version that a change is meant for."""
    return PreconditionMissingError(
        "the header If-Match is missing",
        hint="read the resource and send its ETag as If-Match, so that nobody's change is lost",
        field="If-Match",
    )


def _is_missing_header(one: Mapping[str, Any]) -> bool:
    return bool(one["type"] == "missing" and one["loc"][0] == "header")


def _problem(one: Mapping[str, Any]) -> dict[str, str]:
    return {"field": _field(one["loc"]), "message": _message(one)}


def _field(place: Sequence[str | int]) -> str:
    """Name a field as a path: ``body.claims[0].statement``."""
    path = ""
    for part in place:
        if isinstance(part, int):
            path += f"[{part}]"
        else:
            path += f".{part[:LONGEST_SHOWN]}" if path else part[:LONGEST_SHOWN]
    return path


def _message(one: Mapping[str, Any]) -> str:
    if one["type"] == "missing":
        return "is missing"
    if one["type"] == "extra_forbidden":
        return "is not known"
    message = str(one["msg"])
    return message[:1].lower() + message[1:]


def _expected(one: Mapping[str, Any]) -> str:
    context = one.get("ctx") or {}
    if "expected" in context:
        return f"send one of {context['expected']}"
    return _EXPECTED.get(one["type"], _message(one))
