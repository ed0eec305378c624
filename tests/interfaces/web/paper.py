"""Be a browser without scripts: read pages strictly, follow links, fill in forms, keep cookies.

Every page that is read is checked on the way: it is valid HTML, asks nothing of another site, and
holds no script, style or handler of its own, so that the content policy never has to step in.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

import html5lib
from fastapi.testclient import TestClient
from html5lib.html5parser import ParseError
from httpx2 import Response

HTML = {"Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}
LOADED = {"img": "src", "script": "src", "link": "href", "source": "src", "iframe": "src"}
NOT_SENT = {"checkbox", "radio"}


class InvalidPageError(AssertionError):
    """Say that a page is no valid HTML."""


@dataclass
class Paper:
    """Hold one page as it was read.

    Args:
        response: The answer.
        tree: Its elements.
        reader: Who read it.
    """

    response: Response
    tree: Element
    reader: "Reader"

    @property
    def status(self) -> int:
        """Give the status of the answer."""
        return int(self.response.status_code)

    @property
    def path(self) -> str:
        """Give the address of the page."""
        return str(self.response.url.path)

    @property
    def text(self) -> str:
        """Give all its text, white space folded."""
        return words_of(self.tree)

    @property
    def title(self) -> str:
        """Give the first heading."""
        return words_of(self.one("h1"))

    def all(self, name: str, css: str | None = None) -> list[Element]:
        """Find elements by name, and by one of their classes."""
        found = self.tree.iter(name)
        return [one for one in found if css is None or css in one.get("class", "").split()]

    def one(self, name: str, css: str | None = None) -> Element:
        """Find the first element, which must be there."""
        found = self.all(name, css)
        assert found, (name, css, self.text[:400])
        return found[0]

    def by_id(self, name: str) -> Element:
        """Find an element by its id."""
        return next(one for one in self.tree.iter() if one.get("id") == name)

    def links(self) -> list[str]:
        """List where the page leads to."""
        return [one.get("href", "") for one in self.tree.iter("a")]

    def alerts(self) -> str:
        """Give what the page warns of, at its forms and beside their fields."""
        found = [*self.all("div", "alert-wrong"), *self.all("p", "wrong")]
        return " ".join(map(words_of, found))

    def beside(self, field_id: str) -> str:
        """Give what is said beside a field."""
        return words_of(self.by_id(f"{field_id}-wrong"))

    def forms(self) -> list["PaperForm"]:
        """List the forms."""
        return [PaperForm(one, self) for one in self.tree.iter("form")]

    def form(self, action: str) -> "PaperForm":
        """Find the form that is sent to an address, one that records something before another."""
        found = [one for one in self.forms() if one.action.partition("#")[0] == action]
        assert found, (action, [one.action for one in self.forms()], self.text[:400])
        return min(found, key=lambda one: one.method != "POST")

    def follow(self, words: str) -> "Paper":
        """Follow the first link with these words."""
        found = (one for one in self.tree.iter("a") if words in words_of(one))
        return self.reader.read(next(found).get("href", ""))


@dataclass
class PaperForm:
    """Hold a form as a person fills it in."""

    element: Element
    page: Paper
    typed: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Take over what the page has filled in."""
        for name, value in self._filled_in():
            self.typed.setdefault(name, []).append(value)

    @property
    def action(self) -> str:
        """Give where it is sent to."""
        return self.element.get("action", "")

    @property
    def method(self) -> str:
        """Give how it is sent."""
        return self.element.get("method", "get").upper()

    def fill(self, **typed: str | list[str]) -> "PaperForm":
        """Type into fields, which must be there; a list ticks several boxes."""
        names = {one.get("name") for one in self.element.iter()}
        for name, value in typed.items():
            assert name in names, (name, sorted(filter(None, names)))
            self.typed[name] = value if isinstance(value, list) else [value]
        return self

    def value(self, name: str) -> str:
        """Give what stands in a field."""
        return self.typed.get(name, [""])[0]

    def first(self, name: str) -> str:
        """Give the first choice that a field offers."""
        return next(one.get("value", "") for one in self.element.iter() if one.get("name") == name)

    def send(self, files: Any = None, **changed: str) -> Paper:  # noqa: ANN401 - httpx's own
        """Send it, and read what comes."""
        fields = self.typed | {name: [value] for name, value in changed.items()}
        address = self.action or self.page.path
        if self.method == "GET":
            return self.page.reader.read(address, params=fields)
        return self.page.reader.send(address, fields, files)

    def _filled_in(self) -> Iterator[tuple[str, str]]:
        for one in self.element.iter():
            name = one.get("name")
            if not name or one.get("disabled") is not None:
                continue
            if one.tag == "textarea":
                yield name, "".join(one.itertext())
            elif one.tag == "select":
                options = list(one.iter("option"))
                chosen = [o for o in options if o.get("selected") is not None] or options[:1]
                yield from ((name, option.get("value", "")) for option in chosen)
            elif (
                one.tag == "input"
                and one.get("type") != "file"
                and (one.get("type") not in NOT_SENT or one.get("checked") is not None)
            ):
                yield name, one.get("value", "on")


@dataclass
class Reader:
    """Read pages of a server.

    Args:
        http: Sends requests; keeps cookies.
    """

    http: TestClient

    def read(self, address: str, status: int | None = None, **options: Any) -> Paper:  # noqa: ANN401 - httpx's own
        """Read a page; every status but a success has to be expected."""
        headers = HTML | options.pop("headers", {})
        return self._paper(self.http.get(address, headers=headers, **options), status or 200)

    def send(self, address: str, fields: Any, files: Any = None) -> Paper:  # noqa: ANN401 - httpx's own
        """Send a form, and read what comes, whatever its status."""
        response = self.http.post(address, data=fields, files=files, headers=HTML)
        return self._paper(response, None)

    def _paper(self, response: Response, status: int | None) -> Paper:
        assert status is None or response.status_code == status, (
            response.status_code,
            response.text[:2000],
        )
        assert response.headers["content-type"] == "text/html; charset=utf-8"
        return Paper(response, checked(response.text), self)


def checked(text: str) -> Element:
    """Parse a page, and require that it is valid and asks nothing of another site."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    try:
        tree: Element = parser.parse(text)
    except ParseError as error:
        line = text[: parser.tokenizer.stream.position()[0]].splitlines()[-1:]
        raise InvalidPageError(f"{error} at {parser.tokenizer.stream.position()}: {line}") from None
    ids = [one.get("id") for one in tree.iter() if one.get("id") is not None]
    assert len(ids) == len(set(ids)), [name for name in ids if ids.count(name) > 1]
    labels = {one.get("for") for one in tree.iter("label") if one.get("for")}
    assert labels <= set(ids), labels - set(ids)
    for one in tree.iter():
        if callable(one.tag):  # a comment
            continue
        handlers = [name for name in one.attrib if str(name).lower().startswith("on")]
        assert not handlers, (one.tag, handlers)
        assert one.get("style") is None, one.tag
        assert one.tag != "style", "a style of its own"
        if one.tag == "script":
            assert not (one.text or "").strip(), one.text
        address = one.get(LOADED[one.tag], "") if one.tag in LOADED else ""
        assert not urlsplit(address).netloc, address
        assert not address.startswith("data:"), address
    for one in tree.iter("a"):
        scheme = urlsplit(one.get("href", "")).scheme.lower()
        assert scheme in {"", "http", "https"}, one.get("href")
    return tree


def words_of(element: Element) -> str:
    """Give the text of an element, white space folded."""
    return " ".join("".join(element.itertext()).split())
