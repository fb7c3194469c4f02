"""Replaying a game recorded on 18xx.games.

The importer keeps our game in step with the site's: after each action it passes where the site would not have asked
(`automatic.py`) and answers questions that the site never asks. If the site advanced further by itself, the importer passes
until the next action fits.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from goldenspike.core.actions import (
    Accept,
    Action,
    BuyFromBank,
    BuyTrain,
    DeclareBankruptcy,
    LayTile,
    Pass,
    PlaceToken,
    RunTrains,
    SellShares,
)
from goldenspike.core.game import Game
from goldenspike.core.ids import NONE, Company
from goldenspike.core.interrupts import OFFERS, CityNeeded, HomeNeeded
from goldenspike.core.reasons import IllegalAction, Reason, Refusal
from goldenspike.core.rules.share_price import in_value_order
from goldenspike.core.rules.station import free_station_privates, stations_left
from goldenspike.core.rules.stock_sale import most_saleable
from goldenspike.core.steps.auction import asking_price, cheapest_private
from goldenspike.core.title import RoundKind
from goldenspike.record.digest import Names
from goldenspike.record.errors import RecordError
from goldenspike.record.games18xx.automatic import asks_about_private_companies, skips_step
from goldenspike.record.games18xx.pieces import Pieces
from goldenspike.record.games18xx.readings import setup_for
from goldenspike.record.games18xx.source import Export
from goldenspike.record.games18xx.translation import Translator
from goldenspike.record.games18xx.undo import Source, with_auto_actions

MOST_PASSES: Final = 60
"""Limit on passes made up between two actions of the source."""

_WAITING: Final = (Reason.NOT_NOW, Reason.NOT_YOUR_TURN, Reason.NOT_OPERATING)
"""Reasons that only mean "not yet"; any other one says why the action itself is illegal."""

_MALFORMED: Final = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
"""Exceptions raised when a field has the wrong form."""


@dataclass
class ReplayedAction:
    """An action of the source that has been replayed, together with its automatic actions."""

    id: int | str
    type: str


class Importer:
    """Replays an export action by action."""

    def __init__(self, export: Export) -> None:
        self.export = export
        self.game = Game(setup_for(len(export.player_ids), export.optional_rules))
        self.setup = self.game.setup
        self.names = Names(
            list(export.player_ids),
            [(company.aliases or (company.id,))[0] for company in self.setup.title.companies],
        )
        self._pieces = Pieces(self.setup, self.names)
        self._translator = Translator(export, self.game, self._pieces)
        self._trains_done = False
        """The operating railroad has answered the question about trains and is asked about private companies."""
        self._free_station = False
        """The operating railroad may place the station that came with a private company's tile."""
        self._last_operator = NONE
        """The railroad whose turn has just ended; a pass of it is one that our engine did not need."""
        self._fitting: Action | None = None
        """The source's next action as `_reach` translated it, where it may be pushed as it is."""

    # --- the whole game

    def run(self) -> Iterator[ReplayedAction]:
        """Replay all actions; after each one our game is in the source's position."""
        singles = [(number, single) for number, action in enumerate(self.export.actions) for single in with_auto_actions(action)]
        position = 0
        if singles:
            self._take(self._reach, *singles[0])
        for number, action in enumerate(self.export.actions):
            while position < len(singles) and singles[position][0] == number:
                self._take(self._play, *singles[position])
                self._follow_the_site()
                position += 1
                if position < len(singles):
                    self._take(self._reach, *singles[position])
                elif self.export.finished:
                    self._go_on_to_the_end()
            yield ReplayedAction(action["id"], action["type"])

    def _take(self, handle: Callable[[Source], None], number: int, source: Source) -> None:
        """Handle an action of the source; an error says which one it is."""
        try:
            handle(source)
        except RecordError as error:
            raise RecordError(error.message, self._where(number, source)) from None
        except IllegalAction as error:
            raise RecordError(str(error), self._where(number, source)) from error
        except _MALFORMED as error:
            raise RecordError(f"malformed: {error!r}", self._where(number, source)) from None

    def _where(self, number: int, source: Source) -> str:
        return f"action {self.export.actions[number]['id']} ({source.get('type')})"

    def _play(self, source: Source) -> None:
        kind = source["type"]
        if kind == "pass":
            self._pass(source)
        elif kind == "bankrupt":
            self._go_bankrupt(self._translator.company(source))
        elif kind != "end_game":
            self._do(source, self._fitting or self._translator.translate(source))

    def _reach(self, source: Source) -> None:
        """Pass for players whom the site skipped until the source's next action fits."""
        first: Refusal | None = None
        for _ in range(MOST_PASSES):
            fits, refusal = self._fits(source)
            if fits:
                return
            if first is None or (refusal is not None and first.reason in _WAITING):
                first = refusal
            step = self._skip()
            if step is None:
                break
            self._push(step)
            self._follow_the_site()
        raise RecordError(f"{first.reason.code} ({first.reason.paragraph})" if first else "it does not fit the position")

    def _skip(self) -> Action | None:
        """The action to take where the site advanced by itself."""
        s = self.game.state
        if self.game.is_over or s.pending:
            return None
        player = self.game.actors[0]
        if s.round == RoundKind.AUCTION:
            cheapest = cheapest_private(s)
            free = s.auction == NONE and asking_price(self.setup, s, cheapest) == 0
            return BuyFromBank(player, cheapest) if free else None
        action = Pass(player)
        return action if self.game.refuse(action) is None else None

    def _go_on_to_the_end(self) -> None:
        """The site ended the game by itself; a game ended by hand stays where it was."""
        start = self.game.ply
        while not self.game.is_over and self.game.ply < start + MOST_PASSES:
            step = self._skip()
            if step is None:
                break
            self.game.push(step)
        while not self.game.is_over and self.game.ply > start:
            self.game.pop()

    def _follow_the_site(self) -> None:
        """Pass where the site does not ask. At the end of a turn it may ask about private companies after the trains."""
        while self.game.state.round == RoundKind.OPERATING and not self.game.state.pending:
            step = self.game.steps_now()[0]
            if not self._trains_done and not skips_step(self.game, step, self._free_station):
                return
            if BuyTrain in step.kinds():
                self._trains_done = True
                if self._free_station or asks_about_private_companies(self.game):
                    return
            self._push(Pass(self.game.state.turn))

    # --- does it fit?

    def _fits(self, source: Source) -> tuple[bool, Refusal | None]:
        s = self.game.state
        kind = source.get("type")
        self._fitting = None
        if kind == "end_game":
            return True, None
        if kind == "pass":
            return self._pass_fits(source), None
        if kind == "bankrupt":
            return s.operating == self._translator.company(source), None
        if kind == "place_token" and s.pending and isinstance(s.pending[-1], CityNeeded | HomeNeeded):
            return True, None
        if kind == "run_routes":
            company = self._translator.company(source)
            refusal = self.game.refuse(RunTrains(s.presidents[company], company, ()))
        else:
            action = self._translator.translate(source)
            refusal = self.game.refuse(action)
            self._fitting = action if refusal is None else None
        return refusal is None, refusal

    def _pass_fits(self, source: Source) -> bool:
        s = self.game.state
        kind = self._translator.entity_kind(source)
        if kind == "company":
            return True
        if kind == "corporation":
            return self._translator.company(source) in (s.operating, self._last_operator)
        if s.round not in (RoundKind.AUCTION, RoundKind.STOCK):
            return False
        return self._translator.player(source) in self.game.actors

    # --- applying

    def _pass(self, source: Source) -> None:
        s = self.game.state
        kind = self._translator.entity_kind(source)
        if kind == "company":  # A private company passes when its railroad does not want the station of its tile.
            self._free_station = False
        elif kind == "player":
            self._push(Pass(self._translator.player(source)))
        elif s.operating == self._translator.company(source):
            self._pass_railroad()

    def _pass_railroad(self) -> None:
        """The first pass at the end of a turn is about trains; only the last one ends the turn."""
        action = Pass(self.game.state.turn)
        refusal = self.game.refuse(action)
        if refusal is not None:
            raise IllegalAction(refusal, action)
        if BuyTrain in self.game.steps_now()[0].kinds() and not self._trains_done:
            self._trains_done = True  # `_follow_the_site` ends the turn unless the site asks about private companies.
        else:
            self._push(action)

    def _do(self, source: Source, action: Action) -> None:
        presidents = self.game.state.presidents
        self._push(action)
        self._agree()
        self._last_operator = NONE
        if isinstance(action, LayTile | PlaceToken) and action.private != NONE:
            s = self.game.state
            company = action.company
            brings_station = isinstance(action, LayTile) and action.private in free_station_privates(self.setup, s, company)
            self._free_station = brings_station and stations_left(self.setup, s, company) > 0
        self._pieces.follow(self.game.state, source, action, presidents)

    def _push(self, action: Action) -> None:
        """Push an action, and note if it ends a railroad's turn."""
        before = self.game.state
        self.game.push(action)
        after = self.game.state
        if (
            before.operating != after.operating
            or before.operating_round != after.operating_round
            or before.round_number != after.round_number
        ):
            self._last_operator = before.operating
            self._trains_done = False
            self._free_station = False

    def _agree(self) -> None:
        """Accept for the owner: the site asks nobody for consent."""
        s = self.game.state
        while s.pending and isinstance(s.pending[-1], OFFERS):
            self._push(Accept(s.pending[-1].player))
            s = self.game.state

    def _go_bankrupt(self, company: Company) -> None:
        """Sell everything that may be sold: the most valuable railroad first, the largest block of each."""
        player = self.game.state.presidents[company]
        while True:
            s = self.game.state
            held = [c for c in self.setup.all_companies if s.cells[c] >= 0 and s.units(c, player)]
            blocks = [(c, most_saleable(self.setup, s, player, c, company)) for c in in_value_order(self.setup, s, held)]
            sale = next((block for block in blocks if block[1]), None)
            if sale is None:
                self._push(DeclareBankruptcy(player))
                return
            self._push(SellShares(player, sale[0], sale[1]))
