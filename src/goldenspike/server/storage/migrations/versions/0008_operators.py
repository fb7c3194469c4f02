"""Operators, bans, and a log of what operators do."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("person", sa.Column("is_operator", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("person", sa.Column("banned_at", sa.BigInteger()))
    op.create_table(
        "address_ban",
        sa.Column("network", sa.String(64), primary_key=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "operator_act",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("operator_id", sa.String(24)),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("person_id", sa.String(24)),
        sa.Column("table_id", sa.String(24)),
        sa.Column("detail", sa.Text(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("operator_act")
    op.drop_table("address_ban")
    op.drop_column("person", "banned_at")
    op.drop_column("person", "is_operator")
