"""Join settings, store, clock and ledger: the one place that reads the environment and the time.

    option      environment           default
    --ledger    BOTH_SIDES_LEDGER     ./both-sides.db
    --scope     BOTH_SIDES_SCOPE      local
    --actor     BOTH_SIDES_ACTOR      the name of the login
    --language  BOTH_SIDES_LANGUAGE   en
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
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from both_sides.domain.ids import ScopeId, parse_scope_id
from both_sides.service.serve_settings import ServeSettings, read_serve_settings
from both_sides.store.port import LedgerStore

if TYPE_CHECKING:  # each command imports only what it opens
    from both_sides.service.access import Access
    from both_sides.service.audit import Audit
    from both_sides.service.desk import Desk
    from both_sides.upstream.wikidata_client import WikidataClient

DEFAULT_LEDGER: Final = "both-sides.db"
DEFAULT_SCOPE: Final = "local"
DEFAULT_LANGUAGE: Final = "en"
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
    """

    ledger: str
    scope: ScopeId
    actor: str
    language: str
    wikidata: str = WIKIDATA
    wikipedia: str = WIKIPEDIA
    proxy: str | None = None
    is_actor_named: bool = True


def read_settings(
    *,
    ledger: str | None = None,
    scope: str | None = None,
    actor: str | None = None,
    language: str | None = None,
    environment: Mapping[str, str] | None = None,
) -> Settings:
    """Read the settings: what the caller says, else the environment, else the default.

    A variable that is set to nothing counts as not set; an option that says nothing is an answer,
    which is refused where it makes no sense.

    Raises:
        InvalidInputError: The scope is not a scope id.
    """
    env = os.environ if environment is None else environment

    def chosen(option: str | None, variable: str, default: str) -> str:
        return option if option is not None else env.get(variable) or default

    return Settings(
        ledger=chosen(ledger, "BOTH_SIDES_LEDGER", DEFAULT_LEDGER),
        scope=parse_scope_id(chosen(scope, "BOTH_SIDES_SCOPE", DEFAULT_SCOPE)),
        actor=chosen(actor, "BOTH_SIDES_ACTOR", _login_name()),
        language=chosen(language, "BOTH_SIDES_LANGUAGE", DEFAULT_LANGUAGE),
        wikidata=env.get("BOTH_SIDES_WIKIDATA") or WIKIDATA,
        wikipedia=env.get("BOTH_SIDES_WIKIPEDIA") or WIKIPEDIA,
        proxy=env.get("HTTPS_PROXY") or env.get("https_proxy") or None,
        is_actor_named=actor is not None or bool(env.get("BOTH_SIDES_ACTOR")),
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
    """Open the store that the settings name.

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

    return open_address(settings.ledger, create=create)


def open_desk(settings: Settings, *, create: bool = False) -> "Desk":
    """Open the desk of the scope that the settings name; close it with `desk.ledger.store`.

    Raises:
        NotFoundError: There is no ledger and `create` is false.
        StoreUnavailableError: It cannot be opened.
    """
    from both_sides.service.desk import Desk
    from both_sides.service.ledger import Ledger

    return Desk(Ledger(open_store(settings, create=create), utc_now), settings.scope)


def open_audit(settings: Settings, *, create: bool = False) -> "Audit":
    """Open the audit of the scope that the settings name; close it with `audit.ledger.store`.

    Raises:
        NotFoundError: There is no ledger and `create` is false.
        StoreUnavailableError: It cannot be opened.
    """
    from both_sides.service.audit import Audit
    from both_sides.service.ledger import Ledger

    return Audit(Ledger(open_store(settings, create=create), utc_now), settings.scope)


def open_access(settings: Settings, *, create: bool = False) -> "Access":
    """Open tokens, sessions and shared links; close them with `access.ledger.store`.

    Raises:
        NotFoundError: There is no ledger and `create` is false.
        StoreUnavailableError: It cannot be opened.
    """
    from both_sides.service.access import Access
    from both_sides.service.ledger import Ledger

    return Access(Ledger(open_store(settings, create=create), utc_now), new_secret)


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


def _login_name() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # no login name in a container
        return ""
