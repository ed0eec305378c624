"""Read SciFact's rows: scientific claims, and the abstracts that support or contradict them.

    {"id": 42, "claim": "A high microerythrocyte count …", "cited_doc_ids": [18174210],
     "evidence": {"18174210": [{"sentences": [1, 9], "label": "CONTRADICT"}]}}

1. Each sentence of a rationale becomes an item of evidence located as ``ABSTRACT#sentence``, on
   the side of its label; sentences of one rationale belong together.
2. A cited abstract without a rationale is context: it was read, and decides nothing.
3. All labels alike become a verdict of the annotators; no rationale in a labelled row becomes not
   enough information. Abstracts that disagree become a tag and no verdict: the data set does not
   say which of them prevails.
4. A row without `evidence` is not labelled.

*This module does not* hold the abstracts: the rows only name them.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.verdicts import Conclusion
from both_sides.exchange.claim_trees import ClaimTree, TreeClaim, TreeEvidence, TreeVerdict
from both_sides.exchange.labelled_rows import Row, read_rows
from both_sides.exchange.tree_draft import TreeDraft, without_doubles

AUDITOR: Final = "SciFact annotators"
DISAGREEMENT: Final = "scifact: abstracts disagree"
_STANCES: Final = {"SUPPORT": Stance.SUPPORTS, "CONTRADICT": Stance.REFUTES}
_CONCLUSIONS: Final = {
    Stance.SUPPORTS: Conclusion.SUPPORTED,
    Stance.REFUTES: Conclusion.REFUTED,
}


def read_scifact(text: str, *, document: str) -> ClaimTree:
    """Read SciFact rows as claims.

    Args:
        text: JSON Lines, labelled or not.
        document: What to call the file.

    *Source:* Fact or Fiction: Verifying Scientific Claims (2020), 3.
    """
    draft = TreeDraft(document)
    for row in read_rows(text, draft):
        key, statement = row.text("id"), row.text("claim")
        if key is None or statement is None:
            continue
        claim = TreeClaim(key, statement, evidence=without_doubles(_evidence(row, key)))
        stances = {item.stance for item in claim.evidence} - {Stance.CONTEXT}
        if len(stances) > 1:
            claim = replace(claim, tags=(DISAGREEMENT,))
        elif isinstance(row.members.get("evidence"), dict):
            claim = replace(claim, verdict=_verdict(row, claim, *stances))
        draft.add(claim, line=row.line, place=row.place)
    return draft.tree()


def _evidence(row: Row, key: str) -> Iterator[TreeEvidence]:
    abstracts = row.members.get("evidence")
    found = abstracts if isinstance(abstracts, dict) else {}
    for abstract, rationales in found.items():
        for rationale in rationales if isinstance(rationales, list) else [rationales]:
            yield from _rationale(row, key, abstract, rationale)
    cited = row.members.get("cited_doc_ids")
    for abstract in cited if isinstance(cited, list) else ():
        if not isinstance(abstract, int | str) or not str(abstract).strip():
            row.bad_evidence(f"{abstract!r:.60} names no abstract", key)
        elif str(abstract) not in found:
            yield TreeEvidence(
                Stance.CONTEXT,
                EvidenceKind.DOCUMENT,
                str(abstract),
                f"the cited abstract {abstract}; no sentence of it decides the claim",
            )


def _rationale(row: Row, key: str, abstract: str, rationale: Any) -> Iterator[TreeEvidence]:  # noqa: ANN401 - JSON
    match rationale:
        case {"sentences": [*places], "label": str() as label} if label in _STANCES:
            together = ", ".join(str(place) for place in places)
            for place in places:
                if not isinstance(place, int):
                    row.bad_evidence(f"{place!r:.60} is no place of a sentence", key)
                else:
                    yield TreeEvidence(
                        _STANCES[label],
                        EvidenceKind.DOCUMENT,
                        f"{abstract}#{place}",
                        f"sentence {place} of the abstract {abstract};"
                        f" its rationale is sentences {together}",
                    )
        case _:
            row.bad_evidence(f"{rationale!r:.80} is no rationale with sentences and a label", key)


def _verdict(row: Row, claim: TreeClaim, stance: Stance | None = None) -> TreeVerdict | None:
    said = "The SciFact data set labels this claim"
    if stance is Stance.SUPPORTS:
        rationale = f"{said} SUPPORT: its annotators found that the cited sentences support it."
    elif stance is Stance.REFUTES:
        places = ", ".join(item.locator for item in claim.evidence[:3])
        rationale = (
            f"{said} CONTRADICT: its annotators found that the cited sentences contradict it. Fix:"
            f" restate “{claim.statement}” so that it agrees with {places}, or withdraw it"
        )
    else:
        rationale = (
            f"{said} NOT ENOUGH INFO: its annotators found no sentence in the cited abstracts that"
            f" supports or contradicts it. Fix: find an abstract with a sentence that decides"
            f" “{claim.statement}” and cite it as ABSTRACT#sentence"
        )
    conclusion = Conclusion.NOT_ENOUGH_INFO if stance is None else _CONCLUSIONS[stance]
    return row.draft.verdict(claim, conclusion, rationale, AUDITOR, line=row.line)
