"""All of the shared Wikidata entities through the desk: imported, ranked, ruled on, handed over."""

import json
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from both_sides.chain.ecmascript import parse_text
from both_sides.domain.ids import ScopeId
from both_sides.domain.rulings import Acknowledgement
from both_sides.domain.state import DisputeSummary
from both_sides.domain.time_series import Narrowing
from both_sides.exchange.chain_lines import parse_chain, replay_chain
from both_sides.interfaces.cli.dossiers import dossier_text
from both_sides.service.desk import Desk, RuleRequest
from both_sides.service.dossiers import Coverage, collect_dossier
from both_sides.service.ledger import Ledger
from both_sides.store.sqlite import SqliteStore
from tests.command_line import CommandLine
from tests.samples import Clock
from tests.shared import shared


@pytest.mark.slow
def test_every_shared_entity_is_imported_once_and_every_dispute_can_be_ruled_on(
    cli: CommandLine,
) -> None:
    """1,487 entities and the forms and senses in them, 34,922 statements, none lost."""
    path = shared("data/wikidata/dev.ndjson.gz")
    first = cli("import", "wikidata", path, "--json")
    assert first.code == 0
    assert (first.json["entities"], first.json["claims"]) == (1525, 34_922)
    assert (first.json["lost"], first.json["leftOut"]) == (0, 0)
    second = cli("import", "wikidata", path, "--json")
    assert (second.json["recorded"], second.json["unchanged"]) == (0, 1525)
    replayed = cli("replay", "--json").json
    assert (replayed["ok"], replayed["events"]) == (True, first.json["recorded"])
    _rule_on_some(Path("both-sides.db"))
    assert cli("replay", "--json").json["ok"] is True


def _rule_on_some(path: Path) -> None:
    """Rank every sixtieth dispute in three ways, rule on it, and check its dossier."""
    store = SqliteStore(path)
    desk = Desk(Ledger(store, Clock()), ScopeId("local"))
    summaries = [summary for _, summary in desk.ledger.all(desk.scope, DisputeSummary)]
    assert len(summaries) > 1000
    for summary in summaries[::60]:
        for how in (Narrowing(newest=True), Narrowing(at="2015"), Narrowing()):
            hearing = desk.adjudicate(summary.subject, narrowing=how)
        adjudication = hearing.adjudication
        assert len(adjudication.ranked) == summary.claims
        assert adjudication.leader is not None
        seen = tuple(Acknowledgement)
        asked = RuleRequest(
            summary.subject, adjudication.leader, "Because.", "ada", acknowledged=seen
        )
        ruling = desk.rule(asked).ruling
        if ruling.ruling_id.endswith("50"):
            dossier = collect_dossier(desk, ruling.ruling_id, coverage=Coverage.EXCERPT)
            _check_dossier(dossier_text(dossier, "md"), dossier_text(dossier, "json"))
    store.close()


def _check_dossier(markdown: str, text: str) -> None:
    found = json.loads(text)
    assert replay_chain(parse_chain(parse_text(text), source="dossier")).ok
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    headings = [token.tag for token in tokens if token.type == "heading_open"]
    claims = len(found["ruling"]["claims"])
    sources = found["ruling"]["case"]["secondSource"] is not None
    assert headings == ["h1"] + ["h2"] * 3 + ["h3"] * claims + ["h2"] * (4 + sources)
    assert sum(token.type == "table_open" for token in tokens) == claims
    assert not any(token.type in {"html_block", "code_block"} for token in tokens)
