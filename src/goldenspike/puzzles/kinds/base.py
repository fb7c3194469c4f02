"""What the kinds of puzzles have in common: every answer is tried, and the best ones are right.

A kind says which answers there are and what each is worth. Finding, proving and judging follow from that.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from goldenspike.core.actions import Action
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Company, Player, by_company
from goldenspike.core.reasons import IllegalAction
from goldenspike.core.rules.runs import best_routes
from goldenspike.core.rules.train_card import has_train
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.puzzles.model import About

Facts = Mapping[str, int | str]
"""What an explanation names: amounts, and ids of railroads and players."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """One answer and what it is worth; None if it does not do what is asked."""

    action: Action
    worth: int | None


@dataclass(frozen=True, slots=True)
class Survey:
    """All answers to a question."""

    weighed: tuple[Weighed, ...]
    size: int
    """How many answers were compared."""

    @property
    def best(self) -> int | None:
        return max((one.worth for one in self.weighed if one.worth is not None), default=None)

    @property
    def answers(self) -> tuple[Action, ...]:
        best = self.best
        return tuple(one.action for one in self.weighed if one.worth is not None and one.worth == best)

    @property
    def next(self) -> int | None:
        best = self.best
        return max((one.worth for one in self.weighed if one.worth is not None and one.worth != best), default=None)


@dataclass(frozen=True, slots=True)
class Judgement:
    is_right: bool
    worth: int | None
    """What the answer is worth; None if it does not do what is asked."""
    facts: Facts = field(default_factory=dict)


class Kind(ABC):
    name: ClassVar[str]
    step: ClassVar[str]
    """The question of the game at which the puzzle is posed."""
    tries: ClassVar[int] = 24
    """How many positions of a game are looked at when puzzles are made."""
    least_choices: ClassVar[int] = 2
    most_answers: ClassVar[int] = 3
    """A question with more best answers than this is no puzzle."""
    least_gap: ClassVar[int] = 10
    """By how much the best answers must be better than the others."""

    def applies(self, game: Game) -> bool:
        """Whether the question may be posed here, judged by what is asked in the game."""
        question = game.question
        return question.kind == self.step and len(question.players) == 1 and question.players[0] != CHANCE

    @abstractmethod
    def subjects(self, game: Game) -> list[About]:
        """What could be asked about in this position."""

    @abstractmethod
    def choices(self, game: Game, about: About) -> list[Action]:
        """All answers; what is not among them is no answer."""

    @abstractmethod
    def worth(self, game: Game, about: About, action: Action) -> int | None:
        """What a legal answer is worth; None if it does not do what is asked."""

    def facts(self, game: Game, about: About, action: Action) -> Facts:
        """What the explanation of an answer names."""
        return {}

    def canonical(self, action: Action) -> Action:
        """One of several actions that count as the same answer."""
        return action

    def survey(self, game: Game, about: About) -> Survey:
        weighed = tuple(Weighed(action, self.worth(game, about, action)) for action in self.choices(game, about))
        return Survey(weighed, len(weighed))

    def is_puzzle(self, found: Survey) -> bool:
        best, other = found.best, found.next
        if best is None or found.size < self.least_choices or not 1 <= len(found.answers) <= self.most_answers:
            return False
        if len(found.answers) == len(found.weighed):
            return False
        return other is None or best - other >= self.least_gap

    def find(self, game: Game, subjects: list[About]) -> tuple[About, Survey] | None:
        """The best question about one of the subjects, with all its answers; None if none is a puzzle."""
        found = [(about, self.survey(game, about)) for about in subjects]
        good = [(about, survey) for about, survey in found if self.is_puzzle(survey)]
        return max(good, key=lambda one: one[1].best or 0, default=None)

    def judge(self, game: Game, about: About, best: int, action: Action) -> Judgement:
        """Whether a legal action is a best answer, whoever listed the best ones. An illegal one raises IllegalAction."""
        self.check(game, action)
        action = self.canonical(action)
        worth = self.worth(game, about, action) if action in self.choices(game, about) else None
        facts = self.facts(game, about, action) if worth is not None or action in self.choices(game, about) else {"other": 1}
        return Judgement(worth == best, worth, facts)

    def check(self, game: Game, action: Action) -> None:
        """Raise IllegalAction if the rules refuse the action."""
        refusal = game.refuse(action)
        if refusal is not None:
            raise IllegalAction(refusal, action)


def after(game: Game, action: Action) -> State:
    """The position after an action."""
    trial = Game(game.setup, game.state)
    trial.push(action)
    return trial.state


def best_run(setup: Setup, s: State, company: Company) -> int:
    """What a railroad's trains can earn at best, proven."""
    if not has_train(setup, s, company):
        return 0
    return best_routes(setup, s, company).revenue


def presided_by(s: State, player: Player) -> list[Company]:
    return [company for company, president in by_company(s.presidents) if president == player]


def presided_by_others(s: State, player: Player) -> list[Company]:
    return [company for company, president in by_company(s.presidents) if president in s.seating and president != player]
