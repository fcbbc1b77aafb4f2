"""The pledges of tables that are not made yet, for every process on the database."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "pledges",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("server_seed", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("pledges")
