"""Say whether this installation could be served, to whom, and whether its tokens are in order.

*This module does not* listen anywhere.
"""

from both_sides.domain.access import ACCESS_SCOPE
from both_sides.domain.counting import counted
from both_sides.errors import LedgerError, NotFoundError
from both_sides.service.access import Access
from both_sides.service.findings import Finding, Health
from both_sides.service.ledger import Ledger
from both_sides.service.replaying import replay_scope
from both_sides.service.serve_settings import ServeSettings, require_servable
from both_sides.service.wiring import (
    Settings,
    is_embedded,
    new_secret,
    open_store,
    read_serving,
    utc_now,
)


def check_serving(settings: Settings) -> Finding:
    """Say whether `both-sides serve` would start with the settings as they are, and for whom."""
    try:
        serve = read_serving()
        require_servable(
            serve, is_embedded=is_embedded(settings), has_token=_tokens_that_hold(settings) > 0
        )
    except LedgerError as error:
        return Finding("serving", Health.BAD, error.message, error.hint)
    return Finding("serving", Health.GOOD, _where(settings, serve))


def check_access(settings: Settings) -> Finding:
    """Replay the chain of tokens, sign-ins and shared links."""
    try:
        store = open_store(settings, create=False)
    except LedgerError:
        return Finding("access", Health.GOOD, "there is no ledger, so nobody has a token")
    try:
        found = replay_scope(store, ACCESS_SCOPE)
    except NotFoundError:
        return Finding("access", Health.GOOD, "nobody has a token")
    except LedgerError as error:
        return Finding("access", Health.BAD, error.message, error.hint)
    finally:
        store.close()
    if not found.ok:
        return Finding(
            "access",
            Health.BAD,
            "what is stored of tokens and sign-ins is not what was sealed",
            f"stop serving, keep a copy, and run `both-sides replay --scope '{ACCESS_SCOPE}'`",
        )
    links, count = counted(found.chain.events, "link"), _tokens_that_hold(settings)
    words = f"{links} of {ACCESS_SCOPE} verified; tokens that hold: {count}"
    return Finding("access", Health.GOOD, words)


def _where(settings: Settings, serve: ServeSettings) -> str:
    where = f"{serve.host} port {serve.port}"
    if serve.is_local(is_embedded=is_embedded(settings)):
        return f"`both-sides serve` listens at {where}, for one person on this machine"
    reached = "" if serve.public_url is None else f", reached as {serve.public_url}"
    return f"`both-sides serve` listens at {where}{reached}, for whoever shows a token"


def _tokens_that_hold(settings: Settings) -> int:
    try:
        store = open_store(settings, create=False)
    except LedgerError:
        return 0
    try:
        tokens = Access(Ledger(store, utc_now), new_secret).tokens()
    except LedgerError:
        return 0
    finally:
        store.close()
    now = utc_now()
    return sum(token.holds_at(now) for token in tokens)
