"""Run migrations over the connection that `both_sides.store.migrations.upgrade` passes."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
