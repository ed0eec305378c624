"""Answer HEAD as GET without the body, at every address.

*This module does not* spare the work: the answer's length and version are those of the whole.
"""

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Heads:
    """Turn HEAD into GET, and leave the body out.

    Args:
        app: What answers.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self._app({**scope, "method": "GET"}, receive, without_body)
