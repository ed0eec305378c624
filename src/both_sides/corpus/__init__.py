"""The bundled corpus: real disputes of every kind, to try the desk on without a network.

Two files of other people's data; `README.md` beside them names origin, authors and
licences, and has to stay with them. *This package does not* hold anything made up.

    >>> next(load()).label
    'Osaka'
"""

import hashlib
import io
from collections.abc import Iterator
from importlib.resources import files
from typing import Final

from both_sides.domain.entities import Entity
from both_sides.exchange.dump_lines import read_entities
from both_sides.exchange.public_corpus import read_public_corpus

PUBLIC_CORPUS: Final = "public_corpus.json"
WIKIDATA: Final = "wikidata.ndjson"


def load(*, language: str = "en") -> Iterator[Entity]:
    """Read the bundled entities.

    Args:
        language: In which language to name those that come from Wikidata; the public corpus is in
            English.

    Returns:
        First the seven entities of the public corpus with their second sources, then those chosen
        from Wikidata.
    """
    public = _read(PUBLIC_CORPUS)
    digest = hashlib.sha384(public).hexdigest()
    yield from read_public_corpus(public, digest=digest, source=PUBLIC_CORPUS)
    for read in read_entities(io.BytesIO(_read(WIKIDATA)), source=WIKIDATA, language=language):
        assert read.entity is not None
        assert not read.problems
        yield read.entity


def _read(name: str) -> bytes:
    return files("both_sides.corpus").joinpath(name).read_bytes()
