"""The first part of an operating turn: home station, track, station (7.1 to 7.3)."""

from collections.abc import Iterable, Iterator

from goldenspike.core.actions import Action, BuyLicence, ChooseCity, ChooseHome, LayTile, Pass, PlaceToken
from goldenspike.core.hexes import SIDES
from goldenspike.core.holders import FIRST_COMPANY, is_player
from goldenspike.core.ids import NONE, Company, Hex, Player, Private, by_hex, by_private
from goldenspike.core.interrupts import CityNeeded, HomeNeeded
from goldenspike.core.ledger import Ledger
from goldenspike.core.options import Knowledge, PowerTiming
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.home_station import free_circles, has_home, home_places, may_choose_home
from goldenspike.core.rules.licence import buy_licence, may_want_licence, refuse_licence
from goldenspike.core.rules.private_company import may_buy_privates
from goldenspike.core.rules.runs import reach, sides_reached
from goldenspike.core.rules.station import (
    free_station_privates,
    place,
    private_with_station,
    refuse_free_station,
    refuse_station,
    station_cost,
    stations_left,
)
from goldenspike.core.rules.tile_lay import (
    EXTRA_LAY,
    NORMAL_LAY,
    is_printed,
    lay,
    layable_faces,
    refuse_board,
    refuse_connection,
    refuse_cost,
    refuse_lay,
)
from goldenspike.core.state import TOKENS_PER_COMPANY, State, hex_of_place, place_of
from goldenspike.core.steps.base import InterruptStep, Step, refuse_operator, refuse_turn
from goldenspike.core.tiles import STOPS_PER_HEX, StopKind
from goldenspike.core.title import Power, Setup

EXTRA_POWERS = (Power.EXTRA_TILE, Power.FREE_EXTRA_TILE)
"""Lays in addition to the turn's ordinary one."""
LATE_POWERS = (*EXTRA_POWERS, Power.TILE_AND_STATION)
"""Lays allowed in any step of the turn with option extra_tile."""
LAYING_POWERS = (*EXTRA_POWERS, Power.TILE_AND_STATION, Power.LICENCE_AND_HALF_COST)


class HomeStep(Step):
    """Place the home station, free, at the start of the first turn (7.3.1). Asks only where there is a choice."""

    name = "home"
    forms = ()
    on_map = True

    def kinds(self) -> tuple[type, ...]:
        return ()

    def begin(self, ledger: Ledger) -> None:
        setup, s = ledger.setup, ledger.state
        company = s.operating
        if not has_home(s, company):
            if may_choose_home(setup, s, company):
                ledger.push_interrupt(HomeNeeded(s.presidents[company], company))
            else:
                city = home_places(setup, s, company)[0]
                ledger.place_token(company, hex_of_place(city), city % STOPS_PER_HEX, 0)
        ledger.finish_step()


class ChooseHomeStep(InterruptStep):
    name = "choose_home"
    on_map = True

    def kinds(self) -> tuple[type, ...]:
        return (ChooseHome,)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, ChooseHome)
        asked = s.pending[-1]
        assert isinstance(asked, HomeNeeded)
        company = asked.company
        if action.player != asked.player:
            return Refusal(Reason.NOT_YOUR_TURN, (action.player,))
        known = 0 <= action.stop < STOPS_PER_HEX and place_of(action.hex, action.stop) in home_places(setup, s, company)
        if action.company != company or not known:
            return Refusal(Reason.NOT_YOUR_HOME, (action.hex,))
        if free_circles(setup, s, action.hex, action.stop) < 1:
            return Refusal(Reason.CITY_FULL, (action.hex,))
        return None

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, ChooseHome)
        ledger.pop_interrupt()
        ledger.place_token(action.company, action.hex, action.stop, 0)

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        asked = s.pending[-1]
        assert isinstance(asked, HomeNeeded)
        company = asked.company
        for city in home_places(setup, s, company):
            action = ChooseHome(player, company, hex_of_place(city), city % STOPS_PER_HEX)
            if self.refuse(setup, s, action) is None:
                yield action


class ChooseCityStep(InterruptStep):
    """Choose the city of a station whose hex got its first track (7.2.2)."""

    name = "choose_city"
    on_map = True

    def kinds(self) -> tuple[type, ...]:
        return (ChooseCity,)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, ChooseCity)
        asked = s.pending[-1]
        assert isinstance(asked, CityNeeded)
        company, hex = asked.company, asked.hex
        if action.player != asked.player:
            return Refusal(Reason.NOT_YOUR_TURN, (action.player,))
        if action.company != company or action.hex != hex:
            return Refusal(Reason.MUST_ANSWER_FIRST)
        stops = setup.faces[s.faces[hex]].stops
        if not 0 <= action.stop < len(stops) or stops[action.stop].kind is not StopKind.CITY:
            return Refusal(Reason.NOT_A_CITY, (hex,))
        city = place_of(hex, action.stop)
        if s.tokens.count(city) - s.stations(company).count(city) >= stops[action.stop].slots:
            return Refusal(Reason.CITY_FULL, (hex,))
        return None

    def apply(self, ledger: Ledger, action: Action) -> None:
        assert isinstance(action, ChooseCity)
        ledger.pop_interrupt()
        s = ledger.state
        first = action.company * TOKENS_PER_COMPANY
        for number in range(first, first + TOKENS_PER_COMPANY):
            if s.tokens[number] >= 0 and hex_of_place(s.tokens[number]) == action.hex:
                ledger.move_token(number, action.hex, action.stop)

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        asked = s.pending[-1]
        assert isinstance(asked, CityNeeded)
        if player == asked.player:
            for stop in range(len(setup.faces[s.faces[asked.hex]].stops)):
                action = ChooseCity(player, asked.company, asked.hex, stop)
                if self.refuse(setup, s, action) is None:
                    yield action


class TrackStep(Step):
    """Lay or upgrade one tile; private companies may allow an additional or an unconnected one (7.2, T-05)."""

    name = "track"
    on_map = True

    def kinds(self) -> tuple[type, ...]:
        return (LayTile, BuyLicence, Pass)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        if isinstance(action, Pass):
            return refuse_turn(s, action.player)
        assert isinstance(action, (LayTile, BuyLicence))
        refusal = refuse_operator(s, action.player, action.company)
        if refusal is not None:
            return refusal
        if isinstance(action, BuyLicence):
            return refuse_licence(setup, s, action.company)
        if action.private == NONE:
            return refuse_lay(setup, s, action.company, action.hex, action.tile, action.rotation)
        return refuse_power_lay(setup, s, action)

    def apply(self, ledger: Ledger, action: Action) -> None:
        ledger.note_action()
        if isinstance(action, Pass):
            ledger.finish_step()
            return
        if isinstance(action, BuyLicence):
            buy_licence(ledger, action.company)
        else:
            assert isinstance(action, LayTile)
            lay_tile(ledger, action)
        if not self._more_to_lay(ledger.setup, ledger.state):
            ledger.finish_step()

    def _more_to_lay(self, setup: Setup, s: State) -> bool:
        """Whether another lay is possible: the ordinary one, or one of a private company that it has or may still buy."""
        if not s.lays & NORMAL_LAY:
            return True
        if may_want_licence(setup, s, s.operating):
            return True
        may_buy = may_buy_privates(setup, s)
        for power in EXTRA_POWERS:
            for private in setup.privates_with[power]:
                owner = s.privates[private]
                if owner != FIRST_COMPANY + s.operating and not (may_buy and is_player(owner)):
                    continue
                if not s.power_used[private] and any(is_printed(setup, s, hex) for hex in power_hexes(setup, private)):
                    return True
        return False

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player != s.turn:
            return
        company = s.operating
        if not s.lays & NORMAL_LAY:
            reached = sides_reached(setup, s, company)
            for hex in lay_candidates(setup, s, company):
                faces = layable_faces(setup, s, hex)
                if not faces or refuse_cost(setup, s, company, hex) is not None:
                    continue
                sides = reached.get(hex, 0)
                for face in faces:
                    if refuse_connection(setup, s, company, hex, face.tile, face.rotation, sides) is None:
                        yield LayTile(player, company, hex, face.tile, face.rotation)
        yield from power_lays(setup, s, player)
        if refuse_licence(setup, s, company) is None:
            yield BuyLicence(player, company)
        yield Pass(player)


def lay_candidates(setup: Setup, s: State, company: Company) -> list[Hex]:
    """Hexes that the company can reach with a tile, in order."""
    return sorted({*sides_reached(setup, s, company), *[hex_of_place(place) for place in s.stations(company)]})


def refuse_power_lay(setup: Setup, s: State, action: LayTile) -> Refusal | None:
    """Why a private company's power does not allow this lay (T-05: CS and DH; S-1 JK, S-4 PL)."""
    private = action.private
    if not 0 <= private < len(setup.title.privates):
        return Refusal(Reason.UNKNOWN_PRIVATE)
    card = setup.title.privates[private]
    if card.power not in LAYING_POWERS or s.privates[private] != FIRST_COMPANY + action.company or s.power_used[private]:
        return Refusal(Reason.NO_SUCH_POWER, (private,))
    if action.hex not in power_hexes(setup, private) or not is_printed(setup, s, action.hex):
        return Refusal(Reason.POWER_ELSEWHERE, (private, action.hex))
    if card.power not in EXTRA_POWERS and s.lays & NORMAL_LAY:
        return Refusal(Reason.LAID_ALREADY)
    refusal = refuse_board(setup, s, action.hex, action.tile, action.rotation)
    if refusal is None:
        refusal = refuse_cost(setup, s, action.company, action.hex, private)
    if refusal is None and card.power is Power.LICENCE_AND_HALF_COST:
        refusal = refuse_connection(setup, s, action.company, action.hex, action.tile, action.rotation)
    return refusal


def power_hexes(setup: Setup, private: Private) -> list[Hex]:
    """Where a private company's lay is allowed: its own hexes, others that its card names, or next to the coal (S-1, JK)."""
    card = setup.title.privates[private]
    if card.power is Power.LICENCE_AND_HALF_COST:
        coal = [hex for hex, printed in by_hex(setup.title.hexes) if printed.licence]
        beside = [setup.neighbors[hex * SIDES + side] for hex in coal for side in range(SIDES)]
        return sorted({hex for hex in beside if hex >= 0})
    return [setup.hex_index[name] for name in card.power_hexes or card.hexes if name in setup.hex_index]


def lay_tile(ledger: Ledger, action: LayTile) -> None:
    """Lay the tile and mark the lay as used. A tile on the DH's hex allows its station even if laid without its power."""
    station = private_with_station(ledger.setup, ledger.state, action.company, action.hex)
    lay(ledger, action.company, action.hex, action.tile, action.rotation, action.private)
    power = ledger.setup.title.privates[action.private].power if action.private != NONE else Power.NONE
    if power in EXTRA_POWERS:
        ledger.use_lay(EXTRA_LAY)
        ledger.use_power(action.private)
        return
    ledger.use_lay(NORMAL_LAY)
    if station != NONE:
        ledger.use_power(station)
        ledger.note_power_tile()
    if power is Power.LICENCE_AND_HALF_COST:
        ledger.close_private(action.private)


def power_lays(setup: Setup, s: State, player: Player) -> Iterator[Action]:
    """Lays that the company's private companies allow."""
    own = FIRST_COMPANY + s.operating
    for private in [private for private, owner in by_private(s.privates) if owner == own]:
        for hex in power_hexes(setup, private) if setup.title.privates[private].power in LAYING_POWERS else ():
            for face in layable_faces(setup, s, hex):
                action = LayTile(player, s.operating, hex, face.tile, face.rotation, private)
                if refuse_power_lay(setup, s, action) is None:
                    yield action


class ExtraTileStep(Step):
    """Lay tiles of private companies in any step of the railroad's turn (option extra_tile).

    A tile that replaces the ordinary lay (T-05, DH) is allowed until that lay is made, and so is its station.
    """

    name = "extra_tile"
    forms = ()

    def kinds(self) -> tuple[type, ...]:
        return (LayTile, PlaceToken)

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        assert isinstance(action, (LayTile, PlaceToken))
        if setup.options.extra_tile is not PowerTiming.WHOLE_TURN or action.private == NONE or s.pending:
            return Refusal(Reason.NOT_NOW)
        refusal = refuse_operator(s, action.player, action.company)
        if refusal is not None:
            return refusal
        if isinstance(action, PlaceToken):
            return refuse_free_station(setup, s, action.company, action.hex, action.stop, action.private)
        refusal = refuse_power_lay(setup, s, action)
        if refusal is None and setup.title.privates[action.private].power not in LATE_POWERS:
            return Refusal(Reason.NOT_NOW)
        return refusal

    def apply(self, ledger: Ledger, action: Action) -> None:
        ledger.note_action()
        if isinstance(action, LayTile):
            lay_tile(ledger, action)
        else:
            assert isinstance(action, PlaceToken)
            place(ledger, action.company, action.hex, action.stop, True)

    def legal(self, setup: Setup, s: State, player: Player) -> Iterable[Action]:
        if setup.options.extra_tile is not PowerTiming.WHOLE_TURN or s.operating == NONE or player != s.turn:
            return ()
        if FIRST_COMPANY + s.operating not in s.privates:
            return ()
        # The track and station steps list the same lays and stations themselves.
        listed = setup.plan.rounds[s.round][s.step].kinds()
        found: list[Action] = []
        if LayTile not in listed:
            found += power_lays(setup, s, player)
        if PlaceToken not in listed:
            found += free_stations(setup, s, player)
        return [action for action in found if self.refuse(setup, s, action) is None]


class StationStep(Step):
    """Place one station (7.3)."""

    name = "station"
    on_map = True

    def kinds(self) -> tuple[type, ...]:
        return (PlaceToken, Pass)

    def begin(self, ledger: Ledger) -> None:
        setup, s = ledger.setup, ledger.state
        if places_no_station(setup, s, bool(free_station_privates(setup, s, s.operating))):
            ledger.finish_step()

    def refuse(self, setup: Setup, s: State, action: Action) -> Refusal | None:
        if isinstance(action, Pass):
            return refuse_turn(s, action.player)
        assert isinstance(action, PlaceToken)
        refusal = refuse_operator(s, action.player, action.company)
        if refusal is not None:
            return refusal
        if action.private != NONE:
            return refuse_free_station(setup, s, action.company, action.hex, action.stop, action.private)
        return refuse_station(setup, s, action.company, action.hex, action.stop, False)

    def apply(self, ledger: Ledger, action: Action) -> None:
        ledger.note_action()
        if isinstance(action, PlaceToken):
            place(ledger, action.company, action.hex, action.stop, action.private != NONE)
        ledger.finish_step()

    def legal(self, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player != s.turn:
            return
        company = s.operating
        for station in free_stations(setup, s, player):
            if self.refuse(setup, s, station) is None:
                yield station
        if s.money[FIRST_COMPANY + company] >= station_cost(setup, s, company):
            for city in sorted(reach(setup, s, company).places):
                hex, stop = hex_of_place(city), city % STOPS_PER_HEX
                if refuse_station(setup, s, company, hex, stop, False) is None:
                    yield PlaceToken(player, company, hex, stop)
        yield Pass(player)


def places_no_station(setup: Setup, s: State, gets_one_free: bool) -> bool:
    """Whether the operating railroad has no station left, or no money for one; but a hidden treasury must not show (V-0.1)."""
    company = s.operating
    if stations_left(setup, s, company) < 1:
        return True
    open_books = setup.options.knowledge is Knowledge.OPEN
    return open_books and not gets_one_free and s.money[FIRST_COMPANY + company] < station_cost(setup, s, company)


def free_stations(setup: Setup, s: State, player: Player) -> Iterator[PlaceToken]:
    """The free stations that private companies offer the operating railroad."""
    for private in free_station_privates(setup, s, s.operating):
        for name in setup.title.privates[private].hexes:
            yield PlaceToken(player, s.operating, setup.hex_index[name], 0, private)
