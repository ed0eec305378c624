"""Read the lines of a dump into rows of disputes: fast where a line is usual, patiently where not.

The patient reader is that of `both_sides.exchange`, which the desk's import uses; both ways give
the same claims, and the tests compare them statement by statement. Every statement about the
properties that are asked for is accounted for: it is ranked, left out because all claims of its
question agree, or named as lost in a problem. *This module does not* open files, and it reports
flaws only in what it reads: not in the values of questions that have a single claim.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

import msgspec

from both_sides.batch.accounts import UNCLOSED_LIST, ReadChunk, Tally, Wanted
from both_sides.batch.entity_structs import EntityParser, Groups
from both_sides.batch.fast_statements import Question, UnusualError, read_question
from both_sides.batch.line_chunks import MARGIN, Chunk
from both_sides.batch.rows import RowBuilder, claim_of_statement
from both_sides.batch.second_sources import NO_TEXTS, SecondSources
from both_sides.domain.entities import StatementGroup
from both_sides.domain.ids import LONGEST_ID
from both_sides.domain.time_series import classify
from both_sides.exchange.dump_lines.compression import StreamFlaw
from both_sides.exchange.dump_lines.documents import (
    BYTE_ORDER_MARK,
    DocumentReader,
    EntityDocument,
)
from both_sides.exchange.dump_lines.lines import Line
from both_sides.exchange.problems import Place, Problem, ProblemCode
from both_sides.exchange.wikidata import STATEMENT_KEY, read_entity

_ENTITY_ID: Final = re.compile(r"[QP][0-9]{1,18}")
_PROPERTY_ID: Final = re.compile(r"P[0-9]{1,18}")
_FRAMING: Final = frozenset({b"", b"[", b"]", b"],", b"[]", b","})
_REGISTERED_HERE: Final = "CLM-"


class LineReader:
    """Turn chunks of lines into rows.

    Args:
        wanted: What is read.
    """

    def __init__(self, wanted: Wanted) -> None:
        self._wanted = wanted
        self._parser = EntityParser(wanted.properties)
        self._texts = NO_TEXTS if wanted.texts is None else SecondSources(wanted.texts)
        self._keys = {
            name: b'"%b":[{"mainsnak"' % name.encode() for name in wanted.properties or ()
        }
        self._known_properties: set[str] = set()
        self._run: DocumentReader | None = None
        self._rows = RowBuilder()
        self._tally = Tally()
        self._problems: list[Problem] = []
        self._entities: list[str] = []

    def read(self, chunk: Chunk) -> ReadChunk:
        """Read a chunk; where the one before was open, this must be the one after it."""
        for line in chunk.lines:
            self._tally.lines += 1
            if not self._read_fast(line):
                self._read_patiently(line)
        is_cut_off = False
        if chunk.is_last:
            is_cut_off = self._end_file(chunk)
        elif not chunk.is_open:
            self._end_run()
        first, last = _first_said(chunk.lines), _first_said(reversed(chunk.lines))
        answer = ReadChunk(
            number=chunk.number,
            is_open=chunk.is_open,
            is_last=chunk.is_last,
            last_line=chunk.lines[-1].number if chunk.lines else 0,
            batch=self._rows.finish(),
            tally=self._tally,
            problems=self._problems,
            opens_list=first[:1] == b"[" and first[-1:] != b"]",
            closes_list=last[-1:] == b"]",
            is_cut_off=is_cut_off,
            entities=self._entities,
        )
        self._tally, self._problems, self._entities = Tally(), [], []
        return answer

    # --- the fast way ---

    def _read_fast(self, line: Line) -> bool:
        """Read a line that is one plain entity; answer whether it was one."""
        content = line.content
        if not line.is_whole or not content.startswith(MARGIN):
            return False
        bare = content.strip().removesuffix(b",")
        try:
            entity, groups = self._parser.parse(bare)
            if not entity.is_plain or _ENTITY_ID.fullmatch(entity.id) is None:
                return False
            statements = self._require_usual(bare, groups)
            questions = self._questions(groups)
        except (msgspec.MsgspecError, RecursionError, UnusualError):
            return False
        self._end_run()
        for property_id, question in questions.items():
            figures = self._texts.figures(entity.id, claim_is_date=question.has_date)
            self._rows.add(entity.id, property_id, question.kind, figures, question.claims)
        claims = sum(len(question.claims) for question in questions.values())
        self._count(statements, claims, len(questions))
        self._entities.append(entity.id)
        return True

    def _require_usual(self, bare: bytes, groups: Groups) -> int:
        """Require ids that can be kept, and no key that stands twice; count the statements."""
        names = [statement.id for group in groups.values() for statement in group]
        together = "".join(names)
        if (
            len(set(names)) != len(names)
            or not all(names)
            or not together.isprintable()
            or max(map(len, names), default=0) > LONGEST_ID
            or _REGISTERED_HERE in together.upper()
        ):
            raise UnusualError
        if self._wanted.properties is None:
            if bare.count(STATEMENT_KEY) != len(names):
                raise UnusualError
            for property_id in groups.keys() - self._known_properties:
                if _PROPERTY_ID.fullmatch(property_id) is None:
                    raise UnusualError
                self._known_properties.add(property_id)
        elif any(bare.count(self._keys[name]) > 1 for name in groups):
            raise UnusualError
        return len(names)

    def _questions(self, groups: Groups) -> dict[str, Question]:
        agreed_too = self._wanted.agreed_too
        questions = {}
        for property_id, statements in groups.items():
            if statements and (agreed_too or len(statements) > 1):
                question = read_question(property_id, statements, agreed_too=agreed_too)
                if question is not None:
                    questions[property_id] = question
        return questions

    # --- the patient way ---

    def _read_patiently(self, line: Line) -> None:
        if self._run is None:
            if line.content.removeprefix(BYTE_ORDER_MARK).strip() in _FRAMING:
                return
            self._run = DocumentReader(
                source=self._wanted.source, longest_line=self._wanted.longest_line, entities=None
            )
        for found in self._run.take(line):
            self._take(found)

    def _take(self, found: EntityDocument | Problem) -> None:
        if isinstance(found, Problem):
            self._report(found)
            self._count_lost(found.statements_lost)
            return
        read = read_entity(
            found.document,
            digest=found.digest,
            place=found.place,
            properties=self._wanted.properties,
        )
        for problem in read.problems:
            self._report(problem)
        self._count_lost(read.statements_lost)
        if read.entity is None:
            return
        rows = [
            group
            for group in self._in_order(read.entity.groups)
            if self._wanted.agreed_too or group.distinct_values > 1
        ]
        for group in rows:
            self._add_group(read.entity.entity_id, group)
        claims = sum(len(group.statements) for group in rows)
        self._count(read.claims, claims, len(rows))
        if "-" not in read.entity.entity_id:
            self._entities.append(read.entity.entity_id)

    def _in_order(self, groups: Sequence[StatementGroup]) -> Iterable[StatementGroup]:
        """Give the groups in the order of the source, or in that in which they were asked for."""
        order = self._wanted.properties
        if order is None:
            return groups
        return sorted(groups, key=lambda group: order.index(group.property_id))

    def _add_group(self, entity_id: str, group: StatementGroup) -> None:
        claim_is_date = any(statement.rival.is_date for statement in group.statements)
        figures = self._texts.figures(entity_id, claim_is_date=claim_is_date)
        kind = classify(group.statements).value
        claims = map(claim_of_statement, group.statements)
        self._rows.add(entity_id, group.property_id, kind, figures, claims)

    def _end_run(self, *, is_final: bool = False, flaw: StreamFlaw | None = None) -> None:
        """Let the patient reader say what it holds unfinished; the next line begins anew."""
        if self._run is None:
            return
        run, self._run = self._run, None
        for found in run.take(flaw) if flaw is not None else ():
            self._take(found)
        for problem in run.end():
            if problem.what == UNCLOSED_LIST:
                continue  # what opens and closes the list may be in other chunks
            is_cut_off = problem.code is ProblemCode.TRUNCATED and is_final
            is_broken = problem.code is ProblemCode.TRUNCATED and not is_cut_off
            self._take(replace(problem, code=ProblemCode.NOT_JSON) if is_broken else problem)

    def _end_file(self, chunk: Chunk) -> bool:
        """Say what is missing at the end of the file; answer whether anything is."""
        before = len(self._problems)
        if self._run is not None:
            self._end_run(is_final=True, flaw=chunk.flaw)
        elif chunk.flaw is not None:
            number = chunk.lines[-1].number if chunk.lines else None
            place = Place(self._wanted.source, number)
            self._report(Problem(chunk.flaw.code, chunk.flaw.what, place))
        return len(self._problems) > before

    # --- counting ---

    def _report(self, problem: Problem) -> None:
        self._problems.append(problem)

    def _count(self, statements: int, claims: int, disputes: int) -> None:
        self._tally.entities += 1
        self._tally.statements += statements
        self._tally.claims += claims
        self._tally.agreed += statements - claims
        self._tally.disputes += disputes

    def _count_lost(self, lost: int) -> None:
        self._tally.statements += lost
        self._tally.lost += lost


def _first_said(lines: Iterable[Line]) -> bytes:
    """Give the first line that says anything, or nothing."""
    return next((content for line in lines if (content := line.content.strip())), b"")
