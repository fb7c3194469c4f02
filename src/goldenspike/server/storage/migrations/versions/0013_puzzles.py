"""The puzzles that a person has tried and solved."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "puzzle",
        sa.Column("user_id", sa.String(24), sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("puzzle_id", sa.String(24), primary_key=True),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("solved_at", sa.BigInteger),
    )


def downgrade() -> None:
    op.drop_table("puzzle")
