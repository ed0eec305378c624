"""Write disputes, adjudications, rulings and receipts as the JSON that every face gives.

Names are put beside ids, never in their place. *This module does not* read anything: it shapes
what the service answered.
"""

from typing import Any, Final

from both_sides.domain.adjudications import Adjudication, Factor, RankedClaim
from both_sides.domain.disputes import WHAT_THIS_IS_NOT
from both_sides.domain.entities import Reference, Statement
from both_sides.domain.rulings import CaseFile, Ruling
from both_sides.exchange.engine_lines import plain_number
from both_sides.service.desk_reading import Hearing, ListedDispute
from both_sides.service.names import Names
from both_sides.service.requests import Receipt

# Every claim has all five, in this order; looking them up by name takes longer than writing them.
_FACTORS: Final = tuple((factor.value, factor.label, factor.weight) for factor in Factor)


def case_names(case: CaseFile) -> Names:
    """Look names up in a case, as they stood when it was put together."""
    return Names(dict(case.names).get)


def hearing_members(hearing: Hearing) -> dict[str, Any]:
    """Write a dispute with the engine's answer."""
    case = hearing.case
    return {
        **case_members(case),
        "adjudication": adjudication_members(hearing.adjudication),
        "claims": claims_members(case, hearing.adjudication),
        "ruling": None if hearing.ruling is None else brief_ruling_members(hearing.ruling),
        "whatThisIsNot": WHAT_THIS_IS_NOT,
    }


def case_members(case: CaseFile) -> dict[str, Any]:
    """Write what a dispute is about and where its claims come from."""
    source = case.second_source
    return {
        "entityId": case.subject.entity_id,
        "entityLabel": case.entity_label,
        "propertyId": case.subject.property_id,
        "propertyLabel": case.property_label,
        "kind": case.kind.value,
        "narrowing": {"newest": case.narrowing.newest, "at": case.narrowing.at},
        "inputsDigest": case.inputs_digest,
        "secondSource": None
        if source is None
        else {
            "title": source.title,
            "url": source.url,
            "licence": source.licence,
            "retrieved": source.retrieved,
            "text": source.text,
            "figures": [
                {"value": plain_number(figure.value), "quote": figure.quote}
                for figure in case.figures
            ],
        },
        "provenance": {
            "publisher": case.provenance.publisher,
            "licence": case.provenance.licence,
            "url": case.provenance.url,
            "revision": case.provenance.revision,
            "modified": case.provenance.modified,
            "digest": case.provenance.digest,
        },
    }


def adjudication_members(adjudication: Adjudication) -> dict[str, Any]:
    """Write the engine's answer without its claims."""
    return {
        "engine": adjudication.engine_version,
        "asOf": adjudication.as_of,
        "status": adjudication.status.value,
        "band": adjudication.band.value,
        "bandMeaning": adjudication.band.meaning,
        "requiredAction": adjudication.band.required_action,
        "recommendation": adjudication.recommendation,
        "leader": adjudication.leader,
        "runnerUp": adjudication.runner_up,
        "score": plain_number(adjudication.score),
        "margin": plain_number(adjudication.margin),
    }


def claims_members(case: CaseFile, adjudication: Adjudication) -> list[dict[str, Any]]:
    """Write every claim in its place, with factors, references and qualifiers.

    Args:
        case: The dispute.
        adjudication: The engine's answer for it.
    """
    names = case_names(case)
    # Claims of one id come in the order in which the engine keeps them.
    unranked: dict[str, list[dict[str, Any]]] = {}
    for statement in case.statements:
        same = unranked.setdefault(statement.claim_id, [])
        same.append(_statement_members(statement, names))
    return [
        {**unranked[ranked.claim_id].pop(0), **ranked_members(ranked)}
        for ranked in adjudication.ranked
    ]


def ranked_members(ranked: RankedClaim) -> dict[str, Any]:
    """Write what the ranking says of one claim."""
    return {
        "position": ranked.position,
        "score": plain_number(ranked.score),
        "eligible": ranked.eligible,
        "barredBecause": ranked.barred_because,
        "factors": [
            {
                "factor": word,
                "label": label,
                "value": plain_number(score.value),
                "weight": weight,
                "contribution": plain_number(score.contribution),
                "sentence": score.sentence,
            }
            for (word, label, weight), score in zip(_FACTORS, ranked.factors, strict=True)
        ],
    }


def _statement_members(statement: Statement, names: Names) -> dict[str, Any]:
    numeric = statement.numeric
    return {
        "position": None,
        "claimId": statement.claim_id,
        "value": statement.value,
        "display": names.show(statement.value),
        "numeric": None if numeric is None else plain_number(numeric),
        "rank": statement.rank.value,
        "score": None,
        "eligible": None,
        "barredBecause": None,
        "factors": None,
        "referenceCount": statement.reference_count,
        "retrieved": statement.retrieved,
        "precision": statement.precision,
        "pointInTime": statement.point_in_time,
        "start": statement.start,
        "end": statement.end,
        "rankReasons": [names.show(reason) for reason in statement.rank_reasons],
        "qualifiers": [
            {
                "propertyId": property_id,
                "property": names.find(property_id) or property_id,
                "value": value,
                "display": names.show(value),
            }
            for property_id, value in statement.qualifiers
        ],
        "references": [reference_members(ref, names) for ref in statement.references],
    }


def reference_members(reference: Reference, names: Names) -> dict[str, Any]:
    """Write one reference."""

    def named(identifier: str | None) -> str | None:
        return None if identifier is None else names.show(identifier)

    return {
        "referenceId": reference.reference_id,
        "url": reference.url,
        "retrieved": reference.retrieved,
        "title": reference.title,
        "statedIn": named(reference.stated_in),
        "publisher": named(reference.publisher),
        "importedFrom": named(reference.imported_from),
        "other": [
            {"property": names.find(property_id) or property_id, "value": names.show(value)}
            for property_id, value in reference.other
        ],
    }


def listed_dispute_members(listed: ListedDispute) -> dict[str, Any]:
    """Write one line of the list of disputes."""
    summary = listed.summary
    return {
        "entityId": summary.subject.entity_id,
        "entityLabel": summary.entity_label,
        "propertyId": summary.subject.property_id,
        "propertyLabel": listed.property_name,
        "kind": summary.kind.value,
        "claims": summary.claims,
        "distinctValues": summary.distinct_values,
        "deprecated": summary.deprecated,
        "ruling": listed.standing,
    }


def brief_ruling_members(ruling: Ruling) -> dict[str, Any]:
    """Write a ruling as one line of a list."""
    chosen = next(
        statement for statement in ruling.case.statements if statement.claim_id == ruling.chosen
    )
    return {
        "id": ruling.ruling_id,
        "entityId": ruling.subject.entity_id,
        "entityLabel": ruling.case.entity_label,
        "propertyId": ruling.subject.property_id,
        "propertyLabel": ruling.case.property_label,
        "standing": ruling.standing.value,
        "chosen": ruling.chosen,
        "value": case_names(ruling.case).show(chosen.value),
        "rationale": ruling.rationale,
        "actor": ruling.revisions[0].actor,
        "at": ruling.revisions[0].at,
        "band": ruling.adjudication.band.value,
        "margin": plain_number(ruling.adjudication.margin),
    }


def ruling_members(ruling: Ruling) -> dict[str, Any]:
    """Write a ruling with its history and everything it was based on."""
    tombstone = ruling.tombstone
    return {
        **brief_ruling_members(ruling),
        "losing": list(ruling.losing_claims),
        "acknowledged": [seen.value for seen in ruling.acknowledged],
        "revisions": [
            {"rationale": revision.rationale, "actor": revision.actor, "at": revision.at}
            for revision in ruling.revisions
        ],
        "supersedes": ruling.supersedes,
        "supersededBy": ruling.superseded_by,
        "tombstone": None
        if tombstone is None
        else {"reason": tombstone.reason, "actor": tombstone.actor, "at": tombstone.at},
        "trail": list(ruling.trail),
        "case": case_members(ruling.case),
        "adjudication": adjudication_members(ruling.adjudication),
        "claims": claims_members(ruling.case, ruling.adjudication),
        "whatThisIsNot": WHAT_THIS_IS_NOT,
    }


def receipt_members(receipt: Receipt) -> dict[str, Any]:
    """Write a receipt."""
    return {
        "scope": receipt.scope,
        "events": [
            {"n": n, "type": kind, "seal": seal_hex} for n, kind, seal_hex in receipt.events
        ],
        "head": {"n": receipt.head_n, "seal": receipt.head_seal_hex},
        "at": receipt.at,
        "replayed": receipt.replayed,
        "checkpoint": receipt.checkpoint,
    }
