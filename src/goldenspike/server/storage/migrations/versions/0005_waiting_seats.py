"""Since when a game waits for a seat, and finished games that a player no longer wants to see."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # For games that are already running it becomes known with the next move.
    op.add_column("seat", sa.Column("asked_at", sa.BigInteger()))
    op.create_table(
        "removed",
        sa.Column("user_id", sa.String(24), sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    )


def downgrade() -> None:
    op.drop_table("removed")
    op.drop_column("seat", "asked_at")
