"""The quick test of an event's form says what a walk through it says, alone and in a page."""

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from both_sides.chain.canonical import canonicalise
from both_sides.errors import NotCanonicalError
from both_sides.service.verifying.form import check_forms
from both_sides.store.tree_port import PlacedEvent

AT = "2026-10-03T00:00:00.000Z"
FINE = [
    *("0", "-7", "9007199254740991", "0.5", "-0.25", "1e-7", "1e+21", "[0.5]", "[1,2.5e-9]"),
    *(
        '"1,.5"',
        '"[e"',
        '",1.5"',
        '{"":1}',
        '{"01":2}',
        '{"-1":2}',
        '"\\"10\\":"',
        '"é"',
        '{"é":1}',
    ),
    *('{"\U0001f600":1,"\uffff":2}', "[]", "null", "true", '["2026-10-03T00:00:00.000Z"]'),
]
ODD = [
    *("1.0", "0.50", "1e5", "1E-7", "1e21", "-0", "-0.0", "[1.0]", "[0,1e2]", "9007199254740992"),
    *('{"1":2}', '{"a":{"7":1}}', '{"0":1}', '{"b":1,"a":2}', '{"\uffff":2,"\U0001f600":1}'),
    *('{"a":1,"a":1}', " 1", '"\\u0041"', '"\\ud800"', "NaN", "", "1}", '"'),
]


def event(value: str) -> PlacedEvent:
    """Give an event with a member that its type does not have, written as it stands here."""
    body = (
        f'{{"actor":"ada","at":"{AT}","payload":{{"claimId":"C","statement":"S","zzz":{value}}},'
        '"type":"claim.created","v":1}'
    )
    return 1, "s", 1, "", "", "claim.created", AT, body.encode()


def is_canonical(body: bytes) -> bool:
    """Walk through a body."""
    try:
        return canonicalise(orjson.loads(body), refuse_index_keys=True) == body
    except (orjson.JSONDecodeError, NotCanonicalError):
        return False


def what_is_wrong(*rows: PlacedEvent) -> list[str | None]:
    """Check a page."""
    return [None if check is None else check.what for check in check_forms(rows)]


@pytest.mark.parametrize("value", [*FINE, *ODD])
def test_a_body_is_found_canonical_where_it_is(value: str) -> None:
    """Fractions, exponents, keys that JavaScript reorders, order, blanks, broken texts."""
    row, usual = event(value), event('"usual"')
    assert is_canonical(row[7]) is (value in FINE)
    (what,) = what_is_wrong(row)
    assert (what is None) is (value in FINE)
    assert what_is_wrong(usual, row, usual) == [None, what, None]


@pytest.mark.slow
@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
))  # fmt: skip
def test_any_value_is_judged_as_by_a_walk(value: object) -> None:
    """However another writer writes it."""
    try:
        written = orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()
    except TypeError:  # an integer of more than 64 bits, half of a surrogate pair
        return
    row = event(written)
    assert what_is_wrong(row) == what_is_wrong(event("1"), row)[1:]
    assert (what_is_wrong(row) == [None]) is is_canonical(row[7])


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (b'"v":1', b'"v":true', "no event"),
        (b'"v":1', b'"v":"1"', "no event"),
        (b'"actor":"ada"', b'"actor":1', "no event"),
        (b'"statement":"S",', b"", "no ClaimCreated"),
        (b'"type":"claim.created"', b'"type":"claim.renamed"', "the column type"),
        (b"00.000Z", b"00.001Z", "the column at"),
    ],
)
def test_an_event_of_another_shape_is_walked(old: bytes, new: bytes, what: str) -> None:
    """And named as before."""
    row = event("1")
    (found,) = what_is_wrong((*row[:7], row[7].replace(old, new)))
    assert what in (found or "")
