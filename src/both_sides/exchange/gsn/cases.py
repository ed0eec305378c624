"""Read assurance cases in GSN as claims: goals above goals, with the evidence that they cite.

1. Goals, strategies and counter-goals are claims, for each may be sound or not. `supportedBy`
   gives the tree: who supports stands below. So a strategy is a claim in between: that the goals
   below it suffice for the goal above it.
2. A solution is evidence *cited* by the case: a document that supports the claims which name it.
   Nobody has examined it here, its summary says so, and no verdict is recorded.
3. Contexts, assumptions and justifications are items of context.
4. A challenge to a claim is an item that refutes it. A challenge to a solution, a context or a
   relation attacks how the claim is supported, not the claim: an item of context. So is a
   challenge, or a solution, that the case itself marks as defeated.
5. ``undeveloped`` and ``defeated`` become tags, as do the kind, classes, and claim points. That a
   case calls a goal defeated is no verdict: nobody says who judged it, and why.
6. The modules of a case are read together. References lead to the same module first, then to
   those that go with it (`uses`, `extends`), then to any. What a module `develops` in another one
   stands below it.

An element without text is called by its id, and counted in a remark. *This module does not* take
layers, layout, and the links of claims.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Final

from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.exchange.claim_trees import ClaimTree, TreeClaim, TreeEvidence
from both_sides.exchange.gsn.elements import Element, ElementKind, Module, read_module
from both_sides.exchange.problems import ProblemCode
from both_sides.exchange.tree_draft import without_doubles
from both_sides.exchange.tree_joining import join_trees

MOST_NAMED: Final = 8
_ARROW: Final = "->"


def read_gsn(text: str, *, document: str) -> ClaimTree:
    """Read a case of one document; see `read_gsn_modules` for one of several."""
    return read_gsn_modules({document: text})


def read_gsn_modules(texts: Mapping[str, str]) -> ClaimTree:
    """Read a case whose modules refer to each other.

    Args:
        texts: The documents by name.

    *Source:* gsn2x, Syntax in YAML, Modular Extension, Dialectic Extension, Checks (V and C).
    """
    case = _Case([read_module(text, document) for document, text in texts.items()])
    case.follow_references()
    return join_trees(case.trees())


@dataclass
class _Links:
    """Hold what references say about one element."""

    parents: list[str] = field(default_factory=list)
    evidence: list[TreeEvidence] = field(default_factory=list)
    cited_by: list[Element] = field(default_factory=list)


class _Case:
    """Follow the references between the elements of a case."""

    def __init__(self, modules: Sequence[Module]) -> None:
        self._modules = modules
        self._links: dict[Element, _Links] = {}
        self._homes = {
            element: module for module in modules for element in module.elements.values()
        }

    def follow_references(self) -> None:
        """Note for each element what supports it, what it supports, and what challenges it."""
        for module, element in self._all():
            for name in element.supported_by:
                self._support(module, element, name)
            for name in element.in_context_of:
                self._context(module, element, name)
        for module, element in self._all():
            for name in element.challenges:
                self._challenge(module, element, name)
        for module in self._modules:
            for above, below in module.develops:
                developed = module.elements.get(below)
                if developed is None:
                    self._unknown(module, 1, below, f"it develops {above}")
                else:
                    self._of(developed).parents.append(above)

    def trees(self) -> Iterator[ClaimTree]:
        """Give the claims of each module."""
        for module in self._modules:
            elements = module.elements.values()
            for element in elements:
                if element.kind.is_claim:
                    module.draft.add(self._claim(module, element), line=element.line)
            _remark_on(module, "no text; the id stands for it", (e for e in elements if not e.text))
            strays = (e for e in elements if not e.kind.is_claim and not self._of(e).cited_by)
            _remark_on(module, "part of no claim", (e for e in strays if not e.challenges))
            yield module.draft.tree()

    def _claim(self, module: Module, element: Element) -> TreeClaim:
        marks = {
            element.kind.value: True,
            "undeveloped": element.is_undeveloped,
            "defeated": element.is_defeated,
            f"module: {module.name}": module.name is not None,
        }
        relations = (f"defeated relation: {name}" for name in element.defeated_relations)
        links = self._of(element)
        return TreeClaim(
            element.name,
            element.words,
            parents=tuple(links.parents),
            tags=(*(tag for tag, holds in marks.items() if holds), *relations, *element.tags),
            evidence=without_doubles(links.evidence),
        )

    def _support(self, module: Module, element: Element, name: str) -> None:
        below = self._find(module, element, name, f"it supports {element.name}")
        if below is None:
            return
        if not element.kind.is_claim or not (below.kind.is_claim or below.kind.is_solution):
            what = f"a {below.kind} ({name}) cannot support a {element.kind}"
            module.draft.report(
                ProblemCode.MALFORMED_CLAIM, what, line=element.line, key=element.name
            )
        elif below.kind.is_claim:
            self._of(below).parents.append(element.name)
        else:
            is_defeated = below.is_defeated or name in element.defeated_relations
            stance = Stance.CONTEXT if is_defeated else Stance.SUPPORTS
            said = "defeated, says the case" if is_defeated else "not examined here"
            self._cite(element, below, stance, f"{below.kind} {name}, cited by the case, {said}")

    def _context(self, module: Module, element: Element, name: str) -> None:
        beside = self._find(module, element, name, f"it is in the context of {element.name}")
        if beside is not None:
            self._cite(element, beside, Stance.CONTEXT, f"{beside.kind} {name} of the case")

    def _challenge(self, module: Module, element: Element, name: str) -> None:
        """Let an element refute the claim that it challenges, or speak beside it.

        A relation ``A -> B`` is a matter of the element that states it.
        """
        first, arrow, second = (part.strip() for part in name.partition(_ARROW))
        target = self._find(module, element, first, f"{element.name} challenges it")
        if target is None:
            return
        said = f"{element.kind} {element.name} challenges {name}"
        if arrow:
            other = self._find(module, element, second, f"{element.name} challenges it")
            if other is not None and first in other.challenges:
                target = other
            self._cite(target, element, Stance.CONTEXT, said)
        elif target.kind.is_claim:
            is_defeated = element.is_defeated or first in element.defeated_relations
            stance = Stance.CONTEXT if is_defeated else Stance.REFUTES
            said = f"{said}; the case takes that as defeated" if is_defeated else said
            self._cite(target, element, stance, said)
        else:
            for citing in [*self._of(target).cited_by, *self._challenged_by(module, target)]:
                self._cite(citing, element, Stance.CONTEXT, said)

    def _challenged_by(self, module: Module, element: Element) -> Iterator[Element]:
        """Find the claims that a counter-solution challenges: who attacks it speaks beside them."""
        for name in element.challenges:
            target = self._lookup(module, name.partition(_ARROW)[0].strip())
            if target is not None and target.kind.is_claim:
                yield target

    def _cite(self, claim: Element, item: Element, stance: Stance, said: str) -> None:
        home = self._homes[item]
        place = f"{home.draft.document}#{item.name}"
        if claim.kind.is_claim:
            self._of(item).cited_by.append(claim)
            self._of(claim).evidence.append(
                TreeEvidence(
                    stance,
                    _kind_of(item),
                    place if item.url is None else f"{item.url} ({place})",
                    f"{said}: {item.words}",
                )
            )

    def _find(self, module: Module, element: Element, name: str, why: str) -> Element | None:
        found = self._lookup(module, name)
        if found is None:
            self._unknown(module, element.line, name, why)
        return found

    def _lookup(self, module: Module, name: str) -> Element | None:
        for modules in ([module], self._together(module), self._modules):
            named = [other.elements[name] for other in modules if name in other.elements]
            if len(named) == 1:
                return named[0]
        return None

    def _together(self, module: Module) -> list[Module]:
        """Find the modules that go with one: those it uses, that use it, and so on."""
        found = [module]
        for each in found:
            found.extend(
                other
                for other in self._modules
                if other not in found and (_uses(each, other) or _uses(other, each))
            )
        return found

    def _unknown(self, module: Module, line: int, name: str, why: str) -> None:
        homes = [other.draft.document for other in self._modules if name in other.elements]
        where = f"stands in {', '.join(homes)}" if homes else "is not there"
        module.draft.report(
            ProblemCode.UNKNOWN_PARENT, f"{name[:80]} {where}; {why}", line=line, key=name
        )

    def _of(self, element: Element) -> _Links:
        return self._links.setdefault(element, _Links())

    def _all(self) -> Iterator[tuple[Module, Element]]:
        for module in self._modules:
            for element in module.elements.values():
                yield module, element


def _uses(module: Module, other: Module) -> bool:
    document = PurePath(other.draft.document).name
    return any(PurePath(name).name in {other.name, document} for name in module.uses)


def _kind_of(element: Element) -> EvidenceKind:
    if element.kind.is_claim:
        return EvidenceKind.ANALYSIS  # a counter-goal argues
    if element.kind in {ElementKind.ASSUMPTION, ElementKind.JUSTIFICATION}:
        return EvidenceKind.TESTIMONY  # the authors of the case say so
    return EvidenceKind.DOCUMENT


def _remark_on(module: Module, what: str, elements: Iterable[Element]) -> None:
    names = [element.name for element in elements]
    if names:
        rest = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        module.draft.remark(f"{', '.join(names[:MOST_NAMED])}{rest}: {what}")
