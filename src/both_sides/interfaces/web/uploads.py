"""Keep a file that came with a form, for work that goes on after the answer.

*This module does not* look into it.
"""

import os
import shutil
import tempfile
from pathlib import Path

from starlette.datastructures import UploadFile

from both_sides.errors import InvalidInputError
from both_sides.interfaces.http.uploads import PREFIX, Upload


def keep_upload(sent: UploadFile | None) -> Upload:
    """Write a file that came with a form to a file of its own.

    Raises:
        InvalidInputError: None was chosen, or it is empty.
    """
    if sent is None or not sent.filename:
        raise InvalidInputError(
            "no file was chosen",
            hint="choose a file of Wikidata entities: JSON, dump lines or NDJSON, packed or not",
            field="file",
        )
    descriptor, name = tempfile.mkstemp(prefix=PREFIX)
    try:
        with os.fdopen(descriptor, "wb") as file:
            sent.file.seek(0)
            shutil.copyfileobj(sent.file, file)
            size = file.tell()
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    upload = Upload(Path(name), size)
    if size == 0:
        upload.discard()
        raise InvalidInputError(
            "the file is empty",
            hint="choose a file of Wikidata entities: JSON, dump lines or NDJSON, packed or not",
            field="file",
        )
    return upload
