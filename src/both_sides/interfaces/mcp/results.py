"""Describe what tools answer with: the JSON of every other face, as models with every field said.

Names and values are those of `both_sides.interfaces.wire`, laid out flat. What is null there is
left out here, but for a next step, where null says that none was given. *This module does not* make
them.
"""

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel


class Wire(BaseModel):
    """Be a row or a result; its members are spelled as on the wire."""

    model_config = ConfigDict(alias_generator=to_camel, frozen=True, extra="ignore")


class Result(Wire):
    """Be a result that says what was shortened."""

    truncated: list[str] = Field(description="Shortened fields.")


class Listing(Result):
    """Be one page of a list."""

    next_cursor: str | None = Field(default=None, description="Next page.")


class Recorded(Wire):
    """Be the answer to a write; a text of it that is cut says so at its end."""

    seal: str = Field(description="Its seal.")
    replayed: bool = Field(description="The key was used before.")
