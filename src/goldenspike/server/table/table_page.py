"""The page of a table for one reader: the position, and what belongs to a seat: choices, orders and plans."""

import asyncio
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from goldenspike import svg
from goldenspike.core import events
from goldenspike.core.actions import Action, ClosePrivate, ContestRun, Route, RunTrains
from goldenspike.core.ids import Company, Hex, Place, Player
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind
from goldenspike.learn.path import prepared_moves
from goldenspike.protocol.messages import Status
from goldenspike.server.learn.card import Asks, CoachCard, coach_card
from goldenspike.server.lobby.listing import Waiting
from goldenspike.server.orders.rows import OrderRow, PriceRow
from goldenspike.server.plans.links import PlanLink
from goldenspike.server.table.cached import cached
from goldenspike.server.table.derived import ASKED, POSITION, SHARED, derived
from goldenspike.server.table.live_table import LiveTable, Move, UndoTarget
from goldenspike.server.table.log_lines import LINES_SHOWN, log_lines
from goldenspike.server.table.panel import NO_PANEL, Button, Panel, make_panel
from goldenspike.server.table.part_context import digest
from goldenspike.server.table.pictures import BOARD_FIELDS, LABEL_FIELDS, fields_of, tokens_by_hex
from goldenspike.server.table.quick import shortcut_buttons
from goldenspike.server.table.reader_page import ReaderPage
from goldenspike.server.table.refusals import RefusedAction, refused_actions
from goldenspike.server.table.runs import Runs, Stretch, step_of_run
from goldenspike.server.table.since_card import SinceCard, since_card
from goldenspike.server.table.trades import Card, make_cards
from goldenspike.view import Choices, Visibility, choices_for
from goldenspike.view.choices import NO_CHOICES
from goldenspike.view.model import PlayerView
from goldenspike.view.shortcuts import before_run, shortcuts_for
from goldenspike.view.steps import TURN_STARTS

BoardKey = tuple[Hashable, tuple[Route, ...], Stretch | None, tuple[int, ...], tuple[Hex, ...], tuple[Place, ...]]
"""The position, then what is marked: routes, a destination run, the last move, hexes and cities to choose."""


@dataclass(frozen=True, slots=True)
class HintShown:
    """A hint, and what its button sends."""

    move: str
    why: str
    action: str
    ply: int
    undos: int


@dataclass(eq=False, kw_only=True)
class TablePage(ReaderPage):
    hint: HintShown | None = None
    undo_target: UndoTarget | None = None
    """Where the reader's next undo leads, None if there is nothing to undo."""
    plans: tuple[PlanLink, ...] = ()
    """What the reader has tried out here."""
    next_table: Waiting | None = None
    """Another table that waits for the reader, while this one does not."""
    is_loaded: bool = False
    found_ahead: tuple[Route, ...] = ()
    """The best run, before it is due."""
    orders: tuple[OrderRow, ...] = ()
    """The reader's orders that are in force or have stopped unexpectedly."""
    prices: tuple[PriceRow, ...] = ()
    """What players offer to everybody."""

    # --- cheap: what determines what the reader is shown

    @cached
    def acting(self) -> Hashable:
        """What determines what the reader may do; None for everybody who can do nothing, since they all see the same."""
        if not self.is_my_turn and not self.own_choices and not self.beside:
            return None
        return self.seat, self.own, self.is_playing, self.is_my_turn, self.visibility

    @property
    def known(self) -> Visibility:
        return self.common if self.acting is None else self.visibility

    # --- read before anything is derived

    async def load_once(self) -> None:
        if not self.is_loaded:
            await self.load()
            self.is_loaded = True

    async def load(self) -> None:
        """Fetch what the derived attributes need and only the database or another thread can tell."""
        live = self.services.tables.live
        shared = self._shared
        self.moves = await live.moves(self.table)
        if "entries" not in shared:
            shared["entries"] = await live.entries(self.table.id)
        self.entries = shared["entries"]
        if self.whole_log and len(self.moves) > LINES_SHOWN:
            # Written here, the log is only put together on the event loop.
            await asyncio.to_thread(log_lines, self.table, self.moves, self.entries, self.log_seat, self.words, True)
        if "runs" not in shared:
            shared["runs"] = await self.find_runs()
        self.found_runs = shared["runs"]
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
        # The words on the board need other space in each language.
        board = self.table.id, self.words.language
        await self.services.pictures.prepare(board, seen.faces, partial(svg.board, setup, seen, theme="page", words=words))

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
        if not self.is_playing or self.seat not in self.actors or self.found_runs is not None:
            return ()
        ahead = before_run(self.table.setup, self.state, self.seat)
        if ahead is None:
            return ()
        return await self.services.runs.ahead((self.table.id, self.table.undos, self.ply), self.table.setup, ahead[0])

    # --- derived from the game

    @derived(*SHARED, "seat")
    def own_standing(self) -> PlayerView | None:
        """The reader's own figures, None for spectators."""
        return self.view.players[self.seat] if self.seat is not None else None

    @derived(*SHARED)
    def result(self) -> tuple[PlayerView, ...]:
        """The players by wealth when the game is over, nobody before."""
        if self.view.end_reason == "none":
            return ()
        return tuple(sorted(self.view.players, key=lambda player: player.wealth or 0, reverse=True))

    @derived(*POSITION, "seat", "is_playing")
    def own_choices(self) -> Choices:
        """Those of the reader's seat before a run has been found."""
        return choices_for(self.table.setup, self.state, self.seat) if self.is_playing else NO_CHOICES

    @derived(*POSITION, "seat", "own", "is_playing")
    def beside(self) -> Sequence[Action]:
        """What the reader's other seats may do at any time."""
        return _beside(self.table, self.state, self.own, self.seat) if self.is_playing else ()

    @derived(*ASKED)
    def choices(self) -> Choices:
        return _with_routes(self.own_choices, self.runs) if self.acting is not None else NO_CHOICES

    @derived(*ASKED)
    def panel(self) -> Panel:
        if self.acting is None:
            return NO_PANEL
        last = () if self.table.setup.has_map else last_run(self.moves[: self.ply], self.state.operating)
        return make_panel(
            self.table.setup, self.state, self.seen, self.choices, self.words, self.table.context, self.beside, last
        )

    @derived(*ASKED)
    def shortcuts(self) -> tuple[Button, ...]:
        """Several moves in one: run and pay, from the run or from the steps before it."""
        routes = self.found_ahead
        if self.runs is not None:
            routes = () if self.runs.is_declared else self.runs.shown.routes
        if not self.choices or not routes:
            return ()
        shortcuts = shortcuts_for(self.table.setup, self.state, self.seat, routes)
        return shortcut_buttons(self.table.setup, shortcuts, self.words, self.table.context)

    @derived(*ASKED)
    def speaker(self) -> Player | None:
        """The seat that is asked, for a reader who has several; None if there is nothing to answer."""
        return self.seat if len(self.own) > 1 and not self.panel.is_empty else None

    @derived(*ASKED)
    def other_speakers(self) -> tuple[Player, ...]:
        """Other seats at the same screen that may act."""
        if self.acting is None:
            return ()
        return tuple(seat for seat in self.actors if seat in self.own and seat != self.seat)

    @derived(*POSITION, "is_present", "seat", "is_playing")
    def turn_start(self) -> int | None:
        """Where the current turn of the reader's seat began, None if it has made no more than one move in it."""
        if not self.is_playing or self.seat not in self.actors:
            return None
        start = max(start_of_turn(self.moves, self.ply, self.seat), prepared_moves(self.table.lesson))
        return start if start < self.ply - 1 else None

    @derived(*ASKED)
    def refused(self) -> tuple[RefusedAction, ...]:
        if self.acting is None or not self.is_playing or self.seat is None or self.seat not in self.actors:
            return ()
        return refused_actions(
            self.table.setup, self.state, self.seen, self.seat, self.view, self.choices, self.words, self.table.context
        )

    @derived(*ASKED)
    def cards(self) -> Mapping[str, Card]:
        """Shares that may be traded, by company."""
        if self.acting is None:
            return {}
        return make_cards(
            self.table.setup, self.state, self.seen, self.seat, self.view, self.choices, self.words, self.table.context
        )

    @derived(*ASKED)
    def answers_at(self) -> tuple[int, int] | None:
        """The ply and undo count for the forms of the panel, None if it is empty."""
        return None if self.panel.is_empty else (self.table.ply, self.table.undos)

    @derived(*ASKED)
    def trades_at(self) -> tuple[int, int] | None:
        """The ply and undo count for the forms on the cards, None if there are no cards."""
        return (self.table.ply, self.table.undos) if self.cards else None

    @derived(*ASKED)
    def asks_on_map(self) -> bool:
        """Whether the reader is asked for a place on the board."""
        return self.acting is not None and self.is_my_turn and self.asked.on_map

    @derived(*ASKED)
    def asks_on_board(self) -> str:
        """The kind of question that is answered by clicking the board, empty if there is none."""
        return self.asked.kind if self.panel.hexes or self.panel.places or self.asks_on_map else ""

    @derived(*POSITION, "is_present", "own")
    def can_undo(self) -> bool:
        """Whether the reader made the last decision, so that an undo takes back nothing of others."""
        return self.undo_target is not None and not self.undo_target.takes_others

    @derived(*POSITION, "is_present", "own")
    def undo_further(self) -> int | None:
        """The ply before the reader's last decision if others have moved since."""
        return self.undo_target.ply if self.undo_target is not None and self.undo_target.takes_others else None

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
        same = digest(("hex", table.id, words.language, fields_of(seen, LABEL_FIELDS)))

        def label(hex: Hex) -> str:
            return kept.get((same, hex, seen.faces[hex], on_hex[hex]), lambda: words.whole_hex(hex, seen, table.context))

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
