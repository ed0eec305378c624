"""Bring the worst disputes of a ranking to the desk, where people rule on them.

Entities of a dump are imported from the dump, with every statement, reference and qualifier, as
`import wikidata` does. Disputes of tables and of nested Parquet have no more than was ranked; they
are imported as that. Either way the desk ranks them to the same points. *This module does not*
choose what is worst; see `summary`.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, Final, cast

import pyarrow as pa
import pyarrow.compute as pc

from both_sides.batch.digests import combine
from both_sides.batch.inputs import InputKind, Inputs
from both_sides.batch.parquet_files import batches_of, open_parquet
from both_sides.batch.prepared import Prepared
from both_sides.batch.row_entities import Row, entity_of_rows
from both_sides.batch.streams import PackedFile, UnpackedStream
from both_sides.batch.summary import OpenQuestion
from both_sides.domain.entities import Entity, SecondSource
from both_sides.domain.ids import EntityId
from both_sides.exchange.dump_lines import read_entities
from both_sides.service.desk import Desk
from both_sides.service.importing import ImportReport, import_entities

ROWS_A_BATCH: Final = 20_000


def to_desk(  # noqa: PLR0913 - what an import is told
    desk: Desk,
    questions: Sequence[OpenQuestion],
    inputs: Inputs,
    prepared: Prepared,
    *,
    texts: Path | None,
    actor: str,
    language: str = "en",
) -> ImportReport:
    """Import the entities of disputes into a scope.

    Args:
        desk: The scope.
        questions: The disputes.
        inputs: What was ranked.
        prepared: The disputes as they were ranked.
        texts: The second sources that were given with a dump, or None.
        actor: Who imports.
        language: In which language to name entities.

    *Source:* issue 6, Build 3.
    """
    if inputs.kind is InputKind.DUMP:
        wanted = {question.entity_id for question in questions}
        entities = _of_dump(inputs.files, wanted, language)
        if texts is not None:
            entities = _with_texts(entities, texts, wanted)
        return import_entities(desk, entities, actor=actor)
    report = ImportReport()
    publisher = ", ".join(found.name for found in prepared.inputs)[:200]
    digest = combine([found.digest for found in prepared.inputs])
    for rows in _rows_of(prepared.files, questions):
        entity = entity_of_rows(rows, publisher=publisher, digest=digest)
        properties = tuple(group.property_id for group in entity.groups)
        found = import_entities(desk, [entity], actor=actor, properties=properties)
        report.entities += found.entities
        report.recorded += found.recorded
        report.claims += found.claims
        for problem in found.problems:
            report.add_problem(problem)
    return report


def _of_dump(files: Iterable[Path], wanted: set[str], language: str) -> Iterator[Entity]:
    """Read some entities out of dumps; what is not asked for is not even parsed."""
    left = set(wanted)
    for path in files:
        with closing(PackedFile(path)) as file:
            stream = cast("BinaryIO", UnpackedStream(file.chunks()))
            ids = [EntityId(name.partition("-")[0]) for name in left]
            for read in read_entities(stream, source=path.name, entities=ids, language=language):
                if read.entity is not None and read.entity.entity_id in left:
                    left.discard(read.entity.entity_id)
                    yield read.entity
                if not left:
                    return


def _with_texts(entities: Iterable[Entity], texts: Path, wanted: set[str]) -> Iterator[Entity]:
    from both_sides.batch.texts import read_texts

    found = {name: text for name, text in read_texts(texts) if name in wanted}
    for entity in entities:
        text = found.get(entity.entity_id)
        source = None if text is None else SecondSource(text=text, title=texts.name)
        yield entity if source is None else replace(entity, second_source=source)


def _rows_of(files: Iterable[Path], questions: Sequence[OpenQuestion]) -> Iterator[list[Row]]:
    """Give the rows of disputes, those of one entity together."""
    subjects = {(question.entity_id, question.property_id) for question in questions}
    names = pa.array(sorted({name for name, _ in subjects}))
    found: dict[str, list[Row]] = {}
    for path in files:
        for batch in batches_of(open_parquet(path), ROWS_A_BATCH):
            chosen = batch.filter(pc.is_in(batch.column("entity_id"), value_set=names))
            for row in chosen.to_pylist() if chosen.num_rows else ():
                if (row["entity_id"], row["property_id"]) in subjects:
                    found.setdefault(row["entity_id"], []).append(row)
    yield from found.values()
