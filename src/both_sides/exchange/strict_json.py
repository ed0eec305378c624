"""Read JSON that people and programs hand in, and refuse what cannot be meant.

Refused, each with its place: text that is not UTF-8, broken syntax, a duplicate key, NaN and
infinities, a number no double can hold, half of a surrogate pair, nesting deeper than 200, a
document of more than 64 MiB. Numbers stay exact: whole ones are `int`, others `decimal.Decimal`.

*This module does not* read dumps; those are too big for it, see `both_sides.exchange.dump_lines`.

    >>> parse_json('{"n": 83.40}')
    {'n': Decimal('83.40')}
"""

import contextlib
import json
import math
import re
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from both_sides.errors import LimitExceededError, MalformedDocumentError

DEEPEST: Final = 200
LONGEST_BYTES: Final = 64 * 1024 * 1024
LONGEST_WHOLE_NUMBER: Final = 309  # the digits of the largest double

_BRACKET_OR_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[{]|[\]}]', re.DOTALL)
_SURROGATE_ESCAPE: Final = re.compile(r"\\u[dD][89a-fA-F]")


def parse_json(document: str | bytes, *, source: str = "the document") -> Any:  # noqa: ANN401 - JSON
    """Read one JSON document.

    Args:
        document: The text; bytes must be UTF-8, a byte order mark is passed over.
        source: What to call it in an error, for example ``disputes.jsonl line 3``.

    Returns:
        None, bool, int, Decimal, str, or lists and dicts of these.

    Raises:
        MalformedDocumentError: It is not such a document; the facts say where.
        LimitExceededError: It is too long, too deep, or has a number beyond a double.
    """
    if len(document) > LONGEST_BYTES:
        raise LimitExceededError(
            f"{source} has {len(document):,} bytes",
            hint=f"send at most {LONGEST_BYTES:,} bytes in one document; split it into lines",
            source=source,
            bytes=len(document),
        )
    text = _decode(document, source) if isinstance(document, bytes) else document
    _refuse_deep_nesting(text, source)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_refuse_duplicates,
            parse_constant=_refuse_constant,
            parse_int=_whole_number,
            parse_float=_number,
        )
    except json.JSONDecodeError as error:
        raise MalformedDocumentError(
            f"{source} is not JSON: {error.msg} at line {error.lineno}, column {error.colno}",
            hint="mend the syntax there; a JSON checker shows the same place",
            source=source,
            line=error.lineno,
            column=error.colno,
        ) from None
    except _UnacceptableError as error:
        raise MalformedDocumentError(
            f"{source} has {error.what}", hint=error.hint, source=source
        ) from None
    if _SURROGATE_ESCAPE.search(text):
        _refuse_lone_surrogates(value, source)
    return value


class _UnacceptableError(ValueError):
    """Carry a finding out of the parser's hooks, which know no place."""

    def __init__(self, what: str, hint: str) -> None:
        super().__init__(what)
        self.what = what
        self.hint = hint


def _decode(document: bytes, source: str) -> str:
    try:
        return document.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MalformedDocumentError(
            f"{source} is not UTF-8: byte {error.start} cannot be read",
            hint="save it as UTF-8 and send it again",
            source=source,
            byte=error.start,
        ) from None


def _refuse_deep_nesting(text: str, source: str) -> None:
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    depth = 0
    for match in _BRACKET_OR_STRING.finditer(text):
        mark = match[0]
        if mark in "[{":
            depth += 1
            if depth > DEEPEST:
                raise LimitExceededError(
                    f"{source} is nested deeper than {DEEPEST} levels",
                    hint="flatten it; no format that is read here needs more than a dozen levels",
                    source=source,
                    deepest=DEEPEST,
                )
        elif mark in "]}":
            depth -= 1


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _UnacceptableError(
                    f"the key {key[:80]!r} twice in one object",
                    "keep one of the two; which one was meant cannot be guessed",
                )
            seen.add(key)
    return members


def _refuse_constant(name: str) -> Any:  # noqa: ANN401 - never returns
    raise _UnacceptableError(
        f"{name}, which is no JSON number", "send null where there is no number"
    )


def _whole_number(digits: str) -> int:
    if len(digits) > LONGEST_WHOLE_NUMBER or math.isinf(float(digits)):
        raise _UnacceptableError(
            f"a number of {len(digits):,} digits",
            "send numbers up to 1.797e308, or send it as text",
        )
    return int(digits)


def _number(digits: str) -> Decimal:
    if not math.isinf(float(digits)):
        with contextlib.suppress(InvalidOperation):  # an exponent of twenty digits
            return Decimal(digits)
    raise _UnacceptableError(
        f"the number {digits[:40]}, which no double can hold",
        "send numbers up to 1.797e308, or send it as text",
    )


def _refuse_lone_surrogates(value: Any, source: str) -> None:  # noqa: ANN401 - JSON
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise MalformedDocumentError(
                f"{source} has half of a surrogate pair in the text {value[:40]!r}",
                hint="write the character itself, or both halves of the pair",
                source=source,
            ) from None
    elif isinstance(value, dict):
        for key, member in value.items():
            _refuse_lone_surrogates(key, source)
            _refuse_lone_surrogates(member, source)
    elif isinstance(value, list):
        for member in value:
            _refuse_lone_surrogates(member, source)
