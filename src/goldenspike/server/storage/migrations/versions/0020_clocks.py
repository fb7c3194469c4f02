"""Clocks of tables and calendars of people; tables are archived instead of deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("clock", sa.Text()))
    op.add_column("game", sa.Column("archived_at", sa.BigInteger()))
    op.create_table(
        "seat_clock",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("left", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.BigInteger()),
        sa.Column("deadline", sa.BigInteger()),
        sa.Column("low_at", sa.BigInteger()),
        sa.Column("stopped", sa.BigInteger()),
        sa.Column("turn", sa.String(40), nullable=False),
        sa.Column("round", sa.String(40), nullable=False),
        sa.Column("stage", sa.String(8), nullable=False),
        sa.Column("votes", sa.Text(), nullable=False),
        sa.Column("due_at", sa.BigInteger()),
    )
    op.create_index("ix_seat_clock_due_at", "seat_clock", ["due_at"])
    op.create_table(
        "calendar",
        sa.Column("user_id", sa.String(24), sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("days_off", sa.Integer(), nullable=False),
        sa.Column("night_from", sa.Integer()),
        sa.Column("night_to", sa.Integer()),
    )
    op.create_table(
        "vacation",
        sa.Column("user_id", sa.String(24), sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("first", sa.String(10), primary_key=True),
        sa.Column("last", sa.String(10), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("vacation")
    op.drop_table("calendar")
    op.drop_table("seat_clock")
    op.drop_column("game", "archived_at")
    op.drop_column("game", "clock")
