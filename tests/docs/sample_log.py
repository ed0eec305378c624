"""Make the small log whose leaf, checkpoint and proof stand in docs/spec as samples."""

import json
from pathlib import Path

from both_sides.chain.checkpoint import leaf_entry
from both_sides.service.trust.exporting import event_line, export_directory
from both_sides.service.trust.proving import Prover
from both_sides.store.sql_values import as_placed_event
from both_sides.store.trust_directory import TrustDirectory
from tests.trust.workplace import LOCAL, Workplace

PLACE = 2


def samples(directory: Path) -> dict[str, str]:
    """Give the samples by the page that they stand in."""
    place = Workplace(str(directory / "ledger.db"), TrustDirectory(directory / "trust"))
    place.make_key()
    place.add(4)
    note = place.sign().note
    prover = Prover(place.store, place.trust)
    proof = prover.prove(LOCAL, PLACE)
    link = proof.row.link
    (page,) = place.store.tree.pages(after=proof.position - 1, upto=proof.position)
    export_directory(place.store, prover, directory / "export")
    manifest = json.loads((directory / "export" / "manifest.json").read_text())
    place.close()
    return {
        "leaf": leaf_entry(LOCAL, link.n, link.seal_hex).decode(),
        "checkpoint": str(note),
        "proof": str(proof.proof),
        "export": event_line(as_placed_event(page[0])).decode(),
        "key": str(place.trust.pinned()[0]),
        "files": "\n".join(["manifest.json", *manifest["files"]]),
    }
