"""Make a ledger for a server to work on: many disputes of ten claims each, and rulings.

*This module does not* serve it.
"""

from decimal import Decimal
from pathlib import Path

from both_sides.domain.access import Role
from both_sides.domain.disputes import EditorialRank, Subject
from both_sides.domain.entities import (
    Entity,
    Provenance,
    Reference,
    SecondSource,
    Statement,
    StatementGroup,
)
from both_sides.domain.ids import ClaimId, EntityId, PropertyId, ScopeId
from both_sides.service.desk import Desk, RuleRequest
from both_sides.service.importing import import_entities
from both_sides.service.wiring import open_access, open_desk, read_settings

CLAIMS = 10
POPULATION = PropertyId("P1082")
RANKS = (EditorialRank.PREFERRED, *[EditorialRank.NORMAL] * 8, EditorialRank.DEPRECATED)


def claim_id(number: int, place: int) -> ClaimId:
    """Name a claim of a dispute."""
    return ClaimId(f"Q{number}${place}")


def entity(number: int) -> Entity:
    """Make an entity whose population is disputed by ten claims."""
    statements = tuple(
        Statement(
            claim_id(number, place),
            str(1_000_000 + number + place * 1_000),
            numeric=Decimal(1_000_000 + number + place * 1_000),
            rank=RANKS[place],
            reference_count=place % 4,
            references=tuple(
                Reference(
                    f"r{place}-{count}",
                    url=f"https://census.example.org/{number}/{place}/{count}",
                    retrieved=f"20{10 + place}-05-01",
                )
                for count in range(place % 4)
            ),
            retrieved=f"20{10 + place}-05-01",
            precision="quantity",
        )
        for place in range(CLAIMS)
    )
    return Entity(
        EntityId(f"Q{number}"),
        f"City {number}",
        Provenance("Wikidata", "CC0 1.0", f"digest-{number}", revision=1),
        groups=(StatementGroup(POPULATION, statements),),
        second_source=SecondSource(
            f"City {number} has {1_000_000 + number:,} inhabitants.", "City", licence="CC BY-SA 4.0"
        ),
    )


def furnish(path: Path, disputes: int, rulings: int) -> None:
    """Make a ledger with disputes, the first of which are ruled on."""
    desk = open_desk(read_settings(ledger=str(path), actor="bench", environment={}), create=True)
    import_entities(desk, map(entity, range(1, disputes + 1)), actor="bench")
    for number in range(1, rulings + 1):
        rule(desk, number)
    desk.ledger.store.close()


def rule(desk: Desk, number: int) -> None:
    """Rule on a dispute."""
    subject = Subject(EntityId(f"Q{number}"), POPULATION)
    desk.rule(RuleRequest(subject, claim_id(number, 0), "The census counts residents.", "bench"))


def token(path: Path) -> str:
    """Make a token for the ledger."""
    access = open_access(read_settings(ledger=str(path), environment={}))
    made = access.create_token(
        name="bench", role=Role.AUDITOR, scopes=(ScopeId("local"),), actor="bench"
    )
    access.ledger.store.close()
    return made.secret
