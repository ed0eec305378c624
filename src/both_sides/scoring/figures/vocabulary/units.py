"""Units of measurement, words for percent and words that count in time."""

# ruff: noqa: RUF001 - these very signs are looked for

from typing import Final

from both_sides.scoring.figures.vocabulary.wordlists import words

UNITS: Final = words(
    """
    km m cm mm nm μm µm dm hm mi ft yd kg g mg μg µg t kt mt lb lbs oz st ml cl dl l hl gal ha ac
    sqm sqkm sqmi sqft kmh kph mph mps kn hz khz mhz ghz thz w kw mw gw tw wh kwh mwh gwh twh j kj
    mj ev kev mev gev tev n kn pa hpa kpa mpa bar mbar psi v kv mv mah kelvin bytes byte kb mb gb
    tb pb kib mib gib bit bits kbit mbit gbit px pixel pixels dpi au ly pc kpc mpc bp mol db dba
    cc hp bhp ps rpm bpm nmi ppm ppb kcal cal cfs bbl bpd dwt grt teu s ms ns
    mile miles metre metres meter meters kilometre kilometres kilometer kilometers centimetre
    centimetres centimeter centimeters millimetre millimetres millimeter millimeters micrometre
    micrometres micrometer micrometers nanometre nanometres nanometer nanometers foot feet inch
    inches yard yards acre acres hectare hectares ton tons tonne tonnes kilogram kilograms
    kilogramme kilogrammes gram grams gramme grammes milligram milligrams pound pounds ounce ounces
    stone litre litres liter liters millilitre millilitres milliliter milliliters gallon gallons
    pint pints barrel barrels degree degrees celsius fahrenheit knot knots watt watts kilowatt
    kilowatts megawatt megawatts gigawatt gigawatts volt volts ampere amperes amps joule joules
    hertz megahertz gigahertz decibel decibels megabyte megabytes gigabyte gigabytes terabyte
    terabytes kilobyte kilobytes megapixel megapixels calories kilocalories horsepower
    parsec parsecs light lightyears fathoms furlongs leagues square sq cubic cu nautical innings
    qkm qm
    quadratkilometer quadratkilometern quadratmeter quadratmetern kubikmeter kilometern metern
    zentimeter zentimetern millimeter hektar grad tonnen kilogramm gramm pfund seemeilen meilen
    mètre mètres kilomètre kilomètres centimètre centimètres hectares kilogrammes degrés carrés
    metro metros kilómetro kilómetros hectáreas toneladas kilos kilo grados quilómetros
    quilômetros hectares graus metri chilometri ettari tonnellate chili gradi
    vierkante kilometers graden hectaren ton
    км м см мм кг г т га л метр метра метров километр километра километров тонн тонны гектаров
    градусов
    किमी किलोमीटर मीटर वर्ग किलो किलोग्राम लीटर मिलि एमएल टन हेक्टेयर डिग्री फीट फुट मि मील
    కిమీ కి కిలోమీటర్లు కిలోమీటర్ల మీటర్లు మీటర్ల చదరపు చ హెక్టార్లు అడుగులు డిగ్రీల టన్నులు
    """
)

MARKS: Final = frozenset("°′″Ω℃℉K㎞㎡㎢")
"""Signs that are a unit by themselves."""

IDEOGRAPHIC_UNITS: Final = (
    "平方公里", "平方千米", "平方米", "平方公尺", "平方キロ", "立方米", "公里", "千米", "公尺",
    "厘米", "毫米", "米", "尺", "海里", "英里", "英尺", "公斤", "千克", "公吨", "公噸", "吨", "噸",
    "克", "斤", "升", "公顷", "公頃", "亩", "畝", "度", "摄氏度", "千瓦", "兆瓦", "キロ",
    "メートル", "トン", "グラム", "リットル", "ヘクタール", "ヘクトパスカル",
)  # fmt: skip

PER: Final = words("per pro par por je al au à na за प्रति")
"""Words that make a rate of what is counted: 22 inhabitants per square kilometre."""

TIMES: Final = words(
    """
    year years month months week weeks day days hour hours minute minutes second seconds decade
    decades century centuries yr yrs hr hrs min mins sec secs nights night
    jahr jahre jahren monat monate monaten woche wochen tag tage tagen stunde stunden minuten
    sekunden jahrzehnte jahrzehnten jahrhunderte jahrhunderten
    an ans année années mois semaine semaines jour jours heure heures siècle siècles
    año años mes meses semana semanas día días hora horas minutos siglos
    anno anni mese mesi settimane giorni giorno ore ora minuti secoli ano anos dias dia séculos
    jaar jaren maanden weken dagen dag uur minuten eeuwen
    год года лет месяц месяца месяцев недель недели дней дня часов часа минут минуты
    साल वर्ष वर्षों महीने दिन घंटे मिनट సంవత్సరాలు సంవత్సరాల నెలలు రోజులు గంటలు నిమిషాలు
    """
)
"""Words that count time: what they follow is a plain count, and `over 40 years` is a duration."""

PERCENT_WORDS: Final = words(
    """
    percent percents percentage pct prozent procent prozentpunkte prozentpunkten процент процента
    процентов प्रतिशत फीसदी फ़ीसदी शतांश శాతం
    """
)
PERCENT_PAIRS: Final = frozenset(
    (("per", "cent"), ("pour", "cent"), ("por", "ciento"), ("por", "cento"), ("per", "cento")),
)
PERCENT_SIGNS: Final = frozenset("%٪﹪")
IDEOGRAPHIC_PERCENT: Final = ("个百分点", "個百分點", "パーセント")
