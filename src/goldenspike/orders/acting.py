"""What an order does in a position in which the game waits for its seat."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from goldenspike.core.actions import (
    Accept,
    Action,
    Bid,
    BuyFromBank,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Decline,
    ExchangePrivate,
    Pass,
    PayDividend,
    Payout,
    SellPrivate,
)
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, POOL, is_player, treasury
from goldenspike.core.ids import NONE, Company, Holder, Player
from goldenspike.core.interrupts import OFFERS, PrivateOffered, TrainOffered
from goldenspike.core.reasons import Refusal
from goldenspike.core.rules.bids import bidders, highest_bidder
from goldenspike.core.rules.share_unit import unit_percent
from goldenspike.core.rules.stock_purchase import purchase_price
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.state import State
from goldenspike.core.steps.auction import asking_price, cheapest_private, least_bid
from goldenspike.core.title import RoundKind, Setup
from goldenspike.orders.watching import expired, is_in_round
from goldenspike.protocol.orders import (
    Below,
    BidOrder,
    BuyOrder,
    Ending,
    OperateOrder,
    Order,
    PassOrder,
    SellOrder,
    Source,
    StopWhen,
    TakeOrder,
)

SHARE_PERCENT = 10
"""The size of the shares that orders count in; they may be worth half of that later (1862)."""
_STATION_STEPS = ("station", "declared_station")
"""With the map in the program, and on the real table."""
_SOURCES = {Source.OFFERING: (BANK,), Source.POOL: (POOL,), Source.EITHER: (BANK, POOL)}


@dataclass(frozen=True, slots=True)
class Stopped:
    """An order that acts no more, and why."""

    why: StopWhen | Ending
    refusal: Refusal | None = None
    """Why the rules do not allow its next move."""


Outcome = Action | Stopped | None

Prices = Sequence[tuple[Player, SellOrder]]
"""Prices that everybody sees, with the seats that ask them."""


def next_action(setup: Setup, s: State, seat: Player, order: Order, prices: Prices = ()) -> Outcome:
    """What the order does now; None if it has nothing to do here, so that the player is asked.

    Orders that are over are noticed in any position, the others act only where the game waits for the seat.
    """
    over = has_ended(setup, s, seat, order)
    if over is not None:
        return over
    game = Game(setup, s)
    if seat not in game.actors:
        return None
    action = _choose(game, seat, order, prices)
    if action is None or isinstance(action, Stopped):
        return action
    refusal = game.refuse(action)
    return action if refusal is None else Stopped(Ending.REFUSED, refusal)


def has_ended(setup: Setup, s: State, seat: Player, order: Order) -> Stopped | None:
    """Whether the order is over in a position, whoever is to move."""
    over = expired(s, order) or _gone(setup, s, seat, order)
    return None if over is None else Stopped(over)


def _gone(setup: Setup, s: State, seat: Player, order: Order) -> Ending | None:
    """Whether the order has nothing left to act on."""
    match order:
        case BidOrder():
            owner = s.privates[setup.private_index[order.private]]
            return None if owner == BANK else Ending.DONE if owner == seat else Ending.SOLD
        case OperateOrder() if order.company:
            company = setup.company_index[order.company]
            return None if s.presidents[company] == seat and not s.closed[company] else Ending.NOT_PRESIDENT
        case SellOrder() if order.private:
            return None if s.privates[setup.private_index[order.private]] == seat else Ending.SOLD
        case SellOrder():
            company = setup.company_index[order.company]
            if s.presidents[company] != seat or s.closed[company]:
                return Ending.NOT_PRESIDENT
            return None if setup.train_index[order.train] in owned_trains(setup, s, company) else Ending.SOLD
        case TakeOrder():
            return _bought(setup, s, seat, order)
        case BuyOrder() if not order.then_pass and is_in_round(s, order) and is_complete(setup, s, seat, order):
            # The order still ends the turn in which it bought.
            is_buying = s.turn == seat and s.bought == setup.company_index[order.company]
            return None if is_buying else Ending.DONE
        case _:
            return None


def _bought(setup: Setup, s: State, seat: Player, order: TakeOrder) -> Ending | None:
    """Whether what another player might sell has been bought, or cannot be bought any more."""
    if order.company:
        company = setup.company_index[order.company]
        if s.presidents[company] != seat or s.closed[company]:
            return Ending.NOT_PRESIDENT
    if order.private:
        owner = s.privates[setup.private_index[order.private]]
        if owner == _buyer(setup, seat, order):
            return Ending.DONE
        return None if is_player(owner) or owner == BANK else Ending.SOLD
    has = owned_trains(setup, s, company).count(setup.train_index[order.train])
    return Ending.DONE if has >= order.trains else None


def _buyer(setup: Setup, seat: Player, order: TakeOrder) -> Holder:
    return treasury(setup.company_index[order.company]) if order.company else seat


def _choose(game: Game, seat: Player, order: Order, prices: Prices) -> Outcome:
    s = game.state
    match order:
        case PassOrder():
            return Pass(seat) if is_in_round(s, order) and not s.pending else None
        case BuyOrder():
            return _buy(game, seat, order) if is_in_round(s, order) and not s.pending else None
        case BidOrder():
            return _bid(game, seat, order) if s.round == RoundKind.AUCTION and not s.pending else None
        case OperateOrder():
            return _operate(game, seat, order) if s.round == RoundKind.OPERATING and not s.pending else None
        case SellOrder():
            return _answer(game, seat, order)
        case TakeOrder():
            return _take(game, seat, order, prices)


# --- stock rounds


def is_complete(setup: Setup, s: State, seat: Player, order: BuyOrder) -> bool:
    """Whether everything has been bought: as many shares as wanted, or enough for the railroad to float."""
    company = setup.company_index[order.company]
    held = s.units(company, seat) * unit_percent(s, company)
    return (order.until_floated and s.floated[company]) or 0 < SHARE_PERCENT * order.shares <= held


def _buy(game: Game, seat: Player, order: BuyOrder) -> Outcome:
    """Buy as long as the rules allow it in this turn, then end the turn; once complete, pass."""
    setup, s = game.setup, game.state
    company = setup.company_index[order.company]
    if is_complete(setup, s, seat, order):
        return Pass(seat)
    if s.bought not in (NONE, company):
        return None
    offered = [(purchase_price(setup, s, company, source), source) for source in _for_sale(game, seat, order, company)]
    if s.bought == company and not any(game.refuse(BuyShare(seat, company, source)) is None for _, source in offered):
        return Pass(seat)
    price, source = min(offered, key=lambda one: one[0], default=(0, BANK))
    if order.most and price > order.most:
        return Pass(seat) if s.bought == company else Stopped(Ending.TOO_DEAR)
    return BuyShare(seat, company, source)


def _for_sale(game: Game, seat: Player, order: BuyOrder, company: Company) -> list[Holder]:
    """The sources from which a share may be bought; if there is none, those that are asked why not."""
    sources = [source for source in _SOURCES[order.source] if game.state.cells[company] >= 0]
    allowed = [source for source in sources if game.refuse(BuyShare(seat, company, source)) is None]
    return allowed or sources


# --- the initial auction


def _bid(game: Game, seat: Player, order: BidOrder) -> Outcome:
    setup, s = game.setup, game.state
    private = setup.private_index[order.private]
    if s.auction not in (NONE, private):
        return None
    least = least_bid(setup, s, private)
    if s.auction == private:
        return Bid(seat, private, least) if least <= order.most else Pass(seat)
    if bidders(s, private) and highest_bidder(s, private) == seat:
        return Pass(seat) if order.then_pass else None
    price = asking_price(setup, s, private) if cheapest_private(s) == private else least
    if price > order.most:
        return Stopped(Ending.TOO_DEAR)
    return BuyFromBank(seat, private) if cheapest_private(s) == private else Bid(seat, private, least)


# --- operating rounds


def _operate(game: Game, seat: Player, order: OperateOrder) -> Outcome:
    setup, s = game.setup, game.state
    company = s.operating
    if company == NONE or s.presidents[company] != seat or order.company not in ("", setup.title.companies[company].id):
        return None
    kind = game.question.kind
    if order.pay and kind == "dividend":
        pay = PayDividend(seat, company, Payout.PAY)
        # Where nothing can be paid, the player decides.
        return pay if game.refuse(pay) is None else None
    if game.refuse(Pass(seat)) is not None:
        return None
    if order.no_stations and kind in _STATION_STEPS:
        return Pass(seat)
    if order.no_privates and kind != "dividend" and _offers_only_privates(game, seat):
        return Pass(seat)
    return None


def _offers_only_privates(game: Game, seat: Player) -> bool:
    """Whether the seat could do nothing here but trade private companies, and could buy one for its railroad."""
    if not any(isinstance(offer.action, BuyPrivate) for offer in game.legal_for(seat).offers()):
        return False
    trades = (Pass, BuyPrivate, SellPrivate, ExchangePrivate)
    return all(isinstance(action, trades) for action in game.legal_for(seat))


# --- offers


def _answer(game: Game, seat: Player, order: SellOrder) -> Outcome:
    setup, s = game.setup, game.state
    if not s.pending or not isinstance(s.pending[-1], OFFERS):
        return None
    offer = s.pending[-1]
    if not _is_about(setup, offer, seat, order) or order.buyer not in (None, offer.proposer):
        return None
    if offer.price >= order.price:
        return Accept(seat)
    return None if order.below is Below.ASK else Decline(seat)


def _take(game: Game, seat: Player, order: TakeOrder, prices: Prices) -> Outcome:
    """Answer an offer, or make one at the lowest price that everybody sees."""
    if game.state.pending:
        return _answer_sale(game, seat, order)
    buyer = _buyer(game.setup, seat, order)
    for seller, sale in sorted(prices, key=lambda one: one[1].price):
        is_meant = sale.price <= order.most and order.seller in (None, seller)
        if is_meant and (order.private, order.train) == (sale.private, sale.train):
            found = [action for action in purchases(game, seat, seller, sale) if _holder(action) == buyer]
            if found:
                return found[0]
    return None


def _holder(action: BuyPrivate | BuyTrain) -> Holder:
    return action.buyer if isinstance(action, BuyPrivate) else treasury(action.company)


def _answer_sale(game: Game, seat: Player, order: TakeOrder) -> Outcome:
    setup, offer = game.setup, game.state.pending[-1]
    if not isinstance(offer, PrivateOffered) or order.company or not order.private:
        return None
    is_meant = offer.buyer == seat and offer.private == setup.private_index[order.private]
    if not is_meant or offer.player != seat or order.seller not in (None, offer.proposer):
        return None
    if offer.price <= order.most:
        return Accept(seat)
    return Decline(seat) if order.decline_more else None


def purchases(game: Game, seat: Player, seller: Player, sale: SellOrder) -> Iterator[BuyPrivate | BuyTrain]:
    """How a seat can buy at a price that another player asks: for itself, or from the treasury of the railroad that operates."""
    setup, s = game.setup, game.state
    if seller == seat or sale.buyer not in (None, seat) or s.pending:
        return
    for action in _ways_to_buy(setup, s, seat, sale):
        if _can_pay(s, action) and game.refuse(action) is None:
            yield action


def _ways_to_buy(setup: Setup, s: State, seat: Player, sale: SellOrder) -> Iterator[BuyPrivate | BuyTrain]:
    if sale.private:
        private = setup.private_index[sale.private]
        yield BuyPrivate(seat, seat, private, sale.price)
        if s.operating != NONE:
            yield BuyPrivate(seat, treasury(s.operating), private, sale.price)
    elif s.operating != NONE:
        owner = treasury(setup.company_index[sale.company])
        yield BuyTrain(seat, s.operating, setup.train_index[sale.train], owner, sale.price)


def _can_pay(s: State, action: BuyPrivate | BuyTrain) -> bool:
    """A president who must buy a train may add money of his own (7.6.2); that is for him to decide."""
    return s.money[_holder(action)] >= action.price


def _is_about(setup: Setup, offer: PrivateOffered | TrainOffered, seat: Player, order: SellOrder) -> bool:
    if isinstance(offer, PrivateOffered):
        return offer.seller == seat and bool(order.private) and offer.private == setup.private_index[order.private]
    return (
        bool(order.train) and offer.train == setup.train_index[order.train] and offer.seller == setup.company_index[order.company]
    )
