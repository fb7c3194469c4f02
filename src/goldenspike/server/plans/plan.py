"""A plan as it is stored, and at the present position of its table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from goldenspike.core.actions import Action
from goldenspike.core.holders import treasury
from goldenspike.core.ids import Holder, Player
from goldenspike.core.state import State
from goldenspike.plans import Assumed, Line, own_part
from goldenspike.protocol.messages import Status
from goldenspike.record.wire import write_holder
from goldenspike.server.table.live_table import LiveTable
from goldenspike.server.table.packing import pack_action, unpack_action


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan as it is stored."""

    id: str
    seat: Player
    name: str
    ply: int
    undos: int
    moves: tuple[Action, ...]
    assumed: Assumed


@dataclass(frozen=True, slots=True)
class OpenPlan:
    """A plan at the present position of its table."""

    plan: Plan
    table: LiveTable
    assumed: Assumed
    """By everybody whose money the seat does not know now."""
    line: Line
    made: int
    """How many moves have been made at the table since the plan was changed last."""

    @property
    def seat(self) -> Player:
        return self.plan.seat

    @property
    def start(self) -> State:
        return self.line.start

    @property
    def to_send(self) -> tuple[Action, ...]:
        """What may be sent now: the planner's own moves at the beginning, unless a bot plays for them."""
        own = own_part(self.seat, self.line.actions)
        is_due = self.table.status is Status.RUNNING and not self.table.seats[self.seat].stand_in
        return own if is_due else ()

    @property
    def all_moves(self) -> tuple[Action, ...]:
        """Those that fit, and those that do not."""
        return (*self.line.actions, *self.line.rest)


def holder_name(table: LiveTable, holder: Holder) -> str:
    """A player's number or a railroad's name, as in the wire format."""
    return str(write_holder(table.setup, holder))


def packed(opened: OpenPlan) -> dict[str, Any]:
    """The plan as it is now, beginning at the present position."""
    table = opened.table
    return {
        "seat": opened.seat,
        "name": opened.plan.name,
        "ply": table.ply,
        "undos": table.undos,
        "moves": f"[{','.join(pack_action(table.setup, action) for action in opened.all_moves)}]",
        "assumed": msgspec.json.encode(
            {holder_name(table, holder): amount for holder, amount in opened.assumed.items()}
        ).decode(),
    }


def unpacked(table: LiveTable, row: Mapping[str, Any]) -> Plan:
    moves = msgspec.json.decode(row["moves"], type=list[msgspec.Raw])
    names = {holder_name(table, holder): holder for holder in _holders(table)}
    assumed = msgspec.json.decode(row["assumed"], type=dict[str, int])
    return Plan(
        row["id"],
        table.seats[row["seat"]].number,
        row["name"],
        row["ply"],
        row["undos"],
        tuple(unpack_action(table.setup, bytes(move).decode()) for move in moves),
        {names[name]: amount for name, amount in assumed.items()},
    )


def _holders(table: LiveTable) -> list[Holder]:
    return [*table.setup.all_players, *(treasury(company) for company in table.setup.all_companies)]
