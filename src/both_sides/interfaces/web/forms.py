"""Read the forms of pages, and hand them back as they were typed where something has to change.

*This module does not* know what a field means; routes do.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import parse_qsl

from starlette.datastructures import UploadFile
from starlette.requests import Request

from both_sides.errors import LedgerError
from both_sides.interfaces.wire.errors import http_status
from both_sides.request_errors import MediaTypeError, RequestError

MOST_FIELDS: Final = 600
LONGEST_PART: Final = 256 * 1024
URLENCODED: Final = "application/x-www-form-urlencoded"
MULTIPART: Final = "multipart/form-data"


@dataclass(frozen=True)
class Form:
    """Hold what was typed into a form.

    Args:
        fields: The values of each field, in their order.
        files: The files that were sent along, by field.
    """

    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    files: Mapping[str, UploadFile] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """Give the value of a field, empty where it was not sent."""
        values = self.fields.get(name, ())
        return values[0] if values else ""

    def optional(self, name: str) -> str | None:
        """Give the value of a field without white space around it, None where nothing is left."""
        return self.text(name).strip() or None

    def texts(self, name: str) -> tuple[str, ...]:
        """Give all values of a field."""
        return self.fields.get(name, ())

    def lines(self, name: str) -> tuple[str, ...]:
        """Give the lines of a field that are not empty."""
        return tuple(line.strip() for line in self.text(name).splitlines() if line.strip())


NOTHING_TYPED: Final = Form()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Say what has to change in a form, beside the field.

    Args:
        field: Which field; empty for the form as a whole.
        message: What is wrong.
        hint: What would be accepted.
        code: The stable code of the error.
        status: The HTTP status of the answer.
    """

    field: str
    message: str
    hint: str
    code: str
    status: int


@dataclass(frozen=True, slots=True)
class Draft:
    """Hold a form as it is shown: what was typed, and what has to change.

    Args:
        form: What was typed.
        refusal: What has to change, or None for a form that nobody sent yet.
    """

    form: Form = NOTHING_TYPED
    refusal: Refusal | None = None

    def typed(self, name: str, default: str = "") -> str:
        """Give what was typed into a field, or a default where the form was not sent."""
        return self.form.text(name) if name in self.form.fields else default

    def chose(self, name: str, value: str, *, by_default: bool = False) -> bool:
        """Tell whether a value was chosen; where the form was not sent, whether it is at first."""
        return value in self.form.texts(name) if self.form.fields else by_default

    def wrong(self, name: str) -> Refusal | None:
        """Give what is wrong with a field, or None."""
        found = self.refusal
        return found if found is not None and found.field == name else None


def refuse(error: LedgerError, fields: Mapping[str, str], hints: Mapping[str, str]) -> Refusal:
    """Put an error beside the field that it is about.

    Args:
        error: What was refused, and why.
        fields: The field of this form for a code, or for the `field` that an error names.
        hints: What to do on the page for a code, where the error speaks of the command line.
    """
    named = str(error.facts.get("field", ""))
    place = fields.get(error.code) or fields.get(named) or ""
    hint = hints.get(error.code, error.hint)
    return Refusal(place, error.message, hint, error.code, http_status(error))


@asynccontextmanager
async def taken_form(request: Request) -> AsyncIterator[Form]:
    """Hold the form of a request as long as it is answered; files that came with it end with it.

    Raises:
        MediaTypeError: It is no form.
        RequestError: It has too many fields, or is no text.
    """
    form = await read_form(request)
    try:
        yield form
    finally:
        for file in form.files.values():
            await file.close()


async def read_form(request: Request) -> Form:
    """Read the form of a request; whoever does closes its files.

    Raises:
        MediaTypeError: It is no form.
        RequestError: It has too many fields, or is no text.
    """
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type == URLENCODED:
        return _read_urlencoded(await request.body())
    if media_type == MULTIPART:
        return await _read_multipart(request)
    raise MediaTypeError(
        f"a form of the type {media_type[:80]!r} is not read here",
        hint="send the form of the page",
        header="Content-Type",
    )


def _read_urlencoded(body: bytes) -> Form:
    try:
        pairs = parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except ValueError:
        raise _unreadable() from None
    return Form(_gather(pairs))


async def _read_multipart(request: Request) -> Form:
    sent = await request.form(max_files=1, max_fields=MOST_FIELDS, max_part_size=LONGEST_PART)
    pairs = [(name, value) for name, value in sent.multi_items() if isinstance(value, str)]
    files = {name: value for name, value in sent.multi_items() if isinstance(value, UploadFile)}
    return Form(_gather(pairs), files)


def _gather(pairs: list[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    fields: dict[str, tuple[str, ...]] = {}
    for name, value in pairs:
        # Browsers end the lines of a text with CR LF; what is sealed ends them as everybody else.
        text = value.replace("\r\n", "\n").replace("\r", "\n")
        fields[name] = (*fields.get(name, ()), text)
    return fields


def _unreadable() -> RequestError:
    return RequestError(
        "the form cannot be read", hint="load the page again, and send the form again"
    )
