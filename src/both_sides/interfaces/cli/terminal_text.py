r"""Keep text from outside from steering the terminal or from breaking a JSON document.

A label or a rationale may hold escape sequences that move the cursor, change the window's title or
turn the reading direction around; an argument may hold bytes that are no text at all. Both are
shown as what they are. *This module does not* change what is stored.

    >>> print(visible("1\x1b[2K2"))
    1\x1b[2K2
"""

import re
from typing import Any, Final

import orjson

LARGEST_INTEGER: Final = 2**63 - 1

_STEERING: Final = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def visible(text: str) -> str:
    """Write control characters, reading directions and halves of pairs as escapes.

    Line ends and tabs stay.
    """
    return _STEERING.sub(_escape, text)


def one_line(text: str) -> str:
    """Fold white space, so that no text from outside begins a line of its own in a list."""
    return " ".join(text.split())


def hanging(text: str, indent: str) -> str:
    """Begin every line but the first with an indent, so that none passes for a line of ours."""
    return f"\n{indent}".join(text.splitlines())


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"  # noqa: PLR2004 - two digits


def json_bytes(members: Any, *, indented: bool = False) -> bytes:  # noqa: ANN401 - any JSON value
    """Write one JSON document with a line end, whatever text or number is in it."""
    option = orjson.OPT_APPEND_NEWLINE | (orjson.OPT_INDENT_2 if indented else 0)
    try:
        return orjson.dumps(members, option=option)
    except TypeError:  # half of a surrogate pair from an argument, or an integer beyond 64 bits
        return orjson.dumps(_writable(members), option=option)


def _writable(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, int) and not -LARGEST_INTEGER <= value <= LARGEST_INTEGER:
        return str(value)
    if isinstance(value, dict):
        return {_writable(key): _writable(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [_writable(member) for member in value]
    return value
