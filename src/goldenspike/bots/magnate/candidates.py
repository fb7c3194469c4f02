"""What the magnate chooses among: every legal action, with amounts in a few levels and only the most promising track.

Large choices stay small this way: a lay is one choice of at most `MOST_LAYS`, whatever hex, tile and rotation it has, and a bid
one of a few levels. Offers to other players are made once a turn, so that nobody is asked the same again and again.
"""

from typing import Final

from goldenspike.bots.baron.lines import Lines
from goldenspike.bots.base import Table
from goldenspike.core.actions import (
    Action,
    Bid,
    BidForChoice,
    BuyPrivate,
    BuyTrain,
    ClosePrivate,
    ContestRun,
    LayTile,
    PlaceToken,
    RunTrains,
    SellPrivate,
)
from goldenspike.core.holders import company_of_holder, is_company
from goldenspike.core.ids import Player
from goldenspike.core.state import State
from goldenspike.core.steps.base import Offer

RAISES: Final[tuple[int, ...]] = (0, 5, 15, 30)
"""Bids: amounts above the lowest."""
PARTS: Final[tuple[float, ...]] = (0.0, 0.5, 1.0)
"""Prices within one's own property: parts of the way from the lowest to the highest."""
OFFERED: Final[tuple[float, ...]] = (1.0, 1.5)
"""Prices offered to others, as parts of the printed price."""
MOST_LAYS: Final = 6
MOST_STATIONS: Final = 4
Asked = set[tuple[object, ...]]
"""What was offered to others in this turn."""


def list_candidates(table: Table, asked: Asked) -> tuple[list[Action], dict[LayTile, float]]:
    """The choices in a fixed order, and what each lay among them promises."""
    found: list[Action] = []
    lays: list[LayTile] = []
    stations: list[PlaceToken] = []
    for action in table.actions:
        if isinstance(action, LayTile):
            lays.append(action)
        elif isinstance(action, PlaceToken):
            stations.append(action)
        elif isinstance(action, RunTrains):
            if action.routes is None:
                return [action], {}
        elif not isinstance(action, (ContestRun, ClosePrivate)):
            found.append(action)
    promises = _promising(table, lays) if lays else {}
    found.extend(promises)
    found.extend(_best_stations(table, stations))
    for offer in table.offers:
        found.extend(priced for priced in _levels(table, offer) if key_of(priced) not in asked)
    if not found:
        found = list(table.actions) or [table.offers[0].action]
    return found, promises


def key_of(action: Action) -> tuple[object, ...]:
    """What an offer to another player is about."""
    if isinstance(action, (BuyPrivate, SellPrivate)):
        return (type(action).__name__, action.private, action.buyer)
    if isinstance(action, BuyTrain):
        return ("BuyTrain", action.train, action.source)
    return (type(action).__name__,)


def is_proposal(s: State, player: Player, action: Action) -> bool:
    """Whether somebody else must agree."""
    if isinstance(action, BuyPrivate):
        return s.privates[action.private] != player
    if isinstance(action, BuyTrain) and is_company(action.source):
        return s.presidents[company_of_holder(action.source)] != player
    return isinstance(action, SellPrivate)


def closest(candidates: list[Action], wanted: Action) -> int:
    """The place of the candidate that is the wanted action, or the same at the nearest amount; -1 if there is none."""
    if wanted in candidates:
        return candidates.index(wanted)
    if isinstance(wanted, RunTrains):
        return 0 if isinstance(candidates[0], RunTrains) else -1
    near = [
        (abs(_amount(action) - _amount(wanted)), place)
        for place, action in enumerate(candidates)
        if type(action) is type(wanted) and _amount(wanted) and _subject(action) == _subject(wanted)
    ]
    return min(near)[1] if near else -1


def _amount(action: Action) -> int:
    if isinstance(action, (Bid, BidForChoice)):
        return action.amount
    return action.price if isinstance(action, (BuyPrivate, SellPrivate, BuyTrain)) else 0


def _subject(action: Action) -> tuple[object, ...]:
    if isinstance(action, Bid):
        return (action.private,)
    return (*key_of(action), action.trade_in) if isinstance(action, BuyTrain) else key_of(action)


def _promising(table: Table, lays: list[LayTile]) -> dict[LayTile, float]:
    """The lays whose track leads furthest, best first; those with a private company's power count like others."""
    lines = Lines(table.setup, table.state, table.state.operating)
    ranked = sorted(((-lines.promise(lay), number) for number, lay in enumerate(lays)))
    return {lays[number]: -promise for promise, number in ranked[:MOST_LAYS]}


def _best_stations(table: Table, stations: list[PlaceToken]) -> list[PlaceToken]:
    setup, faces = table.setup, table.state.faces
    value = {station: setup.faces[faces[station.hex]].stops[station.stop].values[1] for station in stations}
    return sorted(stations, key=lambda station: -value[station])[:MOST_STATIONS]


def _levels(table: Table, offer: Offer) -> list[Action]:
    action = offer.action
    if isinstance(action, (Bid, BidForChoice)):
        wanted = [offer.lo + raised for raised in RAISES]
    elif is_proposal(table.state, table.player, action):
        if isinstance(action, (BuyPrivate, SellPrivate)):
            printed = table.setup.title.privates[action.private].price
        else:
            assert isinstance(action, BuyTrain)
            printed = table.setup.title.trains[action.train].price
        wanted = [int(printed * part) for part in OFFERED]
    else:
        wanted = [int(offer.lo + (offer.hi - offer.lo) * part) for part in PARTS]
    amounts = {offer.lo + (amount - offer.lo) // offer.step * offer.step for amount in wanted if offer.lo <= amount <= offer.hi}
    return [offer.at(amount) for amount in sorted(amounts)]
