"""Tell the formats of claims apart, and read each with its reader.

A name alone says little (five of the formats are `.json`), so the beginning of the content decides
where the name does not. An unknown format is an error that names the known ones: nothing is read
as something that it is not. *This module does not* open files.

    >>> detect_format("claims/case.gsn.yaml", b"G1:")
    <Format.GSN: 'gsn'>
"""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Final, Protocol

from both_sides.errors import LimitExceededError, MalformedDocumentError
from both_sides.exchange.claim_review import read_claim_reviews
from both_sides.exchange.claim_trees import ClaimTree
from both_sides.exchange.claims_ledger_markdown import read_claims_ledger
from both_sides.exchange.fever import read_fever
from both_sides.exchange.fool_me_twice import read_fool_me_twice
from both_sides.exchange.gsn import read_gsn, read_gsn_modules
from both_sides.exchange.hover import read_hover
from both_sides.exchange.markdown_outline import read_markdown_outline
from both_sides.exchange.problems import Place, Problem, ProblemCode
from both_sides.exchange.scifact import read_scifact
from both_sides.exchange.sphinx_needs import read_sphinx_needs
from both_sides.exchange.strictdoc import read_strictdoc
from both_sides.exchange.tree_joining import join_trees
from both_sides.exchange.wice import read_wice

LONGEST_BYTES: Final = 64 * 1024 * 1024
HEAD_BYTES: Final = 64 * 1024


class Format(StrEnum):
    """Name each format of claims that is read; the spellings are stable."""

    MARKDOWN = "markdown"
    CLAIMS_LEDGER = "claims-ledger"
    SPHINX_NEEDS = "sphinx-needs"
    STRICTDOC = "strictdoc"
    GSN = "gsn"
    CLAIM_REVIEW = "claim-review"
    FEVER = "fever"
    FOOL_ME_TWICE = "fool-me-twice"
    WICE = "wice"
    HOVER = "hover"
    SCIFACT = "scifact"


class Reader(Protocol):
    """Turn the text of a document into claims and problems; never raise for a bad part."""

    def __call__(self, text: str, *, document: str) -> ClaimTree:
        """Read a document that is called `document`."""
        ...


READERS: Final[Mapping[Format, Reader]] = MappingProxyType(
    {
        Format.MARKDOWN: read_markdown_outline,
        Format.CLAIMS_LEDGER: read_claims_ledger,
        Format.SPHINX_NEEDS: read_sphinx_needs,
        Format.STRICTDOC: read_strictdoc,
        Format.GSN: read_gsn,
        Format.CLAIM_REVIEW: read_claim_reviews,
        Format.FEVER: read_fever,
        Format.FOOL_ME_TWICE: read_fool_me_twice,
        Format.WICE: read_wice,
        Format.HOVER: read_hover,
        Format.SCIFACT: read_scifact,
    }
)

# Names that say it all, then signs of the content; the first that fits decides.
_NAMES: Final = (
    (re.compile(r"\.sdoc$"), Format.STRICTDOC),
    (re.compile(r"\.gsn\.ya?ml$"), Format.GSN),
    (re.compile(r"(?:^|[/\\])needs\.json$"), Format.SPHINX_NEEDS),
)
_SUPPORT_LEVEL: Final = re.compile(r"^\s*- \*\*Support level:\*\*", re.MULTILINE)
_SIGNS: Final = (
    (re.compile(r'"@type"\s*:\s*\[?\s*"[^"]*(?:ClaimReview|MediaReview)"'), Format.CLAIM_REVIEW),
    (re.compile(r'"(?:hpqa_id|supporting_facts)"\s*:'), Format.HOVER),
    (re.compile(r'"supporting_sentences"\s*:'), Format.WICE),
    (re.compile(r'"gold_evidence"\s*:'), Format.FOOL_ME_TWICE),
    (re.compile(r'"cited_doc_ids"\s*:|"evidence"\s*:\s*\{'), Format.SCIFACT),
    (re.compile(r'"verifiable"\s*:|"evidence"\s*:\s*\[\s*(?:\[\s*)?\['), Format.FEVER),
    (re.compile(r'"(?:current_version|needs)"\s*:'), Format.SPHINX_NEEDS),
    (re.compile(r"\A\s*\[DOCUMENT\]\s*$", re.MULTILINE), Format.STRICTDOC),
    (_SUPPORT_LEVEL, Format.CLAIMS_LEDGER),
)
_MARKDOWN: Final = re.compile(r"\.(?:md|markdown|mdown|mkd)$")
_YAML: Final = re.compile(r"\.ya?ml$")
_GSN: Final = re.compile(
    r"^(?:module|(?:CSn|CG|Sn|[GSCAJ])[^\s:]*)\s*:"
    r"|^\s+(?:supportedBy|inContextOf|undeveloped)\s*:",
    re.MULTILINE,
)


def detect_format(name: str, head: bytes) -> Format:
    """Tell which format a file is of.

    Args:
        name: The file's name.
        head: How it begins; 64 KiB are plenty.

    Raises:
        MalformedDocumentError: It looks like none of them; the error names them all.

    *Source:* the formats' own documentation; each reader names it.
    """
    lowered = name.casefold()
    text = head[:HEAD_BYTES].decode("utf-8-sig", errors="replace")
    for pattern, found in _NAMES:
        if pattern.search(lowered):
            return found
    if _MARKDOWN.search(lowered):  # which may show any other format as an example
        return Format.CLAIMS_LEDGER if _SUPPORT_LEVEL.search(text) else Format.MARKDOWN
    for pattern, found in _SIGNS:
        if pattern.search(text):
            return found
    if _YAML.search(lowered) and _GSN.search(text):
        return Format.GSN
    raise MalformedDocumentError(
        f"{name} looks like none of the formats of claims that are read",
        hint=f"name its format: {', '.join(Format)}",
        source=name,
        formats=[*map(str, Format)],
    )


def read_format(text: str) -> Format:
    """Accept the name of a format.

    Raises:
        MalformedDocumentError: There is no such format; the error names them all.
    """
    if text not in {*Format}:
        raise MalformedDocumentError(
            f"{text[:40]!r} is no format of claims",
            hint=f"use one of {', '.join(Format)}",
            field="format",
            formats=[*map(str, Format)],
        )
    return Format(text)


def read_trees(files: Sequence[tuple[str, bytes]], *, wanted: Format | None = None) -> ClaimTree:
    """Read files that belong together, so that claims of one may rest on those of another.

    Args:
        files: Name and content of each.
        wanted: The format of all of them, or None to tell by each.

    Raises:
        MalformedDocumentError: The format of a file cannot be told.
        LimitExceededError: A file has more than 64 MiB.
    """
    trees: list[ClaimTree] = []
    modules: dict[str, str] = {}
    for name, content in files:
        found = wanted or detect_format(name, content[:HEAD_BYTES])
        if len(content) > LONGEST_BYTES:
            raise LimitExceededError(
                f"{name} has {len(content):,} bytes",
                hint=f"split it into files of at most {LONGEST_BYTES:,}",
                source=name,
                bytes=len(content),
            )
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            what = f"byte {error.start} is no UTF-8"
            trees.append(ClaimTree((), (Problem(ProblemCode.NOT_UTF8, what, Place(name)),)))
            continue
        if found is Format.GSN:
            modules[name] = text  # the modules of a case refer to each other
        else:
            trees.append(READERS[found](text, document=name))
    if modules:
        trees.append(read_gsn_modules(modules))
    return join_trees(trees)
