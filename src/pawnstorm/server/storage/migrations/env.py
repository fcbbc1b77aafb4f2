"""Alembic starts here: it runs the migrations on the connection that the store passes on."""

from alembic import context

from pawnstorm.server.storage.database import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
