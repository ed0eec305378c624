"""Name every sentence of the specification, and the tests that hold it.

The two seed pages are here sentence by sentence (M the Method page, V the Verdicts page), with F1
to F22 and R1 to R12 of spec/claims.md, which restate and read the second, and L1 to L25, the tests
that spec/ledger.md asks for. A test says which sentences it holds with a marker, and is named by
them:

    @pytest.mark.requirement("M25", "M26")
    def test_a_deprecated_claim_is_barred_while_another_is_active() -> None: ...

`tests/test_requirements.py` checks it both ways: the sentences of a page, put together, are the
page; every test that is named exists; every marker names an entry that names its test. What nothing
tests yet is a `gap` with its reason. `python -m tests.requirements` prints the counts and the gaps.
"""

import sys
from dataclasses import dataclass
from typing import Final

from tests.requirement_tables.claims import CLAIMS
from tests.requirement_tables.ledger import LEDGER
from tests.requirement_tables.method import METHOD
from tests.requirement_tables.requirement import Requirement
from tests.requirement_tables.verdicts import VERDICTS


@dataclass(frozen=True, slots=True)
class Page:
    """Hold a page with its sentences.

    Args:
        name: What it is called.
        shared: Where it is in the folder of shared data.
        copy: Where its copy is below the folder of tests, or nothing.
        requirements: Its sentences, in their order.
    """

    name: str
    shared: str
    copy: str
    requirements: tuple[Requirement, ...]


METHOD_PAGE: Final = Page(
    "Method page", "seeds/000_be61a650a95f8746.txt", "vectors/seeds/method.txt", METHOD
)
VERDICTS_PAGE: Final = Page(
    "Verdicts page", "seeds/003_9317dd10a6bc923c.txt", "vectors/seeds/verdicts.txt", VERDICTS
)
CLAIMS_PAGE: Final = Page("spec/claims.md", "spec/claims.md", "", CLAIMS)
LEDGER_PAGE: Final = Page("spec/ledger.md", "spec/ledger.md", "", LEDGER)

SEEDS: Final = (METHOD_PAGE, VERDICTS_PAGE)
PAGES: Final = (*SEEDS, CLAIMS_PAGE, LEDGER_PAGE)
REQUIREMENTS: Final = {entry.id: entry for page in PAGES for entry in page.requirements}


def main() -> None:
    """Print how many sentences are held, and which gaps there are."""
    for page in PAGES:
        entries = page.requirements
        counts = {
            "sentences": len(entries),
            "tested": sum(bool(entry.tests) for entry in entries),
            "with a gap": sum(bool(entry.gap) for entry in entries),
            "not applicable": sum(bool(entry.not_applicable) for entry in entries),
        }
        numbers = ", ".join(f"{count} {words}" for words, count in counts.items())
        sys.stdout.write(f"{page.name}: {numbers}\n")
        for entry in entries:
            if entry.gap:
                sys.stdout.write(f"  {entry.id}: {entry.gap}\n")


if __name__ == "__main__":
    main()
