"""The outline of a Markdown document is a tree of claims; what claims nothing is left out."""

import pytest

from both_sides.exchange.markdown_outline import DEEPEST, read_markdown_outline
from tests.trees import claim, codes, links, vector


def read(text: str) -> dict[str, str]:
    """Read a document, and give its statements by key."""
    tree = read_markdown_outline(text, document="README.md")
    return {claim.key: claim.statement for claim in tree.claims}


def test_items_and_headings_over_items_are_the_claims() -> None:
    """In the order of the document; prose, code, tables, quotes and comments are none."""
    tree = read_markdown_outline(vector("trees/outline.md"), document="outline.md")
    assert [(claim.key, claim.statement) for claim in tree.claims] == [
        ("product", "The product"),
        ("REQ-1", "It starts within one second"),
        ("measured-on-a-slow-machine-and-twice", "measured on a slow machine and twice"),
        ("described-in-the-manual", "described in the manual"),
        ("utf-8-every-file-is-read-as-such", "UTF-8: every file is read as such"),
        ("CLM-0001", "The parser rejects weak keys"),
        ("R1.2", "The log is kept"),
        ("an-item-without-words-around-it", "An item without words around it"),
        ("numbered", "2. Numbered"),
        ("one", "One"),
        ("two", "Two"),
        ("two-and-a-bit", "Two and a bit"),
        ("left", "Left"),
        ("left/input", "Input"),
        ("right", "Right"),
        ("right/input", "Input"),
        ("REQ-1-2", "used twice"),
    ]


def test_nesting_gives_the_parents() -> None:
    """An item stands below the item around it, else below the heading above it."""
    tree = read_markdown_outline(vector("trees/outline.md"), document="outline.md")
    parents = links(tree)
    assert parents["product"] == ()
    assert parents["REQ-1"] == ("product",)
    assert parents["described-in-the-manual"] == ("REQ-1",)
    assert parents["an-item-without-words-around-it"] == ("product",)
    assert parents["two-and-a-bit"] == ("two",)
    assert parents["left"] == parents["right"] == ("numbered",)
    assert parents["right/input"] == ("right",)


def test_a_box_is_a_tag_and_no_verdict() -> None:
    """A tick says that somebody ticked; nobody says what was looked at."""
    tree = read_markdown_outline(vector("trees/outline.md"), document="outline.md")
    assert claim(tree, "measured-on-a-slow-machine-and-twice").tags == ("task: done",)
    assert claim(tree, "described-in-the-manual").tags == ("task: open",)
    assert claim(tree, "product").tags == ("heading",)
    assert all(claim.verdict is None for claim in tree.claims)


def test_the_line_is_the_place_and_the_key_is_in_the_source() -> None:
    """Front matter and all counted."""
    tree = read_markdown_outline(vector("trees/outline.md"), document="outline.md")
    source = claim(tree, "CLM-0001").source
    assert (source.document, source.locator, source.key) == ("outline.md", "line 21", "CLM-0001")


def test_an_id_used_twice_is_a_problem_that_names_its_line() -> None:
    """The second claim is kept under a key of its own."""
    tree = read_markdown_outline(vector("trees/outline.md"), document="outline.md")
    assert codes(tree) == ["repeated_key"]
    (problem,) = tree.problems
    assert str(problem).startswith("outline.md line 50: REQ-1:")


@pytest.mark.parametrize(
    ("written", "key", "statement"),
    [
        ("REQ-1: It starts", "REQ-1", "It starts"),
        ("[REQ-1] It starts", "REQ-1", "It starts"),
        ("[REQ-1]: It starts", "REQ-1", "It starts"),
        ("**REQ-1** — It starts", "REQ-1", "It starts"),
        ("`SDOC-SSS-3`: It starts", "SDOC-SSS-3", "It starts"),
        ("DO178-5: It starts", "DO178-5", "It starts"),
        ("fr_12: It starts", "fr_12-it-starts", "fr_12: It starts"),
        ("FR_12: It starts", "FR_12", "It starts"),
        ("G1: It is safe", "G1", "It is safe"),
        ("SHA-256: It hashes", "sha-256-it-hashes", "SHA-256: It hashes"),
        ("MP3: It plays", "mp3-it-plays", "MP3: It plays"),
        ("Note 1: It starts", "note-1-it-starts", "Note 1: It starts"),
        ("REQ-1:", "req-1", "REQ-1:"),
        ("REQ-1 starts", "req-1-starts", "REQ-1 starts"),
        ("Es läuft überall", "es-läuft-überall", "Es läuft überall"),
        ("!", "claim", "!"),
    ],
)
def test_an_id_at_the_start_becomes_the_key(written: str, key: str, statement: str) -> None:
    """The names of standards are none, and without an id the words make the key."""
    assert read(f"- {written}\n") == {key: statement}


def test_keys_stay_when_claims_move() -> None:
    """Another order and other numbers around the same words give the same keys."""
    assert set(read("## 1. Goals\n- fast\n- small\n")) == set(
        read("## 7) Goals\n- small\n- fast\n")
    )


def test_headings_over_prose_alone_claim_nothing() -> None:
    """Nor does a document without lists."""
    assert read("# Title\n\nWords.\n\n## More\n\n```\n- code\n```\n") == {}
    assert read("") == {}


def test_a_heading_inside_of_an_item_is_a_part_of_the_item() -> None:
    """It opens no section."""
    assert read("- # Loud\n  and clear\n- next\n") == {
        "loud-and-clear": "Loud and clear",
        "next": "next",
    }


def test_lists_too_deep_are_reported() -> None:
    """They are not dropped silently."""
    deep = "".join(f"{'  ' * depth}- level {depth}\n" for depth in range(DEEPEST))
    tree = read_markdown_outline(deep, document="deep.md")
    assert codes(tree) == ["too_deep"]
    assert len(tree.claims) == (DEEPEST - 1) // 2


def test_a_heading_or_item_without_words_is_passed_over() -> None:
    """What stands in it stands below the next claim above."""
    tree = read_markdown_outline("# Top\n#\n##\n-\n  - \u200b\n    - fast\n", document="a.md")
    assert links(tree) == {"fast": ()}
    nested = read_markdown_outline("# Top\n##\n-\n  - fast\n", document="a.md")
    assert links(nested) == {"top": (), "fast": ("top",)}
