"""Read FEVER's rows: a claim, its label, and the sentences of Wikipedia that decide it.

    {"id": 137334, "label": "SUPPORTS", "claim": "Fox 2000 Pictures released the film Soul Food.",
     "evidence": [[[289914, 283015, "Soul_Food_-LRB-film-RRB-", 0]]]}

1. `evidence` lists sets; a set lists sentences as [annotation, annotation, page, sentence]. The
   sentences of one set belong together, and one set is enough.
2. Each sentence becomes one item of evidence, located as ``PAGE#sentence``, on the side that the
   label says; its summary names the sets that it is in.
3. The label becomes a verdict of the annotators. FEVER's rationale is the label itself, so the
   verdict's says where it comes from and nothing else.

*This module does not* hold the sentences: the rows name them, and Wikipedia's text of June 2017
does not come with them.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.verdicts import Conclusion
from both_sides.exchange.claim_trees import ClaimTree, TreeClaim, TreeEvidence, TreeVerdict
from both_sides.exchange.fever.labels import CONCLUSIONS
from both_sides.exchange.labelled_rows import Row, read_rows
from both_sides.exchange.tree_draft import TreeDraft

AUDITOR: Final = "FEVER annotators"
_STANCES: Final = {
    Conclusion.SUPPORTED: Stance.SUPPORTS,
    Conclusion.REFUTED: Stance.REFUTES,
}
_BRACKETS: Final = (
    ("-LRB-", "("),
    ("-RRB-", ")"),
    ("-LSB-", "["),
    ("-RSB-", "]"),
    ("-COLON-", ":"),
    ("_", " "),
)

Sentence = tuple[str, int]


def read_fever(text: str, *, document: str) -> ClaimTree:
    """Read FEVER rows as claims.

    Args:
        text: JSON Lines, labelled or not.
        document: What to call the file.

    *Source:* FEVER: a Large-scale Dataset for Fact Extraction and VERification (2018), 3; the
    rows of its shared task.
    """
    draft = TreeDraft(document)
    for row in read_rows(text, draft):
        key, statement = row.text("id"), row.text("claim")
        if key is None or statement is None:
            continue
        label = row.members.get("label")
        conclusion = CONCLUSIONS.get(label.upper()) if isinstance(label, str) else None
        if conclusion is None and label is not None:
            row.unknown_label(label, " or ".join(CONCLUSIONS), key)
        claim = TreeClaim(key, statement, evidence=tuple(_evidence(row, key, conclusion)))
        if conclusion is not None:
            claim = replace(claim, verdict=_verdict(row, claim, conclusion))
        draft.add(claim, line=row.line, place=row.place)
    return draft.tree()


def title_of(page: str) -> str:
    """Write the name of a page as Wikipedia shows it.

    >>> title_of("Soul_Food_-LRB-film-RRB-")
    'Soul Food (film)'
    """
    for written, meant in _BRACKETS:
        page = page.replace(written, meant)
    return page


def _evidence(row: Row, key: str, conclusion: Conclusion | None) -> Iterator[TreeEvidence]:
    stance = Stance.CONTEXT if conclusion is None else _STANCES.get(conclusion, Stance.CONTEXT)
    sets = list(_sets(row, key))
    numbers: dict[Sentence, list[int]] = {}
    for number, sentences in enumerate(sets, start=1):
        for sentence in sentences:
            numbers.setdefault(sentence, []).append(number)
    for (page, place), found_in in numbers.items():
        members = f"evidence set {', '.join(map(str, found_in))} of {len(sets)}"
        yield TreeEvidence(
            stance,
            EvidenceKind.DOCUMENT,
            f"{page}#{place}",
            f"sentence {place} of the Wikipedia article “{title_of(page)}”, {members}",
        )


def _sets(row: Row, key: str) -> Iterator[list[Sentence]]:
    listed = row.members.get("evidence")
    if listed is not None and not isinstance(listed, list):
        row.bad_evidence(f"evidence is {listed!r:.60}, expected a list of sets", key)
        return
    for members in listed or ():
        sentences = list(_sentences(row, key, members))
        if sentences:
            yield list(dict.fromkeys(sentences))


def _sentences(row: Row, key: str, members: Any) -> Iterator[Sentence]:  # noqa: ANN401 - JSON
    for member in members if isinstance(members, list) else [members]:
        match member:
            case [_, _, str() as page, int() as sentence] if page and sentence >= 0:
                yield page, sentence
            case [_, _, None, None]:
                pass  # an annotator looked and found no sentence
            case _:
                row.bad_evidence(f"{member!r:.80} is no sentence of a page", key)


def _verdict(row: Row, claim: TreeClaim, conclusion: Conclusion) -> TreeVerdict | None:
    label = str(row.members["label"]).upper()
    said = f"The FEVER data set labels this claim {label}: its annotators found"
    if conclusion is Conclusion.SUPPORTED:
        rationale = f"{said} that sentences of Wikipedia (June 2017) support it."
    elif conclusion is Conclusion.REFUTED:
        pages = ", ".join(item.locator for item in claim.evidence[:3])
        rationale = (
            f"{said} that sentences of Wikipedia (June 2017) refute it. Fix: restate"
            f" “{claim.statement}” so that it agrees with {pages}, or withdraw it"
        )
    else:
        rationale = (
            f"{said} no sentence of Wikipedia (June 2017) that supports or refutes it. Fix: find a"
            f" sentence of Wikipedia that decides “{claim.statement}” and cite it as PAGE#sentence"
        )
    return row.draft.verdict(claim, conclusion, rationale, AUDITOR, line=row.line)
