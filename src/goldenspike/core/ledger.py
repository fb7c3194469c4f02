"""The only writer of State. Each method makes a change and emits its event.

The lists of a state are shared with the state before it, so a method copies a list (`owned`) before it first writes to it.
"""

from typing import Final

from goldenspike.core import events
from goldenspike.core.events import Why
from goldenspike.core.holders import BANK, MOST_PLAYERS, NOBODY, treasury
from goldenspike.core.ids import NO_COMPANY, NO_PLACE, NO_PLAYER, NONE, Company, Hex, Holder, Player, Private, Train
from goldenspike.core.options import BankBreaks
from goldenspike.core.state import ROUTES, SHARE_HOLDERS, TOKENS_PER_COMPANY, hex_of_place, owned, owner_of_token, place_of
from goldenspike.core.title import UNLIMITED
from goldenspike.core.turn_ledger import TurnLedger

NO_CHANGE: Final = 0
SHORT_RUNS: Final = 1
RETAIN_REVENUE: Final = 2
"""Kinds of uncertainty tokens (S-5)."""


class Ledger(TurnLedger):
    """Moves money, shares, prices, private companies, trains, tiles and stations, and emits the events."""

    # --- copy on write

    def _shares(self) -> list[int]:
        self.state.shares = owned(self.state.shares, self.before.shares)
        return self.state.shares

    def _trains(self) -> list[int]:
        self.state.trains = owned(self.state.trains, self.before.trains)
        return self.state.trains

    def _privates(self) -> list[Holder]:
        self.state.privates = owned(self.state.privates, self.before.privates)
        return self.state.privates

    # --- money

    def pay(self, payer: Holder, payee: Holder, amount: int, why: Why) -> None:
        """Move money. The bank may go below zero: payments continue on paper (8.0)."""
        if amount:
            self._move_money(payer, payee, amount, why)
            if payer == BANK:
                self._note_broken_bank()

    def pay_together(self, *payments: tuple[Holder, Holder, int, Why]) -> None:
        """Make several payments (payer, payee, amount, why) at once: only the bank's money afterwards counts (8.0)."""
        bank_paid = False
        for payer, payee, amount, why in payments:
            if amount:
                self._move_money(payer, payee, amount, why)
                bank_paid |= payer == BANK
        if bank_paid:
            self._note_broken_bank()

    def _move_money(self, payer: Holder, payee: Holder, amount: int, why: Why) -> None:
        state = self.state
        money = state.money = owned(state.money, self.before.money)
        money[payer] -= amount
        money[payee] += amount
        self.events.append(events.Paid(payer, payee, amount, why))

    def _note_broken_bank(self) -> None:
        """The bank has paid: record if it is broken now (8.0)."""
        state = self.state
        left = state.money[BANK]
        if left > 0 or state.bank_broken:
            return
        if left < 0 or self.setup.options.bank_breaks is BankBreaks.AT_ZERO:
            state.bank_broken = True
            self.events.append(events.BankBroke())

    def move_double(self, company: Company, holder: Holder) -> None:
        """Move the second large certificate; its shares are moved by `move_shares` (V-7.2)."""
        state = self.state
        state.doubles = owned(state.doubles, self.before.doubles)
        state.doubles[company] = holder

    def grant_licence(self, company: Company, price: int) -> None:
        """Allow the company to run into the coal hex (S-1)."""
        state = self.state
        state.licences = owned(state.licences, self.before.licences)
        state.licences[company] = True
        self.events.append(events.LicenceGranted(company, price))

    def forget_networks(self) -> None:
        """Forget what companies reach, although the board has not changed."""
        self.state.networks = {}

    def _forget_networks_but_routes(self) -> None:
        """Track has been added or a station placed: companies reach other places, but who has a route keeps it (7.2.2).

        The shortest route is from a station to the next stop, and no station blocks that.
        """
        networks = self.state.networks
        self.state.networks = {ROUTES: networks[ROUTES]} if ROUTES in networks else {}

    def reform_market(self) -> None:
        self.state.reformed = True
        self.events.append(events.MarketReformed())

    def draw_token(self, kind: int, company: Company) -> None:
        """Draw an uncertainty token; its effect lasts until the company has operated again (S-5)."""
        state = self.state
        state.uncertainty = tuple(count - (number == kind) for number, count in enumerate(state.uncertainty))
        if kind == SHORT_RUNS:
            state.short_runs = company
            state.networks = {}
        elif kind == RETAIN_REVENUE:
            state.retained = company
        state.drawn_this_turn |= 1 << kind
        self.events.append(events.TokenDrawn(kind, company))

    def end_uncertainty(self, company: Company) -> None:
        """End the effect of a company's token, since it has operated again (S-5)."""
        state = self.state
        if state.short_runs == company and not state.drawn_this_turn >> SHORT_RUNS & 1:
            state.short_runs = NO_COMPANY
            state.networks = {}
        if state.retained == company and not state.drawn_this_turn >> RETAIN_REVENUE & 1:
            state.retained = NO_COMPANY
        state.drawn_this_turn = 0

    def discard_tokens(self) -> None:
        """Remove the remaining tokens from the game (S-5)."""
        self.state.uncertainty = (0, 0, 0)

    def change_loan(self, company: Company, amount: int) -> None:
        """Change what a company owes the bank; the money itself is moved by `pay`."""
        state = self.state
        state.loans = owned(state.loans, self.before.loans)
        state.loans[company] += amount
        self.events.append(events.LoanChanged(company, amount, state.loans[company]))

    def choose_loan(self, player: Player, company: Company) -> None:
        state = self.state
        state.first_loan = owned(state.first_loan, self.before.first_loan)
        state.first_loan[player] = company

    def change_notes(self, company: Company, amount: int) -> None:
        """Give the bank promissory notes, or redeem them (below zero); the money itself is moved by `pay`."""
        state = self.state
        state.notes = owned(state.notes, self.before.notes)
        state.notes[company] += amount
        self.events.append(events.NotesChanged(company, amount, state.notes[company]))

    def cancel_notes(self, company: Company, player: Player) -> None:
        """Cancel the unpaid notes of a company that leaves; `player` is liable for them, NONE if nobody is."""
        owed = self.state.notes[company]
        if self.state.notes is self.before.notes:
            self.state.notes = self.state.notes.copy()
        self.state.notes[company] = 0
        self.events.append(events.NotesCancelled(company, owed, player))

    # --- shares, prices and presidents

    def halve_shares(self, company: Company) -> None:
        """Half of every holding has gone to the company: the rest counts in units of five percent."""
        state = self.state
        state.halved = owned(state.halved, self.before.halved)
        state.halved[company] = True
        self.events.append(events.SharesHalved(company))

    def close_company(self, company: Company) -> None:
        """Take a company out of the game. Its stations and the rest of its property are the caller's business."""
        state = self.state
        state.closed = owned(state.closed, self.before.closed)
        state.closed[company] = True
        state.presidents = owned(state.presidents, self.before.presidents)
        state.presidents[company] = NO_PLAYER
        state.par = owned(state.par, self.before.par)
        state.par[company] = 0
        state.cells = owned(state.cells, self.before.cells)
        state.cells[company] = NONE
        state.market_order = tuple(other for other in state.market_order if other != company)
        self.mark_done(company)
        self.events.append(events.CompanyClosed(company))

    def remove_player(self, player: Player, result: int) -> None:
        """Take a player out of the game and the turn order, and drop the questions that waited for him."""
        state = self.state
        state.results = owned(state.results, self.before.results)
        state.results[player] = result
        position = state.seating.index(player)
        before = state.seating[position - 1]
        if state.priority == player and len(state.seating) > 1:
            self.set_priority(state.left_of(player))
        if state.last_actor == player:
            state.last_actor = before if before != player else NO_PLAYER
        state.pending = tuple(asked for asked in state.pending if asked.player != player)
        state.seating = tuple(other for other in state.seating if other != player)
        self.events.append(events.PlayerLeft(player, result))

    def note_ending(self, reason: int) -> None:
        """Announce the end of the game; the rounds under way are still played."""
        self.state.ending = reason
        self.events.append(events.EndForeseen(reason))

    def note_peak(self, company: Company) -> None:
        """The operating company stands at the highest value: its turn is the last."""
        self.state.ending = events.EndReason.MARKET_PEAK
        self.events.append(events.PeakReached(company))

    def move_shares(self, company: Company, seller: Holder, buyer: Holder, units: int, price: int = 0) -> None:
        shares = self._shares()
        first = company * SHARE_HOLDERS
        shares[first + seller] -= units
        shares[first + buyer] += units
        self.events.append(events.ShareMoved(company, seller, buyer, units, price, 5 if self.state.halved[company] else 10))

    def correct_shares(self, company: Company, seller: Holder, buyer: Holder, units: int) -> None:
        shares = self._shares()
        first = company * SHARE_HOLDERS
        shares[first + seller] -= units
        shares[first + buyer] += units
        self.events.append(events.ShareCorrected(company, seller, buyer, units, 5 if self.state.halved[company] else 10))

    def set_president(self, company: Company, player: Player) -> None:
        """Change the president; the certificates exchanged for it are worth the same shares, so no shares move (6.4)."""
        state = self.state
        state.presidents = owned(state.presidents, self.before.presidents)
        state.presidents[company] = player
        self.events.append(events.PresidentChanged(company, player))

    def set_par(self, company: Company, price: int) -> None:
        """Record the par price and put the token into its starting cell, under those already there (5.2)."""
        state = self.state
        state.par = owned(state.par, self.before.par)
        state.par[company] = price
        self.events.append(events.ParSet(company, price))
        self._place_price(company, self.setup.title.market.par_cell(price))

    def move_price(self, company: Company, cell: int) -> None:
        """Move the token; a newcomer goes under the tokens in the cell (5.5)."""
        old = self.state.cells[company]
        if cell == old:
            return
        self._place_price(company, cell)
        prices = self.setup.title.market.prices
        self.events.append(events.PriceMoved(company, prices[old], prices[cell]))

    def correct_price(self, company: Company, cell: int) -> None:
        prices, old = self.setup.title.market.prices, self.state.cells[company]
        self._place_price(company, cell)
        self.events.append(events.PriceCorrected(company, prices[old], prices[cell]))

    def _place_price(self, company: Company, cell: int) -> None:
        state = self.state
        state.cells = owned(state.cells, self.before.cells)
        state.cells[company] = cell
        state.market_order = (*[other for other in state.market_order if other != company], company)

    def restack(self, company: Company) -> None:
        """Put the token under the others in its cell."""
        state = self.state
        state.market_order = (*[other for other in state.market_order if other != company], company)

    def float_company(self, company: Company) -> None:
        state = self.state
        state.floated = owned(state.floated, self.before.floated)
        state.floated[company] = True
        self.events.append(events.Floated(company))

    def fund_company(self, company: Company) -> None:
        """Pay the capital: ten times the par price (6.3)."""
        state = self.state
        state.funded = owned(state.funded, self.before.funded)
        state.funded[company] = True
        self.pay(BANK, treasury(company), 10 * state.par[company], Why.CAPITAL)

    def note_sale(self, player: Player, company: Company, price: int) -> None:
        """Record that a player sold a company this round, and the price of the block this turn, the latest last (6.1)."""
        state = self.state
        state.sold = owned(state.sold, self.before.sold)
        state.sold[player] |= 1 << company
        others = tuple(sale for sale in state.sale_prices if sale[0] != company)
        state.sale_prices = (*others, (company, price))

    def record_sale_outside_turn(self, player: Player, company: Company) -> None:
        """Record a sale that is not one of the current turn's blocks."""
        state = self.state
        state.sold = owned(state.sold, self.before.sold)
        state.sold[player] |= 1 << company

    def forget_sales(self) -> None:
        """A new stock round begins."""
        self.state.sold = [0] * len(self.state.sold)
        self.state.traded = [0] * len(self.state.traded)

    # --- private companies

    def move_private(self, private: Private, buyer: Holder, price: int) -> None:
        privates = self._privates()
        seller = privates[private]
        privates[private] = buyer
        self.events.append(events.PrivateMoved(private, seller, buyer, price))

    def note_trade(self, private: Private, player: Player) -> None:
        """Record that a player bought a private company in this stock round (V-6.4)."""
        state = self.state
        state.traded = owned(state.traded, self.before.traded)
        state.traded[private] |= 1 << player

    def close_private(self, private: Private) -> None:
        self._privates()[private] = NOBODY
        self.events.append(events.PrivateClosed(private))

    def use_power(self, private: Private) -> None:
        state = self.state
        state.power_used = owned(state.power_used, self.before.power_used)
        state.power_used[private] = True

    def set_bid(self, player: Player, private: Private, amount: int) -> None:
        """Make a bid, or withdraw it with 0 (C-2.2.1)."""
        state = self.state
        state.bids = owned(state.bids, self.before.bids)
        state.bids[private * MOST_PLAYERS + player] = amount
        if amount:
            self.events.append(events.BidMade(player, private, amount))

    def bid_for_choice(self, player: Player, amount: int) -> None:
        """Bid for the first choice; kept in the first row of the bids (1.3)."""
        state = self.state
        state.bids = owned(state.bids, self.before.bids)
        state.bids[player] = amount
        self.events.append(events.ChoiceBid(player, amount))

    # --- trains

    def move_train(self, train: Train, seller: Holder, buyer: Holder, price: int) -> None:
        self._move_train(train, seller, buyer)
        self.events.append(events.TrainMoved(train, seller, buyer, price))

    def correct_train(self, train: Train, seller: Holder, buyer: Holder) -> None:
        self._move_train(train, seller, buyer)
        self.events.append(events.TrainCorrected(train, seller, buyer))

    def trade_in_train(self, company: Company, train: Train, to: Holder) -> None:
        self._move_train(train, treasury(company), to)
        self.events.append(events.TrainTradedIn(company, train))

    def discard_train(self, company: Company, train: Train, to: Holder) -> None:
        self._move_train(train, treasury(company), to)
        self.events.append(events.TrainDiscarded(company, train))

    def _move_train(self, train: Train, seller: Holder, buyer: Holder) -> None:
        trains = self._trains()
        types = len(self.setup.title.trains)
        if not (seller == BANK and trains[seller * types + train] >= UNLIMITED):
            trains[seller * types + train] -= 1
        trains[buyer * types + train] += 1

    def retire_trains(self, train: Train, holder: Holder) -> int:
        """Take a holder's trains of one type out of the game; returns how many there were."""
        trains = self._trains()
        types = len(self.setup.title.trains)
        count = trains[holder * types + train]
        trains[holder * types + train] = 0
        trains[NOBODY * types + train] += count
        return count

    def enter_phase(self, phase: int) -> None:
        self.state.phase = phase
        self.events.append(events.PhaseStarted(phase))

    # --- the board

    def lay_tile(self, company: Company, hex: Hex, face: int, cost: int) -> None:
        """Put a tile on a hex and return the old one to the supply (7.2)."""
        state = self.state
        faces = self.setup.faces
        state.faces = owned(state.faces, self.before.faces)
        state.supply = owned(state.supply, self.before.supply)
        replaced = faces[state.faces[hex]]
        old, new = replaced.tile, faces[face].tile
        if old >= 0 and state.supply[old] < UNLIMITED:
            state.supply[old] += 1
        if state.supply[new] < UNLIMITED:
            state.supply[new] -= 1
        state.faces[hex] = face
        if self.setup.title.cities_may_join or len(faces[face].stops) < len(replaced.stops):
            self.forget_networks()  # Two stops that were a route may now be one.
        else:
            self._forget_networks_but_routes()
        self.events.append(events.TileLaid(company, hex, new, faces[face].rotation, cost))

    def lay_special_tile(self, private: Private, hex: Hex, face: int) -> None:
        """Put a private company's own tile on its hex."""
        state = self.state
        state.faces = owned(state.faces, self.before.faces)
        state.supply = owned(state.supply, self.before.supply)
        tile = self.setup.faces[face].tile
        state.supply[tile] -= 1
        state.faces[hex] = face
        state.networks = {}
        self.events.append(events.SpecialTileLaid(private, hex, tile))

    def place_token(self, company: Company, hex: Hex, stop: int, cost: int) -> None:
        """Put the company's next station on the board (7.3)."""
        state = self.state
        state.tokens = owned(state.tokens, self.before.tokens)
        first = company * TOKENS_PER_COMPANY
        number = state.tokens.index(NO_PLACE, first)
        state.tokens[number] = place_of(hex, stop)
        self._forget_networks_but_routes()
        self.events.append(events.TokenPlaced(company, hex, stop, cost))

    def place_marker(self, number: int, hex: Hex, stop: int) -> None:
        """Put a marker that belongs to no company on the board, or take it off again with hex -1."""
        state = self.state
        state.tokens = owned(state.tokens, self.before.tokens)
        first = len(self.setup.title.companies) * TOKENS_PER_COMPANY
        old = state.tokens[first + number]
        state.tokens[first + number] = place_of(hex, stop) if hex >= 0 else NO_PLACE
        state.networks = {}
        self.events.append(events.MarkerPlaced(hex) if hex >= 0 else events.MarkerRemoved(hex_of_place(old)))

    def move_token(self, number: int, hex: Hex, stop: int) -> None:
        """Give a station its place on a new tile (7.2.2)."""
        state = self.state
        state.tokens = owned(state.tokens, self.before.tokens)
        if state.tokens[number] == place_of(hex, stop):
            return
        state.tokens[number] = place_of(hex, stop)
        state.networks = {}
        self.events.append(events.TokenMoved(owner_of_token(number), hex, stop))
