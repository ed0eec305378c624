"""Start imports that go on after the answer: a file that was sent, or an entity that is fetched.

REST and the web page call the same functions. *This module does not* choose where an entity is
fetched from: that is the named upstream, and nothing a caller sends names another.
"""

from time import monotonic
from typing import Any, Final

from both_sides.domain.ids import EntityId, PropertyId
from both_sides.errors import LimitExceededError
from both_sides.interfaces.http.memory import give_back
from both_sides.interfaces.http.seats import Seat
from both_sides.interfaces.http.uploads import Upload
from both_sides.interfaces.wire.imports import report_members
from both_sides.service.fetching import fetch_entity, record_fetched
from both_sides.service.importing import ImportReport, Selection, import_stream
from both_sides.service.jobs import Job

FETCH: Final = "fetch"
IMPORT: Final = "import"
MIB: Final = 1024 * 1024
LONGEST_LINE: Final = 16 * MIB  # three times the largest entity there is
UNPACKED_SHARE: Final = 20  # a Wikidata dump unpacks to about 15 times its size
SOURCE: Final = "upload"
MOST_SECONDS: Final = 30 * 60


def start_import(
    seat: Seat,
    upload: Upload,
    *,
    entities: tuple[EntityId, ...] = (),
    properties: tuple[PropertyId, ...] = (),
) -> Job:
    """Start the import of a file that was sent; the file is discarded when it is over.

    Args:
        seat: Who asks, and for which scope.
        upload: The file.
        entities: Only these entities; none for all.
        properties: Only claims about these properties; none for all.

    Raises:
        BusyError: Too many jobs are waiting.
    """
    office = seat.office
    selection = Selection(
        frozenset(entities) or None,
        properties or None,
        office.settings.language,
        longest_line=LONGEST_LINE,
        most_unpacked=office.serve.upload_mib * MIB * UNPACKED_SHARE,
    )

    def work(job: Job) -> dict[str, Any]:
        report = ImportReport()

        def tell(report: ImportReport) -> None:
            job.report({**_counts(report), "bytes": stream.tell(), "totalBytes": upload.size})

        def look_up() -> None:
            job.check()
            if monotonic() > deadline:
                raise LimitExceededError(
                    f"the import took longer than {MOST_SECONDS // 60} minutes; what was recorded"
                    " before stays",
                    hint="split the file, or import it on the server's own machine",
                )

        deadline = monotonic() + MOST_SECONDS

        try:
            with upload.path.open("rb") as stream:
                import_stream(
                    seat.desk,
                    stream,
                    selection,
                    report,
                    source=SOURCE,
                    actor=seat.caller.name,
                    progress=tell,
                    between_chunks=look_up,
                )
        finally:
            upload.discard()
            give_back()
        return report_members(report)

    job = office.jobs.start(
        seat.scope,
        IMPORT,
        work,
        actor=seat.caller.name,
        at=office.ledger.now(),
        abandon=upload.discard,
    )
    upload.is_taken = True
    return job


def start_fetch(seat: Seat, entity_id: EntityId, language: str | None = None) -> Job:
    """Start to fetch an entity from the named upstream.

    Raises:
        BusyError: Too many jobs are waiting.
    """
    office = seat.office

    def work(job: Job) -> dict[str, Any]:
        job.report({"entityId": entity_id})
        fetched = fetch_entity(
            office.open_client(),
            entity_id,
            language=language or office.settings.language,
            retrieved=office.ledger.now(),
        )
        report = record_fetched(seat.desk, fetched, actor=seat.caller.name)
        return {
            "entityId": fetched.entity_id,
            "remarks": list(fetched.remarks),
            **report_members(report),
        }

    return office.jobs.start(
        seat.scope, FETCH, work, actor=seat.caller.name, at=office.ledger.now()
    )


def _counts(report: ImportReport) -> dict[str, int]:
    return {
        "entities": report.entities,
        "recorded": report.recorded,
        "claims": report.claims,
        "problems": sum(report.problem_counts.values()),
    }
