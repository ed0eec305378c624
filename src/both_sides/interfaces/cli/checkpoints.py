"""Sign the ledger, prove events of it, and export it for others to verify."""

import re
from pathlib import Path
from typing import Final

from both_sides.domain.ids import ScopeId, parse_ruling_id, parse_scope_id
from both_sides.errors import InvalidInputError
from both_sides.interfaces.cli.options import DEFAULTS, Common
from both_sides.interfaces.cli.output import console, note, print_json, print_text, progress
from both_sides.interfaces.cli.whole_files import write_whole
from both_sides.interfaces.wire.trust_shapes import checkpoint_members, proof_members
from both_sides.service.trust.exporting import export_directory
from both_sides.service.trust.proving import Prover
from both_sides.service.wiring import trust_parts

_LINK: Final = re.compile(r"(?:(?P<scope>[A-Za-z0-9._~/-]+):)?(?P<n>[1-9][0-9]{0,18})")


def checkpoint(*, rebuild: bool = False, common: Common = DEFAULTS) -> None:
    """Sign the state of the whole ledger, and ask the witnesses to cosign it.

    Events are read back and recomputed first. A ledger that is shorter than what was signed before,
    or that tells another history, is not signed; it is closed for appends until `recover`.

    Args:
        rebuild: Read every event from the first on, and make the stored tree anew.
        common: Ledger, scope, actor, language, JSON.
    """
    with common.ledger_parts() as (_, parts):
        signed, cosigning = parts.notary.checkpoint(rebuild=rebuild)
    if common.json:
        print_json(checkpoint_members(signed.checkpoint, signed.note, cosigning))
        return
    print_text(str(signed.note if cosigning is None else cosigning.note))
    if not signed.is_new:
        note("nothing was added since this checkpoint was signed")
    if cosigning is not None:
        for name, reason in (*cosigning.failures.items(), *cosigning.contradictions.items()):
            note(f"witness {name}: {reason}")


def prove(event: str, /, *, out: Path | None = None, common: Common = DEFAULTS) -> None:
    """Prove that an event is in the ledger, for somebody who has nothing but the key.

    The file is what `verify_ledger.py proof` reads; the event itself goes with it as FILE.json.

    Args:
        event: Its place in the chain of --scope, SCOPE:PLACE, or the id of a ruling, of which the
            newest event is proved.
        out: The file to write. Default: SCOPE-PLACE.tlog-proof.
        common: Ledger, scope, actor, language, JSON.
    """
    with common.desk() as (desk, settings):
        scope, n = settings.scope, 0
        match = _LINK.fullmatch(event)
        if match is not None:
            scope, n = parse_scope_id(match["scope"] or scope), int(match["n"])
        elif event.upper().startswith("RUL-"):
            n = desk.ruling(parse_ruling_id(event)).trail[-1]
        else:
            raise _no_event(event)
        parts = trust_parts(settings, desk.ledger.store)
        proved = Prover(desk.ledger.store, parts.trust).prove(scope, n)
    members = proof_members(proved)
    if common.json:
        print_json(members)
        return
    path = out or Path(f"{_file_name(scope)}-{n}.tlog-proof")
    write_whole(path, str(proved.proof))
    beside = path.with_name(path.name + ".json")
    write_whole(beside, _json_text({**members, "proof": None}))
    note(f"wrote {path} and {beside}: link {n} of {scope}, position {proved.position}")


def export(directory: Path, /, *, common: Common = DEFAULTS) -> None:
    """Write the whole ledger as files that any static server can serve and anybody can verify.

    It goes up to the last checkpoint, and holds every event of every scope. An export that is there
    already is brought up to date.

    Args:
        directory: An empty directory, one that is not there, or an earlier export.
        common: Ledger, scope, actor, language, JSON.
    """
    with common.ledger_parts() as (store, parts):
        prover = Prover(store, parts.trust)
        with progress("export", prover.checkpoint.size) as report:
            exported = export_directory(
                store, prover, directory, progress=lambda done, _total: report(done, "events")
            )
    if common.json:
        print_json(
            {
                "directory": str(directory),
                "files": exported.files,
                "before": exported.before,
                **checkpoint_members(exported.checkpoint, prover.note),
            }
        )
        return
    out = console()
    added = exported.checkpoint.size - exported.before
    out.print(
        f"{directory}: {exported.checkpoint.size} events, {added} of them new", soft_wrap=True
    )
    out.print("Verify it anywhere, with a key that you pinned:", style="bold")
    for key in parts.trust.pinned():
        out.print(f"  python verify_ledger.py export {directory} --key {key}", soft_wrap=True)


def _no_event(event: str) -> InvalidInputError:
    return InvalidInputError(
        f"{event[:80]!r} names no event",
        hint="give a place such as 12, a scope with a place such as team/a:12, or RUL-0001",
        field="event",
        value=event[:80],
    )


def _file_name(scope: ScopeId) -> str:
    return scope.replace("/", "_").lstrip(".") or "scope"


def _json_text(members: dict[str, object]) -> str:
    import orjson

    kept = {name: member for name, member in members.items() if member is not None}
    return orjson.dumps(kept, option=orjson.OPT_APPEND_NEWLINE).decode()
