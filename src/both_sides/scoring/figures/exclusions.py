"""Find the places where digits are no figures: addresses, telephone numbers, citations, codes.

What it deliberately does not do: judge single numbers by their neighbours (`c2`, `B-52`, a
footnote mark after a full stop); `assembly` does that while it reads.

    list(excluded("see https://example.org/2016/05")) == [(4, 30)]
"""

# ruff: noqa: RUF001 - these very signs are looked for

import re
from collections.abc import Iterator
from typing import Final

_LINK_END: Final = r"[^\s<>\"'`）)」』。，、；|]{1,2000}"
_WORDS_BEFORE_A_TELEPHONE_NUMBER: Final = (
    r"tel|telephone|phone|phone number|fax|telefax|telefon|téléphone|teléfono|telefono|whatsapp"
    r"|hotline|电话|電話|फोन नंबर|फोन"
)
_PATTERNS: Final = (
    rf"(?:https?|ftp)://{_LINK_END}",
    rf"\bwww\.{_LINK_END}",
    r"@[\w-]{1,64}(?:\.[\w-]{1,64}){1,6}",
    rf"\.(?:com|org|net|gov|edu|info|co\.uk)/{_LINK_END}",
    # A telephone number in the international form, or after a word that announces one.
    r"(?<![\w.])\+\d{1,3}(?:[ .\-/()\u00a0]{1,2}\d{1,5}){2,8}(?!\d)",
    rf"\b(?:{_WORDS_BEFORE_A_TELEPHONE_NUMBER})\b[ .:]{{0,3}}\(?\+?\d[\d ()/.\-]{{4,24}}\d",
    r"(?<!\d)\(\d{3}\) ?\d{3}[- ]\d{4}(?!\d)",
    # Three or more runs of digits joined by hyphens, unless they are a date.
    r"(?<![\d-])(?!\d{4}-\d\d?-\d\d?(?![\d-]))(?!\d\d?-\d\d?-\d{4}(?![\d-]))"
    r"\d{1,6}(?:-\d{1,7}){2,8}(?![\d-])",
    # An address of a machine, a version, a section; not an integer whose groups points part.
    r"(?<![\d.,])(?!\d{1,3}(?:\.\d{3}){2,8}(?!\.?\d))\d{1,3}(?:\.\d{1,3}){2,6}(?!\.?\d)",
    # The time in a time stamp: 2019-08-11T13:00:00Z.
    r"(?<=\d)t\d\d:\d\d(?::\d\d)?(?:\.\d{1,6})?(?:z|[+-]\d\d:?\d\d)?",
    # Citations in square brackets.
    r"\[(?:[a-z]{1,9}\.? ?)?\d{1,3}(?:[,;–-] ?\d{1,3}){0,9}\]",
    # Identifiers of publications and standards.
    r"\b(?:isbn|issn|oclc|pmid|pmc|doi|arxiv|bibcode|s2cid|jstor|lccn|asin|iso|rfc|din)\b"
    r"[ :#-]{0,3}(?:\d[\d.x/–-]{0,40}(?: \d[\dx-]{1,20}){0,4}(?::\d{4})?)",
    r"(?<![\d/])(?:9/11|24/7)(?![\d/])",
    r"#\d{7,}",
)
_DIGIT: Final = re.compile(r"\d")
_EXCLUDED: Final = re.compile("|".join(f"(?:{pattern})" for pattern in _PATTERNS))


def excluded(folded: str) -> Iterator[tuple[int, int]]:
    """Find the spans in which no figure is read.

    Args:
        folded: The folded text.

    Yields:
        Start and end offsets, in order, none overlapping another.

    *Source:* spec/engine.md, Figures in a text.
    """
    if not _DIGIT.search(folded):
        return
    for match in _EXCLUDED.finditer(folded):
        yield match.start(), match.end()
