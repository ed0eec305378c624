"""Complete the ids that a person types into a prompt or a resource address.

A completion is a help, never a check: where nothing can be offered, nothing is.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Final

import anyio.to_thread
from mcp.server.mcpserver import MCPServer
from mcp.types import (
    Completion,
    CompletionArgument,
    CompletionContext,
    PromptReference,
    ResourceTemplateReference,
)

from both_sides.domain.ids import parse_entity_id
from both_sides.errors import LedgerError
from both_sides.interfaces.mcp.offering import Toolset
from both_sides.service.desk_reading import DisputeFilter

MOST_VALUES: Final = 100


class Completions(Toolset):
    """Offer ids that begin as typed."""

    def offer(self, server: MCPServer) -> None:
        """Offer completions for every argument that is an id."""

        async def complete(
            _ref: PromptReference | ResourceTemplateReference,
            argument: CompletionArgument,
            context: CompletionContext | None,
        ) -> Completion:
            given = {} if context is None else context.arguments or {}
            return await anyio.to_thread.run_sync(self.values, argument.name, argument.value, given)

        server.completion()(complete)  # type: ignore[no-untyped-call] # the SDK gives it no types

    def values(self, name: str, typed: str, given: Mapping[str, str]) -> Completion:
        """List the ids that an argument can have.

        Args:
            name: The argument.
            typed: What was typed of it.
            given: The other arguments, as far as they are known.
        """
        sources: dict[str, Callable[[], Iterable[str]]] = {
            "claim_id": lambda: self._claims(typed),
            "ruling_id": self._rulings,
            "entity": lambda: self._disputes({})[0],
            "property": lambda: self._disputes(given)[1],
        }
        try:
            found = [*dict.fromkeys(sources[name]())] if name in sources else []
        except LedgerError:  # no ledger yet, or an entity that is none
            found = []
        fitting = (value for value in found if value.casefold().startswith(typed.casefold()))
        return Completion(values=list(islice(fitting, MOST_VALUES)))

    def _claims(self, typed: str) -> list[str]:
        audit = self.audit()
        page = audit.search(typed, limit=100) if typed.strip() else audit.claims(limit=100)
        return [claim.claim_id for claim in page.items]

    def _rulings(self) -> list[str]:
        return [ruling.ruling_id for ruling in self.desk().rulings(limit=100).items]

    def _disputes(self, given: Mapping[str, str]) -> tuple[list[str], list[str]]:
        entity = given.get("entity")
        wanted = DisputeFilter(entity_id=parse_entity_id(entity) if entity else None)
        subjects = [row.summary.subject for row in self.desk().disputes(wanted, limit=100).items]
        return [s.entity_id for s in subjects], [s.property_id for s in subjects]
