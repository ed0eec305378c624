"""Register, change, retire and decompose claims."""

from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import Annotated, Any

from cyclopts import Parameter

from both_sides.domain.claims import NO_SOURCE, Claim, ClaimSource
from both_sides.domain.commands import NewClaim, RetireClaim, SetPolicy, UpdateClaim
from both_sides.domain.ids import parse_claim_id
from both_sides.errors import InvalidInputError, MalformedDocumentError
from both_sides.exchange.strict_json import parse_json
from both_sides.interfaces.cli.inputs import name_of, open_input, read_lines
from both_sides.interfaces.cli.options import DEFAULTS, Common, Input
from both_sides.interfaces.cli.output import console, print_json, print_json_line
from both_sides.interfaces.cli.terminal_text import one_line
from both_sides.interfaces.wire.audit_shapes import added_members, claim_row, policy_members
from both_sides.service.audit import RecordedClaims

Many = Parameter(consume_multiple=True)
_MEMBERS = {"statement", "parents", "document", "locator", "key", "tags"}


def add(  # noqa: PLR0913 - each is an option of the command
    statement: str | None = None,
    /,
    *,
    parent: Annotated[tuple[str, ...], Many] = (),
    source: str | None = None,
    locator: str | None = None,
    tag: Annotated[tuple[str, ...], Many] = (),
    input: Input = None,  # noqa: A002 - the option is called --input
    idempotency_key: str | None = None,
    common: Common = DEFAULTS,
) -> None:
    """Register a claim for audit, or many from a file, all of them or none.

    Args:
        statement: What is claimed.
        parent: The claims that rest on it, for example --parent CLM-0001.
        source: The document that makes the claim.
        locator: Where in the document.
        tag: Words to find it by.
        input: Instead: a file, or - for standard input, one claim a line: plain text, or JSON with
            statement, parents, document, locator, key and tags.
        idempotency_key: Send the request again with the same key, and it happens once.
        common: Ledger, scope, actor, language, JSON.
    """
    parents = tuple(map(parse_claim_id, parent))
    origin = ClaimSource(source, locator) if source or locator else NO_SOURCE
    if (statement is None) == (input is None):
        raise InvalidInputError(
            "give a statement or a file of them",
            hint='for example claims-mcp add "The parser rejects weak keys", or --input FILE',
            field="statement",
        )
    if input is not None:
        claims = [
            NewClaim(
                claim.statement,
                claim.parents or parents,
                origin if claim.source == NO_SOURCE else claim.source,
                claim.tags or tag,
            )
            for claim in _read_claims(input)
        ]
    else:
        claims = [NewClaim(statement or "", parents, origin, tag)]
    recorded = common.begin_audit(
        lambda audit, actor: audit.add_claims(claims, actor=actor, idempotency_key=idempotency_key)
    )
    if input is not None and common.json:
        for claim in recorded.claims:
            print_json_line(added_members(claim))
    elif common.json:
        print_json(added_members(recorded.claims[0]))
    else:
        _print_claims(recorded.claims)


def decompose(
    claim: str,
    /,
    *,
    child: Annotated[tuple[str, ...], Many] = (),
    common: Common = DEFAULTS,
) -> None:
    """Register claims that cover a claim together; its verdict follows from theirs.

    Args:
        claim: The claim to take apart, for example CLM-0001.
        child: The statements, for example --child "…" --child "…".
        common: Ledger, scope, actor, language, JSON.
    """
    with common.audit() as (audit, settings):
        recorded = audit.decompose(parse_claim_id(claim), child, actor=settings.actor)
    if common.json:
        rows = [added_members(row) for row in recorded.claims]
        print_json({"parent": parse_claim_id(claim), "claims": rows})
    else:
        _print_claims(recorded.claims)


def update(  # noqa: PLR0913 - each is an option of the command
    claim: str,
    /,
    *,
    statement: str | None = None,
    parent: Annotated[tuple[str, ...] | None, Many] = None,
    no_parents: bool = False,
    source: str | None = None,
    locator: str | None = None,
    tag: Annotated[tuple[str, ...] | None, Many] = None,
    common: Common = DEFAULTS,
) -> None:
    """Change what a claim says of itself; a changed statement makes its verdict stale.

    Args:
        claim: The claim, for example CLM-0001.
        statement: The new statement.
        parent: The new parents, in the place of all old ones.
        no_parents: Take all parents away.
        source: The document that makes the claim.
        locator: Where in the document.
        tag: The new tags, in the place of all old ones.
        common: Ledger, scope, actor, language, JSON.
    """
    if no_parents and parent:
        raise InvalidInputError(
            "parents were given together with --no-parents",
            hint="give the new parents with --parent, or take all away with --no-parents",
            field="parent",
        )
    parents = () if no_parents else None if parent is None else tuple(map(parse_claim_id, parent))
    claim_id = parse_claim_id(claim)
    with common.audit() as (audit, settings):
        origin = None
        if source is not None or locator is not None:
            before = audit.claim(claim_id).claim.source
            origin = ClaimSource(source or before.document, locator or before.locator, before.key)
        command = UpdateClaim(claim_id, statement, parents, origin, tag)
        recorded = audit.update_claim(command, actor=settings.actor)
    _print_changed(recorded, as_json=common.json)


def retire(
    claim: str,
    /,
    *,
    reason: str,
    superseded_by: str | None = None,
    common: Common = DEFAULTS,
) -> None:
    """Audit a claim no longer; its history stays.

    Args:
        claim: The claim, for example CLM-0001.
        reason: Why.
        superseded_by: The claim that takes its place.
        common: Ledger, scope, actor, language, JSON.
    """
    successor = None if superseded_by is None else parse_claim_id(superseded_by)
    with common.audit() as (audit, settings):
        command = RetireClaim(parse_claim_id(claim), reason, successor)
        recorded = audit.retire_claim(command, actor=settings.actor)
    _print_changed(recorded, as_json=common.json)


def reactivate(claim: str, /, *, reason: str, common: Common = DEFAULTS) -> None:
    """Audit a retired claim again.

    Args:
        claim: The claim, for example CLM-0001.
        reason: Why.
        common: Ledger, scope, actor, language, JSON.
    """
    with common.audit() as (audit, settings):
        recorded = audit.reactivate_claim(parse_claim_id(claim), reason, actor=settings.actor)
    _print_changed(recorded, as_json=common.json)


def policy(
    *,
    strict: Annotated[bool | None, Parameter(negative="--no-strict")] = None,
    separate_author_and_auditor: Annotated[
        bool | None, Parameter(negative="--no-separate-author-and-auditor")
    ] = None,
    common: Common = DEFAULTS,
) -> None:
    """Show or set the rules of the scope.

    Args:
        strict: Refuse verdicts that are otherwise accepted with a warning.
        separate_author_and_auditor: Refuse a verdict by the author of the claim.
        common: Ledger, scope, actor, language, JSON.
    """
    if strict is None and separate_author_and_auditor is None:
        with common.audit() as (audit, _):
            found = audit.policy()
    else:
        command = SetPolicy(strict, separate_author_and_auditor)
        found = common.begin_audit(lambda audit, actor: audit.set_policy(command, actor=actor))
    if common.json:
        print_json(policy_members(found))
        return
    out = console()
    for name, value in policy_members(found).items():
        out.print(f"{name}: {'yes' if value else 'no'}")


def _read_claims(name: str) -> Iterator[NewClaim]:
    """Read claims from a file, one a line: plain text, or a JSON object."""
    with open_input(name) as stream:
        for number, line in read_lines(stream):
            source = f"{name_of(name)} line {number}"
            text = line.removeprefix(BOM_UTF8) if number == 1 else line
            if text.lstrip().startswith(b"{"):
                yield _claim_of(parse_json(text, source=source), source)
            elif text.strip():
                yield NewClaim(_decode(text, source).strip())


def _decode(line: bytes, source: str) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise MalformedDocumentError(
            f"{source} is not UTF-8: byte {error.start} cannot be read",
            hint="save the file as UTF-8 and send it again",
            source=source,
            byte=error.start,
        ) from None


def _claim_of(document: dict[str, Any], source: str) -> NewClaim:
    unknown = sorted(set(document) - _MEMBERS)
    texts = [document.get(member) for member in ("statement", "document", "locator", "key")]
    lists = [document.get(member) or [] for member in ("parents", "tags")]
    is_text = all(value is None or isinstance(value, str) for value in texts)
    is_list = all(
        isinstance(value, list) and all(isinstance(item, str) for item in value) for value in lists
    )
    if unknown or not is_text or not is_list or not document.get("statement"):
        raise MalformedDocumentError(
            f"{source} is no claim" + (f": unknown member {unknown[0]}" if unknown else ""),
            hint='send {"statement": "…", "parents": ["CLM-0001"], "document": "README.md",'
            ' "locator": "line 3", "key": "R1", "tags": ["security"]}; all but the statement may'
            " be left out",
            source=source,
        )
    parents, tags = lists
    origin = ClaimSource(document.get("document"), document.get("locator"), document.get("key"))
    return NewClaim(document["statement"], tuple(map(parse_claim_id, parents)), origin, tuple(tags))


def _print_claims(claims: tuple[Claim, ...]) -> None:
    out = console()
    for claim in claims:
        out.print(f"{claim.claim_id}  {one_line(claim.statement)}", soft_wrap=True)


def _print_changed(recorded: RecordedClaims, *, as_json: bool) -> None:
    (claim,) = recorded.claims
    if as_json:
        print_json(claim_row(claim))
    else:
        status = "active" if claim.is_active else "retired"
        console().print(f"{claim.claim_id}  {status}  {one_line(claim.statement)}", soft_wrap=True)
