"""Copy, restore, migrate and recover the ledger."""

import secrets
from pathlib import Path

from both_sides.errors import InvalidInputError, LedgerError
from both_sides.interfaces.cli.keys import SEED_SIZE
from both_sides.interfaces.cli.options import DEFAULTS, Common
from both_sides.interfaces.cli.output import console, note, print_json
from both_sides.service.ledger import Ledger
from both_sides.service.trust.anchoring import check_open
from both_sides.service.trust.recovering import recover as run_recovery
from both_sides.service.wiring import open_store, utc_now
from both_sides.store.opening import migrate as run_migration
from both_sides.store.opening import sqlite_path
from both_sides.store.sqlite_backup import back_up
from both_sides.store.sqlite_backup import restore as run_restore
from both_sides.store.trust_directory import TrustDirectory


def backup(out: Path, /, *, common: Common = DEFAULTS) -> None:
    """Copy the ledger while it is written to.

    The trust directory, with the keys and the anchor, is not in the copy; keep a copy of it apart.

    Args:
        out: The file to write; nothing may be there.
        common: Ledger, scope, actor, language, JSON.
    """
    size = back_up(_file_of(common), out)
    if common.json:
        print_json({"file": str(out), "bytes": size})
    else:
        note(f"wrote {out}, {size} bytes; the trust directory is not in it")


def restore(backup: Path, /, *, common: Common = DEFAULTS) -> None:
    """Put a copy in the place of a ledger that is not there any more.

    A copy that is older than the last signed checkpoint is closed for appends: look for a newer
    one, or run `recover`.

    Args:
        backup: The copy.
        common: Ledger, scope, actor, language, JSON.
    """
    path = _file_of(common)
    size = run_restore(backup, path)
    settings = common.settings()
    store = open_store(settings, create=False)
    refusal: LedgerError | None = None
    try:
        if settings.trust is not None:
            check_open(store.tree, TrustDirectory(settings.trust))
    except LedgerError as error:
        refusal = error
    finally:
        store.close()
    if common.json:
        code = None if refusal is None else refusal.code
        print_json({"file": str(path), "bytes": size, "refusal": code})
        return
    note(f"restored {path}, {size} bytes")
    if refusal is not None:
        note(f"{refusal.message} [{refusal.code}]\n hint: {refusal.hint}")


def migrate(*, common: Common = DEFAULTS) -> None:
    """Bring the tables of the ledger up to this program; makes those of an empty database.

    Args:
        common: Ledger, scope, actor, language, JSON.
    """
    before, after = run_migration(common.settings().ledger)
    if common.json:
        print_json({"before": before, "after": after})
    elif before == after:
        note(f"the ledger has schema {after} already")
    else:
        note(f"the ledger has schema {after} now; it had {before or 'none'}")


def recover(*, reason: str, common: Common = DEFAULTS) -> None:
    """Let the ledger go on after a rollback or a fork, keeping both histories.

    Where the database that was signed was brought back, it is only opened again. Else the ledger
    goes on as it is, under another name with a new key, and what was signed before is kept in the
    trust directory.

    Args:
        reason: What happened; it is recorded.
        common: Ledger, scope, actor, language, JSON.
    """
    with common.ledger_parts() as (store, parts):
        settings = common.settings()
        done = run_recovery(
            Ledger(store, utc_now),
            parts.trust,
            seed=secrets.token_bytes(SEED_SIZE),
            reason=reason,
            actor=settings.actor,
            at=utc_now(),
        )
    if common.json:
        print_json(
            {
                "origin": None if done.checkpoint is None else done.checkpoint.origin,
                "size": None if done.checkpoint is None else done.checkpoint.size,
                "key": None if done.key is None else str(done.key.verifier),
                "kept": None if done.kept is None else str(done.kept),
            }
        )
        return
    if done.checkpoint is None or done.key is None:
        note("the ledger holds against its anchor, and is open again")
        return
    console().print(str(done.key.verifier), soft_wrap=True)
    note(f"the ledger goes on as {done.checkpoint.origin}; give its verifier key to your readers")
    note(f"what was signed of the other history is kept in {done.kept}")


def _file_of(common: Common) -> Path:
    settings = common.settings()
    path = sqlite_path(settings.ledger)
    if path is None:
        raise InvalidInputError(
            "a PostgreSQL database is copied with its own tools",
            hint="pg_dump --format=custom --file FILE DATABASE, and pg_restore to bring it back",
            field="ledger",
        )
    return path
