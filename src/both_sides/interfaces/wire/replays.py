"""Write what a replay of a scope found as the JSON that every face gives."""

from typing import Any

from both_sides.service.replaying import ScopeReplay


def scope_replay_members(found: ScopeReplay, trail: tuple[int, ...] | None) -> dict[str, Any]:
    """Write what a replay of the ledger found as JSON members."""
    broken = found.first_broken
    return {
        "ok": found.ok,
        "events": found.chain.events,
        "headSeal": found.chain.head_seal_hex,
        "firstBrokenSeq": None if broken is None else broken.n,
        "scopeId": found.chain.scope,
        "finding": None
        if broken is None
        else {
            "n": broken.n,
            "finding": broken.finding,
            "expected": broken.expected,
            "found": broken.found,
        },
        "views": [
            {"kind": view.kind, "key": view.key, "finding": view.finding}
            for view in found.view_findings
        ],
        "rulingLinks": None if trail is None else list(trail),
        "notChecked": list(found.not_checked),
    }
