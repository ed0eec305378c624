"""Measure REST on loopback, with 1 and with 16 connections, beside an empty answer.

    python -m bench.rest [DIRECTORY]

Server and client are processes of their own. In every round each way runs for a second; a rate is
the median over the rounds, `of empty` its share of the rate of an empty answer by the framework
in the same round, and `cpu` the processor time that the server took for one answer: on a machine
that others use too, it says more than the rate. The directory should be on the disk that a ledger
would be on.
"""

import itertools
import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from bench.harness import duration, run
from bench.serving.client import Load, load, request
from bench.serving.samples import claim_id, furnish, token
from bench.serving.server import Server, serving, serving_nothing

from both_sides.domain.disputes import Subject
from both_sides.domain.ids import EntityId, PropertyId
from both_sides.exchange.engine_lines import format_dispute
from both_sides.service.desk import Desk
from both_sides.service.wiring import open_desk, read_settings

CONNECTIONS = (1, 16)
ROUNDS = 5
ROUND_S = 1.0
DISPUTES = 6_000
RULINGS = 200
MIB_TARGET = 250
API = "/api/v1"


@dataclass
class Way:
    """Name one kind of request.

    Args:
        name: What is printed.
        server: Who is asked.
        following: Gives the next request.
        target: The rate that is aimed at, or 0.
        loads: What was measured, by the number of connections.
        cpu: Processor time of the server for one answer, in seconds, likewise.
    """

    name: str
    server: Server
    following: Callable[[], bytes | None]
    target: int = 0
    loads: dict[int, list[Load]] = field(default_factory=dict)
    cpu: dict[int, list[float]] = field(default_factory=dict)

    def measure(self, connections: int) -> None:
        """Ask for a round."""
        before = self.server.cpu_seconds()
        found = load(self.server.port, connections, ROUND_S, self.following)
        if found.refused:
            raise RuntimeError(f"{self.name}: {found.refused} refused: {found.first_refusal!r}")
        taken = self.server.cpu_seconds() - before
        self.loads.setdefault(connections, []).append(found)
        self.cpu.setdefault(connections, []).append(taken / len(found.latencies))


def main() -> None:
    """Print the tables."""
    with ExitStack() as stack:
        directory = Path(
            sys.argv[1] if len(sys.argv) > 1 else stack.enter_context(tempfile.TemporaryDirectory())
        )
        ledger, guarded = directory / "ledger.db", directory / "guarded.db"
        print(f"\nmaking ledgers with {DISPUTES:,} disputes of 10 claims and {RULINGS} rulings …")
        furnish(ledger, DISPUTES, RULINGS)
        furnish(guarded, 60, 60)
        secret = token(guarded)
        nothing = stack.enter_context(serving_nothing(directory / "nothing.log"))
        local = stack.enter_context(serving(ledger, directory / "local.log"))
        tokens = stack.enter_context(
            serving(
                guarded,
                directory / "tokens.log",
                BOTH_SIDES_PUBLIC_URL="http://127.0.0.1",
                BOTH_SIDES_RATE_LIMIT="none",
            )
        )
        ways = list(_ways(ledger, nothing, local, tokens, secret))
        for connections in CONNECTIONS:
            for way in ways:  # to warm up, not measured
                load(way.server.port, connections, 0.2, way.following)
            for number in range(ROUNDS):
                for way in ways[number % len(ways) :] + ways[: number % len(ways)]:
                    way.measure(connections)
            _print(ways, connections)
        now, most = local.memory_mib()
        print(
            f"\nmemory of the server: {now:.0f} MiB, at most {most:.0f} MiB (target < {MIB_TARGET})"
        )


def _ways(
    ledger: Path, nothing: Server, local: Server, tokens: Server, secret: str
) -> Iterator[Way]:
    yield Way("an empty answer (baseline)", nothing, _always(request("GET", "/")))
    named = json.dumps({"entityId": "Q7", "propertyId": "P1082"}).encode()
    adjudication = request("POST", f"{API}/adjudications", named)
    yield Way("adjudication, of the ledger", local, _always(adjudication), 2_500)
    several = [
        request(
            "POST",
            f"{API}/adjudications",
            json.dumps({"entityId": f"Q{number}", "propertyId": "P1082"}).encode(),
        )
        for number in range(1_000, 2_000)
    ]
    turning = itertools.cycle(several)
    yield Way("… of 1,000 disputes in turn", local, lambda: next(turning))
    sent = request("POST", f"{API}/adjudications", _sent(ledger))
    yield Way("adjudication, sent along", local, _always(sent), 2_500)
    yield Way("ruling creation (durable)", local, _rulings().__next__)
    page = request("GET", f"{API}/rulings?limit=50")
    yield Way("list of 50 rulings", local, _always(page), 1_100)
    yield Way("… while somebody rules", local, _mixed(page).__next__)
    yield Way("one ruling", local, _always(request("GET", f"{API}/rulings/RUL-0001")))
    headers = {"Authorization": f"Bearer {secret}"}
    page = request("GET", f"{API}/rulings?limit=50", headers=headers)
    yield Way("list of 50 rulings, with a token", tokens, _always(page))


_FRESH = itertools.count(RULINGS + 1)  # disputes that nobody has ruled on


def _ruling() -> bytes:
    number = next(_FRESH)
    if number > DISPUTES:
        raise RuntimeError("all disputes are ruled on; raise DISPUTES")
    body = {
        "entityId": f"Q{number}",
        "propertyId": "P1082",
        "choose": claim_id(number, 0),
        "rationale": "The census counts residents.",
    }
    headers = {"Idempotency-Key": f"bench-{number}"}
    return request("POST", f"{API}/rulings", json.dumps(body).encode(), headers)


def _rulings() -> Iterator[bytes]:
    while True:
        yield _ruling()


def _mixed(page: bytes) -> Iterator[bytes]:
    """Give one ruling, then forty-nine lists: every ruling makes the lists be put together anew."""
    while True:
        yield _ruling()
        yield from itertools.repeat(page, 49)


def _sent(ledger: Path) -> bytes:
    desk: Desk = open_desk(read_settings(ledger=str(ledger), environment={}))
    hearing = desk.adjudicate(Subject(EntityId("Q7"), PropertyId("P1082")), as_of="2026-10-03")
    desk.ledger.store.close()
    return json.dumps(format_dispute(hearing.case.dispute, "2026-10-03")).encode()


def _always(what: bytes) -> Callable[[], bytes]:
    return lambda: what


def _print(ways: list[Way], connections: int) -> None:
    width = max(len(way.name) for way in ways)
    print(f"\n{connections} connection{'' if connections == 1 else 's'}, {ROUNDS} rounds")
    print(
        f"  {'':<{width}} {'answers/s':>10} {'(spread)':>15} {'of empty':>9} {'p50':>9} {'p99':>9}"
        f" {'cpu':>9}"
    )
    base = [found.rate for found in ways[0].loads[connections]]
    for way in ways:
        loads = way.loads[connections]
        rates = [found.rate for found in loads]
        shares = [rate / bare for rate, bare in zip(rates, base, strict=True)]
        spread = f"({min(rates):,.0f}-{max(rates):,.0f})"
        print(
            f"  {way.name:<{width}} {statistics.median(rates):>10,.0f} {spread:>15}"
            f" {statistics.median(shares):>9.2f}"
            f" {duration(statistics.median(found.percentile(0.5) for found in loads)):>9}"
            f" {duration(statistics.median(found.percentile(0.99) for found in loads)):>9}"
            f" {duration(statistics.median(way.cpu[connections])):>9}"
            f"{f'  target >= {way.target:,}/s' if way.target else ''}"
        )


if __name__ == "__main__":
    sys.exit(run(main))
