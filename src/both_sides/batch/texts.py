"""Read a file of second sources: one text an entity, as a table of any form.

*This module does not* read figures; see `second_sources`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from both_sides.batch.inputs import InputKind, find_inputs
from both_sides.batch.table_columns import as_text
from both_sides.batch.table_problems import TableReport
from both_sides.batch.table_rows import CsvOptions, TableForm, columns_of, read_rows
from both_sides.errors import InvalidInputError

ENTITY: Final = ("entity", "entity_id", "entityId", "item", "id")
TEXT: Final = ("text", "extract", "abstract", "summary", "corroborating_text", "corroboratingText")


def read_texts(path: Path) -> Iterator[tuple[str, str]]:
    """Read the texts of second sources.

    Args:
        path: Parquet, CSV or JSON Lines with a column of entities and one of texts.

    Raises:
        NotFoundError: There is no such file.
        InvalidInputError: It has no such columns.
    """
    inputs = find_inputs([path], is_mapped=True)
    assert inputs.kind is InputKind.TABLE  # a mapping says so
    for file, form in zip(inputs.files, inputs.forms, strict=True):
        entity, text = _columns(file, form)
        for rows in read_rows(file, form, (entity, text), CsvOptions(), TableReport()):
            columns = (as_text(column).to_pylist() for column in rows.batch.columns)
            for name, said in zip(*columns, strict=True):
                if name and said:
                    yield name.strip(), said


def _columns(path: Path, form: TableForm) -> tuple[str, str]:
    columns = columns_of(path, form, CsvOptions())
    found = [next((name for name in names if name in columns), None) for names in (ENTITY, TEXT)]
    if None in found:
        raise InvalidInputError(
            f"{path} does not say which text is about which entity",
            hint=f"name its columns entity and text; it has {', '.join(columns) or '(none)'}",
            file=str(path),
        )
    return str(found[0]), str(found[1])
