"""The data of a table's page for one reader."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from goldenspike import svg
from goldenspike.core import events
from goldenspike.core.actions import Action, ClosePrivate, ContestRun, RunTrains
from goldenspike.core.ids import Player
from goldenspike.core.state import State
from goldenspike.server.accounts.people import Person
from goldenspike.server.api.describe import may_answer
from goldenspike.server.lobby.form import differences_of
from goldenspike.server.services import Services
from goldenspike.server.table.live_table import Entry, LiveTable, Move, Status
from goldenspike.server.table.panel import Panel, make_panel
from goldenspike.server.table.refusals import RefusedAction, refused_actions
from goldenspike.server.table.runs import Runs, step_of_run
from goldenspike.server.table.trades import Card, make_cards
from goldenspike.server.words import Words
from goldenspike.view import Choices, View, choices_for, has_secrets, seat_view, seen_state, visible_events
from goldenspike.view.choices import NO_CHOICES
from goldenspike.view.forecast import Forecast, forecast

FIRST_TABS = {"seating": "privates", "auction": "privates", "stock": "companies", "operating": "companies"}
"""The list that matters most in each kind of round; after the end, the players."""

LINES_SHOWN = 80
"""Moves in the log of a new page; the others are loaded on request."""


@dataclass(frozen=True, slots=True)
class LogLine:
    ply: int
    kind: str
    """move or the kind of an entry."""
    who: str
    texts: tuple[str, ...]
    time: str
    watches: bool = False
    """Whether a spectator wrote it."""


@dataclass(frozen=True, slots=True)
class TablePage:
    table: LiveTable
    person: Person | None
    own: tuple[Player, ...]
    seat: Player | None
    ply: int
    is_present: bool
    """Whether the newest position is shown."""
    view: View
    panel: Panel
    question: str
    is_my_turn: bool
    runs: Runs | None
    board: str
    market: str
    log: tuple[LogLine, ...]
    log_is_whole: bool
    present: frozenset[str]
    can_undo: bool
    asked_to_agree: bool
    may_export: bool
    refused: tuple[RefusedAction, ...]
    cards: Mapping[str, Card]
    """Shares that may be traded, by company."""
    forecast: Forecast | None
    """How long the bank will last."""
    differences: tuple[tuple[str, str], ...]
    """Options and values that differ from the version's defaults."""

    @property
    def is_waiting(self) -> bool:
        """Whether only others can move, so that a page without scripts can reload without losing input."""
        return self.is_present and self.table.status is not Status.OVER and not (self.is_my_turn or self.asked_to_agree)

    @property
    def first_tab(self) -> str:
        """The list shown next to the board by default."""
        tab = FIRST_TABS.get(self.view.round.kind, "players")
        return "companies" if tab == "privates" and not self.view.privates else tab


async def present_table(
    services: Services,
    table: LiveTable,
    person: Person | None,
    words: Words,
    ply: int | None = None,
    seat: int | None = None,
    whole_log: bool = False,
    run: int | None = None,
) -> TablePage:
    live = services.tables.live
    own = table.seats_of(person)
    viewer = table.seats[seat].number if seat is not None and seat in own else table.speaking_seat(person)
    shown = table.ply if ply is None else ply
    state = await live.state_at(table, shown)
    setup = table.setup
    words = words.at(setup.title.name)
    is_present = shown == table.ply
    acting = is_present and table.status is Status.RUNNING
    runs = await _runs(services, table, state, shown)
    runs = runs.choose(run) if runs is not None else None
    # A seat played by a bot is view-only.
    playing = acting and not (viewer is not None and table.seats[viewer].played_by)
    choices = _with_routes(choices_for(setup, state, viewer), runs) if playing else NO_CHOICES
    seen = seen_state(setup, state, viewer)
    panel = make_panel(setup, state, seen, choices, words, table.context, _beside(table, state, own, viewer) if playing else ())
    moves = await live.moves(table)
    entries = await live.entries(table.id)
    last = tuple(_touched(moves[shown - 1])) if shown else ()
    view = seat_view(setup, state, viewer)
    asked = playing and viewer is not None and viewer in table.actors
    alone = person is not None and table.is_one_screen(person)
    routes = runs.shown.routes if runs is not None else ()
    stretch = runs.shown.stretch if runs is not None else None
    # Where nothing is hidden all viewers see the same pictures.
    position = (table.id, table.undos, shown, viewer if has_secrets(setup, state) else None, words.language)
    return TablePage(
        table=table,
        person=person,
        own=own,
        seat=viewer,
        ply=shown,
        is_present=is_present,
        view=view,
        panel=panel,
        question=words.ask(seen, table.context) if table.status is not Status.WAITING else words("table.waiting"),
        is_my_turn=acting and any(actor in own and not table.seats[actor].played_by for actor in table.actors),
        runs=runs,
        board=services.pictures.get(
            ("board", *position, routes, stretch, panel.hexes, panel.places),
            lambda: svg.board(
                setup,
                seen,
                theme="page",
                routes=routes,
                stretch=stretch,
                selectable=panel.hexes,
                selectable_places=panel.places,
                last=last,
                label_of_hex=lambda hex: words.whole_hex(hex, seen, table.context),
                label_of_place=lambda place: words.whole_place(place, seen, table.context),
                words=words.pictures(),
            ),
        ),
        market=services.pictures.get(
            ("market", *position), lambda: svg.market(setup, seen, theme="page", words=words.pictures())
        ),
        log=_log(moves, entries, viewer, words, table, whole_log),
        log_is_whole=whole_log or len(moves) <= LINES_SHOWN,
        present=await services.hub.present(table.id),
        can_undo=bool(own) and is_present and table.ply > 0 and any(move.seat in own for move in moves),
        asked_to_agree=person is not None and may_answer(table, person),
        may_export=alone or not has_secrets(setup, table.state),
        refused=refused_actions(setup, state, seen, viewer, view, choices, words, table.context)
        if asked and viewer is not None
        else (),
        cards=make_cards(setup, state, seen, viewer, view, choices, words, table.context) if acting else {},
        forecast=forecast(setup, (event for move in moves[:shown] for event in move.events), view),
        differences=tuple(differences_of(setup.title.name, setup.title.version, table.options, words.language)),
    )


def _beside(table: LiveTable, state: State, own: tuple[Player, ...], viewer: Player | None) -> list[Action]:
    """What the other seats on the same screen may do at any time: only its owner may close a private company."""
    others = [seat for seat in own if seat != viewer and not table.seats[seat].played_by]
    found = (action for seat in others for action in choices_for(table.setup, state, seat).actions)
    return [action for action in found if isinstance(action, ClosePrivate)]


def _touched(move: Move) -> Sequence[int]:
    """Hexes that a move changed."""
    return [event.hex for event in move.events if isinstance(event, events.TileLaid | events.TokenPlaced)]


async def _runs(services: Services, table: LiveTable, state: State, ply: int) -> Runs | None:
    """The routes of the company that is about to run, or has just run and not yet paid."""
    step = step_of_run(table.setup, state)
    if not step:
        return None
    declared = None
    if step == "dividend":
        # The last move, or the one before it if a draw changed the revenue (S-6) or somebody contested the run (7.4).
        for number in (ply, ply - 1):
            declared = await services.tables.action_at(table, number)
            if isinstance(declared, ContestRun) and state.revenues[state.operating]:
                declared = RunTrains(declared.player, declared.company)
            if isinstance(declared, RunTrains):
                break
        else:
            return None
    found = declared if isinstance(declared, RunTrains) else None
    return await services.runs.find((table.id, table.undos, ply), table.setup, state, found)


def _with_routes(choices: Choices, runs: Runs | None) -> Choices:
    """Declare the run that is shown."""
    if runs is None or runs.is_declared:
        return choices
    declared = tuple(replace(one, routes=runs.shown.routes) if isinstance(one, RunTrains) else one for one in choices.actions)
    return Choices(declared, choices.offers)


def _log(
    moves: list[Move], entries: list[Entry], viewer: Player | None, words: Words, table: LiveTable, whole: bool
) -> tuple[LogLine, ...]:
    """Moves and other entries in chronological order."""
    shown = moves if whole else moves[-LINES_SHOWN:]
    first = shown[0].made_at if len(shown) < len(moves) else 0
    names = table.names
    timed: list[tuple[int, int, LogLine]] = []
    for move in shown:
        texts = tuple(words.say(visible_events(move.events, viewer), table.context))
        if not texts:
            continue
        who = names[move.seat] if move.seat >= 0 else ""
        timed.append((move.made_at, 0, LogLine(move.ply, "move", who, texts, clock(move.made_at))))
    for entry in entries:
        if entry.made_at >= first:
            watches = entry.kind == "chat" and entry.seat is None
            line = LogLine(entry.ply, entry.kind, entry.name, (say_entry(entry, words),), clock(entry.made_at), watches)
            timed.append((entry.made_at, entry.id, line))
    timed.sort(key=lambda found: found[:2])
    return tuple(line for _, _, line in timed)


def say_entry(entry: Entry, words: Words) -> str:
    if entry.kind == "chat":
        return entry.text
    count = int(entry.text) if entry.kind == "undo" else None
    return words(f"log.{entry.kind}", name=entry.name, text=entry.text, count=count)


def clock(milliseconds: int) -> str:
    """ISO time; the browser shows it in the reader's zone."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="seconds")
