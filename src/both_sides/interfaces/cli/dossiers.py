"""Write a dossier."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import orjson

from both_sides.chain.dsse import sign_document
from both_sides.chain.note_keys import SigningKey
from both_sides.domain.ids import parse_ruling_id
from both_sides.errors import InvalidInputError
from both_sides.interfaces.cli.options import DEFAULTS, Common
from both_sides.interfaces.cli.output import note, print_text
from both_sides.interfaces.cli.whole_files import write_whole
from both_sides.interfaces.wire.dossier_text import dossier_markdown
from both_sides.interfaces.wire.dossiers import (
    PAYLOAD_TYPE,
    coverage_sentence,
    dossier_members,
)
from both_sides.service.dossiers import Coverage, Dossier, collect_dossier
from both_sides.service.trust.checkpointing import require_keys
from both_sides.service.trust.proving import Prover, find_prover
from both_sides.service.wiring import Settings, trust_parts
from both_sides.store.port import LedgerStore

Format = Literal["md", "json"]


def dossier(  # noqa: PLR0913 - each is an option of the command
    ruling: str,
    /,
    *,
    format: Format | None = None,  # noqa: A002 - the option is called --format
    chain: Literal["complete", "excerpt"] | None = None,
    sign: bool = False,
    out: Path | None = None,
    common: Common = DEFAULTS,
) -> None:
    """Write a ruling down: decision, all claims and factors, references, chain, how to verify.

    Where the ledger was signed, each link comes with the proof that it is in the last checkpoint.

    Args:
        ruling: The ruling, for example RUL-0001.
        format: Markdown for people, or JSON for programs. Default: md, or json with --json.
        chain: Hand over the whole chain of the scope, or the links that concern the ruling.
            Default: the whole chain where it has at most 200 links.
        sign: Put the JSON form into an envelope that the keys of the ledger sign (DSSE).
        out: The file to write; without it, standard output.
        common: Ledger, scope, actor, language, JSON.
    """
    chosen = format or ("json" if common.json or sign else "md")
    if sign and chosen != "json":
        raise InvalidInputError(
            "only the JSON form of a dossier is signed",
            hint="leave --format out, or write --format json",
            field="format",
        )
    coverage = None if chain is None else Coverage(chain)
    with common.desk() as (desk, settings):
        prover, keys = _prover(desk.ledger.store, settings, wants_keys=sign)
        collected = collect_dossier(desk, parse_ruling_id(ruling), coverage=coverage, prover=prover)
    text = dossier_text(collected, chosen)
    if sign:
        text = sign_document(PAYLOAD_TYPE, text.encode(), keys).to_json().decode()
    if out is None:
        print_text(text)
    else:
        write_whole(out, text)
        note(f"wrote {out}. {coverage_sentence(collected)}")


def _prover(
    store: LedgerStore, settings: Settings, *, wants_keys: bool
) -> tuple[Prover | None, Sequence[SigningKey]]:
    """Give what proves the links, where something was signed, and the keys where they are asked."""
    keys = require_keys(trust_parts(settings, store).keys()) if wants_keys else ()
    return find_prover(store, settings.trust), keys


def dossier_text(collected: Dossier, format: Format) -> str:  # noqa: A002 - as the option
    """Write a dossier in one of its forms."""
    if format == "md":
        return dossier_markdown(collected)
    members = dossier_members(collected)
    return orjson.dumps(members, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE).decode()
