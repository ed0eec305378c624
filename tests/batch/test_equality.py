"""Every way to rank gives the same bytes: synthetic disputes of every kind, and the real file.

`make batch-equality` compares 1 and 10 million claims, and Spark; `test_spark` compares it here.
"""

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.batch.equality import WAYS, compiled, disputes_of
from tests.shared import shared

CLAIMS = "20000"


@pytest.fixture(scope="module")
def synthetic(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a file of synthetic disputes whose claims are not sorted."""
    return disputes_of(CLAIMS, tmp_path_factory.mktemp("synthetic"))


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the disputes of the real file."""
    return disputes_of(str(shared("data/wikidata/dev.ndjson.gz")), tmp_path_factory.mktemp("real"))


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_every_way_gives_the_same_bytes(synthetic: Path, way: str) -> None:
    """As one thread does: ids, positions, points and contributions, in the same order."""
    assert WAYS[way](synthetic) == compiled(synthetic, cores=1)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_every_way_gives_the_same_bytes_of_real_disputes(real: Path, way: str) -> None:
    """The same of Wikidata's own statements."""
    assert WAYS[way](real) == compiled(real, cores=1)


def test_a_file_is_the_same_byte_for_byte_with_one_core_and_with_two(synthetic: Path) -> None:
    """Not only its rows: nothing in it tells how it was made."""
    compiled(synthetic, cores=1)
    compiled(synthetic, cores=2)
    one, two = (synthetic.with_suffix(f".{cores}.ranking").read_bytes() for cores in (1, 2))
    assert one == two


def test_real_statement_ids_mix_cases(real: Path) -> None:
    """So an order that folds cases, or follows a language, would break ties otherwise."""
    rows = pq.read_table(real).column("claims").to_pylist()
    disputes = [[claim["claim_id"] for claim in claims] for claims in rows]
    assert all(ids == sorted(ids, key=str.encode) for ids in disputes)
    assert any(ids != sorted(ids, key=str.casefold) for ids in disputes)
