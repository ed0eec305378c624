"""A policy says which witnesses are enough, in the syntax of C2SP tlog-policy."""

from itertools import product

import pytest

from both_sides.chain.note_keys import SignatureKind, SigningKey
from both_sides.chain.witness_policy import parse_policy
from both_sides.errors import MalformedDocumentError

LOG = SigningKey("example.org/log", SignatureKind.NOTE, bytes(32)).verifier
KEYS = [
    SigningKey(f"w{n}.example", SignatureKind.COSIGNATURE, bytes([n] * 32)).verifier
    for n in range(1, 7)
]
WITNESSES = "".join(f"witness W{n} {key} http://w{n}.example\n" for n, key in enumerate(KEYS, 1))
EXAMPLE = f"""# as in the specification
log {LOG} https://example.org/log

{WITNESSES}
group\tX-witnesses  2 W1 W2 W3
 group Y-witnesses any W4 W5 W6
group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
"""


def test_the_example_of_the_specification_means_what_it_says() -> None:
    """Two of the first three and one of the others, for all 64 sets of witnesses."""
    policy = parse_policy(EXAMPLE.encode())
    assert policy.logs[0].key == LOG
    assert policy.witnesses["W3"].url == "http://w3.example"
    assert policy.witness_keys() == KEYS
    for chosen in product([False, True], repeat=6):
        found = [key for key, is_in in zip(KEYS, chosen, strict=True) if is_in]
        assert policy.is_met(found) == (sum(chosen[:3]) >= 2 and any(chosen[3:]))


def test_nobody_and_one_are_quorums_too() -> None:
    """The smallest policies."""
    assert parse_policy(b"quorum none\n").is_met([])
    policy = parse_policy(f"{WITNESSES}quorum W2".encode())
    assert policy.is_met([KEYS[1]])
    assert not policy.is_met([KEYS[0], LOG])


def test_names_are_opaque() -> None:
    """Octets that are no UTF-8 are names like others."""
    policy = parse_policy(b"witness \xff\xe9 " + str(KEYS[0]).encode() + b"\nquorum \xff\xe9\n")
    assert policy.is_met([KEYS[0]])


@pytest.mark.parametrize(
    "text",
    [
        "",
        f"{WITNESSES}",
        "quorum W1\n",
        "quorum none\nquorum none\n",
        f"log {LOG}\nlog {LOG}\nquorum none\n",
        f"log {KEYS[0]}\nquorum none\n",
        f"witness W {LOG}\nquorum none\n",
        f"witness none {KEYS[0]}\nquorum none\n",
        f"witness W {KEYS[0]}\nwitness V {KEYS[0]}\nquorum none\n",
        f"witness W {KEYS[0]}\nwitness W {KEYS[1]}\nquorum none\n",
        f"witness W {KEYS[0]} url more\nquorum none\n",
        f"{WITNESSES}group g 0 W1\nquorum g\n",
        f"{WITNESSES}group g 3 W1 W2\nquorum g\n",
        f"{WITNESSES}group g some W1\nquorum g\n",
        f"{WITNESSES}group g any\nquorum none\n",
        f"{WITNESSES}group g any W1 W1\nquorum g\n",
        f"{WITNESSES}group g any W1\ngroup h any W1\nquorum h\n",
        f"{WITNESSES}group g any g\nquorum g\n",
        f"{WITNESSES}group g any none\nquorum g\n",
        "policy 1\nquorum none\n",
        "quorum none\r\n",
        "witness W x\nquorum none\n",
        "#\n" * 1001 + "quorum none\n",
    ],
)
def test_what_is_no_policy_is_refused(text: str) -> None:
    """With the line that is wrong."""
    with pytest.raises(MalformedDocumentError) as caught:
        parse_policy(text.encode())
    assert "line" in caught.value.facts
