"""Hold claims as other formats bring them: with their own keys, evidence and verdicts.

A reader of a format turns text into `TreeClaim`s; whoever imports them gives them ids. *This module
does not* read any format; there is one file for each beside it.
"""

from dataclasses import dataclass, field

from both_sides.domain.claims import NO_SOURCE, ClaimSource
from both_sides.domain.evidence import EvidenceKind, Stance
from both_sides.domain.verdicts import Conclusion
from both_sides.exchange.problems import Problem


@dataclass(frozen=True, slots=True)
class TreeEvidence:
    """Hold one item of evidence as a format brings it.

    Args:
        stance: Which side it is on.
        kind: What it is.
        locator: Where exactly to look.
        summary: What it shows.
        quote: What stands there, word for word; or None.
        digest: Digest of what was looked at, as ``algorithm:hex``; or None.
        commit: The version of the source that was looked at, or None.
        collector: Who collected it, or None for whoever imports.
    """

    stance: Stance
    kind: EvidenceKind
    locator: str
    summary: str
    quote: str | None = None
    digest: str | None = None
    commit: str | None = None
    collector: str | None = None


@dataclass(frozen=True, slots=True)
class TreeVerdict:
    """Hold a verdict as a format brings it.

    Args:
        conclusion: What was concluded.
        rationale: Why.
        auditor: Who concluded.
        cites: Places in the claim's evidence, from 0.
    """

    conclusion: Conclusion
    rationale: str
    auditor: str
    cites: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TreeClaim:
    """Hold one claim as a format brings it.

    Args:
        key: Names it within the document.
        statement: What is claimed.
        parents: Keys of the claims that rest on it.
        source: Where it was made; its key is `key`.
        tags: Words to find it by; also labels of the format that are no verdict by themselves.
        evidence: Items for and against it.
        verdict: What was concluded, or None.
    """

    key: str
    statement: str
    parents: tuple[str, ...] = ()
    source: ClaimSource = NO_SOURCE
    tags: tuple[str, ...] = ()
    evidence: tuple[TreeEvidence, ...] = ()
    verdict: TreeVerdict | None = None


@dataclass(frozen=True, slots=True)
class ClaimTree:
    """Hold everything that was read from a document.

    Args:
        claims: In the order of the document.
        problems: What could not be read.
        remarks: What was read in a way that a reader should know, in words.
    """

    claims: tuple[TreeClaim, ...]
    problems: tuple[Problem, ...] = ()
    remarks: tuple[str, ...] = field(default=())
