"""Disputes as JSON: read strictly, what is wrong named with its place; written to be read back."""

import json
from decimal import Decimal
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from both_sides.domain.adjudications import Adjudication
from both_sides.domain.disputes import EditorialRank
from both_sides.domain.ids import ClaimId
from both_sides.errors import InvalidInputError, LimitExceededError, MalformedDocumentError
from both_sides.exchange import engine_lines
from both_sides.exchange.engine_lines import (
    format_adjudication,
    format_dispute,
    parse_dispute,
    plain_number,
)
from both_sides.exchange.strict_json import parse_json
from both_sides.scoring.adjudicate import adjudicate
from tests.shared import json_lines, shared

AS_OF = "2026-10-03"


def parsed(**members: Any) -> Any:  # noqa: ANN401
    """Read a dispute given as members."""
    dispute, _ = parse_dispute(parse_json(json.dumps(members)), source="line 7")
    return dispute


def refusal(document: Any) -> MalformedDocumentError:  # noqa: ANN401
    """Give the refusal of a document."""
    with pytest.raises(MalformedDocumentError) as caught:
        parse_dispute(document, source="line 7")
    assert "line 7" in caught.value.message
    assert caught.value.hint
    return caught.value


def test_a_missing_member_counts_as_none() -> None:
    """No references is 0, no rank is normal, no claims is an empty dispute."""
    dispute = parsed(entityId="Q1", propertyId="P1", claims=[{"claimId": "a"}])
    (rival,) = dispute.rivals
    assert (rival.claim_id, rival.value, rival.numeric) == (ClaimId("a"), "", None)
    assert (rival.rank, rival.reference_count, rival.reference_urls) == (
        EditorialRank.NORMAL,
        0,
        (),
    )
    assert (rival.retrieved, rival.precision) == (None, None)
    assert (dispute.entity_label, dispute.property_label) == ("Q1", "P1")
    assert parsed().rivals == ()


def test_null_counts_as_missing() -> None:
    """For every member."""
    members = ("value", "numeric", "rank", "referenceCount", "referenceUrls", "retrieved")
    claim = {"claimId": "a", "precision": None, **dict.fromkeys(members)}
    assert parsed(claims=[claim], figures=None) == parsed(claims=[{"claimId": "a"}])


@pytest.mark.parametrize("rank", ["weird", "", "Preferred", 3, [], {}, True])
def test_a_rank_that_is_none_of_the_three_counts_as_normal(rank: object) -> None:
    """Whatever it is."""
    assert parsed(claims=[{"claimId": "a", "rank": rank}]).rivals[0].rank is EditorialRank.NORMAL


@pytest.mark.parametrize(
    ("document", "field", "words"),
    [
        (3, "dispute", "a number ('3')"),
        ("text", "dispute", "a text"),
        ([], "dispute", "a list"),
        (None, "dispute", "missing"),
        ({"claims": {}}, "claims", "an object"),
        ({"claims": "a"}, "claims", "a text"),
        ({"claims": [3]}, "claims[0]", "a number"),
        ({"claims": [{"claimId": "a"}, {}]}, "claims[1].claimId", "missing"),
        ({"claims": [{"claimId": 7}]}, "claims[0].claimId", "a number ('7')"),
        ({"claims": [{"claimId": "a", "value": 7}]}, "claims[0].value", "a number"),
        ({"claims": [{"claimId": "a", "numeric": "7"}]}, "claims[0].numeric", "a text ('7')"),
        ({"claims": [{"claimId": "a", "numeric": True}]}, "claims[0].numeric", "true"),
        ({"claims": [{"claimId": "a", "referenceCount": "2"}]}, "claims[0].referenceCount", "text"),
        ({"claims": [{"claimId": "a", "referenceUrls": "u"}]}, "claims[0].referenceUrls", "text"),
        ({"claims": [{"claimId": "a", "referenceUrls": [7]}]}, "claims[0].referenceUrls[0]", "7"),
        ({"claims": [{"claimId": "a", "retrieved": 2020}]}, "claims[0].retrieved", "2020"),
        ({"claims": [{"claimId": "a", "precision": []}]}, "claims[0].precision", "a list"),
        ({"figures": "1"}, "figures", "a text"),
        ({"figures": [1, "2"]}, "figures[1]", "a text ('2')"),
        ({"figures": [False]}, "figures[0]", "false"),
        ({"figures": [None]}, "figures[0]", "missing"),
        ({"corroboratingText": 7}, "corroboratingText", "a number"),
        ({"entityId": 7}, "entityId", "a number"),
        ({"propertyLabel": []}, "propertyLabel", "a list"),
        ({"asOf": 2026}, "asOf", "a number"),
    ],
)
def test_a_member_of_the_wrong_type_is_named_with_what_was_expected(
    document: object, field: str, words: str
) -> None:
    """And with what stands there."""
    error = refusal(document)
    assert (error.code, error.facts["field"]) == ("malformed_document", field)
    assert words in error.message


def test_a_dispute_has_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole datasets are another command's business."""
    monkeypatch.setattr(engine_lines, "MOST_CLAIMS", 2)
    with pytest.raises(LimitExceededError) as caught:
        parsed(claims=[{"claimId": str(n)} for n in range(3)])
    assert caught.value.facts["field"] == "claims"


def test_figures_go_before_a_text() -> None:
    """Where both are there, the figures are what was read from the text."""
    both = parsed(claims=[{"claimId": "a"}], figures=[7], corroboratingText="It has 900 people.")
    assert [figure.value for figure in both.figures] == [7]
    text = parsed(claims=[{"claimId": "a"}], corroboratingText="It has 900 people.")
    assert [(figure.value, figure.quote) for figure in text.figures] == [(900, "900")]


def test_a_year_in_a_text_corroborates_dates_only() -> None:
    """A quantity is not corroborated by a year, nor a date by a quantity."""
    words = "Founded in 1889, it has 2,700 shops."
    amount = parsed(claims=[{"claimId": "a", "precision": "quantity"}], corroboratingText=words)
    date = parsed(
        claims=[{"claimId": "a", "precision": "year precision 9"}], corroboratingText=words
    )
    assert [figure.value for figure in amount.figures] == [2700]
    assert [figure.value for figure in date.figures] == [1889]


@pytest.mark.parametrize(
    ("number", "printed"),
    [
        (Decimal("83.40"), "83.4"),
        (Decimal("5.0"), "5"),
        (Decimal("-0"), "0"),
        (Decimal("1E-7"), "1e-07"),
        (2**53 - 1, "9007199254740991"),
        (2**53, "9007199254740992.0"),
        (Decimal(12345678901234567890), "1.2345678901234567e+19"),
        (0.5, "0.5"),
    ],
)
def test_numbers_are_printed_as_doubles(number: Decimal | float, printed: str) -> None:
    """Whole ones without a fraction, as long as a double holds them exactly."""
    assert json.dumps(plain_number(number)) == printed


@pytest.mark.slow
@pytest.mark.parametrize("name", ["engine", "corpus"])
def test_what_is_written_is_read_back(name: str) -> None:
    """The same engine input, hence the same answer."""
    for line in islice(json_lines(shared(f"vectors/{name}.jsonl.gz")), 0, None, 5):
        dispute, as_of = parse_dispute(line["input"], source="test")
        written = json.dumps(format_dispute(dispute, as_of or AS_OF))
        again, as_of_again = parse_dispute(parse_json(written), source="test")
        assert as_of_again == (as_of or AS_OF)
        assert format_dispute(again, as_of_again) == json.loads(written)


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**40), 10**40),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5),
    st.sampled_from(["2020-01-01", "year precision 9", "quantity", "deprecated"]),
)
values = st.one_of(scalars, st.lists(scalars, max_size=3), st.dictionaries(st.text(), scalars))
claims = st.dictionaries(
    st.sampled_from(
        [
            *("claimId", "value", "numeric", "rank", "referenceCount"),
            *("referenceUrls", "retrieved", "precision", "other"),
        ]
    ),
    values,
)
documents = st.one_of(
    values,
    st.dictionaries(
        st.sampled_from(["claims", "figures", "asOf", "entityId", "corroboratingText"]),
        st.one_of(values, st.lists(st.one_of(claims, values), max_size=4)),
    ),
)


def ranked_or_refused(text: str) -> Adjudication | InvalidInputError:
    """Read a line and rank it, as `adjudicate --input` does."""
    try:
        dispute, as_of = parse_dispute(parse_json(text), source="line 7")
        return adjudicate(dispute, AS_OF if as_of is None else as_of)
    except InvalidInputError as error:
        return error


@pytest.mark.slow
@given(documents)
@settings(max_examples=80)
def test_any_json_is_ranked_or_refused_in_words(document: Any) -> None:  # noqa: ANN401
    """There is no third outcome."""
    answer = ranked_or_refused(json.dumps(document))
    if isinstance(answer, Adjudication):
        written = json.loads(json.dumps(format_adjudication(answer)))
        assert len(written["ranked"]) == len(document.get("claims") or [])
        assert all(0 <= row["score"] <= 100 for row in written["ranked"])


@pytest.mark.parametrize(
    "number",
    [
        "1e-400",
        "1e-99999999999",
        "1e-9999999999999999999",
        "9" * 309,
        "-" + "9" * 308,
        "1e308",
        "-0",
    ],
)
def test_numbers_at_the_ends_of_a_double_are_ranked_or_refused(number: str) -> None:
    """In no time and no memory."""
    text = (
        f'{{"claims": [{{"claimId": "a", "numeric": {number}, "referenceCount": {number}}},'
        f' {{"claimId": "b", "numeric": 5}}], "figures": [{number}, 1000]}}'
    )
    answer = ranked_or_refused(text)
    if isinstance(answer, Adjudication):
        assert len(answer.ranked) == 2
    else:
        assert "no double can hold" in answer.message or "digits" in answer.message
