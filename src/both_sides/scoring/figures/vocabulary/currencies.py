"""Signs, codes and names of currencies."""

# ruff: noqa: RUF001 - these very signs are looked for

from typing import Final

from both_sides.scoring.figures.vocabulary.wordlists import words

SIGNS: Final = frozenset("$€£¥₹₽₩₺₫฿₴₦₱₪₡₲₵₸₭₮¢")

LETTERS_OF_A_SIGN: Final = words("us a au c ca hk nz r nt s sg mx")
"""Letters that stand before a sign: US$, R$."""

ABBREVIATIONS: Final = frozenset(
    ("Rs", "rs", "Re", "Fr", "SFr", "Sfr", "kr", "Kr", "DM", "RM", "Rp"),
)
"""What stands before the digits of an amount, as it is written: Rs 89."""

CODES: Final = words(
    "eur usd gbp chf jpy inr cny rmb rub brl cad aud hkd nzd sgd krw sek nok dkk pln mxn zar thb"
    " idr php twd aed ils czk huf bdt pkr lkr npr dm"
)
"""Codes, which stand before or after the digits in capitals: CHF 12.50."""

NAMES: Final = words(
    "dollar dollars euro euros cent cents pence penny sterling rupee rupees yen yuan"
    " renminbi ruble rubles rouble roubles franc francs franken peso pesos reais"
    " lira liras lire krona kronor krone kroner kronen zloty guilder guilders gulden dinar dinars"
    " dirham dirhams riyal riyals baht ringgit rupiah shilling shillings dólar dólares dollari"
    " рубль рубля рублей руб доллар доллара долларов евро रुपये रुपए रुपया डॉलर యూరో"
    " రూపాయలు రూపాయల డాలర్లు"
)

IDEOGRAPHIC_NAMES: Final = (
    "人民币", "人民幣", "新台币", "新臺幣", "美元", "美刀", "美金", "欧元", "歐元", "英镑", "英鎊",
    "日元", "日圓", "港元", "港币", "港幣", "韩元", "卢布", "盧布", "元", "円", "圓", "圆", "块钱",
    "塊錢", "ドル", "ユーロ", "ウォン", "ポンド",
)  # fmt: skip
