"""Read YAML that people hand in, as plain values with their lines, and refuse what is hostile.

Values are texts as they are written, lists, mappings, and, where they are written plainly, `true`,
`false` and nothing (``~``, ``null``, an empty place): the core schema's, so that ``no`` and
``2024-01-01`` stay the words they are. No tag ever makes an object.

Refused: broken syntax, nesting deeper than 50, more than one document, and aliases that unfold to
more than 100,000 values. A key that stands twice in one mapping is reported; the last one counts.
*This module does not* know any format.

*Source:* YAML 1.2.2, 3.2.1 (unique keys) and 10.3 (core schema).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from both_sides.errors import LimitExceededError, MalformedDocumentError

if TYPE_CHECKING:
    from yaml.events import Event

DEEPEST: Final = 50
MOST_VALUES: Final = 100_000

_CONSTANTS: Final[dict[str, bool | None]] = {
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
    "null": None,
    "Null": None,
    "NULL": None,
    "~": None,
    "": None,
}


class YamlMapping(dict[str, Any]):
    """Hold a mapping with the line on which each of its keys stands, from 1."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[str, int] = {}


@dataclass(frozen=True, slots=True)
class YamlDocument:
    """Hold what a document says.

    Args:
        value: None, bool, str, or lists and `YamlMapping`s of these.
        repeated: The keys that stand twice in one mapping, with the line of the second one.
    """

    value: Any
    repeated: tuple[tuple[str, int], ...]


@dataclass
class _Open:
    """Hold a list or a mapping that is not complete yet, and how many values it unfolds to."""

    value: list[Any] | YamlMapping
    anchor: str | None
    size: int = 1
    key: str | None = None
    key_line: int = 0


@dataclass
class _Builder:
    """Build values out of the parser's events, without recursion."""

    source: str
    stack: list[_Open] = field(default_factory=list)
    anchors: dict[str, tuple[Any, int]] = field(default_factory=dict)
    repeated: list[tuple[str, int]] = field(default_factory=list)
    value: Any = None

    @property
    def awaits_key(self) -> bool:
        into = self.stack[-1] if self.stack else None
        return into is not None and isinstance(into.value, dict) and into.key is None

    def put(self, value: Any, size: int, line: int) -> None:  # noqa: ANN401 - YAML
        if not self.stack:
            self.value = value
            return
        into = self.stack[-1]
        into.size += size
        if into.size > MOST_VALUES:
            raise LimitExceededError(
                f"{self.source} unfolds to more than {MOST_VALUES:,} values",
                hint="write the values out instead of repeating aliases of aliases",
                source=self.source,
                most=MOST_VALUES,
            )
        if isinstance(into.value, list):
            into.value.append(value)
        elif into.key is None:
            into.key, into.key_line = str(value), line
        else:
            if into.key in into.value:
                self.repeated.append((into.key, into.key_line))
            into.value[into.key] = value
            into.value.lines[into.key] = into.key_line
            into.key = None

    def open(self, value: list[Any] | YamlMapping, anchor: str | None) -> None:
        if len(self.stack) >= DEEPEST:
            raise LimitExceededError(
                f"{self.source} is nested deeper than {DEEPEST} levels",
                hint="flatten it; no format that is read here needs more than a dozen levels",
                source=self.source,
                deepest=DEEPEST,
            )
        self.stack.append(_Open(value, anchor))

    def close(self, line: int) -> None:
        done = self.stack.pop()
        if done.anchor is not None:
            self.anchors[done.anchor] = (done.value, done.size)
        self.put(done.value, done.size, line)


def parse_yaml(text: str, *, source: str = "the document") -> YamlDocument:
    """Read one YAML document.

    Args:
        text: The document.
        source: What to call it in an error.

    Raises:
        MalformedDocumentError: It is not YAML, or holds several documents.
        LimitExceededError: It is too deep, or its aliases unfold to too much.
    """
    builder = _Builder(source)
    documents = 0
    for event in _events(text, source):
        name = type(event).__name__
        line = 0 if event.start_mark is None else event.start_mark.line + 1
        anchor = getattr(event, "anchor", None)
        if name == "DocumentStartEvent":
            documents += 1
        elif name == "AliasEvent":
            builder.put(*_named(builder, anchor, line, source), line)
        elif name == "ScalarEvent":
            value = event.value if builder.awaits_key else _scalar(event)  # type: ignore[attr-defined] # it is a scalar event
            if anchor is not None:
                builder.anchors[anchor] = (value, 1)
            builder.put(value, 1, line)
        elif name in {"SequenceStartEvent", "MappingStartEvent"}:
            builder.open([] if name.startswith("Seq") else YamlMapping(), anchor)
        elif name in {"SequenceEndEvent", "MappingEndEvent"}:
            builder.close(line)
    if documents > 1:
        raise MalformedDocumentError(
            f"{source} holds {documents} YAML documents",
            hint="give one document a file, without --- in between",
            source=source,
        )
    return YamlDocument(builder.value, tuple(builder.repeated))


def _events(text: str, source: str) -> "Iterator[Event]":
    import yaml

    try:
        yield from yaml.parse(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = "" if mark is None else f" at line {mark.line + 1}, column {mark.column + 1}"
        what = getattr(error, "problem", None) or getattr(error, "reason", None) or "broken syntax"
        raise _malformed(f"{source} is not YAML: {what}{where}", source) from None
    except (ValueError, OverflowError) as error:  # an escape beyond Unicode
        raise _malformed(f"{source} is not YAML: {error}", source) from None


def _malformed(message: str, source: str) -> MalformedDocumentError:
    return MalformedDocumentError(
        message, hint="mend the syntax there; a YAML checker shows the same place", source=source
    )


def _named(builder: _Builder, anchor: str | None, line: int, source: str) -> tuple[Any, int]:
    if anchor not in builder.anchors:  # unknown, or an alias inside of what it names
        raise _malformed(f"{source} has an alias *{anchor} of nothing at line {line}", source)
    return builder.anchors[anchor]


def _scalar(event: Any) -> Any:  # noqa: ANN401 - a scalar event
    is_plain = event.style is None and event.tag is None
    return _CONSTANTS.get(event.value, event.value) if is_plain else event.value
