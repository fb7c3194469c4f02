"""Plans: moves that are tried out."""

from typing import Annotated, Literal

import msgspec

from goldenspike.protocol.messages.common import ActionWire, Position
from goldenspike.protocol.orders import SeatNumber

AmountsByHolder = dict[str, Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]]
PlanMoves = Annotated[list[ActionWire], msgspec.Meta(max_length=200)]
PlanName = Annotated[str, msgspec.Meta(max_length=40)]


class PlanRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Moves to try out, of any player, one after the other from the present position on."""

    name: PlanName = ""
    actions: PlanMoves = []
    assumed: AmountsByHolder = {}
    """Money that is hidden from the seat, by player's number or railroad; what is left out has a usual amount."""
    seat: SeatNumber | None = None
    """One of one's own; the one that speaks if left out."""


class PlanChange(msgspec.Struct, forbid_unknown_fields=True):
    """What is left out stays as it is."""

    name: PlanName | None = None
    actions: PlanMoves | None = None
    assumed: AmountsByHolder | None = None


class RiskInfo(msgspec.Struct):
    """Something that may happen after the moves of a plan."""

    kind: Literal["train", "takeover", "dump"]
    """A train that the railroad cannot pay for, a presidency that others can take, or one that they can leave to the planner."""
    company: str
    amount: int
    """What is missing for the train."""
    purchases: int
    """How many trains the bank sells until it is needed."""
    seat: int | None
    """The other player, who must buy or sell so many `units`."""
    units: int


class OutcomeInfo(msgspec.Struct):
    """What a plan leads to, as far as its seat knows and assumes."""

    money: int
    wealth: list[int]
    """By seat."""
    income: list[int]
    """What the next operating round brings, by seat."""
    risks: list[RiskInfo]


class MisfitInfo(msgspec.Struct):
    """The first move that is not possible in the present position."""

    action: ActionWire
    code: str
    """The reason; `drawn` if chance decides before it."""
    paragraph: str
    title: str


class PlanInfo(msgspec.Struct):
    """A plan at the present position of its table: moves that have been made meanwhile are no longer in it."""

    id: str
    name: str
    seat: int
    ply: int
    undos: int
    actions: list[ActionWire]
    """Those that fit."""
    misfit: MisfitInfo | None
    rest: list[ActionWire]
    """The misfit and what comes after it."""
    to_send: int
    """How many of the actions may be sent now."""
    assumed: dict[str, int]
    outcome: OutcomeInfo


class PlanSent(msgspec.Struct):
    """The position after the moves that a plan began with, and what is left of the plan."""

    position: Position
    plan: PlanInfo | None
    """What is left of it, None if nothing is."""
