"""Show claims, and what is left to do about them."""

from typing import Annotated, Any

from cyclopts import Parameter

from both_sides.domain.ids import parse_claim_id
from both_sides.domain.next_steps import next_steps
from both_sides.interfaces.cli.options import DEFAULTS, Common, Whole
from both_sides.interfaces.cli.output import console, note, print_json
from both_sides.interfaces.wire.audit_shapes import (
    claim_members,
    claim_row,
    step_members,
    tree_row,
)
from both_sides.service.claim_reading import ClaimFilter, read_verdict_filter


def tldr(*, common: Common = DEFAULTS) -> None:
    """Print one line per open claim: id, verdict, statement, next step; and the counts.

    Args:
        common: Ledger, scope, actor, language, JSON.
    """
    with common.audit() as (audit, _):
        claims = audit.all_claims()
    steps = next_steps(claims)
    counts: dict[str, int] = {"claims": 0, "open": len(steps)}
    for claim in claims.values():
        if claim.is_active:
            counts["claims"] += 1
            counts[claim.verdict_word] = counts.get(claim.verdict_word, 0) + 1
    if common.json:
        rows = [{**claim_row(step.claim), "reason": step.reason.value} for step in steps]
        print_json({"counts": counts, "claims": rows})
        return
    from both_sides.interfaces.cli.claims_tables import tldr_line

    out = console()
    for step in steps:
        out.print(tldr_line(step), soft_wrap=True)
    out.print(", ".join(f"{count} {name.replace('_', ' ')}" for name, count in counts.items()))


def next_(*, limit: Whole = 50, cursor: str | None = None, common: Common = DEFAULTS) -> None:
    """List the next steps, the most urgent first.

    Args:
        limit: How many at most, 1 to 100.
        cursor: Go on where the last page ended.
        common: Ledger, scope, actor, language, JSON.
    """
    with common.audit() as (audit, _):
        page = audit.next_steps(cursor=cursor, limit=limit)
    if common.json:
        steps = [step_members(step) for step in page.items]
        print_json({"steps": steps, "nextCursor": page.next_cursor})
        return
    from both_sides.interfaces.cli.claims_tables import steps_table

    if page.items:
        console().print(steps_table(page.items))
    else:
        note("nothing is open")
    _note_cursor(page.next_cursor)


def list_(  # noqa: PLR0913 - each is an option of the command
    *,
    verdict: str | None = None,
    tag: str | None = None,
    parent: str | None = None,
    document: str | None = None,
    active: Annotated[bool | None, Parameter(negative="--retired")] = None,
    limit: Whole = 50,
    cursor: str | None = None,
    common: Common = DEFAULTS,
) -> None:
    """List claims in the order of their registration.

    Args:
        verdict: Only with this verdict: supported, refuted, not_enough_info or unverified.
        tag: Only with this tag.
        parent: Only children of this claim.
        document: Only from this document.
        active: Only active ones, or with --retired only retired ones.
        limit: How many at most, 1 to 100.
        cursor: Go on where the last page ended.
        common: Ledger, scope, actor, language, JSON.
    """
    wanted = ClaimFilter(
        verdict=read_verdict_filter(verdict),
        tag=tag,
        parent=None if parent is None else parse_claim_id(parent),
        document=document,
        is_active=active,
    )
    with common.audit() as (audit, _):
        page = audit.claims(wanted, cursor=cursor, limit=limit)
    _print_page(page.items, page.next_cursor, as_json=common.json)


def search(
    text: str, /, *, limit: Whole = 50, cursor: str | None = None, common: Common = DEFAULTS
) -> None:
    """Find claims that have every word of a text in id, statement, key or tags.

    Args:
        text: The words.
        limit: How many at most, 1 to 100.
        cursor: Go on where the last page ended.
        common: Ledger, scope, actor, language, JSON.
    """
    with common.audit() as (audit, _):
        page = audit.search(text, cursor=cursor, limit=limit)
    _print_page(page.items, page.next_cursor, as_json=common.json)


def show(claim: str, /, *, common: Common = DEFAULTS) -> None:
    """Show a claim with its evidence, for and against, its verdicts and its neighbours.

    Args:
        claim: The claim, for example CLM-0001, or the id of an imported statement.
        common: Ledger, scope, actor, language, JSON.
    """
    with common.audit() as (audit, _):
        detail = audit.claim(parse_claim_id(claim))
    if common.json:
        print_json(claim_members(detail))
        return
    from both_sides.interfaces.cli.claims_tables import claim_lines

    out = console()
    for line in claim_lines(detail):
        out.print(line)


def tree(claim: str | None = None, /, *, common: Common = DEFAULTS) -> None:
    """Show the active claims as a tree, parents above their children.

    Args:
        claim: Where to begin, for example CLM-0001; without it all trees.
        common: Ledger, scope, actor, language, JSON.
    """
    with common.audit() as (audit, _):
        rows = audit.tree(None if claim is None else parse_claim_id(claim))
    if common.json:
        print_json({"claims": [tree_row(row) for row in rows]})
        return
    from both_sides.interfaces.cli.claims_tables import tree_lines

    out = console()
    for line in tree_lines(rows):
        out.print(line, soft_wrap=True)


def _print_page(claims: Any, next_cursor: str | None, *, as_json: bool) -> None:  # noqa: ANN401
    if as_json:
        rows = [claim_row(claim) for claim in claims]
        print_json({"claims": rows, "nextCursor": next_cursor})
        return
    from both_sides.interfaces.cli.claims_tables import claims_table

    if claims:
        console().print(claims_table(claims))
    else:
        note("no claim matches")
    _note_cursor(next_cursor)


def _note_cursor(next_cursor: str | None) -> None:
    if next_cursor:
        note(f"more with --cursor {next_cursor}")
