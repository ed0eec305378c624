"""Formats are told apart by name and beginning; files that belong together are read together."""

from pathlib import Path
from typing import Final

import pytest

from both_sides.errors import InvalidInputError, LimitExceededError
from both_sides.exchange import formats
from both_sides.exchange.formats import READERS, Format, detect_format, read_format, read_trees
from tests.shared import shared
from tests.trees import VECTORS, codes

OF_VECTORS: Final = {
    "claimreview/media_review.jsonld": Format.CLAIM_REVIEW,
    "claimreview/world_is_flat.jsonld": Format.CLAIM_REVIEW,
    "factcheck/fever.jsonl": Format.FEVER,
    "factcheck/fool_me_twice.jsonl": Format.FOOL_ME_TWICE,
    "factcheck/hover.json": Format.HOVER,
    "factcheck/scifact_gold.jsonl": Format.SCIFACT,
    "factcheck/wice.jsonl": Format.WICE,
    "trees/claims-ledger/claims.md": Format.CLAIMS_LEDGER,
    "trees/gsn/example.gsn.yaml": Format.GSN,
    "trees/outline.md": Format.MARKDOWN,
    "trees/sphinx-needs/needs_test_small.json": Format.SPHINX_NEEDS,
    "trees/strictdoc/backlog.sdoc": Format.STRICTDOC,
}
FOLDERS: Final = {
    "claimreview/*/*.jsonld": Format.CLAIM_REVIEW,
    "factcheck/fever/*.jsonl": Format.FEVER,
    "factcheck/fool-me-twice/*.jsonl": Format.FOOL_ME_TWICE,
    "factcheck/hover/*.json": Format.HOVER,
    "factcheck/wice/*.jsonl": Format.WICE,
    "trees/claims-ledger/**/claims.md": Format.CLAIMS_LEDGER,
    "trees/gsn2x/**/*.gsn.yaml": Format.GSN,
    "trees/strictdoc/**/*.sdoc": Format.STRICTDOC,
    "trees/sphinx-needs-json/**/import_doc*/**/*.json": Format.SPHINX_NEEDS,
}


def test_every_format_has_a_reader_and_a_vector() -> None:
    """So that none is forgotten."""
    assert set(READERS) == set(Format) == set(OF_VECTORS.values())


@pytest.mark.parametrize(("name", "wanted"), OF_VECTORS.items())
def test_the_formats_of_the_vectors_are_told(name: str, wanted: Format) -> None:
    """By name and the first 4 KiB; and each is read by its reader."""
    content = Path(VECTORS, name).read_bytes()
    assert detect_format(name, content[:4096]) is wanted
    assert read_trees([(name, content)]).claims
    assert READERS[wanted](content.decode(), document=name).claims


@pytest.mark.parametrize(("pattern", "wanted"), FOLDERS.items())
def test_the_formats_of_the_shared_files_are_told(pattern: str, wanted: Format) -> None:
    """All of a folder."""
    paths = list(shared("data").glob(pattern))
    assert paths
    for path in paths:
        assert detect_format(path.name, path.read_bytes()[:4096]) is wanted, path


@pytest.mark.parametrize(
    ("name", "head", "wanted"),
    [
        ("case.yml", b"module:\n  name: m\n", Format.GSN),
        ("case.yaml", b"Goal1:\n  supportedBy: [x]\n", Format.GSN),
        ("NEEDS.JSON", b"", Format.SPHINX_NEEDS),
        ("page.txt", b"[DOCUMENT]\nTITLE: T\n", Format.STRICTDOC),
        ("README.MD", b'Shows {"@type": "ClaimReview"} as an example\n', Format.MARKDOWN),
        ("stdin", b'\xef\xbb\xbf{"@type": "ClaimReview"}', Format.CLAIM_REVIEW),
    ],
)
def test_names_and_signs_decide(name: str, head: bytes, wanted: Format) -> None:
    """Whichever says it."""
    assert detect_format(name, head) is wanted


@pytest.mark.parametrize(
    ("name", "head"),
    [
        ("needs_test_invalid.json", b"This is not JSON!"),
        ("rows.jsonl", b'{"id": 1, "claim": "It is so."}'),
        ("ledger.yml", b"name: workflow\non: push\n"),
        ("LICENSE", b"MIT"),
        ("photo.md.png", b"\x89PNG\xff\xfe"),
        ("", b""),
    ],
)
def test_an_unknown_format_is_an_error_that_names_the_formats(name: str, head: bytes) -> None:
    """Nothing is read as something that it is not."""
    with pytest.raises(InvalidInputError) as caught:
        detect_format(name, head)
    assert all(known in caught.value.hint for known in Format)
    assert caught.value.facts["formats"] == [*map(str, Format)]


def test_a_format_can_be_named() -> None:
    """As it is spelled, or an error that names all."""
    assert read_format("sphinx-needs") is Format.SPHINX_NEEDS
    with pytest.raises(InvalidInputError) as caught:
        read_format("word")
    assert "strictdoc" in caught.value.hint
    tree = read_trees([("rows.jsonl", b'{"id": 1, "claim": "It is so."}')], wanted=Format.FEVER)
    assert [claim.statement for claim in tree.claims] == ["It is so."]


def test_files_of_several_formats_are_joined() -> None:
    """The modules of a case among them are read together."""
    names = ["outline.md", *(f"gsn/{name}.gsn.yaml" for name in ("index", "sub1", "sub3"))]
    tree = read_trees([(name, Path(VECTORS, "trees", name).read_bytes()) for name in names])
    assert codes(tree) == ["repeated_key"]
    assert [claim.parents for claim in tree.claims if claim.key == "G3"] == [("S1",)]


def test_bytes_that_are_no_text_are_a_problem() -> None:
    """The other files are read, and it is said that nothing of this one was."""
    tree = read_trees([("a.md", b"- \xff\n- slow"), ("b.md", b"- fast")])
    assert (codes(tree), [claim.statement for claim in tree.claims]) == (["not_utf8"], ["fast"])
    assert "the document that is named was not read" in tree.problems[0].hint


def test_a_file_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """With how long it may be."""
    monkeypatch.setattr(formats, "LONGEST_BYTES", 3)
    with pytest.raises(LimitExceededError) as caught:
        read_trees([("a.md", b"- fast")])
    assert caught.value.facts["bytes"] == 6
