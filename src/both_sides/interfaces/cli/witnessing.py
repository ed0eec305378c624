"""Run a witness."""

import secrets
import time
from pathlib import Path

from both_sides.interfaces.cli.options import Whole
from both_sides.interfaces.cli.output import note, print_text
from both_sides.interfaces.witness_server import serve
from both_sides.service.trust.witness import create_witness, open_witness

SEED_SIZE = 32


def witness(
    directory: Path, /, *, name: str | None = None, host: str = "127.0.0.1", port: Whole = 8081
) -> None:
    """Be a witness: cosign the checkpoints of known logs, each only if it continues the last.

    Run it on another host than the ledgers. DIRECTORY/logs lists the logs, one `log KEY` a line.
    It prints its address when it is ready, and ends with ctrl-C.

    Args:
        directory: Where its key, its list of logs and its state are.
        name: Make the witness where there is none, under this name (a URL without scheme), and
            print the line for the policy of a ledger.
        host: Where to listen.
        port: Where to listen; 0 for any port that is free.
    """
    if name is not None:
        key = create_witness(directory, name, secrets.token_bytes(SEED_SIZE))
        print_text(f"witness {key.name} {key} http://{host}:{port}\n")
    opened = open_witness(directory, lambda: int(time.time()))
    serve(opened, host, port, ready=lambda address: note(f"the witness listens on {address}"))
