"""The log of what operators do, which every process follows."""

import logging
from dataclasses import dataclass

from sqlalchemy import insert, select

from goldenspike.server.storage.database import Database, Querying
from goldenspike.server.storage.schema import OperatorAct, User
from goldenspike.server.storage.tokens import now

_log = logging.getLogger("goldenspike.audit")


@dataclass(frozen=True, slots=True)
class Act:
    id: int
    made_at: int
    operator: str
    """The name of the operator, empty for the command line."""
    kind: str
    person_id: str | None
    table_id: str | None
    detail: str


async def record_act(
    connection: Querying,
    operator_id: str | None,
    kind: str,
    person_id: str | None = None,
    table_id: str | None = None,
    detail: str = "",
) -> None:
    """Write down an act, in the transaction that performs it."""
    await connection.execute(
        insert(OperatorAct).values(
            made_at=now(), operator_id=operator_id, kind=kind, person_id=person_id, table_id=table_id, detail=detail
        )
    )
    facts = {"act": kind, "operator": operator_id or "command line", "subject": person_id, "subject_table": table_id}
    _log.info("operator", extra=facts)


async def read_acts(database: Database, after: int = 0, most: int = 100) -> list[Act]:
    """The newest acts, oldest first."""
    async with database.read() as connection:
        found = await connection.execute(
            select(OperatorAct.__table__, User.name)
            .outerjoin(User, User.id == OperatorAct.operator_id)
            .where(OperatorAct.id > after)
            .order_by(OperatorAct.id.desc())
            .limit(most)
        )
        return [Act(row.id, row.made_at, row.name or "", row.kind, row.person_id, row.table_id, row.detail) for row in found][
            ::-1
        ]
