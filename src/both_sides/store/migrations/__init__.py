"""Bring the tables of a ledger up to the ones that this program reads, step by step, with Alembic.

A new SQLite ledger is made at once (`both_sides.store.sqlite_schema`); a test holds that both ways
end with the same tables. A new PostgreSQL ledger is made by these steps. No step changes an event.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def upgrade(connection: Connection) -> None:
    """Run the steps that a ledger has not had yet, in the transaction of a connection."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
