"""Say what a verification found, how bad it is, and what it did not look at.

    verified     everything that was checked is in order
    tampered     what is stored is not what was sealed, signed or folded
    truncated    events that were signed are not there: cut off, or an old copy came back
    fork         there are two histories
    incomplete   there is nothing to hold the ledger, or its end, against

*This module does not* know of exit codes; see `both_sides.interfaces.wire.errors`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Final


class Outcome(StrEnum):
    """Say how a verification ended."""

    VERIFIED = "verified"
    TAMPERED = "tampered"
    TRUNCATED = "truncated"
    FORK = "fork"
    INCOMPLETE = "incomplete"


class Level(IntEnum):
    """Say how much is verified; each level includes those before it.

    *Source:* spec/ledger.md, 5.
    """

    HEAD = 0
    LINKS = 1
    FORM = 2
    TREE = 3
    WITNESSES = 4
    VIEWS = 5

    @property
    def checks(self) -> str:
        """Say in words what this level adds."""
        return _CHECKS[self]


_CHECKS: Final = {
    Level.HEAD: "the size and root of the last checkpoint against the anchor",
    Level.LINKS: "every seal recomputed from its body, every link after the one before",
    Level.FORM: "canonical form, schema and columns of every event",
    Level.TREE: "every leaf, tile and stored checkpoint, the anchor and its signature",
    Level.WITNESSES: "the cosignatures of witnesses",
    Level.VIEWS: "the views, rebuilt from the events",
}

# What is worse hides what is less bad: a damaged ledger is not also called merely too short.
_WORST_FIRST: Final = (Outcome.TAMPERED, Outcome.FORK, Outcome.TRUNCATED, Outcome.INCOMPLETE)


@dataclass(frozen=True, slots=True)
class Finding:
    """Name one thing that is not in order.

    Args:
        outcome: How bad it is.
        what: What is wrong, as a sentence.
        position: The place in the global order, or None.
        scope: The scope, or None.
        n: The place in its chain, or None.
        table: The table, or None.
        key: The key of a row in it, or None.
        expected: What was computed or signed.
        found: What is stored.
    """

    outcome: Outcome
    what: str
    position: int | None = None
    scope: str | None = None
    n: int | None = None
    table: str | None = None
    key: str | None = None
    expected: str = ""
    found: str = ""


@dataclass(frozen=True, slots=True)
class Verification:
    """Hold what a verification found.

    Args:
        level: How much was verified.
        size: How many events the ledger had when it began.
        events: How many of them were read.
        anchored: How many events the anchor covers; None where there is no anchor.
        window: How many events come after the anchor.
        witnessed: How many events the last checkpoint covers that enough witnesses cosigned; None
            where no policy asks for any.
        findings: What is not in order, by position; at most the first thousand, and the
            first of each outcome.
        not_checked: What was not looked at, in sentences.
        seconds: How long it took.
    """

    level: Level
    size: int
    events: int
    anchored: int | None
    window: int
    witnessed: int | None
    findings: tuple[Finding, ...]
    not_checked: tuple[str, ...]
    seconds: float = field(compare=False, default=0.0)

    @property
    def outcome(self) -> Outcome:
        """Give the worst of what was found."""
        return worst(finding.outcome for finding in self.findings)


def worst(outcomes: Iterable[Outcome]) -> Outcome:
    """Give the worst of several outcomes; verified where there is none."""
    found = set(outcomes)
    return next((outcome for outcome in _WORST_FIRST if outcome in found), Outcome.VERIFIED)


def remember(findings: list[Finding], finding: Finding, *, most: int) -> None:
    """Keep a finding, where there are not too many; the first of each outcome always.

    So however many there are, the worst of what is kept is the worst of what was found.

    Args:
        findings: What is kept.
        finding: What was found.
        most: How many are kept.
    """
    if len(findings) < most or all(kept.outcome is not finding.outcome for kept in findings):
        findings.append(finding)


def not_checked_at(level: Level) -> list[str]:
    """Say what a level leaves out."""
    left_out = [higher.checks for higher in Level if higher > level]
    return [
        *left_out,
        "whether an event was never recorded, whether times are true, whether a key was stolen",
    ]
