"""Take a file that is sent along, straight to the disk, for work that goes on after the answer.

*This module does not* look into it; what it is is told by its first bytes when it is read.
"""

import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fastapi import Request

from both_sides.errors import InvalidInputError

PREFIX: Final = "both-sides-upload-"


@dataclass(slots=True)
class Upload:
    """Hold a file that was sent; whoever takes it discards it.

    Args:
        path: Where it is; nobody else can read it.
        size: Its bytes.
        is_taken: Whether somebody will discard it; else it goes with its request.
    """

    path: Path
    size: int
    is_taken: bool = False

    def leave(self) -> None:
        """Remove the file unless somebody took it: its request is over."""
        if not self.is_taken:
            self.discard()

    def discard(self) -> None:
        """Remove the file."""
        with suppress(FileNotFoundError):
            self.path.unlink()


async def receive_upload(request: Request) -> Upload:
    """Write the body of a request to a file of its own; it is to be left when the request is over.

    How large it may be is the business of `both_sides.interfaces.http.bodies`.

    Raises:
        InvalidInputError: It is empty.
    """
    descriptor, name = tempfile.mkstemp(prefix=PREFIX)
    upload, size = Upload(Path(name), 0), 0
    try:
        with os.fdopen(descriptor, "wb") as file:
            async for chunk in request.stream():
                file.write(chunk)
                size += len(chunk)
    except BaseException:  # the client is gone, or sends too much
        upload.discard()
        raise
    if size == 0:
        upload.discard()
        raise InvalidInputError(
            "the file is empty",
            hint="send Wikidata entities: JSON, dump lines or NDJSON, packed or not",
            field="body",
        )
    return Upload(upload.path, size)
