"""Placing stations (7.3), also free ones of private companies (T-05, DH)."""

from goldenspike.core.events import Why
from goldenspike.core.holders import BANK, FIRST_COMPANY, treasury
from goldenspike.core.ids import NO_HEX, NO_PRIVATE, NONE, Company, Hex, Private
from goldenspike.core.ledger import Ledger
from goldenspike.core.options import FreeStation
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.home_station import free_circles, is_reserved
from goldenspike.core.rules.runs import calls_at
from goldenspike.core.rules.tile_lay import is_printed
from goldenspike.core.state import State, hex_of_place, place_of
from goldenspike.core.tiles import StopKind
from goldenspike.core.title import Power, Setup


def stations_placed(setup: Setup, s: State, company: Company) -> int:
    """How many stations a company has on the map; on the real table its home and those that it declared."""
    return len(s.stations(company)) if setup.has_map else 1 + s.declared_stations[company]


def stations_left(setup: Setup, s: State, company: Company) -> int:
    return setup.title.companies[company].tokens - stations_placed(setup, s, company)


def station_cost(setup: Setup, s: State, company: Company, hex: Hex = NO_HEX) -> int:
    """$40 for the first station after the home, $100 for each later one; free ones do not count (7.3.2, T-05).

    On a hex abroad it may cost more than at home.
    """
    placed = stations_placed(setup, s, company)
    if setup.options.free_station is FreeStation.KEEPS_STEP:
        placed -= s.free_stations[company]
    costs = setup.title.token_costs
    cost = costs[min(placed, len(costs) - 1)]
    if hex != NONE and setup.title.abroad_percent != 100 and is_abroad(setup, company, hex):
        return cost * setup.title.abroad_percent // 100
    return cost


def is_abroad(setup: Setup, company: Company, hex: Hex) -> bool:
    """Whether a hex is in another country than the company's home."""
    home = setup.hex_index[setup.title.companies[company].homes[0].hex]
    return setup.title.hexes[hex].country != setup.title.hexes[home].country


def refuse_city(setup: Setup, s: State, company: Company, hex: Hex, stop: int) -> Refusal | None:
    """Why a company may not have a station in this city, regardless of money and route (7.3.2)."""
    stops = setup.faces[s.faces[hex]].stops
    if not 0 <= stop < len(stops) or stops[stop].kind is not StopKind.CITY:
        return Refusal(Reason.NOT_A_CITY, (hex,))
    if any(hex_of_place(place) == hex for place in s.stations(company)):
        return Refusal(Reason.TOKEN_IN_HEX, (hex,))
    free = free_circles(setup, s, hex, stop)
    if free < 1:
        return Refusal(Reason.CITY_FULL, (hex,))
    other = is_reserved(setup, s, hex, stop, free, company)
    if other != NONE:
        return Refusal(Reason.CITY_RESERVED, (hex, other))
    return None


def refuse_station(setup: Setup, s: State, company: Company, hex: Hex, stop: int, free: bool) -> Refusal | None:
    """Why a company may not place its station there; a `free` one needs neither money nor route (T-05, DH)."""
    if s.token_placed:
        return Refusal(Reason.TOKEN_PLACED_ALREADY)
    if stations_left(setup, s, company) < 1:
        return Refusal(Reason.NO_TOKENS_LEFT, (company,))
    refusal = refuse_city(setup, s, company, hex, stop)
    if refusal is not None or free:
        return refusal
    cost = station_cost(setup, s, company, hex)
    money = s.money[FIRST_COMPANY + company]
    if money < cost:
        return Refusal(Reason.NOT_ENOUGH_MONEY, (cost, money))
    if not calls_at(setup, s, company, place_of(hex, stop)):
        return Refusal(Reason.CITY_NOT_REACHED, (hex,))
    return None


def private_with_station(setup: Setup, s: State, company: Company, hex: Hex) -> Private:
    """The company's private company whose free station a first tile on this hex makes possible (T-05, DH), -1 if none."""
    private = setup.private_hexes.get(hex, NO_PRIVATE)
    if private == NONE or setup.title.privates[private].power is not Power.TILE_AND_STATION or not is_printed(setup, s, hex):
        return NO_PRIVATE
    return private if s.privates[private] == FIRST_COMPANY + company else NO_PRIVATE


def free_station_privates(setup: Setup, s: State, company: Company) -> list[Private]:
    """Private companies that give the company a free station now (T-05, DH; V-4.0 also in later turns)."""
    found: list[Private] = []
    for private in setup.privates_with[Power.TILE_AND_STATION]:
        if s.privates[private] != FIRST_COMPANY + company:
            continue
        later = setup.title.privates[private].station_later and not s.free_stations[company]
        if s.power_used[private] and (s.power_tile_laid or later):
            found.append(private)
    return found


def refuse_free_station(setup: Setup, s: State, company: Company, hex: Hex, stop: int, private: Private) -> Refusal | None:
    """Why a private company does not allow this station (T-05, DH)."""
    if private not in free_station_privates(setup, s, company):
        return Refusal(Reason.NO_SUCH_POWER, (private,))
    if setup.title.hexes[hex].id not in setup.title.privates[private].hexes:
        return Refusal(Reason.POWER_ELSEWHERE, (private, hex))
    return refuse_station(setup, s, company, hex, stop, True)


def place(ledger: Ledger, company: Company, hex: Hex, stop: int, free: bool) -> None:
    cost = 0 if free else station_cost(ledger.setup, ledger.state, company, hex)
    ledger.pay(treasury(company), BANK, cost, Why.STATION)
    ledger.place_token(company, hex, stop, cost)
    ledger.note_token(company, free)
