"""Require that what people write says something.

A rationale of white space, zero-width or control characters is no rationale. The text itself is
kept as it was written. *This module does not* judge what is said.
"""

import unicodedata
from typing import Final

from both_sides.errors import (
    ActorMissingError,
    InvalidInputError,
    LimitExceededError,
    RationaleMissingError,
)

LONGEST_TEXT: Final = 20_000
LONGEST_NAME: Final = 200

_INVISIBLE_CATEGORIES: Final = frozenset({"Cc", "Cf", "Co", "Cn", "Zs", "Zl", "Zp", "Mn", "Me"})
_INVISIBLE_LETTERS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")  # Hangul fillers, Braille


def is_blank(text: str) -> bool:
    """Tell whether a text has no visible character."""
    return all(
        unicodedata.category(character) in _INVISIBLE_CATEGORIES or character in _INVISIBLE_LETTERS
        for character in text
    )


def require_rationale(text: str, *, field: str = "rationale") -> str:
    """Accept the reason for a decision.

    Returns:
        The text as written, without white space around it.

    Raises:
        RationaleMissingError: It has no visible character.
        LimitExceededError: It is longer than 20,000 characters.

    *Source:* spec/claims.md, F6; spec/interfaces.md, `rule`.
    """
    if is_blank(text):
        raise RationaleMissingError(
            f"the {field} is empty",
            hint=f'say why, for example --{field} "The 2021 census counts residents, the rival'
            ' counts the metropolitan area."',
            field=field,
        )
    return require_bounded(text.strip(), field=field)


def require_text(text: str, *, field: str, longest: int = LONGEST_TEXT) -> str:
    """Accept a text that must say something.

    Returns:
        The text as written, without white space around it.

    Raises:
        InvalidInputError: It has no visible character.
        LimitExceededError: It is longer than `longest` characters.
    """
    if is_blank(text):
        raise InvalidInputError(
            f"the {field} is empty", hint=f"give a {field} that says something", field=field
        )
    return require_bounded(text.strip(), field=field, longest=longest)


def require_name(text: str, *, field: str = "actor") -> str:
    """Accept the name of the person or model that decides.

    Raises:
        ActorMissingError: It has no visible character.
        LimitExceededError: It is longer than 200 characters.

    *Source:* spec/claims.md, F7.
    """
    if is_blank(text):
        raise ActorMissingError(
            f"the {field} is empty",
            hint=f'name who decides, for example --{field} "ada@example.org" or a model id',
            field=field,
        )
    return require_bounded(text.strip(), field=field, longest=LONGEST_NAME)


def require_bounded(text: str, *, field: str, longest: int = LONGEST_TEXT) -> str:
    """Accept a text of at most `longest` characters, as it is written.

    Raises:
        LimitExceededError: It is longer.
    """
    if len(text) > longest:
        raise LimitExceededError(
            f"the {field} has {len(text):,} characters",
            hint=f"keep it within {longest:,}; put longer material into a document and cite it",
            field=field,
            characters=len(text),
            longest=longest,
        )
    return text
