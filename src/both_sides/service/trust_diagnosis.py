"""Say whether a ledger is signed, and whether it holds against what was signed.

*This module does not* verify every event; `both-sides verify` does.
"""

from both_sides.errors import LedgerError
from both_sides.service.findings import Finding, Health
from both_sides.service.trust.anchoring import check_open, open_note, trusted_keys
from both_sides.service.wiring import Settings, open_store
from both_sides.store.port import LedgerStore
from both_sides.store.trust_directory import TrustDirectory


def check_trust(settings: Settings) -> Finding:
    """Hold the ledger against its anchor, and say up to where it is signed."""
    if settings.trust is None:
        return Finding("trust", Health.NOTICE, "a ledger in memory is not signed")
    try:
        store = open_store(settings, create=False)
    except LedgerError:  # what is wrong with it is said elsewhere
        return Finding("trust", Health.NOTICE, "there is no ledger here that could be signed")
    try:
        return _check(store, TrustDirectory(settings.trust))
    except LedgerError as error:
        return Finding("trust", Health.BAD, error.message, error.hint)
    finally:
        store.close()


def _check(store: LedgerStore, trust: TrustDirectory) -> Finding:
    check_open(store.tree, trust)
    note, size = trust.anchor(), store.tree.size()
    if note is None:
        return Finding(
            "trust",
            Health.NOTICE,
            "nothing of this ledger is signed, so nothing would show that its end was cut off",
            "make a key with `both-sides key create`, then run `both-sides checkpoint`",
        )
    anchor = open_note(note, trusted_keys(trust)).checkpoint
    words = f"{anchor.origin}: signed up to event {anchor.size} of {size}"
    if trust.has_signing_key():
        return Finding("trust", Health.GOOD, words)
    return Finding(
        "trust",
        Health.NOTICE,
        f"{words}; no key to sign with lies in {trust.path}",
        "set BOTH_SIDES_KEY_COMMAND where a command gives it, or bring the key back",
    )
