"""One way to speak to the audit, whatever the face: Python, or the command line.

A story is written once against `Face` and told through each. Answers are the JSON members that
other programs rely on; a refusal is `Refused` with the same code, message and hint everywhere.
"""

import contextlib
import io
import itertools
import json
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, Protocol

from both_sides.domain.claims import ClaimSource
from both_sides.domain.commands import (
    AddEvidence,
    NewClaim,
    RecordVerdict,
    RetireClaim,
    SetPolicy,
    UpdateClaim,
    WithdrawEvidence,
)
from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.ids import ClaimId, EvidenceId, ScopeId, parse_claim_id, parse_evidence_id
from both_sides.domain.verdicts import Conclusion
from both_sides.errors import LedgerError
from both_sides.interfaces.cli import claims_app
from both_sides.interfaces.wire import audit_shapes as shapes
from both_sides.interfaces.wire.errors import error_members
from both_sides.service.audit import Audit
from both_sides.service.audit_report import audit_report
from both_sides.service.ledger import Ledger
from both_sides.store.sqlite import SqliteStore

Answer = dict[str, Any]


class Refused(Exception):  # noqa: N818 - read as a sentence: pytest.raises(Refused)
    """Carry a refusal as every face words it."""

    def __init__(self, members: Answer) -> None:
        super().__init__(f"{members['message']} [{members['code']}]")
        self.code = str(members["code"])
        self.message = str(members["message"])
        self.hint = str(members["hint"])


class Face(Protocol):
    """Speak to the audit of one ledger."""

    path: Path

    def add(self, statement: str, **options: Any) -> Answer: ...  # noqa: ANN401, D102
    def evidence(self, claim: str, stance: str, **options: Any) -> Answer: ...  # noqa: ANN401, D102
    def withdraw(self, evidence: str, reason: str = "wrong file") -> Answer: ...  # noqa: D102
    def verdict(self, claim: str, verdict: str, **options: Any) -> Answer: ...  # noqa: ANN401, D102
    def history(self, claim: str) -> Answer: ...  # noqa: D102
    def show(self, claim: str) -> Answer: ...  # noqa: D102
    def next(self) -> list[Answer]: ...  # noqa: D102
    def report(self) -> Answer: ...  # noqa: D102
    def update(self, claim: str, **options: Any) -> Answer: ...  # noqa: ANN401, D102
    def retire(self, claim: str, **options: Any) -> Answer: ...  # noqa: ANN401, D102
    def reactivate(self, claim: str) -> Answer: ...  # noqa: D102
    def policy(self, **options: bool) -> Answer: ...  # noqa: D102


class PythonFace:
    """Call the library."""

    def __init__(self, path: Path) -> None:
        self.path = path
        ticks = itertools.count()
        store = SqliteStore(path)
        clock = (f"2026-10-03T00:00:{n // 1000:02d}.{n % 1000:03d}Z" for n in ticks)
        self._audit = Audit(Ledger(store, lambda: next(clock)), ScopeId("local"))

    def close(self) -> None:
        """Let go of the file."""
        self._audit.ledger.store.close()

    def add(self, statement: str, **options: Any) -> Answer:  # noqa: ANN401
        """Register a claim."""
        claim = NewClaim(
            statement,
            tuple(map(parse_claim_id, options.get("parents", ()))),
            ClaimSource(options.get("source"), options.get("locator")),
            tuple(options.get("tags", ())),
        )
        with _refusals():
            recorded = self._audit.add_claims([claim], actor=options.get("actor", "author"))
        return shapes.added_members(recorded.claims[0])

    def evidence(self, claim: str, stance: str, **options: Any) -> Answer:  # noqa: ANN401
        """Record an item."""
        supersedes = options.get("supersedes")
        command = AddEvidence(
            ClaimId(claim),
            Stance(stance),
            EvidenceKind(options.get("kind", "test")),
            options.get("locator", "tests/test_jwk.py::test_weak"),
            options.get("summary", "what was seen"),
            quote=options.get("quote"),
            digest=options.get("digest"),
            supersedes=None if supersedes is None else EvidenceId(supersedes),
        )
        with _refusals():
            recorded = self._audit.add_evidence(command, actor="collector")
        return shapes.evidence_members(recorded.item)

    def withdraw(self, evidence: str, reason: str = "wrong file") -> Answer:
        """Withdraw an item."""
        with _refusals():
            command = WithdrawEvidence(parse_evidence_id(evidence), reason)
            return shapes.evidence_members(
                self._audit.withdraw_evidence(command, actor="collector").item
            )

    def verdict(self, claim: str, verdict: str, **options: Any) -> Answer:  # noqa: ANN401
        """Record a verdict."""
        command = RecordVerdict(
            ClaimId(claim),
            Conclusion(verdict),
            options.get(
                "rationale", "It was seen. Fix: send a 1024-bit key and assert a rejection"
            ),
            options.get("auditor", "auditor"),
            tuple(map(EvidenceId, options.get("cite", ()))),
            is_strict=options.get("strict", False),
        )
        with _refusals():
            recorded = self._audit.record_verdict(command, actor="auditor")
        return shapes.recorded_verdict_members(recorded)

    def history(self, claim: str) -> Answer:
        """Read the verdicts."""
        with _refusals():
            return shapes.history_members(self._audit.claim(ClaimId(claim)).claim)

    def show(self, claim: str) -> Answer:
        """Read a claim."""
        with _refusals():
            return shapes.claim_members(self._audit.claim(ClaimId(claim)))

    def next(self) -> list[Answer]:
        """List next steps."""
        return [shapes.step_members(step) for step in self._audit.next_steps(limit=100).items]

    def report(self) -> Answer:
        """Put a report together."""
        members: Answer = json.loads(json.dumps(shapes.report_members(audit_report(self._audit))))
        return members

    def update(self, claim: str, **options: Any) -> Answer:  # noqa: ANN401
        """Change a claim."""
        parents = options.get("parents")
        command = UpdateClaim(
            ClaimId(claim),
            options.get("statement"),
            None if parents is None else tuple(map(ClaimId, parents)),
            None,
            None if "tags" not in options else tuple(options["tags"]),
        )
        with _refusals():
            return shapes.claim_row(self._audit.update_claim(command, actor="author").claims[0])

    def retire(self, claim: str, **options: Any) -> Answer:  # noqa: ANN401
        """Retire a claim."""
        successor = options.get("superseded_by")
        command = RetireClaim(
            ClaimId(claim),
            options.get("reason", "no longer claimed"),
            None if successor is None else ClaimId(successor),
        )
        with _refusals():
            return shapes.claim_row(self._audit.retire_claim(command, actor="author").claims[0])

    def reactivate(self, claim: str) -> Answer:
        """Bring a claim back."""
        with _refusals():
            recorded = self._audit.reactivate_claim(ClaimId(claim), "again", actor="author")
        return shapes.claim_row(recorded.claims[0])

    def policy(self, **options: bool) -> Answer:
        """Set the rules."""
        command = SetPolicy(options.get("strict"), options.get("separate_author_and_auditor"))
        return shapes.policy_members(self._audit.set_policy(command, actor="admin"))


class CommandLineFace:
    """Run `claims-mcp` in this process, with ``--json``."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def close(self) -> None:
        """Do nothing; every command closes what it opened."""

    def _run(self, command: str, *arguments: str, actor: str = "author") -> Answer:
        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
        common = ["--json", "--ledger", str(self.path), "--actor", actor]
        argv = [*command.split(), *common, *arguments]
        with redirect_stdout(out), redirect_stderr(err):
            code = claims_app.run(argv)
        out.flush()
        text = out.buffer.getvalue().decode()
        if code != 0:
            assert text == ""
            raise Refused(json.loads(err.getvalue()))
        members: Answer = json.loads(text)
        return members

    def add(self, statement: str, **options: Any) -> Answer:  # noqa: ANN401
        """Register a claim."""
        return self._run(
            "add",
            *_options(options, parents="--parent", source="--source", tags="--tag"),
            *_options(options, locator="--locator"),
            "--",
            statement,
            actor=options.get("actor", "author"),
        )

    def evidence(self, claim: str, stance: str, **options: Any) -> Answer:  # noqa: ANN401
        """Record an item."""
        given = {
            "kind": "test",
            "locator": "tests/test_jwk.py::test_weak",
            "summary": "what was seen",
        } | options
        flags = {name: f"--{name}" for name in given}
        return self._run(
            "evidence add",
            claim,
            f"--stance={stance}",
            *_options(given, **flags),
            actor="collector",
        )

    def withdraw(self, evidence: str, reason: str = "wrong file") -> Answer:
        """Withdraw an item."""
        return self._run("evidence withdraw", evidence, f"--reason={reason}", actor="collector")

    def verdict(self, claim: str, verdict: str, **options: Any) -> Answer:  # noqa: ANN401
        """Record a verdict."""
        given = {
            "rationale": "It was seen. Fix: send a 1024-bit key and assert a rejection",
            "auditor": "auditor",
        } | options
        strict = ["--strict"] if given.pop("strict", False) else []
        flags = {name: f"--{name}" for name in given}
        return self._run(
            "verdict", claim, verdict, *strict, *_options(given, **flags), actor="auditor"
        )

    def history(self, claim: str) -> Answer:
        """Read the verdicts."""
        return self._run("history", claim)

    def show(self, claim: str) -> Answer:
        """Read a claim."""
        return self._run("show", claim)

    def next(self) -> list[Answer]:
        """List next steps."""
        steps: list[Answer] = self._run("next", "--limit", "100")["steps"]
        return steps

    def report(self) -> Answer:
        """Put a report together."""
        return self._run("report")

    def update(self, claim: str, **options: Any) -> Answer:  # noqa: ANN401
        """Change a claim."""
        none = ["--no-parents"] if options.get("parents") == [] else []
        return self._run(
            "update",
            claim,
            *none,
            *_options(options, statement="--statement", parents="--parent", tags="--tag"),
        )

    def retire(self, claim: str, **options: Any) -> Answer:  # noqa: ANN401
        """Retire a claim."""
        given = {"reason": "no longer claimed"} | options
        return self._run(
            "retire", claim, *_options(given, reason="--reason", superseded_by="--superseded-by")
        )

    def reactivate(self, claim: str) -> Answer:
        """Bring a claim back."""
        return self._run("reactivate", claim, "--reason=again")

    def policy(self, **options: bool) -> Answer:
        """Set the rules."""
        flags = [f"--{name.replace('_', '-')}" for name, value in options.items() if value]
        return self._run("policy", *flags, actor="admin")


FACES: dict[str, Callable[[Path], PythonFace | CommandLineFace]] = {
    "python": PythonFace,
    "cli": CommandLineFace,
}


def _options(given: dict[str, Any], **flags: str) -> Iterator[str]:
    for name, flag in flags.items():
        value = given.get(name)
        values = value if isinstance(value, list | tuple) else [] if value is None else [value]
        for item in values:
            yield f"{flag}={item}"


@contextlib.contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except LedgerError as error:
        raise Refused(error_members(error)) from error
