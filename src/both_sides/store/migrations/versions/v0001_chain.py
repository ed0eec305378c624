"""Make the tables of chains, views and receipts."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0001"
down_revision: Final = None

_SQLITE: Final = (
    """CREATE TRIGGER events_are_never_updated BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'events are append-only'); END""",
    """CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'events are append-only'); END""",
    """CREATE TRIGGER events_follow_from_the_one_before BEFORE INSERT ON events
    WHEN NEW.previous IS NOT (
        CASE WHEN NEW.n = 1
        THEN (SELECT genesis FROM scopes WHERE scope = NEW.scope)
        ELSE (SELECT seal FROM events WHERE scope = NEW.scope AND n = NEW.n - 1) END)
    OR EXISTS (SELECT 1 FROM events WHERE scope = NEW.scope AND n >= NEW.n)
    OR EXISTS (SELECT 1 FROM events WHERE position = NEW.position)
    BEGIN SELECT RAISE(ABORT, 'the event does not follow from the last one'); END""",
)

_POSTGRESQL: Final = (
    """CREATE FUNCTION both_sides_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION '% are append-only', TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
    END $$""",
    """CREATE FUNCTION both_sides_require_next() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        last_n bigint;
        last_seal text;
    BEGIN
        SELECT n, seal INTO last_n, last_seal FROM events
        WHERE scope = NEW.scope ORDER BY n DESC LIMIT 1;
        IF NOT FOUND THEN
            SELECT 0, genesis INTO last_n, last_seal FROM scopes WHERE scope = NEW.scope;
        END IF;
        IF (last_n + 1, last_seal) IS DISTINCT FROM (NEW.n, NEW.previous) THEN
            RAISE EXCEPTION 'the event does not follow from the last one'
            USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$""",
    """CREATE TRIGGER events_are_never_changed BEFORE UPDATE OR DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION both_sides_refuse_change()""",
    """CREATE TRIGGER events_are_never_emptied BEFORE TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION both_sides_refuse_change()""",
    """CREATE TRIGGER events_follow_from_the_one_before BEFORE INSERT ON events
    FOR EACH ROW EXECUTE FUNCTION both_sides_require_next()""",
)


def upgrade() -> None:
    """Make scopes, events, views and receipts, and their guards."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    text = sa.Text() if is_sqlite else sa.Text(collation="C")
    number = sa.BigInteger()
    row_id = sa.Integer() if is_sqlite else sa.BigInteger()
    op.create_table(
        "scopes",
        sa.Column("scope", text, primary_key=True),
        sa.Column("genesis", text, nullable=False),
        sa.Column("n", number, nullable=False),
        sa.Column("seal", text, nullable=False),
        sa.Column("at", text, nullable=False),
    )
    place = [sa.Column("position", row_id, primary_key=True, autoincrement=True)]
    keys: list[sa.Constraint] = [sa.UniqueConstraint("scope", "n")]
    if not is_sqlite:  # positions are given after the commit, see 0002
        place, keys = [], [sa.PrimaryKeyConstraint("scope", "n")]
    op.create_table(
        "events",
        *place,
        sa.Column("scope", text, sa.ForeignKey("scopes.scope"), nullable=False),
        sa.Column("n", number, nullable=False),
        sa.Column("previous", text, nullable=False),
        sa.Column("seal", text, nullable=False),
        sa.Column("type", text, nullable=False),
        sa.Column("at", text, nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        *keys,
    )
    op.create_table(
        "views",
        sa.Column("id", row_id, primary_key=True, autoincrement=True),
        sa.Column("scope", text, nullable=False),
        sa.Column("kind", text, nullable=False),
        sa.Column("key", text, nullable=False),
        sa.Column("ordinal", number, nullable=False),
        sa.Column("n", number, nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("digest", text, nullable=False),
        sa.Column("text", text),
        sa.UniqueConstraint("scope", "kind", "key"),
    )
    op.create_index("views_in_order", "views", ["scope", "kind", "ordinal"])
    op.create_table(
        "receipts",
        sa.Column("scope", text, primary_key=True),
        sa.Column("key", text, primary_key=True),
        sa.Column("request_digest", text, nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
    )
    for statement in _SQLITE if is_sqlite else _POSTGRESQL:
        op.execute(statement)
