"""Why a bot did something: a motive and its facts, from the position and the action. Words for them are in `text`.

A motive is what an observer can say: everything it claims can be checked in the position. What a bot's own search found is in
`compare`.
"""

from dataclasses import dataclass

from goldenspike.bots.base import Table, list_actions
from goldenspike.bots.outlook import (
    company_of,
    lasts,
    money_to_float,
    shortfall,
    train_to_save_for,
    worth_of_private,
)
from goldenspike.core import actions as a
from goldenspike.core.actions import Action
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, is_company, treasury
from goldenspike.core.ids import NO_PLAYER, NONE, Holder, Player, Private, by_company
from goldenspike.core.rules.bids import leading_money
from goldenspike.core.rules.certificate_limit import certificate_limit, has_room
from goldenspike.core.rules.conforming import excess_of, must_sell
from goldenspike.core.rules.floating import units_to_float
from goldenspike.core.rules.forced_sale import missing_money
from goldenspike.core.rules.presidency import successor
from goldenspike.core.rules.share_price import price_of
from goldenspike.core.rules.share_unit import president_units
from goldenspike.core.rules.stock_purchase import purchase_price
from goldenspike.core.rules.train_card import bank_trains, owned_trains, train_limit
from goldenspike.core.rules.train_purchase import may_own_another_train, must_buy_train
from goldenspike.core.state import State
from goldenspike.core.steps.auction import asking_price
from goldenspike.core.steps.group_auction import group_cost, groups_of
from goldenspike.core.title import RoundKind, Setup

PAYOUTS = (a.Payout.PAY, a.Payout.WITHHOLD)
BUILDING = frozenset(("track", "two_yellow_track", "station"))
"""The kinds of question (see `core.question`) in which something can be built."""
PURCHASES = (a.BuyShare, a.StartCompany)
UNIT_PERCENT = 10


@dataclass(frozen=True, slots=True)
class Motive:
    """A code of `text.MOTIVES` and the facts that its sentence tells."""

    code: str
    facts: tuple[tuple[str, int], ...] = ()


def explain(table: Table, action: Action) -> Motive:
    """Why somebody at this table may do this."""
    if isinstance(action, a.BuyTrain) and must_buy_train(table.setup, table.state, action.company):
        return Motive("must_buy", (("company", action.company),))
    if isinstance(action, a.Pass):
        return _passing(table)
    if table.is_forced:
        return Motive("only")
    return _shares(table, action) or _running(table, action) or _others(table, action)


# --- passing


def _passing(table: Table) -> Motive:
    """Why somebody passes: the turn is over, nothing can be bought, or nothing is worth it."""
    kind = Game(table.setup, table.state).question.kind
    if kind == "stock":
        return _buys_no_share(table)
    if kind == "train":
        return _buys_no_train(table)
    if table.is_forced:
        return Motive("only")
    if kind == "auction":
        return _bids_nothing(table)
    if kind in BUILDING:
        possible = any(isinstance(action, (a.LayTile, a.PlaceToken)) for action in table.actions)
        return Motive("builds_nothing" if possible else "nothing_to_build")
    return Motive("waits" if kind == "bid_for_choice" else "prefers")


def _buys_no_share(table: Table) -> Motive:
    setup, s = table.setup, table.state
    if any(isinstance(action, PURCHASES) for action in table.actions):
        return Motive("waits")
    if s.bought != NONE:
        return Motive("turn_over")
    if not has_room(setup, s, table.player):
        return Motive("no_room", (("limit", certificate_limit(setup, s)),))
    prices = [
        president_units(setup, s, action.company) * action.price
        if isinstance(action, a.StartCompany)
        else purchase_price(setup, s, action.company, action.source)
        for action in _with_all_money(table, table.player)
        if isinstance(action, PURCHASES)
    ]
    if not prices:
        return Motive("nothing_to_buy")
    return Motive("cannot_afford", (("money", s.money[table.player]), ("least", min(prices))))


def _buys_no_train(table: Table) -> Motive:
    setup, s = table.setup, table.state
    company = s.operating
    if any(isinstance(action, a.BuyTrain) for action in table.actions):
        return Motive("waits")
    if not may_own_another_train(setup, s, len(owned_trains(setup, s, company))):
        return Motive("train_limit", (("company", company), ("limit", train_limit(setup, s))))
    prices = [action.price for action in _with_all_money(table, treasury(company)) if isinstance(action, a.BuyTrain)]
    if not prices:
        return Motive("nothing_to_buy")
    money = s.money[treasury(company)]
    return Motive("cannot_afford_train", (("company", company), ("money", money), ("least", min(prices))))


def _with_all_money(table: Table, holder: Holder) -> list[Action]:
    """What the player could do if the holder had all the money of the game."""
    s = table.state.copy()
    s.money = [table.setup.title.bank if other == holder else money for other, money in enumerate(s.money)]
    return list_actions(Game(table.setup, s), table.player)


def _bids_nothing(table: Table) -> Motive:
    """What would bring most above its price costs too much, or the money is needed to float a railroad."""
    setup, s = table.setup, table.state
    prices: dict[Private, int] = {}
    for action in table.actions:
        if isinstance(action, a.BuyFromBank):
            prices[action.private] = asking_price(setup, s, action.private)
    for offer in table.offers:
        if isinstance(offer.action, a.Bid):
            prices[offer.action.private] = offer.lo
    if not prices:
        return Motive("prefers")
    best = max(prices, key=lambda private: worth_of_private(setup, private) - prices[private])
    price, worth = prices[best], worth_of_private(setup, best)
    if price >= worth:
        return Motive("too_dear", (("private", best), ("price", price), ("worth", worth)))
    kept = money_to_float(setup, best)
    if s.money[table.player] - leading_money(setup, s, table.player) - price < kept:
        return Motive("keeps_to_float", (("amount", kept),))
    return Motive("prefers")


# --- other moves


def _shares(table: Table, action: Action) -> Motive | None:
    setup, s = table.setup, table.state
    if isinstance(action, (a.StartCompany, a.SetPar)):
        return _founding(setup, s, action)
    if isinstance(action, a.BuyShare):
        missing = units_to_float(setup, s, action.company)
        if missing and s.presidents[action.company] == table.player and not s.floated[action.company]:
            limit, percent = (UNIT_PERCENT * units for units in (setup.title.float_units, missing))
            return Motive("floats", (("company", action.company), ("limit", limit), ("percent", percent)))
        return Motive(
            "buys_share",
            (("company", action.company), ("price", purchase_price(setup, s, action.company, action.source))),
        )
    return _sale(table, action) if isinstance(action, a.SellShares) else None


def _founding(setup: Setup, s: State, action: a.StartCompany | a.SetPar) -> Motive:
    """What the railroad can buy first with its capital."""
    facts = (("company", action.company), ("price", action.price))
    capital = 10 * action.price
    offered = [train for train in bank_trains(setup, s) if setup.title.trains[train].price <= capital]
    if not all(setup.title.trains[train].obsolete for train in offered):
        return Motive("founds", facts)
    return Motive("founds_early", (*facts, ("train", offered[0]))) if offered else Motive("founds_plain", facts)


def _sale(table: Table, sale: a.SellShares) -> Motive:
    setup, s = table.setup, table.state
    company = (("company", sale.company),)
    if s.round == RoundKind.OPERATING:
        return Motive("sells_for_train", (*company, ("amount", missing_money(setup, s, s.operating))))
    if must_sell(setup, s, table.player):
        return Motive("over_limit", (*company, ("count", excess_of(setup, s, table.player))))
    heir = _heir(table, sale)
    if heir != NONE and s.funded[sale.company] and shortfall(setup, s, sale.company):
        return Motive("hands_over", (*company, ("player", heir)))
    owned = owned_trains(setup, s, sale.company)
    if s.operated[sale.company] and not owned:
        return Motive("sells_trainless", company)
    weak = owned and not any(lasts(setup, s, train) for train in owned)
    return Motive("sells_weak" if weak else "sells_for_more", company)


def _heir(table: Table, sale: a.SellShares) -> Player:
    """Who becomes president by a sale, -1 if nobody does."""
    s = table.state
    if s.presidents[sale.company] != table.player:
        return NO_PLAYER
    return successor(table.setup, s, sale.company, s.units(sale.company, table.player) - sale.count)


def _running(table: Table, action: Action) -> Motive | None:
    setup, s = table.setup, table.state
    if isinstance(action, a.BuyTrain):
        return _train(setup, s, action)
    if isinstance(action, a.PayDividend) and action.payout in PAYOUTS:
        return _payout(setup, s, action)
    if isinstance(action, a.LayTile):
        return Motive("lays", (("hex", action.hex),))
    if isinstance(action, (a.PlaceToken, a.ChooseCity, a.ChooseHome)):
        return Motive("station", (("hex", action.hex),))
    if isinstance(action, a.RunTrains):
        return Motive("runs", (("company", action.company),))
    return None


def _payout(setup: Setup, s: State, action: a.PayDividend) -> Motive:
    """Dividends that raise the share value, and revenue that is kept for a train, are said so."""
    company = (("company", action.company),)
    if action.payout is a.Payout.WITHHOLD:
        return Motive("withholds" if train_to_save_for(setup, s, action.company) else "keeps_revenue", company)
    after = Game(setup, s)
    after.push(action)
    rises = price_of(setup, after.state, action.company) > price_of(setup, s, action.company)
    return Motive("pays" if rises else "pays_only", company)


def _train(setup: Setup, s: State, action: a.BuyTrain) -> Motive:
    card = setup.title.trains[action.train]
    facts = (("train", action.train),)
    if not owned_trains(setup, s, action.company):
        return Motive("first_train", (*facts, ("company", action.company)))
    starts_phase = bool(card.phase) and setup.phase_index[card.phase] > s.phase and action.source == BANK
    if starts_phase and not setup.options.delayed_obsolescence:
        going = [number for number, train in enumerate(setup.title.trains) if train.obsolete == card.id]
        for company, president in by_company(s.presidents):
            if president != action.player and any(train in going for train in owned_trains(setup, s, company)):
                return Motive("rusts", (*facts, ("company", company)))
    return Motive("buys_train" if card.obsolete else "buys_lasting", facts)


def _others(table: Table, action: Action) -> Motive:
    setup, s = table.setup, table.state
    if isinstance(action, a.Bid):
        return Motive(
            "bids", (("private", action.private), ("amount", action.amount), ("worth", worth_of_private(setup, action.private)))
        )
    if isinstance(action, a.BidForChoice):
        return Motive("bids_choice", (("amount", action.amount),))
    if isinstance(action, a.ChooseGroup) and action.group >= 0:
        return Motive("chooses_group" if _is_best_group(table, action.group) else "prefers")
    if isinstance(action, a.WithdrawBid):
        return Motive("withdraws_bid", (("private", action.private),))
    if isinstance(action, a.ExchangePrivate):
        brings_more = price_of(setup, s, company_of(setup, action.private)) > setup.title.privates[action.private].price
        return Motive("exchanges" if brings_more else "exchanges_early", (("private", action.private),))
    if isinstance(action, a.BuyPrivate) and is_company(action.buyer) and s.privates[action.private] == action.player:
        return Motive("sells_private", (("private", action.private), ("price", action.price)))
    if isinstance(action, (a.BuyFromBank, a.BuyPrivate)):
        return Motive("buys_private", (("private", action.private),))
    if isinstance(action, a.Accept):
        return Motive("accepts")
    if isinstance(action, (a.Decline, a.Withdraw)):
        return Motive("declines")
    if isinstance(action, a.DeclareBankruptcy):
        return Motive("bankrupt", (("company", s.operating),))
    if isinstance(action, a.Redeem):
        return Motive("redeems", (("company", action.company),))
    if isinstance(action, (a.DiscardTrain, a.ClosePrivate)):
        return Motive("gives_up")
    return Motive("prefers")


def _is_best_group(table: Table, wanted: int) -> bool:
    """Whether no group left is worth more above its price."""
    setup = table.setup
    groups = groups_of(setup)
    gains = {
        choice.group: sum(worth_of_private(setup, private) for private in groups[choice.group])
        - group_cost(setup, groups[choice.group])
        for choice in table.actions
        if isinstance(choice, a.ChooseGroup) and choice.group >= 0
    }
    return gains[wanted] == max(gains.values())
