"""The part of the ledger about turns: whose turn it is, what was done in it, which interrupts are pending.

`Ledger` adds the methods that move property.
"""

from goldenspike.core import events
from goldenspike.core.actions import Route
from goldenspike.core.events import Event
from goldenspike.core.holders import NOBODY
from goldenspike.core.ids import NO_COMPANY, NO_HOLDER, NO_PLAYER, NO_PRIVATE, NONE, Company, Holder, Player, Private
from goldenspike.core.interrupts import Interrupt
from goldenspike.core.state import State, owned
from goldenspike.core.title import RoundKind, Setup


class TurnLedger:
    """Writes the state after one action; `before` is the state before it."""

    def __init__(self, setup: Setup, state: State, before: State, kept_run: tuple[Route, ...] | None = None) -> None:
        self.setup = setup
        self.state = state
        self.before = before
        self.events: list[Event] = []
        self.kept_run = kept_run
        """The best run as the record of the game keeps it, if it is replayed."""
        self.best_run: tuple[Route, ...] | None = None
        """The best run, if the action asked for it."""

    def start_round(self, kind: int, number: int, operating_round: int = 0) -> None:
        state = self.state
        state.round = kind
        state.round_number = number
        state.operating_round = operating_round
        state.step = 0
        state.step_done = False
        state.operating = NO_COMPANY
        state.passes = 0
        state.last_actor = NO_PLAYER
        self.events.append(events.RoundStarted(kind, number, operating_round))

    def start_operating_set(self, rounds: int, private_sales_open: bool) -> None:
        self.state.operating_rounds = rounds
        self.state.private_sales_open = private_sales_open

    def start_turn(self, player: Player) -> None:
        """Start a player's turn in an auction or stock round."""
        state = self.state
        state.turn = player
        state.turn_started = False
        state.acted = False
        state.bought = NO_COMPANY
        state.bought_from = NO_HOLDER
        state.sale_prices = ()

    def start_company_turn(self, company: Company, player: Player) -> None:
        self.start_turn(player)
        state = self.state
        state.operating = company
        state.step = 0
        state.step_done = False
        state.lays = 0
        state.power_tile_laid = False
        state.contested = False
        state.token_placed = False
        self.events.append(events.CompanyStarted(company, player))

    def note_action(self) -> None:
        """Mark the turn as begun (T-05: others act between turns only)."""
        self.state.turn_started = True

    def note_trading(self, player: Player) -> None:
        """Record that the player bought or sold: passes start over, and he is the last to have acted (6.0)."""
        state = self.state
        state.turn_started = True
        state.acted = True
        state.passes = 0
        state.last_actor = player

    def count_idle_round(self) -> None:
        """Record whether anybody bought or sold in the stock round that has ended."""
        state = self.state
        state.idle_rounds = state.idle_rounds + 1 if state.last_actor == NONE else 0

    def close_blocks(self) -> None:
        """Forget the blocks sold in this turn: later sales do not continue them."""
        self.state.sale_prices = ()

    def note_purchase(self, company: Company, source: Holder) -> None:
        self.state.bought = company
        self.state.bought_from = source

    def note_selling_again(self) -> None:
        """Something was sold after the purchase, so the purchase cannot be continued (V-6.1)."""
        self.state.bought_from = NOBODY

    def count_pass(self, player: Player) -> None:
        self.state.passes += 1
        self.events.append(events.Passed(player))

    def clear_passes(self) -> None:
        self.state.passes = 0

    def set_discount(self, discount: int) -> None:
        self.state.discount = discount

    def start_auction(self, private: Private, speaker: Player) -> None:
        state = self.state
        state.auction = private
        state.auction_passes = 0
        state.turn = speaker
        self.events.append(events.AuctionStarted(private))

    def set_auction_passes(self, passes: int) -> None:
        self.state.auction_passes = passes

    def set_speaker(self, player: Player) -> None:
        self.state.turn = player

    def end_auction(self) -> None:
        self.state.auction = NO_PRIVATE
        self.state.auction_passes = 0

    def set_seating(self, seats: tuple[Player, ...]) -> None:
        self.state.seating = seats
        self.events.append(events.SeatsDrawn(seats))

    def use_lay(self, bit: int) -> None:
        self.state.lays |= bit

    def note_power_tile(self) -> None:
        self.state.power_tile_laid = True

    def note_contest(self) -> None:
        self.state.contested = True

    def note_token(self, company: Company, free: bool) -> None:
        state = self.state
        state.token_placed = True
        if free:
            state.free_stations = owned(state.free_stations, self.before.free_stations)
            state.free_stations[company] += 1

    def declare_station(self, company: Company, cost: int) -> None:
        """Count a station that was placed on the real table."""
        state = self.state
        state.declared_stations = owned(state.declared_stations, self.before.declared_stations)
        state.declared_stations[company] += 1
        self.events.append(events.StationDeclared(company, cost))

    def note_route(self, company: Company) -> None:
        """Record that the company has a route on the real table; no track ever goes away, so it keeps it."""
        state = self.state
        state.declared_routes = owned(state.declared_routes, self.before.declared_routes)
        state.declared_routes[company] = True

    def finish_step(self) -> None:
        """Move to the next step."""
        self.state.step_done = True

    def next_step(self) -> None:
        self.state.step += 1
        self.state.step_done = False

    def set_operating_order(self, order: tuple[Company, ...]) -> None:
        self.state.order = order

    def announce_end(self, reason: int) -> None:
        """Record that the game will end for this reason after the round."""
        if not self.state.end_reason:
            self.state.end_reason = reason

    def end_game(self, reason: int) -> None:
        state = self.state
        state.round = RoundKind.OVER
        state.operating = NO_COMPANY
        state.pending = ()
        state.end_reason = reason
        self.events.append(events.GameEnded(reason))

    def set_president_on_turn(self, player: Player) -> None:
        """Pass the operating turn to the company's new president."""
        self.state.turn = player

    def set_revenue(self, company: Company, revenue: int) -> None:
        state = self.state
        state.revenues = owned(state.revenues, self.before.revenues)
        state.revenues[company] = revenue

    def mark_done(self, company: Company) -> None:
        """Record that the company has had its turn in this round."""
        state = self.state
        state.done = owned(state.done, self.before.done)
        state.done[company] = True

    def mark_operated(self, company: Company) -> None:
        state = self.state
        if state.operated[company]:
            return
        state.operated = owned(state.operated, self.before.operated)
        state.operated[company] = True

    def clear_done(self) -> None:
        """Start a new operating round; companies without capital or out of the game do not take part."""
        state = self.state
        state.done = [not funded or closed for funded, closed in zip(state.funded, state.closed, strict=True)]

    def set_priority(self, player: Player) -> None:
        if self.state.priority != player:
            self.state.priority = player
            self.events.append(events.PriorityMoved(player))

    def push_interrupt(self, interrupt: Interrupt) -> None:
        self.state.pending = (*self.state.pending, interrupt)

    def drop_interrupt(self, interrupt: Interrupt) -> None:
        """Remove an answered interrupt, wherever it is on the stack."""
        self.state.pending = tuple(other for other in self.state.pending if other != interrupt)

    def pop_interrupt(self) -> Interrupt:
        *rest, last = self.state.pending
        self.state.pending = tuple(rest)
        return last

    def emit(self, event: Event) -> None:
        """Emit an event that moves no property."""
        self.events.append(event)
