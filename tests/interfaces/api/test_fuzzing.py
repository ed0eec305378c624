"""Schemathesis on the running server: examples, coverage, fuzzing, stateful, on a fixed seed.

    BOTH_SIDES_FUZZ_EXAMPLES=200 python -m pytest -n 0 tests/interfaces/api/test_fuzzing.py

looks longer. Afterwards every chain is replayed.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from both_sides.service.serve_settings import ServeSettings
from both_sides.store.sqlite import SqliteStore
from tests.replayed import require_replay
from tests.running_server import clean_environment, running_server
from tests.served import serving

FUZZING = Path(__file__).resolve().parent / "fuzzing"
EXAMPLES = os.environ.get("BOTH_SIDES_FUZZ_EXAMPLES", "4")
PHASES = ("examples", "coverage", "fuzzing", "stateful")


def furnish(path: Path) -> None:
    """Make a ledger with one of everything."""
    with serving(path, serve=ServeSettings()) as served:
        served.rule()
        claim = served.claim()
        served.evidence(claim)
        served.post("/rulings/RUL-0001/shares", {})


@pytest.mark.slow
def test_schemathesis_finds_no_failure(tmp_path: Path) -> None:
    """Whatever it sends is answered as it is described."""
    ledger = tmp_path / "ledger.db"
    furnish(ledger)
    refused = {"BOTH_SIDES_WIKIDATA": "http://127.0.0.1:9"}  # nobody listens there
    with running_server(ledger, "--log-level", "warning", environment=refused) as server:
        found = subprocess.run(
            [
                *(str(Path(sys.executable).parent / "schemathesis"),),
                *("--config-file", str(FUZZING / "schemathesis.toml")),
                *("run", f"{server.address}/api/v1/openapi.json", "--url", server.address),
                *("--phases", ",".join(PHASES), "--max-examples", EXAMPLES),
                *("--workers", "1", "--no-color"),
            ],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,  # it leaves its notes where it runs
            env=clean_environment(PYTHONPATH=str(FUZZING)),
        )
        assert found.returncode == 0, found.stdout[-20_000:] + found.stderr[-5_000:]
        for phase in PHASES:
            assert f"✅ {phase.capitalize()}" in found.stdout, found.stdout[-3_000:]
    store = SqliteStore(ledger)
    require_replay(store)
    store.close()
