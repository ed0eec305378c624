"""A replay recomputes every seal and names the first link that does not match."""

from dataclasses import replace
from hashlib import sha384

import pytest
from hypothesis import given
from hypothesis import strategies as st

from both_sides.chain.replay import replay
from both_sides.chain.seal import Head, Link, genesis_seal, next_link, seal
from both_sides.domain.ids import ScopeId

SCOPE = ScopeId("local")


def chain(*bodies: bytes) -> list[Link]:
    """Seal bodies into a chain."""
    head, links = Head(0, genesis_seal(SCOPE)), []
    for body in bodies:
        link = next_link(head, SCOPE, body)
        head = Head(link.n, link.seal_hex)
        links.append(link)
    return links


@pytest.mark.requirement("M30", "M31")
def test_the_seal_is_that_of_the_page() -> None:
    """Computed here from the formula, by hand."""
    genesis = sha384(b"both-sides/genesis/v1:local").hexdigest()
    assert genesis_seal("local") == genesis
    assert seal(genesis, b'{"a":1}') == sha384(genesis.encode() + b'{"a":1}').hexdigest()


def test_an_untouched_chain_replays() -> None:
    """And the head is its last seal."""
    links = chain(b"1", b"2", b"3")
    found = replay(SCOPE, links)
    assert found.ok
    assert (found.events, found.head_seal_hex) == (3, links[-1].seal_hex)


def test_an_empty_chain_proves_nothing() -> None:
    """No link is broken, but nothing is verified either."""
    found = replay(SCOPE, [])
    assert not found.ok
    assert found.first_broken is None


@pytest.mark.slow
@pytest.mark.requirement("M34")
@given(st.integers(0, 4), st.integers(0, 7), st.sampled_from(["body", "seal", "previous"]))
def test_any_flipped_bit_is_named_at_its_link(place: int, bit: int, member: str) -> None:
    """Body, seal or the seal before: the link that was touched is the first broken one."""
    links = chain(*(f'{{"n":{n}}}'.encode() for n in range(5)))
    link = links[place]
    if member == "body":
        flipped = bytes([link.body[0] ^ (1 << bit)]) + link.body[1:]
        links[place] = replace(link, body=flipped)
    elif member == "seal":
        digit = f"{int(link.seal_hex[0], 16) ^ (1 << bit % 4):x}"
        links[place] = replace(link, seal_hex=digit + link.seal_hex[1:])
    else:
        digit = f"{int(link.previous_hex[0], 16) ^ (1 << bit % 4):x}"
        links[place] = replace(link, previous_hex=digit + link.previous_hex[1:])
    found = replay(SCOPE, links)
    assert found.first_broken is not None
    assert found.first_broken.n == place + 1


def test_a_gap_in_the_numbers_is_named() -> None:
    """Also where the seals would fit."""
    links = chain(b"1", b"2", b"3")
    found = replay(SCOPE, [links[0], replace(links[1], n=5), links[2]])
    assert found.first_broken is not None
    assert (found.first_broken.n, found.first_broken.found) == (2, "5")


@pytest.mark.requirement("M34")
def test_removing_swapping_and_repeating_links_is_named() -> None:
    """The first place that is wrong."""
    one, two, three = chain(b"1", b"2", b"3")
    for links, place in (([one, three], 2), ([two, one, three], 1), ([one, one, two], 2)):
        found = replay(SCOPE, links)
        assert found.first_broken is not None
        assert found.first_broken.n == place


def test_links_cut_off_the_end_are_found_with_a_head_kept_elsewhere() -> None:
    """And only with it: the rest of the chain is in order."""
    links = chain(b"1", b"2", b"3")
    expected = Head(3, links[2].seal_hex)
    assert replay(SCOPE, links[:2]).ok
    found = replay(SCOPE, links[:2], expected=expected)
    assert found.first_broken is not None
    assert found.first_broken.n == 3


@pytest.mark.parametrize("forged_from", [1, 2, 3])
def test_a_chain_sealed_anew_is_found_with_a_head_kept_elsewhere(forged_from: int) -> None:
    """Even where it has the same length."""
    bodies = [b"1", b"2", b"3"]
    expected = Head(3, chain(*bodies)[-1].seal_hex)
    bodies[forged_from - 1] = b"forged"
    forged = chain(*bodies)
    assert replay(SCOPE, forged).ok
    found = replay(SCOPE, forged, expected=expected)
    assert found.first_broken is not None
    assert "sealed anew" in found.first_broken.finding


def test_links_after_the_head_kept_elsewhere_are_no_finding() -> None:
    """A chain may grow."""
    links = chain(b"1", b"2", b"3")
    assert replay(SCOPE, links, expected=Head(2, links[1].seal_hex)).ok
