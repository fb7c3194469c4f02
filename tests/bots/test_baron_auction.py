"""The baron's knowledge of the first auction: privates by what railroads will pay, and money kept to float one (C-2.2, 1.3)."""

from random import Random

import pytest

from goldenspike.bots.baron import auction
from goldenspike.bots.baron.baron import BaronBot
from goldenspike.bots.base import Table
from goldenspike.bots.play import next_action
from goldenspike.core.actions import Bid, BidForChoice, ChooseGroup
from goldenspike.core.game import Game
from goldenspike.core.steps.group_auction import groups_of
from goldenspike.core.title import RoundKind
from goldenspike.titles.catalogue import make


def auctioned(version: str, seed: int) -> Game:
    """A game of barons after its first auction."""
    game = Game(make("1830", version, 4, {}))
    bots = [BaronBot(Random(seed + player)) for player in range(4)]
    rng = Random(seed)
    while game.state.round in (RoundKind.SEATING, RoundKind.AUCTION) and game.ply < 500:
        game.push(next_action(game, bots, rng))
    return game


@pytest.mark.parametrize("version", ["classic", "base", "s1"])
def test_an_auction_among_barons_ends(version: str) -> None:
    """Nobody may wait for ever for somebody else to buy what is left."""
    for seed in range(3):
        assert auctioned(version, seed).state.round == RoundKind.STOCK


def test_the_money_for_a_railroad_is_kept() -> None:
    """After the auction every baron can float a railroad at the lowest price with what it holds."""
    for seed in range(4):
        game = auctioned("classic", seed)
        setup, s = game.setup, game.state
        lowest = min(setup.title.market.prices[cell] for cell in setup.title.market.par_cells)
        for player in s.seating:
            held = max(s.units(company, player) for company in range(len(setup.title.companies)))
            par = max((s.par[company] for company, president in enumerate(s.presidents) if president == player), default=lowest)
            assert s.money[player] >= par * (setup.title.float_units - held)


def test_the_first_bid_goes_to_what_brings_most() -> None:
    game = Game(make("1830", "classic", 4, {}))
    bot = BaronBot(Random(1))
    game.push(next_action(game, [bot] * 4, Random(1)))
    answer = bot.choose(Table(game, game.actors[0]))
    assert isinstance(answer, Bid)
    setup = game.setup
    gains = [auction.worth(setup, private) - card.price for private, card in enumerate(setup.title.privates)]
    assert gains[answer.private] == max(gains)


def test_groups_are_chosen_by_what_they_bring() -> None:
    """1.3: of the groups the best above its price, and only a little for the right to choose first."""
    game = Game(make("1830", "base", 4, {}))
    bot = BaronBot(Random(1))
    rng = Random(1)
    while not game.state.pending:
        action = next_action(game, [bot] * 4, rng)
        assert not isinstance(action, BidForChoice) or action.amount <= 2 * auction.CHOICE
        game.push(action)
    answer = bot.choose(Table(game, game.actors[0]))
    assert isinstance(answer, ChooseGroup)
    setup = game.setup
    gains = [
        sum(auction.worth(setup, private) - setup.title.privates[private].price for private in group)
        for group in groups_of(setup)
    ]
    assert gains[answer.group] == max(gains)
