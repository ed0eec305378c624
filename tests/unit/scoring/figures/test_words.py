"""Number words are read by the grammar of their language, and only where they count."""

import pytest

from tests.unit.scoring.figures.reading import read, value


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("sixteen", "16"),
        ("fifty-two", "52"),
        ("fifty - two", "52"),
        ("one hundred and sixteen", "116"),
        ("two hundred and two thousand", "202000"),
        ("twenty-one trillion and three hundred", "21000000000300"),
        ("three lakh crore", "3000000000000"),
        ("6 crore and two hundred", "60000200"),
        ("4 thousand 3 hundred and 21", "4321"),
        ("322 hundred", "32200"),
        ("eighteen hundred", "1800"),
        ("nineteen eighty-four", "1984"),
        ("two hundred point seventy-one", "200.71"),
        ("nine point nought four", "9.04"),
        ("two dozen", "24"),
        ("three hundred and two dozens", "324"),
        ("half a dozen", "6"),
        ("half a million", "500000"),
        ("two and a half million", "2500000"),
        ("3 million and a quarter", "3250000"),
        ("one billion and a half million", "1000500000"),
        ("two thirds of a million", "666666.6666666666666666666667"),
        ("minus five point five", "-5.5"),
        ("a hundred", "100"),
        ("2.8 million", "2800000"),
        ("4.60crore", "46000000"),
        ("10 bln", "10000000000"),
        ("36 kyr", "36000"),
        ("2.5k", "2500"),
        ("10M", "10000000"),
        ("1.2b", "1200000000"),
    ],
)
def test_english_words(text: str, number: str) -> None:
    """Alone and after digits."""
    assert value(text) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("two thirds", "0.6666666666666666666666666667"),
        ("three quarters", "0.75"),
        ("a trillionth", "0.000000000001"),
        ("one hundred and three quarters", "100.75"),
        ("two hundred and fifty-four hundredths", "200.54"),
        ("one hundred and thirty-two fifths", "26.4"),
        ("one hundred and thirty fifths", "26"),
        ("one hundred thirty fifths", "2.857142857142857142857142857"),
        ("twenty-three fifths", "4.6"),
        ("twenty fifths", "4"),
        ("twenty twenty fifths", "0.8"),
        ("ninety-five hundred fifths", "1900"),
        ("one out of four", "0.25"),
        ("1 in twenty", "0.05"),
        ("1 over 4", "0.25"),
        ("forty two and a third", "42.33333333333333333333333333"),
    ],
)
def test_english_fractions(text: str, number: str) -> None:
    """The longest denominator wins, and a proper fraction after *and* makes a mixed number."""
    assert value(text) == number


@pytest.mark.parametrize(
    ("text", "language", "number"),
    [
        ("zweihundertsechsundfuenfzig", "de", "256"),
        ("eintausendeinhundertfünfzig", "de", "1150"),
        ("Zwei Millionen eintausend", "de", "2001000"),
        ("dreieinhalb Millionen", "de", "3500000"),
        ("anderthalb", "de", "1.5"),
        ("ein halbes Dutzend", "de", "6"),
        ("zwei Komma drei", "de", "2.3"),
        ("sechs und drei Viertel Millionen", "de", "6750000"),
        ("1,7 Mrd.", "de", "1700000000"),
        ("driehonderdvijfenveertig", "nl", "345"),
        ("17,5 miljoen", "nl", "17500000"),
        ("quatre-vingt-dix-sept", "fr", "97"),
        ("soixante et onze", "fr", "71"),
        ("deux cent trente", "fr", "230"),
        ("2 780 milliards", "fr", "2780000000000"),
        ("treinta y dos", "es", "32"),
        ("medio millón", "es", "500000"),
        ("3 mil 500 personas", "es", "3500"),
        ("ciento veinte mil", "es", "120000"),
        ("15 mil millones", "es", "15000000000"),
        ("duemilatrecentoquarantuno", "it", "2341"),
        ("12,3 milhões", "pt", "12300000"),
        ("cento e vinte e três", "pt", "123"),
        ("двадцать пять тысяч", "ru", "25000"),
        ("1,5 млрд", "ru", "1500000000"),
        ("एक सौ पच्चीस करोड़ पैंतीस लाख", "hi", "1253500000"),
        ("ढाई हजार", "hi", "2500"),
        ("पांच बटा आठ", "hi", "0.625"),
        ("तेईस का पाँचवाँ", "hi", "4.6"),
        ("तीन में से एक", "hi", "0.3333333333333333333333333333"),
        ("20 लाख करोड़", "hi", "20000000000000"),
        ("फ़िफ़्टी टू", "hi", "52"),
        ("5 లక్షలు", "te", "500000"),
        ("121 కోట్లు", "te", "1210000000"),
    ],
)
def test_words_of_other_languages(text: str, language: str, number: str) -> None:
    """The recognisers' languages in full, the others as far as encyclopedias need them."""
    assert value(text, language) == number


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "hundreds of artists",
        "tens of thousands fled",
        "several hundred people",
        "the right half of a skull",
        "the southern half of the country",
        "the one you mentioned",
        "no one came",
        "one of the largest",
        "one another",
        "a man and an apple",
        "per second",
        "at first",
        "Henry IV",
        "World War II",
        "eine Bevölkerungsdichte",
        "une estimation",
    ],
)
def test_words_that_count_nothing_are_not_read(text: str) -> None:
    """Vague words, pronouns, articles, places, units and regnal numbers."""
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("half of the teams", [("half", "0.5")]),
        ("more than half", [("more than half", "0.5")]),
        ("a half-crown", []),
        ("three-and-a-half-year", [("three-and-a-half", "3.5")]),
        ("a third of adults", [("a third", "0.3333333333333333333333333333")]),
        ("a third-century text", [("third", "3")]),
        ("reached No. 1 in 12 countries", [("No. 1", "1"), ("12", "12")]),
        ("the year 1 in 2010", [("1", "1"), ("2010", "2010")]),
        ("$2000 over 3 years", [("$2000", "2000"), ("3", "3")]),
        ("15 crore and 5", [("15 crore", "150000000"), ("5", "5")]),
    ],
)
def test_the_surroundings_tell_fractions_from_what_looks_like_one(
    text: str, figures: list[tuple[str, str]]
) -> None:
    """A part, a place, a coin, a century or a rank."""
    assert read(text) == figures


def test_a_word_is_read_in_its_own_language_only() -> None:
    """*Sei* is six in Italian and *be* in German, *elf* eleven in German and a creature."""
    assert read("Es sei gesagt, dass der Elf kam.") == [("Elf", "11")]
    assert read("The elf was in the tree.") == []
    assert read("Ha sei figli e la città di Roma.") == [("sei", "6")]


def test_a_run_of_words_too_long_for_a_number_is_no_number() -> None:
    """A number of more than two dozen words is nothing that a text says."""
    assert read("two " * 40 + "and then three") == [("three", "3")]
