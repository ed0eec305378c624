"""What an installation is told: options before environment before defaults."""

from pathlib import Path

import pytest

from both_sides.errors import InvalidInputError, NotFoundError
from both_sides.service.wiring import open_desk, open_store, read_settings, utc_now
from both_sides.store.memory import MemoryStore
from both_sides.store.sqlite import SqliteStore

OPTIONS = ("ledger", "scope", "actor", "language")


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_goes_before_the_environment_and_that_before_the_default(option: str) -> None:
    """For each of the four."""
    variable = f"BOTH_SIDES_{option.upper()}"
    env = {variable: "from-environment"}
    assert getattr(read_settings(environment=env), option) == "from-environment"
    given = read_settings(environment=env, **{option: "from-option"})
    assert getattr(given, option) == "from-option"


def test_the_defaults_are_as_documented() -> None:
    """A file here, the scope local, English, whoever is logged in."""
    found = read_settings(environment={})
    assert (found.ledger, found.scope, found.language) == ("both-sides.db", "local", "en")
    assert found.wikidata == "https://www.wikidata.org"
    assert found.proxy is None


def test_a_variable_set_to_nothing_is_not_set() -> None:
    """As people clear one in a shell."""
    env = {f"BOTH_SIDES_{option.upper()}": "" for option in OPTIONS}
    assert read_settings(environment=env) == read_settings(environment={})


def test_an_option_that_says_nothing_is_an_answer() -> None:
    """It does not fall back to something that nobody asked for."""
    env = {"BOTH_SIDES_ACTOR": "ada", "BOTH_SIDES_SCOPE": "team"}
    assert read_settings(actor="", environment=env).actor == ""
    with pytest.raises(InvalidInputError):
        read_settings(scope="", environment=env)


@pytest.mark.parametrize("scope", ["a b", "ä", "x" * 129])
def test_a_scope_that_is_none_is_refused_wherever_it_comes_from(scope: str) -> None:
    """Option or environment."""
    for settings in ({"scope": scope}, {"environment": {"BOTH_SIDES_SCOPE": scope}}):
        with pytest.raises(InvalidInputError) as caught:
            read_settings(**settings)
        assert caught.value.facts["field"] == "scope"


def test_a_ledger_is_a_path_an_address_or_memory(tmp_path: Path) -> None:
    """A path may be written as an address with three or four slashes."""
    path = tmp_path / "a.db"
    for ledger in (str(path), f"sqlite:///{path}"):
        store = open_store(read_settings(ledger=ledger, environment={}), create=True)
        assert isinstance(store, SqliteStore)
        assert store.path == path
        store.close()
    memory = open_store(read_settings(ledger=":memory:", environment={}), create=False)
    assert isinstance(memory, MemoryStore)


@pytest.mark.parametrize("ledger", ["mysql://host/db", "https://example.org/a.db", "file://x"])
def test_an_address_of_another_kind_is_refused(ledger: str) -> None:
    """With what would have been accepted."""
    with pytest.raises(InvalidInputError) as caught:
        open_store(read_settings(ledger=ledger, environment={}), create=True)
    assert "--ledger" in caught.value.hint


def test_a_ledger_is_made_only_where_that_was_asked_for(tmp_path: Path) -> None:
    """Reading a ledger that is not there does not leave an empty one behind."""
    path = tmp_path / "a.db"
    settings = read_settings(ledger=str(path), environment={})
    with pytest.raises(NotFoundError) as caught:
        open_desk(settings)
    assert str(path) in caught.value.message
    assert not path.exists()
    open_desk(settings, create=True).ledger.store.close()
    assert path.exists()


def test_the_clock_reads_utc_with_milliseconds() -> None:
    """Always as many characters, so that texts compare as times do."""
    assert len(utc_now()) == len("2026-10-03T09:30:00.000Z")
    assert utc_now().endswith("Z")
    assert utc_now() <= utc_now()
