"""A position of a table as all readers see it who may know the same.

A page has two kinds of attributes. The cheap ones say who looks at which position with which rights. The others are derived
from the game, computed only when a part of the page is rendered, and name the cheap ones that determine them. The key under
which a rendered part is shared among readers follows from these names (see `parts`).
"""

import hashlib
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec

from goldenspike import svg
from goldenspike.core.ids import NONE, Player, by_company
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup
from goldenspike.learn.path import LESSONS
from goldenspike.protocol.messages import Status
from goldenspike.server.clocks.faces import Face, faces_of
from goldenspike.server.lobby.form import differences_of
from goldenspike.server.services import Services
from goldenspike.server.table.cached import cached
from goldenspike.server.table.derived import POSITION, SEEN, SHARED, T, derived
from goldenspike.server.table.live_table import Entry, LiveTable, Move
from goldenspike.server.table.log_lines import LogLine, first_shown, log_lines
from goldenspike.server.table.pictures import MARKET_FIELDS, fields_of
from goldenspike.server.table.runs import Runs, RunSet
from goldenspike.server.table.standings import history_of
from goldenspike.server.words import Words
from goldenspike.text import TERMS, Explanation, market_terms
from goldenspike.view import (
    Course,
    Figures,
    History,
    Standing,
    View,
    Visibility,
    figures,
    has_secrets,
    hexes_in_play,
    public_figures,
    seat_view,
    standing,
    tells_totals,
)
from goldenspike.view.figures import CompanyFigures
from goldenspike.view.forecast import Forecast, bank_seen, forecast
from goldenspike.view.history import CompanyHistory, Earning, earnings
from goldenspike.view.model import CompanyView, QuestionView
from goldenspike.view.phases import PhaseRow, columns_of, phase_chart
from goldenspike.view.rounds import RoundTable, round_table
from goldenspike.view.secrets import masked_state, shared_visibility, visibility_for
from goldenspike.view.steps import Steps, steps_from

FIRST_TABS = {"operating": "companies"}
"""The list that matters most beside the view of the round, unless it is that of the players."""

VIEWS = ("board", "auction", "market", "sheet", "tiles")
"""The large views. Each kind of round has its own: auctions and stock rounds a table to trade in, others the board."""
_KINDS: dict[int, str] = {kind: kind.name.lower() for kind in RoundKind}
ROUND_VIEWS = {"seating": "auction", "auction": "auction", "stock": "market"}

_MISSING = object()


def round_kind_of(state: State) -> str:
    return _KINDS[state.round]


def first_tab_of(state: State) -> str:
    """The list shown next to the board by default."""
    return FIRST_TABS.get(round_kind_of(state), "players")


@lru_cache(maxsize=512)
def views_of(setup: Setup, round_kind: str) -> tuple[str, ...]:
    """The large views of a game, that of the round first."""
    title, has_map = setup.title, setup.has_map
    lacking = {"board": not has_map, "auction": not title.privates, "market": not title.has_shares, "tiles": not has_map}
    available = [view for view in VIEWS if not lacking.get(view)]
    first = ROUND_VIEWS.get(round_kind, "board" if has_map else "sheet")
    return tuple(sorted(available, key=lambda view: view != first))


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


@dataclass(eq=False, kw_only=True)
class PositionPage:
    services: Services
    table: LiveTable
    state: State
    """The position shown."""
    ply: int
    seat: Player | None
    """The one whose view is shown."""
    words: Words
    whole_log: bool = False
    run: int | None = None
    """The number of the run to show."""
    moves: list[Move] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    found_runs: Runs | None = None
    standings: tuple[Standing, ...] = ()
    turn_state: State | None = None
    """The position at the start of the turn in a stock round, None if nothing has been traded in it."""

    # --- cheap: which position, and how much of it may be known

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

    @property
    def past(self) -> tuple[int, int] | None:
        """The earlier position that is shown, and the newest one."""
        return None if self.is_present else (self.ply, self.last_ply)

    @cached
    def actors(self) -> tuple[Player, ...]:
        return self.table.actors if self.is_present else ()

    @cached
    def visibility(self) -> Visibility:
        return visibility_for(self.table.setup, self.state, self.seat)

    @cached
    def common(self) -> Visibility:
        """What the reader knows like all others. Parts are rendered from that; what else a reader knows is filled in afterwards
        (see `blanks`).
        """
        return self.share(
            ("common", self.visibility),
            lambda page: shared_visibility(page.table.setup, page.state, page.visibility, page.spectators),
        )

    @cached
    def spectators(self) -> Visibility:
        """What everybody knows."""
        return visibility_for(self.table.setup, self.state, None)

    @property
    def known(self) -> Visibility:
        """What the reader is asked about: for those who are not asked only what all know."""
        return self.visibility

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
    def lesson(self) -> str:
        return self.table.lesson

    @property
    def time(self) -> int:
        """The server's time, for clocks; no part may depend on it."""
        return self.services.tables.now()

    @cached
    def clock_faces(self) -> tuple[Face, ...]:
        return faces_of(self.table)

    @property
    def round_kind(self) -> str:
        """That of the position shown."""
        return round_kind_of(self.state)

    @property
    def first_tab(self) -> str:
        """The list shown next to the board by default."""
        return first_tab_of(self.state)

    @property
    def views(self) -> tuple[str, ...]:
        """The large views of this game, that of the round first."""
        return views_of(self.table.setup, self.round_kind)

    # --- derived from the game

    @cached
    def identity(self) -> str:
        """What all parts may depend on: the table as far as it does not follow from the position, and the language.

        It is in every key, so it is short.
        """
        named = (self.table.id, self.table.name, self.table.seats, self.table.status, self.words.language)
        return hashlib.blake2b(msgspec.msgpack.encode(named), digest_size=16).hexdigest()

    def share(self, key: Hashable, compute: Callable[["PositionPage"], T]) -> T:
        """A value that is the same for all readers of the position with that key."""
        if self.run is not None:
            # A choice of the reader, who may try many.
            return compute(self)
        found = self._shared.get(key, _MISSING)
        if found is _MISSING:
            found = self._shared[key] = compute(self)
        value: T = found
        return value

    @cached
    def _shared(self) -> dict[Hashable, Any]:
        """What has been derived from the position so far, by whoever reads it."""
        return self.services.shared.at((self.identity, self.revision, self.undos, self.ply))

    @derived(*SHARED)
    def view(self) -> View:
        """The position as all see it who know the same of the players, without what only some know of railroads."""
        return seat_view(self.table.setup, self.state, None, self.common, self.public_view)

    @derived(*SEEN)
    def whole_view(self) -> View:
        """All that the reader may see."""
        return seat_view(self.table.setup, self.state, None, self.visibility, self.public_view)

    @derived(*POSITION)
    def public_view(self) -> View:
        """The view of spectators."""
        return seat_view(self.table.setup, self.state, None)

    @derived(*POSITION)
    def ownership(self) -> tuple[Owned, ...]:
        """Who owns what of each company."""
        return tuple(Owned.of(company) for company in self.public_view.companies)

    @derived(*POSITION, "known")
    def seen(self) -> State:
        return masked_state(self.table.setup, self.state, self.known)

    @derived(*POSITION, "known")
    def asked(self) -> QuestionView:
        """The question, with what the reader may know of it."""
        return (self.view if self.known == self.common else self.whole_view).question

    @derived(*POSITION, "known", "lesson")
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
        return forecast(self.table.setup, self.course.paid, self.view, bank_seen(self.table.setup, self.state, self.visibility))

    @derived(*POSITION)
    def public_figures(self) -> Figures:
        return public_figures(self.table.setup, self.state, self.table.sales)

    @derived(*SHARED)
    def figures(self) -> Figures:
        return figures(self.table.setup, self.state, None, self.common, self.public_figures)

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

    @derived(*POSITION, "history_seat")
    def revenues(self) -> dict[str, tuple[int | None, ...]]:
        """For each railroad that has run, what it earned in each round of the history."""
        found = {one.id: self.history.revenue_by_round(number) for number, one in enumerate(self.history.companies)}
        return {id: amounts for id, amounts in found.items() if any(amount is not None for amount in amounts)}

    @derived(*POSITION)
    def present_standing(self) -> Standing:
        """What the players have in the position shown."""
        return standing(self.table.setup, self.state, self.course.moves)

    @derived(*POSITION)
    def earnings(self) -> tuple[CompanyHistory, ...]:
        """What each company has earned, which is public."""
        return earnings(self.table.setup, self.course)

    @derived(*SHARED)
    def operating(self) -> tuple[tuple[CompanyView, CompanyFigures, tuple[Earning, ...]], ...]:
        """The company that operates, with its figures and what it has earned; none outside operating rounds."""
        if self.state.round != RoundKind.OPERATING:
            return ()
        every = zip(self.view.companies, self.figures.companies, self.earnings, strict=True)
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

    @derived(*POSITION)
    def focus(self) -> str:
        """Left, top, width and height of the part of the board that is in play."""
        return " ".join(f"{one:.0f}" for one in svg.extent(self.table.setup, hexes_in_play(self.table.setup, self.state)))

    @derived(*POSITION)
    def market_key(self) -> Hashable:
        """All that the market is drawn from, apart from the table and the language."""
        return fields_of(self.state, MARKET_FIELDS)

    @derived(*POSITION)
    def market(self) -> str:
        setup = self.table.setup
        seen = masked_state(setup, self.state, self.spectators)
        return svg.market(setup, seen, theme="page", words=self.words.pictures(), terms=market_terms(setup), flat=True)

    @derived(*POSITION)
    def explanations(self) -> tuple[Explanation, ...]:
        return self.words.explain_all(self.state, self.table.context)

    @derived()
    def market_terms(self) -> tuple[str, ...]:
        """What the cells of the market mean, in the order of the explanations, without the share value itself."""
        used = set(market_terms(self.table.setup).values()) - {"price"}
        return tuple(term for term in TERMS if term in used)

    @derived("revision", "whole_log", "log_seat")
    def log(self) -> tuple[LogLine, ...]:
        return log_lines(self.table, self.moves, self.entries, self.log_seat, self.words, self.whole_log)

    @derived("revision", "whole_log")
    def log_is_whole(self) -> bool:
        return first_shown(len(self.moves), self.whole_log) == 1

    @derived(*POSITION)
    def seating(self) -> tuple[Player, ...]:
        return self.state.seating

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
