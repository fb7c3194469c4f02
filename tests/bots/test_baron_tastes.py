"""Tastes: of what is about equally good players prefer different things, so that games between barons differ."""

from itertools import combinations
from random import Random

import pytest

from goldenspike.bots.baron.planner import LIKING, Planner
from goldenspike.bots.baron.tastes import HOME, LAY, Tastes
from goldenspike.bots.base import Table
from goldenspike.bots.play import next_action
from goldenspike.bots.roster import make_bot
from goldenspike.core.actions import Action, LayTile, StartCompany
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE, FIRST_COMPANY
from goldenspike.core.title import RoundKind
from goldenspike.titles.catalogue import make


def test_a_taste_stays_and_does_not_depend_on_what_was_asked_before() -> None:
    one, same, other = Tastes(1), Tastes(1), Tastes(2)
    lays = [(hex, tile) for hex in range(20) for tile in range(3)]
    drawn = [one.of(LAY, *lay) for lay in lays]
    assert [same.of(LAY, *lay) for lay in reversed(lays)] == drawn[::-1]
    assert all(0 <= taste < 1 for taste in drawn) and len(set(drawn)) == len(drawn)
    assert one.of(HOME, 3) == one.of(HOME, 3) != one.of(LAY, 3)
    assert [other.of(LAY, *lay) for lay in lays] != drawn


def test_planners_lay_differently_but_none_lays_what_is_clearly_worse() -> None:
    """The scores of lays to the taste of different players differ by less than their liking."""
    game = Game(make("1830", "classic", 4, {}))
    bots = [make_bot("baron", str(seed)) for seed in range(4)]
    rng = Random(1)
    chosen: list[int] = []
    while len(chosen) < 4:
        player = game.actors[0]
        lays = [action for action in Table(game, player).actions if isinstance(action, LayTile)] if player != CHANCE else []
        if lays:
            s = game.state
            money = s.money[FIRST_COMPANY + s.operating]
            plain = {lay: score for score, lay in Planner(game.setup, 24).ranked_lays(s, s.operating, lays, money)}
            best = [
                Planner(game.setup, 24, tastes=Tastes(seed)).ranked_lays(s, s.operating, lays, money)[0][1] for seed in range(8)
            ]
            assert all(plain[lay] >= max(plain.values()) - LIKING for lay in best)
            chosen.append(len(set(best)))
        game.push(next_action(game, bots, rng))
    assert max(chosen) > 1


def first_actions(title: str, version: str, seed: int, rounds: int) -> tuple[Action, ...]:
    game = Game(make(title, version, 4, {}))
    bots = [make_bot("baron", f"{seed}/{player}") for player in range(4)]
    rng = Random(0)
    while not (game.state.round == RoundKind.OPERATING and game.state.round_number > rounds):
        game.push(next_action(game, bots, rng))
    return tuple(game.actions)


@pytest.mark.parametrize(("title", "version", "rounds"), [("1830", "classic", 1), ("1830", "base", 4), ("1862", "standard", 1)])
def test_games_between_barons_differ_soon(title: str, version: str, rounds: int) -> None:
    """The same draws, and players with different seeds; in base, where nothing is hidden, openings are the most alike."""
    openings = [first_actions(title, version, seed, rounds) for seed in range(6)]
    assert all(one != other for one, other in combinations(openings, 2))
    assert first_actions(title, version, 0, rounds) == openings[0]


def test_first_railroads_and_their_prices_are_a_matter_of_taste() -> None:
    """In base private companies come in groups, and the first stock round begins alike."""
    starts = [
        tuple(
            (action.company, action.price)
            for action in first_actions("1830", "base", seed, 0)
            if isinstance(action, StartCompany)
        )
        for seed in range(6)
    ]
    assert len({company for opening in starts for company, _ in opening}) > 3
    assert len({price for opening in starts for _, price in opening}) > 2
