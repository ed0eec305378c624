"""Name the call that would have been accepted in the place of one that was refused.

It is the same call with the one thing changed that was wrong, or the call that has to come first.
What only the caller can know stands as `…`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from both_sides.errors import LedgerError
from both_sides.interfaces.mcp.spelling import call_in, spell

Arguments = Mapping[str, Any]

STEP: Final = "… Fix: add a test that sends a 1024-bit RSA JWK and asserts it is rejected"

_PARAMETERS_OF_FIELD: Final = {
    "claim": ("claim_id", "choose", "parents", "parent", "superseded_by"),
    "evidence": ("evidence_id", "citations", "supersedes"),
    "ruling": ("ruling_id", "supersedes"),
    "statement": ("statement", "statements"),
    "tag": ("tags", "tag"),
}
_EXAMPLES: Final[dict[str, Any]] = {
    "acknowledge": ["barred"],
    "as_of": "2026-10-03",
    "at": "2015",
    "citations": ["EVD-0001"],
    "claim_id": "CLM-0001",
    "detail": "concise",
    "document": "README.md",
    "entity": "Q1764",
    "evidence_id": "EVD-0001",
    "kind": "test",
    "limit": 20,
    "locators": ["line 3"],
    "parent": "CLM-0001",
    "parents": ["CLM-0001"],
    "property": "P1082",
    "ruling_id": "RUL-0001",
    "section": "summary",
    "stance": "supports",
    "standing": "standing",
    "statements": ["The parser rejects weak keys."],
    "status": "active",
    "supersedes": "EVD-0001",
    "superseded_by": "CLM-0002",
    "tags": ["security"],
    "text": "parser",
    "verdict": "not_enough_info",
}
_DROPPED: Final = frozenset({"cursor", "newest"})
"""Parameters that are mended by leaving them out."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Hold a call that was refused.

    Args:
        tool: Which tool was called.
        arguments: With what.
        parameters: What the tool takes, in order.
        required: Which of them it cannot do without.
    """

    tool: str
    arguments: Arguments
    parameters: tuple[str, ...] = ()
    required: tuple[str, ...] = ()

    def but(self, **changes: Any) -> str:  # noqa: ANN401 - any JSON value
        """Spell the same call with other arguments; those that become None are left out."""
        needed = [*self.required, "auditor"]  # nobody may be named to the server as auditor
        missing = {name: _EXAMPLES.get(name, "…") for name in needed}
        merged = {**missing, **self.arguments, **changes}
        names = [name for name in self.parameters if name in merged]
        return spell(self.tool, {n: merged[n] for n in names if merged[n] is not None})


Mend = Callable[[Attempt, LedgerError], str | None]


def accepted_call(attempt: Attempt, error: LedgerError) -> str | None:
    """Spell the call that would have been accepted, or answer None where there is none."""
    mend = _MENDS.get(error.code)
    return call_in(error.hint) if mend is None else mend(attempt, error)


def _field(attempt: Attempt, error: LedgerError) -> str | None:
    """Put something that is accepted in the place of what was not."""
    names = list(_texts(error.facts.get("fields"))) or [str(error.facts.get("field", ""))]
    changes: dict[str, Any] = {}
    for name in names:
        parameter = _parameter(name, attempt)
        if parameter not in attempt.parameters:
            return None  # said when the server is started, not by a call
        changes[parameter] = None if parameter in _DROPPED else _EXAMPLES.get(parameter, "…")
    if "at" in changes:  # a dispute is narrowed in one way
        changes["newest"] = None
    return attempt.but(**changes)


def _parameter(field: str, attempt: Attempt) -> str:
    """Name the parameter that a rule's word for a field stands for."""
    names = _PARAMETERS_OF_FIELD.get(field, (field,))
    given = [name for name in names if name in attempt.arguments]
    known = [name for name in names if name in attempt.parameters]
    return next(iter([*given, *known, field]))


def _found(attempt: Attempt, error: LedgerError) -> str | None:
    """Name the list that has what was looked for."""
    facts = error.facts
    claim_id = attempt.arguments.get("claim_id", "…")
    example = {"statements": _EXAMPLES["statements"]}
    lists: tuple[tuple[bool, str, dict[str, Any]], ...] = (
        ("ledger" in facts and attempt.tool not in _DESK, "add_claims", example),
        ("evidence" in facts, "get_claim", {"claim_id": claim_id}),
        (
            {"claim", "entity"} <= set(facts),
            "get_dispute",
            {"entity": facts.get("entity"), "property": "…"},
        ),
        ("claim" in facts, "list_claims", {}),
        ("ruling" in facts, "list_rulings", {}),
        ("property" in facts, "list_disputes", {"entity": facts.get("entity")}),
        ("entity" in facts, "list_disputes", {}),
    )
    return next((spell(tool, given) for applies, tool, given in lists if applies), None)


def _cited(attempt: Attempt, error: LedgerError) -> str | None:
    """Cite what may be cited; where there is nothing, record it first."""
    usable = list(_texts(error.facts.get("usable")))
    if attempt.tool == "add_evidence":
        return attempt.but(supersedes=next(iter(usable), None))
    return attempt.but(citations=usable[:1]) if usable else call_in(error.hint)


def _single(attempt: Attempt, _error: LedgerError) -> str:
    return attempt.but(citations=list(dict.fromkeys(_texts(attempt.arguments.get("citations")))))


def _live(attempt: Attempt, error: LedgerError) -> str | None:
    if attempt.tool == "withdraw_evidence":
        return None  # nothing is left to do
    if attempt.tool == "add_evidence":
        return attempt.but(supersedes=None)
    cited = _texts(attempt.arguments.get("citations"))
    left = [item for item in cited if item != error.facts.get("evidence")]
    return attempt.but(citations=left or ["…"])


def _retired(attempt: Attempt, error: LedgerError) -> str:
    claim, successor = error.facts["claim"], error.facts.get("superseded_by")
    if successor and attempt.arguments.get("claim_id") == claim:
        return attempt.but(claim_id=successor)
    return spell("reactivate_claim", {"claim_id": claim, "reason": "…"})


def _acyclic(attempt: Attempt, error: LedgerError) -> str:
    if attempt.tool == "retire_claim":
        return attempt.but(superseded_by=None)
    parents = _texts(attempt.arguments.get("parents"))
    left = [parent for parent in parents if parent != error.facts.get("parent")]
    return attempt.but(parents=left or ["…"])


def _but(**changes: Any) -> Mend:  # noqa: ANN401 - any JSON value
    def mend(attempt: Attempt, _error: LedgerError) -> str:
        return attempt.but(**changes)

    return mend


def _fact(parameter: str, fact: str) -> Mend:
    def mend(attempt: Attempt, error: LedgerError) -> str:
        return attempt.but(**{parameter: error.facts.get(fact) or "…"})

    return mend


def _new_text(attempt: Attempt, _error: LedgerError) -> str:
    is_ruling = attempt.tool == "revise_ruling"
    return attempt.but(**{"rationale" if is_ruling else "statement": "…"})


def _rival(attempt: Attempt, error: LedgerError) -> str:
    return attempt.but(choose=next(_texts(error.facts.get("rivals")), "…"))


def _standing(attempt: Attempt, error: LedgerError) -> str:
    names_another = attempt.arguments.get("supersedes") is not None
    return attempt.but(supersedes=None if names_another else error.facts["ruling"])


def _follow(_attempt: Attempt, error: LedgerError) -> str:
    return call_in(error.hint) or spell("next_steps", {})


def _name_children(_attempt: Attempt, error: LedgerError) -> str:
    claim, children = error.facts["claim"], _texts(error.facts.get("children"))
    return spell(
        "add_evidence",
        {
            "claim_id": claim,
            "stance": "refutes",
            "locator": f"children of {claim}",
            "summary": f"Refuted: {', '.join(children)} …",
            "kind": "analysis",
        },
    )


def _read_it(_attempt: Attempt, error: LedgerError) -> str:
    return spell("get_claim", {"claim_id": error.facts["claim"]})


def _none(_attempt: Attempt, _error: LedgerError) -> None:
    return None


def _texts(value: object) -> Iterator[str]:
    return (
        (item for item in value if isinstance(item, str)) if isinstance(value, list) else iter(())
    )


_DESK: Final = frozenset(
    {
        "list_disputes",
        "get_dispute",
        "adjudicate",
        "record_ruling",
        "revise_ruling",
        "retire_ruling",
        "list_rulings",
        "get_audit_trail",
    }
)
_MENDS: Final[dict[str, Mend]] = {
    "invalid_input": _field,
    "malformed_document": _field,
    "not_canonical": _none,
    "limit_exceeded": _field,
    "rationale_missing": _field,
    "actor_missing": _field,
    "not_found": _found,
    "citation_missing": _cited,
    "foreign_evidence": _cited,
    "duplicate_citation": _single,
    "evidence_withdrawn": _live,
    "claim_retired": _retired,
    "claim_active": _read_it,
    "cycle": _acyclic,
    "judge_is_author": _but(auditor="…"),
    "against_children": _follow,
    "children_not_named": _name_children,
    "fix_missing": _but(rationale=STEP),
    "fix_vague": _but(rationale=STEP),
    "fix_cross_reference": _but(rationale=STEP),
    "nothing_changed": _new_text,
    "deprecated_cannot_govern": _fact("choose", "leader"),
    "claim_refuted": _but(acknowledge=["refuted"]),
    "foreign_claim": _rival,
    "ruling_stands": _standing,
    "ruling_superseded": _fact("ruling_id", "superseded_by"),
    "nothing_to_rank": _but(at=None, newest=None),
    "idempotency_conflict": _but(idempotency_key="…"),
    "stale_head": _but(),
    "tampered": _none,
    "store_unavailable": _but(),
    "unsupported_schema": _none,
}
