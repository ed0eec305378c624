"""Name everything that can go wrong, by who can act on it.

One root, five families. Every class has a stable `code`; every error carries the facts it speaks
of and a `hint`: one sentence that says the next step. What a family means to a caller of the
command line, of REST or of MCP is decided in one table, `both_sides.interfaces.wire`.

    LedgerError
    ├─ InvalidInputError              the text is wrong: mend it and send it again
    │  ├─ MalformedDocumentError      it does not parse, or a member is missing or of the wrong type
    │  ├─ NotCanonicalError            it has no canonical form, so it cannot be sealed
    │  ├─ LimitExceededError          it is larger, deeper or longer than what is read
    │  └─ NotFoundError               it names something that this ledger does not hold
    ├─ RefusedError                   a rule says no: ask for something else
    │  ├─ RationaleMissingError       a decision without a reason
    │  ├─ ActorMissingError           a decision without a person or model who takes it
    │  ├─ ForeignClaimError           the claim belongs to another dispute
    │  ├─ DeprecatedCannotGovernError the chosen claim is barred and nobody acknowledged it
    │  ├─ ClaimRefutedError           the chosen claim stands refuted and nobody acknowledged it
    │  ├─ RulingRetiredError          retired is final
    │  ├─ RulingSupersededError       a newer ruling stands in its place
    │  ├─ RulingStandsError           the dispute is ruled on: supersede or revise that ruling
    │  ├─ NothingToRankError          the dispute has no claim (left)
    │  ├─ NothingChangedError         the command would change nothing
    │  ├─ ClaimRetiredError           a retired claim takes no verdict and no evidence
    │  ├─ ClaimActiveError            only a retired claim can be brought back
    │  ├─ CitationMissingError        supported and refuted must cite what supports or refutes
    │  ├─ DuplicateCitationError      an item is cited twice
    │  ├─ ForeignEvidenceError        the evidence belongs to another claim
    │  ├─ EvidenceWithdrawnError      the evidence was withdrawn
    │  ├─ CycleError                  a claim cannot be its own ancestor
    │  ├─ JudgeIsAuthorError          the policy keeps author and auditor apart
    │  ├─ FixMissingError             strict: no next step after `Fix:`
    │  ├─ FixVagueError               strict: the next step is not specific
    │  ├─ FixCrossReferenceError      strict: the next step only points to another claim
    │  ├─ AgainstChildrenError        strict: the verdict does not follow from the children
    │  ├─ AnalysisMissingError        strict: no analysis item on the children is cited
    │  ├─ ChildrenNotNamedError       strict: the analysis does not name the refuted children
    │  ├─ TokenMissingError           serving to others needs a token first
    │  ├─ AlreadyEndedError           the token, session or link was ended before
    │  ├─ ScopeReservedError          the scope is for tokens and sign-ins, or is for something else
    │  ├─ ForkError                   two histories, which cannot both be kept
    │  ├─ RolledBackError             the ledger is older than its last signed checkpoint
    │  ├─ AnchorMissingError          the last signed checkpoint is not where it was kept
    │  ├─ LedgerClosedError           nothing is appended until an operator has looked
    │  ├─ KeyExistsError              a signing key is never overwritten
    │  └─ IdempotencyConflictError    the key was used for another request
    ├─ StaleHeadError                 somebody appended first: read again, then go on
    ├─ TamperedError                  what is stored is not what was sealed: stop, never repair
    │  ├─ ProofInvalidError           a Merkle proof does not lead to the root
    │  └─ SignatureInvalidError       no trusted key signed it, or a trusted one did not sign this
    └─ StoreUnavailableError          the machine says no: free it, then try again
       ├─ UnsupportedSchemaError      the file was written by another version
       ├─ KeyUnavailableError         the signing key cannot be read
       ├─ ExtraMissingError           an optional part of the program is not installed
       └─ UpstreamUnavailableError    another service did not answer
          └─ WitnessUnavailableError  too few witnesses cosigned

What a caller over the network can get wrong besides (who asks, and how) stands in
`both_sides.request_errors`.

*This module does not* print, exit or know of HTTP.
"""

from collections.abc import Mapping
from typing import ClassVar, Self

Facts = Mapping[str, object]


class LedgerError(Exception):
    """Be the root of every error that a caller is meant to read.

    Args:
        message: What is wrong, in one sentence with its facts.
        hint: What to do next; often a call or a text that would have been accepted.
        facts: The same facts as data, for programs.

    *Source:* house-style.md, "Docstrings, comments, errors".
    """

    code: ClassVar[str] = "ledger_error"

    def __init__(self, message: str, *, hint: str, **facts: object) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.facts: Facts = facts

    def located(self, place: str, **facts: object) -> Self:
        """Give the same error, saying first where it was found.

        Args:
            place: Where, for example ``claim 2 of 3``.
            facts: The place as data.
        """
        return type(self)(f"{place}: {self.message}", hint=self.hint, **{**facts, **self.facts})

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle whole, so that an error crosses a process border with its facts."""
        return _rebuild, (type(self), self.message, self.hint, dict(self.facts))


def _rebuild(
    kind: type[LedgerError], message: str, hint: str, facts: dict[str, object]
) -> LedgerError:
    return kind(message, hint=hint, **facts)


# --- the text is wrong -------------------------------------------------------


class InvalidInputError(LedgerError):
    """Say that an argument or a text cannot be accepted as it stands."""

    code = "invalid_input"


class MalformedDocumentError(InvalidInputError):
    """Say that a document does not parse, or that a member is missing or of the wrong type."""

    code = "malformed_document"


class NotCanonicalError(InvalidInputError):
    """Say that a value has no canonical JSON form, so it cannot be sealed."""

    code = "not_canonical"


class LimitExceededError(InvalidInputError):
    """Say that an input is larger, deeper or longer than what is read."""

    code = "limit_exceeded"


class NotFoundError(InvalidInputError):
    """Say that this ledger does not hold what was named."""

    code = "not_found"


# --- a rule says no ----------------------------------------------------------


class RefusedError(LedgerError):
    """Say that the request is well-formed and a rule forbids it."""

    code = "refused"


class RationaleMissingError(RefusedError):
    """Refuse a decision that gives no reason."""

    code = "rationale_missing"


class ActorMissingError(RefusedError):
    """Refuse a decision that nobody takes."""

    code = "actor_missing"


class ForeignClaimError(RefusedError):
    """Refuse to choose a claim that is not among the rivals."""

    code = "foreign_claim"


class DeprecatedCannotGovernError(RefusedError):
    """Refuse a barred claim as long as the caller has not acknowledged that it is barred."""

    code = "deprecated_cannot_govern"


class ClaimRefutedError(RefusedError):
    """Refuse a refuted claim as long as the caller has not acknowledged that it is refuted."""

    code = "claim_refuted"


class RulingRetiredError(RefusedError):
    """Refuse to touch a retired ruling."""

    code = "ruling_retired"


class RulingSupersededError(RefusedError):
    """Refuse to touch a ruling that a newer one has replaced."""

    code = "ruling_superseded"


class RulingStandsError(RefusedError):
    """Refuse a second standing ruling on one dispute."""

    code = "ruling_stands"


class NothingToRankError(RefusedError):
    """Refuse to rule where no claim is left to choose."""

    code = "nothing_to_rank"


class NothingChangedError(RefusedError):
    """Refuse a command that would leave everything as it is."""

    code = "nothing_changed"


class ClaimRetiredError(RefusedError):
    """Refuse to judge or document a retired claim."""

    code = "claim_retired"


class ClaimActiveError(RefusedError):
    """Refuse to bring back a claim that is active."""

    code = "claim_active"


class CitationMissingError(RefusedError):
    """Refuse `supported` or `refuted` without a citation of that stance."""

    code = "citation_missing"


class DuplicateCitationError(RefusedError):
    """Refuse a verdict that cites one item twice."""

    code = "duplicate_citation"


class ForeignEvidenceError(RefusedError):
    """Refuse to cite evidence of another claim."""

    code = "foreign_evidence"


class EvidenceWithdrawnError(RefusedError):
    """Refuse to use evidence that was withdrawn."""

    code = "evidence_withdrawn"


class CycleError(RefusedError):
    """Refuse a parent that rests, directly or not, on the claim itself."""

    code = "cycle"


class JudgeIsAuthorError(RefusedError):
    """Refuse a verdict by the author of the claim, where the policy keeps the two apart."""

    code = "judge_is_author"


class FixMissingError(RefusedError):
    """Refuse, under strict rules, a rationale without a next step after `Fix:`."""

    code = "fix_missing"


class FixVagueError(RefusedError):
    """Refuse, under strict rules, a next step that is not specific."""

    code = "fix_vague"


class FixCrossReferenceError(RefusedError):
    """Refuse, under strict rules, a next step that only points to another claim."""

    code = "fix_cross_reference"


class AgainstChildrenError(RefusedError):
    """Refuse, under strict rules, a verdict on a parent that does not follow from its children."""

    code = "against_children"


class AnalysisMissingError(RefusedError):
    """Refuse, under strict rules, a verdict on a parent that cites no analysis of its children."""

    code = "analysis_missing"


class ChildrenNotNamedError(RefusedError):
    """Refuse, under strict rules, an analysis that does not name the refuted children."""

    code = "children_not_named"


class ForkError(RefusedError):
    """Refuse a history that differs from the one that is kept."""

    code = "fork"


class TokenMissingError(RefusedError):
    """Refuse to serve to others as long as nobody has a token."""

    code = "token_missing"


class AlreadyEndedError(RefusedError):
    """Refuse to end what was ended before."""

    code = "already_ended"


class ScopeReservedError(RefusedError):
    """Refuse to seal in a scope what does not belong there."""

    code = "scope_reserved"


class RolledBackError(RefusedError):
    """Refuse to sign or append to a ledger that is older than its last signed checkpoint."""

    code = "rolled_back"


class AnchorMissingError(RefusedError):
    """Refuse to sign a ledger that was signed before and whose last checkpoint is lost."""

    code = "anchor_missing"


class LedgerClosedError(RefusedError):
    """Refuse to append as long as an operator has not looked into what closed the ledger."""

    code = "ledger_closed"


class KeyExistsError(RefusedError):
    """Refuse to put a new signing key in the place of one that is there."""

    code = "key_exists"


class IdempotencyConflictError(RefusedError):
    """Refuse the second use of an idempotency key with another request."""

    code = "idempotency_conflict"


# --- the other families ------------------------------------------------------


class StaleHeadError(LedgerError):
    """Say that somebody appended first; the facts carry the head to go on from."""

    code = "stale_head"


class TamperedError(LedgerError):
    """Say that what is stored is not what was sealed; nothing may be built on it."""

    code = "tampered"


class ProofInvalidError(TamperedError):
    """Say that a Merkle proof does not lead from what it is about to the root."""

    code = "proof_invalid"


class SignatureInvalidError(TamperedError):
    """Say that no trusted key signed a text, or that a signature by one does not match it."""

    code = "signature_invalid"


class StoreUnavailableError(LedgerError):
    """Say that the store cannot be read or written now."""

    code = "store_unavailable"


class UnsupportedSchemaError(StoreUnavailableError):
    """Say that the ledger was written by another version of this program."""

    code = "unsupported_schema"


class KeyUnavailableError(StoreUnavailableError):
    """Say that the signing key is not there, or must not be used as it lies."""

    code = "key_unavailable"


class ExtraMissingError(StoreUnavailableError):
    """Say that an optional part of the program, or what it runs on, is not installed."""

    code = "extra_missing"


class UpstreamUnavailableError(StoreUnavailableError):
    """Say that another service did not answer as it should."""

    code = "upstream_unavailable"


class WitnessUnavailableError(UpstreamUnavailableError):
    """Say that fewer witnesses cosigned than the policy asks for."""

    code = "witness_unavailable"
