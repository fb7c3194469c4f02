"""Whether an order makes sense at a table: the things that it names exist, and it says enough to be carried out."""

from goldenspike.core.title import RoundKind, Setup
from goldenspike.protocol.orders import BidOrder, BuyOrder, OperateOrder, Order, PassOrder, SellOrder, TakeOrder


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
        case TakeOrder():
            return _check_purchase(setup, order)


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
    if not _is_player(setup, order.buyer):
        return "buyer"
    return _check_until(order) or ("" if order.price else "price")


def _check_purchase(setup: Setup, order: TakeOrder) -> str:
    if order.private:
        if order.private not in setup.private_index or order.train:
            return "private"
        if order.company not in ("", *setup.company_index):
            return "company"
    elif order.train not in setup.train_index:
        return "train"
    elif order.company not in setup.company_index:
        return "company"
    elif not order.trains:
        return "trains"
    if not _is_player(setup, order.seller):
        return "seller"
    return _check_until(order) or ("" if order.most else "most")


def _is_player(setup: Setup, named: int | None) -> bool:
    return named is None or 0 <= named < setup.players


def _check_until(order: SellOrder | TakeOrder) -> str:
    return "until" if order.until is not None and len(order.until) != 2 else ""
