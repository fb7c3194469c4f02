"""Positions of operating rounds, built by name: tiles, stations, trains, money and phase as a test needs them.

A `Scene` collects a position in lists of its own and hands out a `Game` at a given step of a railroad's turn. Actions are
built by name too, for the railroad that operates. `legal` and `refused` ask both the rule and the enumeration.
"""

from dataclasses import fields, replace
from typing import Any

import pytest

from goldenspike.core.actions import (
    Action,
    BuyPrivate,
    BuyTrain,
    DiscardTrain,
    ExchangePrivate,
    LayTile,
    Pass,
    PayDividend,
    Payout,
    PlaceToken,
    RunTrains,
    SellPrivate,
    SellShares,
)
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import BANK, FIRST_COMPANY, NOBODY, POOL, company_of_holder, is_company, treasury
from goldenspike.core.ids import (
    NO_COMPANY,
    NO_HOLDER,
    NO_PLACE,
    NO_PLAYER,
    NO_PRIVATE,
    NO_TRAIN,
    Company,
    Hex,
    Holder,
    Player,
    Tile,
    Train,
    by_tile,
)
from goldenspike.core.opening import opening_state
from goldenspike.core.options import Seating
from goldenspike.core.reasons import IllegalAction, Reason
from goldenspike.core.state import SHARE_HOLDERS, TOKENS_PER_COMPANY, State, place_of
from goldenspike.core.steps.base import Offer
from goldenspike.core.title import RoundKind, Setup
from goldenspike.titles.catalogue import find_version

STEPS = {"home": 0, "track": 1, "station": 2, "run": 3, "dividend": 4, "train": 5}
"""The steps of an operating turn, by the names that the tests use."""
SIDE_NAMES = ("SW", "W", "NW", "NE", "E", "SE")


class Scene:
    """A position in the making. Players sit in the order of their numbers; nobody owns anything until told."""

    def __init__(self, players: int = 4, phase: str = "2", version: str = "classic", **options: Any) -> None:
        found = find_version("1830", version)
        self.setup: Setup = found.make(found.box, replace(found.defaults, seating=Seating.FREE, **options), players)
        self.state = opening_state(self.setup)
        self.state.money[:] = [0] * len(self.state.money)
        self.state.privates[:] = [NOBODY] * len(self.state.privates)
        self.state.round_number = 2
        self.phase(phase)

    # --- names

    def hex(self, name: str) -> Hex:
        return self.setup.hex_index[name]

    def railroad(self, name: str) -> Company:
        return self.setup.company_index[name]

    def tile_number(self, old: str) -> Tile:
        return next(number for number, tile in by_tile(self.setup.title.tiles) if old in (tile.old, tile.id))

    def train(self, name: str) -> Train:
        return self.setup.train_index[name]

    def holder(self, who: str | int) -> Holder:
        """A player by number; "bank", "pool" or a railroad by name."""
        if isinstance(who, int):
            return Holder(who)
        return {"bank": BANK, "pool": POOL, "nobody": NOBODY}.get(who) or treasury(self.railroad(who))

    # --- the position

    def phase(self, name: str, bank: str | None = None) -> "Scene":
        """A phase; smaller trains are sold out and one of its own is sold, unless `bank` lists what is left."""
        title = self.setup.title
        self.state.phase = self.setup.phase_index[name]
        types = len(title.trains)
        for train, card in enumerate(title.trains):
            if bank is not None:
                left = bank.split().count(card.id)
            elif card.id == name and name != "2":
                left = card.count - 1
            else:
                left = 0 if train < self.setup.train_index[name] else card.count
            self.state.trains[BANK * types + train] = left
        return self

    def company(
        self,
        name: str,
        president: int = 0,
        money: int = 0,
        price: int = 100,
        *,
        own: int = 6,
        others: dict[int, int] | None = None,
        pool: int = 0,
        cell: int | None = None,
        trains: str = "",
        home: bool = True,
    ) -> "Scene":
        """A floated railroad: the president's shares, those of `others` and of the pool, its par cell, money and trains."""
        s, company = self.state, self.railroad(name)
        s.presidents[company] = Player(Holder(president))
        holders = {president: own, POOL: pool, **(others or {})}
        for holder, units in holders.items():
            s.shares[company * SHARE_HOLDERS + holder] = units
        s.shares[company * SHARE_HOLDERS + BANK] = 10 - sum(holders.values())
        s.par[company] = price
        s.cells[company] = self.setup.title.market.par_cell(price) if cell is None else cell
        s.market_order = (*s.market_order, company)
        s.floated[company] = s.funded[company] = True
        s.money[FIRST_COMPANY + company] = money
        self.trains(name, trains)
        if home:
            self.station(name, self.setup.title.companies[company].homes[0].hex)
        return self

    def cell(self, price: int, column: int) -> int:
        """The market cell with this price in a column."""
        market = self.setup.title.market
        return next(c for c, p in enumerate(market.prices) if p == price and c % market.columns == column)

    def tile(self, hex: str, old: str, rotation: int = 0) -> "Scene":
        number = self.tile_number(old)
        before = self.setup.faces[self.state.faces[self.hex(hex)]].tile
        self.state.faces[self.hex(hex)] = self.setup.face_of_tile(number, rotation)
        self.state.supply[number] -= 1
        if before >= 0:
            self.state.supply[before] += 1
        return self

    def track(self, hex: str, old: str, sides: str) -> "Scene":
        """A tile in the first rotation whose track leads to these sides: `track("H14", "9", "W E")`."""
        return self.tile(hex, old, self.rotation(old, sides))

    def rotation(self, old: str, sides: str) -> int:
        exits = sum(1 << SIDE_NAMES.index(side) for side in sides.split())
        faces = [self.setup.faces[self.setup.face_of_tile(self.tile_number(old), rotation)] for rotation in range(6)]
        return next(rotation for rotation, face in enumerate(faces) if face.exits == exits)

    def station(self, company: str, hex: str, stop: int = 0) -> "Scene":
        first = self.railroad(company) * TOKENS_PER_COMPANY
        self.state.tokens[self.state.tokens.index(NO_PLACE, first)] = place_of(self.hex(hex), stop)
        return self

    def trains(self, holder: str, names: str) -> "Scene":
        for name in names.split():
            self.state.trains[self.holder(holder) * len(self.setup.title.trains) + self.train(name)] += 1
        return self

    def money(self, holder: str | int, amount: int) -> "Scene":
        self.state.money[self.holder(holder)] = amount
        return self

    def private(self, name: str, holder: str | int) -> "Scene":
        self.state.privates[self.setup.private_index[name]] = self.holder(holder)
        return self

    def _balance(self) -> None:
        """Money that nobody has lies in the bank; trains come from the bank, and those that nobody has are scrapped."""
        s, title = self.state, self.setup.title
        s.money[BANK] = title.bank - sum(amount for holder, amount in enumerate(s.money) if holder != BANK)
        types = len(title.trains)
        for train, card in enumerate(title.trains):
            s.trains[NOBODY * types + train] = 0
            spare = card.count - sum(s.trains[train::types])
            s.trains[BANK * types + train] += min(spare, 0)
            assert s.trains[BANK * types + train] >= 0, f"more {card.id}-trains than there are"
            s.trains[NOBODY * types + train] = max(spare, 0)

    def _snapshot(self) -> State:
        """A state with lists of its own: the draft may change afterwards."""
        lists: dict[str, Any] = {entry.name: getattr(self.state, entry.name) for entry in fields(State)}
        copied: dict[str, Any] = {name: value.copy() for name, value in lists.items() if isinstance(value, list)}
        return replace(self.state, **copied, networks={})

    def goes_on(self, game: Game) -> "Scene":
        """Take over the position of a game, to speak for the railroad that operates now or to change it."""
        self.state = game.state
        self.state = self._snapshot()
        return self

    # --- games

    def operate(self, company: str, step: str = "track") -> Game:
        """A game in which it is the railroad's turn, at this step."""
        s = self.state
        self._balance()
        s.round = RoundKind.OPERATING
        s.operating_round = 1
        s.operating = self.railroad(company)
        s.turn = s.presidents[s.operating]
        s.step = STEPS[step]
        s.step_done = False
        s.turn_started = step != "track"
        s.lays, s.power_tile_laid, s.token_placed = 0, False, False
        s.done[:] = [not funded for funded in s.funded]
        phase = self.setup.title.phases[s.phase]
        s.operating_rounds = phase.operating_rounds
        s.private_sales_open = phase.buy_privates
        return Game(self.setup, self._snapshot())

    def start_round(self) -> Game:
        """A game at the start of the first operating round of a set, after a stock round in which all passed."""
        game = self.stock_round()
        for _ in range(self.setup.players):
            game.push(Pass(game.state.turn))
        assert game.state.round == RoundKind.OPERATING
        self.state.operating = game.state.operating
        return Game(self.setup, game.state)

    def stock_round(self, player: int = 0) -> Game:
        """A game in the second stock round, this player on turn."""
        s = self.state
        self._balance()
        s.round = RoundKind.STOCK
        s.turn = s.priority = Player(Holder(player))
        s.operating = s.bought = NO_COMPANY
        s.last_actor, s.bought_from = NO_PLAYER, NO_HOLDER
        s.step = s.passes = s.operating_round = 0
        s.step_done = s.turn_started = s.acted = False
        return Game(self.setup, self._snapshot())

    # --- actions of the railroad that operates

    def _mine(self) -> tuple[Player, Company]:
        s = self.state
        return s.presidents[s.operating], s.operating

    def lay(self, hex: str, old: str, rotation: int = 0, private: str = "") -> LayTile:
        power = self.setup.private_index[private] if private else NO_PRIVATE
        return LayTile(*self._mine(), self.hex(hex), self.tile_number(old), rotation, power)

    def place(self, hex: str, stop: int = 0, private: str = "") -> PlaceToken:
        power = self.setup.private_index[private] if private else NO_PRIVATE
        return PlaceToken(*self._mine(), self.hex(hex), stop, power)

    def run(self) -> RunTrains:
        return RunTrains(*self._mine())

    def dividend(self, payout: Payout = Payout.PAY) -> PayDividend:
        return PayDividend(*self._mine(), payout)

    def buy_train(self, name: str, source: str = "bank", price: int | None = None, trade_in: str = "") -> BuyTrain:
        card = self.setup.title.trains[self.train(name)]
        due = card.trade_in_price if trade_in else card.price
        return BuyTrain(
            *self._mine(),
            self.train(name),
            self.holder(source),
            due if price is None else price,
            self.train(trade_in) if trade_in else NO_TRAIN,
        )

    def discard(self, company: str, name: str) -> DiscardTrain:
        number = self.railroad(company)
        return DiscardTrain(self.state.presidents[number], number, self.train(name))

    def sell(self, company: str, count: int, player: int | None = None) -> SellShares:
        return SellShares(self._mine()[0] if player is None else Player(Holder(player)), self.railroad(company), count)

    def buy_private(self, name: str, price: int, buyer: str | int | None = None) -> BuyPrivate:
        """For the operating railroad, or for a player who buys himself."""
        holder = treasury(self.state.operating) if buyer is None else self.holder(buyer)
        player = self.state.presidents[company_of_holder(holder)] if is_company(holder) else Player(holder)
        return BuyPrivate(player, holder, self.setup.private_index[name], price)

    def sell_private(self, name: str, seller: Player, buyer: Player, price: int) -> SellPrivate:
        return SellPrivate(seller, self.setup.private_index[name], buyer, price)

    def exchange(self, player: Player, source: str = "bank", private: str = "MH") -> ExchangePrivate:
        return ExchangePrivate(player, self.setup.private_index[private], self.holder(source))

    # --- questions

    def trains_of(self, game: Game, holder: str) -> list[str]:
        title = self.setup.title
        first = self.holder(holder) * len(title.trains)
        return [card.id for number, card in enumerate(title.trains) for _ in range(game.state.trains[first + number])]

    def cash(self, game: Game, holder: str | int) -> int:
        return game.state.money[self.holder(holder)]

    def units(self, game: Game, company: str, holder: str | int) -> int:
        return game.state.units(self.railroad(company), self.holder(holder))

    def price(self, game: Game, company: str) -> int:
        return self.setup.title.market.prices[game.state.cells[self.railroad(company)]]

    def owner(self, game: Game, private: str) -> int:
        return game.state.privates[self.setup.private_index[private]]

    def stations(self, game: Game, company: str) -> list[tuple[str, int]]:
        hexes = self.setup.title.hexes
        return [(hexes[place // 4].id, place % 4) for place in game.state.stations(self.railroad(company))]

    def tile_on(self, game: Game, hex: str) -> str:
        number = self.setup.faces[game.state.faces[self.hex(hex)]].tile
        return self.setup.title.tiles[number].old if number >= 0 else ""

    def lays_on(self, game: Game, hex: str) -> set[str]:
        """Old numbers of the tiles that the enumeration offers for a hex."""
        tiles = self.setup.title.tiles
        wanted = self.hex(hex)
        return {tiles[a.tile].old for a in game.legal if isinstance(a, LayTile) and a.hex == wanted}

    def cities_offered(self, game: Game) -> set[tuple[str, int]]:
        hexes = self.setup.title.hexes
        return {(hexes[a.hex].id, a.stop) for a in game.legal if isinstance(a, PlaceToken)}

    def phase_name(self, game: Game) -> str:
        return self.setup.title.phases[game.state.phase].id

    def operating(self, game: Game) -> str:
        number = game.state.operating
        return self.setup.title.companies[number].id if number >= 0 else ""

    def step(self, game: Game) -> str:
        return list(STEPS)[game.state.step]


def is_offered(game: Game, action: Action) -> bool:
    """Whether the enumeration of the player's actions has it, by itself or within a range of prices."""
    legal = game.legal_for(player_of(action))
    if action in list(legal):
        return True
    return any(_within(offer, action) for offer in legal.offers())


def _within(offer: Offer, action: Action) -> bool:
    price = getattr(action, "amount", getattr(action, "price", None))
    return (
        price is not None
        and type(action) is type(offer.action)
        and offer.lo <= price <= offer.hi
        and (price - offer.lo) % offer.step == 0
        and offer.at(price) == action
    )


def legal(game: Game, action: Action) -> bool:
    """Legal by the rule and by the enumeration; the two must agree."""
    asked, offered = action in game.legal, is_offered(game, action)
    assert asked == offered, f"rule says {asked}, enumeration says {offered}: {action} {game.refuse(action)}"
    return asked


def refused(game: Game, action: Action) -> Reason:
    """The reason for which an action is refused; the enumeration must not offer it, and the facts must be complete."""
    refusal = game.refuse(action)
    assert refusal is not None, f"legal: {action}"
    assert len(refusal.facts) == len(refusal.reason.facts), refusal
    assert not is_offered(game, action), f"refused but offered: {action}"
    before, twin = game.state, game.state.copy()
    with pytest.raises(IllegalAction) as raised:
        game.push(action)
    assert raised.value.refusal == refusal
    assert game.state is before and before == twin
    return refusal.reason
