"""Looking ahead with the network: it plays on in all seats after each promising answer, and judges where that leads.

The answers that the network likes best are tried on the same samples of what is hidden and with the same random numbers; after
some tries the worse half is dropped. What the network thought at first still counts, because tries are few.
"""

from dataclasses import dataclass, field
from math import log
from random import Random
from statistics import fmean
from typing import Final

from goldenspike.bots.baron.character import Character
from goldenspike.bots.baron.forecast import Forecast
from goldenspike.bots.baron.imagine import imagine
from goldenspike.bots.baron.playout import has_time_to_run
from goldenspike.bots.baron.worth import standing_by_term, terms_of_players
from goldenspike.bots.base import NO_DEADLINE, Deadline, Table
from goldenspike.bots.chance import draw
from goldenspike.bots.magnate.candidates import Asked, is_proposal, key_of
from goldenspike.bots.magnate.features import Decision, Reader
from goldenspike.bots.magnate.network import Judgment, Network
from goldenspike.bots.magnate.result import result_of
from goldenspike.core.actions import Action, RunTrains
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Player
from goldenspike.core.reasons import IllegalAction
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind

CERTAIN: Final = 0.97
"""An answer that the network is so sure of is given at once."""
HARDLY: Final = 0.003
"""Answers with a smaller chance are not tried."""
MOST: Final = 6
"""How many answers are tried."""
TRIES: Final = 24
"""How many tries there are for all answers together."""
FEWEST: Final = 2
"""How often an answer is tried before it may be dropped."""
ALIKE: Final = 0.003
"""Answers whose results differ by less are taken for equally good."""
ROUNDS: Final = 1
"""How many rounds, of any kind, a try goes on; then until the player's next choice."""
TRUST: Final = 0.02
"""What it counts that the network thinks an answer e times as likely."""
LONGEST: Final = 1_000
"""The most actions of a try: a safeguard, not a horizon."""


@dataclass(slots=True)
class Tried:
    """An answer and the results that its tries promised."""

    action: Action
    chance: float
    expected: float
    """The result expected before any try."""
    results: dict[int, float] = field(default_factory=dict)
    """By sample; an answer can be impossible in some."""
    terms: dict[int, list[float]] = field(default_factory=dict)
    """What the positions reached are worth by `TERMS`, to tell what makes the difference."""

    @property
    def value(self) -> float:
        return fmean(self.results.values()) if self.results else self.expected

    @property
    def score(self) -> float:
        return self.value + TRUST * log(self.chance)

    def is_like(self, other: "Tried") -> bool:
        """Whether it makes no difference which of them is given."""
        shared = self.results.keys() & other.results.keys()
        return len(shared) >= FEWEST and all(abs(self.results[sample] - other.results[sample]) < ALIKE for sample in shared)


class Lookahead:
    """The search for one decision."""

    def __init__(
        self, table: Table, network: Network, reader: Reader, asked: Asked, seed: int, deadline: Deadline = NO_DEADLINE
    ) -> None:
        self.table = table
        self.network = network
        self.reader = reader
        self.asked = asked
        self.seed = seed
        self.expired = deadline
        self.forecast = Forecast(table.setup, [])
        self.nodes = 0
        """Actions tried out."""

    def weigh(self, decision: Decision, judgment: Judgment) -> list[Tried]:
        """The answers that were considered, the best first."""
        chances = judgment.chances
        order = sorted(range(len(decision.candidates)), key=lambda place: -chances[place])
        left = [
            Tried(decision.candidates[place], float(chances[place]), judgment.value)
            for place in order[:MOST]
            if chances[place] >= HARDLY
        ]
        dropped: list[Tried] = []
        sample, stages = 0, max(1, (len(left) - 1).bit_length())
        while len(left) > 1:
            end = sample + max(FEWEST, TRIES // stages // len(left))
            while sample < end and self._try_all(left, sample):
                sample += 1
            left.sort(key=lambda answer: -answer.score)
            if sample < end or all(answer.is_like(left[0]) for answer in left):
                break
            keep = (len(left) + 1) // 2
            left, dropped = left[:keep], left[keep:] + dropped
        return left + dropped

    def _try_all(self, answers: list[Tried], sample: int) -> bool:
        """Try each on the same sample; whether there was time for all of them, otherwise none counts."""
        results = []
        for answer in answers:
            results.append(self._try(answer.action, sample))
            if self._spent():
                return False
        for answer, result in zip(answers, results, strict=True):
            if result is not None:
                answer.results[sample], answer.terms[sample] = result
        return True

    def _spent(self) -> bool:
        most = self.table.limit.nodes
        return self.expired() or (most is not None and self.nodes >= most)

    def _try(self, action: Action, sample: int) -> tuple[float, list[float]] | None:
        """The result to expect after an answer, and its terms; None if it is impossible here, or there is no time."""
        rng = Random(self.seed * 1_000_003 + sample)
        game = imagine(self.table, rng)
        asked: list[Asked] = [set() for _ in self.table.setup.all_players]
        asked[self.table.player] = set(self.asked)
        try:
            self._push(game, self.table.player, action, asked)
        except IllegalAction:
            return None
        result = self._play_on(game, rng, asked)
        if result is None:
            return None
        return result, standing_by_term(terms_of_players(self.forecast, game.state, Character()), self.table.player)

    def _push(self, game: Game, player: Player, action: Action, asked: list[Asked]) -> None:
        if is_proposal(game.state, player, action):
            asked[player].add(key_of(action))
        game.push(action)
        self.nodes += 1

    def _play_on(self, game: Game, rng: Random, asked: list[Asked]) -> float | None:
        """Play all seats until the player's first choice after some rounds; what the network expects there."""
        streams = [Random(rng.random()) for _ in asked]
        me, left, now = self.table.player, ROUNDS, _round(game.state)
        turn = self.table.turn
        for _ in range(LONGEST):
            if self._spent():
                return None
            if game.is_over:
                break
            actor = game.actors[0]
            if actor == CHANCE:
                game.push(draw(game, rng))
                continue
            table = Table(game, actor)
            if table.turn != turn:
                turn = table.turn
                asked = [set() for _ in asked]
            decision = self.reader.read(table, asked[actor])
            if len(decision.candidates) == 1:
                action = decision.candidates[0]
                if isinstance(action, RunTrains) and not has_time_to_run(game, action, self.expired):
                    return None
            else:
                judgment = self.network.judge(decision.position, decision.rows)
                if actor == me and left <= 0:
                    return judgment.value
                action = streams[actor].choices(decision.candidates, judgment.chances.tolist())[0]
            self._push(game, actor, action, asked)
            after = _round(game.state)
            if after != now:
                left, now = left - 1, after
        return result_of(game.result().wealth, me)


def _round(s: State) -> tuple[int, int, int]:
    return (s.round, s.round_number, s.operating_round if s.round == RoundKind.OPERATING else 0)
