"""Measure the audit of a large ledger, beside reading the same claims from the file as JSON.

    python -m bench.audit [CLAIMS]

The ledger has 10,000 claims in trees, 30,000 evidence items and 20,000 verdicts unless told
otherwise, all made by the commands that people use. The baseline reads every claim's stored text
and parses it with orjson: what any answer about all claims costs at the least.
"""

import random
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import orjson
from bench.harness import Way, compare, run

from both_sides.domain.commands import AddEvidence, Command, NewClaim, RecordVerdict
from both_sides.domain.decide import decide
from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.ids import ClaimId
from both_sides.domain.next_steps import next_steps
from both_sides.domain.verdicts import Conclusion
from both_sides.errors import LedgerError
from both_sides.service.audit import Audit
from both_sides.service.audit_report import audit_report, report_on
from both_sides.service.requests import Decision, Request
from both_sides.service.wiring import open_audit, read_settings

CLAIMS = 10_000
ROOTS = 20
REACH = 3_000
"""A claim's parent is among so many that came before it, so the trees are deep and wide."""
AT_ONCE = 500
ROUNDS = 5
TIPS = {
    Conclusion.SUPPORTED: "The test that is cited shows it.",
    Conclusion.REFUTED: "The test shows the contrary. Fix: correct the parser, then run it again",
    Conclusion.NOT_ENOUGH_INFO: "Nothing was found. Fix: run the fuzzing job on this module",
}


def build(path: Path, number: int) -> Audit:
    """Make the ledger: claims, three evidence items a claim, two verdicts a claim."""
    audit = open_audit(read_settings(ledger=str(path), actor="bench"), create=True)
    chance = random.Random(1)
    ids: list[ClaimId] = []
    while len(ids) < number:
        amount = min(AT_ONCE, number - len(ids)) if ids else ROOTS
        claims = [
            NewClaim(
                f"Component {chance.randrange(10**6)} handles case {len(ids) + n} as intended",
                parents=(chance.choice(ids[-REACH:]),) if ids else (),
            )
            for n in range(amount)
        ]
        recorded = audit.add_claims(claims, actor="bench").claims
        ids.extend(claim.claim_id for claim in recorded)
    items = [
        AddEvidence(
            chance.choice(ids),
            chance.choice((Stance.SUPPORTS, Stance.REFUTES)),
            EvidenceKind.TEST,
            f"tests/test_parser.py::test_{n}",
            "the test runs this case and says what happened",
        )
        for n in range(3 * number)
    ]
    _record(audit, items)
    _record(audit, [_verdict(audit, chance, n) for n in chance.choices(ids, k=2 * number)])
    return audit


def _verdict(audit: Audit, chance: random.Random, claim_id: ClaimId) -> RecordVerdict:
    evidence = audit.claim(claim_id).claim.evidence
    if not evidence:
        conclusion, cited = Conclusion.NOT_ENOUGH_INFO, ()
    else:
        item = evidence[0]
        is_for = item.stance is Stance.SUPPORTS
        conclusion = Conclusion.SUPPORTED if is_for else Conclusion.REFUTED
        cited = (item.evidence_id,)
    auditor = f"auditor {chance.randrange(3)}"
    return RecordVerdict(claim_id, conclusion, TIPS[conclusion], auditor, cited)


def _record(audit: Audit, commands: Sequence[Command]) -> None:
    def request(command: Command) -> Request:
        return Request(lambda state, _at: Decision(decide(state, command)), "bench")

    for start in range(0, len(commands), AT_ONCE):
        part = commands[start : start + AT_ONCE]
        for outcome in audit.ledger.record_all(audit.scope, [*map(request, part)]):
            if isinstance(outcome, LedgerError):
                raise outcome


def _tldr(audit: Audit) -> object:
    claims = audit.all_claims()
    return next_steps(claims), report_on(claims)


def main() -> None:
    """Build the ledger in a folder of its own and measure each answer."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else CLAIMS
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "audit.db"
        audit = build(path, number)

        def stored() -> object:
            with sqlite3.connect(path) as connection:
                rows = connection.execute("SELECT body FROM views WHERE kind = 'claim'")
                return [orjson.loads(body) for (body,) in rows]

        middle = ClaimId(f"CLM-{number // 2:04d}")
        compare(
            f"answers about a ledger of {number:,} claims",
            [
                Way("read and parse the stored claims", stored),
                Way("fold them into claims", audit.all_claims),
                Way("tldr", lambda: _tldr(audit), target="<= 2 s"),
                Way("next (first page)", audit.next_steps, target="<= 2 s"),
                Way("report, with a replay", lambda: audit_report(audit), target="<= 2 s"),
                Way("tree", audit.tree),
                Way("show one claim", lambda: audit.claim(middle), target="<= 50 ms"),
                Way("list (first page)", audit.claims, target="<= 50 ms"),
                Way("search (first page)", lambda: audit.search("case 42"), target="<= 50 ms"),
            ],
            unit="answer",
            rounds=ROUNDS,
        )


if __name__ == "__main__":
    sys.exit(run(main))
