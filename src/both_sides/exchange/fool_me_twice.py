"""Read FoolMeTwice's rows: claims that players wrote, true or false, with their evidence.

    {"id": "01EICaMMy6uOPHdoEGAf", "label": "SUPPORTS", "text": "Filming was delayed …",
     "wikipedia_page": "Gandhi (film)", "category": "Popular Culture",
     "gold_evidence": [{"section_header": "Production", "text": "Then prime minister …"}]}

1. Each gold sentence becomes an item of evidence with its words as the quote, located by article
   and section, on the side that the label says.
2. The label becomes a verdict by the player who wrote the claim: there is no other judge.

*This module does not* take `retrieved_evidence`: it is what a search found, and nobody judged it.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.verdicts import Conclusion
from both_sides.exchange.claim_trees import ClaimTree, TreeClaim, TreeEvidence, TreeVerdict
from both_sides.exchange.labelled_rows import Row, read_rows
from both_sides.exchange.tree_draft import TreeDraft, without_doubles

AUDITOR: Final = "FoolMeTwice players"
_LABELS: Final = {
    "SUPPORTS": (Conclusion.SUPPORTED, Stance.SUPPORTS),
    "REFUTES": (Conclusion.REFUTED, Stance.REFUTES),
}


def read_fool_me_twice(text: str, *, document: str) -> ClaimTree:
    """Read FoolMeTwice rows as claims.

    Args:
        text: JSON Lines.
        document: What to call the file.

    *Source:* Fool Me Twice: Entailment from Wikipedia Gamification (2021), 3.
    """
    draft = TreeDraft(document)
    for row in read_rows(text, draft):
        key, statement = row.text("id"), row.text("text")
        if key is None or statement is None:
            continue
        label, article = row.members.get("label"), row.members.get("wikipedia_page")
        conclusion, stance = _LABELS.get(str(label), (None, Stance.CONTEXT))
        if conclusion is None and label is not None:
            row.unknown_label(label, " or ".join(_LABELS), key)
        page = article if isinstance(article, str) and article else "Wikipedia"
        category = row.members.get("category")
        claim = TreeClaim(
            key,
            statement,
            tags=(f"category: {category}",) if isinstance(category, str) and category else (),
            evidence=without_doubles(_evidence(row, key, page, stance)),
        )
        if conclusion is not None:
            claim = replace(claim, verdict=_verdict(row, claim, conclusion))
        draft.add(claim, line=row.line, place=row.place)
    return draft.tree()


def _evidence(row: Row, key: str, page: str, stance: Stance) -> Iterator[TreeEvidence]:
    listed = row.members.get("gold_evidence")
    for item in listed if isinstance(listed, list) else ():
        match item:
            case {"section_header": str() as section, "text": str() as quote} if quote.strip():
                yield TreeEvidence(
                    stance,
                    EvidenceKind.DOCUMENT,
                    f"{page} § {section}",
                    f"the section “{section}” of the Wikipedia article “{page}”",
                    quote=quote,
                )
            case _:
                row.bad_evidence(f"{item!r:.80} is no section_header with a text", key)


def _verdict(row: Row, claim: TreeClaim, conclusion: Conclusion) -> TreeVerdict | None:
    said = f"The FoolMeTwice data set labels this claim {row.members['label']}: the player who"
    if conclusion is Conclusion.SUPPORTED:
        rationale = f"{said} wrote it meant it to be true and chose the cited sentences as proof."
    else:
        places = ", ".join(item.locator for item in claim.evidence[:3])
        rationale = (
            f"{said} wrote it meant it to be false and chose the cited sentences as proof. Fix:"
            f" restate “{claim.statement}” so that it agrees with {places}, or withdraw it"
        )
    return row.draft.verdict(claim, conclusion, rationale, AUDITOR, line=row.line)
