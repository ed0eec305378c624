"""Furnish a ledger so that every page has something to show, and list the pages."""

from pathlib import Path

from both_sides.corpus import load
from both_sides.interfaces.web.mounting import add_pages
from tests.interfaces.web.paper import Reader
from tests.interfaces.web.stories import add_evidence, conclude, register
from tests.served import serving

OSAKA = "/disputes/Q35765/P1082"
SERIES = "/disputes/Q1297/P1082"
LONG = ("/disputes/Q1764/P1082", "/disputes/Q36/P1279")  # 45 and 32 claims
PARTS = "/claims/CLM-0001"
REFUTED = "/claims/CLM-0002"
PAGES = (
    "/",
    "/desk",
    "/desk?q=osaka",
    OSAKA,
    SERIES,
    f"{SERIES}?newest=1",
    "/rulings",
    "/rulings/RUL-0001",
    "/rulings/RUL-0002",
    "/claims",
    "/claims?verdict=refuted",
    PARTS,
    REFUTED,
    "/claims/CLM-0005",
    "/steps",
    "/report",
    "/ledger",
    "/ledger/30",
    "/method",
    "/agent",
    "/help",
    "/find?q=osaka",
    "/find?q=nobody",
    "/sign-in",
)
FAILING = {"/rulings/RUL-0099": 404, "/disputes/Q1/P1": 404, "/ledger/99999": 404}


def furnish(path: Path) -> None:
    """Make a ledger: the bundled corpus, three rulings, a parent with judged and open parts."""
    with serving(path, *load(), additions=[add_pages]) as served:
        reader = Reader(served.http)
        form = reader.read(OSAKA).form(OSAKA)
        chosen = form.first("choose")
        ruling = form.fill(choose=chosen, rationale="The census counts residents.").send()
        revise = ruling.form("/rulings/RUL-0001/revise")
        revise.fill(text="The census counts residents; the register estimates.").send()
        other = "/disputes/Q597/P1082"
        form = reader.read(other).form(other)
        ruling = form.fill(choose=form.first("choose"), rationale="Official.").send()
        ruling.form("/rulings/RUL-0002/retire").fill(text="The office corrected it.").send()
        register(reader, "Weak keys are rejected.", tags="security", document="README.md")
        claim = register(reader, "RSA keys below 2048 bits are rejected.", parents="CLM-0001")
        add_evidence(claim, "supports", "The loader compares sizes.", quote="bits < MIN_BITS")
        claim = add_evidence(reader.read(REFUTED), "refutes", "A 1024-bit key was accepted.")
        conclude(claim, "not_enough_info", rationale="Not run yet. Fix: run the test on the tag")
        claim = reader.read(REFUTED)
        why = "It was accepted. Fix: add a test that sends a 1024-bit RSA JWK"
        conclude(claim, "refuted", "EVD-0002", rationale=why)
        register(reader, "EC keys below P-256 are rejected.", parents="CLM-0001")
        register(reader, "The package needs nothing at run time.")
        claim = register(reader, "An old promise.")
        claim.form("/claims/CLM-0005/retire").fill(reason="It was never made.").send()
