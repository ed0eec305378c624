"""Sum a ranking up while it is written: disputes by property and band, margins, the worst ones.

*This module does not* print; `interfaces/cli/ranking` and `summary_page` do.
"""

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from both_sides.batch.columns import BANDS
from both_sides.domain.adjudications import Status
from both_sides.domain.disputes import Band

BIN_POINTS: Final = 2  # the borders of the bands, 8 and 18 points, are borders of bins
LOWEST_BIN: Final = -50  # margins are from -100 to 100 points
BINS: Final = 101
_SETTLED: Final = BANDS.index(Band.SETTLED)


@dataclass(frozen=True, slots=True, order=True)
class OpenQuestion:
    """Hold one dispute that a person should look at; the smaller, the worse.

    Args:
        margin: In points; negative where a barred claim outscores the leader.
        rivals: How many claims there are, negated, so that more of them are worse.
        entity_id: What it is about.
        property_id: Which property.
        kind: Why the values differ.
        band: Its band.
        leader: The leading claim.
    """

    margin: float
    rivals: int
    entity_id: str
    property_id: str
    kind: str
    band: str
    leader: str


class Summary:
    """Count disputes by property and band, and keep the worst.

    Args:
        worst: How many of the worst to keep.

    Attributes:
        disputes: How many were ranked.
        claims: How many claims they have.
        written: How many rows were kept.
        counts: By property, an array of counts by band.
        bins: Margins, an array of counts by band and bin.
        open: The worst disputes, the least bad first, as a heap.
    """

    def __init__(self, *, worst: int = 0) -> None:
        self.disputes = self.claims = self.written = 0
        self.counts: dict[str, np.ndarray[Any, Any]] = {}
        self.bins = np.zeros((len(BANDS), BINS), np.int64)
        self._most = worst
        self.open: list[_Worst] = []

    def add(self, ranking: pa.RecordBatch) -> None:
        """Count a batch of a ranking."""
        self.disputes += ranking.num_rows
        self.claims += len(ranking.column("claims").flatten())
        bands = pc.index_in(ranking.column("band"), _BANDS).to_numpy()
        names = ranking.schema.names
        properties = (
            ranking.column("property_id").cast(pa.string())
            if "property_id" in names
            else pa.repeat("", ranking.num_rows)
        ).dictionary_encode()
        codes = properties.indices.to_numpy(zero_copy_only=False) * len(BANDS) + bands
        found = properties.dictionary.to_pylist()
        counts = np.bincount(codes, minlength=len(found) * len(BANDS)).reshape(-1, len(BANDS))
        for name, row in zip(found, counts, strict=True):
            before = self.counts.get(name or "")
            self.counts[name or ""] = row if before is None else before + row
        self._add_margins(ranking, bands)
        if self._most:
            self._add_worst(ranking, bands)

    def merge(self, other: "Summary") -> None:
        """Add what was counted elsewhere."""
        self.disputes += other.disputes
        self.claims += other.claims
        self.bins += other.bins
        for name, row in other.counts.items():
            before = self.counts.get(name)
            self.counts[name] = row if before is None else before + row
        for found in other.open:
            self._keep(found)

    @property
    def by_property(self) -> Mapping[str, tuple[int, ...]]:
        """Give the counts of each property by band, the property with most disputes first."""
        order = sorted(self.counts, key=lambda name: (-int(self.counts[name].sum()), name))
        return {name: tuple(map(int, self.counts[name])) for name in order}

    @property
    def by_band(self) -> tuple[int, ...]:
        """Give the counts of all disputes by band."""
        total = sum(self.counts.values(), np.zeros(len(BANDS), np.int64))
        return tuple(map(int, total))

    def histogram(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Give the margins of disputes with two claims or more, in bins of two points.

        Yields:
            The lower border in points, and the counts by band; from the lowest bin that has any
            to the highest.
        """
        used = np.flatnonzero(self.bins.sum(axis=0))
        for place in range(used[0], used[-1] + 1) if len(used) else ():
            border = (place + LOWEST_BIN) * BIN_POINTS
            yield int(border), tuple(map(int, self.bins[:, place]))

    @property
    def worst(self) -> list[OpenQuestion]:
        """Give the worst disputes, the worst first."""
        return sorted(found.question for found in self.open)

    def _add_margins(self, ranking: pa.RecordBatch, bands: np.ndarray[Any, Any]) -> None:
        has_rivals = pc.equal(ranking.column("status"), Status.OK.value).to_numpy(
            zero_copy_only=False
        )
        margins = ranking.column("margin").to_numpy()[has_rivals]
        places = np.floor(margins / BIN_POINTS).astype(np.int64) - LOWEST_BIN
        np.add.at(self.bins, (bands[has_rivals], places.clip(0, BINS - 1)), 1)

    def _add_worst(self, ranking: pa.RecordBatch, bands: np.ndarray[Any, Any]) -> None:
        margins = ranking.column("margin").to_numpy()
        is_open = (bands != _SETTLED) & (
            pc.equal(ranking.column("status"), Status.OK.value).to_numpy(zero_copy_only=False)
        )
        places = np.flatnonzero(is_open)
        if len(self.open) == self._most:
            places = places[margins[places] <= self.open[0].question.margin]
        if len(places) > self._most:  # those beyond cannot be among the worst
            limit = np.partition(margins[places], self._most - 1)[self._most - 1]
            places = places[margins[places] <= limit]
        for row in ranking.take(pa.array(places)).to_pylist() if len(places) else ():
            self._keep(
                _Worst(
                    OpenQuestion(
                        row["margin"],
                        -len(row["claims"]),
                        row.get("entity_id") or "",
                        row.get("property_id") or "",
                        row.get("kind") or "",
                        row["band"],
                        row["leader"],
                    )
                )
            )

    def _keep(self, found: "_Worst") -> None:
        if len(self.open) < self._most:
            heapq.heappush(self.open, found)
        else:
            heapq.heappushpop(self.open, found)


@dataclass(frozen=True, slots=True)
class _Worst:
    """Order questions the other way round, so that a heap gives up the least bad first."""

    question: OpenQuestion

    def __lt__(self, other: "_Worst") -> bool:
        return other.question < self.question


_BANDS: Final = pa.array([band.value for band in BANDS])
