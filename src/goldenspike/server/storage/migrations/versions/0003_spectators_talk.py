"""Whether spectators may talk at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # At tables that were opened before the choice existed they could not.
    op.add_column("game", sa.Column("spectators_talk", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("game", "spectators_talk")
