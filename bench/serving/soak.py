"""Keep one server busy with readers and writers for a while; then replay everything it recorded.

    python -m bench.serving.soak [MINUTES]

Ten minutes, if nothing is said. Readers list, show, rank and look at the chain; writers rule,
revise, register claims, record evidence and verdicts; agents call tools. Every minute a line says
how many answers there were, how long they took, and what the server takes of the machine. It fails
where an answer is a fault or a refusal that nothing explains, where memory grows on and on or past
what is aimed at, where the server does not end in good order, or where a chain does not replay.
"""

import itertools
import json
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from bench.harness import duration, machine, run
from bench.serving.samples import claim_id, furnish
from bench.serving.server import Server, serving

from both_sides.service.replaying import replay_scope
from both_sides.store.sqlite import SqliteStore

API = "/api/v1"
MINUTES = 10.0
DISPUTES = 2_000
RULINGS = 100
READERS = 6
WRITERS = 3
AGENTS = 1
REPORT_S = 60.0
BETWEEN_CHECKS = 100  # what replays the chain: dossiers and replays in turn
ANSWERED_WITHIN_S = 60
# Memory may grow while caches fill; after the first half it must not grow by more than this.
MOST_GROWTH = 0.10
MOST_MIB = 250


@dataclass
class Tally:
    """Count what was answered.

    Args:
        answers: By status.
        faults: What should not have been answered.
        latencies: How long the answers of the running interval took, in seconds.
    """

    answers: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, what: str, status: int, seconds: float, body: bytes, fine: set[int]) -> None:
        """Count one answer."""
        with self.lock:
            self.answers[status] += 1
            self.latencies.append(seconds)
            if status not in fine:
                self.faults.append(f"{what}: {status} {body[:300]!r}")

    def interval(self) -> list[float]:
        """Give the latencies since the last time, in order."""
        with self.lock:
            taken, self.latencies = self.latencies, []
        return sorted(taken)


class Client:
    """Ask one server over one connection, as long as it keeps it open.

    Args:
        port: Where it listens.
        tally: Where answers are counted.
        name: Begins every idempotency key.
    """

    def __init__(self, port: int, tally: Tally, name: str) -> None:
        self._port, self._tally, self._name = port, tally, name
        self._http = HTTPConnection("127.0.0.1", port, timeout=ANSWERED_WITHIN_S)
        self._keys = itertools.count()

    def ask(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        *,
        fine: set[int],
        **headers: str,
    ) -> dict[str, Any] | None:
        """Send a request; give the members of the answer, or None where it has none for us."""
        text = None if body is None else json.dumps(body)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if text is not None:
            sent["Content-Type"] = "application/json"
        if method == "POST":
            sent["Idempotency-Key"] = f"{self._name}-{next(self._keys)}"
        began = time.perf_counter()
        try:
            self._http.request(method, path, text, sent)
            answer = self._http.getresponse()
            content = answer.read()
        except (OSError, HTTPException):  # the server let an idle connection go; ask once more
            self._http.close()
            self._http.request(method, path, text, sent)
            answer = self._http.getresponse()
            content = answer.read()
        seconds = time.perf_counter() - began
        self._tally.add(f"{method} {path}", answer.status, seconds, content, fine)
        self.version = answer.headers.get("ETag")
        is_json = answer.headers.get_content_type() == "application/json"
        found: dict[str, Any] | None = json.loads(content) if is_json else None
        return found

    def close(self) -> None:
        """Let go of the connection."""
        self._http.close()


BUSY = 503  # only so many long answers are put together at once; it says when to come again
OK = {200}
MADE = {201}


def read(client: Client, number: int) -> None:
    """Look at something."""
    dispute = 1 + number % DISPUTES
    paths = (
        f"{API}/rulings?limit=50",
        f"{API}/disputes?limit=20",
        f"{API}/disputes/Q{dispute}/P1082",
        f"{API}/rulings/RUL-{1 + number % RULINGS:04d}",
        f"{API}/claims?limit=20",
        f"{API}/events?limit=20",
        f"{API}/events/{1 + number % RULINGS}",
        f"{API}/next-steps",
        "/healthz",
        "/metrics",
    )
    client.ask("GET", paths[number % len(paths)], fine={200, BUSY})
    named = {"entityId": f"Q{dispute}", "propertyId": "P1082"}
    client.ask("POST", f"{API}/adjudications", named, fine=OK)
    if number % BETWEEN_CHECKS == 0:
        check = ("dossier?chain=excerpt", "replay")[number // BETWEEN_CHECKS % 2]
        client.ask("GET", f"{API}/rulings/RUL-0001/{check}", fine={200, BUSY})


_FRESH = itertools.count(RULINGS + 1)


def write(client: Client, number: int) -> None:
    """Rule on a dispute and revise that; register a claim, document it and judge it."""
    dispute = next(_FRESH)
    if dispute <= DISPUTES:
        body = {
            "entityId": f"Q{dispute}",
            "propertyId": "P1082",
            "choose": claim_id(dispute, 0),
            "rationale": "The census counts residents.",
        }
        made = client.ask("POST", f"{API}/rulings", body, fine=MADE)
        if made is not None and client.version:
            path = f"{API}/rulings/{made['id']}"
            again = {"rationale": f"Said again, {number}."}
            client.ask("PATCH", path, again, fine=OK, If_Match=client.version)
    claim = client.ask("POST", f"{API}/claims", {"statement": f"It holds, {number}."}, fine=MADE)
    if claim is None:
        return
    item = {"stance": "supports", "kind": "test", "locator": "a.py:1", "summary": "It is seen."}
    shown = client.ask("POST", f"{API}/claims/{claim['id']}/evidence", item, fine=MADE)
    if shown is not None:
        verdict = {"verdict": "supported", "rationale": "Seen.", "citations": [shown["id"]]}
        client.ask("POST", f"{API}/claims/{claim['id']}/verdicts", verdict, fine=MADE)


def call(client: Client, number: int) -> None:
    """Call a tool, as an agent of before and as one of now do."""
    tool = ("list_disputes", {"limit": 5}) if number % 2 else ("engine_reference", {})
    message = {
        "jsonrpc": "2.0",
        "id": number,
        "method": "tools/call",
        "params": {"name": tool[0], "arguments": tool[1]},
    }
    accept = {"Accept": "application/json, text/event-stream"}
    client.ask("POST", "/mcp", message, fine=OK, MCP_Protocol_Version="2025-11-25", **accept)


def main() -> None:
    """Keep the server busy, then look at what is left."""
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else MINUTES
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        ledger = Path(folder) / "ledger.db"
        furnish(ledger, DISPUTES, RULINGS)
        with serving(ledger, Path(folder) / "server.log") as server:
            tally, grown = _soak(server, minutes * 60)
            most = server.memory_mib()[1]
            code = server.end()
        events = sum(_replay(ledger))
        log = (Path(folder) / "server.log").read_text()
    wrong = [
        *tally.faults[:10],
        *([f"the server ended with {code}"] if code else []),
        *([f"the server took {most:.0f} MiB"] if most > MOST_MIB else []),
        *([f"memory grew by {grown:.0%} after the first half"] if grown > MOST_GROWTH else []),
        *([line for line in log.splitlines() if '"fault"' in line or "Traceback" in line][:5]),
    ]
    print(f"{sum(tally.answers.values()):,} answers {dict(sorted(tally.answers.items()))}")
    print(f"{events:,} links replayed; the server ended with {code}")
    if wrong:
        raise RuntimeError("\n".join(wrong))


def _soak(server: Server, seconds: float) -> tuple[Tally, float]:
    tally, end = Tally(), time.monotonic() + seconds
    workers = [
        threading.Thread(target=_work, args=(step, server.port, tally, f"{step.__name__}-{n}", end))
        for step, count in ((read, READERS), (write, WRITERS), (call, AGENTS))
        for n in range(count)
    ]
    for worker in workers:
        worker.start()
    memories: list[float] = []
    began = time.monotonic()
    print(f"{'':>8} {'answers/s':>10} {'p50':>9} {'p99':>9} {'cpu':>6} {'memory, MiB':>12}")
    while any(worker.is_alive() for worker in workers):
        since, cpu, seen = time.monotonic(), server.cpu_seconds(), [server.memory_mib()[0]]
        while (time.monotonic() - since) < min(REPORT_S, seconds / 6) and time.monotonic() < end:
            time.sleep(0.2)
            seen.append(server.memory_mib()[0])
        # A long answer takes memory for a moment; what is kept is what there is between them.
        memories.append(min(seen))
        lasted, taken = time.monotonic() - since, server.cpu_seconds() - cpu
        _print(tally.interval(), lasted, taken, (min(seen), max(seen)), began)
        if time.monotonic() >= end:
            for worker in workers:
                worker.join()
    middle = memories[len(memories) // 2]
    most = server.memory_mib()[1]
    print(f"memory kept: {memories[-1]:.0f} MiB, {middle:.0f} at half time; at most {most:.0f} MiB")
    return tally, memories[-1] / middle - 1


def _work(
    step: Callable[[Client, int], None], port: int, tally: Tally, name: str, end: float
) -> None:
    client = Client(port, tally, name)
    offset = sum(map(ord, name))
    for number in itertools.count(offset):
        if time.monotonic() >= end:
            break
        try:
            step(client, number)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
            with tally.lock:
                tally.faults.append(f"{name}: {error!r}")
            with suppress(OSError):
                client.close()
    client.close()


def _print(
    latencies: list[float], seconds: float, cpu: float, memory: tuple[float, float], began: float
) -> None:
    if not latencies or seconds <= 0:
        return
    print(
        f"{time.monotonic() - began:>7.0f}s {len(latencies) / seconds:>10,.0f}"
        f" {duration(latencies[len(latencies) // 2]):>9}"
        f" {duration(latencies[int(len(latencies) * 0.99)]):>9}"
        f" {cpu / seconds:>6.2f} {memory[0]:>5.0f} - {memory[1]:.0f}",
        flush=True,
    )


def _replay(ledger: Path) -> Iterator[int]:
    store = SqliteStore(ledger)
    for scope in store.scopes():
        found = replay_scope(store, scope)
        if not found.ok:
            raise RuntimeError(f"{scope} does not replay: {found.first_broken}")
        yield found.chain.events
    store.close()


if __name__ == "__main__":
    sys.exit(run(main))
