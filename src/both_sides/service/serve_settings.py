"""Hold what a server is told: where to listen, who may come, how much it takes.

*This module does not* read the environment; `both_sides.service.wiring` does.
"""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from both_sides.errors import InvalidInputError, TokenMissingError

DEFAULT_HOST: Final = "127.0.0.1"
DEFAULT_PORT: Final = 8080
DEFAULT_RATE: Final = "1200/minute"
DEFAULT_UPLOAD_MIB: Final = 64
LARGEST_UPLOAD_MIB: Final = 4096
LARGEST_PORT: Final = 65_535
LOG_LEVELS: Final = ("debug", "info", "warning", "error")
NO_LIMIT: Final = "none"


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """Hold what a server is told.

    Args:
        host: The address to listen at.
        port: The port to listen at; 0 takes any that is free.
        public_url: Under which address others reach it, for example behind a proxy that speaks
            TLS; or None.
        log_level: The least important of what is logged.
        rate_limit: How many requests one caller may send, as ``1200/minute``; None for no limit.
        upload_mib: The largest file that may be sent for import, in MiB.
    """

    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    public_url: str | None = None
    log_level: str = "info"
    rate_limit: str | None = DEFAULT_RATE
    upload_mib: int = DEFAULT_UPLOAD_MIB

    @property
    def is_loopback(self) -> bool:
        """Tell whether only this machine can reach it."""
        return is_loopback(self.host)

    @property
    def is_secure(self) -> bool:
        """Tell whether browsers reach it over TLS."""
        return self.public_url is not None and self.public_url.startswith("https://")

    def is_local(self, *, is_embedded: bool) -> bool:
        """Tell whether one person on this machine uses it, without signing in.

        Args:
            is_embedded: Whether the ledger is a file of this machine.

        *Source:* spec/interfaces.md, "Who may do what".
        """
        return self.is_loopback and is_embedded and self.public_url is None


def require_servable(serve: ServeSettings, *, is_embedded: bool, has_token: bool) -> None:
    """Require that whoever reaches the server is asked who they are, or can only be one person.

    Raises:
        TokenMissingError: Others could reach it, and nobody has a token.

    *Source:* spec/interfaces.md, "binding to a public address without them is refused".
    """
    if has_token or serve.is_local(is_embedded=is_embedded):
        return
    if serve.public_url is not None:
        why = f"serving as {serve.public_url}"
    elif not serve.is_loopback:
        why = f"listening at {serve.host}, which others can reach,"
    else:
        why = "serving a ledger that is not a file of this machine"
    raise TokenMissingError(
        f"{why} needs a token first, and this ledger has none",
        hint="make one with `both-sides token create --role auditor --scope local --name YOU`, or"
        " listen at 127.0.0.1 for yourself alone",
        host=serve.host,
    )


def is_loopback(host: str) -> bool:
    """Tell whether an address can be reached from this machine only."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def read_serve_settings(
    chosen: Mapping[str, str | None],
) -> ServeSettings:
    """Read what a server is told from texts.

    Args:
        chosen: By the name of each member; what is missing, None or empty has its default.

    Raises:
        InvalidInputError: A text cannot be read; the facts name the setting.
    """
    given = {name: text for name, text in chosen.items() if text}
    public_url = given.get("public_url")
    level = given.get("log_level", "info").lower()
    if level not in LOG_LEVELS:
        raise _bad("log-level", level, f"use one of {', '.join(LOG_LEVELS)}")
    return ServeSettings(
        host=_read_host(given.get("host", DEFAULT_HOST)),
        port=_read_number("port", given.get("port"), DEFAULT_PORT, 0, LARGEST_PORT),
        public_url=None if public_url is None else _read_url(public_url),
        log_level=level,
        rate_limit=_read_rate(given.get("rate_limit", DEFAULT_RATE)),
        upload_mib=_read_number(
            "upload-mib", given.get("upload_mib"), DEFAULT_UPLOAD_MIB, 1, LARGEST_UPLOAD_MIB
        ),
    )


def _read_host(text: str) -> str:
    host = text.strip("[]")
    try:
        ipaddress.ip_address(host)
    except ValueError:
        if host.lower() != "localhost":
            raise _bad(
                "host", text, "give an address, for example 127.0.0.1, ::1 or 0.0.0.0"
            ) from None
    return host


def _read_number(name: str, text: str | None, default: int, least: int, most: int) -> int:
    if text is None:
        return default
    if text.isascii() and text.isdecimal() and least <= int(text[:10]) <= most:
        return int(text)
    raise _bad(name, text, f"give a whole number from {least} to {most}")


def _read_url(text: str) -> str:
    try:
        parts = urlsplit(text)
        is_origin = parts.path in {"", "/"} and not parts.query and parts.username is None
        is_good = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:
        is_good = is_origin = False
    if not is_good or not is_origin:
        raise _bad("public-url", text, "give an origin, for example https://desk.example.org")
    return text.rstrip("/").lower()


def _read_rate(text: str) -> str | None:
    if text.lower() == NO_LIMIT:
        return None
    count, _, unit = text.lower().partition("/")
    is_count = count.isascii() and count.isdecimal() and len(count) < 10 and int(count) > 0  # noqa: PLR2004
    if is_count and unit in {"second", "minute", "hour"}:
        return f"{int(count)}/{unit}"
    raise _bad(
        "rate-limit", text, "give a number a second, minute or hour, as 1200/minute, or none"
    )


def _bad(name: str, text: str, hint: str) -> InvalidInputError:
    return InvalidInputError(f"{text[:80]!r} is no {name}", hint=hint, field=name, value=text[:80])
