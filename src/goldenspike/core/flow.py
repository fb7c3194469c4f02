"""Which step is active, and how rounds follow one another (2.0).

`Flow` is the order of play of 1830 and similar games: the private companies are sold, then stock rounds alternate with sets of
operating rounds until the game ends. A title whose rounds differ gives its plan another flow.
"""

from typing import Final

from goldenspike.core.events import EndReason
from goldenspike.core.holders import BANK
from goldenspike.core.ids import NO_COMPANY, NONE, Company, Player, Private, by_company
from goldenspike.core.ledger import Ledger
from goldenspike.core.opening import opening_state
from goldenspike.core.options import MarketPeak, OperatingOrder
from goldenspike.core.rules.floating import fund_floated
from goldenspike.core.rules.game_end import is_last_turn, market_has_peaked, note_peak, wealth_of
from goldenspike.core.rules.private_company import pay_private_income
from goldenspike.core.rules.receivership import repay_from_managers
from goldenspike.core.rules.reform import has_reform
from goldenspike.core.rules.share_price import in_value_order, rise_when_sold_out
from goldenspike.core.rules.situation import situation_of
from goldenspike.core.running import ORDINARY, Situation
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup

OPERATING: Final = RoundKind.OPERATING
"""Asked with every action; Python 3.11 takes long to read a member of an enumeration."""


class Flow:
    """Stateless. A title changes the sequence by overriding the methods named after moments of the game."""

    def opening(self, setup: Setup) -> State:
        """The state before the first action."""
        return opening_state(setup)

    def wealth(self, setup: Setup, s: State, player: Player) -> int:
        """A player's wealth in this state."""
        return wealth_of(setup, s, player)

    def income(self, setup: Setup, s: State, private: Private) -> int:
        """What a private company pays its owner in an operating round."""
        return setup.title.privates[private].revenue

    def situation(self, setup: Setup, s: State, company: Company) -> Situation:
        """What affects a company's runs besides board and stations."""
        return ORDINARY if setup.plain else situation_of(setup, s, company)

    def most_bonus(self, setup: Setup, s: State, company: Company) -> int:
        """The most that a company's run may earn besides stops and hexes, for where the program keeps no map."""
        return 0

    def settle(self, ledger: Ledger) -> None:
        """Advance past finished steps to the next one that asks something."""
        s = ledger.state
        note_peak(ledger)
        if any(s.loans):
            repay_from_managers(ledger)
        while s.step_done and s.round == OPERATING and not s.pending:
            steps = ledger.setup.plan.rounds[s.round]
            if s.step + 1 < len(steps):
                ledger.next_step()
                steps[s.step].begin(ledger)
            else:
                self.end_company_turn(ledger)

    def start_auction(self, ledger: Ledger) -> None:
        ledger.start_round(RoundKind.AUCTION, 0)
        ledger.set_priority(ledger.state.seating[0])
        ledger.start_turn(ledger.state.priority)

    def after_private_sale(self, ledger: Ledger) -> None:
        """All private companies are sold and their owners' questions answered: start a stock round (1.3, C-2.2)."""
        s = ledger.state
        if s.round == RoundKind.AUCTION and BANK not in s.privates and not s.pending:
            self.start_stock_round(ledger)

    def start_stock_round(self, ledger: Ledger) -> None:
        s = ledger.state
        ledger.start_round(RoundKind.STOCK, s.round_number + 1)
        ledger.forget_sales()
        if not s.reformed and has_reform(ledger.setup, s):
            ledger.reform_market()
        ledger.start_turn(s.priority)

    def end_stock_round(self, ledger: Ledger) -> None:
        """Pass the priority deal, raise sold-out companies, fund floated ones; then start operating rounds (6.0, 6.3)."""
        s = ledger.state
        if s.last_actor != NONE:
            ledger.set_priority(s.left_of(s.last_actor))
        rise_when_sold_out(ledger)
        fund_floated(ledger)
        if ledger.setup.options.market_peak_ends is MarketPeak.ON and market_has_peaked(ledger.setup, s):
            ledger.end_game(EndReason.MARKET_PEAK)
            return
        phase = ledger.setup.title.phases[s.phase]
        ledger.start_operating_set(phase.operating_rounds, phase.buy_privates)
        self.start_operating_round(ledger, 1)

    def start_operating_round(self, ledger: Ledger, number: int) -> None:
        """Private companies pay, then the railroads operate (7.0)."""
        s = ledger.state
        ledger.start_round(RoundKind.OPERATING, s.round_number, number)
        ledger.clear_done()
        pay_private_income(ledger)
        if any(s.loans):  # This income may repay a loan and so change a president before the first turn of the round (7.7).
            repay_from_managers(ledger)
        if ledger.setup.options.operating_order is OperatingOrder.FIXED:
            taking_part = [company for company, done in by_company(s.done) if not done]
            ledger.set_operating_order(tuple(in_value_order(ledger.setup, s, taking_part)))
        self.start_next_company(ledger)

    def next_company(self, setup: Setup, s: State) -> Company:
        """The highest-valued railroad that has not had its turn (7.0), -1 if none is left."""
        if setup.options.operating_order is OperatingOrder.FIXED:
            waiting = [company for company in s.order if not s.done[company]]
        else:
            waiting = in_value_order(setup, s, [company for company, done in by_company(s.done) if not done])
        return waiting[0] if waiting else NO_COMPANY

    def start_next_company(self, ledger: Ledger) -> None:
        s = ledger.state
        company = self.next_company(ledger.setup, s)
        if company == NONE:
            self.end_operating_round(ledger)
            return
        ledger.start_company_turn(company, s.presidents[company])
        note_peak(ledger)
        ledger.setup.plan.rounds[s.round][0].begin(ledger)

    def end_company_turn(self, ledger: Ledger) -> None:
        s = ledger.state
        ledger.mark_done(s.operating)
        ledger.mark_operated(s.operating)
        ledger.end_uncertainty(s.operating)
        if is_last_turn(ledger.setup, s):
            ledger.end_game(EndReason.MARKET_PEAK)
            return
        self.start_next_company(ledger)

    def end_operating_round(self, ledger: Ledger) -> None:
        """Start the next round of the set; after the last, a stock round, or end the game if the bank is broken (8.0)."""
        s = ledger.state
        fund_floated(ledger)
        if s.operating_round < s.operating_rounds:
            self.start_operating_round(ledger, s.operating_round + 1)
        elif s.bank_broken:
            ledger.end_game(EndReason.BANK)
        else:
            self.start_stock_round(ledger)
