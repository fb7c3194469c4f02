"""What a move brings or costs, in figures: what the railroad's trains could then earn, what a sale brings, who pays for a train.

Computed from what the player may know. Words for the motives are in `text`.
"""

from collections.abc import Callable
from time import monotonic
from typing import Final

from goldenspike.bots.base import Table
from goldenspike.bots.outlook import income_of_share
from goldenspike.bots.why import Motive
from goldenspike.core import actions as a
from goldenspike.core.actions import Action
from goldenspike.core.game import Game
from goldenspike.core.holders import treasury
from goldenspike.core.ids import NONE, Company, Hex, Holder, Player
from goldenspike.core.rules.runs import best_routes
from goldenspike.core.rules.train_card import has_train
from goldenspike.core.state import State
from goldenspike.core.steps.group_auction import group_cost, groups_of
from goldenspike.core.title import Setup

SECONDS: Final = 1.0
"""How long the best runs before and after the move may take to find."""


def measure(table: Table, action: Action) -> Motive | None:
    """The figure that justifies a move, None if there is none or it cannot be found in time."""
    setup, s = table.setup, table.state
    if isinstance(action, a.BuyTrain) and action.price > s.money[treasury(action.company)]:
        return _shared_price(s, action)
    if isinstance(action, (a.LayTile, a.PlaceToken, a.BuyTrain)):
        return _earnings(setup, s, action)
    if isinstance(action, a.BuyShare) and s.floated[action.company]:
        income = income_of_share(setup, s, action.company)
        return Motive("share_earns", (("company", action.company), ("amount", income))) if income else None
    if isinstance(action, (a.StartCompany, a.SetPar)):
        return Motive("capital", (("company", action.company), ("amount", 10 * action.price)))
    if isinstance(action, a.SellShares):
        return Motive("sale_brings", (("amount", _gain(setup, s, action, table.player)),))
    if isinstance(action, a.PayDividend) and s.revenues[action.company]:
        return _dividend(setup, s, action, table.player)
    if isinstance(action, a.Redeem):
        brings = ("amount", _gain(setup, s, action, table.player))
        owed = (("company", action.company), ("owed", action.notes))
        return Motive("redemption_brings", (brings, *owed)) if action.notes else Motive("dividend_brings", (brings,))
    if isinstance(action, (a.BuyFromBank, a.Bid)):
        return Motive("private_pays", (("amount", setup.title.privates[action.private].revenue),))
    if isinstance(action, a.ChooseGroup) and action.group != NONE:
        group = groups_of(setup)[action.group]
        income = sum(setup.title.privates[private].revenue for private in group)
        return Motive("group_pays", (("cost", group_cost(setup, group)), ("amount", income)))
    return None


def _shared_price(s: State, action: a.BuyTrain) -> Motive:
    """Who pays for a train that the treasury cannot pay for (7.6.2, C-2.3.1)."""
    own, president = s.money[treasury(action.company)], s.presidents[action.company]
    missing = action.price - own
    help = min(missing, s.money[president])
    shares = (("amount", own), ("player", president), ("cost", help))
    return Motive("shared_price", shares) if help == missing else Motive("lent_price", (*shares, ("owed", missing - help)))


def _earnings(setup: Setup, s: State, action: a.LayTile | a.PlaceToken | a.BuyTrain) -> Motive | None:
    """By how much the best run of the railroad grows; if it does not, what the hex becomes worth, or that the run stays."""
    end = monotonic() + SECONDS
    after = Game(setup, s)
    after.push(action)
    old = _best(setup, s, action.company, lambda: monotonic() > end)
    new = _best(setup, after.state, action.company, lambda: monotonic() > end)
    if old is None or new is None:
        return None
    if new <= old:
        rise = _rise(setup, s, after.state, action) if isinstance(action, a.LayTile) else None
        # Of a railroad that earns nothing yet, nothing is learned from its staying so.
        return rise or (Motive("earns_same", (("company", action.company), ("amount", old))) if old else None)
    return Motive("earns_more", (("company", action.company), ("old", old), ("new", new), ("amount", new - old)))


def _rise(setup: Setup, before: State, after: State, action: a.LayTile) -> Motive | None:
    """What the best stop of a hex becomes worth."""
    old, new = (_value(setup, s, action.hex) for s in (before, after))
    return Motive("worth_more", (("hex", action.hex), ("old", old), ("new", new))) if 0 < old < new else None


def _value(setup: Setup, s: State, hex: Hex) -> int:
    late = setup.title.phases[s.phase].late
    return max((stop.values[late] for stop in setup.faces[s.faces[hex]].stops), default=0)


def _best(setup: Setup, s: State, company: Company, expired: Callable[[], bool]) -> int | None:
    if not has_train(setup, s, company):
        return 0
    best = best_routes(setup, s, company, expired=expired)
    return best.revenue if best.proven else None


def _gain(setup: Setup, s: State, action: Action, holder: Holder) -> int:
    """What a player or treasury receives."""
    after = Game(setup, s)
    after.push(action)
    return after.state.money[holder] - s.money[holder]


def _dividend(setup: Setup, s: State, action: a.PayDividend, player: Player) -> Motive | None:
    if action.payout is a.Payout.WITHHOLD:
        own = treasury(action.company)
        return Motive("treasury_has", (("company", action.company), ("amount", s.money[own] + _gain(setup, s, action, own))))
    return Motive("dividend_brings", (("amount", _gain(setup, s, action, player)),))
