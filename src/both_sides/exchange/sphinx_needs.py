"""Read Sphinx-Needs' `needs.json`: requirements, specifications, tests, and how they are linked.

    {"current_version": "1.0", "project": "…", "versions": {"1.0": {"needs": {"SPEC_1":
      {"id": "SPEC_1", "type": "spec", "title": "Check", "description": "It checks the key.",
       "links": ["REQ_1"], "status": "open", "tags": ["crypto"]}}}}}

1. The current version is read; a file may keep older ones beside it.
2. A need is a claim. Its statement is its title and its description.
3. `links` and `parent_needs` point from what implements to what is implemented, so they become
   parents: a requirement rests on the specifications, code and tests that link to it.
4. The parts of a need are claims below it, ``NEED.PART``; a link may lead to one of them.
5. Type, status and tags become tags; so do links of a project's own types (those with a `…_back`
   twin), for nobody but the project knows which way they point. A status is no verdict.

*This module does not* read filters, layouts, and options of a project's own.

*Source:* Sphinx-Needs: Builders, needs.json; Directives, need and need_part; its JSON schema.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from both_sides.errors import InvalidInputError
from both_sides.exchange.claim_trees import ClaimTree, TreeClaim
from both_sides.exchange.problems import ProblemCode
from both_sides.exchange.strict_json import parse_json
from both_sides.exchange.tree_draft import TreeDraft

_PARENTS: Final = ("links", "parent_needs")
_REQUIRED: Final = ("current_version", "project", "versions")
_TWIN: Final = "_back"

Members = Mapping[str, Any]


def read_sphinx_needs(text: str, *, document: str) -> ClaimTree:
    """Read the needs of the current version as claims.

    Args:
        text: The JSON document.
        document: What to call it.
    """
    draft = TreeDraft(document)
    try:
        content = parse_json(text)
    except InvalidInputError as error:
        draft.report(ProblemCode.MALFORMED_DOCUMENT, error.message)
        return draft.tree()
    needs = _current_needs(_members(content), draft)
    for key, need in needs.items():
        _add_need(draft, needs, key, need)
    return draft.tree()


def _current_needs(content: Members, draft: TreeDraft) -> Members:
    """Find the needs of the current version, and say what the document lacks."""
    for member in _REQUIRED:
        if not content.get(member):
            draft.report(ProblemCode.MALFORMED_DOCUMENT, f"it has no {member}")
    versions = _members(content.get("versions"))
    current = content.get("current_version")
    if not versions:
        return {}
    if not isinstance(current, str) or current not in versions:
        named = ", ".join(versions)[:80]
        what = f"the current version {current!r:.40} is not among those it holds ({named})"
        draft.report(ProblemCode.MALFORMED_DOCUMENT, what)
        return {}
    others = [version for version in versions if version != current]
    if others:
        draft.remark(
            f"version {current} was read; {len(others)} others were not: {', '.join(others)}"[:500]
        )
    needs = _members(_members(versions[current]).get("needs"))
    if not needs:
        draft.report(ProblemCode.MALFORMED_DOCUMENT, f"version {current} has no needs")
    return needs


def _add_need(draft: TreeDraft, needs: Members, key: str, need: Any) -> None:  # noqa: ANN401 - JSON
    if not isinstance(need, Mapping):
        what = f"{need!r:.60} is no need"
        draft.report(ProblemCode.MALFORMED_CLAIM, what, key=key, lost=1)
        return
    if need.get("id", key) != key:
        what = f"it is listed as {key} and calls itself {need['id']!r:.60}; it was read as {key}"
        draft.report(ProblemCode.MALFORMED_CLAIM, what, key=key)
    title, description = (_text(need.get(name)) for name in ("title", "description"))
    if not description:
        description = _text(need.get("content"))
    said = [words for words in (title, description) if words]
    statement = ": ".join(dict.fromkeys(said))
    links = (link for member in _PARENTS for link in _names(need.get(member)))
    claim = TreeClaim(
        key,
        statement,
        parents=tuple(_end_of(link, needs) for link in links),
        tags=tuple(_tags(need)),
    )
    place = _place(need) or f"needs > {key}"
    if draft.add(claim, place=place) is not None:
        for name, part in _members(need.get("parts")).items():
            _add_part(draft, key, name, part, place)


def _add_part(draft: TreeDraft, need: str, name: str, part: Any, place: str) -> None:  # noqa: ANN401 - JSON
    key = f"{need}.{name}"
    statement = _text(_members(part).get("content"))
    draft.add(TreeClaim(key, statement, (need,), tags=("need part",)), place=f"{place}, {key}")


def _end_of(link: str, needs: Members) -> str:
    """Name what a link leads to: a need, or a part of one; a part that is not there is its need."""
    need, _, part = link.rpartition(".")
    if link in needs or need not in needs:
        return link
    return link if part in _members(_members(needs[need]).get("parts")) else need


def _tags(need: Members) -> Iterator[str]:
    kind, status = _text(need.get("type")), _text(need.get("status"))
    if kind:
        yield f"type: {kind}"
    if status:
        yield f"status: {status}"
    yield from _names(need.get("tags"))
    for member in need:
        if f"{member}{_TWIN}" in need and member not in _PARENTS:
            for link in _names(need[member]):
                yield f"{member}: {link}"


def _place(need: Members) -> str:
    """Name the page and the sections that a need stands in; the file lists the innermost first."""
    sections = reversed(_names(need.get("sections")))
    return " > ".join(filter(None, (_text(need.get("docname")), *sections)))


def _members(value: Any) -> Members:  # noqa: ANN401 - JSON
    return value if isinstance(value, Mapping) else {}


def _names(value: Any) -> list[str]:  # noqa: ANN401 - JSON
    """Give a list of names; older files write them as one text with commas or semicolons."""
    if isinstance(value, str):
        value = value.replace(";", ",").split(",")
    names = value if isinstance(value, list) else []
    return [name.strip() for name in names if isinstance(name, str) and name.strip()]


def _text(value: Any) -> str:  # noqa: ANN401 - JSON
    return value.strip() if isinstance(value, str) else ""
