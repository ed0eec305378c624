"""Join settings, store, clock and ledger: the one place that reads the environment and the time.

    option      environment           default
    --ledger    BOTH_SIDES_LEDGER     ./both-sides.db
    --scope     BOTH_SIDES_SCOPE      local
    --actor     BOTH_SIDES_ACTOR      the name of the login
    --language  BOTH_SIDES_LANGUAGE   en
    --trust     BOTH_SIDES_TRUST      the ledger's path with .trust; what is not in the database
    --wait      BOTH_SIDES_WAIT       commit; what a receipt waits for
                BOTH_SIDES_KEY_COMMAND none; a command that prints the signing key
                BOTH_SIDES_WIKIDATA   Wikidata; the address of a Wikibase to fetch from
                BOTH_SIDES_WIKIPEDIA  Wikipedia; an address with {language} in it
                HTTPS_PROXY           none; a proxy for both

for `both-sides serve`:

    --host        BOTH_SIDES_HOST        127.0.0.1
    --port        BOTH_SIDES_PORT        8080; 0 takes any that is free
    --public-url  BOTH_SIDES_PUBLIC_URL  none; the address under which others reach the server
    --log-level   BOTH_SIDES_LOG_LEVEL   info; debug, info, warning or error
                  BOTH_SIDES_RATE_LIMIT  1200/minute for each caller with a token; or none
                  BOTH_SIDES_UPLOAD_MIB  64; the largest file that may be sent for import

*This module does not* do anything that a use case does.
"""

import getpass
import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from both_sides.domain.ids import ScopeId, parse_scope_id
from both_sides.errors import InvalidInputError
from both_sides.service.serve_settings import ServeSettings, read_serve_settings
from both_sides.store.port import LedgerStore

if TYPE_CHECKING:  # each command imports only what it opens
    from both_sides.service.access import Access
    from both_sides.service.audit import Audit
    from both_sides.service.decoded import DecodedViews
    from both_sides.service.desk import Desk
    from both_sides.service.ledger import Ledger
    from both_sides.service.trust.assembling import TrustParts
    from both_sides.upstream.wikidata_client import WikidataClient

DEFAULT_LEDGER: Final = "both-sides.db"
DEFAULT_SCOPE: Final = "local"
DEFAULT_LANGUAGE: Final = "en"
DEFAULT_WAIT: Final = "commit"
WAITS: Final = ("commit", "checkpoint", "witnessed")
WIKIDATA: Final = "https://www.wikidata.org"
WIKIPEDIA: Final = "https://{language}.wikipedia.org"


@dataclass(frozen=True, slots=True)
class Settings:
    """Hold what an installation is told.

    Args:
        ledger: A path, ``:memory:``, or the URL of a database.
        scope: Whose chain is worked on.
        actor: Who works, as recorded in every event.
        language: In which language names are preferred, as a language code.
        wikidata: The address of the Wikibase to fetch from.
        wikipedia: The address of the Wikipedias, with ``{language}`` in it.
        proxy: The address of an HTTP proxy, or None.
        is_actor_named: Whether somebody named the actor; else it is the name of the login.
        trust: The trust directory; None where the ledger is in memory.
        wait: What a receipt waits for: ``commit``, ``checkpoint`` or ``witnessed``.
        key_command: A command that prints the signing keys, or None.
    """

    ledger: str
    scope: ScopeId
    actor: str
    language: str
    wikidata: str = WIKIDATA
    wikipedia: str = WIKIPEDIA
    proxy: str | None = None
    is_actor_named: bool = True
    trust: Path | None = None
    wait: str = DEFAULT_WAIT
    key_command: str | None = None


def read_settings(  # noqa: PLR0913 - one argument a setting
    *,
    ledger: str | None = None,
    scope: str | None = None,
    actor: str | None = None,
    language: str | None = None,
    trust: str | None = None,
    wait: str | None = None,
    environment: Mapping[str, str] | None = None,
) -> Settings:
    """Read the settings: what the caller says, else the environment, else the default.

    A variable that is set to nothing counts as not set; an option that says nothing is an answer,
    which is refused where it makes no sense.

    Raises:
        InvalidInputError: The scope is not a scope id, or nothing can be waited for like that.
    """
    env = os.environ if environment is None else environment

    def chosen(option: str | None, variable: str, default: str) -> str:
        return option if option is not None else env.get(variable) or default

    address = chosen(ledger, "BOTH_SIDES_LEDGER", DEFAULT_LEDGER)
    directory = chosen(trust, "BOTH_SIDES_TRUST", _default_trust(address))
    return Settings(
        ledger=address,
        scope=parse_scope_id(chosen(scope, "BOTH_SIDES_SCOPE", DEFAULT_SCOPE)),
        actor=chosen(actor, "BOTH_SIDES_ACTOR", _login_name()),
        language=chosen(language, "BOTH_SIDES_LANGUAGE", DEFAULT_LANGUAGE),
        wikidata=env.get("BOTH_SIDES_WIKIDATA") or WIKIDATA,
        wikipedia=env.get("BOTH_SIDES_WIKIPEDIA") or WIKIPEDIA,
        proxy=env.get("HTTPS_PROXY") or env.get("https_proxy") or None,
        is_actor_named=actor is not None or bool(env.get("BOTH_SIDES_ACTOR")),
        trust=Path(directory) if directory else None,
        wait=_require_wait(chosen(wait, "BOTH_SIDES_WAIT", DEFAULT_WAIT)),
        key_command=env.get("BOTH_SIDES_KEY_COMMAND") or None,
    )


def read_serving(
    *,
    host: str | None = None,
    port: str | None = None,
    public_url: str | None = None,
    log_level: str | None = None,
    environment: Mapping[str, str] | None = None,
) -> ServeSettings:
    """Read what a server is told: options, else the environment, else the default.

    Raises:
        InvalidInputError: A setting cannot be read; the facts name it.
    """
    env = os.environ if environment is None else environment
    return read_serve_settings(
        {
            "host": host or env.get("BOTH_SIDES_HOST"),
            "port": port or env.get("BOTH_SIDES_PORT"),
            "public_url": public_url or env.get("BOTH_SIDES_PUBLIC_URL"),
            "log_level": log_level or env.get("BOTH_SIDES_LOG_LEVEL"),
            "rate_limit": env.get("BOTH_SIDES_RATE_LIMIT"),
            "upload_mib": env.get("BOTH_SIDES_UPLOAD_MIB"),
        }
    )


def is_embedded(settings: Settings) -> bool:
    """Tell whether the ledger is a file of this machine, or in memory."""
    from both_sides.store.opening import sqlite_path

    return sqlite_path(settings.ledger) is not None


def open_store(settings: Settings, *, create: bool) -> LedgerStore:
    """Open the store that the settings name, watched by its trust directory where it has one.

    Args:
        settings: The settings.
        create: Make the ledger where there is none.

    Raises:
        NotFoundError: There is none and `create` is false.
        InvalidInputError: The address is of a kind that is not supported.
        ExtraMissingError: The driver for it is not installed.
        StoreUnavailableError: It cannot be opened.
    """
    from both_sides.store.opening import open_store as open_address

    store = open_address(settings.ledger, create=create)
    if settings.trust is not None and settings.trust.is_dir():
        store.watch(trust_parts(settings, store).watcher)
    return store


def open_ledger(
    settings: Settings,
    *,
    create: bool = False,
    clock: Callable[[], str] | None = None,
    known: "DecodedViews | None" = None,
) -> "Ledger":
    """Open the ledger that the settings name; close it with `ledger.store`.

    Args:
        settings: The settings.
        create: Make the ledger where there is none.
        clock: Gives the time as UTC ISO text; None reads that of the machine.
        known: Remembers view rows that were decoded, for a process that lives long.

    Raises:
        NotFoundError: There is none and `create` is false.
        StoreUnavailableError: It cannot be opened.
    """
    from both_sides.service.ledger import Ledger

    store = open_store(settings, create=create)
    if settings.wait == DEFAULT_WAIT or settings.trust is None:
        return Ledger(store, clock or utc_now, known=known)
    from both_sides.service.trust.notary import Finality

    notary, finality = trust_parts(settings, store).notary, Finality(settings.wait)
    return Ledger(store, clock or utc_now, known=known, settle=lambda: notary.settle(finality))


def trust_parts(settings: Settings, store: LedgerStore) -> "TrustParts":
    """Put together what signs for a ledger that is open.

    Raises:
        InvalidInputError: The ledger is in memory, and there is nothing to sign.
    """
    from both_sides.service.trust.assembling import assemble
    from both_sides.store.trust_directory import TrustDirectory

    if settings.trust is None:
        raise InvalidInputError(
            "a ledger in memory has no trust directory",
            hint="name a ledger with --ledger, or a trust directory with --trust",
            field="trust",
        )
    trust = TrustDirectory(settings.trust)
    return assemble(store, trust, utc_now, key_command=settings.key_command)


def open_desk(settings: Settings, *, create: bool = False) -> "Desk":
    """Open the desk of the scope that the settings name; close it with `desk.ledger.store`.

    Raises:
        NotFoundError: There is no ledger and `create` is false.
        StoreUnavailableError: It cannot be opened.
    """
    from both_sides.service.desk import Desk

    return Desk(open_ledger(settings, create=create), settings.scope)


def open_audit(settings: Settings, *, create: bool = False) -> "Audit":
    """Open the audit of the scope that the settings name; close it with `audit.ledger.store`.

    Raises:
        NotFoundError: There is no ledger and `create` is false.
        StoreUnavailableError: It cannot be opened.
    """
    from both_sides.service.audit import Audit

    return Audit(open_ledger(settings, create=create), settings.scope)


def rehearsal(settings: Settings) -> "Audit":
    """Give the audit of a ledger in memory, to try out what would be the first thing in a new one.

    Args:
        settings: The settings; of them only the scope matters.
    """
    from both_sides.service.audit import Audit
    from both_sides.service.ledger import Ledger
    from both_sides.store.memory import MemoryStore

    return Audit(Ledger(MemoryStore(), utc_now), settings.scope)


def open_access(settings: Settings, *, create: bool = False) -> "Access":
    """Open tokens, sessions and shared links; close them with `access.ledger.store`.

    Raises:
        NotFoundError: There is no ledger and `create` is false.
        StoreUnavailableError: It cannot be opened.
    """
    from both_sides.service.access import Access

    return Access(open_ledger(settings, create=create), new_secret)


def open_client(settings: Settings) -> "WikidataClient":
    """Make the client for Wikidata and Wikipedia that the settings name."""
    from both_sides.upstream.wikidata_client import WikidataClient

    return WikidataClient(
        wikidata=settings.wikidata, wikipedia=settings.wikipedia, proxy=settings.proxy
    )


def new_secret(prefix: str) -> str:
    """Make a secret of 256 random bits from the system's source of randomness."""
    return prefix + secrets.token_urlsafe(32)


def utc_now() -> str:
    """Read the clock: UTC as ISO text with milliseconds and a Z."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def _default_trust(ledger: str) -> str:
    """Put the trust directory beside the file of a ledger; that of a database lies here."""
    from both_sides.store.opening import MEMORY, sqlite_path

    if ledger == MEMORY:
        return ""
    path = sqlite_path(ledger)
    return "both-sides.trust" if path is None else f"{path}.trust"


def _require_wait(text: str) -> str:
    if text not in WAITS:
        raise InvalidInputError(
            f"{text[:40]!r} is nothing that a receipt can wait for",
            hint=f"use one of {', '.join(WAITS)}",
            field="wait",
        )
    return text


def _login_name() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # no login name in a container
        return ""
