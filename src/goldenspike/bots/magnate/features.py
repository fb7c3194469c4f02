"""A decision as numbers: one row for the position (see `position`), one for each candidate.

A candidate's row has its kind, what is known about the railroad that it concerns, and what a player would work out: what it
costs, what is left, who becomes president, what trains earn afterwards.
"""

from dataclasses import dataclass
from struct import pack
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from goldenspike.bots.base import Table
from goldenspike.bots.magnate.candidates import Asked, list_candidates
from goldenspike.bots.magnate.position import Position
from goldenspike.bots.outlook import worth_of_private
from goldenspike.bots.surveyor import Surveyor
from goldenspike.core import actions as a
from goldenspike.core.actions import Action, Payout
from goldenspike.core.holders import BANK, FIRST_COMPANY, POOL, company_of_holder, is_company
from goldenspike.core.ids import NONE, Company, Private, Train, by_company
from goldenspike.core.interrupts import PrivateOffered, TrainOffered
from goldenspike.core.rules.floating import units_to_float
from goldenspike.core.rules.presidency import successor
from goldenspike.core.rules.runs import best_revenues
from goldenspike.core.rules.share_price import price_of
from goldenspike.core.rules.station import station_cost
from goldenspike.core.rules.stock_purchase import purchase_price
from goldenspike.core.rules.tile_lay import terrain_cost
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.title import Setup

Rows = npt.NDArray[np.float32]

KINDS: Final = (
    a.Pass,
    a.BuyFromBank,
    a.Bid,
    a.SetPar,
    a.StartCompany,
    a.BuyShare,
    a.SellShares,
    a.ExchangePrivate,
    a.BuyPrivate,
    a.SellPrivate,
    a.Accept,
    a.Decline,
    a.LayTile,
    a.PlaceToken,
    a.PayDividend,
    a.BuyTrain,
    a.DiscardTrain,
)
"""Kinds of actions that have a number of their own; all others share the last one."""
_KIND: Final = {kind: number for number, kind in enumerate(KINDS)}
FACTS: Final = (
    "amount",
    "money_after",
    "treasury_after",
    "count",
    "from_pool",
    "becomes_president",
    "loses_presidency",
    "floats",
    "share_price_after",
    "can_float_alone",
    "withholds",
    "my_dividend",
    "pays_next_train_after",
    "earns_more",
    "will_earn_more",
    "promise",
    "cost",
    "upgrades",
    "has_stop",
    "lasts",
    "starts_phase",
    "retires_mine",
    "retires_others",
    "trades_in",
    "owned_trains",
    "from_my_company",
    "president_adds",
    "printed_price",
    "private_worth",
    "private_revenue",
    "above_printed",
    "offer_price",
)
_FACT: Final = {name: number for number, name in enumerate(FACTS)}


@dataclass(slots=True)
class Decision:
    """What is to be chosen among, as numbers."""

    candidates: list[Action]
    position: Rows
    rows: Rows


def sizes(setup: Setup) -> tuple[int, int]:
    """The lengths of the rows of a position and of a candidate."""
    title = setup.title
    company = 27 + len(title.trains)
    position = 21 + 6 * 11 + 8 * len(title.privates) + 4 * len(title.trains) + company * len(title.companies)
    return position, len(KINDS) + 1 + len(FACTS) + len(title.trains) + len(title.privates) + company


class Reader:
    """Reads decisions of one setup; remembers what does not change."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.surveyor = Surveyor(setup)
        self.sizes = sizes(setup)

    def read(self, table: Table, asked: Asked) -> Decision:
        """The candidates and their rows; where there is only one, no rows are made."""
        candidates, promises = list_candidates(table, asked)
        if len(candidates) == 1:
            empty = np.zeros((0, 0), dtype=np.float32)
            return Decision(candidates, empty, empty)
        position = Position(self.setup, table.state, table.player)
        consequences = Consequences(self, table, position, promises)
        for action in candidates:
            consequences.add(action)
        row = _packed(position.row)
        # What is known about the railroads ends the row of the position, and that of each candidate that concerns one.
        count, length = len(position.companies), len(position.companies[0])
        known = np.zeros((count + 1, length), dtype=np.float32)
        known[:count] = row[-count * length :].reshape(count, length)
        own = _packed(consequences.numbers).reshape(len(candidates), -1)
        return Decision(candidates, row, np.concatenate((own, known[consequences.companies]), axis=1))


def _packed(numbers: list[float]) -> Rows:
    """As `np.array` makes it, in a third of the time."""
    return np.frombuffer(pack(f"{len(numbers)}f", *numbers), dtype=np.float32)


class Consequences:
    """What each candidate of one decision would bring."""

    def __init__(self, reader: Reader, table: Table, position: Position, promises: dict[a.LayTile, float]) -> None:
        self.setup = reader.setup
        self.surveyor = reader.surveyor
        self.state = table.state
        self.player = table.player
        self.position = position
        self.promises = promises
        self.numbers: list[float] = []
        """Of all candidates: the kind, the facts, which train and private company."""
        self.companies: list[int] = []
        """The railroad that each candidate concerns; one more than there are for none."""
        self.train: int = NONE
        self.private: int = NONE
        self._facts: list[float] = []
        self._revenues: tuple[tuple[tuple[Train, ...], ...], list[int]] | None = None

    def add(self, action: Action) -> None:
        """Add a candidate."""
        title = self.setup.title
        self._facts = [0.0] * len(FACTS)
        self.train, self.private = NONE, NONE
        company = self._note(action)
        kind = [0.0] * (len(KINDS) + 1)
        kind[_KIND.get(type(action), len(KINDS))] = 1.0
        which = [0.0] * (len(title.trains) + len(title.privates))
        if self.train != NONE:
            which[self.train] = 1.0
        if self.private != NONE:
            which[len(title.trains) + self.private] = 1.0
        self.numbers += kind
        self.numbers += self._facts
        self.numbers += which
        self.companies.append(company if company != NONE else len(self.position.companies))

    def _set(self, name: str, value: float) -> None:
        self._facts[_FACT[name]] = value

    def _note(self, action: Action) -> Company:
        """Note the facts; the railroad that the action concerns, -1 if none."""
        s = self.state
        if isinstance(action, a.LayTile):
            return self._lay(action)
        if isinstance(action, (a.BuyShare, a.SellShares, a.StartCompany, a.SetPar)):
            return self._share(action)
        if isinstance(action, (a.BuyTrain, a.DiscardTrain)):
            return self._train(action)
        if isinstance(action, (a.Bid, a.BuyFromBank, a.BuyPrivate, a.SellPrivate, a.ExchangePrivate)):
            return self._private(action)
        if isinstance(action, a.PlaceToken):
            return self._station(action)
        if isinstance(action, a.PayDividend):
            return self._payout(action)
        if isinstance(action, (a.Accept, a.Decline)) and s.pending:
            return self._offer()
        return getattr(action, "company", s.operating)

    # --- shares

    def _share(self, action: a.BuyShare | a.SellShares | a.StartCompany | a.SetPar) -> Company:
        setup, s, company, player = self.setup, self.state, action.company, self.player
        money, mine = s.money[player], s.units(company, player)
        if isinstance(action, a.SellShares):
            gained = price_of(setup, s, company) * action.count
            cell = s.cells[company]
            for _ in range(action.count):
                cell = setup.title.market.down(cell)
            self._pay(-gained, money)
            self._set("count", action.count / 5)
            self._set("share_price_after", setup.title.market.prices[cell] / 100)
            if s.presidents[company] == player:
                self._set("loses_presidency", float(successor(setup, s, company, mine - action.count) >= 0))
            return company
        if isinstance(action, a.BuyShare):
            price = purchase_price(setup, s, company, action.source)
            units = 2 if action.double else action.count
            self._pay(price * units, money)
            self._set("count", units / 5)
            self._set("from_pool", float(action.source == POOL))
            self._set("share_price_after", price_of(setup, s, company) / 100)
            president = s.presidents[company]
            if president not in (NONE, player):
                self._set("becomes_president", float(mine + units > s.units(company, president)))
            missing = units_to_float(setup, s, company)
            self._set("floats", float(0 < missing <= units))
            return company
        units = setup.title.companies[company].president_units if isinstance(action, a.StartCompany) else 0
        cost = action.price * units
        self._pay(cost, money)
        self._set("becomes_president", 1.0)
        self._set("share_price_after", action.price / 100)
        to_float = setup.title.float_units - units - mine
        self._set("can_float_alone", min(2.0, (money - cost) / max(1, to_float * action.price)))
        return company

    def _pay(self, amount: int, money: int) -> None:
        """What a player pays; negative if he receives it."""
        self._set("amount", amount / 1000)
        self._set("money_after", (money - amount) / 1000)

    # --- operating

    def _lay(self, lay: a.LayTile) -> Company:
        setup, s = self.setup, self.state
        company = lay.company
        cost = terrain_cost(setup, s, company, lay.hex, lay.private)
        old, new = setup.faces[s.faces[lay.hex]], setup.faces[setup.face_of_tile(lay.tile, lay.rotation)]
        self._set("promise", self.promises.get(lay, 0.0) / 50)
        self._set("cost", cost / 100)
        self._set("treasury_after", self.position.money(s.money[FIRST_COMPANY + company]) - cost / 1000)
        self._set("upgrades", float(bool(old.exits)))
        self._set("has_stop", float(bool(new.stops)))
        self.private = lay.private
        if self.surveyor.changes_runs(s, lay):
            sets, before = self._earned(company)
            now, then = best_revenues(setup, self.surveyor.with_tile(s, lay), company, sets)
            self._set("earns_more", (now - before[0]) / 50)
            self._set("will_earn_more", (then - before[1]) / 50)
        return company

    def _station(self, station: a.PlaceToken) -> Company:
        setup, s, company = self.setup, self.state, station.company
        cost = 0 if station.private >= 0 else station_cost(setup, s, company)
        sets, before = self._earned(company)
        now, then = best_revenues(setup, self.surveyor.with_station(s, station), company, sets)
        self._set("earns_more", (now - before[0]) / 50)
        self._set("will_earn_more", (then - before[1]) / 50)
        self._set("promise", setup.faces[s.faces[station.hex]].stops[station.stop].values[1] / 50)
        self._set("cost", cost / 100)
        self._set("treasury_after", self.position.money(s.money[FIRST_COMPANY + company]) - cost / 1000)
        return company

    def _earned(self, company: Company) -> tuple[tuple[tuple[Train, ...], ...], list[int]]:
        """The trains that a railroad has and a larger one that it may have, and what they earn now."""
        if self._revenues is None:
            setup, s = self.setup, self.state
            trains = self.surveyor.trains(s, company)
            larger = min(max(trains, default=0) + 1, len(setup.title.trains) - 2)
            sets = (trains, (setup.all_trains[larger],))
            self._revenues = sets, best_revenues(setup, s, company, sets)
        return self._revenues

    def _payout(self, action: a.PayDividend) -> Company:
        s, company = self.state, action.company
        revenue, money = s.revenues[company], s.money[FIRST_COMPANY + company]
        part = {Payout.WITHHOLD: 0.0, Payout.PAY: 1.0, Payout.SPLIT: 0.5}[action.payout]
        after = money + (1 - part) * revenue + part * revenue * s.units(company, POOL) / 10
        self._set("amount", revenue / 1000)
        self._set("withholds", 1 - part)
        self._set("my_dividend", part * revenue * s.units(company, self.player) / 1000)
        self._set("treasury_after", after / 1000)
        self._set("pays_next_train_after", float(after >= self.position.price_of_next > 0))
        return company

    def _train(self, action: a.BuyTrain | a.DiscardTrain) -> Company:
        setup, s, company = self.setup, self.state, action.company
        card = setup.title.trains[action.train]
        self.train = action.train
        self._set("lasts", self.position.lasting[action.train])
        self._set("owned_trains", len(owned_trains(setup, s, company)) / 4)
        if isinstance(action, a.DiscardTrain):
            return company
        money = s.money[FIRST_COMPANY + company]
        help = max(0, action.price - money)
        self._set("amount", action.price / 1000)
        self._set("treasury_after", (money - action.price) / 1000)
        self._set("president_adds", help / 1000)
        self._set("money_after", (s.money[self.player] - help) / 1000)
        self._set("printed_price", card.price / 1000)
        self._set("above_printed", (action.price - card.price) / 1000)
        self._set("trades_in", float(action.trade_in >= 0))
        self._set("from_pool", float(action.source == POOL))
        if is_company(action.source):
            seller = company_of_holder(action.source)
            self._set("from_my_company", 1.0 if s.presidents[seller] == self.player else -1.0)
            self._set("count", len(owned_trains(setup, s, seller)) / 4)
            self._set("can_float_alone", s.units(seller, self.player) / 10)
        elif action.source == BANK and card.phase and setup.phase_index[card.phase] > s.phase:
            self._set("starts_phase", 1.0)
            self._retired(card.id)
        return company

    def _retired(self, name: str) -> None:
        """How many trains the purchase retires."""
        title, s = self.setup.title, self.state
        going = {train for train, card in enumerate(title.trains) if card.obsolete == name}
        for company, president in by_company(s.presidents):
            lost = sum(train in going for train in owned_trains(self.setup, s, company))
            name = "retires_mine" if president == self.player else "retires_others"
            self._facts[_FACT[name]] += lost / 4

    # --- private companies

    def _private(self, action: a.Bid | a.BuyFromBank | a.BuyPrivate | a.SellPrivate | a.ExchangePrivate) -> Company:
        setup, s = self.setup, self.state
        card = self._card(action.private)
        if isinstance(action, a.ExchangePrivate):
            company = setup.company_index[card.company]
            self._set("share_price_after", price_of(setup, s, company) / 100)
            self._set("from_pool", float(action.source == POOL))
            return company
        price = action.amount if isinstance(action, a.Bid) else card.price if isinstance(action, a.BuyFromBank) else action.price
        if isinstance(action, a.BuyFromBank):
            price -= s.discount
        self._set("above_printed", (price - card.price) / 100)
        sells = isinstance(action, a.SellPrivate) or (
            isinstance(action, a.BuyPrivate) and s.privates[action.private] == self.player
        )
        self._pay(-price if sells else price, s.money[self.player])
        if isinstance(action, a.BuyPrivate) and is_company(action.buyer):
            company = company_of_holder(action.buyer)
            self._set("treasury_after", (s.money[action.buyer] - price) / 1000)
            self._set("from_my_company", 1.0 if sells else -1.0)
            return company
        return Company(NONE)

    def _card(self, private: Private) -> Any:
        card = self.setup.title.privates[private]
        self.private = private
        self._set("printed_price", card.price / 100)
        self._set("private_worth", worth_of_private(self.setup, private) / 100)
        self._set("private_revenue", card.revenue / 20)
        return card

    def _offer(self) -> Company:
        """Somebody offers a train or private company, or wants one of ours."""
        asked = self.state.pending[-1]
        title = self.setup.title
        if isinstance(asked, TrainOffered):
            self.train = asked.train
            self._set("offer_price", asked.price / 1000)
            self._set("above_printed", (asked.price - title.trains[asked.train].price) / 1000)
            self._set("lasts", self.position.lasting[asked.train])
            self._set("owned_trains", len(owned_trains(self.setup, self.state, asked.seller)) / 4)
            return asked.seller
        if isinstance(asked, PrivateOffered):
            card = self._card(asked.private)
            self._set("offer_price", asked.price / 1000)
            self._set("above_printed", (asked.price - card.price) / 100)
            self._set("from_my_company", 1.0 if asked.seller == self.player else -1.0)
        return Company(NONE)
