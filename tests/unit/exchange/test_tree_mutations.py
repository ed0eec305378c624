"""Documents with anything deleted, doubled, swapped or replaced never raise, in any format."""

import copy
import json
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from both_sides.domain.evidence import Stance
from both_sides.domain.verdicts import Conclusion
from both_sides.domain.wording import is_blank
from both_sides.exchange.claim_trees import ClaimTree
from both_sides.exchange.formats import READERS, Format
from both_sides.exchange.tree_wiring import wire_tree
from tests.trees import VECTORS

SEEDS: Final = {
    Format.MARKDOWN: "trees/outline.md",
    Format.CLAIMS_LEDGER: "trees/claims-ledger/claims.md",
    Format.SPHINX_NEEDS: "trees/sphinx-needs/needs_test_small.json",
    Format.STRICTDOC: "trees/strictdoc/backlog.sdoc",
    Format.GSN: "trees/gsn/dialectic.gsn.yaml",
    Format.CLAIM_REVIEW: "claimreview/world_is_flat.jsonld",
    Format.FEVER: "factcheck/fever.jsonl",
    Format.FOOL_ME_TWICE: "factcheck/fool_me_twice.jsonl",
    Format.WICE: "factcheck/wice.jsonl",
    Format.HOVER: "factcheck/hover.json",
    Format.SCIFACT: "factcheck/scifact_gold.jsonl",
}
OF_JSON: Final = sorted(
    set(SEEDS) - {Format.MARKDOWN, Format.CLAIMS_LEDGER, Format.STRICTDOC, Format.GSN}
)
MUST_CITE: Final = {Conclusion.SUPPORTED: Stance.SUPPORTS, Conclusion.REFUTED: Stance.REFUTES}
JUNK: Final = [
    "",
    "\n",
    "- ",
    "  - [x] ",
    "# ",
    ">>>\n",
    "<<<\n",
    "[[/SECTION]]\n",
    "[REQUIREMENT]\n",
    "RELATIONS:\n- TYPE: Parent\n",
    "supportedBy: [G1, G2]\n",
    "&a [*a]",
    '"\\ud800"',
    "\x00",
    "\u2028",
    "{[(<`*_",
    "## 1) ",
    "```\n",
    "---\n",
]
VALUES: Final[list[Any]] = [
    None,
    True,
    -1,
    10**30,
    1.5,
    "",
    " ",
    "x",
    [],
    [[]],
    {},
    {"id": 1},
    [None],
]


def seed(kind: Format) -> str:
    """Read the document of a format that is mutated."""
    return Path(VECTORS, SEEDS[kind]).read_text(encoding="utf-8")


def require_promises(tree: ClaimTree) -> None:
    """Require what every reader promises, whatever it was given."""
    assert len({claim.key for claim in tree.claims}) == len(tree.claims)
    for claim in tree.claims:
        assert claim.key
        assert not is_blank(claim.statement)
        assert claim.source.key == claim.key
        assert claim.source.document
        for item in claim.evidence:
            assert not is_blank(item.locator)
            assert not is_blank(item.summary)
        if claim.verdict is not None:
            cited = {claim.evidence[place].stance for place in claim.verdict.cites}
            wanted = MUST_CITE.get(claim.verdict.conclusion)
            assert wanted is None or wanted in cited
    assert all(problem.what and problem.hint for problem in tree.problems)
    wire_tree(tree)


@st.composite
def mutated_texts(draw: st.DrawFn, kind: Format) -> str:
    """Cut, double, swap and litter the lines of a document."""
    lines = seed(kind).split("\n")
    for _ in range(draw(st.integers(1, 6))):
        place = draw(st.integers(0, len(lines) - 1))
        action = draw(st.sampled_from(["drop", "double", "swap", "cut", "junk", "indent"]))
        if action == "drop" and len(lines) > 1:
            del lines[place]
        elif action == "double":
            lines.insert(place, lines[draw(st.integers(0, len(lines) - 1))])
        elif action == "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[place], lines[other] = lines[other], lines[place]
        elif action == "cut":
            lines[place] = lines[place][: draw(st.integers(0, len(lines[place])))]
        elif action == "junk":
            cut = draw(st.integers(0, len(lines[place])))
            lines[place] = f"{lines[place][:cut]}{draw(st.sampled_from(JUNK))}{lines[place][cut:]}"
        else:
            lines[place] = f"{' ' * draw(st.integers(1, 5))}{lines[place]}"
    return "\n".join(lines)


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:  # noqa: ANN401 - JSON
    """List the paths of all sub-trees."""
    found = [path] if path else []
    pairs = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value if isinstance(value, list) else ())
    )
    for step, member in pairs:
        found += paths(member, (*path, step))
    return found


@st.composite
def mutated_json(draw: st.DrawFn, kind: Format) -> str:
    """Delete and replace parts of a JSON document, or of its first rows."""
    text = seed(kind)
    is_lines = SEEDS[kind].endswith(".jsonl")
    document = (
        [json.loads(line) for line in text.splitlines()[:4]] if is_lines else json.loads(text)
    )
    document = copy.deepcopy(document)
    for _ in range(draw(st.integers(1, 4))):
        available = paths(document)
        if not available:
            break
        *way, last = draw(st.sampled_from(available))
        container = document
        for step in way:
            container = container[step]
        if draw(st.booleans()):
            container[last] = copy.deepcopy(draw(st.sampled_from(VALUES)))
        else:
            del container[last]
    return "\n".join(map(json.dumps, document)) if is_lines else json.dumps(document)


@pytest.mark.parametrize("kind", list(Format))
@settings(max_examples=40)
@given(data=st.data())
def test_mutated_lines_never_raise(kind: Format, data: st.DataObject) -> None:
    """And what is read keeps the promises of all readers."""
    text = data.draw(mutated_texts(kind))
    require_promises(READERS[kind](text, document="mutated"))


@pytest.mark.parametrize("kind", OF_JSON)
@settings(max_examples=60)
@given(data=st.data())
def test_mutated_members_never_raise(kind: Format, data: st.DataObject) -> None:
    """Whatever type a member has."""
    require_promises(READERS[kind](data.draw(mutated_json(kind)), document="mutated"))


@pytest.mark.parametrize("kind", list(Format))
@settings(max_examples=30)
@given(text=st.text(max_size=60))
def test_any_text_is_taken(kind: Format, text: str) -> None:
    """As a document of any format."""
    require_promises(READERS[kind](text, document="any"))
