"""Collect what a reader finds in one document: claims under keys of their own, and problems.

Every reader of claims fills a draft and hands out its tree. The draft keeps the promises that all
of them make: a claim says something, a key stands for one claim, tags fit into the ledger.
*This module does not* read any format.

    >>> draft = TreeDraft("README.md")
    >>> draft.add(TreeClaim("REQ-1", "It starts within a second."), line=3)
    'REQ-1'
    >>> draft.tree().claims[0].source
    ClaimSource(document='README.md', locator='line 3', key='REQ-1')
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from both_sides.domain.claims import NO_SOURCE, ClaimSource
from both_sides.domain.evidence import Stance
from both_sides.domain.verdicts import Conclusion
from both_sides.domain.wording import LONGEST_NAME, is_blank
from both_sides.exchange.claim_trees import ClaimTree, TreeClaim, TreeEvidence, TreeVerdict
from both_sides.exchange.problems import Place, Problem, ProblemCode

MOST_TAGS: Final = 50
LONGEST_SLUG: Final = 80

_MUST_CITE: Final = {
    Conclusion.SUPPORTED: Stance.SUPPORTS,
    Conclusion.REFUTED: Stance.REFUTES,
}
_SECTION_NUMBER: Final = re.compile(r"\d+(?:\.\d+)*[.)]?\s+")
_NO_WORD: Final = re.compile(r"[^\w]+")


class TreeDraft:
    """Collect the claims and the problems of one document.

    Args:
        document: What the document is called.
    """

    def __init__(self, document: str) -> None:
        self.document = document
        self._claims: dict[str, TreeClaim] = {}
        self._numbers: dict[str, int] = {}
        self._problems: list[Problem] = []
        self._remarks: list[str] = []

    def add(self, claim: TreeClaim, *, line: int | None = None, place: str = "") -> str | None:
        """Take a claim.

        Args:
            claim: The claim under the key that the document gives it. Its source is filled in,
                unless it has one.
            line: The line on which it stands, or None where lines mean nothing.
            place: Where else in the document it stands, for example its section.

        Returns:
            The key that it was taken under, or None where it says nothing and was left out.
        """
        if is_blank(claim.statement):
            self.report(
                ProblemCode.MISSING_STATEMENT,
                "there is no statement",
                line=line,
                key=claim.key,
                lost=1,
            )
            return None
        key = self.free_key(claim.key)
        if key != claim.key:
            self.report(
                ProblemCode.REPEATED_KEY,
                f"{claim.key} stands for another claim already; this one is {key} here",
                line=line,
                key=claim.key,
            )
        source = claim.source
        if source == NO_SOURCE:
            parts = ("" if line is None else f"line {line}", place)
            source = ClaimSource(self.document, ", ".join(filter(None, parts)) or None)
        self._claims[key] = replace(
            claim,
            key=key,
            statement=claim.statement.strip(),
            parents=tuple(dict.fromkeys(claim.parents)),
            source=replace(source, key=key),
            tags=tidy_tags(claim.tags),
        )
        return key

    def free_key(self, wanted: str) -> str:
        """Give the key itself, or the next one of its kind (`-2`, `-3` …) that is free."""
        key, number = wanted, self._numbers.get(wanted, 1)
        while key in self._claims:
            number += 1
            key = f"{wanted}-{number}"
        self._numbers[wanted] = number
        return key

    def report(
        self,
        code: ProblemCode,
        what: str,
        *,
        line: int | None = None,
        key: str | None = None,
        lost: int = 0,
    ) -> None:
        """Say what could not be read, and how many claims were lost by it."""
        place = Place(self.document, line)
        self._problems.append(Problem(code, what, place, statement_id=key, statements_lost=lost))

    def remark(self, words: str) -> None:
        """Say what was read in a way that a reader should know."""
        self._remarks.append(words)

    def verdict(
        self,
        claim: TreeClaim,
        conclusion: Conclusion,
        rationale: str,
        auditor: str,
        *,
        line: int | None,
    ) -> TreeVerdict | None:
        """Conclude on a claim, citing all its evidence that decides it.

        Returns:
            The verdict; None where nothing is there to cite, which is reported.

        *Source:* Verdicts page, the table; spec/claims.md, F2, F3, F4.
        """
        stance = _MUST_CITE.get(conclusion)
        cites = tuple(n for n, item in enumerate(claim.evidence) if item.stance is stance)
        if stance is not None and not cites:
            self.report(
                ProblemCode.NOTHING_TO_CITE,
                f"it is labelled {conclusion} and names no evidence that {stance} it",
                line=line,
                key=claim.key,
            )
            return None
        return TreeVerdict(conclusion, rationale, auditor, cites)

    def tree(self) -> ClaimTree:
        """Hand out what was collected."""
        return ClaimTree(tuple(self._claims.values()), tuple(self._problems), tuple(self._remarks))


def tidy_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Make tags that the ledger takes: each says something and once, is short, and they are few."""
    tidied = (" ".join(tag.split()) for tag in tags)
    short = (tag if len(tag) <= LONGEST_NAME else f"{tag[: LONGEST_NAME - 1]}…" for tag in tidied)
    return tuple(dict.fromkeys(tag for tag in short if not is_blank(tag)))[:MOST_TAGS]


def slug_of(text: str) -> str:
    """Make a key out of a text: its words in lower case, as web pages name their headings.

    >>> slug_of("2.1 The parser rejects weak keys!")
    'the-parser-rejects-weak-keys'
    """
    unnumbered = _SECTION_NUMBER.sub("", text, count=1) if text[:1].isdigit() else text
    return _NO_WORD.sub("-", (unnumbered or text).casefold()).strip("-")[:LONGEST_SLUG].strip("-")


def without_doubles(items: Iterable[TreeEvidence]) -> tuple[TreeEvidence, ...]:
    """Keep each item of evidence once, in the order of first mention."""
    return tuple(dict.fromkeys(items))
