"""Rank and rule: from a dispute in the ledger to a recorded human decision.

Every face (Python, command line, REST, agent tool, page) calls these functions and shows what they
answer. *This module does not* parse arguments and prints nothing.
"""

from dataclasses import dataclass

from both_sides.domain.commands import CreateRuling, RetireRuling, ReviseRuling
from both_sides.domain.decide import decide
from both_sides.domain.disputes import Subject
from both_sides.domain.ids import ClaimId, RulingId
from both_sides.domain.rulings import Acknowledgement, Ruling
from both_sides.domain.state import State
from both_sides.domain.time_series import ALL_CLAIMS, Narrowing
from both_sides.scoring.adjudicate import adjudicate
from both_sides.service.cases import build_case
from both_sides.service.desk_reading import DeskReading
from both_sides.service.requests import Decision, Receipt, Request, Seen
from both_sides.store.port import ViewKey


@dataclass(frozen=True, slots=True)
class RuleRequest:
    """Hold what a person asks for who rules on a dispute.

    Args:
        subject: The question.
        chosen: The claim that is to govern.
        rationale: Why.
        actor: Who rules.
        as_of: The instant to rank for; None for the time of the ruling.
        narrowing: The point in time to narrow to first.
        acknowledged: What the person says to have seen.
        supersedes: The standing ruling that is to be replaced, or None.
        idempotency_key: Makes the request happen once; or None.
    """

    subject: Subject
    chosen: ClaimId
    rationale: str
    actor: str
    as_of: str | None = None
    narrowing: Narrowing = ALL_CLAIMS
    acknowledged: tuple[Acknowledgement, ...] = ()
    supersedes: RulingId | None = None
    idempotency_key: str | None = None


@dataclass(frozen=True, slots=True)
class RecordedRuling:
    """Hold a ruling as it is after a request, with the receipt of the request."""

    ruling: Ruling
    receipt: Receipt


class Desk(DeskReading):
    """Read the disputes of one scope and record decisions on them."""

    def rule(self, asked: RuleRequest) -> RecordedRuling:
        """Record a decision on a dispute, with everything it was based on.

        The case is read and ranked under the scope's lock, so what is sealed is what stood.

        Raises:
            NotFoundError: The scope holds no claim about it.
            RefusedError: A rule says no; see `both_sides.domain.decide`.

        *Source:* spec/interfaces.md, `rule`; spec/ledger.md, 2.
        """

        def plan(state: State, at: str) -> Decision:
            case = build_case(state, asked.subject, asked.narrowing)
            events = decide(
                state,
                CreateRuling(
                    chosen=asked.chosen,
                    rationale=asked.rationale,
                    case=case,
                    adjudication=adjudicate(
                        case.dispute, at if asked.as_of is None else asked.as_of
                    ),
                    acknowledged=asked.acknowledged,
                    supersedes=asked.supersedes,
                ),
            )
            return Decision(events, {"rulingId": events[0].ruling_id})  # type: ignore[union-attr] # a ruling was created

        members = {
            "command": "rule",
            "subject": str(asked.subject),
            "chosen": asked.chosen,
            "rationale": asked.rationale,
            "asOf": asked.as_of,
            "newest": asked.narrowing.newest,
            "at": asked.narrowing.at,
            "acknowledged": [str(seen) for seen in asked.acknowledged],
            "supersedes": asked.supersedes,
        }
        return self._record(Request(plan, asked.actor, members, asked.idempotency_key))

    def revise(
        self,
        ruling_id: RulingId,
        rationale: str,
        *,
        actor: str,
        idempotency_key: str | None = None,
        seen: str | None = None,
    ) -> RecordedRuling:
        """Give a ruling a new rationale; the earlier ones stay in its history.

        Args:
            ruling_id: Which ruling.
            rationale: The new rationale.
            actor: Who gives it.
            idempotency_key: Makes the request happen once; or None.
            seen: The seal of the last event of the ruling that the caller has seen; or None.

        Raises:
            NotFoundError: There is no such ruling.
            StaleHeadError: The ruling was changed since.
            RefusedError: It is retired or superseded, or the rationale is empty or the same.
        """

        def plan(state: State, _at: str) -> Decision:
            events = decide(state, ReviseRuling(ruling_id, rationale))
            return Decision(events, {"rulingId": ruling_id})

        members = {"command": "revise", "rulingId": ruling_id, "rationale": rationale}
        version = _seen(ruling_id, seen)
        return self._record(Request(plan, actor, members, idempotency_key, seen=version))

    def retire(
        self,
        ruling_id: RulingId,
        reason: str,
        *,
        actor: str,
        idempotency_key: str | None = None,
        seen: str | None = None,
    ) -> RecordedRuling:
        """Withdraw a ruling for good; a tombstone stays.

        Args:
            ruling_id: Which ruling.
            reason: Why.
            actor: Who withdraws it.
            idempotency_key: Makes the request happen once; or None.
            seen: The seal of the last event of the ruling that the caller has seen; or None.

        Raises:
            NotFoundError: There is no such ruling.
            StaleHeadError: The ruling was changed since.
            RefusedError: It is retired already, or no reason is given.
        """

        def plan(state: State, _at: str) -> Decision:
            events = decide(state, RetireRuling(ruling_id, reason))
            return Decision(events, {"rulingId": ruling_id})

        members = {"command": "retire", "rulingId": ruling_id, "reason": reason}
        version = _seen(ruling_id, seen)
        return self._record(Request(plan, actor, members, idempotency_key, seen=version))

    def _record(self, request: Request) -> RecordedRuling:
        receipt = self.ledger.record(self.scope, request)
        return RecordedRuling(self.ruling(RulingId(receipt.answer["rulingId"])), receipt)


def _seen(ruling_id: RulingId, seal_hex: str | None) -> Seen | None:
    return None if seal_hex is None else Seen((ViewKey("ruling", ruling_id),), seal_hex)
