"""Put answers together: JSON, its version, where the next page is, which form was asked for.

What a shape says stands in `both_sides.interfaces.wire`; *this module does not* shape anything.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote, urlencode

import orjson
from fastapi import Request, Response

from both_sides.request_errors import NotAcceptableError, RequestError

JSON: Final = "application/json"
CREATED: Final = 201
ACCEPTED: Final = 202
NOT_MODIFIED: Final = 304
# It may be kept by whoever asked, who asks each time whether it still holds.
REVALIDATED: Final = "private, no-cache"
REPLAYED_HEADER: Final = "Idempotency-Replayed"


def json_answer(
    members: Any,  # noqa: ANN401 - any JSON value
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Answer with a JSON document."""
    return Response(orjson.dumps(members), status, headers, JSON)


def versioned(request: Request, members: Any, seal_hex: str | None) -> Response:  # noqa: ANN401 - any JSON value
    """Answer with a JSON document and its version; with less where the caller has it already.

    Args:
        request: What was asked; its `If-None-Match` names versions that the caller has.
        members: The document.
        seal_hex: The seal of the last event of what it shows; None where there is none.

    *Source:* stack.md, REST habits (strong `ETag` = seal).
    """
    if seal_hex is None:
        return json_answer(members)
    headers = {"ETag": etag(seal_hex), "Cache-Control": REVALIDATED}
    if seal_hex in read_tags(request.headers.get("if-none-match", "")):
        return Response(None, NOT_MODIFIED, headers)
    return json_answer(members, headers=headers)


def etag(seal_hex: str) -> str:
    """Write a seal as a strong entity tag."""
    return f'"{seal_hex}"'


def read_tags(header: str) -> tuple[str, ...]:
    """Read the strong entity tags of a header; ``*`` and weak ones stay as they are."""
    tags = (tag.strip() for tag in header.split(","))
    return tuple(tag[1:-1] if _is_strong(tag) else tag for tag in tags if tag)


def read_if_match(header: str) -> str:
    """Read the version that a change is meant for.

    Returns:
        The seal; or a text that is no seal, which then matches nothing.

    Raises:
        RequestError: It names no version, several, or any.
    """
    tags = read_tags(header)
    if len(tags) != 1 or tags[0] == "*":
        raise RequestError(
            "the header If-Match names no version, or more than one",
            hint="send the ETag of the resource as you read it, with its quotation marks",
            field="If-Match",
        )
    return tags[0]


def page_answer(
    request: Request, name: str, rows: Sequence[Any], next_cursor: str | None
) -> Response:
    """Answer with one page of a list, and say where the next one is.

    *Source:* stack.md, REST habits (opaque cursor, `Link: rel="next"`).
    """
    members = {name: rows, "nextCursor": next_cursor}
    return json_answer(members, headers=next_link(request, next_cursor))


def next_link(request: Request, next_cursor: str | None) -> dict[str, str]:
    """Write the header that says where the next page is; none on the last one."""
    if next_cursor is None:
        return {}
    query = [pair for pair in request.query_params.multi_items() if pair[0] != "cursor"]
    path = quote(request.url.path, safe="/$:@")
    address = f"{path}?{urlencode([*query, ('cursor', next_cursor)])}"
    return {"Link": f'<{address}>; rel="next"'}


def choose_form(request: Request, named: str | None, forms: Mapping[str, str], default: str) -> str:
    """Choose the form of an answer.

    Args:
        request: What was asked, with its `Accept` header.
        named: The form that the query names, or None; it goes before the header.
        forms: The media type of each form.
        default: The form where nothing is named.

    Raises:
        NotAcceptableError: The header accepts none of them.
    """
    if named is not None:
        return named
    accept = request.headers.get("accept", "*/*") or "*/*"
    accepted = sorted(map(_read_range, accept.split(",")), key=lambda pair: -pair[1])
    for wanted, quality in accepted:
        if quality <= 0:
            continue
        for form in (default, *forms):
            if _covers(wanted, forms[form]):
                return form
    raise NotAcceptableError(
        f"there is no answer of the type {accept[:80]!r}",
        hint=f"accept one of {', '.join(forms.values())}, or name a format in the query",
        accepted=list(forms.values()),
    )


def _read_range(text: str) -> tuple[str, float]:
    media_type, *parameters = text.split(";")
    quality = 1.0
    for parameter in parameters:
        name, _, value = parameter.strip().partition("=")
        if name.lower() == "q":
            try:
                quality = float(value)
            except ValueError:
                quality = 0.0
    return media_type.strip().lower(), quality


def _covers(wanted: str, media_type: str) -> bool:
    plain = media_type.partition(";")[0]
    kind, _, _ = plain.partition("/")
    return wanted in {"*/*", f"{kind}/*", plain}


def _is_strong(tag: str) -> bool:
    return len(tag) > 1 and tag[0] == tag[-1] == '"'
