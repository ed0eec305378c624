"""Write a dossier as Markdown for people.

Text from users and sources is escaped and, where it has lines, quoted, so that it can't forge a
heading, a table or a link. *This module does not* leave anything out that the JSON form says,
apart from the factors' raw numbers, which stand in the tables.
"""

from collections.abc import Iterator

from both_sides.domain.adjudications import RankedClaim
from both_sides.domain.disputes import WHAT_THIS_IS_NOT
from both_sides.domain.entities import Reference, Statement
from both_sides.domain.rulings import Ruling
from both_sides.interfaces.wire.dossiers import (
    HOW_TO_VERIFY,
    checkpoint_sentence,
    coverage_sentence,
    licences,
)
from both_sides.interfaces.wire.plain_markdown import code, inline, json_block, quoted
from both_sides.interfaces.wire.shapes import case_names
from both_sides.service.dossiers import Dossier
from both_sides.service.names import Names


def dossier_markdown(dossier: Dossier) -> str:
    """Write a dossier as Markdown.

    Returns:
        Text that ends with a line end; the same dossier gives the same text.

    *Source:* spec/interfaces.md, `dossier`.
    """
    return "\n".join(_lines(dossier)) + "\n"


def _lines(dossier: Dossier) -> Iterator[str]:
    ruling = dossier.ruling
    case, adjudication = ruling.case, ruling.adjudication
    names = case_names(case)
    yield f"# {ruling.ruling_id}: {inline(case.entity_label)}, {inline(case.property_label)}"
    yield ""
    yield from _decision(ruling, names)
    yield "## What the engine said"
    yield ""
    yield (
        f"Both Sides engine {adjudication.engine_version}, as of {adjudication.as_of}:"
        f" **{adjudication.band.value}**, margin {adjudication.margin:.2f} points."
    )
    yield ""
    yield inline(adjudication.recommendation)
    yield ""
    yield f"Kind of dispute: {case.kind.value}. Ranked were {inline(str(case.narrowing))}."
    yield ""
    yield "## Every claim as it stood"
    yield ""
    statements: dict[str, list[Statement]] = {}
    for statement in case.statements:
        statements.setdefault(statement.claim_id, []).append(statement)
    for ranked in adjudication.ranked:
        yield from _claim(ranked, statements[ranked.claim_id].pop(0), ruling, names)
    if case.second_source is not None:
        yield "## The second source"
        yield ""
        yield quoted(case.second_source.text)
        yield ""
    yield from _chain(dossier)
    yield "## Provenance and licences"
    yield ""
    for row in licences(dossier):
        parts = [str(row[name]) for name in ("from", "url", "licence") if row[name]]
        yield f"- {row['what']}: {', '.join(map(inline, parts))}"
    yield ""
    yield "## How to verify"
    yield ""
    for step, sentence in enumerate(HOW_TO_VERIFY, start=1):
        yield f"{step}. {sentence}"
    yield ""
    yield "## What this is not"
    yield ""
    yield WHAT_THIS_IS_NOT


def _decision(ruling: Ruling, names: Names) -> Iterator[str]:
    chosen = next(s for s in ruling.case.statements if s.claim_id == ruling.chosen)
    yield "## The decision"
    yield ""
    yield f"**{inline(names.show(chosen.value))}** (claim `{code(ruling.chosen)}`)"
    yield ""
    yield f"- standing: {ruling.standing.value}"
    yield f"- question: `{code(ruling.subject.entity_id)}` `{code(ruling.subject.property_id)}`"
    if ruling.acknowledged:
        yield f"- acknowledged: {', '.join(seen.value for seen in ruling.acknowledged)}"
    if ruling.supersedes:
        yield f"- supersedes: {ruling.supersedes}"
    if ruling.superseded_by:
        yield f"- superseded by: {ruling.superseded_by}"
    yield ""
    for number, revision in enumerate(ruling.revisions, start=1):
        title = "Rationale" if number == 1 else f"Rationale, revision {number}"
        yield f"{title} ({inline(revision.actor)}, {revision.at}):"
        yield ""
        yield quoted(revision.rationale)
        yield ""
    if ruling.tombstone is not None:
        yield f"Retired ({inline(ruling.tombstone.actor)}, {ruling.tombstone.at}):"
        yield ""
        yield quoted(ruling.tombstone.reason)
        yield ""


def _claim(
    ranked: RankedClaim, statement: Statement, ruling: Ruling, names: Names
) -> Iterator[str]:
    chosen = ", chosen" if ranked.claim_id == ruling.chosen else ""
    barred = "" if ranked.eligible else ", barred"
    yield (
        f"### {ranked.position}. {inline(names.show(statement.value))}:"
        f" {ranked.score:.2f} points{chosen}{barred}"
    )
    yield ""
    yield f"Claim `{code(ranked.claim_id)}`, editorial rank {statement.rank.value}."
    if ranked.barred_because:
        yield ranked.barred_because
    yield ""
    yield "| factor | value | weight | points | why |"
    yield "|---|---|---|---|---|"
    for score in ranked.factors:
        yield (
            f"| {score.factor.label} | {score.value:.2f} | {score.factor.weight:.2f} |"
            f" {score.contribution:.2f} | {inline(score.sentence)} |"
        )
    yield ""
    for reason in statement.rank_reasons:
        yield f"- reason for rank: {inline(names.show(reason))}"
    for property_id, value in statement.qualifiers:
        label = names.find(property_id) or property_id
        yield f"- {inline(label)}: {inline(names.show(value))}"
    for reference in statement.references:
        yield f"- reference: {_reference(reference, names)}"
    yield ""


def _reference(reference: Reference, names: Names) -> str:
    parts = [
        reference.title,
        reference.stated_in and names.show(reference.stated_in),
        reference.publisher and names.show(reference.publisher),
        reference.url,
        reference.retrieved and f"retrieved {reference.retrieved}",
        reference.imported_from and f"imported from {names.show(reference.imported_from)}",
        *(f"{names.find(p) or p} {names.show(value)}" for p, value in reference.other),
    ]
    return inline(", ".join(part for part in parts if part)) or "(empty)"


def _chain(dossier: Dossier) -> Iterator[str]:
    replayed = dossier.replay
    yield "## The chain"
    yield ""
    yield coverage_sentence(dossier)
    if dossier.checkpoint is not None:
        yield inline(checkpoint_sentence(dossier))
    broken = replayed.first_broken
    if replayed.ok:
        yield "A replay when this dossier was made found every link and view in order."
    elif broken is not None:
        yield f"**A replay found link {broken.n} broken: {inline(broken.finding)}.**"
    else:
        yield "**A replay found view rows that are not what the events say.**"
    for sentence in replayed.not_checked:
        yield f"Not checked: {sentence}."
    yield ""
    yield f"- scope: `{dossier.scope}`"
    yield f"- head: link {dossier.head.n}, seal `{dossier.head.seal_hex}`"
    yield ""
    for row in dossier.links:
        yield f"**Link {row.link.n}**, {inline(row.type)}, {inline(row.at)}"
        yield ""
        yield f"- previous seal `{code(row.link.previous_hex)}`"
        yield f"- seal `{code(row.link.seal_hex)}`"
        yield ""
        yield json_block(row.link.body)
        yield ""
