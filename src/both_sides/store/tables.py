"""Lay out the tables that every SQL store shares.

`events` is append-only and guarded by triggers; `scopes` holds the head of each chain; `views` and
`receipts` follow from the events and are written in the same transaction. `tiles` is the tree over
all events, `checkpoints` and `cosignatures` are what was signed of it. There is no index on
`previous` or `seal`: random keys cut a bulk append to a sixth.

How the tables are made stands in `both_sides.store.migrations`. PostgreSQL keeps the positions of
events in a table of their own, see `both_sides.store.postgres`.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

SCHEMA_VERSION: Final = "0002"

_Position: Final = BigInteger().with_variant(Integer, "sqlite")

metadata: Final = MetaData()

scopes: Final = Table(
    "scopes",
    metadata,
    Column("scope", Text, primary_key=True),
    Column("genesis", Text, nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("seal", Text, nullable=False),
    Column("at", Text, nullable=False),
)

events: Final = Table(
    "events",
    metadata,
    Column("position", _Position, primary_key=True, autoincrement=True),
    Column("scope", Text, ForeignKey("scopes.scope"), nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("previous", Text, nullable=False),
    Column("seal", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    UniqueConstraint("scope", "n"),
)

views: Final = Table(
    "views",
    metadata,
    Column("id", _Position, primary_key=True, autoincrement=True),
    Column("scope", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("ordinal", BigInteger, nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("digest", Text, nullable=False),
    Column("text", Text),
    UniqueConstraint("scope", "kind", "key"),
    Index("views_in_order", "scope", "kind", "ordinal"),
)

receipts: Final = Table(
    "receipts",
    metadata,
    Column("scope", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("request_digest", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

tiles: Final = Table(
    "tiles",
    metadata,
    Column("level", BigInteger, primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("hashes", LargeBinary, nullable=False),
)

checkpoints: Final = Table(
    "checkpoints",
    metadata,
    Column("origin", Text, primary_key=True),
    Column("size", BigInteger, primary_key=True, autoincrement=False),
    Column("note", Text, nullable=False),
)

cosignatures: Final = Table(
    "cosignatures",
    metadata,
    Column("origin", Text, primary_key=True),
    Column("size", BigInteger, primary_key=True, autoincrement=False),
    Column("line", Text, primary_key=True),
    ForeignKeyConstraint(["origin", "size"], ["checkpoints.origin", "checkpoints.size"]),
)

closures: Final = Table(
    "closures",
    metadata,
    Column("id", _Position, primary_key=True, autoincrement=True),
    Column("is_closed", Boolean, nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", Text, nullable=False),
)

schema_version: Final = Table(
    "alembic_version",  # the table in which migrations look for the version of a schema
    metadata,
    Column("version_num", Text, primary_key=True),
)
