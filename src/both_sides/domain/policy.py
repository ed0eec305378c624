"""Hold the rules that a scope sets for itself."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Policy:
    """Say how strict a scope is.

    Args:
        is_strict: Refuse verdicts that are otherwise accepted with a warning.
        separates_author_and_auditor: Refuse a verdict by the author of the claim.
    """

    is_strict: bool = False
    separates_author_and_auditor: bool = False
