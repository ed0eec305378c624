"""Recompute a chain's seals from its bodies and name the first link that does not match.

A replay trusts nothing that is stored beside a body: the seal before it and its own are both
recomputed. *This module does not* see what a chain alone cannot show (links cut off at the end, a
whole chain rewritten and sealed again); that takes a head kept elsewhere: pass it as `expected`.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from both_sides.chain.seal import Head, Link, genesis_seal, seal
from both_sides.domain.ids import ScopeId


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """Name a link that does not match, and say what does not.

    Args:
        n: The link's place.
        finding: What does not match, as a sentence.
        expected: What was recomputed.
        found: What is stored.
    """

    n: int
    finding: str
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class Replay:
    """Hold what a replay found.

    Args:
        scope: Whose chain was replayed.
        events: How many links were read.
        head_seal_hex: The last seal as stored; empty where there is no link.
        first_broken: The first link that does not match, or None.
    """

    scope: ScopeId
    events: int
    head_seal_hex: str
    first_broken: BrokenLink | None

    @property
    def ok(self) -> bool:
        """Tell whether there was a chain and every link matched."""
        return self.events > 0 and self.first_broken is None


def replay(scope: ScopeId, links: Iterable[Link], *, expected: Head | None = None) -> Replay:
    """Recompute every seal of a chain.

    Args:
        scope: Whose chain it is.
        links: All its links, from the first on, in order.
        expected: A head kept outside the store. With it, links cut off the end and a chain
            sealed anew are found too.

    Returns:
        How far it went and the first link that does not match.

    *Source:* Method page, "Replaying the chain recomputes each seal".
    """
    previous_hex = genesis_seal(scope)
    head_seal_hex = ""
    events = 0
    first_broken: BrokenLink | None = None
    seal_at_expected = ""
    for events, link in enumerate(links, start=1):
        if first_broken is None:
            first_broken = check_link(link, n=events, previous_hex=previous_hex)
        previous_hex = head_seal_hex = link.seal_hex
        if expected is not None and events == expected.n:
            seal_at_expected = link.seal_hex
    if first_broken is None and expected is not None:
        first_broken = _check_expected(expected, events, seal_at_expected)
    return Replay(scope, events, head_seal_hex, first_broken)


def check_link(link: Link, *, n: int, previous_hex: str) -> BrokenLink | None:
    """Check one link against its place and the seal before it.

    Args:
        link: The link as stored.
        n: The place it should have.
        previous_hex: The seal of the link before it, as stored there.

    Returns:
        What does not match, or None.
    """
    if link.n != n:
        return BrokenLink(n, "the numbers of the links have a gap here", str(n), str(link.n))
    if link.previous_hex != previous_hex:
        return BrokenLink(
            n, "it does not follow from the link before it", previous_hex, link.previous_hex
        )
    recomputed_hex = seal(link.previous_hex, link.body)
    if link.seal_hex != recomputed_hex:
        return BrokenLink(n, "its seal is not that of its body", recomputed_hex, link.seal_hex)
    return None


def _check_expected(expected: Head, events: int, seal_hex: str) -> BrokenLink | None:
    if events < expected.n:
        return BrokenLink(
            events + 1,
            f"the chain ends after {events} links; the head kept elsewhere names {expected.n}",
            expected.seal_hex,
            "",
        )
    if seal_hex != expected.seal_hex and expected.n > 0:
        return BrokenLink(
            expected.n,
            "the chain was sealed anew: its seal here is not the one kept elsewhere",
            expected.seal_hex,
            seal_hex,
        )
    return None
