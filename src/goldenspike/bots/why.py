"""Why a bot did something: a motive and its facts, from the position and the action. Words for them are in `text`.

A motive is an observer's explanation, derived from the position with the baron's forecasts.
"""

from dataclasses import dataclass

from goldenspike.bots.baron.forecast import Forecast
from goldenspike.bots.base import Table
from goldenspike.bots.outlook import shortfall, worth_of_private
from goldenspike.core import actions as a
from goldenspike.core.actions import Action
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, is_company
from goldenspike.core.ids import NO_PLAYER, NONE, Player, by_company
from goldenspike.core.rules.floating import units_to_float
from goldenspike.core.rules.presidency import successor
from goldenspike.core.rules.share_unit import unit_price
from goldenspike.core.rules.stock_purchase import purchase_price
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.rules.train_purchase import must_buy_train
from goldenspike.core.state import State
from goldenspike.core.title import Setup

PAYOUTS = {a.Payout.PAY: "pays", a.Payout.WITHHOLD: "withholds"}
PASSES = {
    **dict.fromkeys(("auction", "bid_for_choice", "stock", "train"), "waits"),
    **dict.fromkeys(("track", "two_yellow_track", "station"), "builds_nothing"),
}
"""Why somebody passes, by the kind of question (see `core.question`)."""
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
    if table.is_forced:
        return Motive("only")
    if isinstance(action, a.Pass):
        return Motive(PASSES.get(Game(table.setup, table.state).question.kind, "prefers"))
    return _shares(table, action) or _running(table, action) or _others(table.setup, action)


def _shares(table: Table, action: Action) -> Motive | None:
    setup, s = table.setup, table.state
    if isinstance(action, a.StartCompany | a.SetPar):
        return Motive("founds", (("company", action.company), ("price", action.price)))
    if isinstance(action, a.BuyShare):
        missing = units_to_float(setup, s, action.company)
        if missing and s.presidents[action.company] == table.player and not s.floated[action.company]:
            limit, percent = (UNIT_PERCENT * units for units in (setup.title.float_units, missing))
            return Motive("floats", (("company", action.company), ("limit", limit), ("percent", percent)))
        return Motive(
            "buys_share",
            (("company", action.company), ("price", purchase_price(setup, s, action.company, action.source))),
        )
    if isinstance(action, a.SellShares):
        heir = _heir(table, action)
        if heir != NONE and s.funded[action.company] and shortfall(setup, s, action.company):
            return Motive("hands_over", (("company", action.company), ("player", heir)))
        worth = Forecast(setup, [0.0] * len(setup.title.hexes)).share(s, action.company)
        weak = worth < unit_price(setup, s, action.company)
        return Motive("sells_weak" if weak else "sells_for_more", (("company", action.company),))
    return None


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
        return Motive(PAYOUTS[action.payout], (("company", action.company),))
    if isinstance(action, a.LayTile):
        return Motive("lays", (("hex", action.hex),))
    if isinstance(action, a.PlaceToken | a.ChooseCity | a.ChooseHome):
        return Motive("station", (("hex", action.hex),))
    if isinstance(action, a.RunTrains):
        return Motive("runs", (("company", action.company),))
    return None


def _train(setup: Setup, s: State, action: a.BuyTrain) -> Motive:
    card = setup.title.trains[action.train]
    facts = (("train", action.train),)
    starts_phase = bool(card.phase) and setup.phase_index[card.phase] > s.phase and action.source == BANK
    if starts_phase and not setup.options.delayed_obsolescence:
        going = [number for number, train in enumerate(setup.title.trains) if train.obsolete == card.id]
        for company, president in by_company(s.presidents):
            if president != action.player and any(train in going for train in owned_trains(setup, s, company)):
                return Motive("rusts", (*facts, ("company", company)))
    return Motive("buys_train" if card.obsolete else "buys_lasting", facts)


def _others(setup: Setup, action: Action) -> Motive:
    if isinstance(action, a.Bid):
        return Motive(
            "bids", (("private", action.private), ("amount", action.amount), ("worth", worth_of_private(setup, action.private)))
        )
    if isinstance(action, a.BidForChoice):
        return Motive("bids_choice", (("amount", action.amount),))
    if isinstance(action, a.ChooseGroup) and action.group >= 0:
        return Motive("chooses_group")
    if isinstance(action, a.WithdrawBid):
        return Motive("withdraws_bid", (("private", action.private),))
    if isinstance(action, a.ExchangePrivate):
        return Motive("exchanges", (("private", action.private),))
    if isinstance(action, a.BuyPrivate) and is_company(action.buyer):
        return Motive("sells_private", (("private", action.private), ("price", action.price)))
    if isinstance(action, a.BuyFromBank | a.BuyPrivate):
        return Motive("buys_private", (("private", action.private),))
    if isinstance(action, a.Accept):
        return Motive("accepts")
    if isinstance(action, a.Decline | a.Withdraw):
        return Motive("declines")
    if isinstance(action, a.DiscardTrain | a.DeclareBankruptcy | a.ClosePrivate):
        return Motive("gives_up")
    return Motive("prefers")
