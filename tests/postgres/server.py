"""Run a PostgreSQL server of our own for the tests, as whichever user they run.

    python -m tests.postgres.server          # start one, print its address, stop at end of input

It needs Debian's package `postgresql-15` (or `postgresql`); nothing of the system's own cluster is
touched. A server refuses to run as root: then it runs as `postgres`, through `runuser`. It listens
on a socket in its own directory only, and does not flush, as its data are thrown away.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

SETTINGS = {
    "listen_addresses": "''",
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "150",
    "shared_buffers": "64MB",
    "autovacuum": "off",
}


def find_binaries() -> Path | None:
    """Find the directory of `initdb` and `pg_ctl`, the newest version first."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    if installed:
        return installed[0].parent
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def why_not() -> str | None:
    """Say why no server can run here, or answer None."""
    if find_binaries() is None:
        return "PostgreSQL is not installed here: apt-get install postgresql-15"
    if os.geteuid() == 0 and shutil.which("runuser") is None:
        return "a server does not run as root, and there is no runuser: apt-get install util-linux"
    return None


def run_as_server(*command: str | Path) -> None:
    """Run a command as the user that the server runs as."""
    prefix = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    subprocess.run([*prefix, *map(str, command)], check=True, stdout=subprocess.DEVNULL, cwd="/")


@contextlib.contextmanager
def running(**settings: str) -> Iterator[str]:
    """Run a server, and give the address of its database `postgres`.

    Args:
        settings: Settings that differ from `SETTINGS`, for example ``fsync="on"``.
    """
    binaries = find_binaries()
    assert binaries is not None
    directory = Path(tempfile.mkdtemp(prefix="bs-pg-"))
    data = directory / "data"
    if os.geteuid() == 0:
        shutil.chown(directory, "postgres", "postgres")
    options = {**SETTINGS, "unix_socket_directories": f"'{directory}'", **settings}
    try:
        run_as_server(
            binaries / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync", "-E",
            "UTF8", "--locale", "C.UTF-8",
        )  # fmt: skip
        lines = "".join(f"{name} = {value}\n" for name, value in options.items())
        with (data / "postgresql.conf").open("a") as file:
            file.write(lines)
        run_as_server(binaries / "pg_ctl", "-D", data, "-l", directory / "log", "-w", "-s", "start")
        try:
            yield f"postgresql+psycopg://postgres@/postgres?host={directory}"
        finally:
            run_as_server(binaries / "pg_ctl", "-D", data, "-m", "immediate", "-s", "stop")
    finally:
        shutil.rmtree(directory, ignore_errors=True)


if __name__ == "__main__":
    with running() as address:
        sys.stdout.write(f"{address}\n")
        sys.stdout.flush()
        sys.stdin.read()
