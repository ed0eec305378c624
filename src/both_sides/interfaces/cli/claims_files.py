"""Import and export whole ledgers, and claims in other formats."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Literal

import orjson

from both_sides.chain.seal import Link
from both_sides.domain.counting import counted
from both_sides.errors import InvalidInputError
from both_sides.exchange.formats import Format, read_trees
from both_sides.exchange.ledger_lines import (
    LedgerHeader,
    is_ledger_export,
    parse_header,
    parse_links,
)
from both_sides.exchange.strict_json import LONGEST_BYTES
from both_sides.interfaces.cli.inputs import name_of, open_rewindable, read_lines
from both_sides.interfaces.cli.options import DEFAULTS, Common, InputFile
from both_sides.interfaces.cli.output import console, note, note_problems, print_json
from both_sides.interfaces.cli.whole_files import write_whole
from both_sides.service.audit import Audit
from both_sides.service.transfer import (
    TransferReport,
    examine_export,
    export_ledger,
    import_ledger,
)
from both_sides.service.tree_import import TreeReport, import_tree
from both_sides.service.wiring import open_store

PROBLEMS_SHOWN = 50
INCOMPLETE_EXIT_CODE = 2
HEAD_BYTES = 4096

FormatName = Literal[
    "markdown",
    "claims-ledger",
    "sphinx-needs",
    "strictdoc",
    "gsn",
    "claim-review",
    "fever",
    "fool-me-twice",
    "wice",
    "hover",
    "scifact",
]


def export(
    *,
    format: Literal["ledger", "fever", "claim-review"] = "ledger",  # noqa: A002 - as the option
    out: Path | None = None,
    common: Common = DEFAULTS,
) -> None:
    """Write the whole ledger of the scope as JSON Lines, losing nothing; or its verdicts.

    Args:
        format: The ledger itself, its verdicts as FEVER predictions, or as ClaimReview.
        out: The file to write; without it, standard output.
        common: Ledger, scope, actor, language, JSON.
    """
    with common.audit() as (audit, _):
        lines = _export_lines(audit, format)
        if out is None:
            sys.stdout.flush()
            sys.stdout.buffer.writelines(lines)
            sys.stdout.buffer.flush()
            return
        write_whole(out, lines)
    note(f"wrote {out}")


def import_(
    *files: InputFile,
    format: FormatName | None = None,  # noqa: A002 - the option is called --format
    common: Common = DEFAULTS,
) -> int:
    """Import an export of a ledger, or claims from documents and data sets in other formats.

    What is there already stays, so an import can be repeated. A broken chain is refused. Of a
    document, its ids, parents and places are kept; a claim that is imported again is known by them.
    Exit code 2 if something could not be read.

    Args:
        files: The files; documents that belong together are best imported together. - reads
            standard input.
        format: The format of the documents. Default: as each file says.
        common: Ledger, scope, actor, language, JSON.
    """
    if not files:
        raise InvalidInputError(
            "which file?",
            hint="name one or more, for example `claims-mcp import README.md`, or an export",
            field="files",
        )
    documents = []
    for name in files:
        with open_rewindable(name) as stream:
            if format is None and len(files) == 1 and _is_export(stream):
                _print_transfer(_import_export(name, stream, common), as_json=common.json)
                return 0
            # One byte more than is read, so that what is too long is seen.
            documents.append((name_of(name), stream.read(LONGEST_BYTES + 1)))
    tree = read_trees(documents, wanted=None if format is None else Format(format))
    outcome = common.begin_audit(lambda audit, actor: import_tree(audit, tree, actor=actor))
    _print_tree(outcome, as_json=common.json)
    return INCOMPLETE_EXIT_CODE if outcome.problems else 0


def _is_export(stream: BinaryIO) -> bool:
    """Tell whether an input is an export of a ledger; it is read from its start afterwards."""
    head = stream.read(HEAD_BYTES)
    stream.seek(0)
    return is_ledger_export(head.partition(b"\n")[0])


def _import_export(name: str, stream: BinaryIO, common: Common) -> TransferReport:
    """Examine an export of a ledger as a whole, and only then keep it."""
    label, settings = name_of(name), common.settings()
    header, links = _read_export(stream, label)
    if common.scope is not None and settings.scope != header.scope:
        raise InvalidInputError(
            f"the export is of scope {header.scope}, not of {settings.scope}",
            hint="leave --scope out; seals cover the scope's id",
            field="scope",
        )
    examine_export(header, links)
    stream.seek(0)
    store = open_store(settings, create=True)
    try:
        return import_ledger(store, *_read_export(stream, label))
    finally:
        store.close()


def _read_export(stream: BinaryIO, label: str) -> tuple[LedgerHeader, Iterator[Link]]:
    lines = read_lines(stream)
    number, first = next(lines)
    header = parse_header(first, source=f"{label} line {number}")
    return header, parse_links(lines, header.scope, label=label)


def _export_lines(audit: Audit, form: str) -> Iterator[bytes]:
    if form == "ledger":
        yield from export_ledger(audit.ledger.store, audit.scope)
        return
    claims = audit.all_claims().values()
    if form == "fever":
        from both_sides.exchange.fever import format_predictions

        rows: Iterable[dict[str, Any]] = format_predictions(claims)
    else:
        from both_sides.exchange.claim_review import format_claim_reviews

        rows = format_claim_reviews(claims)
    for row in rows:
        yield orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE)


def _print_transfer(report: TransferReport, *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "scopeId": report.scope,
                "links": report.links,
                "appended": report.appended,
                "headSeal": report.head.seal_hex,
            }
        )
    else:
        console().print(
            f"{counted(report.links, 'link')} of {report.scope} verified,"
            f" {report.appended:,} appended"
        )


def _print_tree(report: TreeReport, *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "claims": [
                    {"id": row.claim_id, "key": row.key, "fate": row.fate.value}
                    for row in report.claims
                ],
                "new": report.new,
                "updated": report.updated,
                "unchanged": report.unchanged,
                "evidence": report.evidence,
                "verdicts": report.verdicts,
                "problems": [
                    {"code": problem.code.value, "message": str(problem), "hint": problem.hint}
                    for problem in report.problems
                ],
                "remarks": list(report.remarks),
            }
        )
        return
    console().print(
        f"{counted(len(report.claims), 'claim')}: {report.new} new, {report.updated} updated,"
        f" {report.unchanged} unchanged; {counted(report.evidence, 'item')} of evidence,"
        f" {counted(report.verdicts, 'verdict')}"
    )
    shown = report.problems[:PROBLEMS_SHOWN]
    note_problems((str(problem), problem.code.value, problem.hint) for problem in shown)
    if len(report.problems) > PROBLEMS_SHOWN:
        note(f"{counted(len(report.problems) - PROBLEMS_SHOWN, 'more problem')}; --json lists them")
    for remark in report.remarks[:PROBLEMS_SHOWN]:
        note(f"remark: {remark}")
