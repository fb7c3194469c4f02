"""The baron's default operating turns: sell private companies at high prices, spend treasuries on permanent trains."""

from goldenspike.bots import greedy_operating
from goldenspike.bots.baron.forecast import Forecast
from goldenspike.bots.baron.habits import Habits
from goldenspike.bots.base import Table
from goldenspike.bots.outlook import lasts
from goldenspike.bots.surveyor import Surveyor
from goldenspike.core.actions import Action, BuyPrivate, BuyTrain, Pass, PayDividend, Payout
from goldenspike.core.holders import FIRST_COMPANY, is_company
from goldenspike.core.ids import Train
from goldenspike.core.rules.train_card import bank_trains, owned_trains, train_limit
from goldenspike.core.rules.train_purchase import must_buy_train
from goldenspike.core.title import Setup

FIRST_TRAIN = 180
"""What a railroad without a train keeps when it buys a private company."""


def choose(table: Table, surveyor: Surveyor, forecast: Forecast) -> Action:
    found = sell_private(table)
    if found is None and any(isinstance(action, BuyTrain) for action in table.actions):
        found = _train(table, surveyor, forecast)
    if found is None:
        found = _dividend(table, forecast.habits)
    return found if found is not None else greedy_operating.choose(table, surveyor)


def sell_private(table: Table) -> Action | None:
    """Sell an own private company to the railroad for as much as the rules allow, if that leaves it able to run."""
    s = table.state
    if table.player not in s.privates:
        return None
    money = s.money[FIRST_COMPANY + s.operating]
    has_train = bool(owned_trains(table.setup, s, s.operating))
    for offer in table.offers:
        action = offer.action
        if not isinstance(action, BuyPrivate) or not is_company(action.buyer) or s.privates[action.private] != table.player:
            continue
        price = min(offer.hi, money if has_train else money - FIRST_TRAIN)
        if price >= max(offer.lo, table.setup.title.privates[action.private].price):
            return offer.at(price)
    return None


def _train(table: Table, surveyor: Surveyor, forecast: Forecast) -> Action | None:
    """Trains that last, as many as pay for themselves in the rounds that are left; None leaves it to usual sense."""
    setup, s = table.setup, table.state
    company = s.operating
    if must_buy_train(setup, s, company):
        return _forced(table)
    owned = owned_trains(setup, s, company)
    money = s.money[FIRST_COMPANY + company]
    lasting = sum(lasts(setup, s, train) for train in owned)
    lasting_for_good = sum(_is_permanent(setup, train) for train in owned)
    left = forecast.rounds_left(s)
    now = surveyor.revenue(s, company, tuple(owned)) if owned else 0
    habits = forecast.habits
    best: BuyTrain | None = None
    most = 0.0
    # Where the trains it has cannot run, track comes before more of them.
    for purchase in table.actions if now or not owned else ():
        if not isinstance(purchase, BuyTrain) or purchase.price > money or not lasts(setup, s, purchase.train):
            continue
        after = [*owned, purchase.train]
        if purchase.trade_in >= 0:
            after.remove(purchase.trade_in)
        gain = surveyor.revenue(s, company, tuple(after)) - now
        profit = gain * left - purchase.price
        if _is_permanent(setup, purchase.train):
            if left > 2 and lasting_for_good < habits.spare:
                profit += habits.permanent * purchase.price
        elif lasting < habits.spare and left > 3:
            profit += habits.lasting * purchase.price
        if profit > most:
            best, most = purchase, profit
    if best is not None:
        return best
    return next((action for action in table.actions if isinstance(action, Pass)), None) if owned and lasting else None


def _forced(table: Table) -> BuyTrain | None:
    """A train that stays, if treasury and president can pay for it: one that rusts soon costs them another; None if not."""
    setup, s = table.setup, table.state
    money = s.money[FIRST_COMPANY + s.operating]
    together = money + s.money[table.player]
    payable = [action for action in table.actions if isinstance(action, BuyTrain) and action.price <= together]
    lasting = [action for action in payable if lasts(setup, s, action.train)]
    own = [action for action in lasting if action.price <= money]
    for_good = [action for action in own if _is_permanent(setup, action.train)]
    return min(for_good or own or lasting, key=lambda action: action.price, default=None)


def _is_permanent(setup: Setup, train: Train) -> bool:
    return not setup.title.trains[train].obsolete


def _dividend(table: Table, habits: Habits) -> PayDividend | None:
    """Pay, unless this run completes the price of a train that the railroad needs; None if there is nothing to choose.

    Saving over several rounds costs more than the train: the price falls each time, and the train is dearer by then.
    """
    setup, s = table.setup, table.state
    payouts = {action.payout: action for action in table.actions if isinstance(action, PayDividend)}
    if Payout.WITHHOLD not in payouts or Payout.PAY not in payouts:
        return None
    company = s.operating
    owned = owned_trains(setup, s, company)
    offered = [train for train in bank_trains(setup, s) if lasts(setup, s, train)]
    if not offered or len(owned) >= train_limit(setup, s) or any(lasts(setup, s, train) for train in owned):
        return payouts[Payout.PAY]
    missing = setup.title.trains[offered[0]].price - s.money[FIRST_COMPANY + company]
    return payouts[Payout.WITHHOLD if 0 < missing <= habits.withhold * s.revenues[company] else Payout.PAY]
