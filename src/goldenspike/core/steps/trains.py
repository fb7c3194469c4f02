"""Buying trains at the end of a turn, voluntarily or by force, and discarding them (7.6, C-2.3)."""

from collections.abc import Iterator

from goldenspike.core import events
from goldenspike.core.actions import (
    Action,
    BuyTrain,
    DeclareBankruptcy,
    DiscardTrain,
    Pass,
    SellShares,
)
from goldenspike.core.events import EndReason, Why
from goldenspike.core.holders import BANK, POOL, company_of_holder, is_company, treasury
from goldenspike.core.ids import NO_COMPANY, NONE, Player
from goldenspike.core.interrupts import DiscardNeeded, TrainOffered
from goldenspike.core.ledger import Ledger
from goldenspike.core.options import DiscardOrder
from goldenspike.core.question import Question
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.forced_sale import (
    forced_sales,
    missing_money,
    refuse_bankruptcy,
    refuse_forced_sale,
)
from goldenspike.core.rules.stock_sale import sell
from goldenspike.core.rules.train_card import bank_trains, count_owned, market_trains, owned_trains, train_limit, types_at
from goldenspike.core.rules.train_purchase import (
    buy_train,
    discard,
    least_price,
    may_own_another_train,
    money_together,
    must_buy_train,
    needs_help,
    refuse_seller,
    refuse_train,
)
from goldenspike.core.state import State
from goldenspike.core.steps.base import InterruptStep, Offer, Step, refuse_operator, refuse_turn
from goldenspike.core.title import Setup


class TrainStep(Step):
    """Buy trains, one at a time (7.6). A railroad that must have one cannot pass without (7.6.2)."""

    name = "train"
    forms = ("", "must_buy", "must_sell", "cannot_pay")

    def kinds(self) -> tuple[type, ...]:
        return (BuyTrain, Pass, SellShares, DeclareBankruptcy)

    def question(self, setup: Setup, s: State) -> Question:
        must_buy = must_buy_train(setup, s, s.operating)
        missing = missing_money(setup, s, s.operating) if must_buy else 0
        form = self._form_of_shortage(setup, s) if missing else "must_buy" if must_buy else ""
        return Question(
            self.name,
            self.actors(setup, s),
            form,
            company=s.operating,
            revenue=s.revenues[s.operating],
            amount=missing or NONE,
            must_buy_train=must_buy,
        )

    def _form_of_shortage(self, setup: Setup, s: State) -> str:
        """Whether the president has anything to sell."""
        can_sell = any(isinstance(action, SellShares) for action in self.legal(setup, s, s.turn))
        return "must_sell" if can_sell else "cannot_pay"

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, (BuyTrain, Pass, SellShares, DeclareBankruptcy))
        company = s.operating
        if isinstance(action, BuyTrain):
            return self._refuse_purchase(setup, s, action)
        refusal = refuse_turn(s, action.player)
        if refusal is not None:
            return refusal
        if isinstance(action, SellShares):
            return refuse_forced_sale(setup, s, company, action.company, action.count, action.double)
        if isinstance(action, DeclareBankruptcy):
            return refuse_bankruptcy(setup, s, company)
        if must_buy_train(setup, s, company):
            return Refusal(Reason.MUST_BUY_TRAIN, (company,))
        return None

    def _refuse_purchase(self, setup: Setup, s: State, action: BuyTrain) -> Refusal | None:
        refusal = refuse_operator(s, action.player, action.company)
        if refusal is not None:
            return refusal
        known = is_company(action.source) and company_of_holder(action.source) < len(setup.title.companies)
        if not known and action.source not in (BANK, POOL):
            return Refusal(Reason.UNKNOWN_SOURCE)
        return refuse_train(setup, s, action.company, action.train, action.source, action.price, action.trade_in)

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, (BuyTrain, Pass, SellShares, DeclareBankruptcy))
        ledger.note_action()
        if isinstance(action, Pass):
            ledger.finish_step()
        elif isinstance(action, SellShares):
            sell(ledger, action.player, action.company, action.count, action.double)
        elif isinstance(action, DeclareBankruptcy):
            go_bankrupt(ledger, action.player)
        else:
            self._buy(ledger, action)

    def _buy(self, ledger: Ledger, action: BuyTrain) -> None:
        s = ledger.state
        seller = company_of_holder(action.source) if is_company(action.source) else NO_COMPANY
        if seller != NONE and s.presidents[seller] != action.player:
            answerer = s.presidents[seller]
            ledger.push_interrupt(TrainOffered(answerer, action.train, seller, action.company, action.price, action.player))
            ledger.emit(
                events.OfferMade(
                    action.player,
                    answerer,
                    True,
                    action.train,
                    action.source,
                    treasury(action.company),
                    action.price,
                )
            )
            return
        buy_train(ledger, action.company, action.train, action.source, action.price, action.trade_in)

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player != s.turn:
            return
        company = s.operating
        owned = types_at(setup, s, treasury(company))
        money = s.money[treasury(company)] if s.presidents[company] == player else NONE
        room = may_own_another_train(setup, s, count_owned(setup, s, company))
        for source, trains in ((BANK, bank_trains(setup, s)), (POOL, market_trains(setup, s))):
            for train in trains:
                card = setup.title.trains[train]
                action = BuyTrain(player, company, train, source, card.price)
                # Where the railroad cannot pay, its president may have to help.
                if room and (card.price <= money or self.refuse(setup, s, action) is None):
                    yield action
                for traded in owned if source == BANK and card.trade_in else ():
                    if setup.title.trains[traded].id in card.trade_in:
                        exchange = BuyTrain(player, company, train, source, card.trade_in_price, traded)
                        if self.refuse(setup, s, exchange) is None:
                            yield exchange
        if must_buy_train(setup, s, company):
            if missing_money(setup, s, company):
                sales = forced_sales(setup, s, company)
                for sold, count, double in sales:
                    yield SellShares(player, sold, count, double)
                if not sales:
                    yield DeclareBankruptcy(player)
        else:
            yield Pass(player)

    def offers(self, setup: Setup, s: State, player: Player) -> list[Offer]:
        """Trains of other railroads, at any price that is agreed (7.6)."""
        company = s.operating
        if player != s.turn or refuse_operator(s, player, company) is not None:
            return []
        if not may_own_another_train(setup, s, count_owned(setup, s, company)):
            return []
        money = s.money[treasury(company)]
        least = least_price(s, company)
        is_helped = needs_help(setup, s, company)
        if money < least and not is_helped:
            return []
        found: list[Offer] = []
        for seller in setup.all_companies:
            if seller == company:
                continue
            for train in types_at(setup, s, treasury(seller)):
                if refuse_seller(setup, s, company, train, seller) is not None:
                    continue
                action = BuyTrain(player, company, train, treasury(seller), least)
                if not is_helped:
                    found.append(Offer(action, least, max(money, 1), 1))
                elif self.refuse(setup, s, action) is None:
                    found.append(Offer(action, least, self._most_with_help(setup, s, action) or max(money, 1), 1))
        return found

    def _most_with_help(self, setup: Setup, s: State, action: BuyTrain) -> int:
        """The highest price that railroad and president may pay together, 0 if the railroad pays alone."""
        helped = min(setup.title.trains[action.train].price, money_together(s, action.company))
        dearest = BuyTrain(action.player, action.company, action.train, action.source, helped)
        is_more = helped > s.money[treasury(action.company)]
        return helped if is_more and self.refuse(setup, s, dearest) is None else 0


def go_bankrupt(ledger: Ledger, player: Player) -> None:
    """Declare bankruptcy: the player's money goes to the bank, he keeps unsold shares, the game ends (C-2.4, C-2.5)."""
    ledger.pay(player, BANK, ledger.state.money[player], Why.BANKRUPTCY)
    ledger.emit(events.WentBankrupt(player))
    ledger.end_game(EndReason.BANKRUPTCY)


class DiscardStep(InterruptStep):
    """Railroads over the limit give up trains of their presidents' choice, the highest-valued railroad first (7.6.1)."""

    name = "discard"

    def kinds(self) -> tuple[type, ...]:
        return (DiscardTrain,)

    def _waiting(self, setup: Setup, s: State) -> list[DiscardNeeded]:
        """The discards that may be made now."""
        waiting = [asked for asked in s.pending if isinstance(asked, DiscardNeeded)]
        return waiting[-1:] if setup.options.discard_order is DiscardOrder.SHARE_VALUE else waiting

    def actors(self, setup: Setup, s: State) -> tuple[Player, ...]:
        return tuple(dict.fromkeys(asked.player for asked in self._waiting(setup, s)))

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, DiscardTrain)
        waiting = self._waiting(setup, s)
        if all(action.player != asked.player for asked in waiting):
            return Refusal(Reason.NOT_YOUR_TURN, (action.player,))
        if DiscardNeeded(action.player, action.company) not in waiting:
            return Refusal(Reason.MUST_ANSWER_FIRST)
        if action.train not in owned_trains(setup, s, action.company):
            return Refusal(Reason.NOT_ITS_TRAIN, (action.train,))
        return None

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, DiscardTrain)
        discard(ledger, action.company, action.train)
        setup, s = ledger.setup, ledger.state
        if count_owned(setup, s, action.company) <= train_limit(setup, s):
            ledger.drop_interrupt(DiscardNeeded(action.player, action.company))

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        for asked in self._waiting(setup, s):
            if player == asked.player:
                for train in types_at(setup, s, treasury(asked.company)):
                    yield DiscardTrain(player, asked.company, train)
