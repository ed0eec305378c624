"""Read HoVer's rows: claims that take sentences of several Wikipedia articles to decide.

    {"uid": "042339bf-…", "claim": "…", "label": "SUPPORTED", "num_hops": 2,
     "supporting_facts": [["Life Goes On (Fergie song)", 2], ["M.I.L.F. $", 1]]}

1. Each fact becomes an item of evidence located as ``TITLE#sentence``; all of them belong
   together.
2. ``SUPPORTED`` becomes a verdict of the annotators.
3. ``NOT_SUPPORTED`` becomes a tag and no verdict: in HoVer it means refuted *or* not enough
   information, on purpose not told apart. Its facts are context.

*This module does not* hold the sentences: the rows only name them.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.verdicts import Conclusion
from both_sides.exchange.claim_trees import ClaimTree, TreeClaim, TreeEvidence
from both_sides.exchange.labelled_rows import Row, read_rows
from both_sides.exchange.tree_draft import TreeDraft, without_doubles

AUDITOR: Final = "HoVer annotators"
SUPPORTED: Final = "SUPPORTED"
NOT_SUPPORTED: Final = "NOT_SUPPORTED"
_RATIONALE: Final = (
    "The HoVer data set labels this claim SUPPORTED: its annotators found that the cited sentences"
    " of Wikipedia (October 2017), taken together, support it."
)


def read_hover(text: str, *, document: str) -> ClaimTree:
    """Read HoVer rows as claims.

    Args:
        text: A JSON list, or JSON Lines.
        document: What to call the file.

    *Source:* HoVer: A Dataset for Many-Hop Fact Extraction And Claim Verification (2020), 2.
    """
    draft = TreeDraft(document)
    for row in read_rows(text, draft):
        key, statement = row.text("uid"), row.text("claim")
        if key is None or statement is None:
            continue
        label, hops = row.members.get("label"), row.members.get("num_hops")
        if label is not None and str(label) not in {SUPPORTED, NOT_SUPPORTED}:
            row.unknown_label(label, f"{SUPPORTED} or {NOT_SUPPORTED}", key)
        tags = (
            None if label is None else f"hover: {label}",
            f"hops: {hops}" if isinstance(hops, int) else None,
        )
        stance = Stance.SUPPORTS if label == SUPPORTED else Stance.CONTEXT
        claim = TreeClaim(
            key,
            statement,
            tags=tuple(tag for tag in tags if tag is not None),
            evidence=without_doubles(_evidence(row, key, stance)),
        )
        if label == SUPPORTED:
            verdict = draft.verdict(claim, Conclusion.SUPPORTED, _RATIONALE, AUDITOR, line=row.line)
            claim = replace(claim, verdict=verdict)
        draft.add(claim, line=row.line, place=row.place)
    return draft.tree()


def _evidence(row: Row, key: str, stance: Stance) -> Iterator[TreeEvidence]:
    facts = row.members.get("supporting_facts")
    for fact in facts if isinstance(facts, list) else ():
        match fact:
            case [str() as title, int() as sentence] if title and sentence >= 0:
                yield TreeEvidence(
                    stance,
                    EvidenceKind.DOCUMENT,
                    f"{title}#{sentence}",
                    f"sentence {sentence} of the Wikipedia article “{title}”",
                )
            case _:
                row.bad_evidence(f"{fact!r:.80} is no sentence of an article", key)
