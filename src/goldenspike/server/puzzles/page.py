"""The page of a puzzle: the parts of the table page for a position that nobody else plays."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from goldenspike.core.actions import Action, Route, RunTrains
from goldenspike.core.events import Event
from goldenspike.core.game import Game
from goldenspike.core.ids import Place, Train
from goldenspike.core.rules.runs import best_routes
from goldenspike.core.rules.train_card import has_train, owned_trains
from goldenspike.core.state import State, hex_of_place
from goldenspike.protocol.messages import SeatKind, Status
from goldenspike.puzzles.book import Opened, PuzzleBook
from goldenspike.puzzles.kinds import Judgement
from goldenspike.puzzles.kinds.run import stops_to_choose
from goldenspike.puzzles.model import Puzzle
from goldenspike.server.accounts.people import Person
from goldenspike.server.puzzles.sentences import ask
from goldenspike.server.services import Services
from goldenspike.server.table.derived import ASKED, POSITION, SEEN, SHARED, derived
from goldenspike.server.table.live_table import LiveTable, Move, Seat
from goldenspike.server.table.panel import Panel
from goldenspike.server.table.refusals import RefusedAction
from goldenspike.server.table.rendered_part import content_hash
from goldenspike.server.table.runs import Runs, RunSet, make_set
from goldenspike.server.table.standings import history_of
from goldenspike.server.table.table_page import TablePage
from goldenspike.server.table.trades import Card
from goldenspike.server.words import Words
from goldenspike.view import Choices, Course, Figures, History, choices_for, figures
from goldenspike.view.choices import NO_CHOICES

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen")
"""The players, in every language."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A position to show: that of the puzzle, or the one after an answer."""

    puzzle: Puzzle
    opened: Opened
    state: State
    action: Action | None = None
    judgement: Judgement | None = None
    routes: tuple[Route, ...] = ()
    """A run that explains the answer."""
    events: tuple[Event, ...] = ()
    """What the answer brought about."""


def show(book: PuzzleBook, puzzle: Puzzle, action: Action | None) -> Shown:
    """Open a puzzle and judge an answer; an illegal one raises IllegalAction. It may take a while."""
    opened = book.open(puzzle)
    if action is None:
        return Shown(puzzle, opened, opened.game.state)
    judgement = book.judge(puzzle, action)
    if isinstance(action, RunTrains):
        return Shown(puzzle, opened, opened.game.state, action, judgement, action.routes or ())
    trial = Game(opened.game.setup, opened.game.state)
    events = tuple(trial.push(action))
    return Shown(puzzle, opened, trial.state, action, judgement, _best_of(puzzle, trial), events)


def _best_of(puzzle: Puzzle, game: Game) -> tuple[Route, ...]:
    """The best run that the question is about: of the own railroad after a tile, of the rival after a station."""
    named = {"tile": "company", "station": "rival"}.get(puzzle.kind)
    if named is None:
        return ()
    company = game.setup.company_index[puzzle.about[named]]
    return best_routes(game.setup, game.state, company).routes if has_train(game.setup, game.state, company) else ()


class PuzzleTable(LiveTable):
    """A table that exists only as a page."""

    @property
    def path(self) -> str:
        return f"/puzzles/{self.name}"


def table_of(shown: Shown) -> PuzzleTable:
    """The table of a puzzle; each answer has an id of its own, under which its rendered parts are kept."""
    puzzle, setup = shown.puzzle, shown.opened.game.setup
    seats = tuple(Seat(player, SeatKind.LOCAL, None, NAMES[player], "") for player in setup.all_players)
    answer = content_hash(repr(shown.action)) if shown.action is not None else ""
    return PuzzleTable(
        id=f"{puzzle.id}-{answer}",
        name=puzzle.id,
        setup=setup,
        options={},
        host_id=None,
        invite="",
        listed=False,
        status=Status.RUNNING,
        seats=seats,
        state=shown.state,
        ply=puzzle.ply + bool(shown.events),
        undos=0,
        revision=0,
        undo_request=None,
        updated_at=0,
    )


@dataclass(frozen=True, slots=True)
class TrainToRun:
    """A train for which stops are chosen."""

    number: int
    train: Train


@dataclass(eq=False)
class PuzzlePage(TablePage):
    shown: Shown | None = None
    entered: frozenset[str] = frozenset()
    """The names of the fields that were filled in before, if the answer was not possible."""
    train_at_hand: int = 0
    """The number of the train whose stops are being chosen."""

    @property
    def puzzle(self) -> Puzzle:
        return self._shown.puzzle

    @property
    def _shown(self) -> Shown:
        assert self.shown is not None
        return self.shown

    @property
    def is_acting(self) -> bool:
        return self._shown.action is None

    @cached_property
    def is_awaited(self) -> bool:
        return self.is_acting

    @property
    def can_redo(self) -> bool:
        return False

    async def load(self) -> None:
        played = [(move.seat, move.events) for move in self._shown.opened.moves]
        if self._shown.events:
            played.append((self.own[0], self._shown.events))
        self.moves = [Move(ply, seat, events, 0) for ply, (seat, events) in enumerate(played, 1)]

    @derived(*SEEN)
    def question(self) -> str:
        return ask(self.puzzle, self.words, self.table.context)

    @derived(*POSITION, "history_seat")
    def history(self) -> History:
        course = Course.of((move.seat, move.events) for move in self.moves)
        return history_of(self.table, (), course, self.state, None)

    @derived(*SHARED)
    def figures(self) -> Figures:
        """Without the smallest sale that changes a presidency: it would be the answer."""
        found = figures(self.table.setup, self.state, None, self.common)
        return replace(found, companies=tuple(replace(one, dump=None) for one in found.companies))

    @derived(*POSITION, "run")
    def runs(self) -> Runs | None:
        return None

    @derived(*ASKED)
    def can_undo(self) -> bool:
        return False

    @derived(*ASKED)
    def choices(self) -> Choices:
        if not self.is_playing:
            return NO_CHOICES
        found = choices_for(self.table.setup, self.state, self.seat)
        return replace(found, actions=tuple(one for one in found.actions if not isinstance(one, RunTrains)))

    @derived(*ASKED)
    def panel(self) -> Panel:
        """Without consequences: to find them is the puzzle. For a run, the hexes with stops can be clicked."""
        found = super().panel
        found = replace(
            found,
            main=tuple(replace(one, effect="") for one in found.main),
            trains=tuple(replace(one, effect="") for one in found.trains),
        )
        hexes = tuple(sorted({hex_of_place(place) for place in self.stops}))
        return replace(found, hexes=hexes) if hexes else found

    @derived(*ASKED)
    def asks_on_board(self) -> str:
        found = super().asks_on_board
        return "" if self.puzzle.kind == "run" else found

    @derived(*ASKED)
    def cards(self) -> dict[str, Card]:
        found = super().cards
        return {
            company: replace(card, sells=tuple(replace(trade, president=None) for trade in card.sells))
            for company, card in found.items()
        }

    @derived(*ASKED)
    def refused(self) -> tuple[RefusedAction, ...]:
        """A run is declared in a form of its own."""
        return () if self.puzzle.kind == "run" else super().refused

    @property
    def stops(self) -> tuple[Place, ...]:
        """The stops to choose from, if a run is asked for."""
        if self.puzzle.kind != "run" or not self.is_acting:
            return ()
        return stops_to_choose(self.table.setup, self.state)

    @property
    def trains_to_run(self) -> tuple[TrainToRun, ...]:
        s = self.state
        owned = owned_trains(self.table.setup, s, s.operating) if self.stops else []
        return tuple(TrainToRun(number, train) for number, train in enumerate(owned))

    @property
    def drawn_run(self) -> RunSet | None:
        if not self._shown.routes:
            return None
        company = self.puzzle.about["rival" if self.puzzle.kind == "station" else "company"]
        return make_set(self.table.setup, self.state, self.table.setup.company_index[company], self._shown.routes)


def present_puzzle(services: Services, shown: Shown, person: Person | None, words: Words) -> PuzzlePage:
    table = table_of(shown)
    return PuzzlePage(
        services=services,
        table=table,
        state=shown.state,
        ply=table.ply,
        person=person,
        own=(table.seats[shown.puzzle.seat].number,),
        seat=table.seats[shown.puzzle.seat].number,
        words=words.at(table.setup.title.name),
        present=frozenset(),
        shown=shown,
    )
