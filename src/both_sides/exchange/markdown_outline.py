"""Read the outline of a Markdown document as a tree of claims.

    # Goals                          Goals
    - REQ-1: It starts fast          └─ REQ-1  It starts fast
      - [x] within a second               └─ within-a-second  within a second   (task: done)

1. Every list item with words is a claim; it stands below the item around it, else below the
   heading above it.
2. A heading is a claim where claims stand in its section; it stands below the heading of the
   section around it. Headings over prose alone claim nothing.
3. An id at the start becomes the key: ``REQ-1:``, ``[CLM-0001]``, ``**R1.2** –``; also ``{#id}``
   at the end of a heading. The first words of a standard's name (``UTF-8:``, ``ISO-8601:``) are
   none. Without an id the key is made of the words, below the key of its parent where the
   document says the same words twice; so a moved claim is known again, a reworded one is new.
4. A box (``[ ]``, ``[x]``) becomes a tag. It is no verdict: nobody says what was looked at.

No claims are: front matter, code, tables, HTML with its comments, block quotes (someone else's
words), and paragraphs outside of lists. *This module does not* read what the words mean.

*Source:* CommonMark 0.31, 4 and 5; GitHub's task lists and tables.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from both_sides.domain.wording import is_blank
from both_sides.exchange.claim_trees import ClaimTree, TreeClaim
from both_sides.exchange.problems import ProblemCode
from both_sides.exchange.tree_draft import TreeDraft, slug_of

if TYPE_CHECKING:
    from markdown_it.token import Token

DEEPEST: Final = 100
HEADING: Final = "heading"

_FRONT_MATTER: Final = re.compile(
    r"\A(---|\+\+\+)[ \t]*\n.*?\n(\1|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL
)
_ID: Final = r"(?:[A-Z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)*[-_.]|[A-Z]{1,8})[0-9]+(?:\.[0-9]+)*[a-z]?"
_KEYED: Final = re.compile(rf"(?:\[({_ID})\][:.)]?|({_ID})(?::|\s[-\u2013\u2014]))\s+(?=\S)")
_NO_KEY: Final = re.compile(
    r"(?:AES|BASE|Base|HTTP|IEEE|IPV|IPv|ISO|MD|RFC|RSA|SHA|TLS|UCS|UTF|Utf)[-_.]?\d"
    r"|(?:A4|EC2|H26[45]|MP[34]|S3|X11|X509)\Z"
)
_ANCHOR: Final = re.compile(r"\s*\{#([\w.:-]+)[^{}]*\}$")
_BOX: Final = re.compile(r"\[([ xX])\]\s+")
_SKIPPED: Final = ("blockquote", "table")


@dataclass(eq=False)
class _Node:
    """Hold a heading or a list item while its document is read.

    Args:
        line: Where it begins, from 1.
        level: The heading's level, or 0 for an item.
        parent: The heading or item that it stands below.
        words: Its own words, without those of the items in it.
        holds_claims: Whether a claim stands below it; known when all has been read.
        is_claim: Whether it is one; likewise.
    """

    line: int
    level: int
    parent: "_Node | None"
    words: list[str] = field(default_factory=list)
    holds_claims: bool = False
    is_claim: bool = False

    @property
    def claim_above(self) -> "_Node | None":
        """Find the next claim that it stands below."""
        above = self.parent
        while above is not None and not above.is_claim:
            above = above.parent
        return above


def read_markdown_outline(text: str, *, document: str) -> ClaimTree:
    """Read the headings and list items of a Markdown document as claims.

    Args:
        text: The document.
        document: What to call it.
    """
    draft = TreeDraft(document)
    nodes = [node for node in _nodes(_parse(text), draft) if node.is_claim]
    wordings = [_wording(node) for node in nodes]
    slugs = [slug_of(wording.statement) or "claim" for wording in wordings]
    times = Counter(slugs)
    keys: dict[_Node, str] = {}
    for node, wording, slug in zip(nodes, wordings, slugs, strict=True):
        above = node.claim_above
        parent = None if above is None else keys[above]
        key = wording.key
        if key is None:
            is_unclear = times[slug] > 1 and parent is not None
            key = draft.free_key(f"{parent}/{slug}" if is_unclear else slug)
        claim = TreeClaim(
            key,
            wording.statement,
            parents=() if parent is None else (parent,),
            tags=wording.tags,
        )
        taken = draft.add(claim, line=node.line)
        assert taken is not None  # nodes without words are no claims
        keys[node] = taken
    return draft.tree()


@dataclass(frozen=True, slots=True)
class _Wording:
    """Hold what the words of a node say: an id or None, the statement, and tags."""

    key: str | None
    statement: str
    tags: tuple[str, ...]


def _wording(node: _Node) -> _Wording:
    words = " ".join(" ".join(node.words).split())
    key, tags = None, [HEADING] if node.level else []
    box = _BOX.match(words) if not node.level else None
    if box:
        tags.append("task: open" if box[1] == " " else "task: done")
        words = words[box.end() :]
    anchor = _ANCHOR.search(words) if node.level else None
    if anchor and anchor.start():
        key, words = anchor[1], words[: anchor.start()]
    named = _KEYED.match(words)
    if named and not (named[2] and _NO_KEY.match(named[2])):
        key, words = named[1] or named[2], words[named.end() :]
    return _Wording(key, words, tuple(tags))


def _parse(text: str) -> "Sequence[Token]":
    from markdown_it import MarkdownIt

    front = _FRONT_MATTER.match(text)
    if front:
        text = "\n" * front[0].count("\n") + text[front.end() :]
    return MarkdownIt("commonmark", {"maxNesting": DEEPEST}).enable("table").parse(text)


def _nodes(tokens: "Sequence[Token]", draft: TreeDraft) -> Iterator[_Node]:
    """Give headings and items in the order of the document; skip what is someone else's."""
    headings: list[_Node] = []
    items: list[_Node] = []
    found: list[_Node] = []
    skipping = 0
    for number, token in enumerate(tokens):
        name = token.type.removesuffix("_open").removesuffix("_close")
        if name in _SKIPPED:
            skipping += token.nesting
        if skipping:
            continue
        if token.type == "heading_open" and not items:
            level = int(token.tag[1:])
            while headings and headings[-1].level >= level:
                headings.pop()
            heading = _node(token, level, headings)
            heading.words.append(_plain(tokens[number + 1]))
            headings.append(heading)
            found.append(heading)
        elif token.type == "list_item_open":
            items.append(_node(token, 0, items or headings))
            found.append(items[-1])
            if token.level >= DEEPEST - 2:
                what = f"lists nested deeper than {(DEEPEST - 1) // 2} levels were not read"
                draft.report(ProblemCode.TOO_DEEP, what, line=items[-1].line)
        elif token.type == "list_item_close":
            items.pop()
        elif token.type == "inline" and items:
            items[-1].words.append(_plain(token))
    _mark_claims(found)
    yield from found


def _node(token: "Token", level: int, above: Sequence[_Node]) -> _Node:
    return _Node((token.map or [0])[0] + 1, level, above[-1] if above else None)


def _mark_claims(nodes: Sequence[_Node]) -> None:
    """Let items with words be claims, and headings with words that hold claims."""
    for node in reversed(nodes):
        if not is_blank(_wording(node).statement):
            node.is_claim = node.holds_claims or node.level == 0
        if node.parent is not None and (node.is_claim or node.holds_claims):
            node.parent.holds_claims = True


def _plain(inline: "Token") -> str:
    """Write an inline token without its markup."""
    parts = []
    for child in inline.children or ():
        if child.type in {"softbreak", "hardbreak"}:
            parts.append(" ")
        elif child.type in {"text", "code_inline", "image"}:
            parts.append(child.content)
    return "".join(parts)
