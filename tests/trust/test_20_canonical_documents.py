"""Test 20 of spec/ledger.md, 8: random documents and numbers; the RFC's are in tests/unit/chain.

Three writers that share no code: ours with its fast path, the package `rfc8785`, and the one in
the offline verifier. They write the same bytes, or ours refuses with its own error.
"""

import json
import math
import random
import struct
from typing import Any

import rfc8785
from tools.verify_ledger import canonical, canonical_number

from both_sides.chain.canonical import LARGEST_INTEGER, canonicalise
from both_sides.errors import NotCanonicalError
from tests.trust.amounts import amount

LETTERS = 'ab\u00e9\u0416\u20ac\U0001f600\ue000\ud800\x00\x1f"\\/\u2028 '
NUMBERS = (0, -0.0, 1.0, 1e-7, 1e21, 83.40, 2**53 - 1, -(2**53), 2**53 + 1, math.nan, math.inf)


def document(rng: random.Random, depth: int = 0) -> Any:  # noqa: ANN401, PLR0911 - any JSON value
    """Make a document, with all that may go wrong in one."""
    kind = rng.randrange(8 if depth < 4 else 6)
    match kind:
        case 0:
            return rng.choice((None, True, False))
        case 1:
            return rng.randint(-1000, 1000)
        case 2:
            return rng.choice(NUMBERS)
        case 3:
            return random_double(rng)
        case 4 | 5:
            return text(rng)
        case 6:
            return [document(rng, depth + 1) for _ in range(rng.randrange(4))]
        case _:
            return {text(rng): document(rng, depth + 1) for _ in range(rng.randrange(4))}


def text(rng: random.Random) -> str:
    """Make a text; few have half of a surrogate pair in them."""
    letters = LETTERS if rng.random() < 0.05 else LETTERS.replace("\ud800", "")
    return "".join(rng.choices(letters, k=rng.randrange(5)))


def random_double(rng: random.Random) -> float:
    """Make a double of any bits."""
    (number,) = struct.unpack("<d", rng.randbytes(8))
    return float(number)


def test_random_documents_have_one_form_or_are_refused() -> None:
    """Two hundred thousand in a soak, never a third outcome."""
    rng = random.Random(8785)
    written = refused = 0
    for _ in range(amount(5_000, 200_000)):
        value = document(rng)
        try:
            found = canonicalise(value)
        except NotCanonicalError:
            assert is_refused_by_reference(value)
            refused += 1
            continue
        assert found == rfc8785.dumps(value)
        assert found.decode() == canonical(value)
        assert canonicalise(json.loads(found, parse_int=number_of)) == found
        written += 1
    assert min(written, refused) > 100


def number_of(digits: str) -> int | float:
    """Read a whole number as JavaScript does: a double, where an integer would not be exact."""
    return int(digits) if abs(int(digits)) <= LARGEST_INTEGER else float(digits)


def is_refused_by_reference(value: object) -> bool:
    """Tell whether the reference refuses a document, too."""
    try:
        rfc8785.dumps(value)  # type: ignore[arg-type] # any JSON value
    except (rfc8785.CanonicalizationError, UnicodeError):
        return True
    return False


def test_ten_thousand_numbers_are_written_as_ecmascript_does() -> None:
    """Of any bits; and each reads back as itself."""
    rng = random.Random(754)
    for _ in range(10_000):
        number = random_double(rng)
        if not math.isfinite(number):
            continue
        found = canonicalise(number)
        assert found == rfc8785.dumps(number) == canonical_number(number).encode()
        assert float(found) == number
