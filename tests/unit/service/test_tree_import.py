"""A tree of claims is recorded once; an import again records only what its documents changed."""

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from both_sides.domain.claims import Claim, ClaimSource
from both_sides.domain.commands import (
    NewClaim,
    RecordVerdict,
    RetireClaim,
    SetPolicy,
    UpdateClaim,
    WithdrawEvidence,
)
from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.ids import ClaimId, EvidenceId
from both_sides.domain.verdicts import Caveat, Conclusion
from both_sides.errors import StaleHeadError
from both_sides.exchange.claim_trees import ClaimTree, TreeClaim, TreeEvidence, TreeVerdict
from both_sides.exchange.fever import format_predictions, score_predictions
from both_sides.exchange.formats import READERS, Format, read_trees
from both_sides.service import batch_writing
from both_sides.service.audit import Audit
from both_sides.service.ledger import Ledger
from both_sides.service.tree_import import ATTEMPTS, TreeReport, import_tree
from both_sides.store.memory import MemoryStore
from both_sides.store.sqlite import SqliteStore
from tests.mutated_trees import mutated_texts
from tests.replayed import require_replay
from tests.samples import Clock
from tests.shared import json_lines, shared
from tests.trees import VECTORS
from tests.unit.service.conftest import LOCAL

SEEN: Final = TreeEvidence(Stance.SUPPORTS, EvidenceKind.TEST, "tests/a.py", "It passes.")
BROKEN: Final = TreeEvidence(Stance.REFUTES, EvidenceKind.TEST, "tests/b.py", "It fails.")
HOLDS: Final = TreeVerdict(Conclusion.SUPPORTED, "It was seen.", "annotators", (0,))


def made(key: str, *parents: str, document: str = "a.md", **more: Any) -> TreeClaim:  # noqa: ANN401
    """Make a claim that a document makes."""
    claim = TreeClaim(key, f"The claim {key}.", parents, ClaimSource(document, "line 1", key))
    return replace(claim, **more)


@pytest.fixture
def audit(ledger: Ledger) -> Audit:
    """Give the audit of an empty scope, which is replayed at the end."""
    return Audit(ledger, LOCAL)


def imported(audit: Audit, *claims: TreeClaim) -> TreeReport:
    """Import claims."""
    return import_tree(audit, ClaimTree(claims), actor="importer")


def counts(report: TreeReport) -> tuple[int, int, int, int, int]:
    """Count new, updated, unchanged claims, evidence, verdicts."""
    return report.new, report.updated, report.unchanged, report.evidence, report.verdicts


def by_key(audit: Audit) -> dict[str | None, Claim]:
    """Read all claims by the key that they have in their documents."""
    return {claim.source.key: claim for claim in audit.all_claims().values()}


def parents(audit: Audit) -> dict[str | None, list[str | None]]:
    """Give the keys of the parents of each claim."""
    claims = audit.all_claims()
    return {
        claim.source.key: [claims[parent].source.key for parent in claim.parents]
        for claim in claims.values()
    }


# --- the first time -------------------------------------------------------------------


def test_claims_evidence_and_verdicts_are_recorded(audit: Audit) -> None:
    """With source, tags, collector and citation."""
    collected = replace(SEEN, quote="ok", commit="abc", collector="ci")
    report = imported(
        audit,
        made("a", tags=("x",), evidence=(BROKEN, collected), verdict=replace(HOLDS, cites=(1,))),
    )
    assert counts(report) == (1, 0, 0, 2, 1)
    assert (report.problems, report.remarks, report.warnings) == ((), (), ())
    (row,) = report.claims
    assert (row.key, row.document, row.claim_id, row.fate) == ("a", "a.md", "CLM-0001", "new")
    claim = audit.claim(row.claim_id).claim
    assert (claim.statement, claim.author, claim.tags) == ("The claim a.", "importer", ("x",))
    assert claim.source == ClaimSource("a.md", "line 1", "a")
    refuting, supporting = claim.evidence
    assert (refuting.collector, supporting.collector) == ("importer", "ci")
    assert (supporting.quote, supporting.commit) == ("ok", "abc")
    assert claim.current is not None
    assert claim.current.auditor == "annotators"
    assert claim.current.citations == (supporting.evidence_id,)


def test_parents_come_first_and_ids_follow_the_document_otherwise(audit: Audit) -> None:
    """Several parents, and one that stands further down."""
    report = imported(audit, made("a"), made("b", "d", "a"), made("c", "b"), made("d"))
    assert [(row.key, row.claim_id) for row in report.claims] == [
        ("a", "CLM-0001"),
        ("b", "CLM-0003"),
        ("c", "CLM-0004"),
        ("d", "CLM-0002"),
    ]
    assert parents(audit) == {"a": [], "d": [], "b": ["d", "a"], "c": ["b"]}


def test_a_parents_verdict_comes_after_its_childrens(audit: Audit) -> None:
    """So it is not stale at once; what the rules say of it is a warning."""
    report = imported(
        audit,
        made("a", evidence=(SEEN,), verdict=HOLDS),
        made("b", "a", evidence=(SEEN,), verdict=HOLDS),
    )
    assert report.verdicts == 2
    (warning,) = report.warnings
    assert (warning.claim_id, warning.caveats) == ("CLM-0001", (Caveat.ANALYSIS_MISSING,))
    assert audit.claim(ClaimId("CLM-0001")).stale is None


def test_links_that_lead_nowhere_and_circles_are_problems(audit: Audit) -> None:
    """The claims are there without them."""
    report = imported(audit, made("a", "b"), made("b", "a", "nowhere"))
    assert [(problem.code.value, problem.what) for problem in report.problems] == [
        ("parent_cycle", "it would rest on itself: a below b below a"),
        ("unknown_parent", "its parent nowhere is not there"),
    ]
    assert parents(audit) == {"b": [], "a": ["b"]}


def test_what_the_ledger_refuses_is_a_problem_and_stops_nothing(audit: Audit) -> None:
    """A claim too long or unsealable, its child, an item without a place, a verdict on nothing."""
    unsealable = replace(made("b"), statement="half of a pair \ud800")
    report = imported(
        audit,
        made("a", statement="x" * 20_001, evidence=(SEEN,), verdict=HOLDS),
        unsealable,
        made("c", "b", evidence=(replace(SEEN, locator=" "),), verdict=HOLDS),
        made("d", verdict=replace(HOLDS, cites=(0, 7))),
        made("e", evidence=(SEEN,), verdict=HOLDS),
    )
    assert [(row.key, row.fate) for row in report.claims] == [
        ("c", "new"),
        ("d", "new"),
        ("e", "new"),
    ]
    assert [(problem.statement_id, problem.code.value) for problem in report.problems] == [
        ("a", "not_recorded"),
        ("b", "not_sealable"),
        ("c", "not_recorded"),
        ("c", "not_recorded"),
        ("d", "not_recorded"),
        ("c", "unknown_parent"),
    ]
    assert sum(problem.statements_lost for problem in report.problems) == 2
    assert by_key(audit)["e"].conclusion is Conclusion.SUPPORTED
    assert parents(audit) == {"c": [], "d": [], "e": []}


def test_under_strict_rules_a_verdict_may_be_refused(audit: Audit) -> None:
    """The claim is there with its evidence."""
    audit.set_policy(SetPolicy(is_strict=True), actor="ada")
    vague = TreeVerdict(Conclusion.REFUTED, "It fails.", "annotators", (0,))
    report = imported(audit, made("a", evidence=(BROKEN,), verdict=vague))
    assert counts(report) == (1, 0, 0, 1, 0)
    (problem,) = report.problems
    assert problem.what == (
        "the verdict was not recorded: the rationale names no next step after Fix:"
    )


# --- again ----------------------------------------------------------------------------


def test_the_same_tree_again_records_nothing(audit: Audit) -> None:
    """Not even an event."""
    tree = (made("a"), made("b", "a", tags=("x",), evidence=(SEEN, SEEN), verdict=HOLDS))
    assert counts(imported(audit, *tree)) == (2, 0, 0, 1, 1)
    before = audit.ledger.store.head(LOCAL)
    report = imported(audit, *tree)
    assert counts(report) == (0, 0, 2, 0, 0)
    assert [row.fate for row in report.claims] == ["unchanged", "unchanged"]
    assert audit.ledger.store.head(LOCAL) == before


@pytest.mark.parametrize(
    ("changes", "wanted", "kinds"),
    [
        ({"statement": "Another."}, (0, 1, 0, 0, 1), ["claim.updated", "verdict.recorded"]),
        ({"tags": ("y",)}, (0, 1, 0, 0, 0), ["claim.updated"]),
        ({"source": ClaimSource("a.md", "line 9", "b")}, (0, 1, 0, 0, 0), ["claim.updated"]),
        ({"parents": ()}, (0, 1, 0, 0, 0), ["claim.updated"]),
        ({"evidence": (SEEN, BROKEN)}, (0, 0, 1, 1, 0), ["evidence.added"]),
        ({"evidence": (BROKEN,), "verdict": None}, (0, 0, 1, 1, 0), ["evidence.added"]),
        ({"evidence": (), "verdict": None}, (0, 0, 1, 0, 0), []),
        (
            {"verdict": replace(HOLDS, rationale="Seen again.")},
            (0, 0, 1, 0, 1),
            ["verdict.recorded"],
        ),
        (
            {
                "evidence": (SEEN, replace(SEEN, locator="c")),
                "verdict": replace(HOLDS, cites=(0, 1)),
            },
            (0, 0, 1, 1, 1),
            ["evidence.added", "verdict.recorded"],
        ),
    ],
)
def test_only_what_changed_is_recorded(
    audit: Audit, changes: dict[str, Any], wanted: tuple[int, ...], kinds: list[str]
) -> None:
    """A verdict also where its statement changed: it is the document's on the new one."""
    claim = made("b", "a", tags=("x",), evidence=(SEEN,), verdict=HOLDS)
    imported(audit, made("a"), claim)
    before = audit.ledger.store.head(LOCAL).n
    new, updated, unchanged, *rest = counts(imported(audit, made("a"), replace(claim, **changes)))
    assert (new, updated, unchanged - 1, *rest) == wanted
    rows = audit.ledger.store.read(LOCAL, after=before)
    assert [row.type for row in rows] == kinds


def test_items_that_say_the_same_are_recorded_once(audit: Audit) -> None:
    """Also where only white space tells them apart; a verdict cites the one there is."""
    twin = replace(SEEN, locator=f" {SEEN.locator} ")
    claim = made("a", evidence=(SEEN, twin, SEEN), verdict=replace(HOLDS, cites=(1, 2)))
    assert counts(imported(audit, claim)) == (1, 0, 0, 1, 1)
    assert counts(imported(audit, claim)) == (0, 0, 1, 0, 0)


def test_a_claim_moves_below_another_parent(audit: Audit) -> None:
    """The document owns the links among its claims."""
    imported(audit, made("a"), made("b"), made("c", "a"))
    imported(audit, made("a"), made("b"), made("c", "b"), made("d", "c"))
    assert parents(audit) == {"a": [], "b": [], "c": ["b"], "d": ["c"]}


def test_links_to_claims_from_elsewhere_stay(audit: Audit) -> None:
    """Those made by hand, and those of documents that are not imported this time."""
    imported(audit, made("top", document="b.md"), made("a", "top"))
    audit.add_claims([NewClaim("Registered by hand.")], actor="ada")
    by_hand = UpdateClaim(ClaimId("CLM-0002"), parents=(ClaimId("CLM-0001"), ClaimId("CLM-0003")))
    audit.update_claim(by_hand, actor="ada")
    report = imported(audit, made("a", "top"))
    assert (counts(report), report.problems) == ((0, 0, 1, 0, 0), ())
    assert parents(audit)["a"] == ["top", None]


def test_what_others_concluded_since_stays_the_current_verdict(audit: Audit) -> None:
    """The document says nothing new."""
    claim = made("a", evidence=(SEEN, BROKEN), verdict=HOLDS)
    imported(audit, claim)
    refuting = by_key(audit)["a"].evidence[1].evidence_id
    audit.record_verdict(
        RecordVerdict(
            ClaimId("CLM-0001"),
            Conclusion.REFUTED,
            "It fails. Fix: mend the parser and run tests/b.py",
            "grace",
            (refuting,),
        ),
        actor="grace",
    )
    assert counts(imported(audit, claim)) == (0, 0, 1, 0, 0)
    assert by_key(audit)["a"].conclusion is Conclusion.REFUTED


def test_an_item_that_was_withdrawn_here_is_not_recorded_again(audit: Audit) -> None:
    """A verdict that still needs it is a problem."""
    claim = made("a", evidence=(SEEN,))
    imported(audit, claim)
    audit.withdraw_evidence(WithdrawEvidence(EvidenceId("EVD-0001"), "it never ran"), actor="ada")
    assert counts(imported(audit, claim)) == (0, 0, 1, 0, 0)
    report = imported(audit, replace(claim, verdict=HOLDS))
    assert report.verdicts == 0
    assert [problem.what for problem in report.problems] == [
        "the verdict was not recorded: EVD-0001 was withdrawn"
    ]


def test_a_claim_that_was_retired_here_is_left_alone(audit: Audit) -> None:
    """A remark says so; its children stand without it, and an active twin goes before it."""
    tree = (made("a"), made("b", "a"))
    imported(audit, *tree)
    audit.retire_claim(RetireClaim(ClaimId("CLM-0001"), "out of scope"), actor="ada")
    report = imported(audit, made("a", statement="New."), made("b", "a"), made("c", "a"))
    assert report.remarks == ("CLM-0001 (a) was retired here and is left alone",)
    assert report.problems == ()
    assert [row.key for row in report.claims] == ["b", "c"]
    twin = NewClaim("The claim a.", source=ClaimSource("a.md", "line 1", "a"))
    audit.add_claims([twin], actor="ada")
    assert imported(audit, *tree).claims[0].claim_id == "CLM-0004"


def test_a_claim_that_its_document_no_longer_makes_is_a_remark(audit: Audit) -> None:
    """Nobody retires it but an auditor; other documents do not matter."""
    imported(audit, *(made(str(number)) for number in range(12)), made("x", document="b.md"))
    report = imported(audit, made("0"))
    (remark,) = report.remarks
    assert remark.startswith("CLM-0002, CLM-0003, ")
    assert " and 1 more came from these documents and stand in them no longer" in remark
    assert all(claim.is_active for claim in audit.all_claims().values())


# --- others at work -------------------------------------------------------------------


def test_an_import_goes_on_where_somebody_appended(
    audit: Audit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It reads again, and counts what it recorded over all attempts."""
    monkeypatch.setattr(batch_writing, "REQUESTS_A_BATCH", 2)
    disturb_once_in_a_while(audit, monkeypatch, batches=(2, 4))
    report = imported(audit, *(made(str(n), evidence=(SEEN,), verdict=HOLDS) for n in range(4)))
    assert counts(report) == (4, 0, 0, 4, 4)
    assert [row.fate for row in report.claims] == ["new"] * 4
    keys = [claim.source.key for claim in audit.all_claims().values()]
    assert sorted(keys, key=str) == ["0", "1", "2", "3", None, None]


def test_an_import_gives_up_where_others_never_rest(
    audit: Audit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is half recorded."""
    disturb_once_in_a_while(audit, monkeypatch, batches=range(1, ATTEMPTS + 2))
    with pytest.raises(StaleHeadError):
        imported(audit, made("a"))
    assert set(by_key(audit)) == {None}


def disturb_once_in_a_while(
    audit: Audit,
    monkeypatch: pytest.MonkeyPatch,
    *,
    batches: Any,  # noqa: ANN401 - numbers
) -> None:
    """Let somebody else register a claim just before some batches are recorded."""
    record_all, seen = audit.ledger.record_all, [0]

    def disturbed(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - as asked
        if len(args[1]) > 1:
            seen[0] += 1
            if seen[0] in batches:
                audit.add_claims([NewClaim("Somebody else's.")], actor="grace")
        return record_all(*args, **kwargs)

    monkeypatch.setattr(audit.ledger, "record_all", disturbed)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_two_imports_at_once_register_each_claim_once(kind: str, tmp_path: Path) -> None:
    """Whichever comes first."""
    store = MemoryStore() if kind == "memory" else SqliteStore(tmp_path / "ledger.db")
    audit = Audit(Ledger(store, Clock()), LOCAL)
    tree = [made(str(number), evidence=(SEEN,), verdict=HOLDS) for number in range(40)]
    reports: list[TreeReport] = []
    threads = [
        threading.Thread(target=lambda: reports.append(imported(audit, *tree))) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(report.new for report in reports) == 40
    assert sum(report.evidence for report in reports) == 40
    assert sum(report.verdicts for report in reports) == 40
    assert len(audit.all_claims()) == 40
    require_replay(store)
    if isinstance(store, SqliteStore):
        store.close()


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(Format))
@settings(max_examples=10)
@given(data=st.data())
def test_a_damaged_document_is_imported_once(kind: Format, data: st.DataObject) -> None:
    """Whatever could be read of it; again, nothing is recorded and the same is reported."""
    tree = READERS[kind](data.draw(mutated_texts(kind)), document="damaged")
    audit = Audit(Ledger(MemoryStore(), Clock()), LOCAL)
    require_idempotence(audit, tree)
    require_replay(audit.ledger.store)


# --- whole data sets ------------------------------------------------------------------


def read(*paths: Path) -> ClaimTree:
    """Read files that belong together."""
    return read_trees([(path.name, path.read_bytes()) for path in paths])


def require_idempotence(audit: Audit, tree: ClaimTree) -> TreeReport:
    """Import a tree twice; the second time nothing is recorded, and the problems are the same."""
    first = import_tree(audit, tree, actor="importer")
    before = audit.ledger.store.head(LOCAL)
    again = import_tree(audit, tree, actor="importer")
    assert counts(again) == (0, 0, len(first.claims), 0, 0)
    assert again.problems == first.problems
    assert audit.ledger.store.head(LOCAL) == before
    return first


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "claimreview/world_is_flat.jsonld",
        "factcheck/fever.jsonl",
        "factcheck/fool_me_twice.jsonl",
        "factcheck/hover.json",
        "factcheck/scifact_gold.jsonl",
        "factcheck/wice.jsonl",
        "trees/claims-ledger/claims.md",
        "trees/gsn/dialectic.gsn.yaml",
        "trees/outline.md",
        "trees/sphinx-needs/needs_test_small.json",
        "trees/strictdoc/backlog.sdoc",
    ],
)
def test_every_format_is_imported_whole_and_once(audit: Audit, name: str) -> None:
    """Each claim, item and verdict that was read."""
    tree = read(Path(VECTORS, name))
    report = require_idempotence(audit, tree)
    assert report.new == len(tree.claims)
    assert report.evidence == sum(len(claim.evidence) for claim in tree.claims)
    assert report.verdicts == sum(claim.verdict is not None for claim in tree.claims)
    assert report.warnings == ()


@pytest.mark.slow
def test_three_thousand_fever_rows_come_back_as_predictions(audit: Audit) -> None:
    """The verdicts of the labels score as the labels do."""
    path = shared("data/factcheck/fever/paper_dev_first3000.jsonl")
    report = import_tree(audit, read(path), actor="importer")
    assert counts(report) == (3000, 0, 0, 3464, 3000)
    assert (report.problems, report.warnings) == ((), ())
    rows = list(json_lines(path))
    predictions = list(format_predictions(audit.all_claims().values()))
    assert [row["id"] for row in predictions] == [row["id"] for row in rows]
    whole = score_predictions(predictions, rows, most_sentences=52)
    assert (whole.strict_score, whole.label_accuracy) == (1.0, 1.0)
    assert (whole.precision, whole.recall, whole.f1) == (1.0, 1.0, 1.0)
    # Four claims have no evidence set of five sentences, and five are all that the scorer reads.
    usual = score_predictions(predictions, rows)
    assert (usual.strict_score, usual.label_accuracy) == (2996 / 3000, 1.0)
    assert counts(import_tree(audit, read(path), actor="importer")) == (0, 0, 3000, 0, 0)


@pytest.mark.slow
def test_a_strictdoc_project_is_imported_with_its_links(audit: Audit) -> None:
    """Two hundred and thirty links, of which 39 lead to standards that are not here."""
    folder = shared("data/trees/strictdoc/docs")
    report = require_idempotence(audit, read(*sorted(folder.glob("*.sdoc"))))
    assert counts(report) == (280, 0, 0, 37, 0)
    assert [problem.code.value for problem in report.problems] == ["unknown_parent"] * 39
    assert sum(len(claim.parents) for claim in audit.all_claims().values()) == 191


@pytest.mark.slow
def test_documents_imported_one_by_one_get_their_links_when_they_come_together(
    audit: Audit,
) -> None:
    """The links that were problems before."""
    folder = shared("data/trees/strictdoc/docs")
    documents = sorted(folder.glob("*.sdoc"))
    reports = [import_tree(audit, read(path), actor="importer") for path in documents]
    assert sum(len(report.problems) for report in reports) == 230
    joined = import_tree(audit, read(*documents), actor="importer")
    assert (joined.new, len(joined.problems)) == (0, 39)
    assert sum(len(claim.parents) for claim in audit.all_claims().values()) == 191


@pytest.mark.parametrize(
    ("pattern", "claims", "evidence", "problems"),
    [
        ("claims-ledger/examples/**/claims.md", 25, 30, 0),
        ("gsn2x/examples/modular/*.yaml", 5, 6, 0),
        ("gsn2x/examples/template/*.yaml", 4, 2, 0),
        ("sphinx-needs-json/**/import_doc/needs_test.json", 14, 0, 0),
    ],
)
def test_shared_trees_are_imported_together(
    audit: Audit, pattern: str, claims: int, evidence: int, problems: int
) -> None:
    """Under names that tell them apart."""
    folder = shared("data/trees")
    files = [
        (str(path.relative_to(folder)), path.read_bytes()) for path in sorted(folder.glob(pattern))
    ]
    report = require_idempotence(audit, read_trees(files))
    assert (report.new, report.evidence, len(report.problems)) == (claims, evidence, problems)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("wice/dev_first120.jsonl", (120, 508, 41)),
        ("hover/hover_dev_first500.json", (500, 1468, 500)),
        ("fool-me-twice/dev_first400.jsonl", (400, 497, 400)),
    ],
)
def test_shared_data_sets_are_imported_whole(
    audit: Audit, name: str, wanted: tuple[int, int, int]
) -> None:
    """Claims, evidence, verdicts."""
    report = import_tree(audit, read(shared(f"data/factcheck/{name}")), actor="importer")
    assert (report.new, report.evidence, report.verdicts) == wanted
    assert (report.problems, report.warnings) == ((), ())
