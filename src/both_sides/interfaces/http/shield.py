"""Send the headers that tell browsers what this server's pages may never do.

Everything comes from this server, nothing may frame it, and no address is told to another site.
*This module does not* replace a header that a handler has set.
"""

from typing import Final

from secure import (
    ContentSecurityPolicy,
    CrossOriginOpenerPolicy,
    CrossOriginResourcePolicy,
    PermissionsPolicy,
    ReferrerPolicy,
    Secure,
    StrictTransportSecurity,
    XContentTypeOptions,
    XFrameOptions,
)
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TWO_YEARS_SECONDS: Final = 63_072_000
NOT_KEPT: Final = (b"cache-control", b"no-store")


def security_headers(*, is_secure: bool) -> dict[str, str]:
    """Give the headers that every answer carries.

    Args:
        is_secure: Whether browsers reach the server over TLS, so that they may insist on it.
    """
    policy = (
        ContentSecurityPolicy()
        .default_src("'self'")
        .base_uri("'none'")
        .object_src("'none'")
        .form_action("'self'")
        .frame_ancestors("'none'")
    )
    return dict(
        Secure(
            csp=policy,
            coop=CrossOriginOpenerPolicy().same_origin(),
            corp=CrossOriginResourcePolicy().same_origin(),
            permissions=PermissionsPolicy().camera().geolocation().microphone(),
            referrer=ReferrerPolicy().no_referrer(),
            xcto=XContentTypeOptions().nosniff(),
            xfo=XFrameOptions().deny(),
            hsts=StrictTransportSecurity().max_age(TWO_YEARS_SECONDS) if is_secure else None,
        ).headers
    )


class Shield:
    """Add the headers to every answer.

    Args:
        app: What answers.
        is_secure: Whether browsers reach the server over TLS.
    """

    def __init__(self, app: ASGIApp, *, is_secure: bool) -> None:
        self._app = app
        self._headers = [
            (name.lower().encode(), value.encode())
            for name, value in security_headers(is_secure=is_secure).items()
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request with the headers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def shielded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", ()))
                present = {name for name, _ in headers}
                headers.extend(pair for pair in self._headers if pair[0] not in present)
                if NOT_KEPT[0] not in present:
                    headers.append(NOT_KEPT)
                message["headers"] = headers
            await send(message)

        await self._app(scope, receive, shielded)
