"""What the page about whole datasets shows works, and names every member of a mapping."""

import re
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from both_sides.batch.digests import TableDigest
from both_sides.batch.mapping import MEMBERS
from both_sides.interfaces.cli.app import run
from tests.docs.pages import blocks
from tests.shared import ROOT, shared

PAGE = (ROOT / "docs" / "batch.md").read_text(encoding="utf-8")


def test_every_member_of_a_mapping_is_named() -> None:
    """Where the page lists them."""
    listed = PAGE.partition("Members:")[2].partition("\n\n")[0]
    assert set(MEMBERS) <= set(re.findall(r"`(\w+)`", listed))


def test_the_mapping_of_the_page_ranks_the_table_that_it_speaks_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every row becomes part of a claim."""
    monkeypatch.chdir(tmp_path)
    Path("flights.toml").write_text(blocks(PAGE, "toml")[0], encoding="utf-8")
    source = str(shared("data/fusion/flights/claims.csv.gz"))
    options = ["--mapping", "flights.toml", "--as-of", "2012-01-01", "--out", "flights.parquet"]
    assert run(["rank", source, *options]) == 0
    assert pq.read_table("flights.parquet").num_rows > 100


def test_the_function_that_other_engines_run_gives_the_same_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the command does, over parts of what it read."""
    monkeypatch.chdir(tmp_path)
    source = str(shared("data/wikidata/dev.ndjson.gz"))
    out = ["--as-of", "2026-10-03", "--out", "ranking.parquet"]
    assert run(["rank", source, "--disputes", "disputes", *out]) == 0
    names: dict[str, object] = {}
    (code,) = [block for block in blocks(PAGE, "python") if block.startswith("# ranking_of.py")]
    exec(compile(code, "ranking_of.py", "exec"), names)
    rank_table = names["rank_table"]
    assert callable(rank_table)
    parts = [rank_table(pq.read_table(part)) for part in sorted(Path("disputes").glob("*.parquet"))]
    digest, expected = TableDigest(), TableDigest()
    for part in parts:
        for batch in part.to_batches():
            digest.add(batch)
    for batch in pq.read_table("ranking.parquet").to_batches():
        expected.add(batch)
    assert digest.text() == expected.text()
