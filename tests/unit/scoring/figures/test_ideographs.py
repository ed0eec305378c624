"""Chinese and Japanese numbers are computed, and told apart from words made of the same signs."""

# ruff: noqa: RUF001 - these very signs are read

import pytest

from tests.unit.scoring.figures.reading import kinds, read, value


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("五万", "50000"),
        ("5億1萬4千6百", "500014600"),
        ("7 万5 千4 百", "75400"),
        ("4.78万亿", "4780000000000"),
        ("一万五千亿", "1500000000000"),
        ("四百五", "450"),
        ("一千零五", "1005"),
        ("两千三点一", "2300.1"),
        ("拾亿零六万零五百零六", "1000060506"),
        ("肆佰陸拾", "460"),
        ("十余万", "100000"),
        ("二十几万", "200000"),
        ("五百 余万", "5000000"),
        ("半百", "50"),
        ("五十打", "600"),
        ("负三十二", "-32"),
        ("3万4000", "34000"),
        ("1,100.9亿", "110090000000"),
        ("五分之一", "0.2"),
        ("三百五又三分之一", "350.3333333333333333333333333"),
        ("负３分之负一百五十七", "52.33333333333333333333333333"),
        ("百分之七点五", "7.5"),
        ("約3分の1", "0.3333333333333333333333333333"),
        ("一百分之二", "0.02"),
        ("二〇一九", "2019"),
        ("四十九兆九千五百九十二億", "49959200000000"),
        ("１１.92亿", "1192000000"),
        ("三双", "3"),
        ("五", "5"),
    ],
)
def test_a_number_in_ideographs_has_one_value(text: str, number: str) -> None:
    """Sections, formal numerals, mixed digits, vague signs, decimals and fractions."""
    assert value(text) == number


@pytest.mark.parametrize(
    "text",
    ["一切", "一看", "四川", "美味十足", "这个岛屿远离大陆", "小明每天收拾房间", "万", "两两",
     "陽光九九是食物品牌", "数百万人", "是中国的一个城市", "星期三", "万一下雨"],
)  # fmt: skip
def test_words_made_of_numerals_are_not_read(text: str) -> None:
    """Idioms, places, weekdays, articles and vague quantities."""
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("这是五那是四", [("五", "5"), ("四", "4")]),
        ("小明有十个手指头", [("十", "10")]),
        ("二万三万", [("二万", "20000"), ("三万", "30000")]),
        ("5千米", [("5", "5")]),
        ("三千米", [("三千", "3000")]),
        ("1987万城区人口", [("1987万", "19870000")]),
        ("160余架", [("160余", "160")]),
        ("約7億2000万人", [("約7億2000万", "720000000")]),
        ("达2亿2020年", [("2亿", "200000000"), ("2020年", "2020")]),
    ],
)
def test_numbers_end_where_they_should(text: str, figures: list[tuple[str, str]]) -> None:
    """Before units, years and other numbers."""
    assert read(text) == figures


def test_dates_and_ordinals_keep_their_signs() -> None:
    """The signs after the digits belong to the figure."""
    assert kinds("2020年第七次普查,11月1日零时,公元前221年") == [
        ("2020年", "year"),
        ("第七次", "ordinal"),
        ("11月", "month"),
        ("1日", "day"),
        ("零时", "hour"),
        ("公元前221年", "year"),
    ]
    assert kinds("3年、2時間、一个月") == [("3", "cardinal"), ("2", "cardinal")]
