"""Hold a ruling: the recorded human decision on a dispute, and what it was based on.

A ruling keeps the whole of what was known when it was made. It can be revised (a new rationale),
superseded (by a ruling on the same dispute) or retired; retired is final and a tombstone stays.
*This module does not* decide whether a step is allowed; see `both_sides.domain.decide`.
"""

from dataclasses import dataclass
from enum import StrEnum

from both_sides.domain.adjudications import Adjudication
from both_sides.domain.disputes import Dispute, DisputeKind, QuotedFigure, Subject
from both_sides.domain.entities import Provenance, SecondSource, Statement
from both_sides.domain.ids import ClaimId, RulingId
from both_sides.domain.time_series import Narrowing


class Standing(StrEnum):
    """Say whether a ruling governs."""

    STANDING = "standing"
    SUPERSEDED = "superseded"
    RETIRED = "retired"


class Acknowledgement(StrEnum):
    """Name what a person says to have seen before ruling against a warning."""

    BARRED = "barred"
    REFUTED = "refuted"


@dataclass(frozen=True, slots=True)
class CaseFile:
    """Hold a dispute as it stood, with all that a reader of the ruling needs to judge it.

    Args:
        subject: The question.
        entity_label: The entity's name.
        property_label: The property's name.
        kind: Why the values differ.
        narrowing: To which point in time the dispute was narrowed.
        statements: Every competing claim, with references and qualifiers.
        figures: The numbers read from the second source.
        second_source: That source, or None.
        provenance: Where the statements were read from.
        inputs_digest: SHA-384 of the canonical form of the engine's exact input, hexadecimal.
        names: Names of the ids that the statements mention, as (id, name).
    """

    subject: Subject
    entity_label: str
    property_label: str
    kind: DisputeKind
    narrowing: Narrowing
    statements: tuple[Statement, ...]
    figures: tuple[QuotedFigure, ...]
    provenance: Provenance
    inputs_digest: str
    second_source: SecondSource | None = None
    names: tuple[tuple[str, str], ...] = ()

    @property
    def dispute(self) -> Dispute:
        """Give the input of the engine."""
        return Dispute(
            subject=self.subject,
            entity_label=self.entity_label,
            property_label=self.property_label,
            rivals=tuple(statement.rival for statement in self.statements),
            figures=self.figures,
        )


@dataclass(frozen=True, slots=True)
class Revision:
    """Hold one rationale of a ruling, with who gave it and when."""

    rationale: str
    actor: str
    at: str


@dataclass(frozen=True, slots=True)
class Tombstone:
    """Hold what stays visible of why a ruling was retired."""

    reason: str
    actor: str
    at: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """Hold a ruling with its whole history.

    Args:
        ruling_id: Its id, `RUL-0001`.
        chosen: The claim that governs.
        case: The dispute as it stood.
        adjudication: The engine's answer as it stood.
        acknowledged: What the person said to have seen before ruling against a warning.
        revisions: Every rationale, the first one first.
        trail: The places in the chain of the events about this ruling.
        supersedes: The ruling it replaced, or None.
        superseded_by: The ruling that replaced it, or None.
        tombstone: Why it was retired, or None.
    """

    ruling_id: RulingId
    chosen: ClaimId
    case: CaseFile
    adjudication: Adjudication
    acknowledged: tuple[Acknowledgement, ...]
    revisions: tuple[Revision, ...]
    trail: tuple[int, ...]
    supersedes: RulingId | None = None
    superseded_by: RulingId | None = None
    tombstone: Tombstone | None = None

    @property
    def subject(self) -> Subject:
        """Name the question that is ruled on."""
        return self.case.subject

    @property
    def rationale(self) -> str:
        """Give the latest rationale."""
        return self.revisions[-1].rationale

    @property
    def losing_claims(self) -> tuple[ClaimId, ...]:
        """List the competing claims that were not chosen, in the order of the ranking."""
        return tuple(
            ranked.claim_id for ranked in self.adjudication.ranked if ranked.claim_id != self.chosen
        )

    @property
    def standing(self) -> Standing:
        """Say whether the ruling governs."""
        if self.tombstone is not None:
            return Standing.RETIRED
        return Standing.STANDING if self.superseded_by is None else Standing.SUPERSEDED
