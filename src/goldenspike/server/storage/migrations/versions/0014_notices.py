"""Notices: addresses, quiet hours, the outbox and deliveries."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "notice_address",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("person_id", sa.String(24), sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
        sa.Column("channel", sa.String(8), nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("secret", sa.String(80), nullable=False),
        sa.Column("kinds", sa.String(80), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("confirmed_at", sa.BigInteger),
        sa.Column("failed_at", sa.BigInteger),
        sa.Column("error", sa.Text, nullable=False),
    )
    op.create_index("ix_notice_address_person_id", "notice_address", ["person_id"])
    op.create_table(
        "quiet_hours",
        sa.Column("person_id", sa.String(24), sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("start", sa.Integer, nullable=False),
        sa.Column("end", sa.Integer, nullable=False),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("person_id", sa.String(24), sa.ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("game.id", ondelete="CASCADE"), nullable=False),
        sa.Column("turn", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("asked_at", sa.BigInteger),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("done_at", sa.BigInteger),
        sa.UniqueConstraint("person_id", "table_id", "turn", "kind", name="outbox_once"),
    )
    op.create_index("outbox_due", "outbox", ["done_at", "due_at"])
    op.create_index("ix_outbox_table_id", "outbox", ["table_id"])
    op.create_table(
        "delivery",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("address_id", sa.String(24), sa.ForeignKey("notice_address.id", ondelete="CASCADE"), nullable=False),
        sa.Column("notices", sa.Text, nullable=False),
        sa.Column("purpose", sa.String(8), nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("leased_until", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_delivery_address_id", "delivery", ["address_id"])
    op.create_index("ix_delivery_due_at", "delivery", ["due_at"])


def downgrade() -> None:
    for table in ("delivery", "outbox", "quiet_hours", "notice_address"):
        op.drop_table(table)
