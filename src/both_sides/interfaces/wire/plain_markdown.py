"""Write text from outside into Markdown so that it can't forge a heading, a table or a link.

*This module does not* keep control characters: nobody can read them, and some turn the reading
direction around.
"""

import re
from typing import Final

_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>#|~&$!])")
_BLOCK_START: Final = re.compile(r"^(?:[-+=:]|[0-9]+(?=[.)]))")
_LINE_END: Final = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_INVISIBLE: Final = re.compile(
    r"[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069]"
)
_NOT_IN_JSON: Final = re.compile(f"{_INVISIBLE.pattern}|{_LINE_END.pattern}")
_FENCE: Final = re.compile(r"`{3,}")


def inline(text: str) -> str:
    """Write text from outside so that it stays one run of plain words.

    White space around it goes: in front it makes code of a line, behind it ends the line.
    """
    one_line = _visible(_LINE_END.sub(" ", text)).strip()
    return _BLOCK_START.sub(_guard, _SPECIAL.sub(r"\\\1", one_line))


def _guard(match: re.Match[str]) -> str:
    """Keep the start of a line from being read as a list, a number or an underline."""
    mark = match[0]
    return f"{mark}\\" if mark[0].isdigit() else f"\\{mark}"


def quoted(text: str) -> str:
    """Write text from outside as a block quote, line by line."""
    return "\n".join(f"> {inline(line)}" for line in _LINE_END.split(text))


def code(text: str) -> str:
    """Write an id inside a code span, which a back-tick would end."""
    return _visible(_LINE_END.sub(" ", text)).replace("`", "'")


def json_block(body: bytes) -> str:
    """Write a JSON document as a block of code that nothing in it can end.

    What cannot be seen is written as its escape, which means the same in JSON.
    """
    text = _NOT_IN_JSON.sub(_escape, body.decode("utf-8", "backslashreplace"))
    fence = "`" * max([3, *(len(found) + 1 for found in _FENCE.findall(text))])
    return f"{fence}json\n{text}\n{fence}"


def _visible(text: str) -> str:
    return _INVISIBLE.sub("\N{REPLACEMENT CHARACTER}", text)


def _escape(match: re.Match[str]) -> str:
    return "".join(f"\\u{ord(character):04x}" for character in match[0])
