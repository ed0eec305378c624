"""The whole way through the desk as a person walks it, with scripts and without."""

import json
import re
from pathlib import Path

import pytest

from both_sides.domain.verdicts import HONESTY
from tests.browser.screens import Screen, Screens

RATIONALE = "The census counts residents; the register estimates."
ENTITIES = Path(__file__).parents[1] / "vectors/wikidata/entities.ndjson"


@pytest.mark.slow
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_from_an_import_to_a_dossier(empty: Screens, scripts: bool) -> None:  # noqa: FBT001 - a table
    """Import, dispute, ruling, revise, supersede, retire, replay, dossier; one chain holds all."""
    with empty.screen(scripts=scripts, accept_downloads=True) as screen:
        page = screen.page
        screen.open("/")
        assert "This ledger has no dispute yet." in screen.text()
        page.get_by_role("link", name="Open the desk").click()
        page.locator("#file").set_input_files(ENTITIES)
        page.get_by_role("button", name="Import", exact=True).click()
        page.get_by_role("link", name="See what is disputed").click()
        page.get_by_role("link", name="tungsten, melting point").click()
        assert screen.path == "/disputes/Q743/P2101"
        assert page.locator(".rival").count() == 2
        assert page.locator(".factor").count() == 10
        _refuse_first(screen)
        page.locator("#rationale").fill(RATIONALE)
        screen.press("Record the ruling")
        assert screen.path == "/rulings/RUL-0001"
        assert RATIONALE in screen.text()
        assert "Every seal matches." in screen.text()
        page.get_by_text("Revise the rationale").click()
        page.locator("#revise-text").fill("Two handbooks agree on it.")
        screen.press("Revise")
        assert "Revised" in page.locator(".timeline").first.inner_text()
        _rule_anew(screen)
        assert screen.path == "/rulings/RUL-0002"
        assert "It took the place of RUL-0001" in screen.text()
        page.get_by_text("Retire it for good").click()
        page.locator("#retire-text").fill("The handbook was misread.")
        screen.press("Retire")
        assert "this stone stays" in screen.text()
        with page.expect_download() as started:
            page.get_by_role("link", name="Dossier for programs").click()
        dossier = json.loads(started.value.path().read_bytes())
        assert dossier["ruling"]["id"] == "RUL-0002"
        assert dossier["ruling"]["tombstone"]["reason"] == "The handbook was misread."
        _verify(screen)


def _refuse_first(screen: Screen) -> None:
    """Send the form with an empty reason: the browser, and then the server, ask for it."""
    page = screen.page
    page.locator("#choose-1").check()
    screen.press("Record the ruling")
    assert screen.path == "/disputes/Q743/P2101"
    assert page.locator("#rationale:invalid").count() == 1
    page.locator("#rationale").fill(" ")
    screen.press("Record the ruling")
    page.locator("#rationale-wrong").wait_for()
    assert "The rationale is empty." in page.locator("#rationale-wrong").inner_text()
    assert page.locator("#choose-1").is_checked()
    screen.require_accessible("a form that has to be changed")
    screen.wrong = [one for one in screen.wrong if "409" not in one]  # the browser notes the status


def _rule_anew(screen: Screen) -> None:
    page = screen.page
    page.get_by_role("link", name="Choose another claim").click()
    page.get_by_text("Rule anew", exact=True).click()
    page.locator("#choose-2").check()
    page.locator("#rationale").fill("The other handbook is newer.")
    page.locator("#supersedes").check()
    screen.press("Record the ruling")


def _verify(screen: Screen) -> None:
    page = screen.page
    page.get_by_role("link", name="Ledger", exact=True).click()
    told = page.locator(".link-what").first.inner_text()
    assert "ruling retired" in told
    screen.press("Verify the whole chain")
    screen.wait_for("Every seal matches.")
    assert "Not checked here" in screen.text()


@pytest.mark.slow
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_from_a_claim_to_a_report(empty: Screens, scripts: bool) -> None:  # noqa: FBT001 - a table
    """Claim, parts, evidence for and against, verdicts, parent, next steps, report."""
    with empty.screen(scripts=scripts, accept_downloads=True) as screen:
        page = screen.page
        screen.open("/claims")
        page.locator("#statement").fill("Weak keys are rejected.")
        screen.press("Register")
        assert screen.path == "/claims/CLM-0001"
        assert HONESTY in screen.text()
        page.get_by_text("Decompose it into children").click()
        page.locator("#statements").fill("RSA keys are checked.\nEC keys are checked.")
        screen.press("Register the children")
        page.get_by_role("link", name="CLM-0002 RSA keys are checked.").click()
        _add(screen, "supports", "src/jwk.py:41", "The loader compares sizes.")
        _add(screen, "refutes", "tests/test_jwk.py::test_weak", "A 1024-bit key was accepted.")
        assert "The loader compares sizes." in page.locator(".for-side").inner_text()
        assert "A 1024-bit key was accepted." in page.locator(".against-side").inner_text()
        page.locator("#verdict-refuted").check()
        page.get_by_label(re.compile("EVD-0002")).check()
        page.locator("#rationale").fill("It was accepted. Fix: add a test with a 1024-bit RSA JWK")
        screen.press("Record the verdict")
        assert "refuted" in page.locator(".timeline li").first.inner_text()
        page.get_by_role("link", name="Next steps", exact=True).click()
        assert "add a test with a 1024-bit RSA JWK" in page.locator(".step").first.inner_text()
        _judge_the_parent(screen)
        page.get_by_role("link", name="Report", exact=True).click()
        told = screen.text()
        assert "Refuted 2" in told
        assert "EC keys are checked." in told
        with page.expect_download() as started:
            page.get_by_role("link", name="SARIF").click()
        assert json.loads(started.value.path().read_bytes())["version"] == "2.1.0"


def _add(screen: Screen, stance: str, locator: str, summary: str) -> None:
    page = screen.page
    page.locator(f"#stance-{stance}").check()
    page.locator("#locator").fill(locator)
    page.locator("#summary").fill(summary)
    screen.press("Add the item")
    page.get_by_text(summary).first.wait_for()


def _judge_the_parent(screen: Screen) -> None:
    """Follow the step of the parent: its forms are filled in for what its children say."""
    page = screen.page
    step = page.locator(".step", has_text="CLM-0001")
    step.get_by_role("link", name="Do it here").click()
    assert page.locator("#stance-refutes").is_checked()
    assert page.locator("#summary").input_value() == "Refuted: CLM-0002. "
    screen.press("Add the item")
    page.locator("#EVD-0003").wait_for()
    assert page.locator("#verdict-refuted").is_checked()
    page.locator("#rationale").fill("One kind of key is not checked. Fix: check RSA keys first")
    screen.press("Record the verdict")
    assert "refuted" in page.locator(".timeline li").first.inner_text()
