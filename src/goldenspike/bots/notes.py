"""What is noted about a game: the figures by which people judge how somebody plays."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any

from goldenspike.core.events import (
    CompanyStarted,
    EndReason,
    Event,
    Paid,
    ParSet,
    PrivateMoved,
    RoundStarted,
    RouteRun,
    TileLaid,
    TrainMoved,
    TrainsRun,
    Why,
)
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, FIRST_COMPANY, is_player
from goldenspike.core.ids import NONE, by_company
from goldenspike.core.title import ANY_DISTANCE, RoundKind


@dataclass
class Notes:
    """Figures of one game; amounts in dollars, operating rounds counted from 1 through the whole game."""

    rounds: int = 0
    """How many operating rounds were begun."""
    revenue: list[int] = field(default_factory=list)
    """What all railroads earned in each operating round."""
    first_lasting: int = 0
    """The operating round in which the first train was bought that never becomes obsolete; 0 if none was."""
    privates: dict[str, int] = field(default_factory=dict)
    """What the first owner paid for each private company."""
    pars: dict[str, int] = field(default_factory=dict)
    help: int = 0
    """What presidents added to the price of trains."""
    helped: int = 0
    """How often they did."""
    stations: dict[str, int] = field(default_factory=dict)
    """Stations on the board at the end, by railroad that has operated."""
    diesels: list[int] = field(default_factory=list)
    """What each run of a diesel earned."""
    bankrupt: bool = False
    turns: int = 0
    """Turns of railroads in the first phase."""
    idle_turns: int = 0
    """Those in which no tile was laid."""
    treasuries: list[int] = field(default_factory=list)
    """What was in the treasury of the average railroad at the beginning of each operating round."""
    digest: str = ""
    """Equal only for games with the same actions."""

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


class Observer:
    """Takes notes on a game from its events."""

    def __init__(self, game: Game) -> None:
        self.notes = Notes()
        self._game = game
        self._has_laid = True

    def see(self, events: Iterable[Event]) -> None:
        """Note what an action did; called after each."""
        for event in events:
            self._note(event)

    def finish(self) -> Notes:
        game, notes = self._game, self.notes
        setup, s = game.setup, game.state
        self._end_turn()
        notes.bankrupt = s.end_reason == EndReason.BANKRUPTCY or len(s.seating) < setup.players
        notes.stations = {
            setup.title.companies[company].id: len(s.stations(company))
            for company, operated in by_company(s.operated)
            if operated
        }
        notes.digest = sha256(repr(game.actions).encode()).hexdigest()[:16]
        return notes

    def _note(self, event: Event) -> None:
        setup, notes = self._game.setup, self.notes
        if isinstance(event, RoundStarted) and event.kind == RoundKind.OPERATING:
            self._start_round()
        elif isinstance(event, CompanyStarted):
            self._start_turn()
        elif isinstance(event, TileLaid):
            self._has_laid = True
        elif isinstance(event, TrainsRun) and notes.revenue:
            notes.revenue[-1] += event.revenue
        elif isinstance(event, RouteRun) and setup.title.trains[event.train].distance >= ANY_DISTANCE:
            notes.diesels.append(event.revenue)
        elif isinstance(event, TrainMoved) and event.seller == BANK:
            if not notes.first_lasting and not setup.title.trains[event.train].obsolete:
                notes.first_lasting = notes.rounds
        elif isinstance(event, PrivateMoved) and event.seller == BANK and is_player(event.buyer):
            notes.privates[setup.title.privates[event.private].id] = event.price
        elif isinstance(event, ParSet):
            notes.pars[setup.title.companies[event.company].id] = event.price
        elif isinstance(event, Paid) and event.why == Why.HELP:
            notes.help += event.amount
            notes.helped += 1

    def _start_round(self) -> None:
        s, notes = self._game.state, self.notes
        notes.rounds += 1
        notes.revenue.append(0)
        held = [s.money[FIRST_COMPANY + company] for company, funded in by_company(s.funded) if funded]
        notes.treasuries.append(sum(held) // len(held) if held else 0)

    def _start_turn(self) -> None:
        self._end_turn()
        if self._game.state.phase == 0 and self._game.state.operating != NONE:
            self.notes.turns += 1
            self._has_laid = False

    def _end_turn(self) -> None:
        self.notes.idle_turns += not self._has_laid
        self._has_laid = True


def notes_on(game: Game) -> Notes:
    """Notes on a finished game, such as a recorded one, which is played once more for its events."""
    again = Game(game.setup)
    observer = Observer(again)
    runs = game.runs
    for ply, action in enumerate(game.actions):
        observer.see(again.push_recorded(action, runs.get(ply)))
    return observer.finish()
