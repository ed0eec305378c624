"""Entities are found in every framing, and a bad line never costs another."""

import bz2
import gzip
import hashlib
import io
import json
from functools import partial
from typing import Any

import pytest

from both_sides.exchange.dump_lines import EntityDocument, read_documents
from both_sides.exchange.problems import Problem, ProblemCode

pack = partial(gzip.compress, mtime=0)  # the same in every test process
Q1 = b'{"id":"Q1","type":"item"}'
Q2 = b'{"id":"Q2","type":"item"}'
SNAK = {"mainsnak": {"snaktype": "novalue"}}


def read(content: bytes, **options: Any) -> list[str]:  # noqa: ANN401 - options of read_documents
    """List the ids and codes in a file, each with its line."""
    return [
        f"{found.place.line}:{found.document.get('id')}"
        if isinstance(found, EntityDocument)
        else f"{found.place.line if found.place else None}:{found.code}"
        for found in read_documents(io.BytesIO(content), source="f", **options)
    ]


def problems(content: bytes, **options: Any) -> list[Problem]:  # noqa: ANN401 - as above
    """List the problems in a file."""
    found = read_documents(io.BytesIO(content), source="f", **options)
    return [each for each in found if isinstance(each, Problem)]


def pretty(*ids: str, indent: int = 2) -> bytes:
    """Print entities over many lines."""
    entities = [
        {"id": each, "type": "item", "claims": {"P1": [SNAK]}, "labels": {}} for each in ids
    ]
    return json.dumps(entities if len(ids) > 1 else entities[0], indent=indent).encode()


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"[\n" + Q1 + b",\n" + Q2 + b"\n]\n", ["2:Q1", "3:Q2"]),
        (b"[\r\n" + Q1 + b",\r\n" + Q2 + b"\r\n]\r\n", ["2:Q1", "3:Q2"]),
        (b"[\n" + Q1 + b"\n,\n" + Q2 + b"\n]", ["2:Q1", "4:Q2"]),
        (b"\xef\xbb\xbf[\n" + Q1 + b",\n]\n", ["2:Q1"]),
        (b"\xef\xbb\xbf" + Q1, ["1:Q1"]),
        (Q1 + b"\n" + Q2 + b"\n", ["1:Q1", "2:Q2"]),
        (Q1 + b"\n\n  \n" + Q2, ["1:Q1", "4:Q2"]),
        (Q1, ["1:Q1"]),
        (b"  " + Q1 + b"  \n", ["1:Q1"]),
        (b"[" + Q1 + b"," + Q2 + b"]", ["1:Q1", "1:Q2"]),
        (b"[" + Q1 + b",\n" + Q2 + b"]\n", ["1:Q1", "2:Q2"]),
        (b'{"entities":{"Q1":' + Q1 + b',"Q2":' + Q2 + b'},"success":1}', ["1:Q1", "1:Q2"]),
        (b'{"Q1":' + Q1 + b'}\n{"Q2":' + Q2 + b"}\n", ["1:Q1", "2:Q2"]),
        (pretty("Q1"), ["1:Q1"]),
        (pretty("Q1", "Q2"), ["2:Q1", "16:Q2"]),
        (pretty("Q1", "Q2", indent=0), ["2:Q1", "16:Q2"]),
        (pretty("Q1") + b"\n" + pretty("Q2") + b"\n", ["1:Q1", "15:Q2"]),
        (b'{"entities": {\n  "Q1": ' + pretty("Q1") + b"\n  }\n}\n", ["1:Q1"]),
        (b'[{\n"id": "Q1"\n}, {\n"id": "Q2"\n}]\n', ["1:Q1", "1:Q2"]),
        (b"[]", []),
        (b"[\n]\n", []),
        (b"", []),
        (b"\n\n", []),
    ],
)
def test_every_framing_is_taken_off(content: bytes, found: list[str]) -> None:
    """Dumps, NDJSON, lists, replies, maps, and what somebody printed over many lines."""
    assert read(content) == found
    assert read(gzip.compress(content)) == found
    assert read(bz2.compress(content)) == found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"nonsense", ProblemCode.NOT_JSON),
        (b'{"id":"Q3",}', ProblemCode.NOT_JSON),
        (b'{"id":"Q3', ProblemCode.NOT_JSON),
        (b'{"id":"Q3","claims":{', ProblemCode.NOT_JSON),
        (b"{", ProblemCode.NOT_JSON),
        (b"}", ProblemCode.NOT_JSON),
        (b'{"id":"Q3"} {"id":"Q4"}', ProblemCode.NOT_JSON),
        (b'{"id":"Q3","n":NaN}', ProblemCode.NOT_JSON),
        (b'{"id":"Q3","n":1e999}', ProblemCode.NOT_JSON),
        (b'{"id":"Q3","t":"\\ud800"}', ProblemCode.NOT_JSON),
        (b'{"id":"Q3","t":"\x01"}', ProblemCode.NOT_JSON),
        (b'{"id":"Q3","t":"\xff"}', ProblemCode.NOT_UTF8),
        (b'{"id":"Q3","t":"\xed\xa0\x80"}', ProblemCode.NOT_UTF8),
        (b'{"x":' * 5000 + b"1" + b"}" * 5000, ProblemCode.TOO_DEEP),
        (b"[" * 100_000 + b"]" * 100_000, ProblemCode.TOO_DEEP),
        (b"5", ProblemCode.NOT_AN_ENTITY),
        (b'{"success":1}', ProblemCode.NOT_AN_ENTITY),
    ],
)
def test_a_bad_line_never_costs_another(line: bytes, code: ProblemCode) -> None:
    """In a dump, in NDJSON, first, in the middle and last."""
    assert read(Q1 + b"\n" + line + b"\n" + Q2 + b"\n") == ["1:Q1", f"2:{code}", "3:Q2"]
    assert read(b"[\n" + line + b",\n" + Q1 + b",\n" + Q2 + b"\n]\n") == [
        f"2:{code}",
        "3:Q1",
        "4:Q2",
    ]


def test_a_problem_names_what_can_be_seen_of_the_entity() -> None:
    """Its id and its statements, although the line does not parse."""
    (problem,) = problems(b'{"id": "Q3", "claims": {"P1": [{"mainsnak": {}}, {"mainsnak"\n')
    assert (problem.entity_id, problem.statements_lost) == ("Q3", 2)
    assert str(problem) == "f line 1: Q3: the document that begins here does not end"
    (problem,) = problems(Q1 + b"\n" + b'{"id":"Q3"}}\n')
    assert str(problem).startswith("f line 2: Q3: it is not JSON: ")
    assert problem.hint


def test_broken_lines_in_a_row_are_reported_one_by_one() -> None:
    """Each is cut where a document over several lines could go on."""
    broken = b'{"id":"Q%d","claims":{"P1":['
    content = b"\n".join([broken % 3, broken % 4, Q1, broken % 5])
    assert read(content) == [
        f"1:{ProblemCode.NOT_JSON}",
        f"2:{ProblemCode.NOT_JSON}",
        "3:Q1",
        f"4:{ProblemCode.TRUNCATED}",
    ]


def test_a_document_over_several_lines_that_never_ends_costs_no_entity_after_it() -> None:
    """Whatever stands in column one, or is an entity by itself, ends it."""
    content = b'{\n  "id": "Q3",\n  "labels": {\n  ' + Q1 + b",\n" + Q2 + b"\n"
    assert read(content) == [f"1:{ProblemCode.NOT_JSON}", "4:Q1", "5:Q2"]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"[\n" + Q1 + b",\n" + Q2[:12], ["2:Q1", "3:truncated"]),
        (b"[\n" + Q1 + b",\n", ["2:Q1", "2:truncated"]),
        (b"[\n" + Q1 + b",\n" + Q2 + b"\n", ["2:Q1", "3:Q2", "3:truncated"]),
        (pretty("Q1")[:40], ["1:truncated"]),
        (pack(Q1 + b"\n" + Q2 + b"\n")[:-4], ["1:Q1", "2:Q2", "2:truncated"]),
        (pack(Q1)[:-4], ["1:Q1", "1:truncated"]),
    ],
)
def test_a_truncated_end_is_one_problem(content: bytes, found: list[str]) -> None:
    """And never costs what came before."""
    assert read(content) == found


def test_a_packed_file_that_is_cut_says_in_which_document() -> None:
    """One problem for the file and the line, with the entity that was lost."""
    lines = b"".join(
        json.dumps(
            {"id": f"Q{number}", "digest": hashlib.sha384(b"%d" % number).hexdigest()}
        ).encode()
        + b"\n"
        for number in range(1, 2000)
    )
    packed = gzip.compress(lines)
    found = list(read_documents(io.BytesIO(packed[: len(packed) // 2]), source="f"))
    *documents, last = found
    assert all(isinstance(each, EntityDocument) for each in documents)
    assert isinstance(last, Problem)
    assert last.code is ProblemCode.TRUNCATED
    assert last.place is not None
    assert last.place.line == len(documents) + 1
    assert "in the middle of this document" in last.what


def test_a_line_beyond_the_limit_is_passed_over() -> None:
    """With its length and its id; so is a document over several lines."""
    long = b'{"id":"Q3","pad":"' + b"x" * 5000 + b'"}'
    content = Q1 + b"\n" + long + b"\n" + Q2 + b"\n"
    assert read(content, longest_line=1000) == ["1:Q1", "2:line_too_long", "3:Q2"]
    (problem,) = problems(content, longest_line=1000)
    assert problem.entity_id == "Q3"
    assert f"{len(long):,} bytes" in problem.what
    printed = json.dumps({"id": "Q3", "pad": ["x" * 50] * 100}, indent=1).encode()
    content = printed + b"\n" + Q2 + b"\n"
    assert read(content, longest_line=1000) == ["1:line_too_long", "106:Q2"]
    held = b'{\n "id": "Q3",\n' + long + b"\n" + Q2
    assert read(held, longest_line=1000) == ["1:not_json", "3:line_too_long", "4:Q2"]


@pytest.mark.parametrize(
    ("content", "lost"),
    [
        (
            b'{"id":"Q3","claims":{"P1":[{"mainsnak":{}}],"P1":[{"mainsnak":{}},{"mainsnak":{}}]}}',
            1,
        ),
        (b'{"id":"Q3","claims":{"P1":[{"mainsnak":{}}]},"claims":{}}', 1),
        (b'{"id":"Q3","claims":{"P1":[{"mainsnak":{},"mainsnak":{}}]}}', 0),
        (b'{"id":"Q3","claims":{"P1":[{"mainsnak":{}}],"\\u0050\\u0031":[]}}', 1),
    ],
)
def test_a_key_that_stands_twice_is_reported(content: bytes, lost: int) -> None:
    """The last one is read, and the statements of the first are lost by number."""
    found = list(read_documents(io.BytesIO(content), source="f"))
    problem, document = found
    assert isinstance(problem, Problem)
    assert isinstance(document, EntityDocument)
    assert (problem.code, problem.entity_id) == (ProblemCode.DUPLICATE_KEY, "Q3")
    assert problem.statements_lost == lost


def test_a_count_that_only_looks_wrong_is_no_problem() -> None:
    """A text that says mainsnak, a statement that has none."""
    content = b'{"id":"Q3","claims":{"P1":[{"rank":"normal"}]},"labels":{"en":"mainsnak"}}'
    assert read(content) == ["1:Q3"]
    assert read(b'{"id":"Q3","claims":{"P1":[{"x":1}]}}') == ["1:Q3"]


def test_the_digest_is_that_of_the_bytes_without_framing() -> None:
    """So that an entity has the same in a dump and in NDJSON."""
    digest = hashlib.sha384(Q1).hexdigest()
    for content in (
        Q1,
        b"[\n" + Q1 + b",\r\n]",
        b"  " + Q1 + b" \n",
        b"[" + Q1 + b",\n" + Q2 + b"]",
    ):
        found = next(iter(read_documents(io.BytesIO(content), source="f")))
        assert isinstance(found, EntityDocument)
        assert found.digest == digest


def test_entities_can_be_chosen() -> None:
    """A lexeme brings its parts along; a document over several lines is looked into."""
    lexeme = {"id": "L1", "forms": [{"id": "L1-F1", "claims": {"P1": [SNAK]}}]}
    content = b"\n".join([Q1, b"nonsense", Q2, json.dumps(lexeme).encode(), pretty("Q5"), b""])
    assert read(content, entities={"Q2", "Q5"}) == [f"2:{ProblemCode.NOT_JSON}", "3:Q2", "5:Q5"]
    assert read(content, entities={"L1"})[1:] == ["4:L1", "4:L1-F1"]
    assert read(content, entities={"L1-F1"})[1:] == ["4:L1-F1"]
    assert read(content, entities=set())[1:] == []


def test_other_compressions_are_one_problem() -> None:
    """Without a line."""
    (problem,) = problems(b"PK\x03\x04rest")
    assert (problem.code, str(problem)) == (
        ProblemCode.UNKNOWN_COMPRESSION,
        "f: it is packed with zip",
    )
