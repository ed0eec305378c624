"""Hold what a check of an installation found, and how bad it is."""

from dataclasses import dataclass
from enum import StrEnum


class Health(StrEnum):
    """Say how bad a finding is."""

    GOOD = "good"
    NOTICE = "notice"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """Hold what one check found.

    Args:
        check: What was looked at.
        health: How bad it is.
        finding: What was seen.
        remedy: What to do, or empty.
    """

    check: str
    health: Health
    finding: str
    remedy: str = ""
