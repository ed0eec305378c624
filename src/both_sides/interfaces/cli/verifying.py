"""Verify the whole ledger, or the part of it that is due."""

import os
from typing import Literal

from both_sides.domain.counting import counted
from both_sides.errors import InvalidInputError, LedgerError, StoreUnavailableError
from both_sides.interfaces.cli.app import report
from both_sides.interfaces.cli.options import DEFAULTS, Common, Whole
from both_sides.interfaces.cli.output import console, print_json, progress
from both_sides.interfaces.wire.errors import (
    OUTCOME_EXIT_CODES,
    UNREADABLE_EXIT_CODE,
    exit_code,
)
from both_sides.interfaces.wire.trust_shapes import verification_members
from both_sides.service.verifying.findings import Level, Outcome, Verification
from both_sides.service.verifying.verification import ROLLING_SHARE, Mode, VerifyOptions
from both_sides.service.verifying.verification import verify as run
from both_sides.store.trust_directory import TrustDirectory

MOST_SHOWN = 20


def verify(  # noqa: PLR0913 - each is an option of the command
    *,
    level: Literal["head", "links", "form", "tree", "witnesses", "views"] = "views",
    mode: Literal["full", "resume", "incremental", "rolling"] = "full",
    processes: Whole | None = None,
    anchored: bool = False,
    slice: float | None = None,  # noqa: A002 - the option is called --slice
    common: Common = DEFAULTS,
) -> int:
    """Verify every scope: body, seal, link, leaf, root, signature, pinned key, and the views.

    Exit codes: 0 verified, 1 tampered, 2 truncated or rolled back, 3 fork, 4 incomplete (events
    without an anchor), 5 unreadable. It says what was not checked. The ledger may be written to
    meanwhile.

    Args:
        level: How much, each level with those before it: `head` compares with the anchor only,
            `links` recomputes every seal, `form` reads every event, `tree` holds everything against
            every checkpoint, `witnesses` checks cosignatures, `views` rebuilds what pages show.
        mode: Which part: all; all, going on where the last run was stopped; what is new since the
            last run; or that and a slice of what is old.
        processes: In how many processes. Default: one a core.
        anchored: Leave out what comes after the last checkpoint.
        slice: How large the slice of a rolling verification is, as a part of the whole. Default:
            0.05.
        common: Ledger, scope, actor, language, JSON.
    """
    options = VerifyOptions(
        level=Level[level.upper()],
        mode=Mode(mode),
        processes=os.cpu_count() or 1 if processes is None else processes,
        is_anchored_only=anchored,
        rolling_share=_share(slice, mode),
    )
    try:
        found = _verify(options, common)
    except StoreUnavailableError as error:
        report(error, wants_json=common.json)
        return UNREADABLE_EXIT_CODE
    except LedgerError as error:  # not_found and the like say that there is nothing to verify
        report(error, wants_json=common.json)
        return exit_code(error)
    if common.json:
        print_json(verification_members(found))
    else:
        _print(found)
    return OUTCOME_EXIT_CODES[found.outcome.value]


def _share(told: float | None, mode: str) -> float:
    if told is None:
        return ROLLING_SHARE
    if mode != "rolling":
        raise InvalidInputError(
            f"a verification in mode {mode} has no slices",
            hint="add --mode rolling, or leave --slice out",
            field="slice",
        )
    if not 0 < told <= 1:  # nor is NaN
        raise InvalidInputError(
            f"{told:g} is no part of the whole",
            hint="give a number above 0, and 1 at most, for example --slice 0.1",
            field="slice",
        )
    return told


def _verify(options: VerifyOptions, common: Common) -> Verification:
    with common.store() as (store, settings):
        trust = None if settings.trust is None else TrustDirectory(settings.trust)
        with progress("verify", store.tree.size()) as tell:
            return run(store, trust, options, progress=lambda done, _: tell(done, "events"))


def _print(found: Verification) -> None:
    out = console()
    rate = found.events / found.seconds if found.seconds else 0.0
    out.print(f"{found.outcome.value}: {counted(found.events, 'event')} read, {rate:,.0f} a second")
    anchored = "no anchor" if found.anchored is None else f"anchor at {found.anchored}"
    out.print(f"{counted(found.size, 'event')} in all, {anchored}, {found.window} after it")
    if found.witnessed is not None:
        out.print(f"enough witnesses cosigned the first {found.witnessed}")
    for finding in found.findings[:MOST_SHOWN]:
        is_bad = finding.outcome is not Outcome.INCOMPLETE
        place = "" if finding.position is None else f" [position {finding.position}]"
        style = "bold red" if is_bad else "yellow"
        out.print(f"{finding.outcome.value.upper()}{place} {finding.what}", style=style)
        if finding.expected:
            out.print(f"  expected {finding.expected}")
        if finding.found:
            out.print(f"  found    {finding.found}")
    if len(found.findings) > MOST_SHOWN:
        out.print(f"… and {len(found.findings) - MOST_SHOWN} more; --json lists them")
    for sentence in found.not_checked:
        out.print(f"not checked: {sentence}", style="dim")
