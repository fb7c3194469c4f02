"""Handles the requests of a bot process; bots are kept from move to move."""

from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any

from cachetools import LRUCache

from goldenspike.bots.baron.weighed import Comparison
from goldenspike.bots.base import Bot, Limit, Table
from goldenspike.bots.review import review
from goldenspike.bots.roster import make_bot
from goldenspike.core.game import Game
from goldenspike.core.ids import Player
from goldenspike.core.opening import opening_state
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.learn.coach import Coach
from goldenspike.learn.reasons import explain_fully, explain_most
from goldenspike.record.snapshot import restore
from goldenspike.record.wire import from_wire, to_wire
from goldenspike.server.thinking.curves import draw_curves
from goldenspike.server.thinking.questions import (
    Advice,
    Better,
    BotSeat,
    Coached,
    CoachedChoice,
    Coaching,
    Compared,
    Course,
    Curves,
    Forget,
    Hint,
    Move,
    Place,
    Question,
    Review,
    Reviewed,
    Turn,
)
from goldenspike.titles import catalogue
from goldenspike.view import seen_state

MOST_BOTS = 300
"""Number of bots kept; older ones are created again when needed."""
MOST_SETUPS = 60
REVIEWED = Limit(seconds=5.0)
"""How long a bot may think about a decision of a finished game."""


class Thinker:
    def __init__(self) -> None:
        self._bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()
        self._setups: LRUCache[tuple[object, ...], Setup] = LRUCache(MOST_SETUPS)

    def answer(self, question: Question) -> Any:
        if isinstance(question, Turn):
            return self._move(question)
        if isinstance(question, Hint):
            return self._advise(question)
        if isinstance(question, Coaching):
            return self._coach(question)
        if isinstance(question, Curves):
            return self._course(question)
        if isinstance(question, Review):
            return self._review(question)
        return self._forget(question)

    # --- questions

    def _move(self, turn: Turn) -> Move:
        """Bots may act out of turn; otherwise the first bot to move answers."""
        setup, state = self._position(turn.place)
        limit = Limit(turn.seconds)
        for other in turn.others:
            said = self._bot(turn.table, other).interject(_table(setup, state, other.seat, limit))
            if said is not None:
                return Move(to_wire(setup, said), self._trouble(turn))
        first = turn.asked[0]
        action = self._bot(turn.table, first).choose(_table(setup, state, first.seat, limit))
        return Move(to_wire(setup, action), self._trouble(turn))

    def _trouble(self, turn: Turn) -> dict[Player, str]:
        """Programs that have been replaced."""
        found = {player.seat: getattr(self._bot(turn.table, player), "trouble", "") for player in (*turn.asked, *turn.others)}
        return {seat: reason for seat, reason in found.items() if reason}

    def _advise(self, hint: Hint) -> Advice:
        setup, state = self._position(hint.place)
        table = _table(setup, state, hint.player.seat, Limit(hint.seconds))
        # A separate bot: playing bots must not be affected by requests for hints.
        bot = make_bot(hint.player.bot, f"{hint.table}:{hint.player.seat}:hint")
        action = bot.choose(table)
        figure, motive = ((told.code, dict(told.facts)) if told else ("", {}) for told in explain_fully(table, action))
        return Advice(to_wire(setup, action), *motive, *figure, compared=_compared(setup, bot))

    def _coach(self, question: Coaching) -> Coached:
        setup, state = self._position(question.place)
        table = _table(setup, state, question.seat, Limit(question.seconds))
        aims = [from_wire(setup, wire) for wire in question.aims]
        advice = Coach(Random(f"{question.table}:{question.seat}")).advise(table, aims)
        choices = [
            CoachedChoice(
                to_wire(setup, choice.action),
                choice.reason.code if choice.reason else "",
                dict(choice.reason.facts) if choice.reason else {},
                choice.figure.code if choice.figure else "",
                dict(choice.figure.facts) if choice.figure else {},
                behind=choice.behind,
            )
            for choice in advice.choices
        ]
        return Coached(advice.topic, choices, advice.is_forced, advice.is_aimed)

    def _course(self, curves: Curves) -> Course:
        setup = self._setup(curves.title, curves.version, curves.players, curves.options)
        return draw_curves(setup, [from_wire(setup, wire) for wire in curves.actions])

    def _review(self, question: Review) -> Reviewed:
        setup, state = self._position(question.place)
        table = _table(setup, state, question.player.seat, REVIEWED)
        bot = make_bot(question.player.bot, question.seed)
        verdict = review(bot, table, from_wire(setup, question.action), question.seed)
        if verdict is None:
            return Reviewed(None)
        motive = explain_most(table, verdict.action)
        gain, scatter = round(verdict.gain), round(verdict.scatter)
        return Reviewed(Better(to_wire(setup, verdict.action), gain, scatter, motive.code, dict(motive.facts)))

    def _forget(self, question: Forget) -> None:
        for key in [key for key in self._bots if key[0] == question.table]:
            _dismiss(self._bots.pop(key))

    def close(self) -> None:
        for bot in self._bots.values():
            _dismiss(bot)

    # --- positions and bots

    def _setup(self, title: str, version: str, players: int, options: Mapping[str, str]) -> Setup:
        """One setup object for all games of a kind, because bots cache data for it."""
        key = (title, version, players, *sorted(options.items()))
        setup = self._setups.get(key)
        if setup is None:
            setup = self._setups[key] = catalogue.make(title, version, players, options)
        return setup

    def _position(self, place: Place) -> tuple[Setup, State]:
        setup = self._setup(place.title, place.version, place.players, place.options)
        return setup, restore(place.state, opening_state(setup))

    def _bot(self, table: str, player: BotSeat) -> Bot:
        key = (table, player.seat, player.bot)
        if key not in self._bots:
            self._bots[key] = make_bot(player.bot, f"{table}:{player.seat}")
            while len(self._bots) > MOST_BOTS:
                _dismiss(self._bots.popitem(last=False)[1])
        self._bots.move_to_end(key)
        return self._bots[key]


def _compared(setup: Setup, bot: Bot) -> Compared | None:
    found: Comparison | None = getattr(bot, "comparison", None)
    if found is None:
        return None
    return Compared(to_wire(setup, found.second), found.best, found.other, found.term, found.in_points)


def _table(setup: Setup, state: State, seat: Player, limit: Limit) -> Table:
    """The table as a bot sees it: it knows no more than a person in its seat."""
    return Table(Game(setup, seen_state(setup, state, seat)), seat, limit)


def _dismiss(bot: Bot) -> None:
    with suppress(Exception):
        getattr(bot, "close", lambda: None)()
