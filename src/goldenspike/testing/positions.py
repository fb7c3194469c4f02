"""Positions for tests, described by the names that players use; positions that no game can reach are refused.

    from goldenspike.testing import Position
    from goldenspike.titles.g1830 import classic

    position = Position(classic(players=4), phase="3")
    position.company("NYC", shares={0: 5, 1: 3}, par=90, money=400, trains="2 3", stations="E19 F16")
    position.tile("F16", "57", "SW NE").private("SV", 1).money(0, 50)
    game = position.operating_round("NYC", "station")

Players go by their number, everything else by its name: railroads, hexes, tiles, trains, private companies, phases, steps. A
holder is a player, a railroad, "bank", "pool" or "nobody" (out of the game). Lists are words with spaces between them.

What is not described is as at the start of a game: money, shares, tiles and trains lie in the bank, and whatever is described
is taken from there. Only private companies are closed unless they are given an owner (in an auction they are for sale).

Each method checks its words at once; the end of the description (`auction`, `stock_round`, `operating_round`,
`start_operating_round`) makes a game of it and lets the invariants judge the whole. Both raise `ImpossiblePosition`.
"""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from goldenspike.core.actions import Pass
from goldenspike.core.game import Game
from goldenspike.core.hexes import SIDES
from goldenspike.core.holders import BANK, NOBODY, POOL
from goldenspike.core.ids import (
    NO_PLACE,
    NONE,
    Company,
    Hex,
    Holder,
    Place,
    Player,
    Private,
    Train,
    by_company,
    by_player,
    by_private,
)
from goldenspike.core.ledger import Ledger
from goldenspike.core.options import OperatingOrder
from goldenspike.core.rules.floating import ALL_UNITS, is_floating
from goldenspike.core.rules.home_station import home_places
from goldenspike.core.rules.receivership import in_receivership
from goldenspike.core.rules.share_price import in_value_order
from goldenspike.core.state import SHARE_HOLDERS, TOKENS_PER_COMPANY, State, hex_of_place, place_of
from goldenspike.core.tiles import STOPS_PER_HEX
from goldenspike.core.title import UNLIMITED, Phase, RoundKind, Setup
from goldenspike.testing.invariants import violations_of
from goldenspike.testing.names import ImpossiblePosition, Who, holder_of, look_up, rotation_of
from goldenspike.testing.supply import balance_trains, may_lie


class Position:
    """A position in the making; see the module for an example. Every method that describes returns the position itself.

    `phase` defaults to the first; `money` is what each player has, by default the starting money.
    """

    def __init__(self, setup: Setup, *, phase: str = "", money: int | None = None) -> None:
        self.setup = setup
        self._state = _own_lists(setup.plan.flow.opening(setup))
        self._stations: dict[Company, list[str] | None] = _stations_of(setup, self._state)
        """Words of the stations in the order in which they were placed; None for just the home."""
        self._privates: dict[Private, Holder] = {}
        self._bank_trains: dict[Train, int] | None = None
        """What the bank still sells, where it is said."""
        self._bank_money: int | None = None
        self._fields: dict[str, Any] = {}
        self._state.seating = setup.all_players
        if phase:
            self.phase(phase)
        if money is not None:
            for player in setup.all_players:
                self.money(player, money)

    @staticmethod
    def of(game: Game) -> "Position":
        """The position of a game, to change it and go on from there."""
        setup, s = game.setup, game.state
        position = Position(setup)
        position._state = _own_lists(s)
        position._stations = _stations_of(setup, s)
        position._privates = {private: owner for private, owner in by_private(s.privates) if owner != BANK}
        first = BANK * len(setup.title.trains)
        position._bank_trains = {train: s.trains[first + train] for train in setup.all_trains}
        return position

    # --- people and the bank

    def money(self, who: Who, amount: int) -> "Position":
        """What a player or a railroad has; the rest lies in the bank."""
        holder = holder_of(self.setup, who)
        if holder in (BANK, POOL, NOBODY):
            raise ImpossiblePosition(f"money of {who} is what the others have not; see `bank`")
        if amount < 0:
            raise ImpossiblePosition(f"{who} cannot have {amount}")
        self._state.money[holder] = amount
        return self

    def bank(self, amount: int) -> "Position":
        """Leave so much in the bank; the rest went out of the game with a railroad that closed."""
        if amount < 0:
            raise ImpossiblePosition(f"the bank cannot have {amount}")
        self._bank_money = amount
        return self

    def private(self, name: str, owner: Who) -> "Position":
        """A private company and whoever owns it: a player, a railroad, "bank" if unsold or "nobody" if closed."""
        private = look_up("private company", self.setup.private_index, name)
        holder = holder_of(self.setup, owner)
        if holder == POOL:
            raise ImpossiblePosition(f"private company {name} cannot lie in the pool")
        if holder not in (BANK, NOBODY) and self._privates_are_closed():
            raise ImpossiblePosition(f"private company {name} is closed in phase {self._phase.id}")
        self._privates[private] = holder
        return self

    # --- railroads

    def company(
        self,
        name: str,
        *,
        president: int | None = None,
        shares: Mapping[Who, int] | None = None,
        second: Who | None = None,
        par: int = 0,
        price: int = 0,
        cell: tuple[int, int] | None = None,
        money: int = 0,
        trains: str = "",
        stations: str | None = None,
        funded: bool = True,
        operated: bool = True,
        revenue: int = 0,
        licensed: bool = False,
        loan: int = 0,
        halved: bool = False,
        notes: int = 0,
    ) -> "Position":
        """A railroad that has been started. Railroads described later came later to their market cells.

        `shares`: units by holder, players and "pool"; the rest stays in the initial offering. By default the president has
            what it takes to float it. `president`: by default whoever has most; say it if several have, or if a loan keeps
            somebody in office. `second`: who has the second large certificate, where there is one (by default the offering).
        `par`: by default the highest par price. `cell`: row and column in the market, counted from 1, or `price` where only
            one cell has it; by default the cell of the par price.
        `trains`: "2 3 3". `stations`: "E19 G19/1", hex and city, the home first; by default only the home.
        `funded`, `operated`: whether it has its capital and has ever operated, once it has floated. One that has not operated
            has no stations by default.
        `revenue`: what its trains earned last. `licensed`: whether it may enter hexes that need a licence. `loan`, `notes`,
            `halved`: what it owes, its promissory notes, and whether half of its shares are redeemed.
        """
        s, company = self._state, look_up("railroad", self.setup.company_index, name)
        if s.closed[company]:
            raise ImpossiblePosition(f"railroad {name} is closed")
        s.loans[company] = loan
        self._set_shares(company, shares, president, second)
        self._set_price(company, par, price, cell)
        floated = is_floating(self.setup, s, company)
        s.floated[company] = floated
        s.funded[company] = floated and funded
        s.operated[company] = s.funded[company] and operated
        s.revenues[company], s.licences[company] = revenue, licensed
        s.halved[company], s.notes[company] = halved, notes
        if not s.funded[company] and (money or trains or stations):
            raise ImpossiblePosition(f"{name} has no capital yet, so it has neither money nor trains nor stations")
        self.money(name, money).trains(name, trains)
        if stations is None:
            stations = None if s.operated[company] else ""
        self._stations[company] = stations if stations is None else []
        for word in (stations or "").split():
            self.station(name, word)
        return self

    def _set_shares(self, company: Company, shares: Mapping[Who, int] | None, president: int | None, second: Who | None) -> None:
        s, title = self._state, self.setup.title
        card = title.companies[company]
        if not title.has_shares:
            raise ImpossiblePosition(f"{title.name} {title.version} has no shares; describe money, trains and stations")
        if shares is None:
            shares = {president or 0: self.setup.title.float_units}
        units = [0] * SHARE_HOLDERS
        for who, count in shares.items():
            holder = holder_of(self.setup, who)
            if holder >= SHARE_HOLDERS or holder == BANK:
                raise ImpossiblePosition(f"{who} cannot be given shares of {card.id}")
            if count < 0:
                raise ImpossiblePosition(f"{who} cannot have {count} units of {card.id}")
            units[holder] = count
        units[BANK] = ALL_UNITS - sum(units)
        if units[BANK] < 0:
            raise ImpossiblePosition(f"{card.id} has {ALL_UNITS} units of shares, not {sum(units) - units[BANK]}")
        s.shares[company * SHARE_HOLDERS : (company + 1) * SHARE_HOLDERS] = units
        s.presidents[company] = self._find_president(company, president)
        if second is not None:
            s.doubles[company] = holder_of(self.setup, second)

    def _find_president(self, company: Company, named: int | None) -> Player:
        s, card = self._state, self.setup.title.companies[company]
        held = [s.units(company, player) for player in self.setup.all_players]
        largest = [player for player, units in by_player(held) if units == max(held)]
        if max(held) == 0:
            raise ImpossiblePosition(f"nobody has shares of {card.id}, so it has no president")
        if named is None:
            if len(largest) > 1:
                raise ImpossiblePosition(f"players {largest} have equally many shares of {card.id}: who is the president?")
            return largest[0]
        president = Player(holder_of(self.setup, named))
        if president not in largest and not in_receivership(s, company):
            raise ImpossiblePosition(f"player {named} has {held[president]} units of {card.id}, player {largest[0]} {max(held)}")
        return president

    def _set_price(self, company: Company, par: int, price: int, cell: tuple[int, int] | None) -> None:
        s, market, name = self._state, self.setup.title.market, self.setup.title.companies[company].id
        prices = [market.prices[start] for start in market.par_cells]
        if par and par not in prices:
            raise ImpossiblePosition(f"{par} is no par price for {name}, only {prices} are")
        s.par[company] = par or prices[0]
        if cell is not None:
            row, column = cell
            number = (row - 1) * market.columns + column - 1
            there = row > 0 and 0 < column <= market.columns and number < len(market.prices)
            if not there or not market.prices[number]:
                raise ImpossiblePosition(f"the market has no cell in row {row}, column {column}")
            if price and market.prices[number] != price:
                raise ImpossiblePosition(f"row {row}, column {column} of the market is {market.prices[number]}, not {price}")
        elif price:
            if market.prices.count(price) != 1:
                raise ImpossiblePosition(f"the market has {market.prices.count(price)} cells with {price}: say which by `cell`")
            number = market.prices.index(price)
        else:
            number = market.par_cell(s.par[company])
        s.cells[company] = number
        s.market_order = (*(other for other in s.market_order if other != company), company)

    def closed(self, names: str) -> "Position":
        """Railroads that have left the game."""
        s = self._state
        for name in names.split():
            company = look_up("railroad", self.setup.company_index, name)
            if s.presidents[company] != NONE:
                raise ImpossiblePosition(f"railroad {name} is described and closed")
            s.closed[company] = True
            first = company * SHARE_HOLDERS
            s.shares[first : first + SHARE_HOLDERS] = [0] * SHARE_HOLDERS
            s.shares[first + NOBODY] = ALL_UNITS
        return self

    def share(self, name: str, owner: int, units: int = 1) -> "Position":
        """Shares of a railroad that has not been started, as private companies bring them."""
        company = look_up("railroad", self.setup.company_index, name)
        first = company * SHARE_HOLDERS
        if self._state.par[company]:
            raise ImpossiblePosition(f"{name} has been started; describe its shares there")
        if not 0 <= units <= self._state.shares[first + BANK]:
            raise ImpossiblePosition(f"the offering has {self._state.shares[first + BANK]} units of {name}, not {units}")
        self._state.shares[first + BANK] -= units
        self._state.shares[first + holder_of(self.setup, owner)] += units
        return self

    # --- trains

    @property
    def _phase(self) -> Phase:
        return self.setup.title.phases[self._state.phase]

    def _privates_are_closed(self) -> bool:
        return any(phase.close_privates for phase in self.setup.title.phases[: self._state.phase + 1])

    def phase(self, name: str, bank: str | None = None) -> "Position":
        """A phase. `bank` lists the trains that are left in the bank of those that are for sale by now; by default the smaller
        ones are sold out, and one of those that begin the phase is sold. Trains that nobody has are out of the game."""
        self._state.phase = look_up("phase", self.setup.phase_index, name)
        self._bank_trains = None
        if bank is not None:
            listed = [look_up("train", self.setup.train_index, word) for word in bank.split()]
            self._bank_trains = {train: listed.count(train) for train in self.setup.all_trains}
        return self

    def trains(self, who: str, names: str) -> "Position":
        """All the trains of a railroad, or of the open market ("pool")."""
        holder = holder_of(self.setup, who)
        if holder != POOL and holder < SHARE_HOLDERS:
            raise ImpossiblePosition(f"{who} cannot be given trains; what the bank sells goes with `phase`")
        types = len(self.setup.title.trains)
        counts = [0] * types
        for word in names.split():
            counts[look_up("train", self.setup.train_index, word)] += 1
        self._state.trains[holder * types : (holder + 1) * types] = counts
        return self

    # --- the board

    def tile(self, hex: str, tile: str, rotation: int | str = 0) -> "Position":
        """A tile on a hex. `rotation`: sixths of a turn, or the sides that its track leads to ("W NE")."""
        s, setup = self._state, self.setup
        place = look_up("hex", setup.hex_index, hex)
        number = look_up("tile", setup.tile_index, tile)
        if isinstance(rotation, str):
            rotation = rotation_of(setup, tile, rotation)
        face = setup.face_of_tile(number, rotation)
        if not 0 <= rotation < SIDES or not may_lie(setup, place, face):
            raise ImpossiblePosition(f"tile {tile} in rotation {rotation} never comes to lie on {hex}")
        self._return_tile(place)
        if setup.title.tile_counts[number] != UNLIMITED:
            if not s.supply[number]:
                raise ImpossiblePosition(f"the box has only {setup.title.tile_counts[number]} tiles {tile}")
            s.supply[number] -= 1
        s.faces[place] = face
        return self

    def _return_tile(self, hex: Hex) -> None:
        before = self.setup.faces[self._state.faces[hex]].tile
        if before >= 0 and self.setup.title.tile_counts[before] != UNLIMITED:
            self._state.supply[before] += 1

    def tiles(self, words: str) -> "Position":
        """Several tiles: "H3:9/1 H5:9/1", each with its hex, tile and rotation."""
        for word in words.split():
            hex, _, rest = word.partition(":")
            tile, _, rotation = rest.partition("/")
            self.tile(hex, tile, int(rotation or 0))
        return self

    def station(self, name: str, place: str) -> "Position":
        """One more station of a railroad: "F16", or "G19/1" for a city of several."""
        company = look_up("railroad", self.setup.company_index, name)
        hex, _, stop = place.partition("/")
        look_up("hex", self.setup.hex_index, hex)
        words = self._stations.setdefault(company, [])
        if words is None:
            words = self._stations[company] = [""]
        if len(words) == self.setup.title.companies[company].tokens:
            raise ImpossiblePosition(f"{name} has only {len(words)} stations")
        words.append(f"{hex}/{int(stop or 0)}")
        return self

    def marker(self, place: str) -> "Position":
        """A station that belongs to no railroad and only blocks."""
        tokens = self._state.tokens
        first = len(self.setup.title.companies) * TOKENS_PER_COMPANY
        if NO_PLACE not in tokens[first:]:
            raise ImpossiblePosition(f"there are only {len(tokens) - first} markers")
        tokens[tokens.index(NO_PLACE, first)] = self._place(place)
        return self

    def _place(self, word: str) -> Place:
        hex, _, stop = word.partition("/")
        return place_of(look_up("hex", self.setup.hex_index, hex), int(stop or 0))

    # --- the rest

    def set(self, **state_fields: Any) -> "Position":
        """Fields of `State` that no other method describes, as they are: `set(bank_broken=True)`."""
        known = {entry.name for entry in fields(State)}
        for name in state_fields:
            if name not in known:
                raise ImpossiblePosition(f"a state has no field {name!r}")
        self._fields.update(state_fields)
        return self

    # --- games

    def auction(self, turn: int = 0) -> Game:
        """The sale of the private companies, this player on turn; those without an owner are for sale."""
        ledger = self._ledger(unowned=BANK)
        self.setup.plan.flow.start_auction(ledger)
        ledger.set_priority(self._player(turn))
        ledger.start_turn(self._player(turn))
        return self._game(ledger)

    def stock_round(self, turn: int = 0, number: int = 2) -> Game:
        """A stock round, this player on turn and with the priority card."""
        ledger = self._ledger(unowned=NOBODY)
        ledger.state.round_number = number - 1
        ledger.set_priority(self._player(turn))
        self.setup.plan.flow.start_stock_round(ledger)
        return self._game(ledger)

    def operating_round(
        self, company: str, step: str = "track", *, revenue: int | None = None, rounds: int = 0, done: str = ""
    ) -> Game:
        """The railroad's turn in the first operating round of a set, at one of the steps of the title's plan.

        `revenue`: what its trains have earned in this turn.
        `rounds`: how many the set has, by default as many as the phase says. Railroads named in `done` have had their turns;
        all others that have capital are still to come.
        """
        ledger = self._ledger(unowned=NOBODY)
        s, number = ledger.state, look_up("railroad", self.setup.company_index, company)
        if not s.funded[number] and self.setup.title.has_shares:
            raise ImpossiblePosition(f"{company} has no capital yet, so it cannot operate")
        steps = self.setup.plan.rounds[RoundKind.OPERATING]
        names = [one.name for one in steps]
        ledger.start_operating_set(rounds or self._phase.operating_rounds, self._phase.buy_privates)
        ledger.start_round(RoundKind.OPERATING, max(s.round_number, 2), 1)
        ledger.clear_done()
        for name in done.split():
            ledger.mark_done(look_up("railroad", self.setup.company_index, name))
        if self.setup.options.operating_order is OperatingOrder.FIXED:
            others = [other for other, had in by_company(s.done) if not had and other != number]
            ledger.set_operating_order((number, *in_value_order(self.setup, s, others)))
        ledger.start_company_turn(number, s.presidents[number])
        if revenue is not None:
            ledger.set_revenue(number, revenue)
        s.step = look_up("step", dict(zip(names, range(len(names)), strict=True)), step)
        if any(one.forms for one in steps[: s.step]):
            ledger.note_action()
        return self._game(ledger)

    def start_operating_round(self) -> Game:
        """The first turn of a set of operating rounds, after a stock round in which all passed."""
        game = self.stock_round()
        while game.state.round == RoundKind.STOCK:
            game.push(Pass(game.state.turn))
        return game

    def _player(self, number: int) -> Player:
        return Player(holder_of(self.setup, number))

    def _ledger(self, unowned: Holder) -> Ledger:
        """A state with lists of its own, so that the description may change afterwards, ready for its round to begin."""
        s = _own_lists(self._state)
        s.pending = ()
        s.privates = [self._privates.get(private, unowned) for private in self.setup.all_privates]
        self._balance_money(s)
        balance_trains(self.setup, s, self._bank_trains)
        self._place_stations(s)
        return Ledger(self.setup, s, s.copy())

    def _game(self, ledger: Ledger) -> Game:
        state = replace(ledger.state, **self._fields, networks={})
        violations = violations_of(self.setup, state)
        if violations:
            raise ImpossiblePosition("; ".join(str(violation) for violation in violations))
        return Game(self.setup, _own_lists(state))

    def _balance_money(self, s: State) -> None:
        """What nobody else has lies in the bank."""
        s.money[BANK] = 0
        s.money[BANK] = self.setup.title.bank - sum(s.money)
        if self._bank_money is not None:
            s.money[NOBODY] += s.money[BANK] - self._bank_money
            s.money[BANK] = self._bank_money
        if s.money[NOBODY] < 0 or (s.money[BANK] < 0 and not self._fields.get("bank_broken", s.bank_broken)):
            raise ImpossiblePosition(f"there is less money in the game than players and railroads have: {s.money[BANK]} is left")

    def _place_stations(self, s: State) -> None:
        for company, words in self._stations.items():
            first = company * TOKENS_PER_COMPANY
            s.tokens[first : first + TOKENS_PER_COMPANY] = [NO_PLACE] * TOKENS_PER_COMPANY
            for number, word in enumerate([""] if words is None else words):
                s.tokens[first + number] = self._place(word) if word else self._home(s, company)

    def _home(self, s: State, company: Company) -> Place:
        places = home_places(self.setup, s, company)
        if not places:
            raise ImpossiblePosition(f"the home of {self.setup.title.companies[company].id} is full")
        return places[0]


def _own_lists(state: State) -> State:
    """A state that shares no list with others."""
    values: dict[str, Any] = {entry.name: getattr(state, entry.name) for entry in fields(State)}
    lists: dict[str, Any] = {name: value.copy() for name, value in values.items() if isinstance(value, list)}
    return replace(state, **lists, networks={})


def _stations_of(setup: Setup, s: State) -> dict[Company, list[str] | None]:
    placed = [company for company in setup.all_companies if s.stations(company)]
    return {company: [_word_of(setup, place) for place in s.stations(company)] for company in placed}


def _word_of(setup: Setup, place: Place) -> str:
    """How a station is written."""
    return f"{setup.title.hexes[hex_of_place(place)].id}/{place % STOPS_PER_HEX}"
