"""Look at what a fault left behind: verify it, send the request again, and go on."""

import shutil
from pathlib import Path

from both_sides.service.verifying.findings import Outcome
from both_sides.store.trust_directory import TrustDirectory
from tests.trust.traced import ACKNOWLEDGED, KEY, Traced, append_and_sign
from tests.trust.workplace import LOCAL, Workplace


class Original:
    """Keep a small ledger on SQLite that was signed, and copy it for every fault."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self.kept = directory / "kept"
        self.kept.mkdir()
        begin(str(self.kept / "ledger.db"), self.kept / "trust")

    def step(self, *options: str) -> tuple[Path, Traced]:
        """Do the step on a copy; give the copy, and what happened."""
        copy = self._directory / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.kept, copy)
        ledger, trust = str(copy / "ledger.db"), copy / "trust"
        return copy, append_and_sign(ledger, trust, options, self._directory / "trace")


def begin(address: str, trust: Path) -> None:
    """Make a small ledger that is signed: a key, three events, a checkpoint."""
    place = Workplace(address, TrustDirectory(trust))
    place.make_key()
    place.add(3)
    place.sign()
    place.close()


def require_sound_copy(copy: Path, told: bytes) -> None:
    """Open what a fault left behind of a ledger on SQLite, and require that it is sound.

    Args:
        copy: The directory of ledger and trust.
        told: What the step acknowledged.
    """
    place = Workplace(str(copy / "ledger.db"), TrustDirectory(copy / "trust"))
    require_sound(place, told)
    place.close()


def require_sound(place: Workplace, told: bytes) -> int:
    """Verify what a fault left behind, send the request again, and go on.

    Args:
        place: The ledger, opened anew.
        told: What the step acknowledged.

    Returns:
        How many links the fault left behind.
    """
    # Before anything is mended: nothing reads as tampered, cut off or forked.
    assert place.outcome() in {Outcome.VERIFIED, Outcome.INCOMPLETE}
    before = place.store.head(LOCAL).n
    assert before == 4 if ACKNOWLEDGED in told else before in {3, 4}
    receipt = place.add(1, key=KEY)
    assert receipt.replayed is (before == 4)
    assert place.store.head(LOCAL).n == 4
    place.sign()
    assert place.outcome() is Outcome.VERIFIED
    place.add(1)
    place.sign()
    assert place.outcome() is Outcome.VERIFIED
    return before
