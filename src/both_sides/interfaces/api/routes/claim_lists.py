"""Claims in numbers: listed, found by words, as a tree."""

from typing import Annotated, Literal

from fastapi import Query, Response

from both_sides.domain.ids import parse_claim_id
from both_sides.interfaces.api.documented import (
    CursorAsked,
    Limit,
    answers,
)
from both_sides.interfaces.api.recording import PREFIX
from both_sides.interfaces.api.shapes.claims import (
    ClaimPage,
    TreePage,
)
from both_sides.interfaces.api.shapes.common import ClaimIdText
from both_sides.interfaces.http.answers import page_answer
from both_sides.interfaces.http.routes import OfficeRouter, from_chain
from both_sides.interfaces.http.seats import Reading
from both_sides.interfaces.wire.audit_shapes import claim_row, tree_row
from both_sides.service.claim_reading import ClaimFilter
from both_sides.service.pages import take_page

router = OfficeRouter(prefix=PREFIX, tags=["Claims"])


@router.get(
    "/claims",
    operation_id="listClaims",
    summary="List the claims",
    responses=answers(200, "One page of claims.", ClaimPage, 400, headers=("Link",)),
)
@from_chain
def list_claims(  # noqa: PLR0913 - each is a parameter of the route
    seat: Reading,
    *,
    verdict: Annotated[
        Literal["supported", "refuted", "not_enough_info", "unverified"] | None,
        Query(description="Only with this current verdict, or with none."),
    ] = None,
    tag: Annotated[str | None, Query(max_length=2_000, description="Only with this tag.")] = None,
    parent: Annotated[ClaimIdText | None, Query(description="Only children of this claim.")] = None,
    document: Annotated[
        str | None, Query(max_length=2_000, description="Only from this document.")
    ] = None,
    active: Annotated[
        bool | None, Query(description="Only active ones, or only retired ones.")
    ] = None,
    limit: Limit = 50,
    cursor: CursorAsked = None,
) -> Response:
    """List the claims, in the order of their registration."""
    wanted = ClaimFilter(
        verdict=verdict,
        tag=tag,
        parent=None if parent is None else parse_claim_id(parent),
        document=document,
        is_active=active,
    )
    page = seat.audit.claims(wanted, cursor=cursor, limit=limit)
    return page_answer(seat.request, "claims", list(map(claim_row, page.items)), page.next_cursor)


@router.get(
    "/claim-search",
    operation_id="searchClaims",
    summary="Find claims by words",
    responses=answers(200, "One page of claims.", ClaimPage, 400, headers=("Link",)),
)
@from_chain
def search_claims(
    seat: Reading,
    *,
    text: Annotated[
        str,
        Query(
            max_length=500,
            pattern=r"\S",
            description="Words; a claim is found that has every one of them in its id, statement,"
            " key or tags.",
            examples=["parser key"],
        ),
    ],
    limit: Limit = 50,
    cursor: CursorAsked = None,
) -> Response:
    """Find claims that have every word in them; words are found inside others too."""
    page = seat.audit.search(text, cursor=cursor, limit=limit)
    return page_answer(seat.request, "claims", list(map(claim_row, page.items)), page.next_cursor)


@router.get(
    "/claim-tree",
    operation_id="getClaimTree",
    summary="Show the claims as a tree",
    responses=answers(200, "One page of the tree.", TreePage, 400, 404, headers=("Link",)),
)
@from_chain
def get_claim_tree(
    seat: Reading,
    *,
    root: Annotated[ClaimIdText | None, Query(description="Only below this claim.")] = None,
    limit: Limit = 50,
    cursor: CursorAsked = None,
) -> Response:
    """Show the active claims as a tree: parents above their children."""
    top = None if root is None else parse_claim_id(root)
    with seat.office.heavy.place():
        lines = seat.audit.tree(top)
    page = take_page(
        lambda after: ((n, line) for n, line in enumerate(lines) if n > after),
        query=("tree", top),
        cursor=cursor,
        limit=limit,
    )
    return page_answer(seat.request, "claims", list(map(tree_row, page.items)), page.next_cursor)
