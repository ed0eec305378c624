"""Replay the chain of the ledger, or chains from a file."""

from dataclasses import replace
from typing import Any

from both_sides.domain.counting import counted
from both_sides.domain.ids import parse_ruling_id
from both_sides.errors import LedgerError
from both_sides.exchange.chain_lines import (
    NOTHING_FOUND,
    ForeignChain,
    ForeignReplay,
    parse_chain,
    read_documents,
    replay_chain,
)
from both_sides.interfaces.cli.app import report
from both_sides.interfaces.cli.inputs import name_of, open_input, read_lines
from both_sides.interfaces.cli.options import DEFAULTS, Common, Input
from both_sides.interfaces.cli.output import console, note, print_json, print_json_line
from both_sides.interfaces.wire.errors import exit_code
from both_sides.interfaces.wire.replays import scope_replay_members
from both_sides.service.replaying import ScopeReplay, replay_scope

TAMPERED_EXIT_CODE = 4


def replay(
    ruling: str | None = None,
    /,
    *,
    input: Input = None,  # noqa: A002 - the option is called --input
    common: Common = DEFAULTS,
) -> int:
    """Recompute every seal, compare what follows from it, and name the first link that is broken.

    Args:
        ruling: Also say where the links of this ruling stand, for example RUL-0001.
        input: Instead: a file of chains as JSON Lines, or a dossier, or - for standard input. One
            result is written a line, in order.
        common: Ledger, scope, actor, language, JSON.
    """
    if input is not None:
        return _replay_file(input)
    with common.desk() as (desk, _):
        trail = None if ruling is None else desk.ruling(parse_ruling_id(ruling)).trail
        found = replay_scope(desk.ledger.store, desk.scope)
    if common.json:
        print_json(scope_replay_members(found, trail))
    else:
        _print_replay(found, ruling, trail)
    return 0 if found.ok else TAMPERED_EXIT_CODE


def _print_replay(found: ScopeReplay, ruling: str | None, trail: tuple[int, ...] | None) -> None:
    out = console()
    chain, broken = found.chain, found.first_broken
    if found.ok:
        out.print(f"verified: {counted(chain.events, 'link')} of {chain.scope}, and every view row")
    if broken is not None:
        out.print(f"BROKEN at link {broken.n}: {broken.finding}", style="bold red")
        out.print(f"  expected {broken.expected}", soft_wrap=True)  # a seal is copied whole
        out.print(f"  found    {broken.found}", soft_wrap=True)
    for view in found.view_findings:
        name = f"{view.kind} {view.key or '(the scope)'}"
        out.print(f"CHANGED view {name}: {view.finding}", style="bold red")
    out.print(f"head seal {chain.head_seal_hex}", soft_wrap=True)
    if trail is not None:
        out.print(f"links of {ruling}: {', '.join(map(str, trail))}")
    for sentence in found.not_checked:
        out.print(f"not checked: {sentence}", style="dim")


def _replay_file(name: str) -> int:
    code = 0
    with open_input(name) as stream:
        for source, document in read_documents(read_lines(stream), label=name_of(name)):
            try:
                if isinstance(document, LedgerError):
                    raise document
                chain = parse_chain(document, source=source)
                found = replay_chain(chain)
            except LedgerError as error:
                report(error, wants_json=True)
                found = NOTHING_FOUND
                code = code or exit_code(error)
            else:
                if found.ok:
                    found = _compare_with_events(found, document, chain)
                code = code if found.ok else TAMPERED_EXIT_CODE
            _print_found(found, source)
    return code


def _compare_with_events(found: ForeignReplay, document: Any, chain: ForeignChain) -> ForeignReplay:  # noqa: ANN401 - any JSON value
    """Also ask of a dossier of ours that what it shows is what its events say."""
    from both_sides.interfaces.wire.dossier_check import contradictions

    sentences = contradictions(document, chain)
    return replace(found, ok=not sentences, remarks=(*found.remarks, *sentences))


def _print_found(found: ForeignReplay, source: str) -> None:
    print_json_line(
        {
            "ok": found.ok,
            "events": found.events,
            "headSeal": found.head_seal_hex,
            "firstBrokenSeq": None if found.first_broken is None else found.first_broken.n,
        }
    )
    if found.first_broken is not None:
        note(f"{source}: event {found.first_broken.n}: {found.first_broken.finding}")
    for remark in found.remarks:
        note(f"{source}: {remark}")
