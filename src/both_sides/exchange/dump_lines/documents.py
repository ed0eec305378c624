"""Read the entity documents out of a file, one at a time, whatever frames them.

A Wikidata dump is one JSON list with one entity a line: `[`, entities that end with a comma, `]`.
The same entities come without brackets (NDJSON), as replies and maps, all on one line, or printed
over many lines. Each line is parsed by itself, so that a bad one never costs another. *This module
does not* read what an entity says.

    >>> import io
    >>> [read.document["id"] for read in read_documents(io.BytesIO(b'[{"id":"Q1"}]'), source="-")]
    ['Q1']
"""

import hashlib
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any, BinaryIO, Final, NamedTuple

import orjson

from both_sides.exchange.dump_lines.assembly import Assembly, opens_document
from both_sides.exchange.dump_lines.compression import StreamFlaw, unpack
from both_sides.exchange.dump_lines.duplicates import find_duplicates
from both_sides.exchange.dump_lines.lines import LONGEST_LINE, Line, cut_lines
from both_sides.exchange.problems import Place, Problem, ProblemCode
from both_sides.exchange.wikidata import (
    STATEMENT_KEY,
    count_statements,
    entities_in,
    read_entity_id,
)

BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_FRAMING: Final = frozenset({b"", b"[", b"]", b"],", b"[]", b","})
_ID: Final = re.compile(rb'"id"\s*:\s*"([QPLM][0-9]{1,18})"')
_LOOK_FOR_ID: Final = 64 * 1024
_TOO_DEEP: Final = re.compile("depth|recursion", re.IGNORECASE)
MOST_KEYS_NAMED: Final = 3


@dataclass(frozen=True, slots=True)
class EntityDocument:
    """Hold one parsed entity and where it comes from.

    Args:
        place: The file, and the line on which its document begins.
        digest: SHA-384 of the document's bytes without framing, hexadecimal. Entities that came
            in one list, map or reply share the digest of the whole.
        document: The entity as `both_sides.exchange.wikidata.read_entity` takes it.
    """

    place: Place
    digest: str
    document: dict[str, Any]


def read_documents(
    stream: BinaryIO,
    *,
    source: str,
    longest_line: int = LONGEST_LINE,
    entities: Collection[str] | None = None,
) -> Iterator[EntityDocument | Problem]:
    """Read the entity documents of a file.

    Args:
        stream: Open for reading bytes; packed or not, seekable or not.
        source: What to call it in a problem, usually the file's name.
        longest_line: The most bytes of one line, or of one document over several lines.
        entities: Only these ids (a lexeme brings its forms and senses along), or None for all.

    Returns:
        Documents and problems in the order of the file. Only one document is held at a time.

    Raises:
        OSError: The stream cannot be read.

    *Source:* spec/engine.md, traps (dump framing; one bad entity never stops or loses the rest).
    """
    reader = DocumentReader(source=source, longest_line=longest_line, entities=entities)
    for line in cut_lines(unpack(stream, name=source), longest=longest_line):
        yield from reader.take(line)
    yield from reader.end()


class DocumentReader:
    """Turn lines into documents; hold lines only while a document goes over several.

    The arguments are those of `read_documents`.
    """

    def __init__(self, *, source: str, longest_line: int, entities: Collection[str] | None) -> None:
        self._source = source
        self._longest = longest_line
        self._entities = entities
        self._mentions = [b'"%b"' % entity_id.encode() for entity_id in entities or ()]
        self._assembly: Assembly | None = None
        self._cut_off: Problem | None = None
        self._flaw: StreamFlaw | None = None
        self._is_list_open = False
        self._number = 0

    def take(self, line: Line | StreamFlaw) -> Iterator[EntityDocument | Problem]:
        """Give what the next line holds: usually one document, sometimes none or many."""
        if isinstance(line, StreamFlaw):
            self._flaw = line
            return
        self._number = line.number
        content = line.content.removeprefix(BYTE_ORDER_MARK) if line.number == 1 else line.content
        is_at_margin = content.startswith(b'{"')
        content = content.strip()
        if self._assembly is not None:
            if line.is_whole and not is_at_margin and not _is_entity_line(content):
                self._assembly.add(content)
                if self._assembly.is_complete:
                    yield from self._end_assembly()
                return
            # The next entity begins: what was held is no document over several lines, but a
            # broken line and whatever followed it.
            yield self._give_up()
        if not line.is_whole:
            yield self._too_long(line.number, line.length, content)
        elif content in _FRAMING:
            self._is_list_open = content == b"[" or (self._is_list_open and content in {b"", b","})
        elif not self._mentions or self._mentions_any(content, is_at_margin=is_at_margin):
            yield from self._read(content, line)

    def end(self) -> Iterator[Problem]:
        """Say what is missing at the end of the stream; at most one problem."""
        cut_off = self._cut_off
        if self._assembly is not None:
            cut_off = replace(self._give_up(), code=ProblemCode.TRUNCATED)
        last = Place(self._source, self._number or None)
        if self._flaw is not None and cut_off is not None:
            what = f"{self._flaw.what}, in the middle of this document"
            yield replace(cut_off, code=self._flaw.code, what=what)
        elif self._flaw is not None:
            yield Problem(self._flaw.code, self._flaw.what, last)
        elif cut_off is not None:
            yield cut_off
        elif self._is_list_open:
            yield Problem(ProblemCode.TRUNCATED, "the list is not closed with ]", last)

    def _mentions_any(self, content: bytes, *, is_at_margin: bool) -> bool:
        """Tell whether one of the wanted entities can be in this line.

        Looking for bytes is ten times faster than parsing, and most lines of a dump are not
        asked for. Lines that are no whole document may be part of a wanted one.
        """
        is_whole = is_at_margin and content.endswith((b"}", b"},"))
        return not is_whole or any(mention in content for mention in self._mentions)

    def _read(self, content: bytes, line: Line) -> Iterator[EntityDocument | Problem]:
        """Parse a line; where it is no document, it may be the first line of one."""
        parsed = self._parse(content)
        if isinstance(parsed, _Parsed):
            yield from self._documents(parsed, line.number)
        elif line.is_ended and opens_document(content):
            self._assembly = Assembly(line.number, self._longest)
            self._assembly.add(content)
        elif line.is_ended:
            yield self._unreadable(content, parsed, line.number)
        else:
            problem = self._unreadable(content, parsed, line.number)
            self._cut_off = replace(problem, code=ProblemCode.TRUNCATED)

    def _end_assembly(self) -> Iterator[EntityDocument | Problem]:
        assembly, self._assembly = self._assembly, None
        assert assembly is not None
        if assembly.is_too_long:
            yield self._too_long(assembly.number, assembly.length, assembly.content)
            return
        parsed = self._parse(assembly.content)
        if isinstance(parsed, _Parsed):
            yield from self._documents(parsed, assembly.number)
        else:
            yield self._unreadable(assembly.content, parsed, assembly.number)

    def _give_up(self) -> Problem:
        """Report what was held as a document that does not end."""
        assembly, self._assembly = self._assembly, None
        assert assembly is not None
        lines = "" if assembly.lines == 1 else f" within {assembly.lines} lines"
        content = assembly.content
        return self._problem(
            ProblemCode.NOT_JSON,
            f"the document that begins here does not end{lines}",
            content,
            assembly.number,
        )

    def _parse(self, content: bytes) -> "_Parsed | orjson.JSONDecodeError":
        """Parse a document with or without the comma and the brackets of the list around it."""
        first_error: orjson.JSONDecodeError | None = None
        bare = content.removesuffix(b",").rstrip()
        for opens, closes in ((False, False), (True, False), (False, True)):
            if (opens and not bare.startswith(b"[")) or (closes and not bare.endswith(b"]")):
                continue
            candidate = bare[1:] if opens else bare[:-1] if closes else bare
            try:
                value = orjson.loads(candidate)
            except orjson.JSONDecodeError as error:
                first_error = first_error or error
                continue
            self._is_list_open = opens or (self._is_list_open and not closes)
            return _Parsed(candidate, value)
        assert first_error is not None
        return first_error

    def _documents(self, parsed: "_Parsed", number: int) -> Iterator[EntityDocument | Problem]:
        place = Place(self._source, number)
        found = list(entities_in(parsed.value))
        statements = sum(
            member.statements_lost if isinstance(member, Problem) else count_statements(member)
            for member in found
        )
        # The parser keeps the last of two equal keys and says nothing. Counting one word in the
        # bytes costs next to nothing; only where the counts differ is the line read strictly.
        if statements != parsed.content.count(STATEMENT_KEY):
            yield from self._duplicates(parsed.content, found, place)
        digest = hashlib.sha384(parsed.content).hexdigest()
        for member in found:
            if isinstance(member, Problem):
                yield member.at(place)
            elif self._is_wanted(member):
                yield EntityDocument(place, digest, member)

    def _is_wanted(self, document: dict[str, Any]) -> bool:
        if self._entities is None:
            return True
        entity_id = read_entity_id(document) or ""
        return entity_id in self._entities or entity_id.partition("-")[0] in self._entities

    def _duplicates(
        self, content: bytes, found: list[dict[str, Any] | Problem], place: Place
    ) -> Iterator[Problem]:
        duplicates = find_duplicates(content)
        if duplicates.keys:
            entities = [member for member in found if isinstance(member, dict)]
            keys = ", ".join(repr(key[:40]) for key in duplicates.keys[:MOST_KEYS_NAMED])
            more = ", …" if len(duplicates.keys) > MOST_KEYS_NAMED else ""
            yield Problem(
                ProblemCode.DUPLICATE_KEY,
                f"it has the key {keys}{more} twice in one object",
                place,
                read_entity_id(entities[0]) if len(entities) == 1 else None,
                statements_lost=duplicates.statements_lost,
            )

    def _unreadable(self, content: bytes, error: orjson.JSONDecodeError, number: int) -> Problem:
        try:
            content.decode()
        except UnicodeDecodeError as reason:
            what = f"byte {reason.start + 1:,} of the line is not UTF-8"
            return self._problem(ProblemCode.NOT_UTF8, what, content, number)
        if _TOO_DEEP.search(error.msg):
            return self._problem(ProblemCode.TOO_DEEP, "it is nested too deeply", content, number)
        reason_text = error.msg.partition(": line ")[0]
        what = f"it is not JSON: {reason_text} at column {error.pos + 1:,}"
        return self._problem(ProblemCode.NOT_JSON, what, content, number)

    def _too_long(self, number: int, length: int, head: bytes) -> Problem:
        what = f"it has {length:,} bytes, more than the {self._longest:,} that are read"
        return self._problem(ProblemCode.LINE_TOO_LONG, what, head, number)

    def _problem(self, code: ProblemCode, what: str, content: bytes, number: int) -> Problem:
        """Report a document that was not read, with the id and the statements seen in its bytes."""
        entity_id = _ID.search(content, 0, _LOOK_FOR_ID)
        return Problem(
            code,
            what,
            Place(self._source, number),
            entity_id[1].decode() if entity_id else None,
            statements_lost=content.count(STATEMENT_KEY),
        )


class _Parsed(NamedTuple):
    """Hold a parsed document and the bytes it was parsed from, without framing."""

    content: bytes
    value: Any


def _is_entity_line(content: bytes) -> bool:
    """Tell whether a line is an entity by itself, as no line within a document is."""
    if not (content.startswith(b"{") and content.endswith((b"}", b"},"))):
        return False
    try:
        document = orjson.loads(content.removesuffix(b","))
    except orjson.JSONDecodeError:
        return False
    return read_entity_id(document) is not None and ("type" in document or "claims" in document)
