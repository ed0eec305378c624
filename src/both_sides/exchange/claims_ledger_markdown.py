"""Read a Markdown claims ledger: numbered claims, each with anchors into what supports it.

    ## 2) A stale anchor gates CI with exit code 11
    - **Support level:** strong
    - **Scopes:** edt, verify
    - **Source:** gate exit code table
      - **Anchor:** `git://58343a1/packages/ledger-core/src/types.ts#L111-L111` · confidence: high
        - **Quote:** "STALE_ANCHOR: 11,"
    - **Caveats:** Exit codes are API.

1. A heading ``## N) …`` opens a claim. Its id is ``NAME#N``, with the file's name without ending,
   as in the `ledger.json` that the ledger's own tool writes beside it.
2. Each anchor becomes an item of supporting evidence: the address is its locator, the quote is
   word for word, label and confidence are its summary, the version in the address its commit.
3. The caveats become an item of context. Support level and scopes become tags: a level says how
   sure the author is, and is no verdict.

`parse_claims_ledger` gives the members as they are, `read_claims_ledger` gives claims. *This
module does not* resolve an anchor: whether the quote really stands there is for an auditor to see.

*Source:* the ledgers of isatimur/claims-ledger with their parsed form.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Final

from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.exchange.claim_trees import ClaimTree, TreeClaim, TreeEvidence
from both_sides.exchange.problems import ProblemCode
from both_sides.exchange.tree_draft import TreeDraft, without_doubles

_CLAIM: Final = re.compile(r"##\s+(\d+)\)\s*(.*?)\s*")
_MEMBER: Final = re.compile(r"\s*[-*]\s+\*\*([A-Za-z ]+):\*\*\s*(.*?)\s*")
_ANCHOR: Final = re.compile(r"`(([A-Za-z][A-Za-z0-9+.-]*)://[^`]*)`(?:.*?\bconfidence:\s*(\w+))?.*")
_GIT: Final = re.compile(r"git://([^/]+)/")
_PINNED: Final = re.compile(r"@([0-9A-Za-z]+)\Z")
_KINDS: Final = {
    "git": EvidenceKind.CODE,
    "doc": EvidenceKind.DOCUMENT,
    "yt": EvidenceKind.WEB,
    "http": EvidenceKind.WEB,
    "https": EvidenceKind.WEB,
}


@dataclass
class LedgerAnchor:
    """Hold one anchor, member for member as in the parsed form."""

    scheme: str
    ref: str
    confidence: str | None
    label: str
    quote: str | None = None


@dataclass
class LedgerClaim:
    """Hold one claim, member for member as in the parsed form; `line` is where it begins."""

    claim_id: str
    text: str
    line: int
    support_level: str | None = None
    candidate_scopes: list[str] = field(default_factory=list)
    anchors: list[LedgerAnchor] = field(default_factory=list)
    caveats: str | None = None


def read_claims_ledger(text: str, *, document: str) -> ClaimTree:
    """Read a claims ledger as claims.

    Args:
        text: The Markdown.
        document: What to call the file; its name is part of the claims' ids.
    """
    draft = TreeDraft(document)
    for entry in parse_claims_ledger(text, draft):
        level = entry.support_level
        tags = [] if level is None else [f"support level: {level}"]
        evidence = without_doubles(_evidence(entry, document))
        draft.add(
            TreeClaim(
                entry.claim_id,
                entry.text,
                tags=(*tags, *(f"scope: {scope}" for scope in entry.candidate_scopes)),
                evidence=evidence,
            ),
            line=entry.line,
        )
        if level == "strong" and not entry.anchors:
            draft.remark(f"{entry.claim_id} calls itself strong and has no anchor")
    return draft.tree()


def parse_claims_ledger(text: str, draft: TreeDraft) -> list[LedgerClaim]:
    """Read the entries of a claims ledger; what cannot be read goes to the draft."""
    claims: list[LedgerClaim] = []
    label = ""
    for number, line in enumerate(text.split("\n"), start=1):
        heading = _CLAIM.fullmatch(line)
        member = _MEMBER.fullmatch(line)
        if heading:
            name = PurePath(draft.document).stem
            claims.append(LedgerClaim(f"{name}#{heading[1]}", heading[2], number))
            label = ""
        elif member and claims:
            name, value = member[1].strip().casefold(), member[2]
            if name == "source":
                label = value
            elif not _take(claims[-1], name, value, label):
                what = f"{line.strip()[:80]!r} is not understood"
                key = claims[-1].claim_id
                draft.report(ProblemCode.UNREADABLE_EVIDENCE, what, line=number, key=key)
    if not claims:
        draft.report(ProblemCode.MALFORMED_DOCUMENT, "it has no claim like ## 1) …")
    return claims


def _take(claim: LedgerClaim, name: str, value: str, label: str) -> bool:
    """Take one member of a claim; tell whether it was understood."""
    match name:
        case "support level":
            claim.support_level = value
        case "scopes":
            claim.candidate_scopes = [scope.strip() for scope in value.split(",") if scope.strip()]
        case "caveats":
            claim.caveats = value
        case "anchor":
            anchor = _ANCHOR.fullmatch(value)
            if anchor is None:
                return False
            claim.anchors.append(LedgerAnchor(anchor[2], anchor[1], anchor[3], label))
        case "quote":
            if not claim.anchors:
                return False
            claim.anchors[-1].quote = _unquoted(value)
        case _:
            return False
    return True


def _unquoted(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] == text[-1] == '"'
    return text[1:-1] if is_quoted else text


def _evidence(entry: LedgerClaim, document: str) -> Iterator[TreeEvidence]:
    for anchor in entry.anchors:
        version = _GIT.match(anchor.ref) or _PINNED.search(anchor.ref)
        sure = None if anchor.confidence is None else f"confidence: {anchor.confidence}"
        yield TreeEvidence(
            Stance.SUPPORTS,
            _KINDS.get(anchor.scheme.casefold(), EvidenceKind.REFERENCE),
            anchor.ref,
            ", ".join(filter(None, (anchor.label, sure))) or "an anchor of the ledger",
            quote=anchor.quote,
            commit=None if version is None else version[1],
        )
    if entry.caveats:
        yield TreeEvidence(
            Stance.CONTEXT,
            EvidenceKind.TESTIMONY,
            f"{document}, caveats of {entry.claim_id}",
            entry.caveats,
        )
