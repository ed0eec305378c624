"""Put together what signs for one ledger, from a store, a trust directory and a source of keys.

*This module does not* read the environment; see `both_sides.service.wiring`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from both_sides import __version__
from both_sides.chain.note_keys import VerifierKey
from both_sides.service.trust.anchoring import AnchorGuard
from both_sides.service.trust.checkpointing import Checkpointer, KeySource
from both_sides.service.trust.keys import keys_from_command, keys_from_directory
from both_sides.service.trust.notary import Notary
from both_sides.service.trust.watching import TrustWatcher
from both_sides.service.trust.witnessing import Witnesses
from both_sides.store.port import LedgerStore
from both_sides.store.trust_directory import TrustDirectory
from both_sides.upstream.witness_client import WitnessClient

USER_AGENT = f"both-sides/{__version__}"


@dataclass(frozen=True, slots=True)
class TrustParts:
    """Hold what signs for one ledger.

    Args:
        store: The ledger.
        trust: Its trust directory.
        keys: Gives its signing keys.
        notary: Signs, and asks witnesses.
        watcher: Stands beside the writes.
    """

    store: LedgerStore
    trust: TrustDirectory
    keys: KeySource
    notary: Notary
    watcher: TrustWatcher


def assemble(
    store: LedgerStore,
    trust: TrustDirectory,
    clock: Callable[[], str],
    *,
    key_command: str | None = None,
) -> TrustParts:
    """Put together what signs for a ledger.

    Args:
        store: The ledger.
        trust: Its trust directory.
        clock: Gives the time as UTC ISO text.
        key_command: Prints the signing keys, one a line; without it they lie in the directory.
    """
    keys = keys_from_directory(trust) if key_command is None else keys_from_command(key_command)
    guard = AnchorGuard(store, trust)
    notary = Notary(
        Checkpointer(store, trust, keys, clock, guard=guard), lambda: _witnesses(store, trust)
    )

    def may_sign() -> bool:
        return key_command is not None or trust.has_signing_key()

    return TrustParts(store, trust, keys, notary, TrustWatcher(guard, may_sign, notary.checkpoint))


def _witnesses(store: LedgerStore, trust: TrustDirectory) -> Witnesses | None:
    policy = trust.policy()
    return None if policy is None else Witnesses(store.tree, policy, make_client)


def make_client(name: str, url: str, key: VerifierKey) -> WitnessClient:
    """Make the client for a witness."""
    return WitnessClient(name, url, key, user_agent=USER_AGENT)
