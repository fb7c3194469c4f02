"""Random orders of all seats at random tables, against an independent reading of their sentences."""

from functools import cache
from random import Random

import pytest

from goldenspike.bots.base import Table
from goldenspike.bots.chance import draw
from goldenspike.bots.random_bot import RandomBot
from goldenspike.core.actions import Accept, Action, Bid, BuyFromBank, BuyShare, DeclareBankruptcy, Pass, RunTrains
from goldenspike.core.events import RoundStarted
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Player, by_company, by_private
from goldenspike.core.interrupts import PrivateOffered, TrainOffered
from goldenspike.core.rules.stock_purchase import purchase_price
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.state import State
from goldenspike.core.steps.auction import asking_price
from goldenspike.core.title import RoundKind, Setup
from goldenspike.orders import Followed, Standing, Stopped, check, name_stop, next_action, noticed, sentence
from goldenspike.protocol.orders import (
    Below,
    BidOrder,
    BuyOrder,
    Ending,
    OperateOrder,
    Order,
    PassOrder,
    SellOrder,
    Source,
    StopWhen,
    possible_stops,
    stops_of,
)
from goldenspike.text import Context
from goldenspike.titles.g1830 import classic
from goldenspike.view import View
from order_interpreter import Reader, Told

GAMES = 4
PLIES = 16
"""How many moves are compared at a table."""
CANNOT = (Ending.REFUSED, Ending.TOO_DEAR)


@cache
def positions() -> tuple[Setup, dict[int, list[tuple[State, tuple[Told, ...]]]]]:
    """Positions of some random games by kind of round, each with the moves since its round began."""
    setup = classic(players=4)
    found: dict[int, list[tuple[State, tuple[Told, ...]]]] = {}
    for seed in range(GAMES):
        rng = Random(seed)
        game, bot = Game(setup), RandomBot(rng)
        told: tuple[Told, ...] = ()
        while not game.is_over and game.ply < 260:
            action = random_move(game, rng, bot)
            events = game.push(action)
            told = () if any(isinstance(event, RoundStarted) for event in events) else (*told, Told(player_of(action), action))
            found.setdefault(game.state.round, []).append((game.state, told))
    return setup, found


def random_move(game: Game, rng: Random, bot: RandomBot) -> Action:
    if game.actors == (CHANCE,):
        return draw(game, rng)
    seat = rng.choice(game.actors)
    if game.question.kind == "track" and rng.random() < 0.8 and game.refuse(Pass(seat)) is None:
        # Listing all tiles takes long.
        return Pass(seat)
    action = bot.choose(Table(game, seat))
    if isinstance(action, DeclareBankruptcy) and game.refuse(Pass(seat)) is None:
        return Pass(seat)
    # Stock rounds of random players who never stop trading would not end.
    if game.state.round == RoundKind.STOCK and rng.random() < 0.3 and game.refuse(Pass(seat)) is None:
        return Pass(seat)
    return RunTrains(action.player, action.company) if isinstance(action, RunTrains) else action


def random_order(setup: Setup, s: State, seat: Player, rng: Random) -> Order:
    """Any order that can be given, often one that has something to do."""
    ids = [card.id for card in setup.title.companies]
    own = [company for company, president in by_company(s.presidents) if president == seat]
    number = s.round_number + (s.round == RoundKind.OPERATING and rng.random() < 0.8)
    stops = tuple(stop for stop in StopWhen if rng.random() < 0.4)
    kinds = {RoundKind.AUCTION: "bbbp", RoundKind.STOCK: "ppuuuus"}.get(RoundKind(s.round), "ooooppss")
    kind = rng.choice(kinds)
    if kind == "p":
        company = rng.choice([*ids, ""])
        stops = tuple(stop for stop in stops if company or stop is not StopWhen.PRICE)
        return PassOrder(max(1, number), company, stops)
    if kind == "u":
        wanted = rng.choice([company for company in setup.all_companies if s.cells[company] >= 0] or setup.all_companies)
        shares = rng.choice((0, s.units(wanted, seat) + 1, s.units(wanted, seat) + 2, 6))
        most = rng.choice((0, 0, 60, 80, 100, 150))
        floats = not shares or rng.random() < 0.3
        source = rng.choice(list(Source))
        return BuyOrder(max(1, number), ids[wanted], source, shares, floats, most, rng.random() < 0.5, stops)
    if kind == "b":
        private = rng.choice(setup.title.privates)
        cut = tuple(stop for stop in stops if stop is StopWhen.PRICE)
        return BidOrder(private.id, private.price + rng.choice((-20, 0, 5, 10, 40)), rng.random() < 0.5, cut)
    if kind == "o":
        first, second, third = (rng.random() < 0.6 for _ in range(3))
        allowed = tuple(stop for stop in stops if stop in possible_stops(OperateOrder()))
        return OperateOrder(rng.choice([ids[company] for company in own] + [""]), first, second, third, allowed)
    below, until = rng.choice(list(Below)), rng.choice((None, (number, 0), (number, 2), (number + 1, 0)))
    buyer = rng.choice((None, None, (seat + 1) % 4))
    things = [("", ids[company], setup.title.trains[train].id) for company in own for train in owned_trains(setup, s, company)]
    things += [(setup.title.privates[private].id, "", "") for private, owner in by_private(s.privates) if owner == seat]
    named, company_id, train_id = rng.choice(things or [("SV", "", "")])
    return SellOrder(rng.choice((1, 40, 100, 300)), named, company_id, train_id, buyer, below, until, rng.random() < 0.5)


def keeps_its_word(setup: Setup, s: State, order: Order, action: Action) -> bool:
    """Whether an order spends no more, and sells for no less, than it says."""
    match action:
        case BuyShare():
            assert isinstance(order, BuyOrder)
            return not order.most or purchase_price(setup, s, action.company, action.source) <= order.most
        case Bid():
            return isinstance(order, BidOrder) and action.amount <= order.most
        case BuyFromBank():
            return isinstance(order, BidOrder) and asking_price(setup, s, action.private) <= order.most
        case Accept():
            asked = s.pending[-1]
            assert isinstance(asked, PrivateOffered | TrainOffered)
            return isinstance(order, SellOrder) and asked.price >= order.price
        case _:
            return True


def play_table(seed: int) -> int:
    """Compare both readings at one table; returns how many moves orders made."""
    setup, states = positions()
    rng = Random(f"table {seed}")
    state, known = rng.choice(states[rng.choice((RoundKind.AUCTION, RoundKind.STOCK, RoundKind.STOCK, RoundKind.OPERATING))])
    game = Game(setup, state)
    context = Context(setup, ())
    bot = RandomBot(rng)
    views: dict[int, tuple[State, View]] = {}
    readers = {seat: Reader(setup, seat, list(known), views) for seat in setup.all_players}
    orders: list[Standing] = []
    for seat in setup.all_players:
        order = random_order(setup, game.state, seat, rng)
        if not check(setup, order):
            orders.append(Standing(str(seat), seat, order))
    told = {
        one.id: (
            sentence(one.order, context, "en"),
            [name_stop(stop, one.order, context, "en") for stop in stops_of(one.order)],
        )
        for one in orders
    }
    followed = Followed(setup, orders)
    made = 0
    for _ in range(PLIES):
        if game.is_over:
            break
        for one in tuple(followed.standing):
            expected = readers[one.seat].decide(game.state, told[one.id][0])
            found = next_action(setup, game.state, one.seat, one.order)
            if isinstance(found, Stopped):
                word = "cannot" if found.why in CANNOT else found.why.value
                assert expected == word, (seed, one, found, expected)
            else:
                assert expected == found, (seed, one, found, expected)
        chosen = followed.next(game.state)
        before = game.state
        if chosen is not None:
            one, action = chosen
            assert game.refuse(action) is None
            assert keeps_its_word(setup, before, one.order, action), (seed, one, action)
            made += 1
            mover = one.seat
        else:
            action = random_move(game, rng, bot)
            mover = player_of(action)
        events = game.push(action)
        for reader in readers.values():
            reader.moves.append(Told(mover, action))
        for one in tuple(followed.standing):
            if one.seat != mover:
                stop = noticed(setup, before, events, game.state, one.seat, one.order)
                happened = readers[one.seat].stops(before, game.state, *told[one.id])
                first = name_stop(stop, one.order, context, "en") if stop is not None else None
                assert first == next(iter(happened), None), (seed, one, first, happened, action)
        followed.see(before, mover, events, game.state)
        if any(isinstance(event, RoundStarted) for event in events):
            for reader in readers.values():
                reader.moves.clear()
    return made


@pytest.mark.parametrize("first", [0, 100])
def test_random_tables(first: int) -> None:
    made = [play_table(seed) for seed in range(first, first + 100)]
    assert sum(made) > 200
    assert sum(count > 0 for count in made) > 40


@pytest.mark.exhaustive
def test_ten_thousand_random_tables() -> None:
    assert sum(play_table(seed) for seed in range(10_000)) > 20_000
