"""Placing stations (7.3)."""

from goldenspike.core.events import Why
from goldenspike.core.holders import BANK, FIRST_COMPANY, treasury
from goldenspike.core.ids import NO_HEX, NONE, Company, Hex
from goldenspike.core.ledger import Ledger
from goldenspike.core.options import FreeStation
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.rules.home_station import free_circles, is_reserved
from goldenspike.core.rules.runs import reach
from goldenspike.core.state import State, hex_of_place, place_of
from goldenspike.core.tiles import StopKind
from goldenspike.core.title import Setup


def stations_left(setup: Setup, s: State, company: Company) -> int:
    return setup.title.companies[company].tokens - len(s.stations(company))


def station_cost(setup: Setup, s: State, company: Company, hex: Hex = NO_HEX) -> int:
    """$40 for the first station after the home, $100 for each later one; free ones do not count (7.3.2, T-05).

    On a hex abroad it may cost more than at home.
    """
    placed = len(s.stations(company))
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
    if place_of(hex, stop) not in reach(setup, s, company).places:
        return Refusal(Reason.CITY_NOT_REACHED, (hex,))
    return None


def place(ledger: Ledger, company: Company, hex: Hex, stop: int, free: bool) -> None:
    cost = 0 if free else station_cost(ledger.setup, ledger.state, company, hex)
    ledger.pay(treasury(company), BANK, cost, Why.STATION)
    ledger.place_token(company, hex, stop, cost)
    ledger.note_token(company, free)
