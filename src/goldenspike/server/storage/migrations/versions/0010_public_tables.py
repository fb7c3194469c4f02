"""An index that yields the public tables in the order of the lobby; it also replaces that of the status alone."""

from alembic import op

revision = "0010"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("game_public", "game", ["status", "listed", "updated_at"])
    op.drop_index("ix_game_status", "game")


def downgrade() -> None:
    op.create_index("ix_game_status", "game", ["status"])
    op.drop_index("game_public", "game")
