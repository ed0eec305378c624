"""Import and export whole ledgers, and claims in other formats."""

import sys
from pathlib import Path

from both_sides.errors import InvalidInputError, StoreUnavailableError
from both_sides.exchange.ledger_lines import is_ledger_export, parse_header, parse_links
from both_sides.interfaces.cli.inputs import name_of, open_input, read_lines
from both_sides.interfaces.cli.options import DEFAULTS, Common
from both_sides.interfaces.cli.output import console, note, print_json
from both_sides.service.transfer import export_ledger, import_ledger
from both_sides.service.wiring import open_store


def export(*, out: Path | None = None, common: Common = DEFAULTS) -> None:
    """Write the whole ledger of the scope as JSON Lines, losing nothing.

    Args:
        out: The file to write; without it, standard output.
        common: Ledger, scope, actor, language, JSON.
    """
    with common.audit() as (audit, _):
        lines = export_ledger(audit.ledger.store, audit.scope)
        if out is None:
            sys.stdout.flush()
            sys.stdout.buffer.writelines(lines)
            sys.stdout.buffer.flush()
            return
        partial = out.with_name(f".{out.name}.partial")
        try:
            with partial.open("wb") as stream:
                stream.writelines(lines)
            partial.replace(out)
        except OSError as error:
            partial.unlink(missing_ok=True)
            raise StoreUnavailableError(
                f"{out} cannot be written: {error.strerror}",
                hint="name a file in a directory that exists and can be written, with --out",
                file=str(out),
            ) from None
    note(f"wrote {out}")


def import_(file: str, /, *, common: Common = DEFAULTS) -> None:
    """Import an export of a ledger; what is there already stays, a broken chain is refused.

    Args:
        file: The file, or - for standard input.
        common: Ledger, scope, actor, language, JSON.
    """
    with open_input(file) as stream:
        lines = read_lines(stream)
        first = next(lines, None)
        if first is None or not is_ledger_export(first[1]):
            raise InvalidInputError(
                f"{name_of(file)} is in no format that is read here",
                hint="give an export of `claims-mcp export`",
                file=file,
            )
        label = name_of(file)
        header = parse_header(first[1], source=f"{label} line {first[0]}")
        settings = common.settings()
        if common.scope is not None and settings.scope != header.scope:
            raise InvalidInputError(
                f"the export is of scope {header.scope}, not of {settings.scope}",
                hint="leave --scope out; seals cover the scope's id",
                field="scope",
            )
        store = open_store(settings, create=True)
        try:
            links = parse_links(lines, header.scope, label=label)
            report = import_ledger(store, header, links)
        finally:
            store.close()
    if common.json:
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
            f"{report.links} links of {report.scope} verified, {report.appended} appended"
        )
