"""Whether an order makes sense at a table: the things that it names exist, and it says enough to be carried out."""

from goldenspike.core.title import RoundKind, Setup
from goldenspike.protocol.orders import BidOrder, BuyOrder, OperateOrder, Order, PassOrder, SellOrder


def check(setup: Setup, order: Order) -> str:
    """The field that is wrong, empty if the order is complete."""
    match order:
        case PassOrder() | BuyOrder() if not order.round:
            return "round"
        case PassOrder():
            return "" if setup.title.has_shares and order.company in ("", *setup.company_index) else "company"
        case BuyOrder():
            if not setup.title.has_shares or order.company not in setup.company_index:
                return "company"
            return "" if order.shares or order.until_floated else "shares"
        case BidOrder():
            sold_by_bids = setup.plan.rounds[RoundKind.AUCTION][0].name == "auction" if _has_auction(setup) else False
            if not sold_by_bids or order.private not in setup.private_index:
                return "private"
            return "" if order.most else "most"
        case OperateOrder():
            if order.company not in ("", *setup.company_index):
                return "company"
            return "" if order.pay or order.no_stations or order.no_privates else "pay"
        case SellOrder():
            return _check_sale(setup, order)


def _has_auction(setup: Setup) -> bool:
    return bool(setup.plan.rounds.get(RoundKind.AUCTION))


def _check_sale(setup: Setup, order: SellOrder) -> str:
    if order.private:
        if order.private not in setup.private_index or order.train or order.company:
            return "private"
    elif order.train not in setup.train_index:
        return "train"
    elif order.company not in setup.company_index:
        return "company"
    if order.buyer is not None and not 0 <= order.buyer < setup.players:
        return "buyer"
    if order.until is not None and len(order.until) != 2:
        return "until"
    return "" if order.price else "price"
