"""Give tests a database of their own on a real PostgreSQL server, or skip with a clear reason."""

from collections.abc import Iterator
from itertools import count

import pytest
from sqlalchemy import create_engine, make_url, text

from both_sides.store.opening import migrate
from tests.postgres.server import running, why_not

_NUMBERS = count(1)
TEMPLATE = "ledger_template"


def run_sql(address: str, *statements: str) -> None:
    """Run statements outside a transaction."""
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def address_of(server: str, database: str) -> str:
    """Name another database of a server."""
    return make_url(server).set(database=database).render_as_string(hide_password=False)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """Run a server for this process, with the empty ledger that others are copied from."""
    reason = why_not()
    if reason is not None:
        pytest.skip(reason)
    with running() as address:
        run_sql(address, f"CREATE DATABASE {TEMPLATE}")
        migrate(address_of(address, TEMPLATE))
        yield address


@pytest.fixture
def postgres_address(postgres_server: str) -> Iterator[str]:
    """Give the address of an empty ledger."""
    name = f"ledger_{next(_NUMBERS)}"
    run_sql(postgres_server, f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
    yield address_of(postgres_server, name)
    run_sql(postgres_server, f"DROP DATABASE {name} WITH (FORCE)")
