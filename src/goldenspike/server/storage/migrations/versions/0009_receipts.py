"""Answers to actions that were sent with an idempotency key, so that a repeated request gets the first answer."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "receipt",
        sa.Column("user_id", sa.String(24), sa.ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("request_hash", sa.String(64), nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_receipt_made_at", "receipt", ["made_at"])


def downgrade() -> None:
    op.drop_table("receipt")
