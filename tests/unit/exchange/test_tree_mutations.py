"""Documents with anything deleted, doubled, swapped or replaced never raise, in any format."""

import copy
import json
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
from tests.mutated_trees import SEEDS, mutated_texts, seed

OF_JSON: Final = sorted(
    set(SEEDS) - {Format.MARKDOWN, Format.CLAIMS_LEDGER, Format.STRICTDOC, Format.GSN}
)
MUST_CITE: Final = {Conclusion.SUPPORTED: Stance.SUPPORTS, Conclusion.REFUTED: Stance.REFUTES}
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


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(Format))
@settings(max_examples=40)
@given(data=st.data())
def test_mutated_lines_never_raise(kind: Format, data: st.DataObject) -> None:
    """And what is read keeps the promises of all readers."""
    text = data.draw(mutated_texts(kind))
    require_promises(READERS[kind](text, document="mutated"))


@pytest.mark.slow
@pytest.mark.parametrize("kind", OF_JSON)
@settings(max_examples=60)
@given(data=st.data())
def test_mutated_members_never_raise(kind: Format, data: st.DataObject) -> None:
    """Whatever type a member has."""
    require_promises(READERS[kind](data.draw(mutated_json(kind)), document="mutated"))


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(Format))
@settings(max_examples=30)
@given(text=st.text(max_size=60))
def test_any_text_is_taken(kind: Format, text: str) -> None:
    """As a document of any format."""
    require_promises(READERS[kind](text, document="any"))
