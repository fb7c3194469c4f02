"""The data of a table's page for one reader.

A page has two kinds of attributes. The cheap ones say who looks at which position with which rights. The others are derived
from the game, computed only when a part of the page is rendered, and name the cheap ones that determine them. The key under
which a rendered part is shared among readers follows from these names (see `parts`).
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from cachetools.keys import hashkey

from goldenspike import svg
from goldenspike.core import events
from goldenspike.core.actions import Action, ClosePrivate, ContestRun, Route, RunTrains
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import NONE, Company, Hex, Place, Player, by_company
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind
from goldenspike.learn.path import LESSONS
from goldenspike.protocol.messages import Status
from goldenspike.server.accounts.people import Person
from goldenspike.server.api.describe import may_answer
from goldenspike.server.clocks.faces import Face, TimeOutView, faces_of, votes_of
from goldenspike.server.learn.card import Asks, CoachCard, coach_card
from goldenspike.server.learn.coaching import may_be_coached
from goldenspike.server.learn.looking_back import may_look_back
from goldenspike.server.lobby.form import differences_of
from goldenspike.server.lobby.listing import Waiting
from goldenspike.server.orders.rows import OrderRow, PriceRow, orders_at
from goldenspike.server.plans.links import PlanLink
from goldenspike.server.services import Services
from goldenspike.server.table.copies import may_copy
from goldenspike.server.table.live_table import Entry, LiveTable, Move, UndoRequest, UndoTarget
from goldenspike.server.table.log_lines import LogLine, first_shown, log_lines
from goldenspike.server.table.panel import Button, Panel, make_panel
from goldenspike.server.table.pictures import BOARD_FIELDS, LABEL_FIELDS, MARKET_FIELDS, fields_of, tokens_by_hex
from goldenspike.server.table.quick import shortcut_buttons
from goldenspike.server.table.refusals import RefusedAction, refused_actions
from goldenspike.server.table.runs import Runs, RunSet, Stretch, step_of_run
from goldenspike.server.table.since_card import SinceCard, since_card
from goldenspike.server.table.standin import StandInView
from goldenspike.server.table.standings import history_of
from goldenspike.server.table.trades import Card, make_cards
from goldenspike.server.words import Words
from goldenspike.text import TERMS, Explanation, market_terms
from goldenspike.view import (
    Choices,
    Course,
    Figures,
    History,
    Standing,
    View,
    Visibility,
    choices_for,
    figures,
    has_secrets,
    hexes_in_play,
    public_figures,
    seat_view,
    standing,
    tells_totals,
)
from goldenspike.view.choices import NO_CHOICES
from goldenspike.view.figures import CompanyFigures
from goldenspike.view.forecast import Forecast, forecast
from goldenspike.view.history import Earning
from goldenspike.view.model import CompanyView, PlayerView
from goldenspike.view.phases import PhaseRow, columns_of, phase_chart
from goldenspike.view.rounds import RoundTable, round_table
from goldenspike.view.secrets import masked_state, visibility_for
from goldenspike.view.shortcuts import before_run, shortcuts_for
from goldenspike.view.steps import TURN_STARTS, Steps, steps_from

FIRST_TABS = {"operating": "companies"}
"""The list that matters most beside the view of the round, unless it is that of the players."""

VIEWS = ("board", "auction", "market", "sheet", "tiles")
"""The large views. Each kind of round has its own: auctions and stock rounds a table to trade in, others the board."""
ROUND_VIEWS = {"seating": "auction", "auction": "auction", "stock": "market"}

T = TypeVar("T")
BoardKey = tuple[Hashable, tuple[Route, ...], Stretch | None, tuple[int, ...], tuple[Hex, ...], tuple[Place, ...]]
"""The position, then what is marked: routes, a destination run, the last move, hexes and cities to choose."""


class Derived(cached_property[T]):
    """An attribute of a page that takes time to compute, and the names of the cheap attributes that determine it.

    It is computed once for all readers for whom these are the same (see `SharedValues`).
    """

    def __init__(self, compute: Callable[[Any], T], depends: tuple[str, ...]) -> None:
        # What `cached_property` calls if the page has no value of its own yet.
        super().__init__(lambda page: page.share((self.attrname, *(getattr(page, name) for name in depends)), compute))
        self.depends = depends


def derived(*depends: str) -> Callable[[Callable[[Any], T]], Derived[T]]:
    return lambda compute: Derived(compute, depends)


POSITION = ("undos", "ply")
SEEN = (*POSITION, "visibility")
"""What a reader may know of a position."""
ASKED = (*SEEN, "is_present", "seat", "own", "is_playing", "run")
"""What a reader may do there."""


@dataclass(frozen=True, slots=True)
class Owned:
    """The shares of a company, without its money, which not everybody may know."""

    id: str
    name: str
    par: int | None
    president: Player | None
    holdings: dict[int, int]
    share_percent: int
    closed: bool

    @staticmethod
    def of(company: CompanyView) -> "Owned":
        return Owned(
            company.id,
            company.name,
            company.par,
            company.president,
            company.holdings,
            company.share_percent,
            company.closed,
        )


@dataclass(frozen=True, slots=True)
class HintShown:
    """A hint, and what its button sends."""

    move: str
    why: str
    action: str
    ply: int
    undos: int


@dataclass(eq=False)
class TablePage:
    services: Services
    table: LiveTable
    state: State
    """The position shown."""
    ply: int
    person: Person | None
    own: tuple[Player, ...]
    """The seats that the reader controls."""
    seat: Player | None
    """The one whose view is shown."""
    words: Words
    present: frozenset[str]
    """Ids of the players who have a page open."""
    whole_log: bool = False
    run: int | None = None
    """The number of the run to show."""
    address: str = ""
    """Where the server is reached, for the invitation."""
    zone: str = "UTC"
    """The reader's time zone."""
    hint: HintShown | None = None
    moves: list[Move] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    found_runs: Runs | None = None
    standings: tuple[Standing, ...] = ()
    turn_state: State | None = None
    """The position at the start of the turn in a stock round, None if nothing has been traded in it."""
    undo_target: UndoTarget | None = None
    """Where the reader's next undo leads, None if there is nothing to undo."""
    plans: tuple[PlanLink, ...] = ()
    """What the reader has tried out here."""
    next_table: Waiting | None = None
    """Another table that waits for the reader, while this one does not."""
    found_ahead: tuple[Route, ...] = ()
    """The best run, before it is due."""
    orders: tuple[OrderRow, ...] = ()
    """The reader's orders that are in force or have stopped unexpectedly."""
    prices: tuple[PriceRow, ...] = ()
    """What players offer to everybody."""

    # --- cheap: who looks at what

    @property
    def undos(self) -> int:
        return self.table.undos

    @property
    def last_ply(self) -> int:
        return self.table.ply

    @property
    def revision(self) -> int:
        return self.table.revision

    @property
    def is_present(self) -> bool:
        """Whether the newest position is shown."""
        return self.ply == self.table.ply

    @cached_property
    def actors(self) -> tuple[Player, ...]:
        return self.table.actors if self.is_present else ()

    @cached_property
    def visibility(self) -> Visibility:
        return visibility_for(self.table.setup, self.state, self.seat)

    @property
    def history_seat(self) -> Player | None:
        """Who looks at the history; it is the same for everybody unless money is hidden."""
        return self.seat if has_secrets(self.table.setup, self.state) else None

    @property
    def log_seat(self) -> Player | None:
        """Who reads the log; it is the same for everybody unless payments are told only to those who see the money."""
        return self.seat if tells_totals(self.table.setup, self.table.state) else None

    @property
    def is_acting(self) -> bool:
        """Whether anybody can act in the position shown."""
        return self.is_present and self.table.status is Status.RUNNING

    @property
    def is_playing(self) -> bool:
        """Whether the reader can act there. A seat played by a bot is view-only."""
        return self.is_acting and not (self.seat is not None and self.table.seats[self.seat].played_by)

    @cached_property
    def is_my_turn(self) -> bool:
        """Whether the reader is asked in the position shown."""
        return self.is_present and self.is_awaited

    @cached_property
    def is_awaited(self) -> bool:
        """Whether the game waits for the reader, whatever position is shown."""
        return any(actor in self.own and not self.table.seats[actor].played_by for actor in self.table.actors)

    @property
    def undo_request(self) -> UndoRequest | None:
        return self.table.undo_request

    @property
    def asked_to_agree(self) -> bool:
        return self.person is not None and may_answer(self.table, self.person)

    @property
    def has_asked_to_undo(self) -> bool:
        request = self.table.undo_request
        return request is not None and self.person is not None and request.user_id == self.person.id

    @property
    def can_redo(self) -> bool:
        return self.is_present and self.table.may_redo(self.person)

    @property
    def may_export(self) -> bool:
        alone = self.person is not None and self.table.is_one_screen(self.person)
        return alone or not has_secrets(self.table.setup, self.table.state)

    @property
    def copying(self) -> str:
        """Whether the reader may copy the position: yes, hidden if money is still hidden, otherwise empty."""
        if self.table.status is Status.WAITING or self.state.round == RoundKind.OVER:
            return ""
        return "yes" if may_copy(self.table, self.person) else "hidden"

    @property
    def lesson(self) -> str:
        return self.table.lesson

    @property
    def is_coached(self) -> bool:
        """Whether the reader may ask the coach, who speaks of the present position whatever position is shown."""
        return self.seat is not None and may_be_coached(self.table, self.person)

    @property
    def looks_back(self) -> bool:
        """Whether the reader is told which decisions of a finished game mattered most."""
        return self.seat is not None and may_look_back(self.table, self.person)

    @property
    def may_have_hint(self) -> bool:
        on_turn = self.seat is not None and self.seat in self.actors and not self.table.seats[self.seat].played_by
        return on_turn and self.table.may_have_hints(self.person)

    @cached_property
    def stand_in(self) -> StandInView:
        return StandInView.of(self.table, self.person, self.present, self.services.stand_ins.absence)

    @property
    def to_remind(self) -> tuple[Player, ...]:
        """Seats of others who are away and for whom the game waits."""
        return tuple(seat for seat in self.stand_in.away if seat in self.actors)

    @property
    def time(self) -> int:
        """The server's time, for clocks; no part may depend on it."""
        return self.services.tables.now()

    @cached_property
    def clock_faces(self) -> tuple[Face, ...]:
        return faces_of(self.table)

    @cached_property
    def first_clock(self) -> Face | None:
        """The clock in the bar: the reader's if it runs, otherwise that of the first player whom the game waits for."""
        running = [seat for seat in self.table.actors if seat >= 0 and self.clock_faces and _is_shown(self.clock_faces[seat])]
        first = sorted(running, key=lambda seat: seat not in self.own)[:1]
        return self.clock_faces[first[0]] if first else None

    @cached_property
    def time_out_votes(self) -> tuple[TimeOutView, ...]:
        return votes_of(self.table, self.person)

    @property
    def invitation(self) -> str:
        return f"{self.address}/t/{self.table.id}/join/{self.table.invite}" if self.own else ""

    @property
    def may_plan(self) -> bool:
        """Whether the reader may try things out."""
        return bool(self.own) and self.table.status is Status.RUNNING and self.table.setup.has_map

    @property
    def is_waiting(self) -> bool:
        """Whether only others can move, so that a page without scripts can reload without losing input."""
        return (
            self.is_present
            and self.table.status in (Status.WAITING, Status.RUNNING)
            and not (self.is_my_turn or self.asked_to_agree)
        )

    @property
    def round_kind(self) -> str:
        """That of the position shown."""
        return RoundKind(self.state.round).name.lower()

    @property
    def first_tab(self) -> str:
        """The list shown next to the board by default."""
        return FIRST_TABS.get(self.round_kind, "players")

    @property
    def views(self) -> tuple[str, ...]:
        """The large views of this game, that of the round first."""
        title, has_map = self.table.setup.title, self.table.setup.has_map
        lacking = {"board": not has_map, "auction": not title.privates, "market": not title.has_shares, "tiles": not has_map}
        available = [view for view in VIEWS if not lacking.get(view)]
        operating = "board" if has_map else "sheet"
        first = ROUND_VIEWS.get(self.round_kind, operating)
        return tuple(sorted(available, key=lambda view: view != first))

    # --- derived from the game

    @cached_property
    def identity(self) -> Hashable:
        """What all parts may depend on: the table as far as it does not follow from the position, and the language."""
        return hashkey(self.table.id, self.table.seats, self.table.status, self.words.language)

    def share(self, key: Hashable, compute: Callable[["TablePage"], T]) -> T:
        """A value that is the same for all readers of the position with that key."""
        if self.run is not None:
            # A choice of the reader, who may try many.
            return compute(self)
        if key not in self._shared:
            self._shared[key] = compute(self)
        value: T = self._shared[key]
        return value

    @cached_property
    def _shared(self) -> dict[Hashable, Any]:
        """What has been derived from the position so far, by whoever reads it."""
        return self.services.shared.at((self.identity, self.revision, self.undos, self.ply))

    async def load(self) -> None:
        """Fetch what the derived attributes need and only the database or another thread can tell."""
        live = self.services.tables.live
        shared = self._shared
        self.moves = await live.moves(self.table)
        if "entries" not in shared:
            shared["entries"] = await live.entries(self.table.id)
        self.entries = shared["entries"]
        self.found_runs = await self.find_runs()
        self.standings = await self.services.standings.find(self.table, self.course)
        self.found_ahead = await self.find_ahead()
        if self.state.round == RoundKind.STOCK and self.state.acted:
            if "turn_state" not in shared:
                start = start_of_turn(self.moves, self.ply, self.state.turn)
                shared["turn_state"] = await live.state_at(self.table, start)
            self.turn_state = shared["turn_state"]
        if self.is_present:
            if ("undo_target", self.own) not in shared:
                shared["undo_target", self.own] = await self.services.tables.undoing.undo_target(self.table, self.own)
            self.undo_target = shared["undo_target", self.own]

    async def prepare_board(self) -> None:
        setup, seen, words = self.table.setup, self.seen, self.words.pictures()
        if not setup.has_map:
            return
        await self.services.pictures.prepare(self.table.id, lambda: svg.board(setup, seen, theme="page", words=words))

    async def action_at(self, ply: int) -> Action | None:
        """The action that led to a position."""
        return await self.services.tables.action_at(self.table, ply)

    async def find_runs(self) -> Runs | None:
        """The routes of the company that is about to run, or has just run and not yet paid."""
        table, state = self.table, self.state
        step = step_of_run(table.setup, state)
        if not step:
            return None
        declared = None
        if step == "dividend":
            # The last move, or the one before it if a draw changed the revenue (S-6) or somebody contested the run (7.4).
            for number in (self.ply, self.ply - 1):
                declared = await self.action_at(number)
                if isinstance(declared, ContestRun) and state.revenues[state.operating]:
                    declared = RunTrains(declared.player, declared.company)
                if isinstance(declared, RunTrains):
                    break
            else:
                return None
        found = declared if isinstance(declared, RunTrains) else None
        return await self.services.runs.find((table.id, table.undos, self.ply), table.setup, state, found)

    async def find_ahead(self) -> tuple[Route, ...]:
        """The best run of the company that operates, before it is due."""
        ahead = before_run(self.table.setup, self.state, self.seat) if self.is_playing and self.found_runs is None else None
        if ahead is None:
            return ()
        return await self.services.runs.ahead((self.table.id, self.table.undos, self.ply), self.table.setup, ahead[0])

    @derived(*SEEN)
    def view(self) -> View:
        return seat_view(self.table.setup, self.state, None, self.visibility, self.public_view)

    @derived(*POSITION)
    def public_view(self) -> View:
        """The view of spectators."""
        return seat_view(self.table.setup, self.state, None)

    @derived(*SEEN)
    def ownership(self) -> tuple[Owned, ...]:
        """Who owns what of each company."""
        return tuple(Owned.of(company) for company in self.view.companies)

    @derived(*SEEN, "seat")
    def own_standing(self) -> PlayerView | None:
        """The reader's own figures, None for spectators."""
        return self.view.players[self.seat] if self.seat is not None else None

    @derived(*SEEN)
    def seen(self) -> State:
        return masked_state(self.table.setup, self.state, self.visibility)

    @derived(*SEEN, "lesson")
    def question(self) -> str:
        if self.table.status is Status.WAITING:
            return self.words("table.waiting")
        if self.table.status is Status.ENDED:
            return self.words("table.ended")
        seats, lesson = self.view.question.seats, LESSONS.get(self.lesson)
        if lesson is not None and seats and lesson.seat not in seats:
            # What bots are asked says nothing to somebody who is learning.
            return self.words("learn.others_play", names=", ".join(self.table.names[seat] for seat in seats))
        return self.words.ask(self.seen, self.table.context)

    @derived(*SEEN)
    def forecast(self) -> Forecast | None:
        """How long the bank will last."""
        return forecast(self.table.setup, self.course.paid, self.view)

    @derived(*POSITION)
    def public_figures(self) -> Figures:
        return public_figures(self.table.setup, self.state, self.table.sales)

    @derived(*SEEN)
    def figures(self) -> Figures:
        return figures(self.table.setup, self.state, None, self.visibility, self.public_figures)

    @derived(*POSITION)
    def next_rust(self) -> int:
        """How many purchases away the next trains to rust are, 0 if none will."""
        ahead = [train.purchases for company in self.public_figures.companies for train in company.trains if train.purchases]
        return min(ahead, default=0)

    @derived(*POSITION)
    def course(self) -> Course:
        """The course of the game up to the position shown."""
        return self.services.standings.course(self.table, self.moves[: self.ply])

    @derived(*POSITION, "history_seat")
    def history(self) -> History:
        """The course of the game, including the position shown."""
        return history_of(self.table, self.standings, self.course, self.state, self.history_seat, self.present_standing)

    @derived(*POSITION)
    def present_standing(self) -> Standing:
        """What the players have in the position shown."""
        return standing(self.table.setup, self.state, self.course.moves)

    @derived(*SEEN, "history_seat")
    def operating(self) -> tuple[tuple[CompanyView, CompanyFigures, tuple[Earning, ...]], ...]:
        """The company that operates, with its figures and what it has earned; none outside operating rounds."""
        if self.state.round != RoundKind.OPERATING:
            return ()
        every = zip(self.view.companies, self.figures.companies, self.history.companies, strict=True)
        return tuple((company, own, past.earnings) for company, own, past in every if company.operating)

    @derived(*POSITION, "last_ply")
    def steps(self) -> Steps:
        """Where the buttons of the history lead."""
        whole = self.services.standings.course(self.table, self.moves)
        return steps_from(whole.turn_plies, whole.round_plies, whole.moves, self.ply)

    @derived(*POSITION)
    def round_table(self) -> RoundTable:
        return round_table(self.table.setup, self.state, self.turn_state)

    @derived(*POSITION)
    def phases(self) -> tuple[PhaseRow, ...]:
        return phase_chart(self.table.setup, self.table.setup.title.phases[self.state.phase].id)

    @derived(*POSITION)
    def phase_columns(self) -> frozenset[str]:
        return columns_of(self.phases)

    @derived(*POSITION, "run")
    def runs(self) -> Runs | None:
        return self.found_runs.choose(self.run) if self.found_runs is not None else None

    @property
    def drawn_run(self) -> RunSet | None:
        """The run to draw on the board."""
        return self.runs.shown if self.runs is not None else None

    @derived(*ASKED)
    def choices(self) -> Choices:
        if not self.is_playing:
            return NO_CHOICES
        return _with_routes(choices_for(self.table.setup, self.state, self.seat), self.runs)

    @derived(*ASKED)
    def panel(self) -> Panel:
        beside = _beside(self.table, self.state, self.own, self.seat) if self.is_playing else ()
        last = () if self.table.setup.has_map else last_run(self.moves[: self.ply], self.state.operating)
        return make_panel(self.table.setup, self.state, self.seen, self.choices, self.words, self.table.context, beside, last)

    @derived(*ASKED)
    def shortcuts(self) -> tuple[Button, ...]:
        """Several moves in one: run and pay, from the run or from the steps before it."""
        routes = self.found_ahead
        if self.runs is not None:
            routes = () if self.runs.is_declared else self.runs.shown.routes
        if not self.is_playing or not routes:
            return ()
        shortcuts = shortcuts_for(self.table.setup, self.state, self.seat, routes)
        return shortcut_buttons(self.table.setup, shortcuts, self.words, self.table.context)

    @derived(*ASKED)
    def other_speakers(self) -> tuple[Player, ...]:
        """Other seats at the same screen that may act."""
        return tuple(seat for seat in self.actors if seat in self.own and seat != self.seat)

    @derived(*ASKED)
    def turn_start(self) -> int | None:
        """Where the current turn of the reader's seat began, None if it has made no more than one move in it."""
        if not self.is_playing or self.seat not in self.actors:
            return None
        start = start_of_turn(self.moves, self.ply, self.seat)
        return start if start < self.ply - 1 else None

    @derived(*ASKED)
    def refused(self) -> tuple[RefusedAction, ...]:
        if not self.is_playing or self.seat is None or self.seat not in self.actors:
            return ()
        return refused_actions(
            self.table.setup, self.state, self.seen, self.seat, self.view, self.choices, self.words, self.table.context
        )

    @derived(*ASKED)
    def cards(self) -> Mapping[str, Card]:
        """Shares that may be traded, by company."""
        if not self.is_acting:
            return {}
        return make_cards(
            self.table.setup, self.state, self.seen, self.seat, self.view, self.choices, self.words, self.table.context
        )

    @derived(*ASKED)
    def trades_at(self) -> tuple[int, int] | None:
        """The ply and undo count for the forms on the cards, None if there are no cards."""
        return (self.table.ply, self.table.undos) if self.cards else None

    @derived(*ASKED)
    def asks_on_map(self) -> bool:
        """Whether the reader is asked for a place on the board."""
        return self.is_my_turn and self.view.question.on_map

    @derived(*ASKED)
    def asks_on_board(self) -> str:
        """The kind of question that is answered by clicking the board, empty if there is none."""
        return self.view.question.kind if self.panel.hexes or self.panel.places or self.asks_on_map else ""

    @derived(*POSITION, "is_present", "own")
    def can_undo(self) -> bool:
        """Whether the reader made the last decision, so that an undo takes back nothing of others."""
        return self.undo_target is not None and not self.undo_target.takes_others

    @derived(*POSITION, "is_present", "own")
    def undo_further(self) -> int | None:
        """The ply before the reader's last decision if others have moved since."""
        return self.undo_target.ply if self.undo_target is not None and self.undo_target.takes_others else None

    @derived(*POSITION)
    def focus(self) -> str:
        """Left, top, width and height of the part of the board that is in play."""
        return " ".join(f"{one:.0f}" for one in svg.extent(self.table.setup, hexes_in_play(self.table.setup, self.state)))

    @derived(*ASKED)
    def board_key(self) -> BoardKey:
        """All that the board is drawn from, apart from the table and the language."""
        run, panel = self.drawn_run, self.panel
        routes = run.routes if run is not None else ()
        stretch = run.stretch if run is not None else None
        last = tuple(_touched(self.moves[self.ply - 1])) if self.ply else ()
        return fields_of(self.state, BOARD_FIELDS), routes, stretch, last, panel.hexes, panel.places

    @derived(*ASKED)
    def board(self) -> str:
        table, seen, words = self.table, self.seen, self.words
        _, routes, stretch, last, hexes, places = self.board_key
        kept = self.services.pictures
        on_hex = tokens_by_hex(seen)
        same = ("hex", table.id, words.language, fields_of(seen, LABEL_FIELDS))

        def label(hex: Hex) -> str:
            return kept.get((*same, hex, seen.faces[hex], on_hex[hex]), lambda: words.whole_hex(hex, seen, table.context))

        return svg.board(
            table.setup,
            seen,
            theme="page",
            routes=routes,
            stretch=stretch,
            selectable=hexes,
            selectable_places=places,
            last=last,
            label_of_hex=label,
            label_of_place=lambda place: words.whole_place(place, seen, table.context),
            words=words.pictures(),
        )

    @derived(*SEEN)
    def market_key(self) -> Hashable:
        """All that the market is drawn from, apart from the table and the language."""
        return fields_of(self.state, MARKET_FIELDS)

    @derived(*SEEN)
    def market(self) -> str:
        return svg.market(
            self.table.setup, self.seen, theme="page", words=self.words.pictures(), terms=market_terms(self.table.setup)
        )

    @derived(*POSITION)
    def explanations(self) -> tuple[Explanation, ...]:
        return self.words.explain_all(self.state, self.table.context)

    @derived()
    def market_terms(self) -> tuple[str, ...]:
        """What the cells of the market mean, in the order of the explanations, without the share value itself."""
        used = set(market_terms(self.table.setup).values()) - {"price"}
        return tuple(term for term in TERMS if term in used)

    @derived("undos", "last_ply", "seat")
    def since(self) -> SinceCard | None:
        """What has happened since the reader's last turn, whatever position is shown; None for spectators."""
        if self.seat is None or self.table.status is Status.WAITING:
            return None
        return since_card(self.table, self.moves, self.seat, self.words)

    @derived("undos", "last_ply", "seat", "lesson", "is_coached", "is_my_turn", "looks_back")
    def coach(self) -> CoachCard | None:
        """The lesson and the coach, None where there is neither."""
        if self.seat is None:
            return None
        asks = Asks(self.is_coached, self.is_my_turn, self.looks_back)
        return coach_card(self.table, self.moves, self.seat, asks, self.words)

    @derived("revision", "whole_log", "log_seat")
    def log(self) -> tuple[LogLine, ...]:
        return log_lines(self.table, self.moves, self.entries, self.log_seat, self.words, self.whole_log)

    @derived("revision", "whole_log")
    def log_is_whole(self) -> bool:
        return first_shown(len(self.moves), self.whole_log) == 1

    @derived(*POSITION)
    def railroads(self) -> tuple[str, ...]:
        """The railroads that have a president, by which the log can be filtered."""
        cards = self.table.setup.title.companies
        return tuple(cards[company].id for company, president in by_company(self.state.presidents) if president != NONE)

    @derived()
    def differences(self) -> tuple[tuple[str, str], ...]:
        """Options and values that differ from the version's defaults."""
        title = self.table.setup.title
        return tuple(differences_of(title.name, title.version, self.table.options, self.words.language))


async def present_table(
    services: Services,
    table: LiveTable,
    person: Person | None,
    words: Words,
    ply: int | None = None,
    seat: int | None = None,
    whole_log: bool = False,
    run: int | None = None,
    address: str = "",
) -> TablePage:
    own = table.seats_of(person)
    words = words.at(table.setup.title.name)
    shown = table.ply if ply is None else ply
    orders, prices = await orders_at(services.orders, table, person, words)
    # A bot will have moved in a moment.
    awaited = any(seat in own or seat == CHANCE or table.seats[seat].played_by for seat in table.actors)
    is_free = person is not None and own and table.status is not Status.WAITING and not awaited and not table.lesson
    players = {seat.user_id for seat in table.seats}
    return TablePage(
        services=services,
        table=table,
        state=await services.tables.live.state_at(table, shown),
        ply=shown,
        person=person,
        own=own,
        seat=table.seats[seat].number if seat is not None and seat in own else table.speaking_seat(person),
        words=words,
        present=frozenset(one for one in await services.hub.present(table.id) if one in players or one == table.host_id),
        whole_log=whole_log,
        run=run,
        address=address,
        plans=await services.plans.links(person, table) if person is not None and own else (),
        next_table=await services.lobby.next_waiting(person, table.id) if person is not None and is_free else None,
        zone=(await services.clocks.calendar(person)).zone if table.clock is not None and person is not None else "UTC",
        orders=orders,
        prices=prices,
    )


def _is_shown(face: Face) -> bool:
    return face.deadline is not None or face.is_up


def start_of_turn(moves: Sequence[Move], ply: int, seat: int | None) -> int:
    """The ply at which the turn of a seat began that is under way at `ply`."""
    for move in reversed(moves[:ply]):
        if move.seat != seat or any(isinstance(event, TURN_STARTS) for event in move.events):
            break
        ply = move.ply - 1
    return ply


def _beside(table: LiveTable, state: State, own: tuple[Player, ...], viewer: Player | None) -> list[Action]:
    """What the other seats on the same screen may do at any time: only its owner may close a private company."""
    others = [seat for seat in own if seat != viewer and not table.seats[seat].played_by]
    found = (action for seat in others for action in choices_for(table.setup, state, seat).actions)
    return [action for action in found if isinstance(action, ClosePrivate)]


def last_run(moves: Sequence[Move], company: Company) -> tuple[int, ...]:
    """What a railroad's trains earned last on the real table: one amount for each, or one for all; empty if they never ran."""
    for move in reversed(moves):
        run = [event for event in move.events if isinstance(event, events.TrainsRun) and event.company == company]
        if run:
            each = tuple(event.revenue for event in move.events if isinstance(event, events.TrainEarned))
            return each or (run[0].revenue,)
    return ()


def _touched(move: Move) -> Sequence[int]:
    """Hexes that a move changed."""
    return [event.hex for event in move.events if isinstance(event, events.TileLaid | events.TokenPlaced)]


def _with_routes(choices: Choices, runs: Runs | None) -> Choices:
    """Declare the run that is shown."""
    if runs is None or runs.is_declared:
        return choices
    declared = tuple(replace(one, routes=runs.shown.routes) if isinstance(one, RunTrains) else one for one in choices.actions)
    return Choices(declared, choices.offers)
