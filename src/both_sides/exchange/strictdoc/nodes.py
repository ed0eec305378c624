"""Take an SDoc text apart into nodes with fields, relations, and the nodes around them.

    [[SECTION]]                       a node that holds others, until [[/SECTION]]
    TITLE: Backlog

    [REQUIREMENT]                     a node
    UID: SDOC-SRS-37
    STATEMENT: >>>                    a field over several lines, until <<<
    StrictDoc shall support …
    <<<
    RELATIONS:                        a list of relations
    - TYPE: Parent
      VALUE: SDOC-SRS-205

    [[/SECTION]]

The older spellings are read too: ``[SECTION]`` … ``[/SECTION]``, ``[COMPOSITE_REQUIREMENT]``,
``REFS:``, and ``[FREETEXT]`` … ``[/FREETEXT]``. Only blocks are told apart here; *this module does
not* know what a requirement is, and checks no grammar.

*Source:* StrictDoc, SDoc syntax; its grammar of documents, sections and nodes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from both_sides.exchange.problems import ProblemCode
from both_sides.exchange.tree_draft import TreeDraft

_OPENING: Final = re.compile(r"(?:\[\[([A-Z][A-Z0-9_]*)\]\]|\[([A-Z][A-Z0-9_]*)\])\s*")
_CLOSING: Final = re.compile(r"\[\[/([A-Z][A-Z0-9_]*)\]\]\s*|\[/([A-Z][A-Z0-9_]*)\]\s*")
_FIELD: Final = re.compile(r"([A-Z][A-Z0-9_]*):(?:\s+(.*?))?\s*")
_RELATION: Final = re.compile(r"\s*(?:(-)\s+)?([A-Z][A-Z0-9_]*):\s*(.*?)\s*")
_BEGIN: Final = ">>>"
_END: Final = "<<<"
_RELATIONS: Final = frozenset({"RELATIONS", "REFS"})
_HEADERS: Final = frozenset({"DOCUMENT", "GRAMMAR", "BIBLIOGRAPHY", "FRAGMENT"})
_FREE_TEXT: Final = "FREETEXT"
_HOLDING: Final = "COMPOSITE_"

Relation = dict[str, str]


@dataclass(eq=False)
class SdocNode:
    """Hold one node.

    Args:
        tag: What it is, for example ``REQUIREMENT``.
        line: Where it begins, from 1.
        above: The nodes that it stands in, the outermost first.
        fields: Its fields by name; of a repeated one, all values one below the other.
        relations: Its relations, each with its TYPE and VALUE.
    """

    tag: str
    line: int
    above: tuple["SdocNode", ...] = ()
    fields: dict[str, str] = field(default_factory=dict)
    relations: list[Relation] = field(default_factory=list)


def read_nodes(text: str, draft: TreeDraft) -> list[SdocNode]:
    """Read the nodes of an SDoc text in their order; what cannot be read goes to the draft."""
    reader = _Reader(draft)
    lines = enumerate(text.replace("\r\n", "\n").split("\n"), start=1)
    for number, line in lines:
        reader.take(number, line, lines)
    for node in reader.open:
        draft.report(
            ProblemCode.MALFORMED_DOCUMENT, f"[[{node.tag}]] is never closed", line=node.line
        )
    return reader.nodes


class _Reader:
    """Take lines one after the other."""

    def __init__(self, draft: TreeDraft) -> None:
        self.nodes: list[SdocNode] = []
        self.open: list[SdocNode] = []
        self._draft = draft
        self._is_in_relations = False

    def take(self, number: int, line: str, rest: Iterator[tuple[int, str]]) -> None:
        """Take one line; a field over several lines takes the rest of them from `rest`."""
        opening, closing = _OPENING.fullmatch(line), _CLOSING.fullmatch(line)
        node = self.nodes[-1] if self.nodes else None
        if not line.strip():
            self._is_in_relations = False
        elif opening and opening[2] == _FREE_TEXT:
            self._read_until(f"[/{_FREE_TEXT}]", number, rest)
        elif opening:
            self._begin(number, opening[1] or opening[2], holds=opening[1] is not None)
        elif closing:
            self._close(number, closing[1] or closing[2])
        elif node is None:
            self._not_understood(number, line)
        elif node.tag in _HEADERS:
            if line.rstrip().endswith(_BEGIN):
                self._read_until(_END, number, rest)
        elif not self._take_member(node, number, line, rest):
            self._not_understood(number, line)

    def _begin(self, number: int, tag: str, *, holds: bool) -> None:
        node = SdocNode(tag.removeprefix(_HOLDING), number, tuple(self.open))
        self.nodes.append(node)
        if holds or tag == "SECTION" or tag.startswith(_HOLDING):
            self.open.append(node)
        self._is_in_relations = False

    def _close(self, number: int, tag: str) -> None:
        wanted = tag.removeprefix(_HOLDING)
        if wanted in {node.tag for node in self.open}:
            while self.open.pop().tag != wanted:
                pass
        else:
            what = f"[[/{tag}]] closes nothing"
            self._draft.report(ProblemCode.MALFORMED_DOCUMENT, what, line=number)

    def _take_member(
        self, node: SdocNode, number: int, line: str, rest: Iterator[tuple[int, str]]
    ) -> bool:
        relation = _RELATION.fullmatch(line) if self._is_in_relations else None
        if relation and (relation[1] or (line[:1].isspace() and node.relations)):
            if relation[1]:
                node.relations.append({})
            node.relations[-1][relation[2]] = relation[3]
            return True
        member = _FIELD.fullmatch(line)
        if member is None:
            return False
        name, value = member[1], member[2] or ""
        self._is_in_relations = name in _RELATIONS and not value
        if not self._is_in_relations:
            if value == _BEGIN:
                value = self._read_until(_END, number, rest)
            before = node.fields.get(name)
            node.fields[name] = value if before is None else f"{before}\n{value}"
        return True

    def _read_until(self, end: str, number: int, rest: Iterator[tuple[int, str]]) -> str:
        lines: list[str] = []
        for _, line in rest:
            if line.rstrip() == end:
                return "\n".join(lines)
            lines.append(line)
        what = f"the text that begins here has no {end}"
        self._draft.report(ProblemCode.TRUNCATED, what, line=number)
        return "\n".join(lines)

    def _not_understood(self, number: int, line: str) -> None:
        what = f"{line.strip()[:80]!r} is not understood"
        self._draft.report(ProblemCode.MALFORMED_CLAIM, what, line=number)
