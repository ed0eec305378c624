"""YAML is read as plain values with their lines; what is hostile is refused."""

from typing import Any

import pytest

from both_sides.errors import InvalidInputError
from both_sides.exchange.strict_yaml import MOST_VALUES, YamlMapping, parse_yaml

BOMB = "a: &a [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{key}: &{key} [{', '.join([f'*{before}'] * 10)}]\n"
    for before, key in zip("abcde", "bcdef", strict=True)
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: 1", {"a": "1"}),
        ("a: no", {"a": "no"}),
        ("a: 2024-01-01", {"a": "2024-01-01"}),
        ("a: true", {"a": True}),
        ('a: "true"', {"a": "true"}),
        ("a: !!str true", {"a": "true"}),
        ("a:", {"a": None}),
        ("a: ~", {"a": None}),
        ("~: a", {"~": "a"}),
        ("true: a", {"true": "a"}),
        ("- a\n- [b, {c: d}]", ["a", ["b", {"c": "d"}]]),
        ("a: &x [1]\nb: *x", {"a": ["1"], "b": ["1"]}),
        ("&x a: *x", {"a": "a"}),
        ("a: !!python/object/apply:os.system [x]", {"a": ["x"]}),
        ("a: |\n  two\n  lines\n", {"a": "two\nlines\n"}),
        ("", None),
        ("just words", "just words"),
    ],
)
def test_values_are_texts_as_they_are_written(text: str, value: Any) -> None:  # noqa: ANN401 - YAML
    """Only true, false and nothing are more than text, and no tag makes an object."""
    assert parse_yaml(text).value == value


def test_keys_know_their_lines() -> None:
    """Counted from 1."""
    value = parse_yaml("# comment\na: 1\n\nb:\n  c: 2\n").value
    assert isinstance(value, YamlMapping)
    assert value.lines == {"a": 2, "b": 4}
    assert value["b"].lines == {"c": 5}


def test_a_key_that_stands_twice_is_reported() -> None:
    """With the line of the second one; the last one counts."""
    document = parse_yaml("a: 1\nb: {c: 1, c: 2}\na: 3\n")
    assert document.value == {"a": "3", "b": {"c": "2"}}
    assert document.repeated == (("c", 2), ("a", 3))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        (BOMB, "limit_exceeded", f"{MOST_VALUES:,} values"),
        ("[" * 51, "limit_exceeded", "deeper than 50"),
        ("[" * 100_000, "limit_exceeded", "deeper than 50"),
        ("a: &x [*x]", "malformed_document", "an alias *x of nothing at line 1"),
        ("a: *x", "malformed_document", "an alias *x of nothing at line 1"),
        ("a: b: c", "malformed_document", "at line 1, column 5"),
        ("a: 1\n---\nb: 2", "malformed_document", "2 YAML documents"),
        ('"\\UFFFFFFFF"', "malformed_document", "is not YAML"),
        ("\x00", "malformed_document", "special characters"),
        ("%YAML 9.9\n---\na", "malformed_document", "incompatible"),
    ],
)
def test_what_is_broken_or_hostile_is_refused(text: str, code: str, said: str) -> None:
    """By one family of errors, which says where."""
    with pytest.raises(InvalidInputError) as caught:
        parse_yaml(text)
    assert caught.value.code == code
    assert said in caught.value.message
    assert caught.value.hint
