"""Random orders, and random moves of players who have none."""

from random import Random

from goldenspike.bots.base import Table
from goldenspike.bots.chance import draw
from goldenspike.bots.random_bot import RandomBot
from goldenspike.core.actions import (
    Accept,
    Action,
    Bid,
    BuyFromBank,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DeclareBankruptcy,
    Pass,
    RunTrains,
)
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import NONE, Player, by_company, by_private
from goldenspike.core.interrupts import PrivateOffered, TrainOffered
from goldenspike.core.rules.stock_purchase import purchase_price
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.state import State
from goldenspike.core.steps.auction import asking_price
from goldenspike.core.title import RoundKind, Setup
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
    possible_stops,
)


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
        pay, no_stations, no_privates = (rng.random() < 0.6 for _ in range(3))
        allowed = tuple(stop for stop in stops if stop in possible_stops(OperateOrder()))
        return OperateOrder(rng.choice([ids[company] for company in own] + [""]), pay, no_stations, no_privates, allowed)
    below, until = rng.choice(list(Below)), rng.choice((None, (number, 0), (number, 2), (number + 1, 0)))
    buyer = rng.choice((None, None, (seat + 1) % 4))
    things = [("", ids[company], setup.title.trains[train].id) for company in own for train in owned_trains(setup, s, company)]
    things += [(setup.title.privates[private].id, "", "") for private, owner in by_private(s.privates) if owner == seat]
    named, company_id, train_id = rng.choice(things or [("SV", "", "")])
    return SellOrder(rng.choice((1, 40, 100, 300)), named, company_id, train_id, buyer, below, until, rng.random() < 0.5)


def random_trade(setup: Setup, s: State, rng: Random) -> dict[Player, Order]:
    """A train that one president would sell and the one whose railroad operates wants to buy, on terms that may not match."""
    if s.operating == NONE:
        return {}
    buyer, ids = s.presidents[s.operating], [card.id for card in setup.title.companies]
    others = [company for company, president in by_company(s.presidents) if president not in (buyer, NONE)]
    trains = [(company, train) for company in others for train in owned_trains(setup, s, company)]
    if not trains:
        return {}
    company, train = rng.choice(trains)
    name = setup.title.trains[train].id
    sale = SellOrder(rng.choice((1, 30, 100, 400)), company=ids[company], train=name, public=rng.random() < 0.9)
    bought = TakeOrder(
        sale.price + rng.choice((-1, 0, 0, 50)), company=ids[s.operating], train=name, trains=rng.choice((1, 2, 3))
    )
    return {s.presidents[company]: sale, buyer: bought}


def random_purchase(setup: Setup, s: State, seat: Player, sale: SellOrder, rng: Random) -> TakeOrder:
    """An order for what another player would sell, sometimes on terms that do not match."""
    own = [setup.title.companies[company].id for company, president in by_company(s.presidents) if president == seat]
    company = rng.choice([*own, *own, ""] if sale.private else [*own, "PRR"])
    most = sale.price + rng.choice((-1, 0, 20))
    seller = rng.choice((None, None, (seat + 1) % setup.players))
    until = rng.choice((None, None, (s.round_number, 0), (s.round_number, 2)))
    return TakeOrder(most, sale.private, company, sale.train, rng.choice((1, 1, 2)), seller, rng.random() < 0.5, until)


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
            if isinstance(order, TakeOrder):
                return asked.price <= order.most
            return isinstance(order, SellOrder) and asked.price >= order.price
        case BuyPrivate() | BuyTrain():
            return isinstance(order, TakeOrder) and action.price <= order.most
        case _:
            return True
