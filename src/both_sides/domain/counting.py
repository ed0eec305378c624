"""Say how many there are, in words: ``1 claim``, ``45 claims``.

*This module does not* translate.
"""


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Print a number with its noun.

    Args:
        number: How many.
        noun: What one of them is called.
        plural: What several are called; None adds an s.

    >>> counted(1, "claim"), counted(0, "claim"), counted(1200, "entity", "entities")
    ('1 claim', '0 claims', '1,200 entities')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
