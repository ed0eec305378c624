"""Write checkpoints, proofs, verifications and keys as the JSON that every face gives.

*This module does not* read anything: it shapes what the service answered.
"""

from typing import Any

from both_sides.chain.checkpoint import Checkpoint
from both_sides.chain.signed_note import SignedNote
from both_sides.chain.strict_base64 import encode
from both_sides.service.trust.keys import ListedKey
from both_sides.service.trust.proving import EventProof
from both_sides.service.trust.witnessing import Cosigning
from both_sides.service.verifying.findings import Finding, Verification


def checkpoint_members(
    checkpoint: Checkpoint, note: SignedNote, cosigning: Cosigning | None = None
) -> dict[str, Any]:
    """Write a signed checkpoint, and what the witnesses answered."""
    return {
        "origin": checkpoint.origin,
        "size": checkpoint.size,
        "root": encode(checkpoint.root),
        "note": str(note if cosigning is None else cosigning.note),
        "witnesses": None
        if cosigning is None
        else {
            "isEnough": cosigning.is_enough,
            "failures": dict(cosigning.failures),
            "contradictions": dict(cosigning.contradictions),
        },
    }


def proof_members(proved: EventProof) -> dict[str, Any]:
    """Write an event with its proof: all that a verifier needs besides a pinned key."""
    link = proved.row.link
    return {
        "scope": link.scope,
        "n": link.n,
        "position": proved.position,
        "previous": link.previous_hex,
        "seal": link.seal_hex,
        "body": link.body.decode("utf-8", "backslashreplace"),
        "proof": str(proved.proof),
    }


def verification_members(found: Verification) -> dict[str, Any]:
    """Write what a verification found, and what it did not look at."""
    return {
        "outcome": found.outcome.value,
        "level": found.level.name.lower(),
        "size": found.size,
        "events": found.events,
        "anchored": found.anchored,
        "window": found.window,
        "witnessed": found.witnessed,
        "findings": [finding_members(finding) for finding in found.findings],
        "notChecked": list(found.not_checked),
        "seconds": round(found.seconds, 3),
    }


def finding_members(finding: Finding) -> dict[str, Any]:
    """Write one thing that is not in order."""
    return {
        "outcome": finding.outcome.value,
        "what": finding.what,
        "position": finding.position,
        "scopeId": finding.scope,
        "n": finding.n,
        "table": finding.table,
        "key": finding.key,
        "expected": finding.expected or None,
        "found": finding.found or None,
    }


def key_members(listed: ListedKey) -> dict[str, Any]:
    """Write what is known of a key; never its secret half."""
    record = listed.record
    return {
        "key": str(listed.verifier),
        "standing": None if record is None else record.standing.value,
        "introducedAt": None if record is None else record.n,
        "reason": None if record is None else record.end_reason or record.reason,
        "isPinned": listed.is_pinned,
        "signs": listed.signs,
    }
