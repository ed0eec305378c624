"""Write the audit report, and check it for continuous integration."""

import sys
from pathlib import Path
from typing import Any, Literal

import orjson

from both_sides.domain.counting import counted
from both_sides.errors import InvalidInputError, LedgerError
from both_sides.interfaces.cli.app import report as report_error
from both_sides.interfaces.cli.faults import give_up_output, named
from both_sides.interfaces.cli.options import DEFAULTS, Common
from both_sides.interfaces.cli.output import console, note, print_json, print_text
from both_sides.interfaces.cli.terminal_text import one_line
from both_sides.interfaces.cli.whole_files import write_whole
from both_sides.interfaces.wire.audit_ci import report_junit, report_sarif
from both_sides.interfaces.wire.audit_markdown import report_markdown
from both_sides.interfaces.wire.audit_shapes import (
    integrity_members,
    report_members,
    summary_members,
)
from both_sides.service.audit_report import AuditReport, Section, audit_report
from both_sides.service.replaying import nothing_recorded

DEFAULT_FAIL_ON = "refuted,not_enough_info,unverified,decomposition,stale,missing_fixes"
FINDINGS_EXIT_CODE = 1
COULD_NOT_RUN_EXIT_CODE = 2
NOT_INTACT = "THE LEDGER IS NOT INTACT, run `both-sides replay`"
Format = Literal["md", "json", "junit", "sarif"]


def report(
    *,
    format: Format | None = None,  # noqa: A002 - the option is called --format
    out: Path | None = None,
    common: Common = DEFAULTS,
) -> None:
    """Write the audit report; the same ledger gives the same bytes.

    Args:
        format: Markdown for people, JSON for agents, JUnit XML or SARIF for CI. Default: md, or
            json with --json.
        out: The file to write; without it, standard output.
        common: Ledger, scope, actor, language, JSON.
    """
    with common.audit() as (audit, _):
        found = audit_report(audit)
    text = _render(found, format or ("json" if common.json else "md"))
    if out is None:
        print_text(text)
    else:
        write_whole(out, text)
        note(f"wrote {out}")
    if not found.is_intact:
        note(NOT_INTACT)


def check(*, fail_on: str = DEFAULT_FAIL_ON, common: Common = DEFAULTS) -> int:
    """Say what an audit has found. Exit 0 clean, 1 findings, 2 could not run.

    Args:
        fail_on: Which findings count, with commas between: refuted, not_enough_info, unverified,
            decomposition, stale, missing_fixes, conflicts.
        common: Ledger, scope, actor, language, JSON.
    """
    try:
        code = _check(fail_on, common)
        sys.stdout.flush()  # findings that nobody can read were not told
        return code  # noqa: TRY300 - what flushing raises is to be answered, too
    except BrokenPipeError:
        raise  # it ran, and whoever reads has seen enough
    except Exception as error:  # noqa: BLE001 - whatever it is, "could not run" is never a finding
        told = error if isinstance(error, LedgerError) else named(error, "claims-mcp")
        give_up_output()
        report_error(told, wants_json=common.json)
        return COULD_NOT_RUN_EXIT_CODE


def _check(fail_on: str, common: Common) -> int:
    sections = _read_sections(fail_on)
    with common.audit() as (audit, _):
        found = audit_report(audit)
    if found.integrity is None:  # such as a scope with a slip in its name
        raise nothing_recorded(audit.scope)
    findings = _findings(found, sections)
    if common.json:
        print_json(
            {
                "clean": found.is_intact and not findings,
                "findings": findings,
                "summary": summary_members(found),
                "integrity": integrity_members(found),
            }
        )
    else:
        out = console()
        for row in findings:
            out.print(
                f"{row['section']}: {row['claimId']}  {one_line(row['statement'])}", soft_wrap=True
            )
        out.print(
            f"{counted(len(findings), 'finding')} in {counted(found.claims, 'claim')}"
            + ("" if found.is_intact else f"; {NOT_INTACT}")
        )
    if not found.is_intact:
        return COULD_NOT_RUN_EXIT_CODE
    return FINDINGS_EXIT_CODE if findings else 0


def _findings(found: AuditReport, sections: tuple[Section, ...]) -> list[dict[str, Any]]:
    return [
        {
            "section": section.value,
            "claimId": row.claim.claim_id,
            "verdict": row.claim.verdict_word,
            "statement": row.claim.statement,
            "detail": row.detail or None,
            "nextStep": row.claim.next_step,
        }
        for section in sections
        for row in found.sections[section]
    ]


def _read_sections(text: str) -> tuple[Section, ...]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:  # such as a variable that was never set: nothing would ever be found
        raise InvalidInputError(
            "there is nothing to fail on",
            hint=f"use some of {', '.join(Section)}, with commas between, or leave --fail-on out",
            field="fail_on",
        )
    unknown = [name for name in names if name not in set(Section)]
    if unknown:
        raise InvalidInputError(
            f"{unknown[0][:40]!r} is nothing to fail on",
            hint=f"use some of {', '.join(Section)}, with commas between",
            field="fail_on",
            value=unknown[0][:40],
        )
    return tuple(dict.fromkeys(map(Section, names)))


def _render(found: AuditReport, form: Format) -> str:
    match form:
        case "md":
            return report_markdown(found)
        case "junit":
            return report_junit(found)
        case "sarif":
            return report_sarif(found)
        case "json":
            options = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
            return orjson.dumps(report_members(found), option=options).decode()
