"""Trades of the baron: what shares promise, and trades tried out on the engine."""

from random import Random

import pytest

from goldenspike.bots.baron import trading
from goldenspike.bots.baron.forecast import Forecast
from goldenspike.bots.baron.trading import holdings_by_term, weigh_trades
from goldenspike.bots.baron.weighed import TRAINS
from goldenspike.bots.base import Table, list_actions
from goldenspike.bots.outlook import shortfall
from goldenspike.bots.play import next_action
from goldenspike.bots.roster import make_bot
from goldenspike.bots.surveyor import attraction
from goldenspike.core.actions import BuyShare, Pass, SellShares
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import by_company
from goldenspike.core.options import MarketPeak
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind
from goldenspike.testing import Position
from goldenspike.titles.catalogue import make
from goldenspike.titles.g1830 import classic


@pytest.fixture(scope="module")
def stock_turns() -> list[Game]:
    """All turns of the stock rounds of one game between barons in which nothing has to be guessed."""
    game = Game(make("1830", "classic", 4, {"knowledge": "open"}))
    bots = [make_bot("baron-easy", str(seed)) for seed in range(4)]
    rng = Random(3)
    found: list[Game] = []
    while not game.is_over:
        if game.state.round == RoundKind.STOCK and not game.state.pending and game.actors != (CHANCE,):
            found.append(Game(game.setup, game.state))
        game.push(next_action(game, bots, rng))
    return found


def forecast_for(game: Game) -> Forecast:
    return Forecast(game.setup, attraction(game.setup))


def test_a_trade_is_legal_and_leads_to_more_than_it_costs(stock_turns: list[Game]) -> None:
    """Whatever it proposes can be done, and what it promised is there after the sale and the best purchase."""
    sales = purchases = 0
    for game in stock_turns:
        player = game.actors[0]
        seat = Table(game, player)
        forecast = forecast_for(game)
        trade = weigh_trades(seat, forecast)[0].action
        if trade == Pass(player):
            continue
        assert isinstance(trade, SellShares | BuyShare) and game.refuse(trade) is None
        sales += isinstance(trade, SellShares)
        purchases += isinstance(trade, BuyShare)
        left = forecast.rounds_left(game.state)
        now = trading._standing(game.state, player, forecast, left)
        again = Game(game.setup, game.state)
        again.push(trade)
        ends = [trading._standing(again.state, player, forecast, left)]
        for purchase in list_actions(again, player) if isinstance(trade, SellShares) else []:
            if isinstance(purchase, BuyShare):
                again.push(purchase)
                ends.append(trading._standing(again.state, player, forecast, left))
                again.pop()
        assert max(ends) > now + trading.GAIN
    assert sales and purchases


def test_the_position_is_left_as_it_was(stock_turns: list[Game]) -> None:
    for game in stock_turns[::7]:
        before = game.state.copy()
        weigh_trades(Table(game, game.actors[0]), forecast_for(game))
        assert game.state == before


def test_a_president_carries_what_his_railroad_lacks_for_a_train(stock_turns: list[Game]) -> None:
    """Less money in a treasury is a burden for the president alone (7.6)."""
    looked = 0
    for game in stock_turns:
        s, forecast = game.state, forecast_for(game)
        for company, president in by_company(s.presidents):
            lacking = shortfall(game.setup, s, company)
            if president < 0 or not s.funded[company] or not lacking:
                continue
            heir = next((other for other in s.seating if other != president and s.units(company, other)), None)
            if heir is None:
                continue
            handed = s.copy()
            handed.presidents = s.presidents.copy()
            handed.presidents[company] = heir
            now, then = ([terms[TRAINS] for terms in holdings_by_term(state, forecast, 3.0)] for state in (s, handed))
            assert then[president] - now[president] == pytest.approx(trading.BURDEN * lacking)
            assert now[heir] - then[heir] == pytest.approx(trading.BURDEN * lacking)
            looked += 1
    assert looked > 3


def with_revenue(s: State, company: int, revenue: int) -> State:
    other = s.copy()
    other.revenues = s.revenues.copy()
    other.revenues[company] = revenue
    return other


def test_a_forecast_does_not_depend_on_what_was_asked_before(stock_turns: list[Game]) -> None:
    asked = forecast_for(stock_turns[0])
    for game in stock_turns[::7]:
        for company in game.setup.all_companies:
            asked.rounds_left(stock_turns[0].state)
            for left in (None, 3.0):
                assert asked.share(game.state, company, left) == forecast_for(game).share(game.state, company, left)


def test_early_runs_tell_little_and_late_runs_much(stock_turns: list[Game]) -> None:
    """Trust in what a railroad earns today grows with the phases."""
    gaps: dict[int, list[float]] = {}
    for game in stock_turns:
        s, forecast = game.state, forecast_for(game)
        for company in game.setup.all_companies:
            if s.funded[company] and s.revenues[company]:
                poor, rich = (forecast.share(with_revenue(s, company, revenue), company, 4.0) for revenue in (100, 400))
                assert rich >= poor
                gaps.setdefault(s.phase, []).append(rich - poor)
    first, last = min(gaps), max(gaps)
    assert first < last
    assert max(gaps[first]) < 40 < max(gaps[last])


def test_without_money_nothing_is_bought_before_something_is_sold(stock_turns: list[Game]) -> None:
    for game in stock_turns[::12]:
        player = game.actors[0]
        s = game.state.copy()
        s.money = s.money.copy()
        s.money[player] = 0
        answer = make_bot("baron-hard", "1").choose(Table(Game(game.setup, s), player))
        assert isinstance(answer, Pass | SellShares)


def test_nothing_is_expected_after_the_last_turn() -> None:
    """V-8.0: a railroad at the highest value ends the game after its turn, however full the bank is."""
    for peak, left in ((MarketPeak.OFF, True), (MarketPeak.OPERATING_ROUND, False)):
        position = Position(classic(market_peak_ends=peak), money=0).company("PRR", price=350, trains="2")
        game = position.start_operating_round()
        assert (forecast_for(game).rounds_left(game.state) > 0) is left
