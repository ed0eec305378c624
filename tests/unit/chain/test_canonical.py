"""Canonical JSON is RFC 8785, byte for byte, or a typed refusal; there is no third outcome."""

import json
import math
import struct
from typing import Any

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from both_sides.chain.canonical import LARGEST_INTEGER, MISSING, canonicalise
from both_sides.errors import NotCanonicalError
from tests.shared import shared

JCS_CASES = ("arrays", "french", "structures", "unicode", "values", "weird")


@pytest.mark.requirement("M32")
@pytest.mark.parametrize("name", JCS_CASES)
def test_the_vectors_of_the_rfc_agree(name: str) -> None:
    """Six of six."""
    value = json.loads(shared(f"data/jcs/input/{name}.json").read_bytes())
    expected = bytes.fromhex(shared(f"data/jcs/outhex/{name}.txt").read_text())
    assert canonicalise(value) == expected
    assert shared(f"data/jcs/output/{name}.json").read_bytes() == expected


def test_every_number_of_the_es6_file_agrees() -> None:
    """Each line is the bits of a double and the text that ECMAScript prints."""
    lines = shared("data/jcs/es6numbers_5k.txt").read_text().split()
    for line in lines:
        bits, expected = line.split(",")
        (number,) = struct.unpack(">d", bytes.fromhex(bits.zfill(16)))
        assert canonicalise(number) == expected.encode(), line
    assert len(lines) >= 5000


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-LARGEST_INTEGER * 4, LARGEST_INTEGER * 4)
    | st.floats()
    | st.text(st.characters(exclude_categories=()), max_size=6),
    lambda children: (
        st.lists(children, max_size=4) | st.dictionaries(st.text(max_size=4), children, max_size=4)
    ),
    max_leaves=12,
)


@pytest.mark.slow
@pytest.mark.requirement("M32")
@given(json_values)
@settings(max_examples=1000)
def test_the_fast_path_gives_the_reference_bytes_or_a_refusal(value: Any) -> None:  # noqa: ANN401
    """Whatever the document: identical bytes or NotCanonicalError, and both agree which."""
    try:
        expected = rfc8785.dumps(value)
    except (rfc8785.CanonicalizationError, UnicodeError):
        with pytest.raises(NotCanonicalError):
            canonicalise(value)
    else:
        assert canonicalise(value) == expected


@pytest.mark.requirement("M32")
@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"n": 83.40}, b'{"n":83.4}'),
        ({"n": 1.0}, b'{"n":1}'),
        ({"n": 1e-7}, b'{"n":1e-7}'),
        ({"n": 1e16}, b'{"n":10000000000000000}'),
        ({"\ue000": 1, "\U0001f600": 2}, '{"\U0001f600":2,"\ue000":1}'.encode()),
        ({"a": MISSING, "b": None}, b'{"b":null}'),
        ({"e\u0301": 1, "\u00e9": 2}, '{"e\u0301":1,"\u00e9":2}'.encode()),
        ((1, (2,)), b"[1,[2]]"),
    ],
)
def test_a_trap_is_pinned(value: Any, expected: bytes) -> None:  # noqa: ANN401
    """Each trap of spec/ledger.md, section 2, has its one form."""
    assert canonicalise(value) == expected


@pytest.mark.parametrize(
    "value",
    [
        math.nan,
        math.inf,
        LARGEST_INTEGER + 1,
        -LARGEST_INTEGER - 1,
        "\ud800",
        {"\udc00": 1},
        [MISSING],
        {1: 2},
        {"a": object()},
        {"a": b"bytes"},
    ],
)
def test_what_has_no_canonical_form_is_refused(value: Any) -> None:  # noqa: ANN401
    """Two readers could understand it differently."""
    with pytest.raises(NotCanonicalError):
        canonicalise(value)


@pytest.mark.slow
def test_nesting_is_bounded() -> None:
    """A nesting bomb is refused, not a crash."""
    value: Any = 1
    for _ in range(100_000):
        value = [value]
    with pytest.raises(NotCanonicalError):
        canonicalise(value)
    while isinstance(value, list):  # unwind, or the interpreter recurses when it frees the list
        (value,) = value


@pytest.mark.parametrize("key", ["0", "7", "10", "4294967295", "99999999999999999999"])
def test_keys_that_javascript_reorders_are_refused_in_events(key: str) -> None:
    """They are canonical JSON all the same."""
    assert canonicalise({key: 1}) == f'{{"{key}":1}}'.encode()
    with pytest.raises(NotCanonicalError):
        canonicalise({"payload": [{key: 1}]}, refuse_index_keys=True)


@pytest.mark.parametrize("key", ["01", "-1", "1.5", "1e3", "", "P1082"])
def test_other_keys_are_sealed(key: str) -> None:
    """Only what matches 0|[1-9][0-9]* is refused."""
    assert canonicalise({key: 1}, refuse_index_keys=True) == canonicalise({key: 1})
