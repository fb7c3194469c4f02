"""Public prices in words."""

import msgspec

from goldenspike.core.ids import Player
from goldenspike.orders import name_thing
from goldenspike.protocol.orders import SellOrder
from goldenspike.server.words import Words
from goldenspike.text import Context, name_player


def read_price(packed: str, context: Context, words: Words) -> str:
    """A price that was stored in the log or in a notice, in words."""
    return say_price(msgspec.json.decode(packed, type=SellOrder), context, words)


def say_price(order: SellOrder, context: Context, words: Words) -> str:
    """What is for sale, and for how much."""
    thing = name_thing(order.private, order.company, order.train, context, words.language)
    if order.buyer is not None:
        buyer = name_player(Player(order.buyer), context, words.language)  # type: ignore[arg-type]
        return words("order.price.to", thing=thing, price=words.money(order.price), buyer=buyer)
    return words("order.price", thing=thing, price=words.money(order.price))
