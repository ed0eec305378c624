"""Serve the files that pages need: styles, scripts, fonts, icons; all from this server.

An address carries a digest of its file, so browsers keep it for ever, and a changed file has
another address. Files of others lie under `static/vendor` with their licences; `vendor.lock.json`
names each with version and digest, and pages hand the digest to the browser, which checks it.
*This module does not* serve anything that was not there when the server started.
"""

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha384
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from both_sides.request_errors import RouteMissingError

PREFIX: Final = "/static"
FOR_EVER: Final = "public, max-age=31536000, immutable"
# Styles name fonts and icons without a version.
A_DAY: Final = "public, max-age=86400"
NOT_MODIFIED: Final = 304
DIGEST_CHARACTERS: Final = 16
LOCK: Final = "vendor/vendor.lock.json"

_MEDIA_TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """Hold one file.

    Args:
        body: Its bytes.
        media_type: What it is.
        version: The start of its digest.
    """

    body: bytes
    media_type: str
    version: str


class Assets:
    """Hold all files of the pages in memory, read once."""

    def __init__(self) -> None:
        root = files("both_sides.interfaces.web").joinpath("static")
        self._assets = dict(_walk(root, ""))
        self._integrity = _integrity(json.loads(root.joinpath(LOCK).read_bytes()))

    def url(self, name: str) -> str:
        """Give the address of a file, with its version."""
        return f"{PREFIX}/{name}?v={self._assets[name].version}"

    def integrity(self, name: str) -> str:
        """Give the digest that a browser checks a file of others against."""
        return self._integrity[name]

    async def serve(self, request: Request) -> Response:
        """Answer with a file.

        Raises:
            RouteMissingError: There is no such file.
        """
        asset = self._assets.get(request.path_params["path"])
        if asset is None:
            raise RouteMissingError("there is no such file", hint="begin at the first page, /")
        is_versioned = request.query_params.get("v") == asset.version
        tag = f'"{asset.version}"'
        headers = {"Cache-Control": FOR_EVER if is_versioned else A_DAY, "ETag": tag}
        if request.headers.get("if-none-match") == tag:
            return Response(None, NOT_MODIFIED, headers)
        return Response(asset.body, headers=headers, media_type=asset.media_type)


def _walk(folder: Traversable, prefix: str) -> list[tuple[str, Asset]]:
    found: list[tuple[str, Asset]] = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        name = f"{prefix}{entry.name}"
        if entry.is_dir():
            found += _walk(entry, f"{name}/")
        elif (media_type := _MEDIA_TYPES.get(name.rpartition(".")[2])) is not None:
            body = entry.read_bytes()
            version = sha384(body).hexdigest()[:DIGEST_CHARACTERS]
            found.append((name, Asset(body, media_type, version)))
    return found


def _integrity(lock: list[Mapping[str, Any]]) -> dict[str, str]:
    return {
        f"vendor/{package['folder']}/{name}": digest
        for package in lock
        for name, digest in package["sha384"].items()
    }


def digest_of(body: bytes) -> str:
    """Write the digest of a file as browsers and the lock file take it."""
    return "sha384-" + base64.b64encode(sha384(body).digest()).decode()
