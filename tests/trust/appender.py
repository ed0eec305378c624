"""Append to a ledger in a process of its own, saying aloud what was acknowledged.

    python -m tests.trust.appender ADDRESS WORKER COUNT SCOPES [TRUST]
    python -m tests.trust.appender serve

Each request has an idempotency key of its own. What was acknowledged is one line: key, scope and
place. With a trust directory, the ledger is signed every few requests. A server reads such
arguments line by line, and does each in a fork of itself, which is there at once: it says `began`
with the process, and `ended` with its code.
"""

import os
import sys
from pathlib import Path

from both_sides.domain.ids import ScopeId
from both_sides.service.ledger import Ledger
from both_sides.service.trust.assembling import assemble
from both_sides.service.wiring import utc_now
from both_sides.store.opening import open_store
from both_sides.store.trust_directory import TrustDirectory
from tests.trust.workplace import claims_request

SIGN_EVERY = 7


def say(line: str) -> None:
    """Write a line in one call, so that it is there whole or not at all."""
    os.write(1, f"{line}\n".encode())


def append(address: str, worker: str, count: str, scopes: str, *rest: str) -> None:
    """Append."""
    store = open_store(address, create=False)
    ledger = Ledger(store, utc_now)
    notary = None
    if rest:
        parts = assemble(store, TrustDirectory(Path(rest[0])), utc_now)
        notary = parts.notary
    for number in range(int(count)):
        scope = ScopeId(f"scope/{number % int(scopes)}")
        key = f"{worker}.{number}"
        request = claims_request(1, key=key, statement=f"Claim {key}.")
        receipt = ledger.record(scope, request)
        say(f"{key} {scope} {receipt.events[0][0]}")
        if notary is not None and number % SIGN_EVERY == SIGN_EVERY - 1:
            notary.checkpoint()
    store.close()


def serve() -> None:
    """Append in forks of this process, one after the other, as lines come in."""
    for line in sys.stdin:
        process = os.fork()
        if process == 0:
            code = 1
            try:
                append(*line.split())
                code = 0
            finally:
                os._exit(code)
        say(f"began {process} -")
        _, status = os.waitpid(process, 0)
        say(f"ended {os.waitstatus_to_exitcode(status)} -")


if __name__ == "__main__":
    serve() if sys.argv[1:] == ["serve"] else append(*sys.argv[1:])
