"""State the number behind every factor in one sentence.

The sentences are the same in the terminal, in JSON, through the agent tool and on the page, and
a ruling seals them. *This module does not* compute a value; it says where one came from.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from both_sides.domain.disputes import Band, EditorialRank, QuotedFigure
from both_sides.scoring import kernel, method
from both_sides.scoring.method import Match

LONGEST_PLAIN: Final = 30  # digits; longer numbers are printed with an exponent

_DATE_PRECISION_WORDS: Final = {
    14: "to the second",
    13: "to the minute",
    12: "to the hour",
    11: "to the day",
    10: "to the month",
    9: "to the year",
    8: "to the decade",
    7: "to the century",
    6: "to the millennium",
    5: "to ten thousand years",
    4: "to a hundred thousand years",
    3: "to a million years",
    2: "to ten million years",
    1: "to a hundred million years",
    0: "to a billion years",
}


def format_figure(value: Decimal | float) -> str:
    """Print a number for people: grouped in threes, without needless zeros.

    Equal numbers print equally, however they were written; of a double that was computed, twelve
    digits are shown, so that 0.1 + 0.2 is 0.3.
    """
    if isinstance(value, float):
        if not value or 1e-4 <= abs(value) < 1e11:  # noqa: PLR2004 - where no exponent is needed
            return f"{value:,.12g}"
        value = Decimal(repr(value))
    if value.adjusted() < LONGEST_PLAIN and (whole := int(value)) == value:
        return f"{whole:,}"
    value = value.normalize()
    if -7 < value.adjusted() < LONGEST_PLAIN:  # noqa: PLR2004 - from here on zeros only blur
        return f"{value:,f}"
    return f"{value:g}"


def explain_editorial_rank(rank: EditorialRank) -> str:
    """Say what the upstream editors prefer."""
    if rank is EditorialRank.PREFERRED:
        return "Upstream editors mark this claim preferred, which is worth the full value."
    if rank is EditorialRank.DEPRECATED:
        return "Upstream editors mark this claim deprecated: an explicit rejection."
    return "Upstream editors give this claim normal rank."


def explain_evidence_depth(reference_count: Decimal | int) -> str:
    """Say how many independent references there are."""
    if reference_count <= 0:
        return "No reference is attached."
    noun = "reference is" if reference_count == 1 else "references are"
    words = f"{format_figure(Decimal(reference_count))} independent {noun} attached"
    if reference_count >= method.FULL_DEPTH_REFERENCES:
        return f"{words}; three are enough."
    return f"{words}, of three for full value."


def explain_corroboration(
    claimed: Decimal | None,
    figures: Sequence[QuotedFigure],
    doubles: Sequence[float],
    match: Match,
) -> str:
    """Say which figure of the second source matches, or why none does.

    Args:
        claimed: The claim's number, or None where it has none.
        figures: The figures that the second source quotes.
        doubles: Their values as the engine compares them, in the same order.
        match: How the engine found them to compare.
    """
    if match is Match.NO_FIGURE:
        return "The second source quotes no figure to compare with."
    if match is Match.NO_NUMBER or claimed is None:
        return "The claim has no number to compare with the second source."
    double = float(claimed)
    smallest, tolerance = method.comparable_from(double), method.match_tolerance(double)
    if match is Match.NOT_COMPARABLE:
        return (
            f"The second source quotes no figure of comparable size"
            f" ({format_figure(smallest)} or more)."
        )
    distance, nearest = min(
        [
            (abs(figure - double), index)
            for index, figure in enumerate(doubles)
            if abs(figure) >= smallest
        ]
    )
    quote, numbers = _quote(figures[nearest]), (format_figure(distance), format_figure(claimed))
    if match is Match.FOUND:
        return (
            f"The second source quotes {quote}, {numbers[0]} away from the claimed {numbers[1]};"
            f" up to {format_figure(tolerance)} matches."
        )
    return (
        f"The second source quotes {quote} as its nearest figure, {numbers[0]} away from the"
        f" claimed {numbers[1]}; only up to {format_figure(tolerance)} matches."
    )


def explain_recency(retrieved: str | None, age_ms: int | None, as_of: str) -> str:
    """Say when the newest reference was retrieved."""
    if not retrieved:
        return "No retrieval date is given."
    if age_ms is None:
        return f"The retrieval date “{retrieved}” is not an ISO date, so it counts as absent."
    day = as_of.partition("T")[0]
    if age_ms < 0:
        return f"The newest reference was retrieved {retrieved}, after {day}: age 0."
    years = age_ms / kernel.YEAR_MS
    if years >= kernel.DECAY_YEARS * (1 - kernel.OLDEST_VALUE):
        return (
            f"The newest reference was retrieved {retrieved}, {years:.1f} years before {day};"
            " the value has decayed to its floor."
        )
    return (
        f"The newest reference was retrieved {retrieved}, {years:.1f} years before {day};"
        " the value decays over 12 years."
    )


def explain_specificity(precision: str | None) -> str:
    """Say how precise the statement is."""
    if not precision:
        return "The statement does not say how precise it is."
    if precision == "quantity":
        return "The statement is a quantity."
    if precision.startswith("coordinate"):
        return "The statement is a coordinate."
    code = method.date_precision_code(precision)
    words = None if code is None else _DATE_PRECISION_WORDS.get(code)
    if words is None:
        return f"The precision “{precision}” is not one that the engine knows."
    return f"The date is known {words} (Wikidata precision {code})."


def explain_barred() -> str:
    """Say why a deprecated claim may not govern."""
    return (
        "Upstream editors deprecated this claim, and another claim is active: it is barred,"
        " however many references it carries."
    )


def recommend(band: Band, adjudication_leader: str | None, barred_above: Sequence[str]) -> str:
    """Say what to do now.

    Args:
        band: The band of the margin.
        adjudication_leader: The leader's id, or None where there is no claim.
        barred_above: Ids of the barred claims that outscore the leader.

    *Source:* spec/engine.md, Ranking 5.
    """
    if adjudication_leader is None:
        return f"There is no claim to rank. {band.required_action}"
    sentence = f"{band.meaning} {band.required_action}"
    if barred_above:
        noun = "claim" if len(barred_above) == 1 else "claims"
        verb = "outscores" if len(barred_above) == 1 else "outscore"
        sentence += (
            f" Barred {noun} {', '.join(barred_above)} {verb} the leader: upstream editors"
            " deprecated what the evidence favours, so look at their reason."
        )
    return sentence


def _quote(figure: QuotedFigure) -> str:
    value = format_figure(figure.value)
    if figure.quote is None or figure.quote == value:
        return value
    return f"{value} (“{figure.quote}”)"
