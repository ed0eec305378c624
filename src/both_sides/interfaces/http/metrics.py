"""Count what happened, for Prometheus: by route, method and status; never by person or scope.

Every server has a registry of its own. *This module does not* measure anything.
"""

from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60)
CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """Hold the counters of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.requests = Counter(
            "both_sides_requests",
            "Requests answered",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "both_sides_request_seconds",
            "Time from a request to its answer",
            ("route",),
            buckets=SECONDS,
            registry=self.registry,
        )
        self.in_flight = Gauge(
            "both_sides_requests_in_flight", "Requests being answered", registry=self.registry
        )
        self.refused_credentials = Counter(
            "both_sides_refused_credentials", "Tokens and sessions refused", registry=self.registry
        )
        self.throttled = Counter(
            "both_sides_throttled", "Requests refused for their number", registry=self.registry
        )
        self.links = Counter(
            "both_sides_links", "Links sealed by this server", registry=self.registry
        )

    def text(self) -> bytes:
        """Write all counters in Prometheus' own format."""
        return generate_latest(self.registry)
