"""Read lists and maps in the shapes that Wikidata's writers leave them in.

Upstream runs on PHP, where one type serves as list and as map: an empty map is written `[]`, a
list with a gap `{"0": …, "2": …}`; other writers leave out the list around a single member. *This
module does not* know what the members mean.

    >>> as_map([])
    {}
"""

from typing import Any


def as_map(raw: object) -> dict[str, Any] | None:
    """Give the map, an empty one for none and for an empty list, or None for anything else."""
    if isinstance(raw, dict):
        return raw
    return {} if raw is None or raw == [] else None


def as_list(raw: object, *, member_key: str) -> list[Any] | None:
    """Give the list, an empty one for none, or None for anything else.

    Args:
        raw: What stands where a list is expected.
        member_key: A key by which a single member is told from a map of members.
    """
    if isinstance(raw, list):
        return raw
    if raw is None:
        return []
    if isinstance(raw, dict):
        return [raw] if member_key in raw else list(raw.values())
    return None
