"""Write a dossier as JSON: the shape that other Both Sides implementations export, and more.

`ruling`, `integrity` and `auditTrail` (events with `seq`, `at`, `action`, `payload`, `prevSeal`,
`seal`) are theirs; `engineInput` is a line for `both-sides adjudicate --input`. The Markdown form
stands in `both_sides.interfaces.wire.dossier_text`.
"""

from typing import Any, Final

import orjson

from both_sides.chain.seal import genesis_seal
from both_sides.chain.strict_base64 import encode
from both_sides.domain.counting import counted
from both_sides.domain.disputes import WHAT_THIS_IS_NOT
from both_sides.domain.rulings import Ruling
from both_sides.exchange.engine_lines import format_dispute
from both_sides.interfaces.wire.shapes import ruling_members
from both_sides.service.dossiers import Coverage, Dossier
from both_sides.store.port import EventRow

PAYLOAD_TYPE: Final = "application/vnd.both-sides.dossier+json"  # in a signed envelope
FORMAT: Final = "both-sides/dossier/v1"  # goes up with any change of what is shown of a ruling

HOW_TO_VERIFY: Final = (
    "Run `both-sides replay --input FILE` on the JSON form of this dossier: it recomputes every"
    " seal, names the first link that does not match, and compares what is shown of the ruling with"
    " what the links say.",
    "Or recompute by hand: seal_0 = SHA-384('both-sides/genesis/v1:' + scopeId); seal_n ="
    " SHA-384(hex(seal_{n-1}) as UTF-8, followed by the canonical JSON (RFC 8785) of the payload).",
    "Run `both-sides adjudicate --input FILE` on the member engineInput: the engine gives the same"
    " factors, scores, margin and band again.",
    "Where the member checkpoint is not null, run `python verify_ledger.py dossier FILE --key KEY`"
    " with a key that you pinned: it checks that the checkpoint was signed, and that every event"
    " with a proof is in it.",
    "Compare the head seal with one that the publisher has printed elsewhere: a chain that was"
    " rewritten from its start and sealed anew verifies by itself.",
)


def dossier_members(dossier: Dossier) -> dict[str, Any]:
    """Write a dossier as JSON members.

    *Source:* spec/interfaces.md, `dossier`; spec/ledger.md, 6.
    """
    replayed = dossier.replay
    broken = replayed.first_broken
    return {
        "format": FORMAT,
        **shown_members(dossier.ruling),
        "integrity": {
            "algorithm": "SHA-384",
            "scopeId": dossier.scope,
            "genesisSeal": genesis_seal(dossier.scope),
            "coverage": dossier.coverage.value,
            "events": len(dossier.links),
            "headN": dossier.head.n,
            "headSeal": dossier.head.seal_hex,
            "ok": replayed.ok,
            "firstBrokenSeq": None if broken is None else broken.n,
            "notChecked": list(replayed.not_checked),
        },
        "auditTrail": [_event_members(row, dossier) for row in dossier.links],
        "checkpoint": dossier.checkpoint,
        "licences": licences(dossier),
        "howToVerify": list(HOW_TO_VERIFY),
        "whatThisIsNot": WHAT_THIS_IS_NOT,
    }


def shown_members(ruling: Ruling) -> dict[str, Any]:
    """Write the members that repeat for a reader what the events say."""
    return {
        "ruling": ruling_members(ruling),
        "engineInput": format_dispute(ruling.case.dispute, ruling.adjudication.as_of),
    }


def licences(dossier: Dossier) -> list[dict[str, Any]]:
    """List what the dossier quotes, from where, and under which licence."""
    case = dossier.ruling.case
    rows = [
        {
            "what": "claims and references",
            "from": case.provenance.publisher,
            "url": case.provenance.url,
            "licence": case.provenance.licence,
        }
    ]
    if case.second_source is not None:
        rows.append(
            {
                "what": "text of the second source",
                "from": case.second_source.title,
                "url": case.second_source.url,
                "licence": case.second_source.licence,
            }
        )
    return rows


def coverage_sentence(dossier: Dossier) -> str:
    """Say which links the dossier carries."""
    carried, whole = len(dossier.links), dossier.head.n
    if dossier.coverage is Coverage.COMPLETE:
        links = counted(carried, "link")
        return f"This dossier carries the whole chain: {links}, from the genesis on."
    links = "the one link that concerns" if carried == 1 else f"the {carried} links that concern"
    return (
        f"This dossier carries {links} the ruling, of {whole}; each is"
        " checked by itself. Ask for the whole chain with --chain complete."
    )


def checkpoint_sentence(dossier: Dossier) -> str:
    """Say what was signed of the ledger that the links are from."""
    if dossier.checkpoint is None:
        return "No signed checkpoint covers these links."
    origin, size, *_ = dossier.checkpoint.split("\n")
    return (
        f"{len(dossier.proofs)} of these links are proved to be in the ledger {origin}, in the"
        f" signed checkpoint of its first {size} events."
    )


def _event_members(row: EventRow, dossier: Dossier) -> dict[str, Any]:
    proof = dossier.proofs.get(row.link.n)
    return {
        "seq": row.link.n,
        "at": row.at,
        "action": row.type,
        "payload": _payload(row.link.body),
        "prevSeal": row.link.previous_hex,
        "seal": row.link.seal_hex,
        "proof": None
        if proof is None
        else {"index": proof.index, "hashes": [encode(step) for step in proof.steps]},
    }


def _payload(body: bytes) -> Any:  # noqa: ANN401 - any JSON value
    """Read a body; one that is no JSON any more goes over as text, whose seal does not match."""
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        return body.decode("utf-8", "backslashreplace")
