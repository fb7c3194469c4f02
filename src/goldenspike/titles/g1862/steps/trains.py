"""Buying trains, and a director who must help (Kauf von Loks)."""

from collections.abc import Iterator

from goldenspike.core.actions import Action, BuyTrain, DeclareBankruptcy, Pass, SellShares
from goldenspike.core.holders import BANK, POOL
from goldenspike.core.ids import Player
from goldenspike.core.ledger import Ledger
from goldenspike.core.reasons import Refusal
from goldenspike.core.rules.train_card import bank_trains, market_trains
from goldenspike.core.rules.train_purchase import must_buy_train
from goldenspike.core.state import State
from goldenspike.core.steps.base import refuse_turn
from goldenspike.core.steps.trains import TrainStep
from goldenspike.core.title import Setup
from goldenspike.titles.g1862.rules.forced_purchase import (
    forced_sales,
    refuse_bankruptcy,
    refuse_forced_sale,
    refuse_smaller_train,
    sale_did_not_help,
)
from goldenspike.titles.g1862.rules.leaving import go_bankrupt, take_unpaid_train


class DirectorPaysTrainStep(TrainStep):
    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        if isinstance(action, (SellShares, DeclareBankruptcy)):
            refusal = refuse_turn(s, action.player)
            if refusal is not None:
                return refusal
            if isinstance(action, SellShares):
                return refuse_forced_sale(setup, s, s.operating, action.company, action.count)
            return refuse_bankruptcy(setup, s, s.operating)
        refusal = super().refuse(setup, s, action)
        if refusal is None and isinstance(action, BuyTrain):
            return refuse_smaller_train(setup, s, action.company, action.price)
        return refusal

    def apply(self, ledger: Ledger, action: Action) -> None:
        if isinstance(action, DeclareBankruptcy):
            go_bankrupt(ledger, action.player, take_unpaid_train(ledger, ledger.state.operating))
            return
        super().apply(ledger, action)
        if isinstance(action, SellShares) and sale_did_not_help(ledger.setup, ledger.state, ledger.state.operating):
            ledger.close_blocks()

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player != s.turn:
            return
        company = s.operating
        for source, trains in ((BANK, bank_trains(setup, s)), (POOL, market_trains(setup, s))):
            for train in trains:
                action = BuyTrain(player, company, train, source, setup.title.trains[train].price)
                if self.refuse(setup, s, action) is None:
                    yield action
        if not must_buy_train(setup, s, company):
            yield Pass(player)
            return
        for sold, count in forced_sales(setup, s, company):
            yield SellShares(player, sold, count)
        if refuse_bankruptcy(setup, s, company) is None:
            yield DeclareBankruptcy(player)
