"""Alembic's entry point; it uses the connection that `migrate` passes in."""

from alembic import context

from goldenspike.server.storage.schema import Base

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=Base.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
