"""A ruling is recorded once, revised, superseded or retired; every rule says no by its own name."""

import pytest

from both_sides.domain.commands import (
    AddEvidence,
    Command,
    ImportEntity,
    RecordVerdict,
    RetireRuling,
    ReviseRuling,
)
from both_sides.domain.decide import decide
from both_sides.domain.disputes import Subject
from both_sides.domain.entities import Entity
from both_sides.domain.events import (
    EvidenceAdded,
    RulingCreated,
    RulingRetired,
    RulingSuperseded,
    RulingUpdated,
)
from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.ids import ClaimId, PropertyId, RulingId
from both_sides.domain.rulings import Acknowledgement, Ruling, Standing, Tombstone
from both_sides.domain.state import Counters, Docket
from both_sides.domain.time_series import Narrowing
from both_sides.domain.verdicts import Conclusion
from both_sides.errors import LedgerError
from tests.samples import (
    AT,
    OSAKA,
    POPULATION,
    QUESTION,
    Scope,
    case_of,
    entity,
    group,
    osaka,
    ruled_scope,
    ruling_on,
    scope_with,
    statement,
)

FIRST, SECOND = RulingId("RUL-0001"), RulingId("RUL-0002")
NO_REASON = ["", "  \t", "\u200b\u2060", "\ufeff"]


def ruling(scope: Scope, ruling_id: RulingId = FIRST) -> Ruling:
    """Give a ruling as it is."""
    found = scope.get(Ruling, ruling_id)
    assert found is not None
    return found


def refusal(scope: Scope, command: Command) -> LedgerError:
    """Give the refusal of a command, which must leave no trace."""
    before = dict(scope.aggregates)
    with pytest.raises(LedgerError) as caught:
        decide(scope, command)
    assert scope.aggregates == before
    assert caught.value.hint
    return caught.value


@pytest.mark.requirement("M19")
def test_a_ruling_keeps_what_was_known_when_it_was_made() -> None:
    """Choice, rationale, who, when, all claims with their factors, engine and instant."""
    scope = scope_with(osaka())
    (event,) = scope.do(ruling_on(scope, rationale=" Counts residents. "), actor="ada")
    assert isinstance(event, RulingCreated)
    found = ruling(scope)
    assert (found.chosen, found.rationale) == ("a", "Counts residents.")
    assert (found.revisions[0].actor, found.revisions[0].at) == ("ada", AT)
    assert found.case == case_of(scope)
    assert found.losing_claims == ("b", "c")
    assert found.adjudication.engine_version == "1.0.0"
    assert all(len(ranked.factors) == 5 for ranked in found.adjudication.ranked)
    assert (found.standing, found.trail) == (Standing.STANDING, (2,))
    assert scope.get(Docket, str(QUESTION)) == Docket(QUESTION, FIRST)


def test_a_later_import_does_not_change_a_ruling() -> None:
    """It was made on what stood then."""
    scope, _ = ruled_scope()
    before = ruling(scope)
    scope.do(ImportEntity(entity(group(POPULATION, statement("z", "3")), digest="second")))
    assert ruling(scope) == before


@pytest.mark.requirement("M19")
@pytest.mark.parametrize("rationale", NO_REASON)
def test_a_ruling_without_a_reason_is_refused(rationale: str) -> None:
    """White space and zero width are no reason."""
    scope = scope_with(osaka())
    assert refusal(scope, ruling_on(scope, rationale=rationale)).code == "rationale_missing"


def test_a_claim_of_another_dispute_cannot_be_chosen() -> None:
    """Nor one that nobody made; the refusal lists those that can."""
    scope = scope_with(osaka())
    for chosen in ("d", "nobody made this"):
        error = refusal(scope, ruling_on(scope, chosen))
        assert error.code == "foreign_claim"
        assert error.facts["rivals"] == ["a", "b", "c"]


def test_a_claim_that_the_narrowing_leaves_out_cannot_be_chosen() -> None:
    """The narrowing is part of the question."""
    dated = group(
        POPULATION,
        statement("a", "1", point_in_time="2015"),
        statement("b", "2", point_in_time="2020"),
    )
    scope = scope_with(entity(dated))
    newest = Narrowing(newest=True)
    assert refusal(scope, ruling_on(scope, "a", narrowing=newest)).code == "foreign_claim"
    scope.do(ruling_on(scope, "b", narrowing=newest))
    assert ruling(scope).case.narrowing == newest
    assert ruling(scope).losing_claims == ()


def test_where_no_claim_is_left_nothing_can_be_ruled() -> None:
    """For example at a moment at which none holds."""
    scope = scope_with(osaka())
    assert refusal(scope, ruling_on(scope, narrowing=Narrowing(at="1900"))).code == (
        "nothing_to_rank"
    )


@pytest.mark.requirement("M25")
def test_a_barred_claim_governs_only_where_that_is_acknowledged() -> None:
    """And then the acknowledgement is part of the ruling."""
    scope = scope_with(osaka())
    error = refusal(scope, ruling_on(scope, "c"))
    assert error.code == "deprecated_cannot_govern"
    assert error.facts == {"claim": "c", "leader": "a"}
    wrong = ruling_on(scope, "c", acknowledged=(Acknowledgement.REFUTED,))
    assert refusal(scope, wrong).code == "deprecated_cannot_govern"
    (event,) = scope.do(ruling_on(scope, "c", acknowledged=(Acknowledgement.BARRED,)))
    assert isinstance(event, RulingCreated)
    assert event.acknowledged == ruling(scope).acknowledged == (Acknowledgement.BARRED,)


def test_a_deprecated_claim_may_govern_where_all_are() -> None:
    """Nothing is barred then."""
    only = group(
        POPULATION, statement("a", "1", rank="deprecated"), statement("b", "2", rank="deprecated")
    )
    scope = scope_with(entity(only))
    assert scope.do(ruling_on(scope, "b"))


def test_a_claim_that_stands_refuted_governs_only_where_that_is_acknowledged() -> None:
    """Until a new verdict says otherwise."""
    claim = ClaimId("Q35765$a")
    scope = scope_with(entity(group(POPULATION, statement(claim, "1"), statement("b", "2"))))
    (added,) = scope.do(
        AddEvidence(claim, Stance.REFUTES, EvidenceKind.DOCUMENT, "census 2020, page 3", "Other.")
    )
    assert isinstance(added, EvidenceAdded)
    refuted = RecordVerdict(
        claim, Conclusion.REFUTED, "The census says other. Fix: cite the 2020 table.", "eve",
        (added.evidence_id,),
    )  # fmt: skip
    scope.do(refuted)
    error = refusal(scope, ruling_on(scope, claim))
    assert (error.code, error.facts["auditor"]) == ("claim_refuted", "eve")
    seen = ruling_on(scope, claim, acknowledged=(Acknowledgement.REFUTED,))
    assert decide(scope, seen)
    undecided = RecordVerdict(
        claim, Conclusion.NOT_ENOUGH_INFO, "Two censuses. Fix: read both tables.", "eve"
    )
    scope.do(undecided)
    assert scope.do(ruling_on(scope, claim))


def test_a_second_ruling_on_a_dispute_must_supersede_the_first() -> None:
    """It names the one it replaces; that one stays, as superseded."""
    scope, first = ruled_scope()
    error = refusal(scope, ruling_on(scope, "b"))
    assert (error.code, error.facts["ruling"]) == ("ruling_stands", first)
    created, superseded = scope.do(ruling_on(scope, "b", supersedes=first))
    assert isinstance(created, RulingCreated)
    assert superseded == RulingSuperseded(FIRST, SECOND)
    assert (ruling(scope, SECOND).supersedes, ruling(scope).superseded_by) == (FIRST, SECOND)
    assert ruling(scope).standing is Standing.SUPERSEDED
    assert ruling(scope).trail == (2, 4)
    assert scope.get(Docket, str(QUESTION)) == Docket(QUESTION, SECOND)


def test_only_the_ruling_that_stands_for_the_same_question_is_superseded() -> None:
    """Not one on another question, one that was superseded, one that was retired, or none."""
    other = group("P2046", statement("e", "225"), statement("f", "223"))
    scope = scope_with(entity(*osaka().groups, other))
    scope.do(ruling_on(scope))
    elsewhere = Subject(OSAKA, PropertyId("P2046"))
    foreign = ruling_on(scope, "e", subject=elsewhere, supersedes=FIRST)
    assert refusal(scope, foreign).code == "ruling_stands"
    assert refusal(scope, ruling_on(scope, supersedes=RulingId("RUL-0009"))).code == "not_found"
    scope.do(ruling_on(scope, "b", supersedes=FIRST))
    error = refusal(scope, ruling_on(scope, "b", supersedes=FIRST))
    assert (error.code, error.facts["superseded_by"]) == ("ruling_superseded", SECOND)
    scope.do(RetireRuling(SECOND, "Wrong table."))
    assert refusal(scope, ruling_on(scope, supersedes=SECOND)).code == "ruling_retired"


def test_a_revision_gives_a_new_rationale_and_keeps_the_old_one() -> None:
    """The choice stays, and so does what it was based on."""
    scope, first = ruled_scope()
    before = ruling(scope)
    (event,) = scope.do(ReviseRuling(first, " See table 3. "), actor="eve", at=AT)
    assert event == RulingUpdated(first, "See table 3.")
    found = ruling(scope)
    assert [revision.rationale for revision in found.revisions] == [
        before.rationale,
        "See table 3.",
    ]
    assert found.revisions[1].actor == "eve"
    assert (found.chosen, found.case, found.adjudication) == (
        before.chosen,
        before.case,
        before.adjudication,
    )
    assert found.trail == (2, 3)


def test_a_revision_that_changes_nothing_is_refused() -> None:
    """Also where only the white space around it differs."""
    scope, first = ruled_scope()
    same = f"  {ruling(scope).rationale}\n"
    assert refusal(scope, ReviseRuling(first, same)).code == "nothing_changed"
    scope.do(ReviseRuling(first, "Another."))
    assert refusal(scope, ReviseRuling(first, "Another.")).code == "nothing_changed"


@pytest.mark.parametrize("text", NO_REASON)
def test_a_revision_and_a_retirement_say_why(text: str) -> None:
    """The refusal names what is missing."""
    scope, first = ruled_scope()
    error = refusal(scope, ReviseRuling(first, text))
    assert (error.code, error.facts["field"]) == ("rationale_missing", "rationale")
    error = refusal(scope, RetireRuling(first, text))
    assert (error.code, error.facts["field"]) == ("rationale_missing", "reason")


@pytest.mark.requirement("M35")
def test_a_retired_ruling_leaves_a_tombstone_and_its_history() -> None:
    """What it said stays readable; the question is open again."""
    scope, first = ruled_scope()
    before = ruling(scope)
    (event,) = scope.do(RetireRuling(first, "The table was misread."), actor="eve")
    assert event == RulingRetired(first, "The table was misread.")
    found = ruling(scope)
    assert found.tombstone == Tombstone("The table was misread.", "eve", AT)
    assert found.standing is Standing.RETIRED
    assert (found.revisions, found.case) == (before.revisions, before.case)
    assert scope.get(Docket, str(QUESTION)) == Docket(QUESTION, None)


def test_retired_is_final() -> None:
    """No revision, no second retirement, no successor; but a new ruling with a new number."""
    scope, first = ruled_scope()
    scope.do(RetireRuling(first, "Misread."))
    for command in (
        ReviseRuling(first, "Yes it was right."),
        RetireRuling(first, "Again."),
        ruling_on(scope, supersedes=first),
    ):
        assert refusal(scope, command).code == "ruling_retired"
    scope.do(ruling_on(scope, "b"))
    assert ruling(scope, SECOND).standing is Standing.STANDING
    assert ruling(scope).standing is Standing.RETIRED
    assert scope.get(Counters, "") == Counters(rulings=2)


def test_a_superseded_ruling_can_be_retired_but_not_revised() -> None:
    """Retiring it does not touch the one that took its place."""
    scope, first = ruled_scope()
    scope.do(ruling_on(scope, "b", supersedes=first))
    assert refusal(scope, ReviseRuling(first, "Another.")).code == "ruling_superseded"
    scope.do(RetireRuling(first, "It was wrong from the start."))
    assert ruling(scope).standing is Standing.RETIRED
    assert scope.get(Docket, str(QUESTION)) == Docket(QUESTION, SECOND)


def test_a_ruling_that_nobody_made_is_not_found() -> None:
    """For revising and for retiring."""
    scope = scope_with(osaka())
    for command in (ReviseRuling(FIRST, "Why."), RetireRuling(FIRST, "Why.")):
        error = refusal(scope, command)
        assert (error.code, error.facts["ruling"]) == ("not_found", FIRST)


def test_a_ruling_outlives_its_entity() -> None:
    """A ruling on a question that the source dropped can still be revised and retired."""
    scope, first = ruled_scope()
    scope.do(ImportEntity(entity(digest="empty")))
    found = scope.get(Entity, OSAKA)
    assert found is not None
    assert found.groups == ()
    assert scope.do(ReviseRuling(first, "Another."))
    assert scope.do(RetireRuling(first, "Gone upstream."))
    assert scope.replayed().aggregates == scope.aggregates
