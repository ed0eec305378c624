"""Hold who may speak for a whole ledger: the keys that sign its checkpoints, and its recoveries.

These facts are events like others, in a scope of their own, so a reader who trusts one key can
follow the ledger to the next. *This module does not* sign, and knows a key by its text only.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from both_sides.domain.ids import ScopeId

CUSTODY_SCOPE: Final = ScopeId("both-sides/custody")


class KeyStanding(StrEnum):
    """Say whether a key may sign."""

    ACTIVE = "active"
    RETIRED = "retired"
    REVOKED = "revoked"


@dataclass(frozen=True, slots=True)
class LogKey:
    """Hold a key that signs or signed the checkpoints of this ledger.

    Args:
        verifier_key: The public key, with its name and id.
        reason: Why it was introduced.
        n: The link that introduced it.
        standing: Whether it may sign.
        end_reason: Why it no longer may; None as long as it may.
        end_n: The last link that changed its standing, or None.
    """

    verifier_key: str
    reason: str
    n: int
    standing: KeyStanding = KeyStanding.ACTIVE
    end_reason: str | None = None
    end_n: int | None = None
