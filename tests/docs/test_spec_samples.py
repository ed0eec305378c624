"""The samples in docs/spec are what the program writes, byte for byte."""

from pathlib import Path

from tests.docs.sample_log import samples
from tests.shared import ROOT


def test_the_samples_of_leaf_checkpoint_proof_and_export_are_true(tmp_path: Path) -> None:
    """Each stands in its page as a block of its own."""
    made = samples(tmp_path)
    for page in ("leaf", "checkpoint", "proof", "export"):
        text = (ROOT / "docs" / "spec" / f"{page}.md").read_text(encoding="utf-8")
        assert f"\n{made[page]}```\n" in text, page
    checkpoint = (ROOT / "docs" / "spec" / "checkpoint.md").read_text(encoding="utf-8")
    assert f"\n{made['key']}\n```\n" in checkpoint
    export = (ROOT / "docs" / "spec" / "export.md").read_text(encoding="utf-8")
    assert all(f"\n{name}\n" in export for name in made["files"].splitlines())
