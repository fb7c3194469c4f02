"""A player's turn in a stock round: sell, buy one, sell (6.0)."""

from collections.abc import Iterator, Sequence

from goldenspike.core import events
from goldenspike.core.actions import Action, BuyShare, Pass, SellShares, StartCompany
from goldenspike.core.holders import BANK, POOL
from goldenspike.core.ids import NONE, Company, Player, by_company
from goldenspike.core.ledger import Ledger
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.certificate_limit import room_of
from goldenspike.core.rules.conforming import must_sell
from goldenspike.core.rules.sell_order import may_buy_now, may_sell_now
from goldenspike.core.rules.stock_purchase import (
    buy,
    purchases,
    refuse_purchase,
    refuse_start,
    start_company,
    starting_prices,
)
from goldenspike.core.rules.stock_sale import refuse_sale, saleable_blocks, sell
from goldenspike.core.state import State
from goldenspike.core.steps.base import Step, refuse_turn
from goldenspike.core.title import Setup


class StockStep(Step):
    name = "stock"
    forms = ("", "acted", "must_sell")

    def kinds(self) -> tuple[type, ...]:
        return (Pass, BuyShare, SellShares, StartCompany)

    def form(self, setup: Setup, s: State) -> str:
        if must_sell(setup, s, s.turn):
            return "must_sell"
        return "acted" if s.acted else ""

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, (Pass, BuyShare, SellShares, StartCompany))
        refusal = refuse_turn(s, action.player)
        if refusal is not None:
            return refusal
        if isinstance(action, SellShares):
            return self._refuse_sale(setup, s, action)
        if must_sell(setup, s, action.player):
            return Refusal(Reason.MUST_SELL_FIRST)
        if isinstance(action, Pass):
            return None
        if not may_buy_now(setup, s):
            return Refusal(Reason.SELL_ORDER)
        if isinstance(action, BuyShare):
            if action.source not in (BANK, POOL):
                return Refusal(Reason.UNKNOWN_SOURCE)
            return refuse_purchase(setup, s, action.player, action.company, action.source, action.count, action.double)
        return refuse_start(setup, s, action.player, action.company, action.price)

    def _refuse_sale(self, setup: Setup, s: State, action: SellShares) -> Refusal | None:
        if s.round_number == 1:
            return Refusal(Reason.NO_SALES_IN_FIRST_ROUND)
        if not may_sell_now(setup, s) and not must_sell(setup, s, action.player):
            return Refusal(Reason.SELL_ORDER)
        return refuse_sale(setup, s, action.player, action.company, action.count, double=action.double)

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, (Pass, BuyShare, SellShares, StartCompany))
        player = action.player
        if isinstance(action, Pass):
            self._end_turn(ledger, player)
            return
        ledger.note_trading(player)
        if isinstance(action, SellShares):
            sell(ledger, player, action.company, action.count, action.double)
            if ledger.state.bought != NONE:
                ledger.note_selling_again()
        elif isinstance(action, BuyShare):
            buy(ledger, player, action.company, action.source, action.count, action.double)
            ledger.note_purchase(action.company, action.source)
        else:
            start_company(ledger, player, action.company, action.price)
            ledger.note_purchase(action.company, BANK)

    def _end_turn(self, ledger: Ledger, player: Player) -> None:
        s = ledger.state
        if s.acted:
            ledger.emit(events.TurnEnded(player))
        else:
            ledger.count_pass(player)
            if s.passes == len(s.seating):
                ledger.setup.plan.flow.end_stock_round(ledger)
                return
        ledger.start_turn(s.left_of(player))

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player != s.turn:
            return
        room = room_of(setup, s, player)
        over = must_sell(setup, s, player, room)
        if s.round_number > 1 and (over or may_sell_now(setup, s)):
            for company, units in by_company(s.holdings(player)):
                if units and s.cells[company] >= 0:
                    for count, double in saleable_blocks(setup, s, player, company):
                        yield SellShares(player, company, count, double)
        if over:
            return
        if may_buy_now(setup, s):
            # After a purchase only more of the same company can be bought (5.4).
            for company in setup.all_companies if s.bought == NONE else (s.bought,):
                yield from self._purchases(setup, s, player, company, room)
        yield Pass(player)

    def _purchases(self, setup: Setup, s: State, player: Player, company: Company, room: int) -> Sequence[Action]:
        """The player's purchases of one company; `room` is how many more certificates he may take."""
        if s.presidents[company] == NONE:
            return [StartCompany(player, company, price) for price in starting_prices(setup, s, player, company, room)]
        found = purchases(setup, s, player, company, room)
        return [BuyShare(player, company, source, count, double) for source, count, double in found]
