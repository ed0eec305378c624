"""However much a verification finds, the worst of what it keeps is the worst of what it found."""

from both_sides.service.verifying.findings import Finding, Outcome, remember, worst


def test_the_first_of_each_outcome_is_kept_however_many_there_are() -> None:
    """Also the worst, where it comes last."""
    found = [
        *(Finding(Outcome.FORK, f"fork {number}") for number in range(5)),
        Finding(Outcome.TRUNCATED, "cut off"),
        *(Finding(Outcome.TAMPERED, f"tampered {number}") for number in range(5)),
    ]
    kept: list[Finding] = []
    for finding in found:
        remember(kept, finding, most=3)
    assert [finding.what for finding in kept] == [
        *("fork 0", "fork 1", "fork 2", "cut off", "tampered 0"),
    ]
    outcomes = [finding.outcome for finding in found]
    assert worst(finding.outcome for finding in kept) is worst(outcomes) is Outcome.TAMPERED
