"""Read the next step out of a rationale: the text after the last `Fix:`.

It drives display only, never state. `Fix:` counts at the start of a word, also in bold
(`**Fix:**`), not inside one (`prefix:`). *This module does not* refuse anything.

    >>> next_step("The key was accepted. Fix: send a 1024-bit key and assert a rejection")
    'send a 1024-bit key and assert a rejection'
"""

import re
import unicodedata
from typing import Final

from both_sides.domain.verdicts import Caveat
from both_sides.domain.wording import is_blank

_MARKER: Final = re.compile(
    r"(?<!\w)(?P<bold>[*_]{0,3})Fix(?P<inner>[*_]{0,3})[:\uff1a](?P<outer>[*_]{0,3})"
)
_CLAIM_ID: Final = re.compile(r"\bCLM-[0-9]{4,}\b")
_WORD: Final = re.compile(r"\w+")
_FEWEST_WORDS: Final = 4
_FEWEST_LETTERS_UNSPACED: Final = 8  # scripts without spaces between words

_VAGUE: Final = frozenset(
    {
        "add a test",
        "add more tests",
        "add some tests",
        "add tests for this",
        "add the missing tests",
        "check this more carefully",
        "collect more evidence",
        "do more research",
        "find more evidence for this",
        "fix it in the code",
        "fix the bug in question",
        "fix this as soon as possible",
        "gather some more evidence",
        "improve the code and tests",
        "investigate this issue further",
        "look into this further",
        "look into it more",
        "more evidence is needed here",
        "needs to be investigated further",
        "see the comments above",
        "write some more tests",
    }
)
_FILLER: Final = frozenset(
    _WORD.findall(
        "a above an and as at before below claim ditto do fix for from identical in is it its just"
        " like next of on one other please same see step that the there this to too what with"
    )
)


def next_step(rationale: str) -> str | None:
    """Find the next step.

    Args:
        rationale: The rationale of a verdict.

    Returns:
        The text after the last `Fix:` to the end, white space folded; None where there is no
        `Fix:` or nothing visible after it.

    *Source:* Verdicts page, "The Fix: convention"; spec/claims.md, F13, F14, R2.
    """
    last: re.Match[str] | None = None
    for match in _MARKER.finditer(rationale):
        if not _goes_on_a_word(rationale, match.start()):
            last = match
    if last is None:
        return None
    text = " ".join(rationale[last.end() :].split())
    if last["bold"] and not last["inner"] and not last["outer"]:
        text = text.removesuffix(last["bold"][::-1])  # the whole step stands in bold
    return None if is_blank(text) else text


def _goes_on_a_word(text: str, start: int) -> bool:
    """Tell whether accents that stand apart from their letter hide that a word goes on here."""
    base = start
    while base and unicodedata.category(text[base - 1]).startswith("M"):
        base -= 1
    return 0 < base < start and text[base - 1].isalnum()


def caveats_of_step(rationale: str) -> tuple[Caveat, ...]:
    """Say what is wrong with the next step of a rationale that should have one.

    Returns:
        A warning where it is missing, points only to another claim, or is vague; else nothing.

    *Source:* spec/claims.md, F15, R2.
    """
    step = next_step(rationale)
    if step is None:
        return (Caveat.FIX_MISSING,)
    if _only_points_elsewhere(step):
        return (Caveat.FIX_CROSS_REFERENCE,)
    return (Caveat.FIX_VAGUE,) if _is_vague(step) else ()


def _only_points_elsewhere(step: str) -> bool:
    """Tell whether nothing is left of a step when references to claims are taken out of it."""
    without_ids, found = _CLAIM_ID.subn(" ", step)
    words = [word.casefold() for word in _WORD.findall(without_ids)]
    own = [word for word in words if word not in _FILLER]
    if found:
        return len(own) < _FEWEST_WORDS - 1
    return bool(words) and not own  # "same as above"


def _is_vague(step: str) -> bool:
    words = [word.casefold() for word in _WORD.findall(step)]
    if " ".join(words) in _VAGUE:
        return True
    if len(words) >= _FEWEST_WORDS:
        return False
    letters = sum(len(word) for word in words if not word.isascii())
    return letters < _FEWEST_LETTERS_UNSPACED
