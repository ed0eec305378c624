"""Append to a ledger in a process of its own, saying aloud what was acknowledged.

    python -m tests.trust.appender ADDRESS WORKER COUNT SCOPES [sign]

Each request has an idempotency key of its own. What was acknowledged is one line: key, scope and
place. With `sign`, the ledger is signed every few requests.
"""

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


def main() -> None:
    """Append."""
    address, worker, count, scopes, *rest = sys.argv[1:]
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
        sys.stdout.write(f"{key} {scope} {receipt.events[0][0]}\n")
        sys.stdout.flush()
        if notary is not None and number % SIGN_EVERY == SIGN_EVERY - 1:
            notary.checkpoint()
    store.close()


if __name__ == "__main__":
    main()
