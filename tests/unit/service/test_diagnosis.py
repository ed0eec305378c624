"""The doctor says what is wrong with an installation, and how to mend it."""

import sqlite3
from pathlib import Path

import pytest

from both_sides.domain.access import Role
from both_sides.domain.ids import ScopeId
from both_sides.service import diagnosis
from both_sides.service.diagnosis import Finding, Health, diagnose
from both_sides.service.importing import import_entities
from both_sides.service.wiring import open_access, open_desk, read_settings
from tests.samples import osaka


def findings(ledger: Path | str, *, actor: str = "ada") -> dict[str, Finding]:
    """Give the findings by what was looked at."""
    settings = read_settings(ledger=str(ledger), actor=actor, environment={})
    return {finding.check: finding for finding in diagnose(settings)}


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """Give the path of a ledger with one link."""
    path = tmp_path / "ledger.db"
    desk = open_desk(read_settings(ledger=str(path), environment={}), create=True)
    import_entities(desk, [osaka()], actor="ada")
    desk.ledger.store.close()
    return path


def test_a_sound_installation_has_nothing_bad(ledger: Path) -> None:
    """The chain is replayed on the way."""
    found = findings(ledger)
    assert all(finding.health is not Health.BAD for finding in found.values())
    assert "1 link of local verified" in found["ledger"].finding
    assert "SQLite" in found["sqlite"].finding
    assert "sqlalchemy" in found["packages"].finding


def test_a_package_that_is_needed_and_missing_is_bad(
    ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Named; those of the extras are wanted by choice."""
    wanted = ["orjson>=3", "no-such-package>=1", "no-such-extra>=1; extra == 'batch'"]
    monkeypatch.setattr(diagnosis, "requires", lambda _name: wanted)
    found = findings(ledger)["packages"]
    assert found.health is Health.BAD
    assert found.finding == "missing: no-such-package"
    assert "pip" in found.remedy


def test_a_ledger_that_is_not_there_yet_is_a_notice(tmp_path: Path) -> None:
    """With the commands that make one; none is made."""
    found = findings(tmp_path / "none.db")
    assert found["ledger"].health is Health.NOTICE
    assert "demo" in found["ledger"].remedy
    assert list(tmp_path.iterdir()) == []


def test_a_changed_ledger_is_bad(ledger: Path) -> None:
    """And the remedy is to stop."""
    connection = sqlite3.connect(ledger)
    connection.execute("DROP TRIGGER events_are_never_updated")
    connection.execute("UPDATE events SET body = replace(body, 'Osaka', 'Kyoto')")
    connection.commit()
    connection.close()
    found = findings(ledger)["ledger"]
    assert found.health is Health.BAD
    assert "stop" in found.remedy


def test_a_file_that_is_no_ledger_is_bad(tmp_path: Path) -> None:
    """It is not touched."""
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir or Madam, " * 100)
    before = path.read_bytes()
    assert findings(path)["ledger"].health is Health.BAD
    assert path.read_bytes() == before


def test_nobody_named_is_a_notice(ledger: Path) -> None:
    """Reading works; recording will ask who it is."""
    found = findings(ledger, actor="")["actor"]
    assert found.health is Health.NOTICE
    assert "BOTH_SIDES_ACTOR" in found.remedy


@pytest.mark.parametrize("ledger_name", ["missing/ledger.db", "x" * 5000, "mysql://host/db"])
def test_a_place_where_no_ledger_can_be_is_bad(ledger_name: str) -> None:
    """In words; the doctor never fails itself."""
    found = findings(ledger_name)
    assert Health.BAD in {finding.health for finding in found.values()}


def test_an_address_is_looked_at_like_its_path(ledger: Path) -> None:
    """Also its directory."""
    found = findings(f"sqlite:///{ledger}")
    assert found["directory"].health is Health.GOOD
    assert found["ledger"].health is Health.GOOD


@pytest.mark.slow
def test_it_says_for_whom_it_would_be_served(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the settings are, and whether a token is needed first."""
    for name in ("HOST", "PORT", "PUBLIC_URL"):
        monkeypatch.delenv(f"BOTH_SIDES_{name}", raising=False)
    found = findings(ledger)
    assert found["serving"].health is Health.GOOD
    assert "127.0.0.1 port 8080, for one person" in found["serving"].finding
    assert "nobody has a token" in found["access"].finding
    monkeypatch.setenv("BOTH_SIDES_PUBLIC_URL", "https://desk.example.org")
    assert findings(ledger)["serving"].health is Health.BAD
    access = open_access(read_settings(ledger=str(ledger), environment={}))
    access.create_token(name="ada", role=Role.READER, scopes=(ScopeId("local"),), actor="op")
    access.ledger.store.close()
    found = findings(ledger)
    assert "reached as https://desk.example.org, for whoever" in found["serving"].finding
    assert found["access"].finding == "1 link of ~access verified; tokens that hold: 1"
    monkeypatch.setenv("BOTH_SIDES_PORT", "http")
    assert "0 to 65535" in findings(ledger)["serving"].remedy


def test_changed_tokens_are_bad(ledger: Path) -> None:
    """And the remedy is to stop."""
    access = open_access(read_settings(ledger=str(ledger), environment={}))
    access.create_token(name="ada", role=Role.READER, scopes=(ScopeId("local"),), actor="op")
    access.ledger.store.close()
    connection = sqlite3.connect(ledger)
    connection.execute("DROP TRIGGER events_are_never_updated")
    connection.execute("UPDATE events SET body = replace(body, 'reader', 'admin!')")
    connection.commit()
    connection.close()
    found = findings(ledger)["access"]
    assert found.health is Health.BAD
    assert "~access" in found.remedy
