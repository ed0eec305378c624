"""Names come from the nearest language, from replies, and from the bundled table."""

import json
from importlib.resources import files

import pytest

from both_sides.errors import MalformedDocumentError
from both_sides.exchange.wikidata import (
    fallbacks,
    known_name,
    read_labels,
    wikipedia_titles,
)
from both_sides.exchange.wikidata.languages import choose_text


def texts(*codes: str) -> dict[str, object]:
    """Write a map of texts that say their language."""
    return {code: {"language": code, "value": code.upper()} for code in codes}


@pytest.mark.parametrize(
    ("available", "language", "chosen"),
    [
        (("de-at", "de", "en"), "de-at", "DE-AT"),
        (("de", "en"), "de-at", "DE"),
        (("zh-hant", "zh", "en"), "zh-hant-hk", "ZH-HANT"),
        (("mul", "en"), "de", "MUL"),
        (("fr", "en"), "de", "EN"),
        (("sv", "fr"), "de", "FR"),
        ((), "de", None),
    ],
)
def test_the_nearest_language_is_chosen(
    available: tuple[str, ...], language: str, chosen: str | None
) -> None:
    """Asked for, base, `mul`, English, first by code."""
    assert choose_text(texts(*available), language) == chosen


@pytest.mark.parametrize("raw", [None, [], 5, {"en": None}, {"en": {}}, {"en": {"value": " "}}])
def test_without_a_text_there_is_none(raw: object) -> None:
    """Whatever stands there."""
    assert choose_text(raw, "en") is None


def test_a_text_may_stand_without_its_language() -> None:
    """As Wikibase's newer interface writes it."""
    assert choose_text({"en": "Osaka"}, "de") == "Osaka"


def test_the_fallbacks_are_listed_in_order() -> None:
    """For whoever asks a server."""
    assert list(fallbacks("de-at")) == ["de-at", "de", "mul", "en"]


def test_well_known_ids_have_names() -> None:
    """Properties, units and calendars."""
    assert known_name("P1082") == "population"
    assert known_name("Q712226") == "square kilometre"
    assert known_name("Q1985786") == "proleptic Julian calendar"
    assert known_name("P999999999") is None


def test_the_table_of_names_says_where_it_comes_from() -> None:
    """And every id in it is one, in order, with a name."""
    table = json.loads(
        files("both_sides.exchange.wikidata").joinpath("labels.json").read_text(encoding="utf-8")
    )
    assert (table["origin"], table["licence"]) == ("Wikidata, English labels", "CC0 1.0")
    ids = list(table["names"])
    assert ids == sorted(ids, key=lambda name: (name[0], int(name[1:])))
    assert all(name and name == name.strip() for name in table["names"].values())


def test_labels_are_read_from_a_reply() -> None:
    """Entities without one are left out."""
    reply = {
        "entities": {
            "P1": {"labels": texts("de", "en")},
            "Q2": {"labels": []},
            "L3": {"lemmas": texts("fr")},
            "Q4": {"missing": ""},
            "Q5": 5,
        }
    }
    assert read_labels(json.dumps(reply).encode(), "de") == {"P1": "DE", "L3": "FR"}
    assert read_labels(b'{"entities": []}', "de") == {}
    assert read_labels(b"[]", "de") == {}
    with pytest.raises(MalformedDocumentError):
        read_labels(b"<html>", "de")


def test_only_wikipedias_are_second_sources() -> None:
    """By language code; other wikis are not."""
    links = {
        site: {"site": site, "title": "T"}
        for site in ("enwiki", "zh_yuewiki", "commonswiki", "simplewiki", "enwikiquote", "metawiki")
    }
    assert wikipedia_titles({"sitelinks": links}) == {"en": "T", "zh-yue": "T", "simple": "T"}


@pytest.mark.parametrize("links", [[], None, 5, {"enwiki": 5}, {"enwiki": {"title": ""}}])
def test_malformed_sitelinks_are_none(links: object) -> None:
    """Never an exception."""
    assert wikipedia_titles({"sitelinks": links}) == {}
