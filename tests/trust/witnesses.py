"""Witnesses for the tests: real ones over HTTP, and stand-ins that misbehave."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from both_sides.chain.note_keys import SignatureKind, SigningKey, VerifierKey
from both_sides.interfaces.witness_server import make_server
from both_sides.service.trust.witness import Witness, create_witness, open_witness
from tests.trust.workplace import Workplace

NOW = 1_790_000_000


def witness_key(number: int) -> SigningKey:
    """Give the key of a witness."""
    return SigningKey(f"w{number}.example", SignatureKind.COSIGNATURE, bytes([number]) * 32)


def make_witness(directory: Path, number: int, *logs: VerifierKey) -> Witness:
    """Make a witness that knows some logs."""
    key = witness_key(number)
    create_witness(directory, key.name, key.seed)
    (directory / "logs").write_text("".join(f"log {log}\n" for log in logs))
    return open_witness(directory, lambda: NOW)


@contextmanager
def serving(server: ThreadingHTTPServer) -> Iterator[str]:
    """Run a server in a thread, and give its address."""
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def running_witness(witness: Witness) -> Iterator[str]:
    """Run a witness over HTTP."""
    with serving(make_server(witness, "127.0.0.1", 0)) as address:
        yield address


Answer = Callable[[bytes], tuple[int, bytes]]


@contextmanager
def misbehaving(answer: Answer) -> Iterator[str]:
    """Run a server that answers as it is told."""

    class Handler(BaseHTTPRequestHandler):
        """Answer as told."""

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status, data = answer(body)
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_arguments: Any) -> None:  # noqa: ANN401 - as http.server has it
            """Log nothing."""

    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as address:
        yield address


def set_policy(place: Workplace, quorum: str, **addresses: str) -> None:
    """Write the policy of a ledger: witnesses W1, W2 … with their addresses."""
    lines = [
        f"witness {name} {witness_key(int(name[1:])).verifier} {address}"
        for name, address in addresses.items()
    ]
    if len(addresses) > 1:
        lines.append(f"group all all {' '.join(addresses)}")
    place.trust.path.mkdir(exist_ok=True)
    text = "\n".join([*lines, f"quorum {quorum}", ""])
    (place.trust.path / "policy").write_text(text)
