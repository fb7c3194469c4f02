"""What the tiles that fit on a hex cost, how many are left, and what the railroad could earn with them."""

from collections.abc import Callable
from dataclasses import dataclass

from goldenspike.core.actions import LayTile
from goldenspike.core.game import Game
from goldenspike.core.holders import treasury
from goldenspike.core.ids import Hex, Player, Train
from goldenspike.core.rules.runs import best_routes
from goldenspike.core.rules.train_card import bank_trains, owned_trains
from goldenspike.core.state import State
from goldenspike.core.title import Setup


@dataclass(frozen=True, slots=True)
class LayProspect:
    action: LayTile
    left: int
    """Tiles of this kind before it is laid."""
    cost: int
    earns: int | None
    """What the trains could earn then; None if there are none to buy either, or if there was no time to find out."""


@dataclass(frozen=True, slots=True)
class HexProspects:
    now: int | None
    """What the trains could earn without it."""
    trains: tuple[Train, ...]
    """The trains in question: those of the railroad, or the next one of the bank if it has none."""
    lacks_train: bool
    lays: tuple[LayProspect, ...]


def lay_prospects(setup: Setup, s: State, seat: Player, hex: Hex, expired: Callable[[], bool]) -> HexProspects:
    """Everything that the seat may lay on a hex. Once the budget has expired, costs are still given, earnings are not."""
    game = Game(setup, s)
    lays = [action for action in game.legal_for(seat) if isinstance(action, LayTile) and action.hex == hex]
    owned = tuple(owned_trains(setup, s, lays[0].company)) if lays else ()
    trains = owned or tuple(bank_trains(setup, s)[:1])
    now = _earnings(setup, s, lays[0], trains, expired) if lays else None
    found: list[LayProspect] = []
    for action in lays:
        after = Game(setup, s)
        after.push(action)
        cost = s.money[treasury(action.company)] - after.state.money[treasury(action.company)]
        found.append(LayProspect(action, s.supply[action.tile], cost, _earnings(setup, after.state, action, trains, expired)))
    return HexProspects(now, trains, bool(lays) and not owned, tuple(found))


def _earnings(setup: Setup, s: State, action: LayTile, trains: tuple[Train, ...], expired: Callable[[], bool]) -> int | None:
    if expired() or not trains:
        return None
    best = best_routes(setup, s, action.company, trains, expired)
    return best.revenue if best.proven else None
