"""Chinese and Japanese numerals, with the formal ones that cheques are written in."""

# ruff: noqa: RUF001 - these very signs are looked for

from collections.abc import Mapping
from typing import Final

DIGITS: Final[Mapping[str, int]] = {
    "零": 0, "〇": 0, "○": 0,
    "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
    "两": 2, "兩": 2, "俩": 2, "倆": 2,
    "壹": 1, "壱": 1, "弌": 1, "贰": 2, "貳": 2, "弐": 2, "弍": 2, "叁": 3, "參": 3, "参": 3,
    "弎": 3, "肆": 4, "伍": 5, "陆": 6, "陸": 6, "柒": 7, "漆": 7, "捌": 8, "玖": 9,
}  # fmt: skip
UNITS: Final[Mapping[str, int]] = {
    "十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000, "廿": 20, "卅": 30,
}  # fmt: skip
LARGE_UNITS: Final = frozenset("百千")
SCALES: Final[Mapping[str, int]] = {
    "万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "兆": 10**12, "京": 10**16,
}  # fmt: skip
ZEROS: Final = frozenset("零〇○")
TWENTIES: Final = frozenset("廿卅")
VAGUE: Final = frozenset("余餘多几幾")
"""Signs inside a number that leave it vague: 十余万, 二十几万."""
POINTS: Final = frozenset("点點")
CALENDAR: Final = frozenset("年月日号號")
DOZEN: Final = "打"
HALF: Final = "半"
NEGATIVE: Final = frozenset("负負")
PARTS_OF: Final = frozenset("之の")
AND_A_FRACTION: Final = "又"
NEVER_DECIMALS: Final = frozenset("两兩俩倆")

FORMAL: Final = frozenset("壹壱弌贰貳弐弍叁參参弎肆伍陆陸柒漆捌玖拾佰仟")
"""Signs that alone are words of their own far more often than numbers: 大陆, 参加."""

VAGUE_BEFORE: Final = frozenset("数數几幾好若上成第")
"""Signs before a unit without a digit that leave it vague: 数百, 上千."""

COUNTERS: Final = frozenset(
    "个個只隻条條张張把台輛辆人名位座家间間件部本册冊页頁次回届屆种種类類项項场場所艘架颗顆"
    "棵枚匹头頭支枝双雙对對套层層楼樓岁歲歳元圆圓円块塊角分秒点點时時月日号號天周週星米公里"
    "千尺寸斤吨噸克升倍成折级級度章集期代省市县縣州村族党打平立海英美欧镑つ年世小多余餘"
    "国國大社校票句字门門轮輪股杯瓶箱袋",
)
"""Signs after a single ideographic digit that show it counts."""

ONE_COUNTERS: Final = frozenset(
    "只隻条條张張把台輛辆件本艘架颗顆棵枚匹头頭双雙对對块塊打岁歲米公千斤吨噸克升倍元円美月日号號",
)
"""Those that let 一 be a number; 一个 and the like are articles."""

ORDINAL_PREFIX: Final = "第"
WEEKDAY_PREFIXES: Final = frozenset("周週期拜曜")
COPULAS: Final = frozenset("是为為等于於前后後仅僅达達至到从從第共有和与與之")
"""Signs before a single digit that let it end a clause as a number: 答案是四."""

AFTER_A_LONE_DIGIT: Final = frozenset("这這那不而却卻的")
"""Signs after a lone digit that go on with another clause: 这是五那是四."""

ORDINAL_COUNTERS: Final = frozenset("次届屆回期章条條集代名位个個卷號号页頁节節轮輪世種种番")
"""Signs that belong to an ordinal: 第七次."""

PREFIXED_UNITS: Final[Mapping[str, frozenset[str]]] = {
    "千": frozenset("米克瓦卡赫帕伏焦"),
    "兆": frozenset("瓦赫字帕比"),
}
"""Signs after which 千 and 兆 belong to the unit: 5千米 is five kilometres."""

IDIOMS: Final = (
    "一切", "一些", "一样", "一樣", "一直", "一起", "一定", "一旦", "一般", "一方", "一部",
    "一番", "一時", "一度", "一人当たり", "万一", "萬一", "万岁", "萬歲", "千万不", "千葉", "千岛",
    "千島", "十分", "十足", "百姓", "百度", "百科", "百货", "百貨", "二手", "三亚", "三亞", "三峡",
    "三峽", "三角", "三星", "四川", "四季", "四方", "四国", "五四", "五台山", "六本木", "七夕",
    "八卦", "九江", "九龙", "九龍", "九州", "参加", "參加",
)  # fmt: skip
"""Words that begin with a numeral and are no number."""
