"""Say what is wrong with an installation and how to mend it: versions, file, schema, chain.

Each check answers with a finding; none changes anything.
"""

import os
import platform
import re
import sqlite3
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Final

from both_sides import __version__
from both_sides.domain.counting import counted
from both_sides.errors import LedgerError
from both_sides.service.findings import Finding, Health
from both_sides.service.replaying import replay_scope
from both_sides.service.serving_diagnosis import check_access, check_serving
from both_sides.service.trust_diagnosis import check_trust
from both_sides.service.wiring import Settings, open_store
from both_sides.store.opening import MEMORY, postgres_url, sqlite_path
from both_sides.store.sqlite import is_wal_safe, journal_mode

__all__ = ["Finding", "Health", "diagnose"]

DISTRIBUTION: Final = "both-sides"
_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")


def diagnose(settings: Settings) -> list[Finding]:
    """Look at the installation and at the ledger that the settings name."""
    checks: tuple[Callable[[Settings], Finding], ...] = (
        _program,
        _packages,
        _sqlite,
        _actor,
        _directory,
        _ledger,
        check_trust,
        check_access,
        check_serving,
    )
    return [check(settings) for check in checks]


def _program(_settings: Settings) -> Finding:
    words = f"both-sides {__version__} on Python {platform.python_version()}, {platform.system()}"
    return Finding("program", Health.GOOD, words)


def _packages(_settings: Settings) -> Finding:
    """Look for what the package says of itself that it needs; the extras are wanted by choice."""
    found, missing = [], []
    for name in _needed():
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    if missing:
        words = f"missing: {', '.join(missing)}"
        return Finding("packages", Health.BAD, words, "install both-sides again with pip")
    return Finding("packages", Health.GOOD, ", ".join(found))


def _needed() -> list[str]:
    try:
        wanted = requires(DISTRIBUTION) or []
    except PackageNotFoundError:  # run from its sources, without having been installed
        return [DISTRIBUTION]
    return sorted(_NAME.match(line)[0] for line in wanted if "extra ==" not in line)  # type: ignore[index] # a requirement begins with a name


def _sqlite(_settings: Settings) -> Finding:
    words = f"SQLite {sqlite3.sqlite_version}, journal mode {journal_mode()}"
    if is_wal_safe(sqlite3.sqlite_version_info):
        return Finding("sqlite", Health.GOOD, words)
    return Finding(
        "sqlite",
        Health.NOTICE,
        f"{words}: this library can corrupt a write-ahead log, so none is used",
        "nothing is at risk; SQLite 3.51.3, 3.50.7 or 3.44.6 make single writes faster",
    )


def _actor(settings: Settings) -> Finding:
    if settings.actor:
        return Finding("actor", Health.GOOD, f"events are signed off by {settings.actor}")
    return Finding(
        "actor",
        Health.NOTICE,
        "nobody is named, so nothing can be recorded",
        "set BOTH_SIDES_ACTOR, or add --actor",
    )


def _directory(settings: Settings) -> Finding:
    path = sqlite_path(settings.ledger)
    if settings.ledger == MEMORY:
        return Finding("directory", Health.NOTICE, "the ledger is in memory, and lost at the end")
    if path is None:
        try:
            url = postgres_url(settings.ledger)
        except LedgerError as error:
            return Finding("directory", Health.BAD, error.message, error.hint)
        where = f"the ledger is the database {url.database} of {url.host or 'a local socket'}"
        return Finding("directory", Health.GOOD, where)
    directory = path.absolute().parent
    if directory.is_dir() and os.access(directory, os.W_OK):
        return Finding("directory", Health.GOOD, f"{directory} can be written")
    return Finding(
        "directory",
        Health.BAD,
        f"{directory} cannot be written",
        "make it writable, or name a ledger elsewhere with --ledger",
    )


def _ledger(settings: Settings) -> Finding:
    try:
        store = open_store(settings, create=False)
    except LedgerError as error:
        health = Health.NOTICE if error.code == "not_found" else Health.BAD
        return Finding("ledger", health, error.message, error.hint)
    try:
        found = replay_scope(store, settings.scope)
    except LedgerError as error:
        health = Health.NOTICE if error.code == "not_found" else Health.BAD
        return Finding("ledger", health, error.message, error.hint)
    finally:
        store.close()
    if found.ok:
        words = (
            f"{settings.ledger}: {counted(found.chain.events, 'link')} of {settings.scope} verified"
        )
        return Finding("ledger", Health.GOOD, words)
    return Finding(
        "ledger",
        Health.BAD,
        f"{settings.ledger}: what is stored is not what was sealed",
        "stop writing, keep a copy, and run `both-sides replay` for the place",
    )
