"""Orders of seats, and moves made by order."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "seat_order",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.String(24), sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("made_ply", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.BigInteger()),
        sa.Column("ended_ply", sa.Integer()),
        sa.Column("why", sa.String(16), nullable=False),
        sa.Column("refusal", sa.Text(), nullable=False),
    )
    op.create_index("seat_order_by_table", "seat_order", ["table_id", "ended_at"])
    op.create_index("ix_seat_order_user_id", "seat_order", ["user_id"])
    op.add_column("move", sa.Column("by_order", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    op.drop_column("move", "by_order")
    op.drop_table("seat_order")
