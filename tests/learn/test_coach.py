"""The coach: legal choices with reasons, from what the seat knows; who follows it does well."""

from random import Random

import pytest

from goldenspike.bots.baron.weighed import Weighed
from goldenspike.bots.base import Bot, Limit, Table, list_actions
from goldenspike.bots.play import next_action
from goldenspike.bots.roster import make_bot
from goldenspike.bots.why import Motive
from goldenspike.core.actions import ClosePrivate, Pass, Redeem
from goldenspike.core.events import Event
from goldenspike.core.game import Game
from goldenspike.learn.coach import Coach, Follower, lag
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


def test_it_says_what_buying_back_shares_brings_and_costs() -> None:
    """The lesson on redemption (1862, XIV): money for the learner, notes of the railroad, and half of the dividends later."""
    lesson = LESSONS["redemption"]
    game, coach = start(lesson), Coach(Random(1))
    while game.question.kind != "redemption":
        advice = coach.advise(Table(game, lesson.seat, Limit(nodes=100)))
        assert not any(isinstance(choice.action, ClosePrivate) for choice in advice.choices), "closing answers no question"
        game.push(advice.best)
    aims = lesson.aims_of(Situation(game.setup, game.state, lesson.seat, []))
    advice = coach.advise(Table(game, lesson.seat), aims)
    redeem, company, before = advice.best, game.state.operating, game.state.money[lesson.seat]
    assert isinstance(redeem, Redeem) and redeem.notes == min(one.notes for one in aims if isinstance(one, Redeem))
    assert advice.choices[0].reason == Motive("redeems", (("company", company),))
    game.push(redeem)
    brings = game.state.money[lesson.seat] - before
    facts = (("amount", brings), ("company", company), ("owed", redeem.notes))
    assert brings > 0 and advice.choices[0].figure == Motive("redemption_brings", facts)


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
    told = [motive for motive in (reason, advice.choices[0].figure) if motive is not None]
    assert told and all(motive.code in MOTIVES for motive in told)
    assert others == [None] * len(others), "nothing speaks for a choice that it advises against"
    assert advice.choices[0].behind in (None, 0)


def test_there_is_something_to_choose_from_wherever_there_is_a_choice() -> None:
    """Also where the bot that judges considers one answer only, as with the groups of private companies."""
    game = start(LESSONS["privates"])
    while game.question.kind == "bid_for_choice":
        game.push(Pass(game.actors[0]))
    player = game.actors[0]
    advice = Coach(Random(1)).advise(Table(game, player))
    assert {choice.action for choice in advice.choices} == set(list_actions(game, player)) and len(advice.choices) == 3
    figures = [choice.figure for choice in advice.choices]
    assert Motive("group_pays", (("cost", 200), ("amount", 35))) in figures and None not in figures


def test_what_the_playouts_do_not_tell_apart_is_as_good() -> None:
    """A lead within the error of its mean, or of a few dollars, is none; nothing is said of what was not compared."""
    action = Pass(STARTER.seat)

    def weighed(*scores: float) -> Weighed:
        return Weighed(action, scores=dict(enumerate(scores)))

    assert lag(weighed(900.0), weighed(600.0)) == 300
    assert lag(weighed(900.0), weighed(895.0)) == 0
    assert lag(weighed(900.0), weighed(1200.0)) == 0
    assert lag(weighed(1000.0, 0.0), weighed(0.0, 900.0)) == 0
    assert lag(weighed(1000.0, 500.0), weighed(900.0, 380.0)) == 110
    assert lag(weighed(900.0), weighed()) is None


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
