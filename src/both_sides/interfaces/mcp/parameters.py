"""Describe the parameters that several tools share.

A text that may be left out is empty where it is; null counts as left out. It is a plain string in
the schema, so nothing tries to read a quote such as `[1, 2]` as JSON.
"""

from typing import Annotated, Final

from pydantic import BeforeValidator, Field

from both_sides.interfaces.mcp.bounds import Detail

LARGEST_PAGE: Final = 50
USUAL_PAGE: Final = 20
MOST_STATEMENTS: Final = 50


def _absent(value: object) -> object:
    return "" if value is None else value


ABSENT: Final = BeforeValidator(_absent)

ClaimParam = Annotated[str, Field(description="Like CLM-0001.")]
RulingParam = Annotated[str, Field(description="Like RUL-0001.")]
EntityParam = Annotated[str, Field(description="Entity, like Q1764.")]
PropertyParam = Annotated[str, Field(description="Property, like P1082.")]
ReasonParam = Annotated[str, Field(description="Why; it is sealed.")]
CursorParam = Annotated[str, ABSENT, Field(description="nextCursor of the last page.")]
LimitParam = Annotated[int, Field(ge=1, le=LARGEST_PAGE, description="Rows at most.")]
DetailParam = Annotated[Detail, Field(description="full: longer texts.")]
KeyParam = Annotated[str, ABSENT, Field(description="Repeats with it are recorded once.")]
AsOfParam = Annotated[
    str, ABSENT, Field(description="ISO date to rank for; default now. Give it to repeat a result.")
]
AtParam = Annotated[str, ABSENT, Field(description="Only what holds at this date, like 2015.")]
NewestParam = Annotated[bool, Field(description="Only the newest point in time.")]
