"""Bids for one private company, told in one sentence: who bid, how far, and who won."""

from collections.abc import Collection, Sequence

from goldenspike.core.events import BidMade, PrivateMoved
from goldenspike.core.holders import BANK
from goldenspike.core.ids import Player, Private
from goldenspike.text.amounts import money
from goldenspike.text.catalogue import dialect, words
from goldenspike.text.event_groups import EventGroup, mark_order, say_group
from goldenspike.text.names import Context, income_private, name_player, name_series


def say_bids(
    private: Private,
    bids: Sequence[tuple[Player, int]],
    buyer: Player | None,
    price: int,
    context: Context,
    language: str,
    by_order: Collection[Player] = (),
) -> str:
    """What became of bids in ascending order; without a buyer nobody has won yet. `by_order` are those whose orders bid."""
    leader, amount = bids[-1] if buyer is None else (buyer, price)
    players = list(dict.fromkeys([*(player for player, _ in bids), leader]))
    if len(players) == 1:
        event = BidMade(leader, private, amount) if buyer is None else PrivateMoved(private, BANK, leader, amount)
        text = say_group(EventGroup(event), context, language)
        return mark_order(text, context, language) if leader in by_order else text
    names = {player: name_player(player, context, language) for player in players}
    marked = [mark_order(name, context, language) if player in by_order else name for player, name in names.items()]
    return words(
        "combined.bids" if buyer is None else "combined.auction",
        dialect(language, context.setup.title.name),
        players=name_series(marked, language),
        private=income_private(private, context, language),
        amount=money(amount, language),
        player=names[leader],
    )
