"""The benchmarks can be listed, and say in a sentence what they miss."""

from pathlib import Path

import pytest
from bench.__main__ import benchmarks
from bench.harness import DataMissingError, Way, compare, machine, run, shared

from tests.shared import ROOT


def test_every_program_is_listed_with_what_it_measures() -> None:
    """By its file, with the first line of its docstring."""
    known = benchmarks()
    assert {"engine", "chain", "import_wikidata", "ledger", "startup"} <= set(known)
    for name, words in known.items():
        assert (ROOT / "bench" / f"{name}.py").exists()
        assert words.startswith("Measure "), name
        assert words.endswith("."), name


def test_missing_data_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One sentence, and an exit code that is not 0."""
    monkeypatch.setenv("BOTH_SIDES_SHARED", str(tmp_path))
    with pytest.raises(DataMissingError, match=r"^vectors/engine\.jsonl\.gz is neither in .*\.$"):
        shared("vectors/engine.jsonl.gz")
    assert run(lambda: shared("vectors/engine.jsonl.gz")) == 1


def test_ways_are_measured_beside_their_baseline(capsys: pytest.CaptureFixture[str]) -> None:
    """Each way has a line; the baseline is 1.00 of itself."""
    calls = {"one": 0, "two": 0}

    def count(name: str) -> None:
        calls[name] += 1

    ways = [
        Way("one", lambda: count("one"), "", lambda: None),
        Way("two", lambda: count("two"), "time <= 1", lambda: None),
    ]
    baseline, other = compare("counting", ways, unit="call", rounds=3)
    assert calls == {"one": 4, "two": 4}  # one call to warm up, then one a round
    assert baseline.ratios == [1.0] * 3
    assert len(other.ratios) == 3
    assert "target time <= 1" in capsys.readouterr().out


def test_the_machine_is_described_in_one_line() -> None:
    """CPU, cores, Python, SQLite, load."""
    line = machine()
    assert line.startswith("machine: ")
    assert all(word in line for word in ("cores", "Python", "SQLite", "load"))
    assert "\n" not in line
