"""Read a map of snaks, which is what qualifiers and references are made of.

*This module does not* know what a property means; `statements` and `references` do.

    >>> read_snaks({"P585": [{"snaktype": "novalue"}]}, [])[0][1].text
    'no value'
"""

from both_sides.exchange.wikidata.shapes import as_list, as_map
from both_sides.exchange.wikidata.snak_values import SnakValue
from both_sides.exchange.wikidata.values import read_snak


def read_snaks(raw: object, flaws: list[str]) -> list[tuple[str, SnakValue]]:
    """Read every snak of a map from properties to lists of snaks.

    Args:
        raw: The parsed map; anything at all is taken.
        flaws: Gets a sentence for each thing that could not be read.

    Returns:
        (property id, value) in the order of the source; flawed values are among them.

    *Source:* spec/engine.md, traps (snaks without `datavalue`, empty maps given as `[]`).
    """
    snaks = as_map(raw)
    if snaks is None:
        flaws.append("its snaks are no map of properties")
        return []
    members: list[tuple[str, SnakValue]] = []
    for property_id, group in snaks.items():
        listed = group if isinstance(group, list) else as_list(group, member_key="datavalue")
        if listed is None:
            flaws.append(f"{property_id} has no list of snaks")
            continue
        for snak in listed:
            value = read_snak(snak)
            if value.flaw is not None:
                flaws.append(f"{property_id}: {value.flaw}")
            members.append((property_id, value))
    return members
