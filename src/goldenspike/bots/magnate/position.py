"""The position as numbers, from one seat: the seat first, then the others in order of play.

Everything is read from the seat's own position (`Table.state`), in which hidden money is a constant; it becomes `HIDDEN` here.
Money is in thousands, prices and revenue in hundreds, shares in tenths. Rows have the same length for all numbers of players.
"""

from typing import Final

from goldenspike.bots.outlook import shortfall, trains_until_retired
from goldenspike.core.holders import BANK, FIRST_COMPANY, NOBODY, POOL, is_company, is_player
from goldenspike.core.ids import NO_PLAYER, NONE, Company, Player, by_company, by_private
from goldenspike.core.rules.bids import bid_of, tied_money
from goldenspike.core.rules.certificate_limit import certificate_limit, counted_certificates
from goldenspike.core.rules.share_price import price_of
from goldenspike.core.rules.station import stations_left
from goldenspike.core.rules.train_card import bank_trains, cheapest_price, count_at, owned_trains
from goldenspike.core.state import State
from goldenspike.core.title import UNLIMITED, RoundKind, Setup

SEATS: Final = 6
"""Rows have room for this many players."""
PHASES: Final = 6
HIDDEN: Final = -0.2
LONG: Final = 20
"""Trains that last longer than so many sales count as this."""
NOWHERE: Final = -1.0


class Position:
    """A position in numbers: `row`, and the part of it that describes each railroad."""

    def __init__(self, setup: Setup, s: State, player: Player) -> None:
        self.setup = setup
        self.state = s
        self.player = player
        first = s.seating.index(player) if player in s.seating else 0
        self.seats = [*s.seating[first:], *s.seating[:first]]
        self.types = len(setup.title.trains)
        self.offered = bank_trains(setup, s)
        self.price_of_next = setup.title.trains[self.offered[0]].price if self.offered else 0
        self.lasting = [min(LONG, trains_until_retired(setup, s, train)) / LONG for train in setup.all_trains]
        self.missing = [shortfall(setup, s, company) if s.funded[company] else 0 for company in setup.all_companies]
        self.companies = [self._company(company) for company in setup.all_companies]
        self.row = self._round() + self._players() + self._privates() + self._trains()
        for company in self.companies:
            self.row += company

    def money(self, amount: int) -> float:
        """In thousands; hidden amounts are as large as the bank (see `view.seen_state`)."""
        return HIDDEN if amount >= self.setup.title.bank else amount / 1000

    def _round(self) -> list[float]:
        setup, s = self.setup, self.state
        row = [float(s.round == kind) for kind in (RoundKind.AUCTION, RoundKind.STOCK, RoundKind.OPERATING)]
        row += [float(s.phase == phase) for phase in range(PHASES)]
        row += [s.round_number / 8, s.operating_round / 3, s.operating_rounds / 3, len(s.seating) / SEATS]
        row += [self.money(s.money[BANK]) / 10, float(s.bank_broken), certificate_limit(setup, s) / 20, s.passes / SEATS]
        return [*row, float(s.acted), float(s.bought != NONE), self.price_of_next / 1000, cheapest_price(setup, s) / 1000]

    def _players(self) -> list[float]:
        setup, s = self.setup, self.state
        row: list[float] = []
        for player in self.seats:
            shares = sum(units * price_of(setup, s, company) for company, units in by_company(s.holdings(player)))
            owned = [private for private, owner in by_private(s.privates) if owner == player]
            presided = [company for company, president in by_company(s.presidents) if president == player]
            row += [1.0, self.money(s.money[player]), shares / 1000, tied_money(setup, s, player) / 1000]
            row += [counted_certificates(setup, s, player) / 20, float(s.priority == player), float(s.turn == player)]
            row += [sum(setup.title.privates[private].revenue for private in owned) / 100, len(presided) / 4]
            row += [sum(self.missing[company] for company in presided) / 1000]
            row.append(sum(s.revenues[company] * s.units(company, player) for company in presided) / 5000)
        return row + [0.0] * (11 * (SEATS - len(self.seats)))

    def _privates(self) -> list[float]:
        s = self.state
        row: list[float] = []
        for private, owner in by_private(s.privates):
            row += [float(owner == self.player), float(is_player(owner) and owner != self.player), float(is_company(owner))]
            row += [float(owner == BANK), float(owner == NOBODY), bid_of(s, private, self.player) / 100]
            row += [max(bid_of(s, private, player) for player in self.seats) / 100, float(s.auction == private)]
        return row

    def _trains(self) -> list[float]:
        setup, s = self.setup, self.state
        row: list[float] = []
        for train, card in enumerate(setup.title.trains):
            kind = setup.all_trains[train]
            left = count_at(setup, s, BANK, kind) if card.count < UNLIMITED else 6
            row += [left / 6, count_at(setup, s, POOL, kind) / 6, float(kind in self.offered), self.lasting[train]]
        return row

    def _company(self, company: Company) -> list[float]:
        setup, s = self.setup, self.state
        president, cell, columns = s.presidents[company], s.cells[company], setup.title.market.columns
        units = [s.units(company, player) / 10 for player in self.seats]
        trains = owned_trains(setup, s, company)
        place = self.seats.index(president) if president in self.seats else NO_PLAYER
        row = [price_of(setup, s, company) / 100, s.par[company] / 100, float(s.floated[company]), float(s.funded[company])]
        row += [float(s.operated[company]), float(s.operating == company), float(s.done[company])]
        row += [self.money(s.money[FIRST_COMPANY + company]), s.revenues[company] / 200]
        row += [s.units(company, BANK) / 10, s.units(company, POOL) / 10, units[0] - max(units[1:])]
        row += [float(place == 0), place / SEATS, float(bool(s.sold[self.player] >> company & 1))]
        row += [float(count_at(setup, s, FIRST_COMPANY + company, train)) for train in setup.all_trains]  # type: ignore[arg-type]
        row += [max((self.lasting[train] for train in trains), default=0.0), self.missing[company] / 1000]
        row += [stations_left(setup, s, company) / 4, len(s.stations(company)) / 4]
        row += [cell % columns / 10, cell // columns / 10] if cell >= 0 else [NOWHERE, NOWHERE]
        return row + units + [0.0] * (SEATS - len(units))
