"""Serve the desk over HTTP."""

from both_sides.interfaces.cli.options import DEFAULTS, Common
from both_sides.interfaces.cli.output import note, print_json_line, print_text
from both_sides.service.wiring import read_serving

LOCAL_NOTE = "for one person on this machine; Ctrl+C ends it"
TOKEN_NOTE = "whoever asks shows a token; Ctrl+C ends it"  # noqa: S105  # nosec B105 # a sentence


def serve(
    *,
    host: str | None = None,
    port: str | None = None,
    public_url: str | None = None,
    log_level: str | None = None,
    common: Common = DEFAULTS,
) -> None:
    """Serve pages, REST at /api/v1, agents at /mcp, and print the address when it is ready.

    On 127.0.0.1 it is for the one person on this machine, and nobody is asked who they are. To
    listen at another address, or to be reached under --public-url, needs a token first: `both-sides
    token create`. Logs are JSON lines on standard error.

    Args:
        host: The address to listen at. [env: BOTH_SIDES_HOST] [default: 127.0.0.1]
        port: The port to listen at; 0 takes any. [env: BOTH_SIDES_PORT] [default: 8080]
        public_url: Under which address others reach it, for example behind a proxy that speaks
            TLS. [env: BOTH_SIDES_PUBLIC_URL] [default: none]
        log_level: debug, info, warning or error. [env: BOTH_SIDES_LOG_LEVEL] [default: info]
        common: Ledger, scope, actor, language, JSON.
    """
    from both_sides.interfaces.api.app import create_app
    from both_sides.interfaces.http.listening import serve as listen
    from both_sides.interfaces.http.office import open_office
    from both_sides.interfaces.mcp.over_http import serve_agents
    from both_sides.interfaces.web.mounting import add_pages, larger_bodies

    told = read_serving(host=host, port=port, public_url=public_url, log_level=log_level)
    office = open_office(common.settings(), told)

    def ready(address: str) -> None:
        if common.json:
            print_json_line({"address": address, "local": office.is_local})
        else:
            print_text(f"serving at {address}\n")
            note(LOCAL_NOTE if office.is_local else TOKEN_NOTE)

    try:
        app = create_app(
            office, additions=[add_pages, serve_agents], larger_bodies=larger_bodies(office)
        )
        listen(app, office, ready)
    finally:
        office.close()
