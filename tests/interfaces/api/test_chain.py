"""The links of the chain over REST, with their exact bytes; checkpoints and proofs."""

import hashlib
import json

from both_sides.chain.seal import genesis_seal
from tests.served import LOCAL, Served, refused


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


def test_without_a_notary_there_is_no_checkpoint_and_no_proof(served: Served) -> None:
    """It says so, and who can make one."""
    for path in ("/checkpoint", "/proofs/1"):
        problem = refused(served.ask("GET", path), 404, "not_found")
        assert problem["facts"] == {"what": "checkpoint"}
    assert refused(served.ask("GET", "/proofs/404"), 404, "not_found")["facts"]["n"] == 404
