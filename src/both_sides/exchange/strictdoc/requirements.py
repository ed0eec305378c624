"""Read the requirements of a StrictDoc document as claims.

1. Every node is a claim but sections and texts: requirements, features, designs, and whatever a
   document's own grammar names. Its key is its UID, else its MID, else made of its words.
2. Its statement is STATEMENT, word for word; without one its TITLE. Sections and title are the
   place that the claim is found at.
3. A relation of the type Parent leads to what the requirement refines: its parent. Child leads
   the other way. A node inside of a composite one has that as a parent.
4. A relation of the type File names where the requirement is taken up, which nobody has checked:
   an item of context, of the kind code.
5. STATUS and TAGS become tags. A status is no verdict.

UIDs are unique over a whole project, so parents may stand in another document: read the documents
of a project together. *This module does not* take RATIONALE, COMMENT and other fields of prose.

*Source:* StrictDoc, SDoc syntax; its own requirements, SDOC-SRS.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.exchange.claim_trees import ClaimTree, TreeClaim, TreeEvidence
from both_sides.exchange.problems import ProblemCode
from both_sides.exchange.strictdoc.nodes import Relation, SdocNode, read_nodes
from both_sides.exchange.tree_draft import TreeDraft, slug_of, without_doubles

_NO_CLAIMS: Final = frozenset(
    {
        "BIBLIOGRAPHY",
        "DOCUMENT",
        "DOCUMENT_FROM_FILE",
        "FRAGMENT",
        "FRAGMENT_FROM_FILE",
        "GRAMMAR",
        "SECTION",
        "TEXT",
    }
)
_STATEMENTS: Final = ("STATEMENT", "DESCRIPTION", "CONTENT", "TITLE")


def read_strictdoc(text: str, *, document: str) -> ClaimTree:
    """Read the requirements of one SDoc document as claims.

    Args:
        text: The document.
        document: What to call it.
    """
    draft = TreeDraft(document)
    nodes = read_nodes(text, draft)
    if not any(node.tag == "DOCUMENT" for node in nodes):
        draft.report(ProblemCode.MALFORMED_DOCUMENT, "it does not begin with [DOCUMENT]")
    claims = [node for node in nodes if node.tag not in _NO_CLAIMS]
    children = list(_children_named(claims))
    parents: dict[str, list[str]] = {}
    for above, below in children:
        parents.setdefault(below, []).append(above)
    keys: dict[SdocNode, str] = {}
    for node in claims:
        key = _key(node, draft)
        claim = TreeClaim(
            key,
            _statement(node),
            parents=(*_parents(node, keys), *parents.get(key, ())),
            tags=tuple(_tags(node)),
            evidence=without_doubles(_files(node, draft, key)),
        )
        keys[node] = draft.add(claim, line=node.line, place=_place(node)) or key
    known = set(keys.values())
    for above, below in children:
        if below not in known:
            what = f"its child {below} is not in the document"
            draft.report(ProblemCode.UNKNOWN_PARENT, what, key=above)
    return draft.tree()


def _key(node: SdocNode, draft: TreeDraft) -> str:
    named = node.fields.get("UID") or node.fields.get("MID")
    return named or draft.free_key(slug_of(_statement(node)) or f"line-{node.line}")


def _statement(node: SdocNode) -> str:
    said = (node.fields.get(name, "").strip() for name in _STATEMENTS)
    return next(filter(None, said), "")


def _parents(node: SdocNode, keys: dict[SdocNode, str]) -> Iterator[str]:
    if node.above and node.above[-1] in keys:
        yield keys[node.above[-1]]
    for relation in node.relations:
        if _kind(relation) == "parent" and relation.get("VALUE"):
            yield relation["VALUE"]


def _children_named(nodes: Sequence[SdocNode]) -> Iterator[tuple[str, str]]:
    """Give (UID, child's UID) for every relation that leads down."""
    for node in nodes:
        for relation in node.relations:
            if _kind(relation) == "child" and relation.get("VALUE") and node.fields.get("UID"):
                yield node.fields["UID"], relation["VALUE"]


def _files(node: SdocNode, draft: TreeDraft, key: str) -> Iterator[TreeEvidence]:
    for relation in node.relations:
        kind, path = _kind(relation), relation.get("VALUE") or relation.get("PATH")
        if kind == "file" and path:
            details = (relation.get(name) for name in ("FUNCTION", "CLASS", "LINE_RANGE"))
            yield TreeEvidence(
                Stance.CONTEXT,
                EvidenceKind.CODE,
                ", ".join(filter(None, (path, *details))),
                "a file that the document relates to the requirement; nobody has checked it here",
            )
        elif kind not in {"parent", "child", "file"} or not path:
            what = f"the relation {relation!r:.80} is not understood"
            draft.report(ProblemCode.MALFORMED_CLAIM, what, line=node.line, key=key)


def _kind(relation: Relation) -> str:
    return relation.get("TYPE", "").casefold()


def _tags(node: SdocNode) -> Iterator[str]:
    yield node.tag.casefold()
    if node.fields.get("STATUS"):
        yield f"status: {node.fields['STATUS']}"
    yield from node.fields.get("TAGS", "").split(",")


def _place(node: SdocNode) -> str:
    titles = (above.fields.get("TITLE") for above in (*node.above, node))
    return " > ".join(filter(None, titles))
