"""What a server is told: read, checked, and whether it may be served."""

import pytest

from both_sides.errors import InvalidInputError, TokenMissingError
from both_sides.service.serve_settings import (
    ServeSettings,
    is_loopback,
    read_serve_settings,
    require_servable,
)
from both_sides.service.wiring import is_embedded, read_serving, read_settings


def test_without_a_word_it_is_for_the_one_person_here() -> None:
    """On loopback, at the usual port."""
    serve = read_serving(environment={})
    assert serve == ServeSettings("127.0.0.1", 8080, None, "info", "1200/minute", 64)
    assert serve.is_loopback
    assert not serve.is_secure


def test_an_option_goes_before_the_environment() -> None:
    """Which goes before the default; a variable set to nothing counts as not set."""
    environment = {
        "BOTH_SIDES_HOST": "0.0.0.0",
        "BOTH_SIDES_PORT": "9000",
        "BOTH_SIDES_PUBLIC_URL": "https://Desk.example.org/",
        "BOTH_SIDES_LOG_LEVEL": "",
        "BOTH_SIDES_RATE_LIMIT": "10/Second",
        "BOTH_SIDES_UPLOAD_MIB": "8",
    }
    serve = read_serving(port="0", environment=environment)
    assert serve == ServeSettings("0.0.0.0", 0, "https://desk.example.org", "info", "10/second", 8)
    assert serve.is_secure
    assert read_serving(environment={"BOTH_SIDES_RATE_LIMIT": "none"}).rate_limit is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("host", "desk.example.org"),
        ("host", "256.0.0.1"),
        ("port", "65536"),
        ("port", "-1"),
        ("port", "\u0661"),
        ("port", "1" * 5_000),
        ("public_url", "ftp://desk.example.org"),
        ("public_url", "https://"),
        ("public_url", "https://a.example/path"),
        ("public_url", "https://ada@a.example"),
        ("public_url", "https://a.example:0"),
        ("public_url", "https://a.example:x"),
        ("public_url", "https://[::1"),
        ("log_level", "verbose"),
        ("rate_limit", "10"),
        ("rate_limit", "0/minute"),
        ("rate_limit", "ten/minute"),
        ("rate_limit", "10/year"),
        ("rate_limit", "10000000000/minute"),
        ("upload_mib", "0"),
        ("upload_mib", "many"),
    ],
)
def test_what_cannot_be_read_is_named(name: str, text: str) -> None:
    """With what would be accepted."""
    with pytest.raises(InvalidInputError) as refusal:
        read_serve_settings({name: text})
    assert refusal.value.facts["field"] == name.replace("_", "-")
    assert refusal.value.hint


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("[::1]", True),
        ("LocalHost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.0.1", False),
        ("nonsense", False),
    ],
)
def test_only_this_machine_reaches_loopback(host: str, expected: bool) -> None:  # noqa: FBT001
    """Every other address may be reached by others."""
    assert is_loopback(host) is expected


@pytest.mark.parametrize(
    ("serve", "embedded", "is_local"),
    [
        (ServeSettings(), True, True),
        (ServeSettings(), False, False),
        (ServeSettings(host="0.0.0.0"), True, False),
        (ServeSettings(public_url="https://a.example"), True, False),
    ],
)
def test_whoever_may_be_somebody_else_needs_a_token(
    serve: ServeSettings,
    embedded: bool,  # noqa: FBT001
    is_local: bool,  # noqa: FBT001
) -> None:
    """Else it is not served."""
    assert serve.is_local(is_embedded=embedded) is is_local
    require_servable(serve, is_embedded=embedded, has_token=True)
    if is_local:
        require_servable(serve, is_embedded=embedded, has_token=False)
    else:
        with pytest.raises(TokenMissingError):
            require_servable(serve, is_embedded=embedded, has_token=False)


@pytest.mark.parametrize(
    ("ledger", "expected"),
    [
        ("ledger.db", True),
        ("sqlite:///ledger.db", True),
        (":memory:", True),
        ("postgresql+psycopg://ada@db.example/ledger", False),
    ],
)
def test_a_file_is_a_ledger_of_this_machine(ledger: str, expected: bool) -> None:  # noqa: FBT001
    """A database is somebody else's."""
    assert is_embedded(read_settings(ledger=ledger, actor="ada", environment={})) is expected
