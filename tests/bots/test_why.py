"""Every move has a reason, in every language."""

from random import Random

import pytest

from goldenspike.bots.base import Bot, Table
from goldenspike.bots.greedy import GreedyBot
from goldenspike.bots.play import next_action
from goldenspike.bots.why import Motive, explain
from goldenspike.core.actions import BuyTrain
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import BANK, CHANCE
from goldenspike.text import LANGUAGES, MOTIVES, Context, explain_motive
from goldenspike.titles.catalogue import make


@pytest.fixture(scope="module")
def motives() -> tuple[Game, list[Motive]]:
    game = Game(make("1830", "classic", 3, {}))
    bots: list[Bot] = [GreedyBot(Random(seed)) for seed in range(3)]
    rng = Random(4)
    found: list[Motive] = []
    while not game.is_over and game.ply < 500:
        action = next_action(game, bots, rng)
        if player_of(action) != CHANCE:
            found.append(explain(Table(game, player_of(action)), action))
            if isinstance(action, BuyTrain) and action.source == BANK and found[-1].code == "rusts":
                assert dict(found[-1].facts)["train"] == action.train
        game.push(action)
    return game, found


def test_codes_and_facts_are_those_of_the_words(motives: tuple[Game, list[Motive]]) -> None:
    for motive in motives[1]:
        assert tuple(name for name, _ in motive.facts) == MOTIVES[motive.code]
    assert len({motive.code for motive in motives[1]}) > 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_motive_has_words(language: str, motives: tuple[Game, list[Motive]]) -> None:
    context = Context(motives[0].setup, ("Ada", "Bo", "Cy"))
    for motive in set(motives[1]):
        said = explain_motive(motive.code, dict(motive.facts), context, language)
        assert said and "{" not in said
