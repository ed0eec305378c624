"""Turn a block of words into a set, so that tables of words stay blocks of words."""


def words(block: str) -> frozenset[str]:
    """Return the words of a block.

    Args:
        block: Words with white space between them.

    Returns:
        The set of them.
    """
    return frozenset(block.split())
