"""What a figure is of is told by what stands around it, and decides what it is quoted with."""

# ruff: noqa: RUF001 - these very signs are read

import pytest

from tests.unit.scoring.figures.reading import kinds, read


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("$50 000", [("$50 000", "50000")]),
        ("US$ 1MM", [("US$ 1MM", "1000000")]),
        ("$1.3b over 40 years", [("$1.3b", "1300000000"), ("40", "40")]),
        ("Rs. 89 crore", [("Rs. 89 crore", "890000000")]),
        ("CHF 1'250.50", [("CHF 1'250.50", "1250.5")]),
        ("£13,357,014.30p", [("£13,357,014.30", "13357014.3")]),
        ("12,5 Mio. €", [("12,5 Mio. €", "12500000")]),
        ("500 EUR", [("500 EUR", "500")]),
        ("-$5 million", [("-$5 million", "-5000000")]),
        ("5 million euros", [("5 million", "5000000")]),
        ("€5bn, $5m, $5k", [("€5bn", "5000000000"), ("$5m", "5000000"), ("$5k", "5000")]),
        ("a $20 t-shirt", [("$20", "20")]),
    ],
)
def test_money_is_quoted_with_its_sign(text: str, figures: list[tuple[str, str]]) -> None:
    """Signs and codes belong to the figure, names of currencies do not."""
    assert read(text) == figures
    assert kinds(text)[0][1] == "currency"


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("22%", "22%"),
        ("45 %", "45 %"),
        ("over 90 percent", "over 90 percent"),
        ("34 per cent", "34 per cent"),
        ("30 pour cent", "30 pour cent"),
        ("12 Prozent", "12 Prozent"),
        ("86.34 प्रतिशत", "86.34 प्रतिशत"),
        ("8.0%。", "8.0%"),
        ("8–9%", "8–9%"),
    ],
)
def test_a_percentage_is_quoted_with_its_sign(text: str, figure: str) -> None:
    """And with the words that bound it."""
    assert kinds(text) == [(figure, "percent")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "figure", "kind"),
    [
        ("over 273 lists", "over 273", "lower-bound"),
        ("at least 55", "at least 55", "lower-bound"),
        ("500+ songs", "500+", "lower-bound"),
        ("plus de 10 000 habitants", "plus de 10 000", "lower-bound"),
        ("mehr als 100.000 Einwohner", "mehr als 100.000", "lower-bound"),
        ("100万以上", "100万以上", "lower-bound"),
        ("up to 10,000", "up to 10,000", "upper-bound"),
        ("as many as 500,000 people", "500,000", "upper-bound"),
        ("jusqu'à 300 personnes", "jusqu'à 300", "upper-bound"),
        ("about 100mph", "about 100", "approx"),
        ("an estimated 3,000", "an estimated 3,000", "approx"),
        ("ca. 17 Mio. Menschen", "ca. 17 Mio.", "approx"),
        ("~500 rooms", "~500", "approx"),
        ("около 12,6 млн человек", "около 12,6 млн", "approx"),
        ("लगभग 1.84 करोड़", "लगभग 1.84 करोड़", "approx"),
        ("±5.1 degrees", "±5.1", "plus-minus"),
        ("39.0 °C", "39.0", "measure"),
        ("−6.0 °C", "−6.0", "measure"),
        ("18480 /sqkm", "18480", "measure"),
        ("22 inhabitants per square kilometre", "22", "measure"),
        ("4.789 Einwohner pro km²", "4.789", "measure"),
        ("63 x 74 cm", "63", "measure"),
        ("the first game", "first", "ordinal"),
        ("number-one hit", "number-one", "ordinal"),
        ("No. 12", "No. 12", "ordinal"),
        ("the 10th-largest", "10th", "ordinal"),
        ("la 3e commune", "3e", "ordinal"),
        ("im 19. Jahrhundert", "19", "ordinal"),
        ("№5", "№5", "ordinal"),
        ("at 300 K", "300", "measure"),
        ("Game 3", "3", "ordinal"),
        ("page 12", "12", "page"),
        ("pp. 12–15", "12–15", "page"),
        ("Springfield, IL 62704", "62704", "postcode"),
        ("PLZ 10115", "10115", "postcode"),
        ("lost 7-0", "7-0", "score"),
        ("gewann mit 4:1", "4:1", "score"),
        ("10–20 nm", "10–20", "range"),
        ("40°23′43″N", "40°23′43″N", "coordinate"),
        ("at 17:45", "17:45", "hour"),
        ("9 pm", "9", "hour"),
        ("⅓ pint", "⅓", "fraction"),
        ("400 million users", "400 million", "cardinal"),
        ("40 years", "40", "cardinal"),
    ],
)
def test_the_surroundings_tell_the_kind(text: str, figure: str, kind: str) -> None:
    """One figure of each kind, in several languages."""
    assert kinds(text)[0] == (figure, kind)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("40°23′43″N", "40.395278"),
        ("118°14'37\"W", "-118.243611"),
        ("64°08′ N", "64.133333"),
        ("37.7749° S", "-37.7749"),
    ],
)
def test_a_coordinate_is_in_degrees_and_negative_south_and_west(text: str, number: str) -> None:
    """Minutes and seconds are rounded to six decimals."""
    assert read(text) == [(text, number)]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("from -5 to 10", ["-5", "10"]),
        ("the temperature was −28 °C", ["-28"]),
        ("(−28)", ["-28"]),
        ("- 1 4/5", ["-1.8"]),
        ("users – with 400 of them – left", ["400"]),
        ("--9", ["9"]),
        ("- 10 apples", ["10"]),
        ("a 100-metre race", ["100"]),
        ("2020 — 12,68 млн", ["2020", "12680000"]),
    ],
)
def test_a_minus_is_not_a_hyphen_and_not_a_dash(text: str, numbers: list[str]) -> None:
    """Signs touch their number and follow nothing that they could join."""
    assert [number for _, number in read(text)] == numbers
