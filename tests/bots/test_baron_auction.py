"""The baron's knowledge of the first auction: privates by what railroads will pay, and money kept to float one (C-2.2, 1.3)."""

from itertools import pairwise
from random import Random

import pytest

from goldenspike.bots.baron import auction
from goldenspike.bots.baron.baron import BaronBot
from goldenspike.bots.base import Bot, Table
from goldenspike.bots.outlook import worth_of_private
from goldenspike.bots.play import next_action
from goldenspike.bots.roster import make_bot
from goldenspike.bots.why import explain
from goldenspike.core.actions import Bid, BidForChoice, ChooseGroup
from goldenspike.core.game import Game
from goldenspike.core.ids import Company, Private
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
            held = max(s.units(Company(company), player) for company in range(len(setup.title.companies)))
            par = max((s.par[company] for company, president in enumerate(s.presidents) if president == player), default=lowest)
            assert s.money[player] >= par * (setup.title.float_units - held)


def test_prices_are_those_of_experts_and_differ_from_game_to_game() -> None:
    """The CA costs 160 and brings some 300 to its owner: nobody bids most of the gain away, and tastes differ."""
    auctions = []
    for seed in range(8):
        game = auctioned("classic", 10 * seed)
        prices: dict[str, int] = {}
        for action in game.actions:
            if isinstance(action, Bid):
                prices[game.setup.title.privates[action.private].id] = action.amount
        assert prices.get("CA", 160) <= 230
        auctions.append(tuple(sorted(prices.items())))
    assert len(set(auctions)) > 3


@pytest.mark.parametrize("version", ["classic", "base"])
def test_a_presidency_is_bought_at_its_price(version: str) -> None:
    """C-2.2: the BO brings 20% of its railroad, but floating that takes as much again, and the BO closes with its first train."""
    for seed in range(4):
        game = auctioned(version, seed)
        private = game.setup.private_index["BO"]
        assert game.state.privates[private] in game.state.seating
        assert not [action for action in game.actions if isinstance(action, Bid) and action.private == private]


def test_the_first_bid_goes_to_what_brings_most() -> None:
    game = Game(make("1830", "classic", 4, {}))
    bot = BaronBot(Random(1))
    game.push(next_action(game, [bot] * 4, Random(1)))
    answer = bot.choose(Table(game, game.actors[0]))
    assert isinstance(answer, Bid)
    setup = game.setup
    gains = [worth_of_private(setup, Private(private)) - card.price for private, card in enumerate(setup.title.privates)]
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
        sum(worth_of_private(setup, private) - setup.title.privates[private].price for private in group)
        for group in groups_of(setup)
    ]
    assert gains[answer.group] == max(gains)


def duel(bots: list[Bot], options: dict[str, str]) -> tuple[Game, list[Bid]]:
    """Two players and the bids for the CA, until all private companies are sold."""
    game = Game(make("1830", "classic", 2, {"seating": "free", **options}))
    bids: list[Bid] = []
    rng = Random(1)
    while game.state.round == RoundKind.AUCTION:
        action = next_action(game, bots, rng)
        if isinstance(action, Bid) and game.setup.title.privates[action.private].id == "CA":
            bids.append(action)
        game.push(action)
    return game, bids


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", ["baron-hard", "baron", "greedy"])
def test_a_duel_ends_soon_at_a_price_that_can_be_explained(kind: str, seed: int) -> None:
    """Two bidders with money to spare: neither pays more than the CA brings, and they settle it in a few bids."""
    bots = [make_bot(kind, f"{seed}:{seat}") for seat in range(2)]
    game, bids = duel(bots, {})
    private = game.setup.private_index["CA"]
    amounts = [bid.amount for bid in bids]
    assert max(amounts, default=0) <= worth_of_private(game.setup, private) < 2 * game.setup.title.privates[private].price
    assert len(amounts) <= 8
    assert amounts == sorted(set(amounts))


def test_a_duel_jumps() -> None:
    """The raises grow with what has been bid, up to what each bidder finds it worth."""
    _, bids = duel([BaronBot(Random(seed), "hard") for seed in (3, 4)], {})
    amounts = [bid.amount for bid in bids]
    raises = [later - earlier for earlier, later in pairwise(amounts)]
    assert len(raises) > 1
    assert raises[-1] > raises[0]


@pytest.mark.parametrize("raises", ["multiples_of_5", "exactly_5"])
def test_a_duel_keeps_to_the_raises_of_the_table(raises: str) -> None:
    """V-1.8c: where every raise is exactly five nobody can jump."""
    _, bids = duel([BaronBot(Random(seed), "hard") for seed in (3, 4)], {"raises": raises})
    steps = {later.amount - earlier.amount for earlier, later in pairwise(bids)}
    assert steps and (steps == {5} if raises == "exactly_5" else all(step % 5 == 0 for step in steps))


def test_every_bid_is_explained() -> None:
    """The reason that is shown names what the private company is worth, and that is not less than the bid."""
    game = Game(make("1830", "classic", 2, {"seating": "free"}))
    bots: list[Bot] = [BaronBot(Random(seed), "hard") for seed in (3, 4)]
    rng = Random(1)
    seen = 0
    while game.state.round == RoundKind.AUCTION:
        table = Table(game, game.actors[0])
        action = next_action(game, bots, rng)
        if isinstance(action, Bid):
            motive = explain(table, action)
            facts = dict(motive.facts)
            assert motive.code == "bids" and facts["amount"] == action.amount <= facts["worth"]
            seen += 1
        game.push(action)
    assert seen
