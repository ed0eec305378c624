"""Read WiCE's rows: sentences of Wikipedia, and whether the web page they cite supports them.

    {"claim": "…", "label": "partially_supported", "supporting_sentences": [[5, 15], [15, 17]],
     "evidence": ["(meta data) TITLE: About Us", "Skip to content", …],
     "meta": {"id": "dev02986", "claim_title": "Roger Hedgecock", "claim_section": "Other …"}}

1. `supporting_sentences` holds the choices of several annotators: sets of places in `evidence`.
   Each sentence chosen becomes an item of evidence with its words as the quote.
2. ``supported`` becomes a verdict of the annotators.
3. ``partially_supported`` and ``not_supported`` become a tag and no verdict: the one says that a
   part is supported, the other that the page does not support the claim, which is neither that it
   is refuted nor that nothing could decide it. Sentences chosen for a claim that is not supported
   are context.

*This module does not* take the rest of the page, and not the paragraph around the claim.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.verdicts import Conclusion
from both_sides.exchange.claim_trees import ClaimTree, TreeClaim, TreeEvidence
from both_sides.exchange.labelled_rows import Row, read_rows
from both_sides.exchange.tree_draft import TreeDraft

AUDITOR: Final = "WiCE annotators"
SUPPORTED: Final = "supported"
_STANCES: Final = {
    SUPPORTED: (Stance.SUPPORTS, "supports the claim"),
    "partially_supported": (Stance.SUPPORTS, "supports a part of the claim"),
    "not_supported": (Stance.CONTEXT, "was looked at; the page does not support the claim"),
}
_TITLE: Final = "(meta data) TITLE:"
_RATIONALE: Final = (
    "The WiCE data set labels this claim supported: its annotators found that the cited sentences"
    " of the web page support all of it."
)


def read_wice(text: str, *, document: str) -> ClaimTree:
    """Read WiCE rows as claims.

    Args:
        text: JSON Lines.
        document: What to call the file.

    *Source:* WiCE: Real-World Entailment for Claims in Wikipedia (2023), 3.
    """
    draft = TreeDraft(document)
    for row in read_rows(text, draft):
        key, statement = row.text("id", within="meta"), row.text("claim")
        if key is None or statement is None:
            continue
        label = row.members.get("label")
        stance = _STANCES.get(str(label))
        if stance is None and label is not None:
            row.unknown_label(label, " or ".join(_STANCES), key)
        claim = TreeClaim(
            key,
            statement,
            tags=() if label is None else (f"wice: {label}",),
            evidence=tuple(_evidence(row, key, *(stance or (Stance.CONTEXT, "was chosen")))),
        )
        if label == SUPPORTED:
            verdict = draft.verdict(claim, Conclusion.SUPPORTED, _RATIONALE, AUDITOR, line=row.line)
            claim = replace(claim, verdict=verdict)
        draft.add(claim, line=row.line, place=_place(row))
    return draft.tree()


def _place(row: Row) -> str:
    about = row.members.get("meta")
    named = about if isinstance(about, dict) else {}
    parts = (row.place, named.get("claim_title"), named.get("claim_section"))
    return " > ".join(part.strip() for part in parts if isinstance(part, str) and part.strip())


def _evidence(row: Row, key: str, stance: Stance, shows: str) -> Iterator[TreeEvidence]:
    listed = row.members.get("evidence")
    page = [str(line) for line in listed] if isinstance(listed, list) else []
    titles = (line.removeprefix(_TITLE).strip() for line in page if line.startswith(_TITLE))
    title = next(filter(None, titles), "untitled")
    for place in dict.fromkeys(_places(row, key)):
        if place < len(page):
            yield TreeEvidence(
                stance,
                EvidenceKind.WEB,
                f"{title} (page of {key}), sentence {place}",
                f"sentence {place} of the cited web page “{title}” {shows}",
                quote=page[place],
            )
        else:
            row.bad_evidence(f"the page has {len(page)} sentences, and no sentence {place}", key)


def _places(row: Row, key: str) -> Iterator[int]:
    sets = row.members.get("supporting_sentences")
    for members in sets if isinstance(sets, list) else ():
        for place in members if isinstance(members, list) else (members,):
            if isinstance(place, int) and not isinstance(place, bool) and place >= 0:
                yield place
            else:
                row.bad_evidence(f"{place!r:.60} is no place of a sentence", key)
