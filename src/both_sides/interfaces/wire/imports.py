"""Write what became of an import as the JSON that every face gives."""

from typing import Any

from both_sides.service.importing import ImportReport


def report_members(report: ImportReport) -> dict[str, Any]:
    """Write an import report as JSON members."""
    return {
        "entities": report.entities,
        "recorded": report.recorded,
        "unchanged": report.unchanged,
        "statements": report.statements,
        "claims": report.claims,
        "leftOut": report.left_out,
        "lost": report.lost,
        "problemCounts": dict(sorted(report.problem_counts.items())),
        "problems": [
            {
                "code": problem.code.value,
                "message": problem.what,
                "hint": problem.hint,
                "file": None if problem.place is None else problem.place.source,
                "line": None if problem.place is None else problem.place.line,
                "entityId": problem.entity_id,
                "propertyId": problem.property_id,
                "statementId": problem.statement_id,
                "statementsLost": problem.statements_lost,
            }
            for problem in report.problems
        ],
    }
