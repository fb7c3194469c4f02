"""The coach: legal choices with reasons, from what the seat knows; who follows it does well."""

from random import Random

import pytest

from goldenspike.bots.base import Bot, Limit, Table
from goldenspike.bots.play import next_action
from goldenspike.bots.roster import make_bot
from goldenspike.core.events import Event
from goldenspike.core.game import Game
from goldenspike.learn.coach import Coach, Follower
from goldenspike.learn.lessons import Situation, start
from goldenspike.learn.path import LESSONS, STARTER
from goldenspike.learn.story import tell
from goldenspike.learn.tasks import place_of
from goldenspike.text import MOTIVES

SEEDS = (1, 2, 3, 4)


def starter_game(place: int, seed: int) -> tuple[Game, list[Event]]:
    """A starter game of somebody who does what a quick coach says, against three greedy bots."""
    game = start(STARTER)
    bots: list[Bot] = [make_bot("greedy", f"{seed}/{player}") for player in game.setup.all_players]
    bots[STARTER.seat] = Follower(Random(seed), place, level="normal")
    rng = Random(seed)
    events: list[Event] = []
    while not game.is_over:
        events += game.push(next_action(game, bots, rng))
    return game, events


@pytest.mark.parametrize("id", [id for id in LESSONS if id != "starter-alone"])
def test_its_choices_are_legal_and_have_reasons(id: str) -> None:
    lesson = LESSONS[id]
    game = start(lesson)
    assert game.actors == (lesson.seat,)
    advice = Coach(Random(1)).advise(Table(game, lesson.seat, Limit(seconds=0.2)))
    assert advice.topic == game.question.kind
    actions = [choice.action for choice in advice.choices]
    assert len(set(actions)) == len(actions) >= 1 and all(game.refuse(action) is None for action in actions)
    reason, *others = (choice.reason for choice in advice.choices)
    assert reason is not None and reason.code in MOTIVES
    assert others == [None] * len(others), "nothing speaks for a choice that it advises against"
    assert advice.choices[0].behind in (None, 0)


def test_who_does_the_second_choice_finishes_every_game() -> None:
    assert all(starter_game(1, seed)[0].is_over for seed in SEEDS)


def test_who_follows_it_mostly_comes_first_or_second() -> None:
    """`goldenspike learn simulate` measures it over many games and with the whole coach (docs/learning.md)."""
    places = []
    for seed in SEEDS:
        game, events = starter_game(0, seed)
        places.append(place_of(Situation(game.setup, game.state, STARTER.seat, events)))
        story = tell(game.setup, game.state, events, STARTER.seat)
        assert story[0].code == ("won" if places[-1] == 1 else "lost") and len(story) >= 2
    assert sum(place <= 2 for place in places) >= 3
