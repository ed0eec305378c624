"""Tokens on the command line: made, listed, revoked."""

import re
from pathlib import Path

import pytest

from tests.command_line import CommandLine

ENTITIES = Path(__file__).parents[2] / "vectors/wikidata/entities.ndjson"
MAKE = ("token", "create", "--role", "auditor", "--scope", "local", "team/a", "--name", "grace")


def test_a_token_is_shown_once(cli: CommandLine) -> None:
    """Alone on standard output, so that a script can take it; what it is, beside it."""
    made = cli(*MAKE)
    assert made.code == 0
    assert re.fullmatch(r"bs_[A-Za-z0-9_-]{43}\n", made.out)
    assert "TOK-0001 for grace, auditor" in made.err
    listed = cli("token", "list")
    assert made.out.strip() not in listed.out + listed.err
    assert "grace" in listed.out
    assert "local, team/a" in listed.out
    everything = cli("replay", "--scope", "~access", "--json")
    assert everything.json["ok"] is True
    assert made.out.strip().encode() not in (cli.directory / "both-sides.db").read_bytes()


def test_a_token_is_made_for_a_program(cli: CommandLine) -> None:
    """With everything that is known of it."""
    made = cli(*MAKE, "--expires", "2999-01-01", "--json").json
    assert made["token"].startswith("bs_")
    assert made["expires"] == "2999-01-01T00:00:00.000Z"
    assert (made["role"], made["scopes"], made["actor"]) == ("auditor", ["local", "team/a"], "ada")
    (listed,) = cli("token", "list", "--json").json["tokens"]
    assert listed == {name: value for name, value in made.items() if name != "token"}


def test_a_scope_in_which_nothing_is_recorded_is_named(cli: CommandLine) -> None:
    """It may be misspelt; the token is made all the same, for it may be there first."""
    assert "nothing is recorded" not in cli(*MAKE).err  # nor anywhere else: there is no other name
    cli("import", "wikidata", str(ENTITIES))
    create = ("token", "create", "--role", "reader", "--name", "eve", "--scope")
    made = cli(*create, "local", "locla")
    assert made.code == 0
    assert "nothing is recorded in locla yet; the ledger has local." in made.err
    known = cli(
        "token", "create", "--role", "reader", "--scope", "local", "--name", "eve", "--json"
    )
    assert known.err == ""


def test_a_revoked_token_stays_in_the_list(cli: CommandLine) -> None:
    """With why, by whom and when; twice is refused."""
    cli(*MAKE)
    revoked = cli("token", "revoke", "tok-0001", "--reason", "It was lost.", "--json").json
    assert revoked["holds"] is False
    assert revoked["revoked"]["reason"] == "It was lost."
    again = cli("token", "revoke", "TOK-0001", "--reason", "x", "--json")
    assert (again.code, again.error["code"]) == (3, "already_ended")
    assert "no" in cli("token", "list").out.splitlines()[1].split()


@pytest.mark.parametrize(
    ("arguments", "code", "error"),
    [
        (("create", "--role", "owner", "--scope", "local", "--name", "x"), 2, "usage"),
        (("create", "--role", "reader", "--name", "x"), 2, "usage"),
        (("create", "--role", "reader", "--scope", "local"), 2, "usage"),
        (("create", "--role", "reader", "--scope", "a b", "--name", "x"), 2, "invalid_input"),
        (("create", "--role", "reader", "--scope", "~access", "--name", "x"), 3, "scope_reserved"),
        (("create", "--role", "reader", "--scope", "local", "--name", " "), 3, "actor_missing"),
        (("revoke", "TOK-0009", "--reason", "x"), 2, "not_found"),
        (("revoke", "TOK-0001"), 2, "usage"),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    cli: CommandLine, arguments: tuple[str, ...], code: int, error: str
) -> None:
    """With what would be accepted."""
    cli(*MAKE)
    refused = cli("token", *arguments, "--json")
    assert (refused.code, refused.error["code"]) == (code, error)


def test_nothing_else_is_recorded_beside_tokens(cli: CommandLine) -> None:
    """Their scope is theirs alone."""
    cli("demo", "--scope", "local")
    refused = cli("import", "wikidata", "x.json", "--scope", "~access", "--json")
    assert refused.code == 2
    cli.directory.joinpath("x.json").write_text('{"id": "Q1"}', encoding="utf-8")
    refused = cli("import", "wikidata", "x.json", "--scope", "~access", "--json")
    assert refused.json["problemCounts"] == {"not_sealable": 1}


def test_without_a_ledger_there_is_no_token(cli: CommandLine) -> None:
    """To list is refused, to make one makes the ledger."""
    assert cli("token", "list", "--json").error["code"] == "not_found"
    assert cli(*MAKE).code == 0
    assert cli("token", "list").code == 0
