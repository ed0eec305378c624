"""Bring a tree of claims into a scope: claims, evidence and verdicts, and only what is new.

1. A claim is known again by the document that makes it and the key that it has there. What its
   document says differently now is recorded; a claim that is like that already is no event.
2. Claims come parents first, each with its evidence. An item that the claim has, even withdrawn,
   is not recorded again.
3. Verdicts come when all claims are there, the deepest first, so that a parent's follows from its
   children. A verdict is recorded unless its auditor's last one on the claim is the same and was
   on the same statement: what others have concluded since stays the current verdict.
4. The documents own the links among their claims; links to claims from elsewhere stay.
5. A claim that was retired here is left alone, and so is one that its document no longer makes:
   both are remarks. What cannot be recorded is a problem, and stops nothing else.

Two imports at once cannot register a claim twice: where somebody appended, the import reads the
scope again and goes on with what is left. *This module does not* read any format; see
`both_sides.exchange.formats`.
"""

from dataclasses import dataclass
from typing import Final

from both_sides.domain.ids import ClaimId
from both_sides.errors import StaleHeadError
from both_sides.exchange.claim_trees import ClaimTree
from both_sides.exchange.problems import Problem
from both_sides.exchange.tree_wiring import address_of, wire_tree
from both_sides.service.audit import Audit
from both_sides.service.tree_recording import TreeRun
from both_sides.service.tree_tally import Fate, Tally, VerdictWarning

ATTEMPTS: Final = 20


@dataclass(frozen=True, slots=True)
class ImportedClaim:
    """Hold a claim of a tree with its id here, and what became of it."""

    key: str
    document: str | None
    claim_id: ClaimId
    fate: Fate


@dataclass(frozen=True, slots=True)
class TreeReport:
    """Say what became of a tree.

    Args:
        claims: The claims that are in the scope now, in the order of the tree.
        evidence: How many items were recorded.
        verdicts: How many verdicts were recorded.
        warnings: What was said when verdicts were accepted.
        problems: What could not be read, linked or recorded.
        remarks: What a reader should know, in words.
    """

    claims: tuple[ImportedClaim, ...]
    evidence: int
    verdicts: int
    warnings: tuple[VerdictWarning, ...]
    problems: tuple[Problem, ...]
    remarks: tuple[str, ...]

    @property
    def new(self) -> int:
        """Count the claims that were registered."""
        return self._count(Fate.NEW)

    @property
    def updated(self) -> int:
        """Count the claims whose document says something else of them now."""
        return self._count(Fate.UPDATED)

    @property
    def unchanged(self) -> int:
        """Count the claims that were like that already."""
        return self._count(Fate.UNCHANGED)

    def _count(self, fate: Fate) -> int:
        return sum(claim.fate is fate for claim in self.claims)


def import_tree(audit: Audit, tree: ClaimTree, *, actor: str) -> TreeReport:
    """Bring a tree of claims into a scope.

    Args:
        audit: The scope.
        tree: What was read, from one document or from several that belong together.
        actor: Who imports.

    Returns:
        What became of everything in the tree.

    Raises:
        StaleHeadError: Others keep appending; what was recorded stays, so import again.
        StoreUnavailableError: The ledger cannot be written; earlier batches are kept.

    *Source:* spec/claims.md, R12, Surfaces (`import`); spec/interfaces.md, `claims-mcp import`.
    """
    wired = wire_tree(tree)
    tally = Tally()
    run = TreeRun(audit, wired, actor, tally)
    for _ in range(ATTEMPTS):
        try:
            run.record()
            break
        except StaleHeadError:
            run = TreeRun(audit, wired, actor, tally)
    else:
        run.record()
    imported = {
        address: ImportedClaim(address[1], address[0], run.ids[address], tally.fate_of(address))
        for address in map(address_of, tree.claims)
        if address in run.ids
    }
    return TreeReport(
        claims=tuple(imported.values()),
        evidence=tally.evidence,
        verdicts=tally.verdicts,
        warnings=tuple(tally.warnings),
        problems=(*tree.problems, *wired.problems, *run.problems),
        remarks=(*tree.remarks, *run.remarks),
    )
