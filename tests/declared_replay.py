"""A game with a map played again at a table without one: spending and revenue are entered as they were."""

from dataclasses import fields, replace

from goldenspike.core.actions import (
    Action,
    ChooseCity,
    ChooseHome,
    ClosePrivate,
    DeclareRoute,
    DeclareRun,
    DeclareStation,
    DeclareTrack,
    LayTile,
    Pass,
    PlaceToken,
    RunTrains,
)
from goldenspike.core.events import Event, PrivateClosed, RouteRun, TrainsRun
from goldenspike.core.game import Game
from goldenspike.core.holders import is_player, treasury
from goldenspike.core.ids import NONE, Company
from goldenspike.core.options import MapKeeping
from goldenspike.core.rules.declared import most_revenue
from goldenspike.core.rules.runs import has_route
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.titles.catalogue import find_version

OF_THE_MAP = {
    "faces",
    "tokens",
    "supply",
    "networks",
    "free_stations",
    "power_used",
    "declared_stations",
    "declared_routes",
    "lays",
    "power_tile_laid",
    "token_placed",
    "step",
    "step_done",
    "turn_started",
}
"""Fields of a state that concern the map, or the steps on it."""
COUNTERPARTS = {
    "track": "declared_track",
    "two_yellow_track": "declared_track",
    "station": "declared_station",
    "run": "declared_run",
}
LAID_IN = ("track", "two_yellow_track")
"""Steps whose pass only ends the laying."""
KEPT = [field.name for field in fields(State) if field.name not in OF_THE_MAP]


def without_map(setup: Setup) -> Setup:
    """The same box, options and players at the real table."""
    version = find_version(setup.title.name, setup.title.version)
    return version.make(version.box, replace(setup.options, map=MapKeeping.REAL), setup.players)


class DeclaredReplay:
    """Two games side by side: `recorded` has the map, `declared` has none."""

    def __init__(self, setup: Setup) -> None:
        self.recorded = Game(setup)
        self.declared = Game(without_map(setup))
        self.spent = 0
        """What the operating company spent on track and has not yet declared."""

    def push(self, action: Action) -> None:
        before = self.recorded.state
        kind = self.recorded.question.kind
        events = self.recorded.push(action)
        if isinstance(action, LayTile):
            cost = before.money[treasury(action.company)] - self.recorded.state.money[treasury(action.company)]
            if self.declared.question.kind == "declared_track":
                self.spent += cost
            elif cost:
                self.declared.push(DeclareTrack(action.player, action.company, cost))
            self._close(before, events)
        elif isinstance(action, PlaceToken):
            cost = before.money[treasury(action.company)] - self.recorded.state.money[treasury(action.company)]
            self.declared.push(DeclareStation(action.player, action.company, cost, action.private))
        elif isinstance(action, RunTrains):
            revenue = sum(event.revenue for event in events if isinstance(event, TrainsRun))
            assert revenue <= most_revenue(self.recorded.setup, before, action.company), "no run is above the best possible"
            self.declared.push(DeclareRun(action.player, action.company, self._earned(before, action.company, events)))
            self._close(before, events)
        elif not isinstance(action, ChooseHome | ChooseCity) and not (isinstance(action, Pass) and kind in LAID_IN):
            self.declared.push(action)
        self._catch_up()

    def _earned(self, before: State, company: Company, events: list[Event]) -> tuple[int, ...]:
        """What each train earned; a bonus goes to the first."""
        trains = owned_trains(self.recorded.setup, before, company)
        earned = [0] * len(trains)
        free = list(range(len(trains)))
        for event in events:
            if isinstance(event, RouteRun):
                number = next(number for number in free if trains[number] == event.train)
                free.remove(number)
                earned[number] = event.revenue
        total = next(event.revenue for event in events if isinstance(event, TrainsRun))
        return tuple(earned) if sum(earned) == total else (total,)

    def _close(self, before: State, events: list[Event]) -> None:
        """A private company that closes by its use on the map is closed by its owner."""
        for event in events:
            if isinstance(event, PrivateClosed):
                owner = before.privates[event.private]
                self.declared.push(ClosePrivate(owner if is_player(owner) else before.turn, event.private))

    def _catch_up(self) -> None:
        """Answer what the table without a map asks in steps that the other has passed or skipped."""
        while (kind := self.declared.question.kind).startswith("declared_") and not self._waits_for(kind):
            s = self.declared.state
            player, company = s.turn, s.operating
            if kind == "declared_track":
                self.declared.push(DeclareTrack(player, company, self.spent))
                self.spent = 0
            elif kind == "declared_station":
                self.declared.push(Pass(player))
            elif owned_trains(self.declared.setup, s, company):
                self.declared.push(DeclareRun(player, company, (0,)))
            else:
                exists = has_route(self.recorded.setup, self.recorded.state, company)
                self.declared.push(DeclareRoute(player, company, exists))

    def _waits_for(self, kind: str) -> bool:
        """Whether the other game is in the same step, or asks for a home or a city in it."""
        asked = self.recorded.question.kind
        same = self.recorded.state.operating == self.declared.state.operating != NONE
        return same and (asked in ("choose_home", "choose_city") or COUNTERPARTS.get(asked) == kind)

    def differences(self) -> list[str]:
        """The fields that differ although they do not concern the map; unless track is yet to be declared."""
        if self.spent:
            return []
        ours, theirs = self.declared.state, self.recorded.state
        found = [name for name in KEPT if getattr(ours, name) != getattr(theirs, name)]
        if ours.pending != theirs.pending and self.recorded.question.kind in ("choose_home", "choose_city"):
            found.remove("pending")
        return found
