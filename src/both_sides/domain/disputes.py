"""Say what is in dispute: rival claims about one property of one entity.

A `Rival` has exactly the members that the engine reads. A `Dispute` is the whole input of one
adjudication, so that whoever holds it can run the engine again. *This module does not* rank; that
is `both_sides.scoring`.

    >>> Band.of(1486)
    <Band.CONTESTED: 'contested'>
"""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from both_sides.domain.ids import ClaimId, EntityId, PropertyId


class EditorialRank(StrEnum):
    """Order what the upstream editors prefer."""

    PREFERRED = "preferred"
    NORMAL = "normal"
    DEPRECATED = "deprecated"

    @classmethod
    def read(cls, text: object) -> "EditorialRank":
        """Read a rank; whatever is none of the three counts as normal.

        *Source:* spec/engine.md, Input.
        """
        return _RANKS.get(text, cls.NORMAL) if isinstance(text, str) else cls.NORMAL


_RANKS: Final = {str(rank): rank for rank in EditorialRank}


class Band(StrEnum):
    """Say by margin whether a question is open.

    *Source:* Method page, "Verdict bands" (in code a *verdict* is an auditor's conclusion only).
    """

    SETTLED = "settled"
    CONTESTED = "contested"
    UNRESOLVED = "unresolved"

    @property
    def required_action(self) -> str:
        """State what a careful person does now, in the words of the Method page."""
        return _REQUIRED_ACTION[self]

    @property
    def meaning(self) -> str:
        """State what the band says of the leader, in the words of the Method page."""
        return _MEANING[self]

    @classmethod
    def of(cls, margin_centipoints: int) -> "Band":
        """Find the band of a margin in hundredths of a point; a negative one is unresolved."""
        if margin_centipoints >= SETTLED_FROM_CENTIPOINTS:
            return cls.SETTLED
        if margin_centipoints >= CONTESTED_FROM_CENTIPOINTS:
            return cls.CONTESTED
        return cls.UNRESOLVED


SETTLED_FROM_CENTIPOINTS: Final = 1800
CONTESTED_FROM_CENTIPOINTS: Final = 800

_MEANING: Final = {
    Band.SETTLED: "One claim leads by a decisive margin.",
    Band.CONTESTED: "A claim leads, but a rival is close enough to matter.",
    Band.UNRESOLVED: "No claim separates from the others.",
}
_REQUIRED_ACTION: Final = {
    Band.SETTLED: "Safe to rely on the leading claim and cite its references.",
    Band.CONTESTED: "Record a ruling with a rationale, and note the losing claim.",
    Band.UNRESOLVED: "Do not rely on any single value. Report both and escalate.",
}

WHAT_THIS_IS_NOT: Final = (
    "Both Sides ranks claims and records a human decision. It does not verify that the chosen"
    " value is true, and a high score is not a correctness guarantee. Check the primary sources"
    " before relying on a ruling."
)


class DisputeKind(StrEnum):
    """Say why the values differ.

    *Source:* spec/engine.md, "A time series is not a contradiction".
    """

    CONTRADICTION = "contradiction"
    TIME_SERIES = "time_series"
    MIXED = "mixed"
    UNDISPUTED = "undisputed"


@dataclass(frozen=True, slots=True)
class Subject:
    """Name the one question that rivals answer: a property of an entity."""

    entity_id: EntityId
    property_id: PropertyId

    def __str__(self) -> str:
        return f"{self.entity_id} {self.property_id}"


@dataclass(frozen=True, slots=True)
class Rival:
    """Hold what the engine reads of one claim.

    Args:
        claim_id: Unique within the dispute; the last tie-breaker, compared by code point.
        value: The claimed value as text.
        numeric: The same as an exact number, or None where it has none.
        rank: What the upstream editors prefer.
        reference_count: How many independent references are attached.
        reference_urls: Where those can be read.
        retrieved: The ISO date on which the newest reference was retrieved, as text.
        precision: `quantity`, `coordinate …`, `year precision N`, or None.

    *Source:* spec/engine.md, Input.
    """

    claim_id: ClaimId
    value: str
    numeric: Decimal | None = None
    rank: EditorialRank = EditorialRank.NORMAL
    reference_count: Decimal | int = 0
    reference_urls: tuple[str, ...] = ()
    retrieved: str | None = None
    precision: str | None = None

    @property
    def is_deprecated(self) -> bool:
        """Tell whether the upstream editors have rejected the claim."""
        return self.rank is EditorialRank.DEPRECATED

    @property
    def is_date(self) -> bool:
        """Tell whether the claimed value is a point in time."""
        return self.precision is not None and self.precision.startswith("year precision")


@dataclass(frozen=True, slots=True)
class QuotedFigure:
    """Hold a number that the second source quotes, and the words in which it does.

    Args:
        value: The number.
        quote: The words it was read from, or None where only the number is known.
    """

    value: Decimal
    quote: str | None = None


@dataclass(frozen=True, slots=True)
class Dispute:
    """Hold the whole input of one adjudication, apart from the instant it is made for.

    Args:
        subject: The question.
        entity_label: The entity's name for people.
        property_label: The property's name for people.
        rivals: The claims that answer it, in the order of their source.
        figures: The numbers that the second source quotes.
    """

    subject: Subject
    entity_label: str
    property_label: str
    rivals: tuple[Rival, ...]
    figures: tuple[QuotedFigure, ...] = ()

    def rival(self, claim_id: ClaimId) -> Rival | None:
        """Find the claim with this id, or answer None."""
        return next((rival for rival in self.rivals if rival.claim_id == claim_id), None)
