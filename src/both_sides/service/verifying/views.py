"""Fold all events of a scope anew, and compare its views with what they lead to.

*This module does not* check seals; it is run when they are in order.
"""

from dataclasses import dataclass, field

from both_sides.domain.ids import ScopeId
from both_sides.errors import InvalidInputError, UnsupportedSchemaError
from both_sides.service.shadow import Shadow
from both_sides.service.verifying.findings import Finding, Outcome
from both_sides.service.view_comparison import ViewFinding, compare_views
from both_sides.store.port import LedgerStore


@dataclass(slots=True)
class ViewsResult:
    """Hold what a rebuild of the views of one scope found.

    Args:
        scope: Which scope.
        rows: How many rows were compared.
        findings: What is not in order.
        not_checked: What could not be compared, as a sentence; or None.
    """

    scope: ScopeId
    rows: int = 0
    findings: list[Finding] = field(default_factory=list)
    not_checked: str | None = None


def check_views(store: LedgerStore, scope: ScopeId, *, upto: int) -> ViewsResult:
    """Rebuild the views of a scope and compare them, row by row.

    Args:
        store: Where they are.
        scope: Which scope.
        upto: The last link of it that was verified.

    *Source:* spec/ledger.md, 1 and 5.
    """
    result = ViewsResult(scope)
    with Shadow(scope) as shadow:
        try:
            for row in store.read(scope, upto=upto):
                shadow.follow(row)
            compared = compare_views(store, shadow)
        except UnsupportedSchemaError as error:
            result.not_checked = f"the views of {scope}: {error.message}"
        except (InvalidInputError, LookupError) as error:
            what = f"no decision wrote an event of {scope}: {error}"
            result.findings.append(Finding(Outcome.TAMPERED, what, scope=scope))
        else:
            result.rows = compared.rows
            result.findings.extend(_finding(scope, found) for found in compared.findings)
    return result


def _finding(scope: ScopeId, found: ViewFinding) -> Finding:
    return Finding(
        Outcome.TAMPERED,
        f"the view {found.kind} {found.key or '(the scope)'} of {scope}: {found.finding}",
        scope=scope,
        table="views",
        key=f"{found.kind} {found.key}".strip(),
    )
