"""Orders: standing instructions of a seat. A closed union; railroads, private companies and trains are given by name."""

from enum import StrEnum
from typing import Annotated, Final

import msgspec

Amount = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
RoundNumber = Annotated[int, msgspec.Meta(ge=0, le=1_000)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=100)]
Count = Annotated[int, msgspec.Meta(ge=0, le=20)]


class StopWhen(StrEnum):
    """The stop list: what another player's move may bring about that ends an order. Each can be switched off."""

    SALE = "sale"
    """Somebody sells shares of a railroad that the seat holds."""
    LOSING = "losing"
    """A presidency of the seat comes within reach of another player (one share more suffices), or is lost."""
    GAINING = "gaining"
    """Another player's presidency comes within reach of the seat, or falls to it."""
    BUYABLE = "buyable"
    """Something that the seat could not buy becomes buyable."""
    PRIORITY = "priority"
    """The seat would have the priority deal if everybody passed from now on."""
    START = "start"
    """A railroad starts or floats."""
    PRICE = "price"
    """The share value of the railroad of the order changes; in the initial auction, the price of a private company is cut."""


IN_STOCK_ROUNDS: Final = tuple(StopWhen)
IN_AUCTIONS: Final = (StopWhen.PRICE,)
IN_OPERATING_ROUNDS: Final = (StopWhen.SALE, StopWhen.LOSING, StopWhen.GAINING)


class Ending(StrEnum):
    """Why an order is over for another reason than its stop list."""

    DONE = "done"
    ROUND_OVER = "round_over"
    CANCELED = "canceled"
    REPLACED = "replaced"
    """By a newer order of the same kind."""
    UNDONE = "undone"
    """What it did was undone."""
    EXPIRED = "expired"
    TOO_DEAR = "too_dear"
    """The price is above the limit of the order."""
    SOLD = "sold"
    """The private company or train was sold to somebody else, or is gone."""
    NOT_PRESIDENT = "not_president"
    REFUSED = "refused"
    """The rules do not allow its next move."""
    LEFT = "left"
    """Somebody else has taken over the seat, or a bot plays it."""
    ALL_PASSED = "all_passed"
    """Everybody has passed in succession: whether to pass once more in the initial auction is up to the player."""
    GAME_OVER = "game_over"
    FAILED = "failed"
    """By a fault of the program."""


class Source(StrEnum):
    """Where shares are bought."""

    OFFERING = "offering"
    POOL = "pool"
    EITHER = "either"
    """Where they are cheaper; at the same price from the initial offering."""


class Below(StrEnum):
    """The answer to an offer below the price."""

    DECLINE = "decline"
    COUNTER = "counter"
    """Decline, and tell everybody the price."""
    ASK = "ask"
    """Leave it to the player."""


class PassOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="order", tag="pass"):
    """Pass in a stock round."""

    round: RoundNumber
    """The number of the stock round."""
    company: str = ""
    """A railroad whose share value is watched, empty for none."""
    stops: tuple[StopWhen, ...] = IN_STOCK_ROUNDS


class BuyOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="order", tag="buy"):
    """Buy shares of a railroad in a stock round: one in each turn, or as many as the rules allow."""

    round: RoundNumber
    company: str
    source: Source = Source.EITHER
    shares: Count = 0
    """Until the seat holds this many units of ten percent; 0: without that limit."""
    until_floated: bool = False
    """Until the railroad has floated."""
    most: Amount = 0
    """The most to pay for a share; 0: without limit."""
    then_pass: bool = False
    """Whether to pass for the rest of the round once everything has been bought."""
    stops: tuple[StopWhen, ...] = IN_STOCK_ROUNDS


class BidOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="order", tag="bid"):
    """Bid for a private company in the initial auction: always the lowest possible bid."""

    private: str
    most: Amount
    """The highest bid, and the highest price at which it is bought from the bank."""
    then_pass: bool = False
    """Whether to pass in turns in which there is nothing to bid, until everybody has passed in succession."""
    stops: tuple[StopWhen, ...] = IN_AUCTIONS


class OperateOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="order", tag="operate"):
    """Answer recurring questions in the operating turns of one's railroads."""

    company: str = ""
    """Empty for all railroads of which the seat is president."""
    pay: bool = False
    """Always pay out the revenue."""
    no_stations: bool = False
    """Place no stations."""
    no_privates: bool = False
    """Buy no private companies: finish steps in which nothing else could be done."""
    stops: tuple[StopWhen, ...] = IN_OPERATING_ROUNDS


class SellOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="order", tag="sell"):
    """Answer offers for one's private company, or for a train of one's railroad: a standing price."""

    price: Amount
    """The lowest price that is accepted."""
    private: str = ""
    company: str = ""
    """The railroad that owns the train."""
    train: str = ""
    buyer: SeatNumber | None = None
    """The only player who gets it for that price; null for anybody."""
    below: Below = Below.DECLINE
    until: tuple[RoundNumber, ...] | None = None
    """The last round in which it holds, as two numbers: that of the set, and that of the operating round (0: the stock round)."""
    public: bool = False
    """Whether everybody at the table sees the price."""


class TakeOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="order", tag="take"):
    """Buy a private company or a train from another player at a price that he names: in an offer, or for everybody to see."""

    most: Amount
    """The highest price."""
    private: str = ""
    company: str = ""
    """The railroad that buys; empty for the seat itself, which can only buy private companies."""
    train: str = ""
    trains: Count = 1
    """Until the railroad has this many of these trains."""
    seller: SeatNumber | None = None
    """The only player from whom it is bought; null for anybody."""
    decline_more: bool = False
    """Whether offers for more are declined; otherwise the player is asked."""
    until: tuple[RoundNumber, ...] | None = None
    """The last round in which it holds, as in `SellOrder`."""


Order = PassOrder | BuyOrder | BidOrder | OperateOrder | SellOrder | TakeOrder


def kind_of(order: Order) -> str:
    """pass, buy, bid, operate, sell or take."""
    return str(order.__struct_config__.tag)


def stops_of(order: Order) -> tuple[StopWhen, ...]:
    """The stop list of an order, in its fixed order, without entries that mean nothing for it."""
    chosen = () if isinstance(order, SellOrder | TakeOrder) else order.stops
    return tuple(stop for stop in possible_stops(order) if stop in chosen)


def possible_stops(order: Order) -> tuple[StopWhen, ...]:
    """The entries of the stop list that an order of this kind can have."""
    if isinstance(order, OperateOrder):
        return IN_OPERATING_ROUNDS
    if isinstance(order, PassOrder | BuyOrder):
        return tuple(stop for stop in IN_STOCK_ROUNDS if order.company or stop is not StopWhen.PRICE)
    return IN_AUCTIONS if isinstance(order, BidOrder) else ()


def key_of(order: Order) -> str:
    """What an order is about: a newer order with the same key replaces it."""
    match order:
        case PassOrder() | BuyOrder():
            return f"stock {order.round}"
        case BidOrder():
            return f"bid {order.private}"
        case OperateOrder():
            return f"operate {order.company}"
        case SellOrder():
            return f"sell {order.private or f'{order.company} {order.train}'}"
        case TakeOrder():
            return f"take {order.private or order.train} {order.company}"
