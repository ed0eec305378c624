"""Write the schemas of tools small and portable: what no client needs is left out.

Titles that repeat names, defaults of parameters that may be left out, references within the schema,
and null beside the type of an optional member all go. *This module does not* loosen what is
accepted: the server still takes null for a parameter that may be left out.
"""

from typing import Any, Final

NULL_SAYS_SOMETHING: Final = frozenset({"step"})
"""Members whose null is an answer: no next step was given."""

_NULL: Final = {"type": "null"}
_NO_DEFAULT: Final[tuple[object, ...]] = (None, "", [])


def input_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """Tidy the schema of parameters; no others are accepted."""
    return {**_tidy(schema, schema.get("$defs", {})), "additionalProperties": False}


def output_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """Tidy the schema of a result.

    What is required goes too: a member that would be null is left out (`without_nulls`), all others
    are always there, and to list them would only cost tokens.
    """
    return _without_required(_tidy(schema, schema.get("$defs", {})))


def _without_required(schema: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in schema.items() if name != "required"}
    if "properties" in kept:
        properties = kept["properties"].items()
        kept["properties"] = {name: _without_required(member) for name, member in properties}
    if "items" in kept:
        kept["items"] = _without_required(kept["items"])
    return kept


def without_nulls(members: dict[str, Any]) -> dict[str, Any]:
    """Leave out what is null, at any depth, unless the null says something."""
    return {
        name: _without_nulls(value)
        for name, value in members.items()
        if value is not None or name in NULL_SAYS_SOMETHING
    }


def _without_nulls(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if isinstance(value, dict):
        return without_nulls(value)
    return [_without_nulls(item) for item in value] if isinstance(value, list) else value


def _tidy(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    schema = _resolved(_without_null(_resolved(schema, definitions)), definitions)
    tidied: dict[str, Any] = {}
    for name, value in schema.items():
        if name in {"title", "$defs"} or (name == "default" and value in _NO_DEFAULT):
            continue
        if name == "properties":
            tidied[name] = {key: _member(key, part, definitions) for key, part in value.items()}
        elif name in {"items", "additionalProperties"} and isinstance(value, dict):
            tidied[name] = _tidy(value, definitions)
        elif name == "description" and "properties" in schema:
            continue  # the docstring of a model is for those who read the code
        else:
            tidied[name] = value
    return tidied


def _resolved(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in schema:
        return schema
    own = {name: value for name, value in schema.items() if name != "$ref"}
    return {**definitions[schema["$ref"].rpartition("/")[2]], **own}


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    branches = [branch for branch in schema.get("anyOf", ()) if branch != _NULL]
    if len(branches) != 1:
        return schema
    return {**{name: part for name, part in schema.items() if name != "anyOf"}, **branches[0]}


def _member(name: str, schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    if name in NULL_SAYS_SOMETHING:
        return {key: value for key, value in schema.items() if key != "title"}
    return _tidy(schema, definitions)
