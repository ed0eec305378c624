"""Read disputes from JSON Lines and write the engine's answers, one a line.

The shapes are those of the shared engine vectors: a line holds one dispute (`entityId`,
`propertyId`, `claims`, `figures` or `corroboratingText`, `asOf`), an answer holds `status`,
`ranked`, `leader`, `runnerUp`, `score`, `margin` and `band`. A ruling seals its input in the same
shape, so whoever holds a dossier can run the engine again. *This module does not* rank.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from both_sides.domain.adjudications import Adjudication
from both_sides.domain.disputes import Dispute, EditorialRank, QuotedFigure, Rival, Subject
from both_sides.domain.ids import ClaimId, EntityId, PropertyId
from both_sides.errors import LimitExceededError, MalformedDocumentError

MOST_CLAIMS: Final = 100_000
MOST_FIGURES: Final = 100_000


def parse_dispute(document: Mapping[str, Any], *, source: str) -> tuple[Dispute, str | None]:
    """Read one dispute and the instant it is to be ranked for.

    Args:
        document: The parsed JSON object.
        source: What to call it in an error.

    Returns:
        The dispute, and `asOf` as it was given or None.

    Raises:
        MalformedDocumentError: A member is missing or of the wrong type; the facts name it.
        LimitExceededError: It has too many claims or figures.

    *Source:* spec/engine.md, Input; spec/interfaces.md, `adjudicate --input`.
    """
    if not isinstance(document, Mapping):
        raise _malformed(source, "dispute", document, "an object", '{"entityId": "Q1", …}')
    claims = _list(document, "claims", source, MOST_CLAIMS)
    rivals = tuple(
        _parse_rival(claim, f"claims[{index}]", source) for index, claim in enumerate(claims)
    )
    subject = Subject(
        EntityId(_text(document, "entityId", source) or ""),
        PropertyId(_text(document, "propertyId", source) or ""),
    )
    dispute = Dispute(
        subject=subject,
        entity_label=_text(document, "entityLabel", source) or subject.entity_id,
        property_label=_text(document, "propertyLabel", source) or subject.property_id,
        rivals=rivals,
        figures=_parse_figures(document, rivals, source),
    )
    return dispute, _text(document, "asOf", source)


def format_dispute(dispute: Dispute, as_of: str) -> dict[str, Any]:
    """Write the whole input of an adjudication in the shape that `parse_dispute` reads."""
    return {
        "entityId": dispute.subject.entity_id,
        "entityLabel": dispute.entity_label,
        "propertyId": dispute.subject.property_id,
        "propertyLabel": dispute.property_label,
        "claims": [
            {
                "claimId": rival.claim_id,
                "value": rival.value,
                "numeric": None if rival.numeric is None else plain_number(rival.numeric),
                "rank": rival.rank.value,
                "referenceCount": plain_number(rival.reference_count),
                "referenceUrls": list(rival.reference_urls),
                "retrieved": rival.retrieved,
                "precision": rival.precision,
            }
            for rival in dispute.rivals
        ],
        "figures": [plain_number(figure.value) for figure in dispute.figures],
        "asOf": as_of,
    }


def format_adjudication(adjudication: Adjudication) -> dict[str, Any]:
    """Write the engine's answer in the shape of the shared vectors' `output`."""
    return {
        "status": adjudication.status.value,
        "ranked": [
            {
                "claimId": ranked.claim_id,
                "score": plain_number(ranked.score),
                "eligible": ranked.eligible,
                "factors": {
                    score.factor.value: [
                        plain_number(score.value),
                        plain_number(score.contribution),
                    ]
                    for score in ranked.factors
                },
            }
            for ranked in adjudication.ranked
        ],
        "leader": adjudication.leader,
        "runnerUp": adjudication.runner_up,
        "score": plain_number(adjudication.score),
        "margin": plain_number(adjudication.margin),
        "band": adjudication.band.value,
    }


def plain_number(number: Decimal | float) -> int | float:
    """Give the number that JSON prints shortest: whole ones without a fraction.

    Whole numbers beyond 2^53 become the nearest double, which is what every JSON reader makes of
    them anyway.
    """
    double = float(number)
    return int(double) if double.is_integer() and abs(double) < 2**53 else double


def _parse_rival(claim: Any, place: str, source: str) -> Rival:  # noqa: ANN401 - JSON
    if not isinstance(claim, Mapping):
        raise _malformed(source, place, claim, "an object", '{"claimId": "a", "value": "3"}')
    claim_id = _text(claim, "claimId", source, place)
    if claim_id is None:
        raise _malformed(source, f"{place}.claimId", claim_id, "a text", '"Q1$1"')
    urls = _list(claim, "referenceUrls", source, MOST_FIGURES, place)
    for index, url in enumerate(urls):
        if not isinstance(url, str):
            raise _malformed(
                source, f"{place}.referenceUrls[{index}]", url, "a text", '"https://…"'
            )
    return Rival(
        claim_id=ClaimId(claim_id),
        value=_text(claim, "value", source, place) or "",
        numeric=_number(claim, "numeric", source, place),
        rank=EditorialRank.read(claim.get("rank")),
        reference_count=_number(claim, "referenceCount", source, place) or 0,
        reference_urls=tuple(urls),
        retrieved=_text(claim, "retrieved", source, place),
        precision=_text(claim, "precision", source, place),
    )


def _parse_figures(
    document: Mapping[str, Any], rivals: tuple[Rival, ...], source: str
) -> tuple[QuotedFigure, ...]:
    if document.get("figures") is None:
        return figures_in(_text(document, "corroboratingText", source) or "", rivals)
    figures = _list(document, "figures", source, MOST_FIGURES)
    for index, figure in enumerate(figures):
        if isinstance(figure, bool) or not isinstance(figure, int | Decimal | float):
            raise _malformed(source, f"figures[{index}]", figure, "a number", "2751862")
    return tuple(QuotedFigure(Decimal(figure)) for figure in figures)


def figures_in(text: str, rivals: tuple[Rival, ...]) -> tuple[QuotedFigure, ...]:
    """Read the figures of a second source that may corroborate these claims.

    A year corroborates a date and nothing else; a quantity never corroborates a date.

    *Source:* spec/engine.md, "Figures in a text".
    """
    from both_sides.scoring.figures import corroborating, read_figures  # many word tables

    claim_is_date = any(rival.is_date for rival in rivals)
    return tuple(
        QuotedFigure(figure.value, figure.surface)
        for figure in corroborating(read_figures(text), claim_is_date=claim_is_date)
    )


def _text(document: Mapping[str, Any], member: str, source: str, place: str = "") -> str | None:
    value = document.get(member)
    if value is None or isinstance(value, str):
        return value
    raise _malformed(source, _path(place, member), value, "a text", '"…"')


def _number(document: Mapping[str, Any], member: str, source: str, place: str) -> Decimal | None:
    value = document.get(member)
    if value is None:
        return None
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return Decimal(value)
    if isinstance(value, float):
        return Decimal(repr(value))
    raise _malformed(source, _path(place, member), value, "a number or null", "2751862")


def _list(
    document: Mapping[str, Any], member: str, source: str, most: int, place: str = ""
) -> list[Any]:
    value = document.get(member)
    if value is None:
        return []
    if not isinstance(value, list):
        raise _malformed(source, _path(place, member), value, "a list", "[]")
    if len(value) > most:
        raise LimitExceededError(
            f"{source}: {_path(place, member)} has {len(value):,} entries",
            hint=f"send at most {most:,}; whole datasets are ranked with `both-sides rank`",
            source=source,
            field=_path(place, member),
        )
    return value


def _path(place: str, member: str) -> str:
    return f"{place}.{member}" if place else member


def _malformed(
    source: str,
    field: str,
    value: Any,  # noqa: ANN401 - whatever was sent
    expected: str,
    example: str,
) -> MalformedDocumentError:
    return MalformedDocumentError(
        f"{source}: {field} is {_describe(value)}, expected {expected}",
        hint=f"send {expected}, for example {example}",
        source=source,
        field=field,
    )


def _describe(value: Any) -> str:  # noqa: ANN401 - whatever was sent
    if value is None:
        return "missing"
    if isinstance(value, bool):
        return "true" if value else "false"
    kinds: dict[type, str] = {dict: "an object", list: "a list", str: "a text"}
    kind = kinds.get(type(value), "a number")
    return f"{kind}" if isinstance(value, dict | list) else f"{kind} ({str(value)[:40]!r})"
