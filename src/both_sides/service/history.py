"""Show the links of a scope: one after the other, or one with its exact bytes.

Every seal that is shown is recomputed from its body. *This module does not* check the chain; see
`both_sides.service.replaying`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from both_sides.chain.seal import seal
from both_sides.domain.ids import ScopeId
from both_sides.errors import NotFoundError
from both_sides.service.ledger import Ledger
from both_sides.service.pages import LARGEST_ORDINAL, Page, take_page
from both_sides.store.port import EventRow


@dataclass(frozen=True, slots=True)
class ShownLink:
    """Hold a link as it is stored.

    Args:
        row: The link.
        is_sealed: Whether its seal is that of its body and of the seal before it.
    """

    row: EventRow
    is_sealed: bool


def list_links(
    ledger: Ledger, scope: ScopeId, *, cursor: str | None = None, limit: int = 50
) -> Page[ShownLink]:
    """List the links of a scope, the first one first.

    Raises:
        InvalidInputError: The cursor is not one that this list gave, or the limit is out of range.
    """

    def rows(after: int) -> Iterator[tuple[int, ShownLink]]:
        for row in ledger.store.read(scope, after=max(after, 0)):
            yield row.link.n, _shown(row)

    return take_page(rows, query=("links",), cursor=cursor, limit=limit)


def find_link(ledger: Ledger, scope: ScopeId, n: int) -> ShownLink:
    """Give one link of a scope.

    Raises:
        NotFoundError: The chain has no such link.
    """
    found = None
    if 0 < n <= LARGEST_ORDINAL:
        found = next(ledger.store.read(scope, after=n - 1, upto=n), None)
    if found is None:
        head = ledger.store.head(scope)
        raise NotFoundError(
            f"there is no link {n}",
            hint=f"the chain has the links 1 to {head.n}" if head.n else "the chain is empty yet",
            n=n,
        )
    return _shown(found)


def _shown(row: EventRow) -> ShownLink:
    return ShownLink(row, seal(row.link.previous_hex, row.link.body) == row.link.seal_hex)
