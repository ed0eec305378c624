"""Compare what a dossier shows with what its sealed events say.

The seals of a dossier cover its events only. Everything else in it (the ruling, the engine's input)
repeats them for the reader, so it is written again from the events and compared. *This module does
not* check seals; see `both_sides.exchange.chain_lines`.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import orjson

from both_sides.chain.payload import decode_event
from both_sides.domain.ids import RulingId
from both_sides.domain.rulings import Ruling
from both_sides.errors import InvalidInputError, UnsupportedSchemaError
from both_sides.exchange.chain_lines import ForeignChain
from both_sides.interfaces.wire.dossiers import FORMAT, shown_members
from both_sides.service.fold import Fold

MOST_NAMED: Final = 5


def contradictions(document: Any, chain: ForeignChain) -> tuple[str, ...]:  # noqa: ANN401 - any JSON value
    """Name the members of a dossier that say something else than its events.

    Args:
        document: What `ecmascript.parse_text` read.
        chain: The chain in it.

    Returns:
        A sentence for each member, the first five; none for a dossier of another format.
    """
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        return ()
    try:
        ruling = _rebuild(document, chain)
    except UnsupportedSchemaError:
        return ()  # a newer program wrote it; its seals can be checked all the same
    except (InvalidInputError, LookupError):
        return ("its events are none that a decision wrote",)
    if ruling is None:
        return ("its events do not create the ruling that it shows",)
    expected = orjson.loads(orjson.dumps(shown_members(ruling)))
    found = {name: document.get(name) for name in expected}
    places = [f"{place} is not what its events say" for place in _differences(expected, found, "")]
    return tuple(places[:MOST_NAMED])


def _rebuild(document: Mapping[str, Any], chain: ForeignChain) -> Ruling | None:
    fold = Fold(lambda _kind, _key: None)
    for event in chain.events:
        if event.body is None:
            return None
        fold.apply(decode_event(event.body, n=event.seq, source=f"event {event.seq}"))
    shown = document.get("ruling")
    ruling_id = shown.get("id") if isinstance(shown, Mapping) else None
    return fold.get(Ruling, RulingId(ruling_id)) if isinstance(ruling_id, str) else None


def _differences(expected: Any, found: Any, place: str) -> Iterator[str]:  # noqa: ANN401 - any JSON value
    if isinstance(expected, dict) and isinstance(found, Mapping):
        for name in dict.fromkeys([*expected, *found]):
            below = f"{place}.{name}" if place else name
            missing = object()
            yield from _differences(expected.get(name, missing), found.get(name, missing), below)
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from _differences(one, other, f"{place}[{index}]")
    elif expected != found or isinstance(expected, bool) != isinstance(found, bool):
        yield place
