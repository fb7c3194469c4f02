"""Receipts: a program that repeats an action after a lost answer gets the first answer, and nothing is done twice.

The receipt is written in the same transaction as the move.
"""

from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from goldenspike.protocol.messages import Position
from goldenspike.server.problems import Problem
from goldenspike.server.storage.database import Database, Querying
from goldenspike.server.storage.schema import ReceiptRow
from goldenspike.server.storage.tokens import hash_of, now

KEPT = 24 * 3600 * 1000
"""Milliseconds for which a key is remembered."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """A request with an idempotency key."""

    user_id: str
    key: str
    request_hash: str

    @classmethod
    def of(cls, user_id: str, key: str, table_id: str, request: Any) -> "Receipt":
        return cls(user_id, key, hash_of(f"{table_id} {msgspec.json.encode(request, order='deterministic').decode()}"))


async def first_answer(database: Database, receipt: Receipt) -> Position | None:
    """What was answered to the same request before; refuses the key of another request."""
    async with database.read() as connection:
        found = await connection.execute(
            select(ReceiptRow.request_hash, ReceiptRow.answer).where(
                ReceiptRow.user_id == receipt.user_id, ReceiptRow.key == receipt.key, ReceiptRow.made_at > now() - KEPT
            )
        )
        row = found.first()
    if row is None:
        return None
    if row.request_hash != receipt.request_hash:
        raise Problem(422, "key_of_another_request")
    return msgspec.json.decode(row.answer, type=Position)


async def keep_answer(connection: Querying, receipt: Receipt, answer: Position) -> None:
    """Old receipts are removed on the way. Refuses a key that another request has used since it was looked for."""
    await connection.execute(delete(ReceiptRow).where(ReceiptRow.made_at <= now() - KEPT))
    row = insert(ReceiptRow).values(
        user_id=receipt.user_id,
        key=receipt.key,
        request_hash=receipt.request_hash,
        answer=msgspec.json.encode(answer).decode(),
        made_at=now(),
    )
    try:
        await connection.execute(row)
    except IntegrityError:
        raise Problem(422, "key_of_another_request") from None
