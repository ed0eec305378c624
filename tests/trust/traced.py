"""Run one append and one checkpoint in a process that `strace` watches or disturbs.

The process is forked from the test's, so it is ready at once; it waits until `strace` has come, so
what is counted is the step alone. What it acknowledged comes through a pipe, line by line.
"""

import ctypes
import os
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from both_sides.errors import LedgerError
from both_sides.store.trust_directory import TrustDirectory
from tests.trust.workplace import Workplace

KEY = "the-one"
CALLS = (
    "openat,read,pread64,write,pwrite64,fsync,fdatasync,ftruncate,rename,renameat,renameat2,"
    "unlink,unlinkat,mkdir,link,linkat,fcntl,flock,lseek,newfstatat,fstat,stat,close,fchmod,"
    "fchown,getdents64,access"
)
ACKNOWLEDGED, SIGNED = b"acknowledged\n", b"signed\n"

_PR_SET_PTRACER = 0x59616D61
_ANYBODY = ctypes.c_ulong(-1)


@dataclass(frozen=True, slots=True)
class Traced:
    """Hold what a watched process did.

    Args:
        told: What it acknowledged.
        code: How it ended; negative, where a signal ended it.
        trace: What strace wrote.
    """

    told: bytes
    code: int
    trace: str

    def calls(self) -> list[tuple[str, int]]:
        """List the calls, each by its name and its number among those of its name."""
        seen: Counter[str] = Counter()
        found = []
        for line in self.trace.splitlines():
            name, bracket, _ = line.partition("(")
            if bracket and name.isidentifier():
                seen[name] += 1
                found.append((name, seen[name]))
        return found


def append_and_sign(address: str, trust: Path, options: Sequence[str], log: Path) -> Traced:
    """Open a ledger in a process of its own, append one event under a key, and sign.

    Args:
        address: The ledger, on SQLite.
        trust: Its trust directory.
        options: Of strace: what to watch, and what faults to make.
        log: Where strace writes.
    """
    if shutil.which("strace") is None:
        pytest.skip("strace is not installed: see tests/postgres/install.sh")
    reader, writer = os.pipe()
    process = os.fork()
    if process == 0:
        _step(address, trust, writer)
    os.close(writer)
    command = ["strace", "-qq", "-p", str(process), "-o", str(log), *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as strace:
        told = bytearray()
        while part := os.read(reader, 4096):
            told += part
        os.close(reader)
        _, status = os.waitpid(process, 0)
        _, said = strace.communicate()
    if "ptrace" in said:
        pytest.skip(f"strace may not watch a process here: {said.strip()}")
    return Traced(bytes(told), os.waitstatus_to_exitcode(status), log.read_text(errors="replace"))


def _step(address: str, trust: Path, writer: int) -> None:
    """Do the step, and never return."""
    code = 70
    try:
        ctypes.CDLL(None).prctl(_PR_SET_PTRACER, _ANYBODY, 0, 0, 0)
        signal.alarm(60)  # should nobody come
        while "TracerPid:\t0\n" in Path("/proc/self/status").read_text():
            time.sleep(0.002)
        place = Workplace(address, TrustDirectory(trust))
        place.add(1, key=KEY)
        os.write(writer, ACKNOWLEDGED)
        place.sign()
        os.write(writer, SIGNED)
        place.close()
        code = 0
    except (LedgerError, OSError):
        code = 1
    finally:
        os._exit(code)
