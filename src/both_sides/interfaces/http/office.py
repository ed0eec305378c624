"""Hold what every handler works with: ledger, credentials, limits, threads, jobs, log, metrics.

One office serves one ledger. It is made when a server starts and closed when it ends; nothing of it
is global, so a test can have as many as it likes. *This module does not* handle a request.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from both_sides.errors import NotFoundError
from both_sides.interfaces.http.heavy import Heavy
from both_sides.interfaces.http.keys import KeysInFlight
from both_sides.interfaces.http.logs import make_log
from both_sides.interfaces.http.metrics import Metrics
from both_sides.interfaces.http.rates import Rates
from both_sides.interfaces.http.threads import WorkerThreads
from both_sides.service.access import Access
from both_sides.service.callers import Caller
from both_sides.service.decoded import DecodedViews
from both_sides.service.jobs import JobBoard
from both_sides.service.ledger import Ledger
from both_sides.service.remembered import Remembered
from both_sides.service.serve_settings import ServeSettings, require_servable
from both_sides.service.wiring import (
    Settings,
    is_embedded,
    new_secret,
    open_client,
    open_ledger,
    utc_now,
)

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from both_sides.service.trust.proving import Prover
    from both_sides.upstream.wikidata_client import WikidataClient

CSRF_PREFIX: Final = "csrf_"
MOST_PATHS: Final = 10_000


@dataclass
class Office:
    """Hold what every handler works with.

    Args:
        settings: Which ledger, which scope where none is named, who works in local mode.
        serve: Where to listen and who may come.
        ledger: Where everything is recorded.
        access: Tokens, sessions and shared links.
        is_local: Whether one person on this machine works without signing in.
        log: Takes what happened, as JSON lines.
        metrics: Counts what happened, without saying who did it.
        rates: How often somebody may come.
        open_client: Makes the client for the named upstreams.
        threads: Where handlers run.
        heavy: Lets only so many long answers be put together at once.
        jobs: Work that goes on after the answer.
        remembered: Answers that hold as long as a chain does not grow.
        keys: The idempotency keys that are being worked on.
        csrf_secret: Marks the forms of this server.
        is_open: False as soon as the server is to end.
        chain_paths: Addresses whose answers follow from a chain, with their routes.
    """

    settings: Settings
    serve: ServeSettings
    ledger: Ledger
    access: Access
    is_local: bool
    log: Any
    metrics: Metrics
    rates: Rates
    open_client: "Callable[[], WikidataClient]"
    threads: WorkerThreads = field(default_factory=WorkerThreads)
    heavy: Heavy = field(default_factory=Heavy)
    jobs: JobBoard = field(default_factory=JobBoard)
    remembered: Remembered = field(default_factory=Remembered)
    keys: KeysInFlight = field(default_factory=KeysInFlight)
    csrf_secret: str = field(default_factory=lambda: new_secret(CSRF_PREFIX))
    is_open: bool = True
    chain_paths: "dict[str, BaseRoute]" = field(default_factory=dict)

    def know_path(self, path: str, route: "BaseRoute") -> None:
        """Know that what is at an address follows from a chain."""
        if len(self.chain_paths) >= MOST_PATHS:
            self.chain_paths.clear()  # they are learnt again as they are asked for
        self.chain_paths[path] = route

    @property
    def person(self) -> Caller:
        """Give the one person of local mode."""
        from both_sides.domain.access import Role

        return Caller(self.settings.actor, Role.ADMIN, ())

    def prover(self) -> "Prover | None":
        """Give what proves events against the last checkpoint; None where nothing was signed."""
        from both_sides.service.trust.proving import find_prover

        return find_prover(self.ledger.store, self.settings.trust)

    def close(self) -> None:
        """Let go of threads, jobs and the ledger."""
        self.is_open = False
        self.jobs.close()
        self.threads.close()
        self.ledger.store.close()


def open_office(
    settings: Settings,
    serve: ServeSettings,
    *,
    clock: Callable[[], str] = utc_now,
    log: Any = None,  # noqa: ANN401 - structlog's own type is not public
) -> Office:
    """Open the office of one ledger; it is made where there is none.

    Args:
        settings: Which ledger.
        serve: Where to listen and who may come.
        clock: Gives the time as UTC ISO text.
        log: Takes what happened; None writes JSON lines to standard error.

    Raises:
        TokenMissingError: Others could reach it, and nobody has a token.
        StoreUnavailableError: The ledger cannot be opened.
    """
    embedded = is_embedded(settings)
    is_local = serve.is_local(is_embedded=embedded)
    try:
        ledger = open_ledger(settings, create=is_local, clock=clock, known=DecodedViews())
    except NotFoundError:  # a refusal leaves no empty ledger behind
        require_servable(serve, is_embedded=embedded, has_token=False)
        raise
    access = Access(ledger, new_secret)
    try:
        require_servable(serve, is_embedded=embedded, has_token=access.has_token())
    except BaseException:
        ledger.store.close()
        raise
    return Office(
        settings=settings,
        serve=serve,
        ledger=ledger,
        access=access,
        is_local=is_local,
        log=make_log(serve.log_level) if log is None else log,
        metrics=Metrics(),
        rates=Rates(None if is_local else serve.rate_limit),
        open_client=lambda: open_client(settings),
    )
