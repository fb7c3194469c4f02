"""Undone moves that may be made again, and what is done for seats without a decision."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("redo", sa.Text()))
    op.add_column("seat", sa.Column("automatic", sa.Integer(), nullable=False, server_default="3"))


def downgrade() -> None:
    op.drop_column("seat", "automatic")
    op.drop_column("game", "redo")
