"""State the number behind every factor in one sentence.

The sentences are the same in the terminal, in JSON, through the agent tool and on the page, and
a ruling seals them. *This module does not* compute a value; it says where one came from.
"""

from collections.abc import Sequence
from decimal import Decimal

from both_sides.domain.disputes import Band, EditorialRank, QuotedFigure, Rival
from both_sides.scoring import kernel, method
from both_sides.scoring.method import Match

_DATE_PRECISION_WORDS = {
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
    """Print a number for people: grouped in threes, without needless zeros."""
    number = value if isinstance(value, Decimal) else Decimal(repr(value))
    if number == number.to_integral_value():
        return f"{int(number):,}" if abs(number.adjusted()) < 30 else f"{number:g}"  # noqa: PLR2004
    return f"{number.normalize():,f}" if number.adjusted() > -7 else f"{number:g}"  # noqa: PLR2004


def explain_editorial_rank(rival: Rival) -> str:
    """Say what the upstream editors prefer."""
    if rival.rank is EditorialRank.PREFERRED:
        return "Upstream editors mark this claim preferred, which is worth the full value."
    if rival.rank is EditorialRank.DEPRECATED:
        return "Upstream editors mark this claim deprecated: an explicit rejection."
    return "Upstream editors give this claim normal rank."


def explain_evidence_depth(rival: Rival) -> str:
    """Say how many independent references there are."""
    count = rival.reference_count
    if count <= 0:
        return "No reference is attached."
    noun = "reference is" if count == 1 else "references are"
    if count >= method.FULL_DEPTH_REFERENCES:
        return f"{format_figure(Decimal(count))} independent {noun} attached; three are enough."
    return f"{format_figure(Decimal(count))} independent {noun} attached, of three for full value."


def explain_corroboration(rival: Rival, figures: Sequence[QuotedFigure], match: Match) -> str:
    """Say which figure of the second source matches, or why none does."""
    if match is Match.NO_FIGURE:
        return "The second source quotes no figure to compare with."
    if match is Match.NO_NUMBER or rival.numeric is None:
        return "The claim has no number to compare with the second source."
    claimed = float(rival.numeric)
    smallest, tolerance = method.comparable_from(claimed), method.match_tolerance(claimed)
    if match is Match.NOT_COMPARABLE:
        return (
            f"The second source quotes no figure of comparable size"
            f" ({format_figure(smallest)} or more)."
        )
    comparable = [figure for figure in figures if abs(float(figure.value)) >= smallest]
    nearest = min(comparable, key=lambda figure: abs(float(figure.value) - claimed))
    distance = abs(float(nearest.value) - claimed)
    if match is Match.FOUND:
        return (
            f"The second source quotes {_quote(nearest)}, {format_figure(distance)} away from the"
            f" claimed {format_figure(rival.numeric)}; up to {format_figure(tolerance)} matches."
        )
    return (
        f"The second source quotes {_quote(nearest)} as its nearest figure,"
        f" {format_figure(distance)} away from the claimed {format_figure(rival.numeric)};"
        f" only up to {format_figure(tolerance)} matches."
    )


def explain_recency(rival: Rival, age_ms: int | None, as_of: str) -> str:
    """Say when the newest reference was retrieved."""
    if not rival.retrieved:
        return "No retrieval date is given."
    if age_ms is None:
        return f"The retrieval date “{rival.retrieved}” is not an ISO date, so it counts as absent."
    day = as_of.partition("T")[0]
    if age_ms < 0:
        return f"The newest reference was retrieved {rival.retrieved}, after {day}: age 0."
    years = age_ms / kernel.YEAR_MS
    if years >= kernel.DECAY_YEARS * (1 - kernel.OLDEST_VALUE):
        return (
            f"The newest reference was retrieved {rival.retrieved}, {years:.1f} years before {day};"
            " the value has decayed to its floor."
        )
    return (
        f"The newest reference was retrieved {rival.retrieved}, {years:.1f} years before {day};"
        " the value decays over 12 years."
    )


def explain_specificity(rival: Rival) -> str:
    """Say how precise the statement is."""
    precision = rival.precision
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
