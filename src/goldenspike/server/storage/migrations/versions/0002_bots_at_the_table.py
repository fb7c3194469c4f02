"""Hints, stand-ins for absent players, and the analysis of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("hints", sa.String(8), nullable=False, server_default="alone"))
    op.add_column("game", sa.Column("stand_in_request", sa.Text()))
    op.add_column("seat", sa.Column("stand_in", sa.String(24), nullable=False, server_default=""))
    op.create_table(
        "analysis",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("undos", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("is_done", sa.Boolean(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("analysis")
    op.drop_column("seat", "stand_in")
    op.drop_column("game", "stand_in_request")
    op.drop_column("game", "hints")
