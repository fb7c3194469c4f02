"""Orders in words: a sentence in the terms of the rules, the stop list, and why an order has stopped."""

from goldenspike.core.ids import Player
from goldenspike.core.title import RoundKind
from goldenspike.orders.acting import Stopped
from goldenspike.protocol.orders import (
    Below,
    BidOrder,
    BuyOrder,
    OperateOrder,
    Order,
    PassOrder,
    SellOrder,
    Source,
    StopWhen,
    TakeOrder,
)
from goldenspike.text import (
    Context,
    dialect,
    join_sentences,
    money,
    name_player,
    name_private,
    name_round,
    name_train,
    percent,
    why,
    words,
)


def sentence(order: Order, context: Context, language: str) -> str:
    """What an order does, in one or more sentences; its stop list is told by `name_stop`."""
    return _Writer(context, language).order(order)


def name_stop(stop: StopWhen, order: Order, context: Context, language: str) -> str:
    """An entry of the stop list: when the order stops."""
    if isinstance(order, BidOrder):
        return words("order.stop.cut", dialect(language, context.setup.title.name))
    company = order.company if isinstance(order, PassOrder | BuyOrder) else ""
    return words(f"order.stop.{stop}", dialect(language, context.setup.title.name), company=company)


def why_stopped(stopped: Stopped, context: Context, language: str) -> str:
    """Why an order acts no more."""
    if stopped.refusal is not None:
        return why(stopped.refusal, context, language)
    return words(f"order.why.{stopped.why}", dialect(language, context.setup.title.name))


def name_thing(private: str, company: str, train: str, context: Context, language: str) -> str:
    """What is for sale: a private company, or a train of a railroad."""
    setup = context.setup
    if private:
        return name_private(setup.private_index[private], context, language)
    name = name_train(setup.train_index[train], context, language)
    return words("order.train", language, train=name, company=company)


class _Writer:
    def __init__(self, context: Context, language: str) -> None:
        self._context = context
        self._language = language
        self._dialect = dialect(language, context.setup.title.name)

    def order(self, order: Order) -> str:
        match order:
            case PassOrder():
                return self._say("order.pass", round=self._stock_round(order.round))
            case BuyOrder():
                return self._buy(order)
            case BidOrder():
                private = name_private(self._context.setup.private_index[order.private], self._context, self._language)
                bid = self._say("order.bid", private=private, amount=self._money(order.most))
                return self._join(bid, self._say("order.bid.then_pass") if order.then_pass else "")
            case OperateOrder():
                company = order.company or self._say("order.operate.all")
                told = [
                    self._say(f"order.operate.{name}") for name in ("pay", "no_stations", "no_privates") if getattr(order, name)
                ]
                return self._join(self._say("order.operate", company=company), *told)
            case SellOrder():
                return self._sell(order)
            case TakeOrder():
                return self._take(order)

    def _buy(self, order: BuyOrder) -> str:
        facts = {
            "round": self._stock_round(order.round),
            "company": order.company,
            "source": self._say(f"order.source.{Source(order.source)}"),
            "percent": percent(10 * order.shares, self._language),
        }
        until = "both" if order.shares and order.until_floated else "floats" if order.until_floated else "shares"
        return self._join(
            self._say(f"order.buy.{until}", **facts),
            self._say("order.buy.most", price=self._money(order.most)) if order.most else "",
            self._say("order.buy.then_pass" if order.then_pass else "order.buy.then_ask"),
        )

    def _sell(self, order: SellOrder) -> str:
        thing = name_thing(order.private, order.company, order.train, self._context, self._language)
        buyer = "" if order.buyer is None else name_player(Player(order.buyer), self._context, self._language)  # type: ignore[arg-type]
        sells = self._say("order.sell.to" if buyer else "order.sell", thing=thing, price=self._money(order.price), buyer=buyer)
        shown = self._say("order.sell.public") if order.public else ""
        if not order.public and order.below is not Below.COUNTER:
            shown = self._say("order.sell.secret")
        return self._join(sells, self._say(f"order.below.{Below(order.below)}"), self._until(order), shown)

    def _take(self, order: TakeOrder) -> str:
        setup, context = self._context.setup, self._context
        seller = self._say("order.take.anybody")
        if order.seller is not None:
            seller = name_player(Player(order.seller), context, self._language)  # type: ignore[arg-type]
        facts = {"seller": seller, "price": self._money(order.most), "company": order.company, "number": order.trains}
        if order.private:
            private = name_private(setup.private_index[order.private], context, self._language)
            if order.company:
                return self._join(self._say("order.take.company", private=private, **facts), self._until(order))
            more = self._say("order.take.decline" if order.decline_more else "order.take.ask")
            return self._join(self._say("order.take", private=private, **facts), more, self._until(order))
        train = name_train(setup.train_index[order.train], context, self._language)
        return self._join(self._say("order.take.train", train=train, **facts), self._until(order))

    def _until(self, order: SellOrder | TakeOrder) -> str:
        if order.until is None:
            return ""
        number, operating = order.until
        kind = RoundKind.OPERATING if operating else RoundKind.STOCK
        last = name_round(kind, number, operating, self._dialect, short=True)
        return self._say("order.sell.until", round=last)

    def _stock_round(self, number: int) -> str:
        return name_round(RoundKind.STOCK, number, 0, self._dialect, short=True)

    def _join(self, *sentences: str) -> str:
        return join_sentences(one for one in sentences if one)

    def _say(self, id: str, **facts: object) -> str:
        return words(id, self._dialect, **facts)

    def _money(self, amount: int) -> str:
        return money(amount, self._language)
