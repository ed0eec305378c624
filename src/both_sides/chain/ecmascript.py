"""Read the canonical JSON of chains that other implementations sealed in JavaScript.

Their `canonicalJson` parses a text, rebuilds every object with sorted keys and prints it. That is
RFC 8785 with JavaScript's habits on top, which a replay of their chains must share: integer-like
keys come first in numeric order, every number is a double, an infinite one prints as null, a
member named `__proto__` vanishes, half a surrogate pair is printed as its escape.

*This module does not* seal anything new: our own events refuse all of these, see
`both_sides.chain.canonical`.

    >>> canonicalise_text('{"b":1, "10":2, "9":1e400}')
    b'{"9":null,"10":2,"b":1}'
"""

import json
import math
import re
from typing import Any, Final

import rfc8785

from both_sides.errors import MalformedDocumentError

LARGEST_INDEX: Final = 2**32 - 2
_INDEX: Final = re.compile(r"0|[1-9][0-9]{0,9}")
_ESCAPED: Final = re.compile(r'[\x00-\x1f"\\\ud800-\udfff]')
_ESCAPES: Final = {
    '"': '\\"',
    "\\": "\\\\",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
}


def canonicalise_text(text: str) -> bytes:
    """Write a JSON text as JavaScript's `canonicalJson` does.

    Args:
        text: One JSON value.

    Returns:
        UTF-8 bytes.

    Raises:
        MalformedDocumentError: JavaScript could not parse it either, or it is nested too deeply.

    *Source:* Method page, "How the chain is sealed"; vectors/chains.jsonl.gz.
    """
    return canonicalise_parsed(parse_text(text))


def parse_text(text: str) -> Any:  # noqa: ANN401 - any JSON value
    """Parse a JSON text as JavaScript does: every number a double, the last of equal keys wins.

    Raises:
        MalformedDocumentError: JavaScript could not parse it either, or it is nested too deeply.
    """
    try:
        return json.loads(
            text, parse_int=_double, parse_float=_double, parse_constant=_refuse_constant
        )
    except (ValueError, RecursionError) as error:
        raise MalformedDocumentError(
            f"the text is not JSON: {str(error)[:80]}",
            hint="export it again; a payload is the JSON text that was sealed",
        ) from None


def canonicalise_parsed(value: Any) -> bytes:  # noqa: ANN401 - any JSON value
    """Write a value that `parse_text` has read as JavaScript's `canonicalJson` does.

    Raises:
        MalformedDocumentError: It is nested too deeply.
    """
    try:
        return _write(value).encode()
    except RecursionError:
        raise MalformedDocumentError(
            "the payload is nested too deeply", hint="no sealed event needs such a depth"
        ) from None


def vanishing_members(value: Any) -> bool:  # noqa: ANN401 - any JSON value
    """Tell whether a value has a member named `__proto__`, which no seal of theirs covers."""
    if isinstance(value, dict):
        return "__proto__" in value or any(map(vanishing_members, value.values()))
    return isinstance(value, list) and any(map(vanishing_members, value))


def _double(digits: str) -> float:
    return float(digits)


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON value")


def _write(value: Any) -> str:  # noqa: ANN401, PLR0911 - any JSON value; one answer a type
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, float):
        return rfc8785.dumps(value).decode() if math.isfinite(value) else "null"
    if isinstance(value, str):
        return _write_text(value)
    if isinstance(value, list):
        return "[" + ",".join(map(_write, value)) + "]"
    members = (
        f"{_write_text(key)}:{_write(value[key])}"
        for key in sorted(value, key=_place_of_key)
        if key != "__proto__"
    )
    return "{" + ",".join(members) + "}"


def _place_of_key(key: str) -> tuple[int, int, bytes]:
    if _INDEX.fullmatch(key) and int(key) <= LARGEST_INDEX:
        return 0, int(key), b""
    return 1, 0, key.encode("utf-16-be", "surrogatepass")


def _write_text(text: str) -> str:
    return f'"{_ESCAPED.sub(_escape, text)}"'


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    return _ESCAPES.get(character) or f"\\u{ord(character):04x}"
