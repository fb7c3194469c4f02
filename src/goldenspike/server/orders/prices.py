"""Public prices in words."""

import msgspec

from goldenspike.core.ids import Player
from goldenspike.orders import name_thing
from goldenspike.protocol.orders import SellOrder
from goldenspike.server.words import Words
from goldenspike.text import Context, name_player


def say_price(packed: str, context: Context, words: Words) -> str:
    """What is for sale and for how much, from the stored order."""
    order = msgspec.json.decode(packed, type=SellOrder)
    thing = name_thing(order.private, order.company, order.train, context, words.language)
    if order.buyer is not None:
        buyer = name_player(Player(order.buyer), context, words.language)  # type: ignore[arg-type]
        return words("order.price.to", thing=thing, price=words.money(order.price), buyer=buyer)
    return words("order.price", thing=thing, price=words.money(order.price))
