"""Hold the options that every command has, and open what they name."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

from cyclopts import Parameter

from both_sides.errors import NotFoundError
from both_sides.service.wiring import (
    Settings,
    open_audit,
    open_desk,
    open_store,
    read_settings,
    rehearsal,
    trust_parts,
)

if TYPE_CHECKING:
    from both_sides.service.audit import Audit
    from both_sides.service.desk import Desk
    from both_sides.service.trust.assembling import TrustParts
    from both_sides.store.port import LedgerStore


T = TypeVar("T")
_WHOLE: Final = re.compile(r"[+-]?[0-9]{1,100}")


@Parameter(name="*")
@dataclass(frozen=True)
class Common:
    """Hold what every command is told.

    Args:
        ledger: The ledger: a path, or the URL of a database. [env: BOTH_SIDES_LEDGER]
            [default: ./both-sides.db]
        scope: Whose chain to work on. [env: BOTH_SIDES_SCOPE] [default: local]
        actor: Who works; sealed with every event. [env: BOTH_SIDES_ACTOR] [default: login name]
        language: In which language names are preferred. [env: BOTH_SIDES_LANGUAGE] [default: en]
        trust: Where keys and the last signed checkpoint are. [env: BOTH_SIDES_TRUST]
            [default: the ledger's path with .trust]
        wait: What a receipt waits for: commit, checkpoint or witnessed. [env: BOTH_SIDES_WAIT]
            [default: commit]
        json: Answer with JSON.
    """

    ledger: Annotated[str | None, Parameter(group="Common")] = None
    scope: Annotated[str | None, Parameter(group="Common")] = None
    actor: Annotated[str | None, Parameter(group="Common")] = None
    language: Annotated[str | None, Parameter(group="Common")] = None
    json: Annotated[bool, Parameter(group="Common")] = False
    trust: Annotated[str | None, Parameter(group="Common")] = None
    wait: Annotated[str | None, Parameter(group="Common")] = None

    def settings(self) -> Settings:
        """Read the settings: options, else environment, else defaults."""
        return read_settings(
            ledger=self.ledger,
            scope=self.scope,
            actor=self.actor,
            language=self.language,
            trust=self.trust,
            wait=self.wait,
        )

    @contextmanager
    def store(self, *, create: bool = False) -> "Iterator[tuple[LedgerStore, Settings]]":
        """Open the store, and close it again."""
        settings = self.settings()
        store = open_store(settings, create=create)
        try:
            yield store, settings
        finally:
            store.close()

    @contextmanager
    def ledger_parts(self, *, create: bool = False) -> "Iterator[tuple[LedgerStore, TrustParts]]":
        """Open the store and what signs for it, and close it again."""
        with self.store(create=create) as (store, settings):
            yield store, trust_parts(settings, store)

    @contextmanager
    def desk(self, *, create: bool = False) -> "Iterator[tuple[Desk, Settings]]":
        """Open the desk, and close it again."""
        settings = self.settings()
        desk = open_desk(settings, create=create)
        try:
            yield desk, settings
        finally:
            desk.ledger.store.close()

    @contextmanager
    def audit(self, *, create: bool = False) -> "Iterator[tuple[Audit, Settings]]":
        """Open the audit of the scope, and close it again."""
        settings = self.settings()
        audit = open_audit(settings, create=create)
        try:
            yield audit, settings
        finally:
            audit.ledger.store.close()

    def begin_audit(self, work: "Callable[[Audit, str], T]") -> "T":
        """Do what may be the first thing in an audit; a refusal leaves no empty ledger behind.

        Args:
            work: Is given the audit and the actor. Where there is no ledger yet, it is done in
                memory first, and what is refused there is refused.
        """
        settings = self.settings()
        try:
            audit = open_audit(settings)
        except NotFoundError:
            work(rehearsal(settings), settings.actor)
            audit = open_audit(settings, create=True)
        try:
            return work(audit, settings.actor)
        finally:
            audit.ledger.store.close()


DEFAULTS = Common()

# A file to read lines from; "-" stands for standard input and is no option.
Input = Annotated[str | None, Parameter(allow_leading_hyphen=True)]


def _read_whole(_kind: Any, tokens: Any) -> int:  # noqa: ANN401 - as cyclopts calls it
    (token,) = tokens
    if _WHOLE.fullmatch(token.value) is None:
        raise ValueError(f"{token.value[:40]!r} is no whole number")
    return int(token.value)


# A number in decimal digits; 1.5 is refused and not rounded.
Whole = Annotated[int, Parameter(converter=_read_whole)]


def _refuse_options(_kind: Any, values: Any) -> None:  # noqa: ANN401 - as cyclopts calls it
    for value in values if isinstance(values, tuple) else (values,):
        if value.startswith("-") and value != "-":
            raise ValueError(f"unknown option {value}")


# Files to read, among which "-" stands for standard input; what else begins like that is an option.
InputFile = Annotated[str, Parameter(allow_leading_hyphen=True, validator=_refuse_options)]
