"""Answer with a ranked dispute; what follows from the dispute alone is written once.

*This module does not* rank.
"""

from fastapi import Response

from both_sides.interfaces.http.answers import json_answer
from both_sides.interfaces.http.seats import Seat
from both_sides.interfaces.wire.shapes import ClaimRows, claim_rows, hearing_members
from both_sides.service.desk_reading import BYTES_A_STATEMENT, Hearing


def hearing_answer(seat: Seat, hearing: Hearing) -> Response:
    """Answer with a dispute and the engine's answer."""
    return json_answer(hearing_members(hearing, _rows(seat, hearing)))


def _rows(seat: Seat, hearing: Hearing) -> ClaimRows | None:
    case = hearing.case
    if hearing.head_seal is None:
        return None
    return seat.office.remembered.get(
        ("rows", seat.scope, case.subject, case.narrowing, case.inputs_digest),
        hearing.head_seal,
        lambda: claim_rows(case, hearing.weighed),
        lambda _: BYTES_A_STATEMENT * (1 + len(case.statements)),
    )
