"""Invariants of every state: money, shares, trains and tiles are conserved, nobody is overdrawn.

Each function returns the violations it found, named and with their facts, so that tests and `simulate --check` can report
them. None of them uses steps or changes anything.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from goldenspike.core.actions import Action, BuyShare, StartCompany
from goldenspike.core.events import Event, Paid, ShareCorrected, ShareMoved
from goldenspike.core.holders import BANK, FIRST_COMPANY, MOST_PLAYERS, NOBODY, POOL, is_player
from goldenspike.core.ids import NONE, Place, by_company, by_hex, by_holder, by_private, by_tile, by_train
from goldenspike.core.interrupts import DiscardNeeded, ParPriceNeeded
from goldenspike.core.market import Zone
from goldenspike.core.options import ForcedPurchase
from goldenspike.core.routes import survey
from goldenspike.core.rules.bids import tied_money
from goldenspike.core.rules.certificate_limit import certificate_limit, counted_certificates, may_hold
from goldenspike.core.rules.floating import ALL_UNITS, is_floating
from goldenspike.core.rules.home_station import free_circles, has_home, home_places
from goldenspike.core.rules.licence import licensed_hexes
from goldenspike.core.rules.obsolescence import is_obsolete
from goldenspike.core.rules.runs import ground_of, reach
from goldenspike.core.rules.second_certificate import singles
from goldenspike.core.rules.share_price import zone_of
from goldenspike.core.rules.share_unit import president_units
from goldenspike.core.rules.train_card import owned_trains, train_limit
from goldenspike.core.state import SHARE_HOLDERS, TOKENS_PER_COMPANY, State, hex_of_place
from goldenspike.core.tiles import STOPS_PER_HEX, Color, StopKind
from goldenspike.core.title import NO_CITY, UNLIMITED, RoundKind, Setup


@dataclass(frozen=True, slots=True)
class Violation:
    """A violated invariant: its name, and the facts."""

    name: str
    facts: str

    def __str__(self) -> str:
        return f"{self.name}: {self.facts}"


def violations_of(setup: Setup, s: State) -> list[Violation]:
    """All violations in a state."""
    found: list[Violation] = []
    checks = (_money, _loans, _shares, _doubles, _presidents, _market, _stations, _homes, _tiles, _trains, _privates, _chance)
    for check in checks:
        found.extend(check(setup, s))
    return found


def _money(setup: Setup, s: State) -> Iterator[Violation]:
    if sum(s.money) != setup.title.bank:
        yield Violation("money_not_conserved", f"{sum(s.money)} instead of {setup.title.bank}")
    for holder, money in by_holder(s.money):
        if holder == NOBODY and any(s.closed):
            continue  # The property of closed companies has left the game with them.
        if holder in (POOL, NOBODY) or (is_player(holder) and holder not in s.seating):
            if money:
                yield Violation("money_of_nobody", f"holder {holder} has {money}")
        elif money < 0 and holder != BANK:
            yield Violation("money_below_zero", f"holder {holder} has {money}")
    if s.money[BANK] < 0 and not s.bank_broken:
        yield Violation("bank_overdrawn", f"the bank has {s.money[BANK]} and is not said to be broken")
    for player in setup.all_players:
        tied = tied_money(setup, s, player)
        if tied > s.money[player]:
            yield Violation("bids_exceed_money", f"player {player} bids {tied} of {s.money[player]}")


def _loans(setup: Setup, s: State) -> Iterator[Violation]:
    lends = setup.options.forced_purchase is ForcedPurchase.RECEIVERSHIP
    for company, owed in by_company(s.loans):
        if owed < 0 or (owed and not lends):
            yield Violation("loan", f"company {company} owes {owed}")
        elif owed and s.money[s.presidents[company]]:
            yield Violation("manager_keeps_money", f"player {s.presidents[company]} owes {owed} for company {company}")
    for company, licensed in by_company(s.licences):
        if licensed and not licensed_hexes(setup):
            yield Violation("licence_for_nothing", f"company {company}")


def _shares(setup: Setup, s: State) -> Iterator[Violation]:
    for company in setup.all_companies:
        first = company * SHARE_HOLDERS
        held = s.shares[first : first + SHARE_HOLDERS]
        if sum(held) != ALL_UNITS or min(held) < 0:
            yield Violation("shares_not_conserved", f"company {company} has {held}")
        if s.closed[company] and (s.units(company, NOBODY) != ALL_UNITS or s.notes[company]):
            yield Violation("not_wholly_closed", f"company {company} has {held} and notes of {s.notes[company]}")
        if s.notes[company] < 0 or (s.notes[company] and not s.halved[company]):
            yield Violation("notes", f"company {company} has notes of {s.notes[company]}")
        # The shares of a player who left the game may exceed the pool's limit.
        if s.units(company, POOL) > setup.title.pool_units and len(s.seating) == setup.players:
            yield Violation("pool_limit", f"company {company} has {s.units(company, POOL)} in the pool")
        if s.floated[company] != is_floating(setup, s, company) and s.par[company]:
            yield Violation("floated", f"company {company} floated {s.floated[company]}, offering {s.units(company, BANK)}")
        if (s.funded[company] and not s.floated[company]) or (s.operated[company] and not s.funded[company]):
            yield Violation("company_out_of_order", f"company {company} operates before its money or floating")


def _doubles(setup: Setup, s: State) -> Iterator[Violation]:
    for company, card in by_company(setup.title.companies):
        holder = s.doubles[company]
        if not card.second_units:
            if holder != NOBODY:
                yield Violation("second_certificate", f"company {company} has none, holder {holder}")
            continue
        if holder not in (BANK, POOL) and holder not in s.seating:
            yield Violation("second_certificate", f"company {company}, holder {holder}")
        for other in (*s.seating, BANK, POOL):
            if singles(setup, s, company, other) < 0:
                yield Violation("certificates_below_zero", f"company {company}, holder {other}, second at {holder}")


def _presidents(setup: Setup, s: State) -> Iterator[Violation]:
    if s.operating != NONE and not s.closed[s.operating] and s.turn != s.presidents[s.operating]:
        yield Violation("not_the_president", f"player {s.turn} runs company {s.operating}")
    if not setup.title.has_shares:
        return
    for company, card in by_company(setup.title.companies):
        president = s.presidents[company]
        if s.closed[company]:
            if president != NONE or s.cells[company] != NONE or s.par[company]:
                yield Violation("closed_but_alive", f"company {company} has president {president}")
            continue
        if president == NONE:
            if s.units(company, BANK) < card.president_units or s.par[company] or s.floated[company]:
                yield Violation("no_president", f"company {company} has started without a president")
            continue
        units = s.units(company, president)
        if president not in s.seating:
            yield Violation("president_has_left", f"player {president}, company {company}")
        if units < president_units(setup, s, company):
            yield Violation("president_without_certificate", f"player {president} has {units} of company {company}")
        for player in setup.all_players:
            if s.units(company, player) > units and not s.loans[company]:
                yield Violation(
                    "president_exceeded",
                    f"player {player} has {s.units(company, player)} of company {company}, president {president} {units}",
                )
        if not s.par[company] and ParPriceNeeded(president, company) not in s.pending:
            yield Violation("no_par", f"company {company} has a president and no par price")


def _market(setup: Setup, s: State) -> Iterator[Violation]:
    priced = [company for company, cell in by_company(s.cells) if cell != NONE]
    if sorted(s.market_order) != priced:
        yield Violation("market_order", f"{s.market_order} for companies {priced}")
    for company in priced:
        if not setup.title.market.prices[s.cells[company]]:
            yield Violation("off_the_market", f"company {company} in cell {s.cells[company]}")
        if not s.par[company]:
            yield Violation("price_without_par", f"company {company}")


def _stations(setup: Setup, s: State) -> Iterator[Violation]:
    for company, card in by_company(setup.title.companies):
        first = company * TOKENS_PER_COMPANY
        places = s.tokens[first : first + TOKENS_PER_COMPANY]
        placed = [place for place in places if place != NONE]
        if len(placed) > card.tokens:
            yield Violation("too_many_stations", f"company {company} has {len(placed)} of {card.tokens}")
        if places[: len(placed)] != placed:
            yield Violation("stations_with_gaps", f"company {company} has {places}")
        if s.declared_stations[company] >= card.tokens or (setup.has_map and s.declared_stations[company]):
            yield Violation("declared_stations", f"company {company} declared {s.declared_stations[company]}")
        if len({hex_of_place(place) for place in placed}) < len(placed):
            yield Violation("two_stations_in_a_hex", f"company {company} has {placed}")
        if s.operated[company] and not placed and setup.has_map:
            yield Violation("no_home", f"company {company} has operated")
    for place in sorted({place for place in s.tokens if place != NONE}):
        hex = hex_of_place(place)
        stops = setup.faces[s.faces[hex]].stops if hex < len(s.faces) else ()
        stop = place % STOPS_PER_HEX
        if stop >= len(stops) and _stands_beside_track(setup, s, place):
            continue
        if stop >= len(stops) or stops[stop].kind is not StopKind.CITY:
            yield Violation("station_outside_a_city", f"place {place}")
        elif s.tokens.count(place) > stops[stop].slots:
            yield Violation("city_overfull", f"{s.tokens.count(place)} stations in {stops[stop].slots} circles of {place}")


def _stands_beside_track(setup: Setup, s: State, place: Place) -> bool:
    """Whether the only station there belongs to the company whose home is that hex without a city (V-7.5)."""
    owners = [number // TOKENS_PER_COMPANY for number, other in enumerate(s.tokens) if other == place]
    if len(owners) != 1 or owners[0] >= len(setup.title.companies) or place % STOPS_PER_HEX:
        return False
    hex = setup.title.hexes[hex_of_place(place)].id
    return any(home.stop == NO_CITY and home.hex == hex for home in setup.title.companies[owners[0]].homes)


def _homes(setup: Setup, s: State) -> Iterator[Violation]:
    """Space is reserved for the home of each company that has not started (7.3.2, V-7.4)."""
    for company in setup.all_companies:
        if has_home(s, company) or s.closed[company]:
            continue
        places = home_places(setup, s, company)
        if not any(free_circles(setup, s, hex_of_place(place), place % STOPS_PER_HEX) > 0 for place in places):
            yield Violation("home_taken", f"company {company} has no room in {places}")


def _tiles(setup: Setup, s: State) -> Iterator[Violation]:
    laid = [0] * len(setup.title.tiles)
    colors = setup.title.phases[s.phase].colors
    for hex, number in by_hex(s.faces):
        face = setup.faces[number]
        if face.tile < 0:
            if number != setup.first_printed + hex:
                yield Violation("foreign_print", f"hex {hex} shows face {number}")
            continue
        laid[face.tile] += 1
        if face.exits & ~setup.open_sides[hex]:
            yield Violation("track_off_the_map", f"hex {hex} shows face {number}")
        special = setup.title.hexes[hex].color is Color.GRAY  # Only a private company's own tile may be there.
        if face.color not in colors and not special:
            yield Violation("tile_before_its_time", f"hex {hex} shows {face.color.name} in phase {s.phase}")
    for tile, count in by_tile(setup.title.tile_counts):
        if count != UNLIMITED and (laid[tile] + s.supply[tile] != count or s.supply[tile] < 0):
            name = setup.title.tiles[tile].id
            yield Violation("tiles_not_conserved", f"tile {name}: {laid[tile]} laid, {s.supply[tile]} left of {count}")


def _trains(setup: Setup, s: State) -> Iterator[Violation]:
    types = len(setup.title.trains)
    if min(s.trains) < 0:
        yield Violation("trains_below_zero", f"{s.trains}")
    for train, card in by_train(setup.title.trains):
        if card.count != UNLIMITED and sum(s.trains[train::types]) != card.count:
            yield Violation("trains_not_conserved", f"type {card.id}: {s.trains[train::types]} instead of {card.count}")
    if any(s.trains[: MOST_PLAYERS * types]):
        yield Violation("train_of_a_player", f"{s.trains[: MOST_PLAYERS * types]}")
    for train in setup.all_trains:
        if is_obsolete(setup, s, train):
            companies = () if setup.options.delayed_obsolescence else range(FIRST_COMPANY, len(s.trains) // types)
            for holder in (BANK, POOL, *companies):
                if s.trains[holder * types + train]:
                    yield Violation("obsolete_train", f"type {train} at holder {holder}")
    if any(isinstance(asked, DiscardNeeded) for asked in s.pending):
        return
    for company in setup.all_companies:
        owned = owned_trains(setup, s, company)
        if len(owned) > train_limit(setup, s):
            yield Violation("train_limit", f"company {company} has {owned}")


def _privates(setup: Setup, s: State) -> Iterator[Violation]:
    selling = s.round in (RoundKind.SEATING, RoundKind.AUCTION, RoundKind.OVER)  # A game may end with some left over.
    for private, owner in by_private(s.privates):
        known = is_player(owner) and owner < setup.players
        known = known or FIRST_COMPANY <= owner < FIRST_COMPANY + len(setup.title.companies)
        if not known and owner != NOBODY and not (selling and owner == BANK):
            yield Violation("private_of_nobody", f"private {private} belongs to {owner} in round {s.round}")
        if owner >= FIRST_COMPANY and not setup.title.privates[private].saleable:
            yield Violation("private_not_saleable", f"private {private} belongs to {owner}")


def _chance(setup: Setup, s: State) -> Iterator[Violation]:
    """Uncertainty tokens only get fewer, and none is left once the last train that draws them is sold (S-5)."""
    if any(now < 0 or now > first for now, first in zip(s.uncertainty, setup.title.uncertainty, strict=True)):
        yield Violation("uncertainty", f"{s.uncertainty} of {setup.title.uncertainty}")
    for company in (s.short_runs, s.retained):
        if company != NONE and not (0 <= company < len(setup.title.companies) and s.operated[company] | (s.operating == company)):
            yield Violation("token_of_nobody", f"company {company}")


def violations_of_purchase(setup: Setup, s: State, action: Action) -> list[Violation]:
    """Whether a player who has just bought is within the limits (5.3); a later price move may break them."""
    if not isinstance(action, BuyShare | StartCompany):
        return []
    found: list[Violation] = []
    units = s.units(action.company, action.player)
    if not may_hold(setup, s, action.company, units):
        found.append(Violation("holding_limit", f"player {action.player} has {units} of company {action.company}"))
    counted = counted_certificates(setup, s, action.player)
    limit = certificate_limit(setup, s)
    if counted > limit and zone_of(setup, s, action.company) < Zone.YELLOW:
        found.append(Violation("certificate_limit", f"player {action.player} has {counted} of {limit}"))
    return found


def violations_of_events(before: State, after: State, events: list[Event]) -> list[Violation]:
    """Whether the events account for every change of money and shares."""
    money = before.money.copy()
    shares = before.shares.copy()
    for event in events:
        if isinstance(event, Paid):
            money[event.payer] -= event.amount
            money[event.payee] += event.amount
        elif isinstance(event, ShareMoved | ShareCorrected):
            shares[event.company * SHARE_HOLDERS + event.seller] -= event.units
            shares[event.company * SHARE_HOLDERS + event.buyer] += event.units
    found: list[Violation] = []
    if money != after.money:
        found.append(Violation("unreported_money", f"events say {money}, the state says {after.money}"))
    if shares != after.shares:
        found.append(Violation("unreported_shares", f"events say {shares}, the state says {after.shares}"))
    return found


def violations_of_reach(setup: Setup, s: State) -> list[Violation]:
    """Whether the cached network of each company equals a fresh one."""
    situation = setup.plan.flow.situation
    return [
        Violation("stale_network", f"company {company}")
        for company in setup.all_companies
        if s.stations(company) and reach(setup, s, company) != survey(ground_of(setup, s, company, situation(setup, s, company)))
    ]
