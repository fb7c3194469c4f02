"""When the hours of a calendar were chosen: they hold for a week."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("calendar", sa.Column("set_at", sa.BigInteger()))


def downgrade() -> None:
    op.drop_column("calendar", "set_at")
