"""Write text from outside into Markdown so that it can't forge a heading, a table or a link."""

import re
from typing import Final

_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>#|~&$!])")
_BLOCK_START: Final = re.compile(r"^(\s*)([-+=:]|[0-9]+(?=[.)]))")
_LINE_END: Final = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_INVISIBLE: Final = re.compile(r"[\x00-\x08\x0e-\x1b\x1f\x7f\u202a-\u202e\u2066-\u2069]")


def inline(text: str) -> str:
    """Write text from outside so that it stays one run of plain words."""
    one_line = _INVISIBLE.sub("\N{REPLACEMENT CHARACTER}", _LINE_END.sub(" ", text))
    return _BLOCK_START.sub(_guard, _SPECIAL.sub(r"\\\1", one_line))


def _guard(match: re.Match[str]) -> str:
    """Keep the start of a line from being read as a list, a number or an underline."""
    space, mark = match.groups()
    return f"{space}{mark}\\" if mark[0].isdigit() else f"{space}\\{mark}"


def quoted(text: str) -> str:
    """Write text from outside as a block quote, line by line."""
    return "\n".join(f"> {inline(line)}" for line in _LINE_END.split(text))


def code(text: str) -> str:
    """Write an id inside a code span, which a back-tick would end."""
    return _LINE_END.sub(" ", text).replace("`", "'")
