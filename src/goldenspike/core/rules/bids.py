"""Bids for private companies, and the money they tie up (C-2.2.1)."""

from goldenspike.core.holders import MOST_PLAYERS
from goldenspike.core.ids import NO_PRIVATE, Player, Private
from goldenspike.core.options import OutbidMoney
from goldenspike.core.state import State
from goldenspike.core.title import Setup


def bid_of(s: State, private: Private, player: Player) -> int:
    return s.bids[private * MOST_PLAYERS + player]


def bidders(s: State, private: Private) -> list[Player]:
    """The players with a bid, in clockwise order."""
    return [player for player in s.seating if bid_of(s, private, player)]


def highest_bidder(s: State, private: Private) -> Player:
    """The player with the highest bid; bids on one private company are never equal."""
    return max(bidders(s, private), key=lambda player: bid_of(s, private, player))


def leading_money(setup: Setup, s: State, player: Player) -> int:
    """The total of a player's bids that are currently highest."""
    return sum([bid_of(s, private, player) for private in setup.all_privates if _leads(s, private, player)])


def _leads(s: State, private: Private, player: Player) -> bool:
    return bid_of(s, private, player) > 0 and highest_bidder(s, private) == player


def tied_money(setup: Setup, s: State, player: Player, private: Private = NO_PRIVATE) -> int:
    """Money tied up by bids (C-2.2.1), except the bid on `private`; an outbid bid may tie up none."""
    tied = 0
    if not any(s.bids):
        return tied
    for other in setup.all_privates:
        bid = bid_of(s, other, player)
        is_free = setup.options.outbid_money is OutbidMoney.FREE and bid and not _leads(s, other, player)
        if other != private and not is_free:
            tied += bid
    return tied


def free_money(setup: Setup, s: State, player: Player, private: Private = NO_PRIVATE) -> int:
    """Money not tied up by bids (C-2.2.1); the money of the bid on `private` itself counts as free."""
    return s.money[player] - tied_money(setup, s, player, private)
