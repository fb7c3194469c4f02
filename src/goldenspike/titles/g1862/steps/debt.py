"""A director sells shares to pay the notes of a company that has closed, or is bankrupt (Aktienkurs auf 0)."""

from collections.abc import Iterator

from goldenspike.core.actions import Action, DeclareBankruptcy, SellShares
from goldenspike.core.events import Why
from goldenspike.core.holders import BANK, POOL
from goldenspike.core.ids import Company, Player
from goldenspike.core.interrupts import DebtDue
from goldenspike.core.ledger import Ledger
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.share_price import fall_after_sale
from goldenspike.core.rules.share_unit import per_unit
from goldenspike.core.rules.stock_sale import EVERY_COMPANY, refuse_sale, saleable_counts
from goldenspike.core.state import State
from goldenspike.core.steps.base import InterruptStep
from goldenspike.core.title import Setup
from goldenspike.titles.g1862.rules.leaving import go_bankrupt


def debt_price(setup: Setup, s: State, company: Company) -> int:
    """The sale price of a share: before the fall, or after it for a company that has never operated."""
    market = setup.title.market
    cell = s.cells[company] if s.operated[company] else market.down(s.cells[company])
    return per_unit(s, company, market.prices[cell])


class PayDebtStep(InterruptStep):
    """These sales belong to no turn: they are not blocks of the player on turn, but the seller may not buy back."""

    name = "pay_debt"
    forms = ("", "cannot_pay")

    def form(self, setup: Setup, s: State) -> str:
        return "" if self._sales(setup, s) else "cannot_pay"

    def kinds(self) -> tuple[type, ...]:
        return (SellShares, DeclareBankruptcy)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, (SellShares, DeclareBankruptcy))
        asked = s.pending[-1]
        assert isinstance(asked, DebtDue)
        player, owed = asked.player, asked.amount
        if action.player != player:
            return Refusal(Reason.NOT_YOUR_TURN, (action.player,))
        if isinstance(action, DeclareBankruptcy):
            return Refusal(Reason.CAN_STILL_PAY) if self._sales(setup, s) else None
        refusal = refuse_sale(setup, s, player, action.company, action.count, EVERY_COMPANY)
        if refusal is None and debt_price(setup, s, action.company) * (action.count - 1) >= owed:
            return Refusal(Reason.MORE_THAN_NEEDED)
        return refusal

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, (SellShares, DeclareBankruptcy))
        setup, s = ledger.setup, ledger.state
        asked = ledger.pop_interrupt()
        assert isinstance(asked, DebtDue)
        player, owed = asked.player, asked.amount
        if isinstance(action, DeclareBankruptcy):
            go_bankrupt(ledger, player, owed)
            return
        price = debt_price(setup, s, action.company)
        ledger.move_shares(action.company, player, POOL, action.count, price)
        ledger.pay(BANK, player, price * action.count, Why.SHARE)
        ledger.record_sale_outside_turn(player, action.company)
        fall_after_sale(ledger, action.company, action.count, s.presidents[action.company] == player, False)
        paid = min(owed, s.money[player])
        ledger.pay(player, BANK, paid, Why.REPAYMENT)
        if paid < owed:
            ledger.push_interrupt(DebtDue(player, owed - paid))

    def _sales(self, setup: Setup, s: State) -> list[SellShares]:
        player = s.pending[-1].player
        found = [
            SellShares(player, company, count)
            for company in setup.all_companies
            if s.cells[company] >= 0 and s.units(company, player)
            for count in saleable_counts(setup, s, player, company, EVERY_COMPANY)
        ]
        return [sale for sale in found if self.refuse(setup, s, sale) is None]

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player == s.pending[-1].player:
            sales = self._sales(setup, s)
            yield from sales
            if not sales:
                yield DeclareBankruptcy(player)
