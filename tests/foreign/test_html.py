"""A validator of HTML that is not ours reads every page."""

import json
from pathlib import Path

import pytest

from both_sides.interfaces.web.mounting import add_pages
from tests.browser.stories import FAILING, LONG, OSAKA, PAGES, furnish
from tests.foreign.clients import node_modules, run, tool
from tests.interfaces.web.paper import HTML, Reader
from tests.samples import entity
from tests.served import serving

RULES = {
    "root": True,
    "extends": ["html-validate:standard", "html-validate:document", "html-validate:a11y"],
    "rules": {
        "require-sri": ["error", {"target": "crossorigin"}],  # ours come from where the page does
        "no-redundant-for": "off",  # some programs that read aloud know only `for`
    },
}


@pytest.mark.slow
def test_the_validator_finds_nothing_on_any_page(tmp_path: Path) -> None:
    """Those of a furnished ledger, failures, a refused form, and what else forms answer."""
    furnish(tmp_path / "ledger.db")
    (tmp_path / ".htmlvalidate.json").write_text(json.dumps(RULES), encoding="utf-8")
    pages = tmp_path / "pages"
    pages.mkdir()
    with serving(tmp_path / "ledger.db", entity(entity_id="Q1"), additions=[add_pages]) as served:
        reader = Reader(served.http)
        texts = [served.http.get(path, headers=HTML).text for path in (*PAGES, *LONG, *FAILING)]
        refused = reader.read(OSAKA).form(OSAKA).fill(rationale=" ").send()
        shared = reader.read("/rulings/RUL-0001").form("/rulings/RUL-0001/shares").send()
        link = next(link for link in shared.links() if link.startswith("/shared/"))
        texts += [page.response.text for page in (refused, shared, reader.read(link))]
    for number, text in enumerate(texts):
        (pages / f"{number:02}.html").write_text(text, encoding="utf-8")
    program = str(node_modules() / ".bin" / "html-validate")
    found = run([tool("node"), program, "--formatter", "json", str(pages)], cwd=str(tmp_path))
    problems = [
        (file["filePath"][-7:], one["line"], one["ruleId"], one["message"])
        for file in json.loads(found.stdout)
        for one in file["messages"]
    ]
    assert (found.returncode, problems) == (0, [])
    (pages / "00.html").write_text(texts[0].replace("</main>", "</div>"), encoding="utf-8")
    assert run([tool("node"), program, str(pages)], cwd=str(tmp_path)).returncode == 1
