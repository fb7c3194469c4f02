"""What the names of registered players look like, now that VV looks like W."""

import sqlalchemy as sa
from alembic import op

from goldenspike.server.names import skeleton

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    person = sa.table("person", sa.column("id"), sa.column("name"), sa.column("name_look"))
    connection = op.get_bind()
    for id, name, look in connection.execute(sa.select(person).where(person.c.name_look.is_not(None))).all():
        if look != skeleton(name):
            connection.execute(sa.update(person).where(person.c.id == id).values(name_look=skeleton(name)))


def downgrade() -> None:
    """Nothing was added."""
