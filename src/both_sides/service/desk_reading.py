"""Read the disputes and rulings of a scope, and rank claims; nothing here writes.

*This module does not* parse arguments and prints nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from both_sides.domain.adjudications import Adjudication
from both_sides.domain.decide_desk import find_ruling
from both_sides.domain.disputes import DisputeKind, Subject
from both_sides.domain.entities import Entity
from both_sides.domain.ids import EntityId, PropertyId, RulingId, ScopeId
from both_sides.domain.rulings import CaseFile, Ruling, Standing
from both_sides.domain.state import DisputeSummary, Docket
from both_sides.domain.time_series import ALL_CLAIMS, Narrowing
from both_sides.errors import InvalidInputError
from both_sides.scoring.adjudicate import (
    Scored,
    WeighedDispute,
    rank_weighed,
    weigh,
    weigh_recency,
)
from both_sides.service.cases import build_case, find_entity, names_in
from both_sides.service.ledger import Ledger
from both_sides.service.names import Names
from both_sides.service.pages import Page, take_page
from both_sides.service.remembered import Remembered
from both_sides.store.port import ViewKey


@dataclass(frozen=True, slots=True)
class Hearing:
    """Hold a dispute with the engine's answer for it.

    Args:
        case: The dispute as it stands.
        adjudication: The engine's answer.
        ruling: The ruling that stands for the dispute, or None.
        head_seal: The seal of the head that was read before all this; None where none was read.
    """

    case: CaseFile
    adjudication: Adjudication
    ruling: Ruling | None
    head_seal: str | None = None


@dataclass(slots=True)
class StandingCase:
    """Hold a dispute as it stands, and how it was ranked last.

    Args:
        case: The dispute.
        weighed: The same as the engine's input, with all that no instant changes.
        ruling: The ruling that stands for it, or None.
    """

    case: CaseFile
    weighed: WeighedDispute
    ruling: Ruling | None
    _last: tuple[tuple[Scored, ...], Adjudication] | None = None

    def rank(self, as_of: str) -> Adjudication:
        """Rank it for an instant.

        Days pass before an instant changes more than itself; until then the last ranking is given
        again, so its claims are the same object.

        Raises:
            InvalidInputError: `as_of` is no date.
        """
        recencies = weigh_recency(self.weighed, as_of)
        last = self._last  # read once: another thread may replace it
        if last is not None and last[0] == recencies:
            return replace(last[1], as_of=as_of)
        adjudication = rank_weighed(self.weighed, recencies, as_of)
        self._last = recencies, adjudication
        return adjudication


@dataclass(frozen=True, slots=True)
class ListedDispute:
    """Hold one line of the list of disputes."""

    summary: DisputeSummary
    property_name: str
    standing: RulingId | None


@dataclass(frozen=True, slots=True)
class DisputeFilter:
    """Say which disputes are listed; what is None does not matter.

    Args:
        entity_id: Only of this entity.
        property_id: Only about this property.
        kind: Only of this kind.
        ruled: Only with a standing ruling, or only without.
    """

    entity_id: EntityId | None = None
    property_id: PropertyId | None = None
    kind: DisputeKind | None = None
    ruled: bool | None = None


EVERY_DISPUTE: Final = DisputeFilter()
BYTES_A_STATEMENT: Final = 4096


@dataclass
class DeskReading:
    """Read and rank the disputes of one scope, and read its rulings.

    Args:
        ledger: Where everything is recorded.
        scope: Whose chain.
        remembered: Keeps what follows from the scope as long as its chain does not grow; worth its
            memory where a process lives long.
    """

    ledger: Ledger
    scope: ScopeId
    remembered: Remembered | None = None
    _names: Names | None = field(default=None, init=False, repr=False)

    @property
    def names(self) -> Names:
        """Look up names: those imported into the scope first, then the bundled ones."""
        if self._names is None:
            self._names = names_in(self.ledger.state(self.scope))
        return self._names

    def disputes(
        self,
        wanted: DisputeFilter = EVERY_DISPUTE,
        *,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page[ListedDispute]:
        """List disputed questions in the order in which they were imported.

        Args:
            wanted: Which ones.
            cursor: Where the last page ended, or None.
            limit: How many at most, 1 to 100.

        Raises:
            InvalidInputError: The cursor is not one that this list gave, or the limit is out of
                range.
        """
        state = self.ledger.state(self.scope)

        def rows(after: int) -> Iterator[tuple[int, ListedDispute]]:
            for ordinal, summary in self.ledger.all(self.scope, DisputeSummary, after=after):
                docket = state.get(Docket, str(summary.subject))
                standing = None if docket is None else docket.standing
                if _is_wanted(summary, standing, wanted):
                    yield ordinal, ListedDispute(summary, self._property_name(summary), standing)

        return take_page(rows, query=("disputes", wanted), cursor=cursor, limit=limit)

    def entity(self, entity_id: EntityId) -> Entity:
        """Read all that was imported about an entity.

        Raises:
            NotFoundError: The scope holds no such entity.
        """
        return find_entity(self.ledger.state(self.scope), entity_id)

    def adjudicate(
        self, subject: Subject, *, as_of: str | None = None, narrowing: Narrowing = ALL_CLAIMS
    ) -> Hearing:
        """Rank the claims of a dispute.

        Args:
            subject: The question.
            as_of: The instant to rank for, ISO; None for now.
            narrowing: The point in time to narrow to first.

        Raises:
            NotFoundError: The scope holds no claim about it.
            InvalidInputError: `as_of` or the narrowing is no date.
        """
        head_seal = None if self.remembered is None else self.ledger.head(self.scope).seal_hex
        return self._hear(self._standing_case(subject, narrowing, head_seal), as_of, head_seal)

    def adjudicate_at_once(
        self,
        subject: Subject,
        *,
        as_of: str | None = None,
        narrowing: Narrowing = ALL_CLAIMS,
        most_claims: int,
    ) -> Hearing | None:
        """Rank the claims of a dispute that is remembered, without waiting for the store.

        Args:
            subject: The question.
            as_of: The instant to rank for, ISO; None for now.
            narrowing: The point in time to narrow to first.
            most_claims: The most claims that are ranked at once.

        Returns:
            The ranking, or None where the dispute has to be read, or has more claims.

        Raises:
            InvalidInputError: `as_of` is no date.
        """
        head = self.ledger.peek_head(self.scope)
        if self.remembered is None or head is None:
            return None
        question = _case_question(self.scope, subject, narrowing)
        standing: StandingCase | None = self.remembered.peek(question, head.seal_hex)
        if standing is None or len(standing.case.statements) > most_claims:
            return None
        return self._hear(standing, as_of, head.seal_hex)

    def _hear(self, standing: StandingCase, as_of: str | None, head_seal: str | None) -> Hearing:
        instant = self.ledger.now() if as_of is None else as_of
        return Hearing(standing.case, standing.rank(instant), standing.ruling, head_seal)

    def _standing_case(
        self, subject: Subject, narrowing: Narrowing, head_seal: str | None
    ) -> StandingCase:
        """Put a dispute together as it stands, with the ruling that stands for it."""

        def put_together() -> StandingCase:
            state = self.ledger.state(self.scope)
            case = build_case(state, subject, narrowing)
            docket = state.get(Docket, str(subject))
            standing = None if docket is None else docket.standing
            ruling = None if standing is None else state.get(Ruling, standing)
            return StandingCase(case, weigh(case.dispute), ruling)

        if self.remembered is None or head_seal is None:
            return put_together()
        question = _case_question(self.scope, subject, narrowing)
        return self.remembered.get(question, head_seal, put_together, _weigh_case)

    def ruling(self, ruling_id: RulingId) -> Ruling:
        """Read a ruling with its whole history.

        Raises:
            NotFoundError: There is no such ruling.
        """
        return find_ruling(self.ledger.state(self.scope), ruling_id)

    def version(self, ruling_id: RulingId) -> str | None:
        """Give the seal of the last event of a ruling."""
        return self.ledger.version(self.scope, [ViewKey("ruling", ruling_id)])

    def rulings(
        self, *, standing: Standing | None = None, cursor: str | None = None, limit: int = 50
    ) -> Page[Ruling]:
        """List rulings in the order in which they were made.

        Args:
            standing: Only those that stand, are superseded or are retired; None for all.
            cursor: Where the last page ended, or None.
            limit: How many at most, 1 to 100.
        """

        def rows(after: int) -> Iterator[tuple[int, Ruling]]:
            for ordinal, ruling in self.ledger.all(self.scope, Ruling, after=after):
                if standing in {None, ruling.standing}:
                    yield ordinal, ruling

        return take_page(rows, query=("rulings", standing), cursor=cursor, limit=limit)

    def _property_name(self, summary: DisputeSummary) -> str:
        property_id = summary.subject.property_id
        return summary.property_label or self.names.find(property_id) or property_id


def _case_question(scope: ScopeId, subject: Subject, narrowing: Narrowing) -> tuple[object, ...]:
    return ("case", scope, subject, narrowing)


def _weigh_case(standing: StandingCase) -> int:
    """Say how many bytes a case takes, about; its ruling, if any, holds another one."""
    count = len(standing.case.statements)
    return BYTES_A_STATEMENT * (1 + count * (1 if standing.ruling is None else 2))


def read_narrowing(*, at: str | None, newest: bool) -> Narrowing:
    """Read the two ways to narrow a dispute.

    Raises:
        InvalidInputError: Both were asked for.
    """
    if at is not None and newest:
        raise InvalidInputError(
            "a dispute is narrowed to one point in time or to the newest, not both",
            hint="leave out --at or --newest",
            field="at",
        )
    return Narrowing(newest=newest, at=at)


def _is_wanted(summary: DisputeSummary, standing: RulingId | None, wanted: DisputeFilter) -> bool:
    return (
        wanted.entity_id in {None, summary.subject.entity_id}
        and wanted.property_id in {None, summary.subject.property_id}
        and wanted.kind in {None, summary.kind}
        and wanted.ruled in {None, standing is not None}
    )
