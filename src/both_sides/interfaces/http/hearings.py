"""Answer with a ranked dispute; what was written of it before is not written again.

Of two answers for the same dispute, as long as its chain has not grown and no claim has aged by a
hundredth of a point or a tenth of a year, only the instant differs. *This module does not* rank.
"""

from dataclasses import dataclass
from typing import Any, Final

import orjson
from fastapi import Response

from both_sides.domain.adjudications import RankedClaim
from both_sides.interfaces.http.answers import json_answer
from both_sides.interfaces.http.seats import Seat
from both_sides.interfaces.wire.shapes import hearing_members
from both_sides.service.desk_reading import Hearing

ADJUDICATION: Final = "adjudication"
BYTES_A_HEARING: Final = 4096  # what is kept beside the text


@dataclass(frozen=True, slots=True)
class _Written:
    """Hold what was written of a dispute.

    Args:
        ranked: The claims as they were ranked, for which it was written.
        members: All members, written as JSON; the adjudication as members.
    """

    ranked: tuple[RankedClaim, ...]
    members: dict[str, Any]


def hearing_answer(seat: Seat, hearing: Hearing) -> Response:
    """Answer with a dispute and the engine's answer."""
    if hearing.head_seal is None:
        return json_answer(hearing_members(hearing))
    remembered, case = seat.office.remembered, hearing.case
    question = ("hearing", seat.scope, case.subject, case.narrowing)
    known: _Written | None = remembered.peek(question, hearing.head_seal)
    if known is None or known.ranked is not hearing.adjudication.ranked:
        known, weight = _write(hearing)
        remembered.put(question, hearing.head_seal, known, weight)
    adjudication = {**known.members[ADJUDICATION], "asOf": hearing.adjudication.as_of}
    return json_answer({**known.members, ADJUDICATION: adjudication})


def _write(hearing: Hearing) -> tuple[_Written, int]:
    """Write everything, and say how many bytes it takes, about."""
    members, weight = hearing_members(hearing), BYTES_A_HEARING
    for name, value in members.items():
        if name != ADJUDICATION:
            text = orjson.dumps(value)
            members[name] = orjson.Fragment(text)
            weight += len(text)
    return _Written(hearing.adjudication.ranked, members), weight
