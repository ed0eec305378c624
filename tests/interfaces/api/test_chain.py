"""The links of the chain over REST, with their exact bytes; checkpoints and proofs."""

import hashlib
import json
from pathlib import Path

import pytest

from both_sides.chain.checkpoint import leaf_hash
from both_sides.chain.note_keys import VerifierKey
from both_sides.chain.seal import genesis_seal
from both_sides.chain.signed_note import parse_note
from both_sides.chain.tlog_proof import parse_tlog_proof
from both_sides.errors import ProofInvalidError
from both_sides.interfaces.cli.app import run
from both_sides.store.trust_directory import TrustDirectory
from tests.served import LOCAL, Served, refused, serving


def test_links_are_listed_in_pages(served: Served) -> None:
    """Each with its seal, recomputed; the end of the chain beside them."""
    served.rule()
    served.claim()
    page = served.get("/events?limit=2")
    rows = page.json()["events"]
    assert [row["type"] for row in rows] == ["entity.imported", "ruling.created"]
    assert [row["actor"] for row in rows] == ["ada", "ada"]
    assert rows[0]["previous"] == genesis_seal(LOCAL)
    assert rows[1]["previous"] == rows[0]["seal"]
    assert all(row["sealed"] for row in rows)
    rest = served.get(page.links["next"]["url"].removeprefix("/api/v1")).json()
    assert [row["n"] for row in rest["events"]] == [3]
    assert rest["head"] == {"n": 3, "seal": rest["events"][0]["seal"]}


def test_the_raw_bytes_of_a_link_give_its_seal(served: Served) -> None:
    """Anybody can recompute it from the download."""
    served.claim()
    shown = served.get("/events/2")
    raw = served.get("/events/2?format=raw")
    assert raw.headers["content-disposition"] == 'attachment; filename="event-2.json"'
    assert raw.headers["content-type"] == "application/octet-stream"
    members = shown.json()
    seal = hashlib.sha384(members["previous"].encode() + raw.content).hexdigest()
    assert seal == members["seal"]
    assert shown.headers["etag"] == raw.headers["etag"] == f'"{seal}"'
    assert members["event"] == json.loads(raw.content)


def test_a_place_that_the_chain_does_not_have_is_not_found(served: Served) -> None:
    """And a place that is none is refused."""
    problem = refused(served.ask("GET", "/events/404"), 404, "not_found")
    assert problem["facts"]["n"] == 404
    for place in ("0", "-1", "one", "1e3", str(2**70)):
        refused(served.ask("GET", f"/events/{place}"), 422, "invalid_input")


def test_where_nothing_was_signed_there_is_no_checkpoint_and_no_proof(served: Served) -> None:
    """It says so, and who can make one."""
    for path in ("/checkpoint", "/proofs/1"):
        problem = refused(served.ask("GET", path), 404, "not_found")
        assert problem["facts"] == {"what": "checkpoint"}
    assert refused(served.ask("GET", "/proofs/404"), 404, "not_found")["facts"]["n"] == 404


def test_links_are_proved_against_the_last_checkpoint(tmp_path: Path) -> None:
    """By somebody who has nothing but the key: the note, the proof, the dossier with both."""
    path = tmp_path / "ledger.db"
    with serving(path) as served:
        served.rule()
        key = sign(path)
        served.claim()
        note = parse_note(served.get("/checkpoint").content)
        assert note.signed_by([key]) == (key,)
        shown = served.get("/events/2").json()
        answer = served.get("/proofs/2")
        assert answer.headers["content-disposition"].endswith('"event-2.tlog-proof"')
        proof = parse_tlog_proof(answer.content)
        checkpoint, _ = proof.verify(leaf_hash(LOCAL, 2, shown["seal"]), log_keys=[key])
        assert checkpoint.size == 3  # two links of the scope, and the one that introduces the key
        with pytest.raises(ProofInvalidError):
            proof.verify(leaf_hash(LOCAL, 1, shown["seal"]), log_keys=[key])
        late = refused(served.ask("GET", "/proofs/3"), 404, "not_found")
        assert late["facts"] == {"n": 3, "size": 3}
        dossier = served.get("/rulings/RUL-0001/dossier").json()
        assert dossier["checkpoint"] == str(note)
        proofs = [link["proof"] for link in dossier["auditTrail"]]
        assert [proof is None for proof in proofs] == [False, False, True]


def sign(ledger: Path) -> VerifierKey:
    """Make a key and sign the ledger as an operator does beside the server; give what is pinned."""
    assert run(["key", "create", "--ledger", str(ledger)]) == 0
    (key,) = TrustDirectory(Path(f"{ledger}.trust")).pinned()
    return key
