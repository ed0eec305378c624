"""JSON that cannot be meant is refused with its place; numbers stay exact."""

from decimal import Decimal

import pytest

from both_sides.errors import InvalidInputError, LimitExceededError
from both_sides.exchange.strict_json import parse_json


def test_numbers_stay_exact() -> None:
    """No double is made on the way in."""
    assert parse_json('{"n": 83.40}') == {"n": Decimal("83.40")}
    assert parse_json("[12345678901234567890]") == [12345678901234567890]


@pytest.mark.parametrize(
    ("document", "word"),
    [
        (b'{"a": "\xff"}', "UTF-8"),
        ('{"a": 1, "a": 2}', "twice"),
        ('{"a": {"b": 1, "c": 2, "b": 3}}', "twice"),
        ("[NaN]", "NaN"),
        ("[Infinity]", "Infinity"),
        ("[1E400]", "1E400"),
        ("[" + "9" * 5000 + "]", "digits"),
        ('["\\ud800"]', "surrogate"),
        ('{"\\udc00": 1}', "surrogate"),
        ("{nonsense", "line 1, column 2"),
        ('{"a": 1}\n]', "line 2, column 1"),
        ("", "line 1"),
    ],
)
def test_what_cannot_be_meant_is_refused(document: str | bytes, word: str) -> None:
    """And the message says what and where."""
    with pytest.raises(InvalidInputError, match=word) as caught:
        parse_json(document, source="line 7")
    assert "line 7" in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize("document", ["[" * 100_000, '{"a":' * 100_000, "[" * 300 + "]" * 300])
def test_a_nesting_bomb_is_refused(document: str) -> None:
    """Before the parser recurses into it."""
    with pytest.raises(LimitExceededError):
        parse_json(document)


def test_brackets_in_text_are_no_nesting() -> None:
    """Only real nesting counts."""
    text = "[" * 1000 + '\\"' + "{" * 1000
    assert parse_json(f'["{text}"]') == [text.replace("\\", "")]


def test_a_document_beyond_the_limit_is_refused() -> None:
    """Without being parsed."""
    with pytest.raises(LimitExceededError):
        parse_json(b" " * (64 * 1024 * 1024 + 1))


def test_a_byte_order_mark_is_passed_over() -> None:
    """Spreadsheets and editors write one."""
    assert parse_json(b"\xef\xbb\xbf[1]") == [1]
