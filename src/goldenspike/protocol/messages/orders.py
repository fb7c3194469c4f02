"""Orders and prices, as the API tells them."""

import msgspec

from goldenspike.protocol.messages.common import Time
from goldenspike.protocol.orders import Order, SeatNumber


class OrderRequest(msgspec.Struct, forbid_unknown_fields=True):
    """An order to give or to look at first."""

    order: Order
    seat: SeatNumber | None = None
    """One's own seat; null for the first."""


class OrderInfo(msgspec.Struct):
    """An order of one's own."""

    id: str
    seat: int
    order: Order
    sentence: str
    """What it does, in the language of the request."""
    stops: list[str]
    """When it stops, each in words."""
    made_at: Time
    in_force: bool
    why: str = ""
    """Why it has ended: an entry of the stop list, or `done`, `round_over`, `refused` …"""
    reason: str = ""
    """The same in words."""


class OrderPreview(msgspec.Struct):
    """What an order would do, without giving it."""

    sentence: str
    stops: list[str]
    acts_at_once: bool
    """Whether it acts in the present position."""


class PriceInfo(msgspec.Struct):
    """What a player would sell, and the price at which an offer is accepted at once."""

    seat: int
    """Of the seller."""
    price: int
    private: str = ""
    company: str = ""
    """The railroad that owns the train."""
    train: str = ""
    buyer: int | None = None
    """The only player who gets it for that price; null for anybody."""
    text: str = ""
    """The same in words."""
