"""What normal barons keep and swap: railroads that pay to the end, and the best shares that the certificate limit allows."""

from goldenspike.bots.baron.forecast import Forecast
from goldenspike.bots.baron.imagine import guessed
from goldenspike.bots.baron.portfolio import duty_of, relief
from goldenspike.bots.base import Table
from goldenspike.bots.roster import make_bot
from goldenspike.bots.surveyor import attraction
from goldenspike.core.actions import Action, BuyShare, Pass, SellShares, StartCompany
from goldenspike.core.game import Game
from goldenspike.core.options import Knowledge
from goldenspike.core.rules.certificate_limit import certificate_limit, counted_certificates
from goldenspike.testing import Position
from goldenspike.testing.by_name import company
from goldenspike.titles.g1830 import classic
from players import P0


def answer(game: Game) -> Action:
    return make_bot("baron", "1").choose(Table(game, P0))


def test_over_the_certificate_limit_a_railroad_that_pays_to_the_end_is_kept() -> None:
    """Nobody can pay for the trains that would retire those of PRR, and a certificate of Erie brings far less."""
    position = Position(classic(4, knowledge=Knowledge.OPEN), phase="5", money=2200)
    position.company("PRR", shares={0: 6, 1: 3}, cell=(1, 13), money=175, trains="3 3", revenue=280)
    position.company("NYC", shares={1: 6, 0: 4}, cell=(1, 12), money=100, trains="4", revenue=250)
    position.company("C&O", shares={2: 6, 0: 4}, cell=(1, 12), money=100, trains="4", revenue=250)
    game = position.company("Erie", shares={3: 6, 0: 4}, cell=(1, 5), money=370, trains="4", revenue=120).stock_round(
        turn=0, number=8
    )
    assert counted_certificates(game.setup, game.state, P0) > certificate_limit(game.setup, game.state)
    assert answer(game) == SellShares(P0, company(game, "Erie"), 1)


def full_hand(money: int) -> Game:
    """Every certificate that the limit allows, three of them of NYC, which pays little; B&O pays 400."""
    position = Position(classic(4, knowledge=Knowledge.OPEN), phase="D", money=money)
    position.company("PRR", shares={0: 6}, cell=(1, 13), money=400, trains="5", revenue=200)
    position.company("NYC", shares={1: 6, 0: 3}, cell=(1, 5), money=0, trains="6", revenue=60)
    position.company("B&O", shares={2: 6}, cell=(1, 12), money=600, trains="6", revenue=400)
    position.company("C&O", shares={3: 6, 0: 4}, cell=(1, 11), money=400, trains="5", revenue=200)
    position.company("B&M", shares={3: 6, 0: 4}, cell=(1, 11), money=400, trains="5", revenue=200)
    for name in ("CPR", "Erie", "NNH"):
        position.company(name, shares={1: 2}, par=67)
    return position.stock_round(turn=0, number=7)


def test_at_the_certificate_limit_the_worst_share_makes_room_for_the_best() -> None:
    game = full_hand(money=900)
    assert counted_certificates(game.setup, game.state, P0) == certificate_limit(game.setup, game.state)
    sale = answer(game)
    assert isinstance(sale, SellShares) and sale.company == company(game, "NYC")
    game.push(sale)
    purchase = answer(game)
    assert isinstance(purchase, BuyShare) and purchase.company == company(game, "B&O")


def test_levels_differ_at_the_certificate_limit() -> None:
    """An easy baron keeps what it has."""
    for level, swaps in (("baron-easy", False), ("baron-hard", True)):
        action = make_bot(level, "1").choose(Table(full_hand(money=900), P0))
        assert isinstance(action, SellShares) == swaps


def shares_at_par(money: int) -> Position:
    """PRR and NNH have risen; shares of CPR and Erie, which have risen as well, still cost their par price (5.1)."""
    position = Position(classic(4, knowledge=Knowledge.OPEN), phase="5", money=money)
    position.company("PRR", shares={0: 6}, cell=(1, 9), money=100, trains="4", revenue=200)
    position.company("NNH", shares={1: 6, 0: 3}, cell=(1, 12), money=100, trains="4", revenue=200)
    position.company("CPR", shares={2: 6}, par=67, cell=(1, 9), money=100, trains="4", revenue=200)
    return position.company("Erie", shares={3: 6}, par=67, cell=(1, 9), money=100, trains="4", revenue=200)


def test_dear_shares_are_sold_to_buy_more_of_the_cheap_ones() -> None:
    game = shares_at_par(money=20).stock_round(turn=0, number=5)
    sale = answer(game)
    assert sale == SellShares(P0, company(game, "NNH"), 3)
    game.push(sale)
    purchase = answer(game)
    assert isinstance(purchase, BuyShare | StartCompany)
    if isinstance(purchase, BuyShare):
        assert purchase.company in (company(game, "CPR"), company(game, "Erie"))


def test_nothing_is_sold_where_nothing_better_is_offered() -> None:
    """All shares of the railroads that have been started are in players' hands."""
    position = Position(classic(4, knowledge=Knowledge.OPEN), phase="5", money=20)
    for player, name in enumerate(("PRR", "NNH", "CPR", "Erie")):
        others: dict[int | str, int] = {(player + 1) % 4: 2, (player + 2) % 4: 2}
        position.company(name, shares={player: 6, **others}, cell=(1, 9), money=100, trains="4", revenue=200)
    assert isinstance(answer(position.stock_round(turn=0, number=5)), Pass)


def test_what_handing_over_a_railroad_spares_its_president() -> None:
    """6.4, 7.6.2: NYC lacks a 5. Whoever keeps three shares keeps it; P1 cannot hand it back, because the pool is full (6.1)."""
    position = Position(classic(4, knowledge=Knowledge.OPEN), phase="5", money=20)
    game = position.company("NYC", shares={0: 6, 1: 3}, money=100, revenue=90, par=67).stock_round(turn=0, number=5)
    nyc = company(game, "NYC")
    missing = game.setup.title.trains[game.setup.train_index["5"]].price - 100
    assert [relief(Table(game, P0), SellShares(P0, nyc, count)) for count in (3, 4, 5)] == [0, missing, missing]


def test_a_share_that_may_bring_a_railroad_without_trains_is_worth_less() -> None:
    """P0 with two shares of NYC would be its next president; with one nobody can hand it to him (6.4)."""
    position = Position(classic(4, knowledge=Knowledge.OPEN), phase="5", money=300)
    game = position.company("NYC", shares={1: 6, 0: 2}, money=0, revenue=90, par=67).stock_round(turn=0, number=5)
    seat, nyc = Table(game, P0), company(game, "NYC")
    assert duty_of(seat, nyc, 1) == 0
    assert duty_of(seat, nyc, 2) == game.setup.title.trains[game.setup.train_index["5"]].price


def test_a_hidden_treasury_is_not_taken_for_a_fortune() -> None:
    """V-0.1: an amount that is hidden stands for the whole bank in the position; PRR and NYC are alike but for that."""
    position = Position(classic(4, knowledge=Knowledge.PARTIAL), phase="4", money=150)
    position.company("PRR", shares={0: 5, 2: 1}, par=67, cell=(1, 8), money=300, trains="4", revenue=180)
    game = position.company("NYC", shares={1: 5, 2: 1}, par=67, cell=(1, 8), money=300, trains="4", revenue=180).stock_round(
        turn=0, number=5
    )
    seat = guessed(Table(game, P0))
    forecast = Forecast(game.setup, attraction(game.setup))
    prr, nyc = company(game, "PRR"), company(game, "NYC")
    assert forecast.share(seat.state, nyc) <= forecast.share(seat.state, prr)
    assert isinstance(purchase := answer(game), BuyShare) and purchase.company == prr


def holder_of(count: int, money: int) -> Game:
    """One railroad and so many shares of three others, which have one train each; four railroads have not been started."""
    position = Position(classic(4, knowledge=Knowledge.OPEN), phase="4", money=money)
    position.company("PRR", shares={0: 6}, cell=(1, 9), money=100, trains="4", revenue=180)
    position.company("NYC", shares={1: 6, 0: count}, cell=(1, 8), money=50, trains="3", revenue=90)
    position.company("B&O", shares={2: 6, 0: count}, cell=(1, 8), money=50, trains="3", revenue=90)
    position.company("C&O", shares={3: 6, 0: count}, cell=(1, 8), money=50, trains="3", revenue=90)
    return position.stock_round(turn=0, number=4)


def test_poor_shares_make_way_for_a_railroad_of_ones_own() -> None:
    """They bring the money and the room for its certificates; its capital buys the trains that last."""
    game = holder_of(4, money=150)
    sold = 0
    while isinstance(action := answer(game), SellShares):
        assert action.company != company(game, "PRR")
        sold += action.count
        game.push(action)
    assert sold and isinstance(action, StartCompany)
    assert game.setup.title.float_units * action.price <= game.state.money[P0]


def test_nothing_is_sold_for_a_railroad_that_would_not_float() -> None:
    assert not isinstance(answer(holder_of(1, money=0)), SellShares)
