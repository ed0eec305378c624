"""One dispute through Python, the command line, REST, MCP and the page: the same words and numbers.

*Source:* spec/interfaces.md, "one service, five faces".
"""

from pathlib import Path
from typing import Any

import pytest

from both_sides.domain.disputes import WHAT_THIS_IS_NOT, Subject
from both_sides.domain.ids import EntityId, PropertyId
from both_sides.interfaces.mcp.over_http import serve_agents
from both_sides.interfaces.web.mounting import add_pages
from both_sides.interfaces.wire.shapes import hearing_members
from both_sides.service.desk import Desk
from both_sides.store.sqlite import SqliteStore
from tests.command_line import CommandLine
from tests.interfaces.mcp.agents import Agent, serve
from tests.interfaces.web.paper import Reader, words_of
from tests.served import LOCAL, QUESTION, A, Served, serving

WAY = "/disputes/Q35765/P1082"
AS_OF = "2026-10-03"
SUBJECT = Subject(EntityId("Q35765"), PropertyId("P1082"))
RATIONALE = "The newer census counts residents."


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """Give the path of a ledger that is served, ruled on and looked at from all sides."""
    return tmp_path / "ledger.db"


def the_page(served: Served) -> Reader:
    """Read the pages of a server."""
    return Reader(served.http)


@pytest.mark.slow
@pytest.mark.requirement("M37", "M38", "M39", "M40")
def test_one_dispute_reads_the_same_on_every_face(
    ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ranked, ruled on by page, and read back: every number and every sentence, five times."""
    with serving(ledger, additions=[add_pages, serve_agents]) as served:
        cli = CommandLine(tmp_path, monkeypatch)
        python = hearing_members(Desk(served.office.ledger, LOCAL).adjudicate(SUBJECT, as_of=AS_OF))
        rest = served.post("/adjudications", QUESTION | {"asOf": AS_OF}, 200).json()
        asked = ("adjudicate", "Q35765", "P1082", "--as-of", AS_OF, "--ledger", ledger)
        assert cli(*asked, "--json").json == python
        assert rest == python
        words = cli(*asked).out
        page = the_page(served).read(WAY, params={"as_of": AS_OF})
        with Agent(serve("both-sides", ledger)) as agent:
            told = agent.call(
                "adjudicate", entity="Q35765", property="P1082", as_of=AS_OF, detail="full"
            )
        _require_same(python, told)
        adjudication = python["adjudication"]
        for text in (words, page.text):
            folded = " ".join(text.split())
            assert adjudication["requiredAction"] in folded
            assert f"{adjudication['margin']:.2f} points" in folded
            assert WHAT_THIS_IS_NOT in folded
            for claim in python["claims"]:
                assert f"{claim['score']:.2f}" in folded
        for shown, claim in zip(page.all("li", "rival"), python["claims"], strict=True):
            for factor in claim["factors"]:
                assert f"{factor['contribution']:.2f}" in words_of(shown)
                assert factor["sentence"] in words_of(shown)
        _rule_and_read_back(served, cli, ledger)


def _require_same(python: dict[str, Any], told: dict[str, Any]) -> None:
    """Require that an agent was told the same numbers and sentences."""
    for name in ("band", "margin", "requiredAction"):
        assert _find(told, name) == python["adjudication"][name], name
    claims = _find(told, "claims")
    for ours, theirs in zip(python["claims"], claims, strict=True):
        assert theirs["claimId"] == ours["claimId"]
        assert theirs["score"] == ours["score"]
        for factor, heard in zip(ours["factors"], theirs["factors"], strict=True):
            assert heard["contribution"] == factor["contribution"]
            assert heard["sentence"] == factor["sentence"]


def _find(members: dict[str, Any], name: str) -> Any:  # noqa: ANN401 - any JSON value
    """Find a member, at the top or in the adjudication."""
    return members[name] if name in members else members["adjudication"][name]


def _rule_and_read_back(served: Served, cli: CommandLine, ledger: Path) -> None:
    """Rule on the page; every face names the same ruling, and one chain holds it."""
    form = the_page(served).read(WAY).form(WAY)
    page = form.fill(choose=A, rationale=RATIONALE).send()
    assert page.path == "/rulings/RUL-0001"
    assert WHAT_THIS_IS_NOT in page.text
    rest = served.get("/rulings/RUL-0001").json()
    assert served.get("/method").json()["whatThisIsNot"] == WHAT_THIS_IS_NOT
    told = cli("ruling", "RUL-0001", "--ledger", ledger, "--json").json
    assert told == rest
    python = Desk(served.office.ledger, LOCAL).rulings().items[0]
    assert python.rationale == rest["rationale"] == RATIONALE
    with Agent(serve("both-sides", ledger)) as agent:
        (heard,) = agent.call("list_rulings")["rulings"]
        assert agent.call("engine_reference")["whatThisIsNot"] == WHAT_THIS_IS_NOT
    assert (heard["id"], heard["chosen"], heard["actor"]) == ("RUL-0001", A, "ada")
    head = served.office.ledger.store.head(LOCAL)
    replayed = cli("replay", "--ledger", ledger, "--json").json
    assert replayed["headSeal"] == head.seal_hex
    assert head.seal_hex in page.text
    store = SqliteStore(ledger, create=False)
    assert store.head(LOCAL) == head
    store.close()
