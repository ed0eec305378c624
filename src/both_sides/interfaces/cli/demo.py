"""Show the main job in seconds, on the bundled corpus: rank, rule, replay, dossier."""

import shlex
from pathlib import Path
from typing import Final

from both_sides.corpus import load
from both_sides.domain.counting import counted
from both_sides.domain.disputes import Subject
from both_sides.domain.ids import EntityId, PropertyId
from both_sides.domain.time_series import Narrowing
from both_sides.interfaces.cli.dossiers import dossier_text
from both_sides.interfaces.cli.options import DEFAULTS, Common
from both_sides.interfaces.cli.output import console, print_json
from both_sides.interfaces.cli.replaying import TAMPERED_EXIT_CODE
from both_sides.interfaces.cli.whole_files import make_directory, write_whole
from both_sides.interfaces.wire.replays import scope_replay_members
from both_sides.interfaces.wire.shapes import hearing_members, receipt_members, ruling_members
from both_sides.service.desk import Desk, RecordedRuling, RuleRequest
from both_sides.service.desk_reading import DisputeFilter, Hearing
from both_sides.service.dossiers import collect_dossier
from both_sides.service.importing import ImportReport, import_entities
from both_sides.service.replaying import ScopeReplay, replay_scope

SUBJECT: Final = Subject(EntityId("Q597"), PropertyId("P1082"))
AS_OF: Final = "2026-10-03"
RATIONALE: Final = (
    "The 2021 census replaces that of 2011, and the editors deprecated the older figure. The second"
    " source quotes a third value, so the margin alone does not settle it: read the census first."
)
DEFAULT_DIRECTORY: Final = Path("both-sides-demo")


def demo(*, directory: Path = DEFAULT_DIRECTORY, common: Common = DEFAULTS) -> int:
    """See a real contradiction ranked, a ruling recorded, its chain replayed, a dossier written.

    Everything comes from the bundled corpus; no network is needed. It works on a ledger of its
    own, so it can be run again and thrown away.

    Args:
        directory: Where the demo's ledger and dossier go.
        common: Ledger, scope, actor, language, JSON.
    """
    make_directory(directory)
    ledger = common.ledger or str(directory / "ledger.db")
    options = Common(ledger, common.scope, common.actor or "demo", common.language, common.json)
    with options.desk(create=True) as (desk, settings):
        report = import_entities(desk, load(language=settings.language), actor=settings.actor)
        listed = desk.disputes(DisputeFilter(), cursor=None, limit=100)
        hearing = desk.adjudicate(SUBJECT, as_of=AS_OF)
        recorded = _rule(desk, hearing, settings.actor)
        replayed = replay_scope(desk.ledger.store, desk.scope)
        dossier = collect_dossier(desk, recorded.ruling.ruling_id)
    paths = [directory / f"{recorded.ruling.ruling_id}.{form}" for form in ("md", "json")]
    write_whole(paths[0], dossier_text(dossier, "md"))
    write_whole(paths[1], dossier_text(dossier, "json"))
    if common.json:
        print_json(
            {
                "disputes": len(listed.items),
                "hearing": hearing_members(hearing),
                "ruling": ruling_members(recorded.ruling),
                "receipt": receipt_members(recorded.receipt),
                "replay": scope_replay_members(replayed, recorded.ruling.trail),
                "dossier": [str(path) for path in paths],
            }
        )
    else:
        _tell(report, len(listed.items), hearing, recorded, replayed, paths, ledger)
    return 0 if replayed.ok else TAMPERED_EXIT_CODE


def _rule(desk: Desk, hearing: Hearing, actor: str) -> RecordedRuling:
    leader = hearing.adjudication.leader
    assert leader is not None  # the bundled dispute has claims
    standing = None if hearing.ruling is None else hearing.ruling.ruling_id
    return desk.rule(
        RuleRequest(
            subject=SUBJECT,
            chosen=leader,
            rationale=RATIONALE,
            actor=actor,
            as_of=AS_OF,
            narrowing=Narrowing(),
            supersedes=standing,
        )
    )


def _tell(  # noqa: PLR0913 - the parts of the story, in its order
    report: ImportReport,
    disputes: int,
    hearing: Hearing,
    recorded: RecordedRuling,
    replayed: ScopeReplay,
    paths: list[Path],
    ledger: str,
) -> None:
    from both_sides.interfaces.cli import tables

    out = console()
    ruling = recorded.ruling
    out.rule("1. Sources disagree", style="dim")
    out.print(
        f"The bundled corpus has {report.entities} real entities with {report.claims:,} claims"
        f" and {disputes} disputed questions. One of them:\n"
    )
    out.print(tables.dispute_heading(hearing.case, hearing.adjudication))
    out.print(tables.ranking_table(hearing.case, hearing.adjudication))
    out.print()
    out.rule("2. Every point is explained", style="dim")
    out.print(tables.explanations(hearing.case, hearing.adjudication, everything=True))
    out.rule("3. A person rules, and says why", style="dim")
    out.print(tables.ruling_heading(ruling))
    out.rule("4. The chain is replayed", style="dim")
    for n, kind, seal_hex in recorded.receipt.events:
        out.print(f"link {n}, {kind}: seal {seal_hex[:32]}…")
    verdict = "every link and every view row matches" if replayed.ok else "SOMETHING IS BROKEN"
    out.print(
        f"{counted(replayed.chain.events, 'link')} recomputed from their bodies: {verdict}.\n"
    )
    out.rule("5. The dossier is written", style="dim")
    for path in paths:
        out.print(str(path), soft_wrap=True)
    out.print()
    out.print(tables.what_this_is_not())
    name, dossier = shlex.quote(ledger), shlex.quote(str(paths[1]))
    out.print("\nGo on with:", style="bold")
    for command in (
        f"both-sides disputes --ledger {name}",
        f"both-sides show {SUBJECT} --ledger {name}",
        f"both-sides replay {ruling.ruling_id} --ledger {name}",
        f"both-sides replay --input {dossier}",
    ):
        out.print(f"  {command}", soft_wrap=True)
