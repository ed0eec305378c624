"""What people write must say something, and is kept as it was written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from both_sides.domain.wording import (
    LONGEST_NAME,
    LONGEST_TEXT,
    is_blank,
    require_name,
    require_rationale,
    require_text,
)
from both_sides.errors import InvalidInputError, LedgerError

NOTHING = [
    "",
    " ",
    "\t\r\n",
    "\u200b",
    "\u200d\u2060\ufeff",
    "\u00ad",
    "\u3164",
    "\u2800",
    "\x00",
    "\u2028",
    "\ue000",
    "\u0301",
]


@pytest.mark.parametrize("text", NOTHING)
def test_a_text_without_a_visible_character_says_nothing(text: str) -> None:
    """White space, zero width, control, private and filler characters, marks on nothing."""
    for require, code in (
        (require_rationale, "rationale_missing"),
        (require_name, "actor_missing"),
    ):
        with pytest.raises(LedgerError) as caught:
            require(text)
        assert caught.value.code == code
        assert caught.value.hint
    with pytest.raises(InvalidInputError):
        require_text(text, field="statement")


@pytest.mark.slow
@given(st.text(), st.characters(categories=("Lu", "Ll", "Nd", "Po", "So")))
def test_one_visible_character_is_enough(text: str, visible: str) -> None:
    """And all around it is kept, but for white space at the ends."""
    written = text[:100] + visible + text[100:200]
    if visible not in "\u115f\u1160\u3164\uffa0\u2800":
        assert not is_blank(written)
        assert require_rationale(written) == written.strip()


@pytest.mark.parametrize("text", ["な", "ไทย", "😀", "é", "1", "—", "نص"])
def test_every_script_counts(text: str) -> None:
    """A rationale may be written in any."""
    assert require_rationale(f"  {text}\n") == text


def test_what_is_too_long_is_refused_with_its_length() -> None:
    """At the limit it is still accepted."""
    assert require_rationale("x" * LONGEST_TEXT)
    for require, longest in ((require_rationale, LONGEST_TEXT), (require_name, LONGEST_NAME)):
        with pytest.raises(LedgerError) as caught:
            require("x" * (longest + 1))
        assert caught.value.code == "limit_exceeded"
        assert caught.value.facts["characters"] == longest + 1


def test_the_refusal_names_the_field_and_a_text_that_would_do() -> None:
    """So that a caller can mend it without a manual."""
    with pytest.raises(LedgerError) as caught:
        require_rationale(" ", field="reason")
    assert caught.value.facts["field"] == "reason"
    assert "--reason" in caught.value.hint
