"""Lessons: the lesson of a table, and how far everybody has come."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("lesson", sa.String(24), nullable=False, server_default=""))
    op.create_table(
        "learn_progress",
        sa.Column("user_id", sa.String(24), sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("lesson", sa.String(24), primary_key=True),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game.id", ondelete="SET NULL")),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sa.Column("done_at", sa.BigInteger),
    )
    op.create_index("ix_learn_progress_table_id", "learn_progress", ["table_id"])


def downgrade() -> None:
    op.drop_table("learn_progress")
    with op.batch_alter_table("game") as game:
        game.drop_column("lesson")
