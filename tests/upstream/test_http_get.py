"""A badly behaved server costs a bounded time, a bounded memory, and one clear error."""

import gzip
import http.client
import socket
import ssl
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from both_sides.errors import LedgerError, NotFoundError, UpstreamUnavailableError
from both_sides.upstream.failures import unreachable
from both_sides.upstream.hosts import Hosts
from both_sides.upstream.http_get import HttpGetter, wait_seconds
from both_sides.upstream.limits import Limits
from both_sides.upstream.one_request import _connection
from tests.upstream.stand_in import StandIn, reply, running

HELLO_PACKED = gzip.compress(b"hello" * 99, mtime=0)  # the same in every test process
BOMB = gzip.compress(b"x" * 3_000_000, mtime=0)
# Patient, so that a pause of the machine ends no reply that is on its way.
SMALL = Limits(read_seconds=60, total_seconds=60, reply_bytes=10_000, redirects=3, wait_seconds=2)


@pytest.fixture
def stand_in() -> Iterator[StandIn]:
    """Run the server for one test."""
    with running() as server:
        yield server


def getter(stand_in: StandIn, limits: Limits = SMALL, **options: Any) -> HttpGetter:  # noqa: ANN401
    """Build a getter that may ask the stand-in."""
    return HttpGetter(
        hosts=Hosts(bases=(stand_in.address,)), user_agent="test", limits=limits, **options
    )


def get(stand_in: StandIn, path: str = "/x", **options: Any) -> bytes:  # noqa: ANN401 - as above
    """Get one path."""
    return getter(stand_in, **options).get(stand_in.address + path).body


def refusal(stand_in: StandIn, path: str = "/x", **options: Any) -> LedgerError:  # noqa: ANN401
    """Get one path, which must fail."""
    with pytest.raises(UpstreamUnavailableError) as caught:
        get(stand_in, path, **options)
    assert str(caught.value.facts["address"]).startswith("http")
    assert "both-sides import wikidata FILE" in caught.value.hint
    return caught.value


def _wait(stand_in: StandIn) -> None:
    """Answer nothing until the test is over."""
    stand_in.released.wait(5)


def raw(text: bytes) -> Any:  # noqa: ANN401 - a handler
    """Write bytes and close the connection."""

    def play(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(text)

    return play


def test_packed_replies_are_unpacked(stand_in: StandIn) -> None:
    """Servers are kind to those who take gzip."""
    stand_in.answer("/x", gzip.compress(b"text"), Content_Encoding="gzip")
    assert get(stand_in) == b"text"


def test_a_reply_without_a_length_is_read_to_its_end(stand_in: StandIn) -> None:
    """As older servers send it."""
    stand_in.play("/x", raw(b"HTTP/1.0 200 OK\r\n\r\nhello"))
    assert get(stand_in) == b"hello"


def test_chunks_are_put_together(stand_in: StandIn) -> None:
    """As newer servers send them."""
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    stand_in.play("/x", raw(head + b"3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"))
    assert get(stand_in) == b"abcde"


@pytest.mark.parametrize(
    "text",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n50\r\nhello",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        b"HTTP/1.0 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + HELLO_PACKED[:-6],
        b"HTTP/1.0 200 OK\r\nContent-Encoding: gzip\r\n\r\n",
    ],
    ids=["length", "chunk", "chunks", "gzip", "empty gzip"],
)
def test_a_reply_that_is_cut_off_is_an_error(stand_in: StandIn, text: bytes) -> None:
    """However its end is announced."""
    stand_in.play("/x", raw(text))
    assert "cut off" in refusal(stand_in).message


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (b"", "cannot be reached"),
        (b"nonsense\r\n\r\n", "cannot be reached"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200, "cannot be reached"),
        (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 70_000, "cannot be reached"),
        (b"HTTP/1.0 200 OK\r\nContent-Encoding: br\r\n\r\nx", "packed as br"),
        (b"HTTP/1.0 200 OK\r\nContent-Encoding: gzip\r\n\r\nnot packed", "damaged"),
    ],
)
def test_what_is_no_reply_is_an_error(stand_in: StandIn, text: bytes, word: str) -> None:
    """Closed at once, no HTTP, headers without end, packed as nobody asked for."""
    stand_in.play("/x", raw(text))
    assert word in refusal(stand_in).message


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b"x" * 10_001, {}),
        (BOMB, {"Content_Encoding": "gzip"}),
    ],
    ids=["plain", "bomb"],
)
def test_a_reply_beyond_the_limit_is_not_read(
    stand_in: StandIn, body: bytes, headers: dict[str, str]
) -> None:
    """Nor is a bomb unpacked."""
    stand_in.play("/x", lambda request: reply(request, body, status=200, **headers))
    error = refusal(stand_in)
    assert "10,000 bytes" in error.message
    assert error.facts["most_bytes"] == 10_000


def test_a_reply_of_exactly_the_limit_is_read(stand_in: StandIn) -> None:
    """Packed or not."""
    stand_in.answer("/x", b"x" * 10_000)
    stand_in.answer("/y", gzip.compress(b"x" * 10_000), Content_Encoding="gzip")
    assert len(get(stand_in)) == len(get(stand_in, "/y")) == 10_000


def test_a_silent_server_is_left_after_the_time_for_a_read(stand_in: StandIn) -> None:
    """Long before the time for the whole."""
    stand_in.play("/x", lambda _: _wait(stand_in))
    impatient = replace(SMALL, read_seconds=0.1)
    assert "did not answer in time" in refusal(stand_in, limits=impatient).message


@pytest.mark.parametrize("head", [b"", b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\n\r\n"])
def test_a_server_that_drips_is_left_at_the_deadline(stand_in: StandIn, head: bytes) -> None:
    """Although every read brings a byte: in the status line, in a header, in the text."""

    def drip(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(head or b"HTTP/1.1 ")
        while not stand_in.released.wait(0.02):
            request.wfile.write(b"1")

    stand_in.play("/x", drip)
    impatient = replace(SMALL, total_seconds=0.3)
    assert "took longer than 0.3 seconds" in refusal(stand_in, limits=impatient).message


def test_redirects_are_followed_within_limits(stand_in: StandIn) -> None:
    """Three, and not four."""
    for number in range(1, 5):
        stand_in.answer(f"/{number}", b"", status=302, Location=f"/{number + 1}")
    stand_in.answer("/5", b"here")
    assert get(stand_in, "/2") == b"here"
    assert "more than 3 times" in refusal(stand_in, "/1").message


@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.1:9/private",
        "http://169.254.169.254/latest/meta-data",
        "https://127.0.0.1/",
        "https://wikidata.org.example/",
        "https://evilwikidata.org/",
        "http://www.wikidata.org/",
        "https://user@www.wikidata.org/",
        "https://www.wikidata.org:8443/",
        "https://www.wikidata.org@evil.example/",
        "file:///etc/passwd",
        "https://[::1]/",
        "https://[bad/",
        "//evil.example/",
    ],
)
def test_a_redirect_to_a_foreign_host_is_refused(stand_in: StandIn, target: str) -> None:
    """Above all to one within the user's own network; nothing is sent there."""
    stand_in.answer("/x", b"", status=301, Location=target)
    error = refusal(stand_in)
    assert "redirects to" in error.message
    assert len(stand_in.asked) == 1


@pytest.mark.parametrize(
    "address",
    [
        "https://www.wikidata.org/x",
        "https://wikidata.org/x",
        "https://EN.Wikipedia.org./x",
        "https://de.wikipedia.org:443/x",
        "http://127.0.0.1:5/x",
    ],
)
def test_wikimedias_hosts_and_the_configured_one_may_be_asked(address: str) -> None:
    """Over TLS, except where the caller said otherwise."""
    assert Hosts(bases=("http://127.0.0.1:5",)).permit(address)


@pytest.mark.parametrize("status", [400, 403, 500, 502])
def test_a_status_is_said(stand_in: StandIn, status: int) -> None:
    """And nothing is tried again."""
    stand_in.answer("/x", b"oops", status=status)
    error = refusal(stand_in)
    assert f"HTTP {status}" in error.message
    assert error.facts["status"] == status
    assert len(stand_in.asked) == 1


def test_404_is_not_found(stand_in: StandIn) -> None:
    """Which is another error, for another person can act on it."""
    with pytest.raises(NotFoundError) as caught:
        get(stand_in)
    assert caught.value.hint


@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_server_is_asked_once_more(stand_in: StandIn, status: int) -> None:
    """After the time it asked for."""
    waited: list[float] = []

    def recover(seconds: float) -> None:
        waited.append(seconds)
        stand_in.answer("/x", b"now")

    stand_in.answer("/x", b"", status=status, Retry_After="2")
    assert get(stand_in, sleep=recover, limits=Limits(wait_seconds=2)) == b"now"
    assert waited == [2.0]
    assert len(stand_in.asked) == 2


def test_a_server_that_stays_busy_is_left(stand_in: StandIn) -> None:
    """There is no storm of tries."""
    stand_in.answer("/x", b"", status=503, Retry_After="0")
    error = refusal(stand_in, sleep=lambda _: None)
    assert "HTTP 503" in error.message
    assert len(stand_in.asked) == 2


@pytest.mark.parametrize("header", ["3600", "Wed, 21 Oct 2099 07:28:00 GMT"])
def test_a_server_that_asks_for_a_long_wait_is_left(stand_in: StandIn, header: str) -> None:
    """At once, and the error says for how long."""
    stand_in.answer("/x", b"", status=429, Retry_After=header)
    error = refusal(stand_in, sleep=lambda _: pytest.fail("waited"))
    assert "is busy (HTTP 429) and asks to wait" in error.message
    assert len(stand_in.asked) == 1


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, 1.0),
        ("", 1.0),
        ("soon", 1.0),
        ("-5", 1.0),
        ("0", 0.0),
        ("120", 120.0),
        ("Thu, 01 Jan 2026 00:00:10 GMT", 10.0),
        ("Thu, 01 Jan 2026 00:00:10 -0000", 10.0),
        ("Wed, 31 Dec 2025 00:00:00 GMT", 0.0),
    ],
)
def test_the_wait_is_read(header: str | None, seconds: float) -> None:
    """Seconds or a date; without either, a second."""
    assert wait_seconds(header, now=datetime(2026, 1, 1, tzinfo=UTC)) == seconds


def test_nobody_listening_is_an_error(stand_in: StandIn) -> None:
    """With the same hint."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}"
    silent = HttpGetter(hosts=Hosts(bases=(address,)), user_agent="test", limits=SMALL)
    with pytest.raises(UpstreamUnavailableError, match="cannot be reached") as caught:
        silent.get(address + "/x")
    assert "both-sides import wikidata FILE" in caught.value.hint
    assert stand_in.asked == []


def test_a_proxy_is_asked_to_connect(stand_in: StandIn) -> None:
    """It sees the name of the host and nothing else; here it declines."""
    through = HttpGetter(
        hosts=Hosts(bases=()), user_agent="test", limits=SMALL, proxy=stand_in.address
    )
    with pytest.raises(UpstreamUnavailableError) as caught:
        through.get("https://www.wikidata.org/x")
    assert caught.value.facts["address"] == "https://www.wikidata.org/x"


@pytest.mark.parametrize(
    ("error", "word"),
    [
        (socket.gaierror(-2, "unknown"), "no network"),
        (TimeoutError(), "in time"),
        (ConnectionRefusedError("refused"), "refused"),
        (http.client.BadStatusLine("x"), "cannot be reached"),
        (ssl.SSLCertVerificationError(), "certificate"),
    ],
)
def test_each_failure_says_on_which_side_it_is(error: Exception, word: str) -> None:
    """And always names the alternative."""
    if isinstance(error, ssl.SSLCertVerificationError):
        error.verify_message = "expired"
    built = unreachable("https://www.wikidata.org/x", error)
    assert word in built.message
    assert "both-sides import wikidata FILE" in built.hint


@pytest.mark.slow
def test_tls_is_verified(stand_in: StandIn) -> None:
    """A host without a certificate that this machine trusts is not believed."""
    for proxy in (None, stand_in.address):
        connection = _connection("https://www.wikidata.org", proxy, 1)
        assert isinstance(connection, http.client.HTTPSConnection)
        context = vars(connection)["_context"]
        assert context.verify_mode is ssl.CERT_REQUIRED
        assert context.check_hostname
    address = stand_in.address.replace("http:", "https:")
    secure = HttpGetter(hosts=Hosts(bases=(address,)), user_agent="test", limits=SMALL)
    with pytest.raises(UpstreamUnavailableError):
        secure.get(address + "/x")


def test_a_bomb_is_built_as_the_test_thinks() -> None:
    """The packed bomb above is smaller than the limit that it breaks."""
    assert len(BOMB) < SMALL.reply_bytes
