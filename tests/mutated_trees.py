"""Take a document of each format, and damage its lines."""

from pathlib import Path
from typing import Final

from hypothesis import strategies as st

from both_sides.exchange.formats import Format
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


def seed(kind: Format) -> str:
    """Read the document of a format that is mutated."""
    return Path(VECTORS, SEEDS[kind]).read_text(encoding="utf-8")


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
