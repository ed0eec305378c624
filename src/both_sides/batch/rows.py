"""Build record batches of disputes row by row, each dispute's claims sorted by id.

    >>> builder = RowBuilder()
    >>> builder.add("Q1", "P1", "contradiction", [], [("a", "3", 3.0, 1, 0.0, None, 1, None)])
    >>> builder.finish().num_rows
    1

*This module does not* read any format; `rivals_of` takes the domain's own disputes.
"""

from collections.abc import Iterable, Sequence
from operator import itemgetter

import pyarrow as pa

from both_sides.batch.columns import CLAIM, CLAIMS, DISPUTES, FIGURES
from both_sides.batch.moments import newness_of
from both_sides.domain.disputes import Dispute, DisputeKind, Rival
from both_sides.domain.entities import Statement
from both_sides.scoring.instants import read_instant
from both_sides.scoring.outcomes import RANK_CODES, specificity_code

# claim id, value, numeric, rank code, references, retrieved (ms), specificity code, newness:
# the members of `columns.CLAIM` in their order.
Claim = tuple[str, str | None, float | None, int, float, int | None, int, int | None]

_claim_id = itemgetter(0)


class RowBuilder:
    """Collect disputes, and give them as one record batch.

    Attributes:
        claims: How many claims are held.
    """

    def __init__(self) -> None:
        self._entities: list[str] = []
        self._properties: list[str] = []
        self._kinds: list[str] = []
        self._figures: list[float] = []
        self._figure_starts: list[int] = [0]
        self._claims: list[Claim] = []
        self._claim_starts: list[int] = [0]

    @property
    def claims(self) -> int:
        """Count the claims that are held."""
        return len(self._claims)

    def __len__(self) -> int:
        return len(self._entities)

    def add(
        self,
        entity_id: str,
        property_id: str,
        kind: str,
        figures: Iterable[float],
        claims: Iterable[Claim],
    ) -> None:
        """Add one dispute; its claims may come in any order."""
        self._entities.append(entity_id)
        self._properties.append(property_id)
        self._kinds.append(kind)
        self._figures.extend(figures)
        self._figure_starts.append(len(self._figures))
        # Python compares texts by code point, which is the order of their bytes in UTF-8.
        self._claims.extend(sorted(claims, key=_claim_id))
        self._claim_starts.append(len(self._claims))

    def add_dispute(self, dispute: Dispute, kind: str | None = None) -> None:
        """Add a dispute of the domain."""
        if kind is None:
            values = {rival.value for rival in dispute.rivals}
            differs = len(values) > 1
            kind = (DisputeKind.CONTRADICTION if differs else DisputeKind.UNDISPUTED).value
        self.add(
            dispute.subject.entity_id,
            dispute.subject.property_id,
            kind,
            [float(figure.value) for figure in dispute.figures],
            [claim_of(rival) for rival in dispute.rivals],
        )

    def finish(self) -> pa.RecordBatch:
        """Give what was added, and begin anew."""
        columns: Sequence[Sequence[object]] = list(zip(*self._claims, strict=True)) or [()] * len(
            list(CLAIM)
        )
        entries = pa.StructArray.from_arrays(
            [pa.array(column, field.type) for column, field in zip(columns, CLAIM, strict=True)],
            fields=list(CLAIM),
        )
        figures = pa.array(self._figures, pa.float64())
        batch = pa.RecordBatch.from_arrays(
            [
                pa.array(self._entities, pa.string()),
                pa.array(self._properties, pa.string()),
                pa.array(self._kinds, pa.string()),
                pa.ListArray.from_arrays(
                    pa.array(self._figure_starts, pa.int32()), figures, type=FIGURES
                ),
                pa.ListArray.from_arrays(
                    pa.array(self._claim_starts, pa.int32()), entries, type=CLAIMS
                ),
            ],
            schema=DISPUTES,
        )
        RowBuilder.__init__(self)
        return batch


def claim_of(rival: Rival, newness: int | None = None) -> Claim:
    """Give what the batch engine reads of one claim of the domain."""
    return (
        rival.claim_id,
        rival.value,
        None if rival.numeric is None else float(rival.numeric),
        RANK_CODES[rival.rank],
        float(rival.reference_count),
        read_instant(rival.retrieved) if rival.retrieved else None,
        specificity_code(rival.precision),
        newness,
    )


def claim_of_statement(statement: Statement) -> Claim:
    """Give what the batch engine reads of one imported statement."""
    moments = (statement.point_in_time, statement.start, statement.end)
    return claim_of(statement.rival, newness_of(*moments))
