"""A claims ledger in Markdown gives exactly what its parsed form says."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import pytest

from both_sides.exchange.claims_ledger_markdown import parse_claims_ledger, read_claims_ledger
from both_sides.exchange.tree_draft import TreeDraft
from tests.shared import shared
from tests.trees import VECTORS, claim, codes, said

LEDGERS: Final = (
    ".ledger",
    "examples/ledgers/anthropic-build-skills-2025",
    "examples/ledgers/cursor-software-factory-2025",
    "examples/ledgers/joel-hron-trustworthy-agents-2025",
    "examples/ledgers/openai-harness-engineering-2025",
    "examples/ledgers/sean-grove-new-code-2025",
)
KINDS: Final = {"git": "code", "doc": "document", "yt": "web"}


def parsed(folder: Path) -> list[dict[str, Any]]:
    """Read the parsed form; where it came from is not in the Markdown."""
    entries: list[dict[str, Any]] = json.loads(Path(folder, "ledger.json").read_bytes())
    for entry in entries:
        entry.pop("provenance", None)
        entry["caveats"] = entry.get("caveats") or None
    return entries


def require_exactness(folder: Path) -> None:
    """Compare members with the parsed form, then the claims with the members."""
    text, wanted = Path(folder, "claims.md").read_text(), parsed(folder)
    draft = TreeDraft("claims.md")
    entries = [asdict(entry) for entry in parse_claims_ledger(text, draft)]
    assert [entry.pop("line") for entry in entries] == sorted(
        number for number, line in enumerate(text.split("\n"), 1) if line.startswith("## ")
    )
    assert entries == wanted
    tree = read_claims_ledger(text, document="claims.md")
    assert (codes(tree), tree.remarks) == ([], ())
    for found, entry in zip(tree.claims, wanted, strict=True):
        assert (found.key, found.statement) == (entry["claim_id"], entry["text"])
        assert found.tags == (
            f"support level: {entry['support_level']}",
            *(f"scope: {scope}" for scope in entry["candidate_scopes"]),
        )
        *anchors, last = [*found.evidence, None] if not entry["caveats"] else found.evidence
        assert [(*said(item), item.quote) for item in anchors if item is not None] == [
            ("supports", KINDS[anchor["scheme"]], anchor["ref"], anchor["quote"])
            for anchor in entry["anchors"]
        ]
        assert (last.summary if last else None) == entry["caveats"]
        assert found.verdict is None


def test_the_ledger_of_the_tool_itself_is_read_exactly() -> None:
    """Ids, statements, levels, scopes, anchors, quotes, caveats."""
    require_exactness(Path(VECTORS, "trees/claims-ledger"))


@pytest.mark.parametrize("folder", LEDGERS)
def test_every_shared_ledger_is_read_exactly(folder: str) -> None:
    """Five claims each."""
    require_exactness(shared(f"data/trees/claims-ledger/{folder}"))


def test_anchors_are_evidence_with_their_version() -> None:
    """The version in an address is the commit, label and confidence are the summary."""
    text = Path(VECTORS, "trees/claims-ledger/claims.md").read_text()
    tree = read_claims_ledger(text, document="docs/claims.md")
    code, caveat = claim(tree, "claims#2").evidence
    assert said(code) == (
        "supports",
        "code",
        "git://58343a1/packages/ledger-core/src/types.ts#L111-L111",
    )
    assert (code.commit, code.summary) == ("58343a1", "gate exit code table, confidence: high")
    assert said(caveat) == ("context", "testimony", "docs/claims.md, caveats of claims#2")
    (document,) = claim(tree, "claims#5").evidence
    assert (document.kind.value, document.commit) == ("document", "58343a1")


def test_a_strong_claim_without_an_anchor_is_remarked_on() -> None:
    """The ledger's own rule: no anchor, no strong claim."""
    tree = read_claims_ledger("## 1) Fast\n- **Support level:** strong\n", document="a.md")
    assert tree.remarks == ("a#1 calls itself strong and has no anchor",)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("- **Anchor:** not an address", "unreadable_evidence"),
        ('- **Quote:** "of nothing"', "unreadable_evidence"),
        ("- **Colour:** blue", "unreadable_evidence"),
    ],
)
def test_a_member_that_cannot_be_read_is_a_problem(line: str, code: str) -> None:
    """The claim is kept."""
    tree = read_claims_ledger(f"## 1) Fast\n{line}\n", document="a.md")
    assert (codes(tree), [claim.key for claim in tree.claims]) == ([code], ["a#1"])


def test_a_document_without_claims_says_so() -> None:
    """And a number used twice, and a claim without words."""
    assert codes(read_claims_ledger("# Nothing\n", document="a.md")) == ["malformed_document"]
    tree = read_claims_ledger("## 1) Fast\n## 1) Small\n## 2)\n", document="a.md")
    assert codes(tree) == ["repeated_key", "missing_statement"]
    assert [claim.key for claim in tree.claims] == ["a#1", "a#1-2"]
