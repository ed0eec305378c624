"""Run a server in a process of its own, and see what it takes of the machine.

*This module does not* send it anything.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ENDED_WITHIN_S = 60
TICKS = os.sysconf("SC_CLK_TCK")
KIB = 1024
BOTH_SIDES = "from both_sides.__main__ import main; main()"
BARE = """
import sys, uvicorn, socket, json
from fastapi import FastAPI, Response
app = FastAPI(openapi_url=None, telemetry={"tracing": False, "metrics": False, "logs": False})
@app.get("/")
async def nothing() -> Response:
    return Response(b"{}", media_type="application/json")
listener = socket.create_server(("127.0.0.1", 0))
print(json.dumps({"address": f"http://127.0.0.1:{listener.getsockname()[1]}"}), flush=True)
config = uvicorn.Config(app, access_log=False, log_level="error")
uvicorn.Server(config).run(sockets=[listener])
"""


@dataclass
class Server:
    """Be a server that runs.

    Args:
        port: Where it listens on this machine.
        process: Its process.
    """

    port: int
    process: "subprocess.Popen[str]"

    def cpu_seconds(self) -> float:
        """Give the processor time that it has taken."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory_mib(self) -> tuple[float, float]:
        """Give the memory that it takes now, and the most that it has taken, in MiB."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        found = {line.split(":")[0]: line.split()[1] for line in lines if line.startswith("Vm")}
        return int(found["VmRSS"]) / KIB, int(found["VmHWM"]) / KIB

    def end(self) -> int:
        """Ask it to end, and give its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(ENDED_WITHIN_S)


@contextmanager
def serving(ledger: Path, log: Path, **environment: str) -> Iterator[Server]:
    """Serve a ledger with `both-sides serve`; its log goes to a file, as a service's would."""
    arguments = ("serve", "--json", "--port", "0", "--ledger", str(ledger), "--actor", "bench")
    with _running(BOTH_SIDES, *arguments, log=log, environment=environment) as server:
        yield server


@contextmanager
def serving_nothing(log: Path) -> Iterator[Server]:
    """Serve an empty answer with the same framework and nothing around it: the baseline."""
    with _running(BARE, log=log, environment={}) as server:
        yield server


@contextmanager
def _running(
    program: str, *arguments: str, log: Path, environment: dict[str, str]
) -> Iterator[Server]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("BOTH_SIDES_")}
    with log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-c", program, *arguments],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=kept | environment,
        )
        try:
            assert process.stdout is not None
            address = json.loads(process.stdout.readline())["address"]
            yield Server(int(address.rpartition(":")[2]), process)
        finally:
            if process.poll() is None:
                process.terminate()
            process.wait(ENDED_WITHIN_S)
