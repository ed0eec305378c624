"""Imports: a file that is sent, or an entity that is fetched; both go on after the answer."""

from collections.abc import AsyncIterator
from typing import Annotated, Any, Final

from fastapi import Depends, Path, Query, Response
from pydantic import BaseModel, StringConstraints, ValidationError

from both_sides.domain.ids import parse_entity_id, parse_wikidata_entity, parse_wikidata_property
from both_sides.exchange.strict_json import parse_json
from both_sides.interfaces.api.documented import WITH_BODY, answers
from both_sides.interfaces.api.recording import PREFIX, address
from both_sides.interfaces.api.shapes.overview import FetchAsked, JobPage, JobShape
from both_sides.interfaces.http.answers import ACCEPTED, json_answer
from both_sides.interfaces.http.import_jobs import start_fetch, start_import
from both_sides.interfaces.http.routes import OfficeRouter
from both_sides.interfaces.http.seats import Reading, Working
from both_sides.interfaces.http.uploads import Upload, receive_upload
from both_sides.interfaces.http.validation import validation_error
from both_sides.interfaces.wire.jobs import job_members
from both_sides.request_errors import MediaTypeError
from both_sides.service.jobs import Job

JSON: Final = "application/json"
FILE_TYPES: Final = (
    "application/octet-stream",
    "application/gzip",
    "application/x-bzip2",
    "application/x-ndjson",
)
ENTITY: Final = r"^[QPLMqplm][0-9]{1,18}$"
RETRY_SECONDS: Final = 1
Id = Annotated[str, StringConstraints(pattern=ENTITY)]
PropertyName = Annotated[str, StringConstraints(pattern=r"^[Pp][0-9]{1,18}$")]
JobPath = Annotated[
    str,
    Path(
        pattern="^[Jj][Oo][Bb]-(0[0-9]{3}|[1-9][0-9]{3,11})$",
        description="The job.",
        examples=["JOB-0001"],
    ),
]

COMPONENTS: Final[tuple[type[BaseModel], ...]] = (FetchAsked,)
router = OfficeRouter(prefix=f"{PREFIX}/imports", tags=["Imports"])


async def receive(seat: Working) -> AsyncIterator[FetchAsked | Upload]:
    """Take what is to be imported: what to fetch, or a file, by the type of the body.

    Whoever may not import sends nothing to the disk: they have no seat.
    """
    media_type = seat.request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type == JSON:
        yield _read_asked(await seat.request.body())
    elif media_type in FILE_TYPES:
        upload = await receive_upload(seat.request)
        try:
            yield upload
        finally:
            upload.leave()
    else:
        raise _unread(media_type)


def _unread(media_type: str) -> MediaTypeError:
    return MediaTypeError(
        f"a body of the type {media_type[:80]!r} is not read here",
        hint=f"send {JSON} to fetch an entity, or a file as {FILE_TYPES[0]}",
        header="Content-Type",
    )


@router.get(
    "",
    operation_id="listImports",
    summary="List the imports",
    responses=answers(200, "The jobs.", JobPage),
)
def list_imports(seat: Reading) -> Response:
    """List the imports of the scope since the server started, the last one first."""
    jobs = seat.office.jobs.of(seat.scope)
    return json_answer({"imports": list(map(job_members, jobs))})


@router.post(
    "",
    status_code=202,
    operation_id="startImport",
    summary="Import a file, or fetch an entity",
    responses=answers(
        202, "The job; ask it how far it is.", JobShape, *WITH_BODY, headers=("Location",)
    ),
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                JSON: {"schema": {"$ref": "#/components/schemas/FetchAsked"}},
                FILE_TYPES[0]: {
                    "schema": {
                        "type": "string",
                        "format": "binary",
                        "minLength": 1,
                        "description": "Wikidata entities: JSON, dump lines or NDJSON; plain, gzip"
                        " or bzip2.",
                    }
                },
            },
        }
    },
)
def create_import(
    seat: Working,
    asked: Annotated[FetchAsked | Upload, Depends(receive)],
    *,
    entity: Annotated[
        list[Id] | None,
        Query(max_length=1000, description="Of a file, only these entities."),
    ] = None,
    property: Annotated[  # noqa: A002 - the parameter is called property
        list[PropertyName] | None,
        Query(max_length=1000, description="Of a file, only claims about these properties."),
    ] = None,
) -> Response:
    """Import a file of Wikidata entities, or fetch one entity from the named upstream.

    The work goes on after the answer: ask the address in `Location` how far it is. A repeated
    import records nothing new, so no idempotency key is asked for.
    """
    if isinstance(asked, Upload):
        job = start_import(
            seat,
            asked,
            entities=tuple(map(parse_wikidata_entity, entity or ())),
            properties=tuple(map(parse_wikidata_property, property or ())),
        )
    else:
        job = start_fetch(seat, parse_entity_id(asked.entity_id), asked.language)
    headers = {"Location": address("imports", job.job_id), "Retry-After": str(RETRY_SECONDS)}
    return json_answer(job_members(job), ACCEPTED, headers)


@router.get(
    "/{job}",
    operation_id="getImport",
    summary="Ask an import how far it is",
    responses=answers(200, "The job.", JobShape, 404),
)
def get_import(seat: Reading, job: JobPath) -> Response:
    """Ask an import how far it is, and what came of it."""
    return _job_answer(seat.office.jobs.find(seat.scope, job))


@router.delete(
    "/{job}",
    operation_id="cancelImport",
    summary="Cancel an import",
    responses=answers(200, "The job as it is now.", JobShape, 404),
)
def cancel_import(seat: Working, job: JobPath) -> Response:
    """Ask an import to end. What it has recorded stays; one that is over stays as it is.

    A job has no version, so `If-Match` is not asked for.
    """
    return _job_answer(seat.office.jobs.cancel(seat.scope, job))


def _job_answer(job: Job) -> Response:
    headers = {} if job.state.is_over else {"Retry-After": str(RETRY_SECONDS)}
    return json_answer(job_members(job), headers=headers)


def _read_asked(body: bytes) -> FetchAsked:
    document: Any = parse_json(body, source="the body")
    try:
        return FetchAsked.model_validate(document)
    except ValidationError as error:
        found = [{**one, "loc": ("body", *one["loc"])} for one in error.errors()]
        raise validation_error(found) from None
