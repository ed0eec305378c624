"""Hold what was imported about one entity: its statements, their references, the second source.

One statement is one claim. Everything that a careful person wants to see is kept with it, although
the engine reads only part of it (`Statement.rival`). *This module does not* know any file format.
"""

from dataclasses import dataclass, field
from decimal import Decimal

from both_sides.domain.disputes import EditorialRank, Rival, Subject
from both_sides.domain.ids import ClaimId, EntityId, PropertyId


@dataclass(frozen=True, slots=True)
class Reference:
    """Hold one reference of a statement: where its value is said to come from.

    Args:
        reference_id: Names the reference within its statement, for citations.
        url: Where it can be read (P854), or None.
        retrieved: ISO date on which it was retrieved (P813), or None.
        stated_in: Id of the work it is stated in (P248), or None.
        title: Its title (P1476), or None.
        publisher: Its publisher (P123), an id or a name, or None.
        imported_from: Id of the wiki it was imported from (P143), or None; such a reference names
            no source of its own.
        other: Every further member as (property id, value).
    """

    reference_id: str
    url: str | None = None
    retrieved: str | None = None
    stated_in: str | None = None
    title: str | None = None
    publisher: str | None = None
    imported_from: str | None = None
    other: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Statement:
    """Hold one imported statement, which is one claim.

    Args:
        claim_id: The statement's own id.
        value: The value as text; ids of items and units stay ids, names are put in on display.
        numeric: The value as an exact number, or None.
        rank: What the editors prefer.
        precision: How precise the value is, in the words the engine reads; or None.
        reference_count: How many independent references there are.
        references: All references, repeated ones too.
        retrieved: ISO date of the newest retrieval among them, or None.
        value_id: Id of the item that is the value, or None.
        unit: Id of the unit, or None where there is none.
        point_in_time: What moment the value holds for (P585) as an ISO-like date, or None.
        start: From when it holds (P580), or None.
        end: Until when it holds (P582), or None.
        qualifiers: Every qualifier as (property id, value), these three too.
        rank_reasons: Ids or texts that give the reason for the rank (P2241, P7452).

    *Source:* spec/engine.md, "From Wikidata to claims".
    """

    claim_id: ClaimId
    value: str
    numeric: Decimal | None = None
    rank: EditorialRank = EditorialRank.NORMAL
    precision: str | None = None
    reference_count: int = 0
    references: tuple[Reference, ...] = ()
    retrieved: str | None = None
    value_id: str | None = None
    unit: str | None = None
    point_in_time: str | None = None
    start: str | None = None
    end: str | None = None
    qualifiers: tuple[tuple[str, str], ...] = ()
    rank_reasons: tuple[str, ...] = ()

    @property
    def reference_urls(self) -> tuple[str, ...]:
        """List where the references can be read, each address once."""
        return tuple(dict.fromkeys(ref.url for ref in self.references if ref.url is not None))

    @property
    def rival(self) -> Rival:
        """Give what the engine reads of the statement."""
        return Rival(
            claim_id=self.claim_id,
            value=self.value,
            numeric=self.numeric,
            rank=self.rank,
            reference_count=self.reference_count,
            reference_urls=self.reference_urls,
            retrieved=self.retrieved,
            precision=self.precision,
        )


@dataclass(frozen=True, slots=True)
class StatementGroup:
    """Hold the statements about one property, in the order of their source.

    Args:
        property_id: Which property.
        label: Its name where the source gives one, or None.
        datatype: The type of its values where the source gives it, or None.
        statements: At least one.
    """

    property_id: PropertyId
    statements: tuple[Statement, ...]
    label: str | None = None
    datatype: str | None = None

    @property
    def distinct_values(self) -> int:
        """Count the distinct values; a question with two or more is disputed.

        *Source:* spec/engine.md, "From Wikidata to claims".
        """
        return len({statement.value for statement in self.statements})


@dataclass(frozen=True, slots=True)
class SecondSource:
    """Hold the text that may corroborate a claim, with what its licence asks to be shown.

    Args:
        text: The text itself.
        title: Its title.
        url: Where it can be read.
        retrieved: When it was fetched, ISO; or None.
        licence: Under which licence it may be shown.
    """

    text: str
    title: str
    url: str | None = None
    retrieved: str | None = None
    licence: str | None = None


@dataclass(frozen=True, slots=True)
class Provenance:
    """Say where an entity's statements were read from.

    Args:
        publisher: Who publishes them, for example ``Wikidata``.
        licence: Under which licence.
        url: Where the entity can be read, or None.
        revision: The source's own revision number, or None.
        modified: When the source last changed it, ISO; or None.
        digest: SHA-384 of what was read, hexadecimal; equal digests mean nothing changed.
        replaces: Digests of the versions that this one took the place of.
    """

    publisher: str
    licence: str
    digest: str
    url: str | None = None
    revision: int | None = None
    modified: str | None = None
    replaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entity:
    """Hold everything imported about one entity.

    Args:
        entity_id: Its id, for example ``Q1764``.
        label: Its name in the chosen language or the nearest there is; the id where there is none.
        description: A short description, or empty.
        groups: Its statements by property, in the order of their source.
        provenance: Where they were read from.
        second_source: The text that may corroborate them, or None.
        names: Names of the ids that the statements mention, as (id, name), where the source gives
            them.
    """

    entity_id: EntityId
    label: str
    provenance: Provenance
    description: str = ""
    groups: tuple[StatementGroup, ...] = field(default=())
    second_source: SecondSource | None = None
    names: tuple[tuple[str, str], ...] = ()

    def group(self, property_id: PropertyId) -> StatementGroup | None:
        """Find the statements about one property, or answer None."""
        return next((group for group in self.groups if group.property_id == property_id), None)

    def subject(self, group: StatementGroup) -> Subject:
        """Name the question that one group answers."""
        return Subject(self.entity_id, group.property_id)
