"""Read the elements of a GSN module: goals, strategies, solutions and what stands beside them.

    G2:
      text: Hazard 1 is mitigated
      supportedBy: [Sn1]
      inContextOf: [C1]
      undeveloped: false

What an element is follows from the beginning of its id (``G``, ``S``, ``Sn``, ``C``, ``A``,
``J``, ``CG``, ``CSn``), unless `nodeType` says it. *This module does not* follow references.

*Source:* gsn2x, Syntax in YAML; its modular and dialectic extensions; GSN Community Standard 3.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from both_sides.errors import InvalidInputError
from both_sides.exchange.problems import ProblemCode
from both_sides.exchange.strict_yaml import YamlMapping, parse_yaml
from both_sides.exchange.tree_draft import TreeDraft

MODULE: Final = "module"


class ElementKind(StrEnum):
    """Name what an element is, in the words of the standard."""

    GOAL = "goal"
    STRATEGY = "strategy"
    SOLUTION = "solution"
    CONTEXT = "context"
    ASSUMPTION = "assumption"
    JUSTIFICATION = "justification"
    COUNTER_GOAL = "counter-goal"
    COUNTER_SOLUTION = "counter-solution"

    @property
    def is_claim(self) -> bool:
        """Tell whether it claims something that may hold or not."""
        return self in _CLAIMS

    @property
    def is_solution(self) -> bool:
        """Tell whether it names evidence."""
        return self in {ElementKind.SOLUTION, ElementKind.COUNTER_SOLUTION}


_CLAIMS: Final = {ElementKind.GOAL, ElementKind.STRATEGY, ElementKind.COUNTER_GOAL}
# The longer beginnings first: Sn is no S, CSn no C.
_BEGINNINGS: Final = {
    "CSn": ElementKind.COUNTER_SOLUTION,
    "CG": ElementKind.COUNTER_GOAL,
    "Sn": ElementKind.SOLUTION,
    "G": ElementKind.GOAL,
    "S": ElementKind.STRATEGY,
    "C": ElementKind.CONTEXT,
    "A": ElementKind.ASSUMPTION,
    "J": ElementKind.JUSTIFICATION,
}
_NODE_TYPES: Final = {kind.replace("-", ""): kind for kind in ElementKind}


@dataclass(eq=False)
class Element:
    """Hold one element.

    Args:
        name: Its id.
        kind: What it is.
        line: Where it stands, from 1.
        text: What it says, or None where it says nothing.
        supported_by: Ids of what supports it.
        in_context_of: Ids of contexts, assumptions and justifications.
        challenges: Ids of what it challenges; a relation is written ``A -> B``.
        defeated_relations: Ids of elements, the relation to which is defeated.
        is_undeveloped: Whether the case leaves it open on purpose.
        is_defeated: Whether the case takes it as defeated by a challenge.
        url: Where to look, or None.
        tags: Its classes and assurance claim points.
    """

    name: str
    kind: ElementKind
    line: int
    text: str | None = None
    supported_by: list[str] = field(default_factory=list)
    in_context_of: list[str] = field(default_factory=list)
    challenges: list[str] = field(default_factory=list)
    defeated_relations: list[str] = field(default_factory=list)
    is_undeveloped: bool = False
    is_defeated: bool = False
    url: str | None = None
    tags: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        """Give what it says, or its id where it says nothing."""
        return self.text or self.name


@dataclass(eq=False)
class Module:
    """Hold the elements of one document.

    Args:
        draft: Where its problems go, and its claims; it knows the document's name.
        name: The name that the module gives itself, or None.
        uses: The modules that it says to go with, by name or by document.
        elements: Its elements by id.
        develops: Pairs (element of another module, element here that supports it).
    """

    draft: TreeDraft
    name: str | None = None
    uses: list[str] = field(default_factory=list)
    elements: dict[str, Element] = field(default_factory=dict)
    develops: list[tuple[str, str]] = field(default_factory=list)


def read_module(text: str, document: str) -> Module:
    """Read one GSN document; what cannot be read goes to the module's draft."""
    module = Module(TreeDraft(document))
    try:
        content = parse_yaml(text)
    except InvalidInputError as error:
        module.draft.report(ProblemCode.NOT_YAML, error.message)
        return module
    for key, line in content.repeated:
        module.draft.report(
            ProblemCode.DUPLICATE_KEY, f"the key {key[:80]!r} stands twice", line=line
        )
    if not isinstance(content.value, YamlMapping):
        module.draft.report(ProblemCode.MALFORMED_DOCUMENT, "it is no mapping of elements")
        return module
    for name, attributes in content.value.items():
        if name == MODULE:
            _read_header(module, attributes)
        else:
            _read_element(module, name, attributes, content.value.lines[name])
    return module


def _read_header(module: Module, header: Any) -> None:  # noqa: ANN401 - YAML
    if not isinstance(header, dict):
        return
    name = header.get("name")
    module.name = name if isinstance(name, str) else None
    module.uses = _names(header.get("uses"))
    extends = header.get("extends")
    for extension in extends if isinstance(extends, list) else ():
        if not isinstance(extension, dict):
            continue
        module.uses.extend(_names(extension.get("module")))
        developed = extension.get("develops")
        for above, names in (developed if isinstance(developed, dict) else {}).items():
            module.develops.extend((above, below) for below in _names(names))


def _read_element(module: Module, name: str, attributes: Any, line: int) -> None:  # noqa: ANN401 - YAML
    members = {} if attributes is None else attributes
    kind = _kind(name, members.get("nodeType")) if isinstance(members, dict) else None
    if kind is None:
        what = f"{name[:80]!r} is no element: its id begins with none of {', '.join(_BEGINNINGS)}"
        if not isinstance(members, dict):
            what = f"{name[:80]!r} has {members!r:.60}, expected attributes"
        module.draft.report(ProblemCode.MALFORMED_CLAIM, what, line=line, key=name, lost=1)
        return
    text, url = members.get("text"), members.get("url")
    module.elements[name] = Element(
        name,
        kind,
        line,
        text=text.strip() or None if isinstance(text, str) else None,
        supported_by=_names(members.get("supportedBy")),
        in_context_of=_names(members.get("inContextOf")),
        challenges=_names(members.get("challenges")),
        defeated_relations=_names(members.get("defeatedRelation")),
        is_undeveloped=members.get("undeveloped") is True,
        is_defeated=members.get("defeated") is True,
        url=url if isinstance(url, str) else None,
        tags=[*_names(members.get("classes")), *_claim_points(members.get("acp"))],
    )


def _kind(name: str, node_type: Any) -> ElementKind | None:  # noqa: ANN401 - YAML
    if node_type is not None:
        return _NODE_TYPES.get(str(node_type).casefold())
    return next((kind for start, kind in _BEGINNINGS.items() if name.startswith(start)), None)


def _names(value: Any) -> list[str]:  # noqa: ANN401 - YAML
    """Give a list of ids; one alone may be written without brackets."""
    names = value if isinstance(value, list) else [value]
    return list(dict.fromkeys(name.strip() for name in names if isinstance(name, str)))


def _claim_points(value: Any) -> list[str]:  # noqa: ANN401 - YAML
    points = value.items() if isinstance(value, dict) else ()
    return [f"acp {point}: {', '.join(_names(names))}" for point, names in points]
