"""Words that tell, from beside a number, what sort of number it is."""

# ruff: noqa: RUF001 - these very signs are looked for

from typing import Final

from both_sides.scoring.figures.vocabulary.wordlists import words

YEAR_CUES: Final = words(
    """
    in since by until till during after before year circa early late mid spring summer autumn fall
    winter founded established born died census season class
    im jahr jahre jahres seit bis vor nach ab ende anfang mitte
    en depuis dès année l'année fin début vers avant après
    desde hasta año hacia nel dal dall al del dell anno dopo prima fra
    em até ano no op sinds vanaf tot eind begin jaar
    в с до по к году год года
    सन् सन वर्ष साल
    """
)
"""Words before a bare number of four digits that make it a year."""

WEAK_YEAR_CUES: Final = words(
    """
    from of to between and or around through von um und zwischen oder entre et à y e a tra tussen
    van en и от
    """
)
"""Words that make it a year unless a plural follows: of 1889, but of 1889 visitors."""

WORDS_AFTER_A_YEAR: Final = words(
    """
    and when as at by under with after the he she it they was were to but during while or until
    """
)
"""Words after `in` and three digits that leave the digits a year: in 451 and marching on."""

YEAR_NOUNS: Final = words("год году года годом годах г гг सन में వ నాటికి లో")
"""Words after a bare number of four digits that make it a year."""

COUNTED: Final = words(
    """
    people persons inhabitants residents men women children soldiers troops students employees
    workers members seats species units copies homes houses households buildings passengers
    victims deaths casualties miles words pages votes points times others souls families
    ships aircraft planes cars vehicles schools villages islands jobs prisoners refugees
    einwohner einwohnern einwohnerinnen menschen personen leute soldaten mitglieder mitgliedern
    habitants personnes hommes femmes habitantes personas abitanti persone pessoas inwoners mensen
    человек жителей людей लोग लोगों मंది
    """
)
"""Words after a bare number of four digits that make it a count."""

COUNTED_ADJECTIVES: Final = words("different new additional such more other separate")
"""The same, in small letters only: 2000 new jobs, but the 2000 New York marathon."""

NUMBERED: Final = words(
    """
    game chapter season episode volume vol part section article route highway channel apollo type
    mark class flight phase stage level grade round week day act room platform unit line rule
    figure fig table boeing airbus iphone windows interstate formula area step verse canto book
    lot track disc grade tier zone district ward precinct page psalm op opus terminal radio
    kapitel band folge staffel artikel abschnitt teil nummer platz seite
    chapitre tome saison épisode article partie capítulo temporada artículo capitolo stagione
    глава том сезон часть статья अध्याय
    """
)
"""Nouns before a bare number that number it: Game 3, chapter 12."""

NUMBERED_IN_SMALL: Final = words(
    "chapter section season episode volume article figure table part page verse act game"
)
"""Those of them that number also in small letters: section 1."""

ORDERED: Final = words(
    """
    jahrhundert jahrhunderts jahrhunderte jahrtausend jahrtausends platz auflage stock klasse
    geburtstag jahrestag lebensjahr staffel saison spieltag runde internationale internationalen
    """
)
"""German nouns after a number with a full stop that make a place of it: 19. Jahrhundert."""

NUMBER_WORDS: Final = frozenset(("number", "no", "nr", "nº", "№"))
"""Words that, together with the number, name a place: number one, No. 1."""

PAGE_CUES: Final = frozenset(("page", "pages", "p", "pp", "seite", "seiten", "página", "pagina"))

POSTCODE_CUES: Final = words("zip postcode postcodes postleitzahl plz cap cep postal")

SCORE_CUES: Final = words(
    """
    won win wins winning beat beats beating beaten defeat defeats defeated defeating lost lose
    loses losing loss losses tie ties tied draw drew drawn victory victories score scored scores
    scoreline final record match game games series lead leads led vote voted decision aggregate
    penalties shootout against versus vs shutout triumph rout routed thrashed thrashing ended
    finished upset edged sweep swept clinched triumphed downed
    sieg siegte siegten niederlage gewann gewannen verlor verloren unentschieden endstand spiel
    victoire défaite gagné battu perdu ganó ganaron derrota victoria empate perdió
    vittoria sconfitta pareggio vinto perso vitória venceu
    gewonnen verloren zege счётом счетом победа победил победила победили
    """
)
"""Words near a pair of small numbers that make it a score."""

PRONOUN_ONE_AFTER: Final = words(
    """
    the this that these those which no any every each another some only other next last same
    someone big good new old little small large right wrong
    """
)
"""Words before *one* that make a pronoun of it."""

PRONOUN_ONE_BEFORE: Final = words(
    """
    of another can could may might must should would will who whose that which
    """
)
"""Words after *one* that make a pronoun, or a way of speaking, of it."""

VAGUE: Final = words("several few many couple some various multi per of in several countless")
"""Words before a bare scale that leave it without a number: several hundred."""

BARE_SCALE_AFTER: Final = words(
    """
    the a every over about nearly almost around approximately roughly than least to first last
    minus negative und oder der die das den über etwa rund fast
    """
)
"""Words before a scale without a count that let it stand for one: the hundred best."""

BEFORE_BARE_PART: Final = words(
    "and but with by to for that which as is are was were only just then if when"
)
AFTER_BARE_PART: Final = words("of the all its their his her our this that these those")
"""Words between which *half* without an article is a number: with half of them."""

LETTER_PREFIXES: Final = words("mid pre post top non sub early late circa anti since")
"""Words joined to a number by a hyphen that leave it a number: mid-1990s."""

ABBREVIATIONS: Final = words(
    """
    no nos nr nrs nº p pp vol vols rs re fr sfr ca c approx fig figs art s bd st ch cap pag pág
    sec par est pop min max av al ver v ed op t tel ext
    """
)
"""Abbreviations whose full stop may stand directly before digits."""

NOT_ORDINALS: Final = frozenset(
    (
        ("first", "aid"), ("first", "lady"), ("first", "class"), ("first", "name"),
        ("first", "hand"), ("first", "of"), ("second", "hand"), ("second", "thoughts"),
        ("third", "party"),
    ),
)  # fmt: skip
"""Set phrases whose ordinal counts nothing."""

MORE_THAN_BEFORE_TIME: Final = words(
    "for lasted lasts took takes spent spanned spans after with of just well within"
)
"""Words before *over* that let it mean *more than* even before a count of time."""
