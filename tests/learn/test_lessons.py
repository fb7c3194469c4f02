"""Lessons: a prepared position, tasks that the engine checks, five to ten decisions."""

from random import Random

import pytest

from goldenspike.bots.base import Limit, Table
from goldenspike.bots.play import next_action
from goldenspike.bots.roster import make_bot
from goldenspike.core.actions import BuyTrain, Pass
from goldenspike.core.events import Event
from goldenspike.core.game import Game
from goldenspike.core.holders import is_company, treasury
from goldenspike.core.ids import by_company
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.learn.coach import Coach
from goldenspike.learn.lessons import Lesson, LessonStanding, Situation, start
from goldenspike.learn.path import ABOUT, ALONE, LESSONS, PATH, STARTER, following, prepared_moves
from goldenspike.text.rules import find_entry

PARTS = [id for id, lesson in LESSONS.items() if lesson.version != "starter"]
LIMIT = Limit(nodes=100)


def follow(lesson: Lesson, seed: int) -> tuple[LessonStanding, int]:
    """Do what the coach says until the lesson is over; how it ended, and how many decisions there were."""
    game, rng, coach = start(lesson), Random(seed), Coach(Random(seed))
    bots = [make_bot(lesson.bot, f"{seed}:{player}") for player in game.setup.all_players]
    events: list[Event] = []
    decisions = 0
    while True:
        now = Situation(game.setup, game.state, lesson.seat, events)
        standing = lesson.standing(now)
        if standing.is_over:
            return standing, decisions
        if game.actors == (lesson.seat,):
            table = Table(game, lesson.seat, LIMIT)
            decisions += len(table.actions) + len(table.offers) > 1
            events += game.push(coach.rank(table, 1, lesson.aims_of(now))[0])
        else:
            events += game.push(next_action(game, bots, rng))


@pytest.mark.parametrize("id", PARTS)
def test_a_lesson_takes_five_to_ten_decisions(id: str) -> None:
    standing, decisions = follow(LESSONS[id], 1)
    assert standing.is_passed, standing
    assert 5 <= decisions <= 10


@pytest.mark.parametrize("id", PARTS)
def test_a_lesson_begins_with_an_open_task_and_the_learners_turn(id: str) -> None:
    lesson = LESSONS[id]
    game = start(lesson)
    assert game.actors == (lesson.seat,) and game.ply == prepared_moves(id)
    standing = lesson.standing(Situation(game.setup, game.state, lesson.seat, []))
    assert not standing.is_over and all(state == "open" for _, state in standing.tasks)


def test_the_coach_advises_what_does_the_task() -> None:
    """Of the sales in the lesson on selling those that hand over the railroad."""
    lesson = LESSONS["selling"]
    game = start(lesson)
    now = Situation(game.setup, game.state, lesson.seat, [])
    aims = lesson.aims_of(now)
    assert aims
    for action in aims:
        trial = Game(game.setup, game.state)
        events = trial.push(action)
        tasks = dict(lesson.standing(Situation(game.setup, trial.state, lesson.seat, events)).tasks)
        assert tasks["sell"] == tasks["hand_over"] == "done"
    advice = Coach(Random(1)).advise(Table(game, lesson.seat, LIMIT), aims)
    assert advice.best in aims and advice.is_aimed
    assert all(choice.behind is None for choice in advice.choices), "the hard baron would not do it yet"


def test_who_does_nothing_misses_the_task() -> None:
    """The lesson on phases: without a purchase the railroad is left without a train."""
    lesson = LESSONS["phases"]
    game, rng = start(lesson), Random(1)
    bots = [make_bot("greedy", f"{player}") for player in game.setup.all_players]
    events: list[Event] = []
    while not (standing := lesson.standing(Situation(game.setup, game.state, lesson.seat, events))).is_over:
        passing = [action for action in game.legal_for(lesson.seat) if isinstance(action, Pass)] if 0 in game.actors else []
        events += game.push(passing[0] if passing else next_action(game, bots, rng))
    assert dict(standing.tasks) == {"buy_train": "missed", "keep_train": "missed"}


def test_a_forced_purchase_cannot_be_evaded() -> None:
    """7.6.2: the treasury cannot pay for any train, and no other railroad of the learner's could sell one for next to nothing."""
    lesson = LESSONS["forced"]
    game, bot = start(lesson), make_bot("greedy", "1")
    company = game.state.operating
    own = [other for other, president in by_company(game.state.presidents) if president == lesson.seat]
    assert own == [company] and not owned_trains(game.setup, game.state, company)
    while game.question.kind != "train":
        game.push(bot.choose(Table(game, lesson.seat, LIMIT)))
    trains = (action for action in game.legal_for(lesson.seat) if isinstance(action, BuyTrain))
    purchases = [action for action in trains if not is_company(action.source)]  # Nobody else must agree.
    assert purchases and game.refuse(Pass(lesson.seat)) is not None
    assert all(action.price > game.state.money[treasury(company)] for action in purchases)
    now = Situation(game.setup, game.state, lesson.seat, [])
    assert set(lesson.aims_of(now)) <= set(purchases) and lesson.aims_of(now), "the coach advises it too"


def test_the_path() -> None:
    assert following(PATH[0]) == STARTER.id and following(STARTER.id) == ALONE.id and following(PATH[-1]) == ""
    assert set(PATH) == {ABOUT, *LESSONS}
    assert prepared_moves("") == prepared_moves(STARTER.id) == 0
    for lesson in LESSONS.values():
        assert lesson.rules and all(find_entry(lesson.title, number) is not None for number in lesson.rules)
