"""Make the tables of the tree over all events, of what is signed, and of closures."""

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0002"
down_revision: Final = "0001"

_SQLITE: Final = (
    """CREATE TRIGGER events_wait_while_the_ledger_is_closed BEFORE INSERT ON events
    WHEN (SELECT is_closed FROM closures ORDER BY id DESC LIMIT 1)
    BEGIN SELECT RAISE(ABORT, 'the ledger is closed'); END""",
    """CREATE TRIGGER checkpoints_are_never_updated BEFORE UPDATE ON checkpoints
    BEGIN SELECT RAISE(ABORT, 'checkpoints are append-only'); END""",
    """CREATE TRIGGER checkpoints_are_never_deleted BEFORE DELETE ON checkpoints
    BEGIN SELECT RAISE(ABORT, 'checkpoints are append-only'); END""",
    """CREATE TRIGGER checkpoints_are_never_replaced BEFORE INSERT ON checkpoints
    WHEN EXISTS (SELECT 1 FROM checkpoints WHERE origin = NEW.origin AND size = NEW.size)
    BEGIN SELECT RAISE(ABORT, 'checkpoints are append-only'); END""",
)

_POSTGRESQL: Final = (
    """CREATE FUNCTION both_sides_require_open() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF (SELECT is_closed FROM closures ORDER BY id DESC LIMIT 1) THEN
            RAISE EXCEPTION 'the ledger is closed'
            USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NULL;
    END $$""",
    """CREATE TRIGGER events_wait_while_the_ledger_is_closed BEFORE INSERT ON events
    FOR EACH STATEMENT EXECUTE FUNCTION both_sides_require_open()""",
    *(
        statement
        for table in ("checkpoints", "cosignatures", "positions")
        for statement in (
            f"""CREATE TRIGGER {table}_are_never_changed BEFORE UPDATE OR DELETE ON {table}
            FOR EACH ROW EXECUTE FUNCTION both_sides_refuse_change()""",
            f"""CREATE TRIGGER {table}_are_never_emptied BEFORE TRUNCATE ON {table}
            FOR EACH STATEMENT EXECUTE FUNCTION both_sides_refuse_change()""",
        )
    ),
)


def upgrade() -> None:
    """Make tiles, checkpoints, cosignatures and closures, and their guards."""
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    text = sa.Text() if is_sqlite else sa.Text(collation="C")
    number = sa.BigInteger()
    row_id = sa.Integer() if is_sqlite else sa.BigInteger()
    op.create_table(
        "tiles",
        sa.Column("level", number, primary_key=True),
        sa.Column("number", number, primary_key=True),
        sa.Column("hashes", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "checkpoints",
        sa.Column("origin", text, primary_key=True),
        sa.Column("size", number, primary_key=True, autoincrement=False),
        sa.Column("note", text, nullable=False),
    )
    op.create_table(
        "cosignatures",
        sa.Column("origin", text, primary_key=True),
        sa.Column("size", number, primary_key=True, autoincrement=False),
        sa.Column("line", text, primary_key=True),
        sa.ForeignKeyConstraint(["origin", "size"], ["checkpoints.origin", "checkpoints.size"]),
    )
    op.create_table(
        "closures",
        sa.Column("id", row_id, primary_key=True, autoincrement=True),
        sa.Column("is_closed", sa.Boolean(), nullable=False),
        sa.Column("reason", text, nullable=False),
        sa.Column("at", text, nullable=False),
    )
    if not is_sqlite:
        op.create_table(
            "positions",
            sa.Column("position", number, primary_key=True, autoincrement=False),
            sa.Column("scope", text, nullable=False),
            sa.Column("n", number, nullable=False),
            sa.UniqueConstraint("scope", "n"),
            sa.ForeignKeyConstraint(["scope", "n"], ["events.scope", "events.n"]),
        )
        op.create_table(
            "sequenced",
            sa.Column("scope", text, primary_key=True),
            sa.Column("n", number, nullable=False),
        )
    for statement in _SQLITE if is_sqlite else _POSTGRESQL:
        op.execute(statement)
