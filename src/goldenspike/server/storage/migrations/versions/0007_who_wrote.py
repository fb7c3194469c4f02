"""Who wrote an entry of the log, so that it can be deleted with the account."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entry", sa.Column("user_id", sa.String(24), nullable=True))
    op.create_index("ix_entry_user_id", "entry", ["user_id"])


def downgrade() -> None:
    op.drop_index("ix_entry_user_id", "entry")
    op.drop_column("entry", "user_id")
