"""Make tokens, list them and revoke them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from cyclopts import Parameter

from both_sides.domain.access import AccessToken, Role
from both_sides.domain.ids import ScopeId, parse_scope_id
from both_sides.domain.places import RESERVED
from both_sides.interfaces.cli.output import console, note, print_json, print_text
from both_sides.interfaces.wire.access import token_members
from both_sides.service.wiring import Settings, open_access, read_settings, utc_now

MOST_NAMED: Final = 10


@Parameter(name="*")
@dataclass(frozen=True)
class TokenOptions:
    """Hold what every command about tokens is told.

    Args:
        ledger: The ledger: a path. [env: BOTH_SIDES_LEDGER] [default: ./both-sides.db]
        actor: Who works; sealed with every event. [env: BOTH_SIDES_ACTOR] [default: login name]
        json: Answer with JSON.
    """

    ledger: Annotated[str | None, Parameter(group="Common")] = None
    actor: Annotated[str | None, Parameter(group="Common")] = None
    json: Annotated[bool, Parameter(group="Common")] = False

    def settings(self) -> Settings:
        """Read the settings: options, else environment, else defaults."""
        return read_settings(ledger=self.ledger, actor=self.actor)


DEFAULTS = TokenOptions()


def create(
    *,
    role: Literal["reader", "auditor", "admin"],
    scope: Annotated[tuple[str, ...], Parameter(consume_multiple=True)],
    name: str,
    expires: str | None = None,
    common: TokenOptions = DEFAULTS,
) -> None:
    """Make a token, and show its secret this once.

    Whoever has the token may do what its role allows, in its scopes, and in no other. A reader
    reads and ranks; an auditor also imports, audits, rules and shares rulings; an admin also sets
    the rules of the scope.

    Args:
        role: How much it allows.
        scope: The scopes that it opens, for example --scope local team/census. One in which
            nothing is recorded yet is named on standard error.
        name: The person or model that is to hold it; signs what is recorded with it.
        expires: From when on it holds no more, ISO. Default: never.
        common: Ledger, actor, JSON.
    """
    scopes = tuple(map(parse_scope_id, scope))
    settings = common.settings()
    access = open_access(settings, create=True)
    try:
        made = access.create_token(
            name=name, role=Role(role), scopes=scopes, actor=settings.actor, expires=expires
        )
        known = [known for known in access.ledger.store.scopes() if known not in RESERVED]
    finally:
        access.ledger.store.close()
    if common.json:
        print_json({"token": made.secret, **token_members(made.token, utc_now())})
        _note_new(scopes, known)
        return
    print_text(f"{made.secret}\n")
    note(
        f"{made.token.token_id} for {made.token.name}, {made.token.role.value}. The token is shown"
        " this once; send it as `Authorization: Bearer …`."
    )
    _note_new(scopes, known)


def _note_new(scopes: Sequence[ScopeId], known: Sequence[ScopeId]) -> None:
    """Name scopes that hold nothing: their token may be there first, or they are misspelt."""
    new = [scope for scope in scopes if scope not in known]
    if new and known:
        there = ", ".join(known[:MOST_NAMED]) + (", …" if len(known) > MOST_NAMED else "")
        note(
            f"nothing is recorded in {', '.join(new)} yet; the ledger has {there}. Revoke"
            " the token if that was not meant."
        )


def list_(*, common: TokenOptions = DEFAULTS) -> None:
    """List the tokens, ended ones too; their secrets are known to nobody.

    Args:
        common: Ledger, actor, JSON.
    """
    access = open_access(common.settings())
    try:
        tokens = access.tokens()
    finally:
        access.ledger.store.close()
    rows = [token_members(token, utc_now()) for token in tokens]
    if common.json:
        print_json({"tokens": rows})
    elif rows:
        _print_table(rows)
    else:
        note("no token yet; `both-sides token create --role … --scope … --name …` makes one")


def revoke(token: str, /, *, reason: str, common: TokenOptions = DEFAULTS) -> None:
    """Let a token hold no more, and no session that was opened with it.

    Args:
        token: The token's id, for example TOK-0001.
        reason: Why.
        common: Ledger, actor, JSON.
    """
    settings = common.settings()
    access = open_access(settings)
    try:
        revoked = access.revoke_token(token, reason, actor=settings.actor)
    finally:
        access.ledger.store.close()
    _print_revoked(revoked, as_json=common.json)


def _print_revoked(token: AccessToken, *, as_json: bool) -> None:
    if as_json:
        print_json(token_members(token, utc_now()))
    else:
        note(f"{token.token_id} of {token.name} holds no more")


def _print_table(rows: list[dict[str, Any]]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("token", "name", "role", "scopes", "holds", "expires"):
        table.add_column(heading)
    for row in rows:
        cells = (row["id"], row["name"], row["role"], ", ".join(row["scopes"]))
        table.add_row(*cells, "yes" if row["holds"] else "no", row["expires"] or "")
    console().print(table)
