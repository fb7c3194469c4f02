"""The sequence of rounds, and what happens automatically between actions.

The first stock rounds sell the private companies; while some are unsold, an operating round only pays their income. Companies
whose price reaches 0 leave at once, players who cannot pay leave, and the end of the game, once triggered, waits for the set of
operating rounds to finish.
"""

from dataclasses import replace

from goldenspike.core.actions import Payout
from goldenspike.core.events import DividendDeclared, EndReason, Floated
from goldenspike.core.flow import Flow
from goldenspike.core.holders import BANK
from goldenspike.core.ids import NONE, Company, Player, Private, by_company
from goldenspike.core.ledger import Ledger
from goldenspike.core.rules.share_price import in_value_order
from goldenspike.core.running import Situation
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup
from goldenspike.titles.g1862.rules.destinations import most_bonus, situation_of
from goldenspike.titles.g1862.rules.endings import final_wealth, note_endings, settle_notes, stands_still
from goldenspike.titles.g1862.rules.leaving import close_fallen
from goldenspike.titles.g1862.rules.privates import close_after_dividend, close_after_opening, income_of, pay_income


class Flow1862(Flow):
    def opening(self, setup: Setup) -> State:
        """Where the seats need not be drawn, the first stock round has already begun."""
        state = super().opening(setup)
        return replace(state, round_number=1) if state.round == RoundKind.AUCTION else state

    def wealth(self, setup: Setup, s: State, player: Player) -> int:
        return final_wealth(setup, s, player)

    def income(self, setup: Setup, s: State, private: Private) -> int:
        return income_of(setup, s, private)

    def situation(self, setup: Setup, s: State, company: Company) -> Situation:
        return situation_of(setup, s, company)

    def most_bonus(self, setup: Setup, s: State, company: Company) -> int:
        return most_bonus(setup, s, company)

    def settle(self, ledger: Ledger) -> None:
        """Apply everything automatic until somebody is asked."""
        s = ledger.state
        seen = 0
        while True:
            seen = self._react(ledger, seen)
            close_fallen(ledger)
            note_endings(ledger)
            if s.pending or s.round != RoundKind.OPERATING or s.operating == NONE:
                return
            steps = ledger.setup.plan.rounds[s.round]
            if s.closed[s.operating] or (s.step_done and s.step + 1 == len(steps)):
                self.end_company_turn(ledger)
            elif s.step_done:
                ledger.next_step()
                steps[s.step].begin(ledger)
            else:
                return

    def _react(self, ledger: Ledger, seen: int) -> int:
        """Close private companies that are due, and put the token of a company that opens under the others."""
        while seen < len(ledger.events):
            event = ledger.events[seen]
            seen += 1
            if isinstance(event, Floated):
                ledger.restack(event.company)
                close_after_opening(ledger)
            elif isinstance(event, DividendDeclared) and event.payout == Payout.PAY:
                close_after_dividend(ledger, event.company)
        return seen

    def start_auction(self, ledger: Ledger) -> None:
        ledger.start_round(RoundKind.AUCTION, 1)
        ledger.set_priority(ledger.state.seating[0])
        ledger.start_turn(ledger.state.priority)

    def after_private_sale(self, ledger: Ledger) -> None:
        """The last private company is sold: the same stock round continues with shares of the first group."""
        s = ledger.state
        if s.round == RoundKind.AUCTION and BANK not in s.privates and not s.pending:
            last = s.last_actor
            ledger.start_round(RoundKind.STOCK, s.round_number)
            ledger.forget_sales()
            ledger.note_trading(last)
            ledger.start_turn(s.left_of(last))

    def end_stock_round(self, ledger: Ledger) -> None:
        s = ledger.state
        ledger.count_idle_round()
        if not s.ending and stands_still(ledger.setup, s):
            ledger.note_ending(EndReason.STANDSTILL)
        if s.round == RoundKind.AUCTION:
            self._end_private_round(ledger)
        else:
            super().end_stock_round(ledger)

    def _end_private_round(self, ledger: Ledger) -> None:
        """Private companies are unsold: the operating round only pays the others' income, then the sale continues."""
        s = ledger.state
        if s.last_actor != NONE:
            ledger.set_priority(s.left_of(s.last_actor))
        number = s.round_number
        ledger.start_round(RoundKind.OPERATING, number, 1)
        pay_income(ledger)
        note_endings(ledger)
        if s.ending:
            ledger.end_game(s.ending)
            return
        ledger.start_round(RoundKind.AUCTION, number + 1)
        ledger.start_turn(s.priority)

    def start_operating_round(self, ledger: Ledger, number: int) -> None:
        """Private companies pay, the order is fixed, the companies operate."""
        s = ledger.state
        ledger.start_round(RoundKind.OPERATING, s.round_number, number)
        ledger.clear_done()
        pay_income(ledger)
        taking_part = [company for company, done in by_company(s.done) if not done]
        ledger.set_operating_order(tuple(in_value_order(ledger.setup, s, taking_part)))
        self.start_next_company(ledger)

    def end_operating_round(self, ledger: Ledger) -> None:
        s = ledger.state
        note_endings(ledger)
        if s.operating_round < s.operating_rounds:
            self.start_operating_round(ledger, s.operating_round + 1)
        elif s.ending:
            settle_notes(ledger)
            ledger.end_game(s.ending)
        else:
            self.start_stock_round(ledger)
