"""Several moves in one, and passes that give nothing up."""

from pathlib import Path

import pytest

from goldenspike.core.actions import LayTile, Pass, PayDividend, Payout, RunTrains
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE, FIRST_COMPANY
from goldenspike.core.rules.runs import best_routes
from goldenspike.core.rules.train_card import bank_trains, owned_trains
from goldenspike.core.title import RoundKind, Setup
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.record.native import options_of
from goldenspike.titles.catalogue import make
from goldenspike.view.prospects import lay_prospects
from goldenspike.view.shortcuts import follows, idle_pass, same_turn, shortcuts_for

DATA = Path(__file__).parent.parent / "data"


@pytest.fixture(scope="module")
def recorded() -> Game:
    importer = Importer(read_export((DATA / "1830-bank-breaks.json").read_bytes()))
    for _ in importer.run():
        pass
    return importer.game


def at(recorded: Game, ply: int) -> Game:
    game = Game(recorded.setup)
    for action in recorded.actions[:ply]:
        game.push(action)
    return game


def changed(recorded: Game, **options: str) -> Setup:
    """The setup of the recorded game with other options."""
    return make("1830", "classic", 3, {**options_of(recorded.setup), **options})


def test_an_idle_pass_never_takes_a_choice_away(recorded: Game) -> None:
    """In a whole game: nobody loses a legal action by it, and whoever could do more than pass was asked."""
    game = Game(recorded.setup)
    idle = 0
    for action in recorded.actions:
        found = idle_pass(game.setup, game.state)
        if found is not None:
            idle += 1
            before = {player: set(game.legal_for(player)) - {found} for player in game.state.seating}
            assert action == found
            after = game.copy()
            after.push(found)
            for player, legal in before.items():
                assert all(after.refuse(one) is None for one in legal), player
        game.push(action)
    assert idle > 40


@pytest.mark.parametrize("knowledge", ["partial", "closed"])
def test_a_pass_tells_nothing_about_hidden_money(recorded: Game, knowledge: str) -> None:
    """Only steps of an operating turn are passed, and only where no amount of money would change anything (V-0.1)."""
    hidden = changed(recorded, knowledge=knowledge)
    game = Game(recorded.setup)
    idle, stations = 0, 0
    for action in recorded.actions:
        s = game.state
        idle += idle_pass(game.setup, s) is not None
        if idle_pass(hidden, s) is not None:
            assert idle_pass(game.setup, s) is not None and s.round == RoundKind.OPERATING
            for amount in (0, 40, 1_000):
                other = s.copy()
                other.money = [amount] * len(s.money)
                assert idle_pass(game.setup, other) is not None
            stations += 1
        game.push(action)
    assert 20 < stations < idle


def test_run_and_pay_in_one(recorded: Game) -> None:
    """From the track step of NNH (ply 160): skip track and station, run, decide over the revenue, end the turn (7.2 to 7.6)."""
    game = at(recorded, 160)
    setup, s = game.setup, game.state
    seat, company = s.turn, s.operating
    routes = best_routes(setup, s, company).routes
    found = shortcuts_for(setup, s, seat, routes)
    assert [(one.payout, one.ends_turn) for one in found] == [
        (Payout.PAY, False),
        (Payout.WITHHOLD, False),
        (Payout.PAY, True),
    ]
    for one in found:
        after = Game(setup, s)
        for number, action in enumerate(one.actions):
            assert not number or follows(after, seat, action)
            after.push(action)
        assert after.state.revenues[company] == one.revenue == 100
        assert same_turn(s, after.state) is not one.ends_turn
    kinds = [type(action) for action in found[2].actions]
    assert kinds == [Pass, Pass, RunTrains, PayDividend, Pass]
    assert same_turn(s, s) and not any(isinstance(action, LayTile) for one in found for action in one.actions)


def test_a_run_that_may_be_doubted_is_not_paid_at_once(recorded: Game) -> None:
    """On the president's honor others may doubt the run until the dividend is decided (7.4)."""
    setup = changed(recorded, running_trains="honour")
    game = Game(setup, at(recorded, 163).state)
    s = game.state
    routes = best_routes(setup, s, s.operating).routes
    assert shortcuts_for(setup, s, s.turn, routes) == ()
    game.push(RunTrains(s.turn, s.operating, routes))
    assert not follows(game, s.turn, PayDividend(s.turn, s.operating, Payout.PAY))


def test_a_random_draw_is_waited_for(recorded: Game) -> None:
    """Where the revenue is drawn (S-6) it is not paid before."""
    setup = changed(recorded, random_revenue="on")
    game = Game(setup, at(recorded, 163).state)
    s = game.state
    routes = best_routes(setup, s, s.operating).routes
    assert shortcuts_for(setup, s, s.turn, routes) == ()
    game.push(RunTrains(s.turn, s.operating, routes))
    assert game.actors == (CHANCE,) and idle_pass(setup, game.state) is None


def test_prospects_of_a_hex(recorded: Game) -> None:
    """What the recorded lay on H16 (ply 150) cost, how many tiles were left, and what PRR could earn with it."""
    game = at(recorded, 150)
    setup, s = game.setup, game.state
    lay = recorded.actions[150]
    assert isinstance(lay, LayTile)
    found = lay_prospects(setup, s, s.turn, lay.hex, lambda: False)
    assert found.now == best_routes(setup, s, s.operating).revenue
    one = next(one for one in found.lays if one.action == lay)
    game.push(lay)
    assert one.left == s.supply[lay.tile] == game.state.supply[lay.tile] + 1
    assert one.cost == s.money[FIRST_COMPANY + s.operating] - game.state.money[FIRST_COMPANY + s.operating]
    assert one.earns == best_routes(setup, game.state, s.operating).revenue
    late = lay_prospects(setup, s, s.turn, lay.hex, lambda: True)
    assert [other.cost for other in late.lays] == [other.cost for other in found.lays]
    assert late.now is None and all(other.earns is None for other in late.lays)


def test_prospects_without_a_train_are_those_of_the_next_one(recorded: Game) -> None:
    """The first lay of a railroad that has no train yet: reckoned with the train that the bank sells now."""
    game = Game(recorded.setup)
    for action in recorded.actions:
        if isinstance(action, LayTile) and not owned_trains(game.setup, game.state, action.company):
            break
        game.push(action)
    assert isinstance(action, LayTile)
    setup, s = game.setup, game.state
    found = lay_prospects(setup, s, s.turn, action.hex, lambda: False)
    assert found.lacks_train and found.trains == (bank_trains(setup, s)[0],)
    one = next(one for one in found.lays if one.action == action)
    game.push(action)
    assert one.earns == best_routes(setup, game.state, s.operating, found.trains).revenue
