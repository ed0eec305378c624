"""Say what a batch run was, and check a published ranking against what was said.

A ranking carries its record in its own metadata; `--seal` puts the same into the ledger's chain.
Whoever has the file can digest its rows again, and whoever has the inputs can rank them again: the
digest has to come out the same. *This module does not* rank.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from both_sides import __version__
from both_sides.batch.columns import BANDS
from both_sides.batch.digests import TableDigest, combine
from both_sides.batch.local import Ranking, RankOptions
from both_sides.batch.parquet_files import about, batches_of, open_parquet
from both_sides.batch.prepared import Prepared
from both_sides.domain.runs import BatchRun, Dataset
from both_sides.errors import InvalidInputError, TamperedError
from both_sides.scoring.version import ENGINE_VERSION

ROWS_A_BATCH: Final = 20_000


class CheckedRanking(NamedTuple):
    """Hold what a ranking says of itself, after its rows were digested again.

    Args:
        digest: Of its rows; that by which a sealed run is found.
        rows: How many there are.
        said: What its metadata say; of the first part where there are several.
    """

    digest: str
    rows: int
    said: dict[str, Any]


def said_of(prepared: Prepared) -> dict[str, Any]:
    """Give what the metadata of a ranking say of its inputs."""
    return {
        "program": __version__,
        "inputs": [
            {"name": found.name, "digest": found.digest, "size": found.size}
            for found in prepared.inputs
        ],
        "read": dict(prepared.options),
    }


def record_of(prepared: Prepared, options: RankOptions, ranking: Ranking, out: Path) -> BatchRun:
    """Give what is sealed of a run."""
    members = options.members()
    as_of = members.pop("asOf")
    chosen = {
        name: "all" if value is None else ",".join(value) if isinstance(value, list) else str(value)
        for name, value in members.items()
    }
    summary = ranking.summary
    return BatchRun(
        engine_version=ENGINE_VERSION,
        program_version=__version__,
        as_of=as_of,
        options=tuple(sorted((chosen | dict(prepared.options)).items())),
        inputs=prepared.inputs,
        output=Dataset(out.name, ranking.digest, ranking.rows),
        disputes=summary.disputes,
        claims=summary.claims,
        bands=tuple(
            (band.value, count) for band, count in zip(BANDS, summary.by_band, strict=True)
        ),
    )


def check_ranking(path: Path) -> CheckedRanking:
    """Digest the rows of a ranking, a file or a folder of parts, and compare with what it says.

    Raises:
        InvalidInputError: It is no ranking.
        TamperedError: Its rows are not those that were written.
    """
    parts = sorted(path.glob("*.parquet")) if path.is_dir() else [path]
    checked = [_check(part) for part in parts]
    if not checked:
        raise InvalidInputError(
            f"there is no ranking in {path}",
            hint="name the file, or the folder, that `both-sides rank … --out` wrote",
            file=str(path),
        )
    if len(checked) == 1 and not path.is_dir():
        return checked[0]
    digests = [part.digest for part in checked]
    return CheckedRanking(combine(digests), sum(part.rows for part in checked), checked[0].said)


def _check(path: Path) -> CheckedRanking:
    file = open_parquet(path)
    said = about(file)
    if "band" not in file.schema_arrow.names:
        raise InvalidInputError(
            f"{path} is no ranking",
            hint="name the file, or the folder, that `both-sides rank … --out` wrote",
            file=str(path),
        )
    digest = digest_batches(batches_of(file, ROWS_A_BATCH))
    if said.get("digest", digest.text()) != digest.text():
        raise TamperedError(
            f"the rows of {path} are not those that were written",
            hint="do not rely on it; rank the inputs again, or get the file from where it was"
            " published",
            file=str(path),
            expected=said["digest"],
            found=digest.text(),
        )
    return CheckedRanking(digest.text(), digest.rows, said)


def digest_batches(batches: Iterable[Any]) -> TableDigest:
    """Digest batches one after the other."""
    digest = TableDigest()
    for batch in batches:
        digest.add(batch)
    return digest
