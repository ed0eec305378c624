"""Make a directory read-only, a disk small, or memory scarce, for one process and nobody else.

What is limited is given as the words to put before a command. Permissions do not stop root, so root
gets a private view of the file system instead (a mount namespace, gone with the process); anybody
else gets permissions.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && cd "$0" && exec "$@"'
_SMALL = 'mount -t tmpfs -o size="$1" tmpfs "$0" && shift && cd "$0" && exec "$@"'


def _private_mounts() -> list[str]:
    """Give the command that runs another one with mounts of its own, or skip the test."""
    unshare = shutil.which("unshare")
    for options in (["-m"], ["-U", "-r", "-m"]):
        command = [str(unshare), *options]
        if (
            unshare
            and not subprocess.run([*command, "true"], check=False, capture_output=True).returncode
        ):
            return command
    pytest.skip("no mount of one's own is permitted here: run as a user, or with CAP_SYS_ADMIN")


@contextmanager
def read_only(directory: Path) -> Iterator[list[str]]:
    """Give what to put before a command, so that it finds a directory read-only."""
    if os.geteuid() == 0:
        yield [*_private_mounts(), "sh", "-c", _READ_ONLY, str(directory)]
        return
    paths = [directory, *directory.rglob("*")]
    for path in paths:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        yield []
    finally:
        for path in paths:
            path.chmod(0o755 if path.is_dir() else 0o644)


def small(directory: Path, size: str) -> list[str]:
    """Give what to put before a command, so that it finds an empty disk of this size there."""
    return [*_private_mounts(), "sh", "-c", _SMALL, str(directory), size]


def limited(*, memory_bytes: int | None = None, file_bytes: int | None = None) -> list[str]:
    """Give what to put before a command to limit its memory, or the size of the files it writes."""
    limits = [
        *([f"ulimit -v {memory_bytes // 1024}"] if memory_bytes else []),
        *([f"ulimit -f {file_bytes // 512}"] if file_bytes else []),
    ]
    return ["sh", "-c", f'{" && ".join(limits)} && exec "$@"', "sh"]
