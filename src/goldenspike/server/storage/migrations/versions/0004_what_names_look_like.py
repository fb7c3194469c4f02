"""What the names of registered players look like, so that nobody imitates them."""

import sqlalchemy as sa
from alembic import op

from goldenspike.server.names import skeleton

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("person", sa.Column("name_look", sa.String(160), nullable=True))
    op.create_index("ix_person_name_look", "person", ["name_look"])
    person = sa.table("person", sa.column("id"), sa.column("name"), sa.column("name_key"), sa.column("name_look"))
    connection = op.get_bind()
    for id, name in connection.execute(sa.select(person.c.id, person.c.name).where(person.c.name_key.is_not(None))).all():
        connection.execute(sa.update(person).where(person.c.id == id).values(name_look=skeleton(name)))


def downgrade() -> None:
    op.drop_index("ix_person_name_look", "person")
    op.drop_column("person", "name_look")
