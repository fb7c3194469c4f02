"""Laying tiles: one yellow, from the green phase on two yellow or one upgrade; the home tile first (Legen von Gleisplättchen).

The owner of No. 4 may add a yellow tile in a turn of a company that he directs; terrain up to $160 is free, and it closes.
"""

from collections.abc import Iterator
from typing import Final

from goldenspike.core.actions import Action, LayTile, Pass
from goldenspike.core.events import Why
from goldenspike.core.holders import BANK, FIRST_COMPANY, treasury
from goldenspike.core.ids import NO_HEX, NONE, Company, Hex, Player, Tile
from goldenspike.core.ledger import Ledger
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.tile_lay import lay, layable_faces, refuse_board, refuse_connection, refuse_cost, terrain_cost
from goldenspike.core.state import State
from goldenspike.core.steps.base import Step, refuse_operator, refuse_turn
from goldenspike.core.steps.operating import lay_candidates
from goldenspike.core.tiles import Color
from goldenspike.core.title import Setup
from goldenspike.titles.g1862.companies import RMC, RMC_DISCOUNT

FIRST_YELLOW: Final = 1
SECOND_YELLOW: Final = 4
UPGRADE: Final = 8


def bare_home(setup: Setup, s: State, company: Company) -> Hex:
    """The home hex of a company that has never operated, if it has neither print nor tile with track; -1 otherwise."""
    if s.operated[company]:
        return NO_HEX
    hex = setup.hex_index[setup.title.companies[company].homes[0].hex]
    return NO_HEX if setup.faces[s.faces[hex]].exits else hex


def home_lays(setup: Setup, s: State, company: Company) -> list[tuple[Tile, int]]:
    """Lays that satisfy a company's duty to build on its home; empty if it has no such duty."""
    hex = bare_home(setup, s, company)
    if hex == NONE:
        return []
    return [
        (face.tile, face.rotation)
        for face in layable_faces(setup, s, hex)
        if refuse_ordinary(setup, s, company, hex, face.tile, face.rotation) is None
    ]


def refuse_count(setup: Setup, s: State, tile: Tile) -> Refusal | None:
    """Two yellow tiles or one upgrade, never both; before the green phase one yellow tile."""
    if setup.title.tiles[tile].color is not Color.YELLOW:
        return Refusal(Reason.LAID_ALREADY) if s.lays else None
    two = setup.title.phases[s.phase].yellow_tiles == 2
    full = FIRST_YELLOW | SECOND_YELLOW if two else FIRST_YELLOW
    return Refusal(Reason.LAID_ALREADY) if s.lays & UPGRADE or s.lays & full == full else None


def refuse_ordinary(setup: Setup, s: State, company: Company, hex: Hex, tile: Tile, rotation: int) -> Refusal | None:
    """Why a company may not make this lay, apart from its duty at home."""
    refusal = refuse_count(setup, s, tile)
    if refusal is None:
        refusal = refuse_board(setup, s, hex, tile, rotation)
    if refusal is None:
        refusal = refuse_cost(setup, s, company, hex)
    return refusal if refusal is not None else refuse_connection(setup, s, company, hex, tile, rotation)


def refuse_additional(setup: Setup, s: State, action: LayTile) -> Refusal | None:
    """Why No. 4 does not allow this additional tile."""
    if action.private != RMC or s.privates[RMC] != action.player:
        return Refusal(Reason.NO_SUCH_POWER, (action.private,))
    if setup.title.tiles[action.tile].color is not Color.YELLOW:
        return Refusal(Reason.YELLOW_TILE_ONLY, (action.tile,))
    refusal = refuse_board(setup, s, action.hex, action.tile, action.rotation)
    if refusal is not None:
        return refusal
    cost = additional_cost(setup, s, action)
    money = s.money[FIRST_COMPANY + action.company]
    if money < cost:
        return Refusal(Reason.NOT_ENOUGH_MONEY, (cost, money))
    return refuse_connection(setup, s, action.company, action.hex, action.tile, action.rotation)


def additional_cost(setup: Setup, s: State, action: LayTile) -> int:
    return max(0, terrain_cost(setup, s, action.company, action.hex) - RMC_DISCOUNT)


class TwoYellowTrackStep(Step):
    name = "two_yellow_track"
    forms = ("", "home", "full")
    on_map = True

    def form(self, setup: Setup, s: State) -> str:
        """The first tile goes on the home; after the last one only the owner of No. 4 is asked again."""
        if home_lays(setup, s, s.operating):
            return "home"
        return "full" if self._is_full(setup, s) else ""

    def kinds(self) -> tuple[type, ...]:
        return (LayTile, Pass)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, (LayTile, Pass))
        if isinstance(action, Pass):
            refusal = refuse_turn(s, action.player)
        else:
            refusal = refuse_operator(s, action.player, action.company)
        if refusal is not None:
            return refusal
        home = bare_home(setup, s, s.operating)
        at_home = isinstance(action, LayTile) and action.hex == home and action.private == NONE
        if home != NONE and not at_home and home_lays(setup, s, s.operating):
            return Refusal(Reason.HOME_TILE_FIRST, (home,))
        if isinstance(action, Pass):
            return None
        if action.private != NONE:
            return refuse_additional(setup, s, action)
        return refuse_ordinary(setup, s, action.company, action.hex, action.tile, action.rotation)

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, (LayTile, Pass))
        ledger.note_action()
        if isinstance(action, Pass):
            ledger.finish_step()
            return
        setup, s = ledger.setup, ledger.state
        if action.private == NONE:
            lay(ledger, action.company, action.hex, action.tile, action.rotation)
            yellow = setup.title.tiles[action.tile].color is Color.YELLOW
            ledger.use_lay(UPGRADE if not yellow else SECOND_YELLOW if s.lays & FIRST_YELLOW else FIRST_YELLOW)
        else:
            cost = additional_cost(setup, s, action)
            ledger.pay(treasury(action.company), BANK, cost, Why.TERRAIN)
            ledger.lay_tile(action.company, action.hex, setup.face_of_tile(action.tile, action.rotation), cost)
            ledger.close_private(RMC)
        if s.privates[RMC] != action.player and self._is_full(setup, s):
            ledger.finish_step()

    def _is_full(self, setup: Setup, s: State) -> bool:
        two = setup.title.phases[s.phase].yellow_tiles == 2
        return bool(s.lays & (UPGRADE | (SECOND_YELLOW if two else FIRST_YELLOW)))

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player != s.turn:
            return
        company = s.operating
        duty = home_lays(setup, s, company)
        if duty:
            home = bare_home(setup, s, company)
            for tile, rotation in duty:
                yield LayTile(player, company, home, tile, rotation)
            return
        additional = s.privates[RMC] == player
        if additional or not self._is_full(setup, s):
            for hex in lay_candidates(setup, s, company):
                yield from self._lays(setup, s, player, hex, additional)
        yield Pass(player)

    def _lays(self, setup: Setup, s: State, player: Player, hex: Hex, additional: bool) -> Iterator[Action]:
        company = s.operating
        for face in layable_faces(setup, s, hex):
            if refuse_ordinary(setup, s, company, hex, face.tile, face.rotation) is None:
                yield LayTile(player, company, hex, face.tile, face.rotation)
            if additional:
                extra = LayTile(player, company, hex, face.tile, face.rotation, RMC)
                if refuse_additional(setup, s, extra) is None:
                    yield extra
