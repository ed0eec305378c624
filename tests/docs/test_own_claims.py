"""The README is audited with the program itself: `audit/ledger.jsonl`, checked on every run."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from both_sides.domain.claims import Claim
from both_sides.domain.evidence import Evidence, EvidenceKind
from both_sides.service.audit import Audit
from both_sides.service.wiring import open_audit, read_settings
from tests.docs.pages import CODE, blocks
from tests.replayed import require_replay
from tests.shared import ROOT

LEDGER = ROOT / "audit" / "ledger.jsonl"
README = (ROOT / "README.md").read_text(encoding="utf-8")
TABLE_OF_PAGES = "## Where to go"
NO_CLAIMS = (
    "Sources disagree.",  # why this exists, not what it does
    "On a bare Debian",  # leads into the command, which is a claim
    "ranks a real contradiction from the bundled corpus",  # goes on about that command
    "Audit the claims of software",  # leads into commands, each of which is a claim
    "In a browser, over HTTP",  # leads into commands too
    "As a library, the same:",  # leads into the example, which is a claim
)


def words(text: str) -> str:
    """Lay a text on one line, so that it is found however it is broken."""
    return " ".join(text.split())


def claims_mcp(*argv: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the program as a user does."""
    program = Path(sys.executable).parent / "claims-mcp"
    return subprocess.run([program, *argv], capture_output=True, check=False, text=True)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Import the audit into a ledger of its own."""
    path = tmp_path_factory.mktemp("audit") / "own.db"
    found = claims_mcp("import", LEDGER, "--ledger", path)
    assert found.returncode == 0, found.stderr
    return path


@pytest.fixture
def audit(path: Path) -> Iterator[Audit]:
    """Open the audit; at the end it is replayed."""
    audit = open_audit(read_settings(ledger=str(path), actor="test"))
    yield audit
    require_replay(audit.ledger.store)
    audit.ledger.store.close()


@pytest.fixture
def claims(audit: Audit) -> list[Claim]:
    """Read the claims that are audited."""
    return [claim for claim in audit.all_claims().values() if claim.is_active]


def cited(claims: list[Claim]) -> list[Evidence]:
    """Give the evidence that the current verdicts cite."""
    return [item for claim in claims for item in claim.cited()]


def test_every_claim_is_decided_and_nothing_is_left_to_do(path: Path) -> None:
    """As the automatic run checks it."""
    found = claims_mcp("check", "--ledger", path)
    assert found.returncode == 0, found.stdout


def test_every_claim_is_read_off_the_readme(claims: list[Claim]) -> None:
    """Word for word, so a claim that is reworded is audited anew."""
    page = words(README)
    assert len(claims) > 20
    for claim in claims:
        assert claim.source.document == "README.md", claim.claim_id
        assert words(claim.source.locator or "") in page, claim.claim_id


def parts_of_the_readme() -> list[str]:
    """Cut the page into paragraphs, list items, pictures and commands; headings say nothing."""
    prose = CODE.sub("\n\n", README.partition(TABLE_OF_PAGES)[0])
    texts = re.split(r"\n\s*\n|\n(?=- )", prose)
    commands = [line for block in blocks(README, "sh") for line in block.splitlines()]
    whole = [*blocks(README, "text"), *blocks(README, "python")]
    found = [words(part.partition("  #")[0]) for part in (*texts, *commands, *whole)]
    return [part for part in found if part and not part.startswith(("#", "!["))]


def test_every_part_of_the_readme_is_audited(claims: list[Claim]) -> None:
    """A sentence that nobody claims, and nobody checks, does not get into the README."""
    audited = [words(claim.source.locator or "") for claim in claims]
    for part in parts_of_the_readme():
        if not part.startswith(NO_CLAIMS):
            assert any(fragment in part for fragment in audited), part


def functions_of(path: Path) -> set[str]:
    """Give the names of the functions of a module, those of classes too."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_test_that_is_cited_exists(claims: list[Claim]) -> None:
    """A test that is renamed or removed takes its evidence along."""
    tests = [item.locator for item in cited(claims) if item.kind is EvidenceKind.TEST]
    assert len(tests) > 20
    for locator in tests:
        name, _, function = locator.partition("::")
        assert function in functions_of(ROOT / name), locator


def test_every_quote_stands_where_it_is_said_to_stand(claims: list[Claim]) -> None:
    """However the lines are broken."""
    quoted = [item for item in cited(claims) if item.quote is not None]
    assert quoted
    for item in quoted:
        text = (ROOT / item.locator.partition("::")[0]).read_text(encoding="utf-8")
        assert words(item.quote or "") in words(text), item.locator
