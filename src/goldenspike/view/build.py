"""Building the view of one seat from the state of a game, part by part as it is read."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from goldenspike.core.events import EndReason
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, FIRST_COMPANY, POOL, is_company, is_player
from goldenspike.core.holders import treasury as treasury_of
from goldenspike.core.ids import NONE, Company, Holder, Player, Private, Train, by_company, by_hex, by_private
from goldenspike.core.market import Zone
from goldenspike.core.question import Question
from goldenspike.core.rules.bids import bid_of, tied_money
from goldenspike.core.rules.certificate_limit import certificate_limit, counted_certificates
from goldenspike.core.rules.game_end import is_last_turn, wealth_of
from goldenspike.core.rules.receivership import unpaid_loans
from goldenspike.core.rules.reform import plays_reform
from goldenspike.core.rules.share_price import in_value_order, price_of, zone_of
from goldenspike.core.rules.share_unit import unit_percent
from goldenspike.core.rules.station import station_cost, stations_placed
from goldenspike.core.rules.stock_purchase import sold_this_round
from goldenspike.core.rules.train_card import bank_trains, count_at, market_trains, owned_trains
from goldenspike.core.state import State, hex_of_place
from goldenspike.core.steps.auction import asking_price
from goldenspike.core.tiles import STOPS_PER_HEX, Color
from goldenspike.core.title import ANY_DISTANCE, UNLIMITED, Charter, Destination, Home, RoundKind, Setup
from goldenspike.view.history import round_of
from goldenspike.view.model import (
    CompanyView,
    DestinationView,
    LaidView,
    PhaseView,
    PlayerView,
    PricePlace,
    PrivateView,
    StationView,
    TileView,
    TokenView,
    TrainView,
    UncertaintyView,
    View,
    later,
)
from goldenspike.view.question import ask, pending_offer
from goldenspike.view.secrets import Visibility, money_of_company, money_of_player, visibility_for, wealth_of_player

_COLORS: Final = {color: color.name.lower() for color in Color}
_ZONES: Final = tuple(zone.name.lower() for zone in Zone)


def seat_view(
    setup: Setup, s: State, seat: Player | None, visibility: Visibility | None = None, public: View | None = None
) -> View:
    """Everything a seat may see. `visibility` is given only if it differs from that of the state (see `preview`).

    What everybody may see is taken from the view that spectators have of the same state, if it is given.
    """
    source = _Source(setup, s, seat, visibility, public)
    return View.read_from(source.build, seat=seat, has_map=setup.has_map)


class _Source:
    """What the parts of a view are built from: a position that no longer changes, and what a seat may know of it."""

    def __init__(self, setup: Setup, s: State, seat: Player | None, visibility: Visibility | None, public: View | None) -> None:
        self.setup = setup
        self.s = s
        self.seat = seat
        self._visibility = visibility
        self.public = public
        """The view of spectators, if it is known."""
        self._asked: Question | None = None
        self._order: list[Company] | None = None

    def build(self, part: str) -> Any:
        if part in _PARTS:
            return _PARTS[part](self)
        return _PUBLIC_PARTS[part](self.setup, self.s) if self.public is None else getattr(self.public, part)

    @property
    def visibility(self) -> Visibility:
        if self._visibility is None:
            self._visibility = visibility_for(self.setup, self.s, self.seat)
        return self._visibility

    @property
    def asked(self) -> Question:
        if self._asked is None:
            self._asked = Game(self.setup, self.s).question
        return self._asked

    @property
    def order(self) -> list[Company]:
        """The companies with capital, in the order of their values."""
        if self._order is None:
            s = self.s
            funded = [company for company, has_capital in by_company(s.funded) if has_capital and not s.closed[company]]
            self._order = in_value_order(self.setup, s, funded)
        return self._order


def _players(source: _Source) -> tuple[PlayerView, ...]:
    setup, s, public = source.setup, source.s, source.public
    if public is None:
        return tuple([later(PlayerView, _fill_player, source, player) for player in setup.all_players])
    visibility, spectators = source.visibility, visibility_for(setup, s, None)

    def is_public(player: Player) -> bool:
        """Whether spectators see the same of a player and of the companies that count for his wealth."""
        own = [company for company, president in by_company(s.presidents) if president == player]
        return visibility.players[player] == spectators.players[player] and all(
            visibility.companies[company] == spectators.companies[company] for company in own
        )

    return tuple(
        found if is_public(player) else later(PlayerView, _fill_player, source, player)
        for player, found in zip(setup.all_players, public.players, strict=True)
    )


def _companies(source: _Source) -> tuple[CompanyView, ...]:
    setup, public = source.setup, source.public
    if public is None:
        return tuple([later(CompanyView, _fill_company, source, company) for company in setup.all_companies])
    visibility, spectators = source.visibility, visibility_for(setup, source.s, None)
    return tuple(
        found
        if visibility.companies[company] == spectators.companies[company]
        else later(CompanyView, _fill_company, source, company)
        for company, found in zip(setup.all_companies, public.companies, strict=True)
    )


def _phase(setup: Setup, s: State) -> PhaseView:
    phase = setup.title.phases[s.phase]
    colors = tuple([_COLORS[color] for color in phase.colors])
    return PhaseView(phase.id, phase.train_limit, colors, phase.operating_rounds, phase.buy_privates)


def _market(setup: Setup, s: State) -> tuple[PricePlace, ...]:
    companies, prices = setup.title.companies, setup.title.market.prices
    return tuple([PricePlace(companies[company].id, s.cells[company], prices[s.cells[company]]) for company in s.market_order])


def _tiles(setup: Setup, s: State) -> tuple[TileView, ...]:
    if not setup.has_map:
        return ()
    return tuple([by_number[left] for by_number, left in zip(_tiles_left(setup), s.supply, strict=True)])


@lru_cache(maxsize=64)
def _tiles_left(setup: Setup) -> tuple[tuple[TileView, ...], ...]:
    """For each type of tile its view by the number that is left."""
    counted = zip(setup.title.tiles, setup.title.tile_counts, strict=True)
    return tuple(
        [
            tuple([TileView(tile.id, tile.old, _COLORS[tile.color], left, total) for left in range(total + 1)])
            for tile, total in counted
        ]
    )


_PARTS: Final[dict[str, Callable[[_Source], Any]]] = {
    "question": lambda source: ask(source.setup, source.s, source.visibility, source.asked),
    "offer": lambda source: pending_offer(source.setup, source.s, source.visibility, source.asked),
    "bank": lambda source: source.s.money[BANK] if source.visibility.bank else None,
    "players": _players,
    "companies": _companies,
}
"""What depends on who sees it."""

_PUBLIC_PARTS: Final[dict[str, Callable[[Setup, State], Any]]] = {
    "title": lambda setup, s: setup.title.name,
    "version": lambda setup, s: setup.title.version,
    "round": lambda setup, s: round_of(s),
    "phase": _phase,
    "priority": lambda setup, s: s.priority,
    "seating": lambda setup, s: s.seating,
    "bank_broken": lambda setup, s: s.bank_broken,
    "certificate_limit": certificate_limit,
    "knowledge": lambda setup, s: setup.options.knowledge.value,
    "privates": lambda setup, s: tuple([later(PrivateView, _fill_private, setup, s, private) for private in setup.all_privates]),
    "auction": lambda setup, s: setup.title.privates[s.auction].id if s.auction != NONE else None,
    "trains": lambda setup, s: _trains(setup, s),
    "uncertainty": lambda setup, s: _uncertainty(setup, s) if any(setup.title.uncertainty) else None,
    "reformed": lambda setup, s: s.reformed if plays_reform(setup) else None,
    "market": _market,
    "tiles": _tiles,
    "laid": lambda setup, s: _laid(setup, s),
    "ending": lambda setup, s: EndReason(s.ending).name.lower(),
    "is_last_turn": is_last_turn,
    "end_reason": lambda setup, s: EndReason(s.end_reason).name.lower(),
}
"""What everybody sees."""


def _fill_player(view: PlayerView, source: _Source, player: Player) -> None:
    setup, s, visibility = source.setup, source.s, source.visibility
    companies = setup.title.companies
    money = money_of_player(s, visibility, player)
    # The wealth of a player without money, which is public.
    loans = unpaid_loans(s, player)
    public = wealth_of(setup, s, player) + loans - s.money[player]
    wealth = wealth_of_player(setup, s, visibility, player)
    owes = None if wealth is None or money is None else money + public - wealth
    PlayerView.__init__(
        view,
        seat=player,
        money=money,
        certificates=counted_certificates(setup, s, player),
        shares={card.id: units for card, units in zip(companies, s.holdings(player), strict=True) if units},
        presidencies=tuple([companies[company].id for company, owner in by_company(s.presidents) if owner == player]),
        privates=_privates_of(setup, s, player),
        share_value=public,
        owes=owes if setup.title.has_shares else 0,
        wealth=wealth,
        bids=tied_money(setup, s, player),
        has_priority=s.priority == player and s.round != RoundKind.SEATING,
        on_turn=player in source.asked.players,
        sold=tuple([card.id for company, card in by_company(companies) if sold_this_round(s, player, company)])
        if s.sold[player]
        else (),
        has_left=player not in s.seating,
        is_bankrupt=player not in s.seating or (s.end_reason == EndReason.BANKRUPTCY and player == s.turn),
    )


def _fill_company(view: CompanyView, source: _Source, company: Company) -> None:
    setup, s, order = source.setup, source.s, source.order
    card = setup.title.companies[company]
    priced = s.cells[company] >= 0
    held = s.holders(company)
    left = card.tokens - stations_placed(setup, s, company)
    treasury = money_of_company(s, source.visibility, company)
    double = s.doubles[company]
    CompanyView.__init__(
        view,
        id=card.id,
        name=card.name,
        president=s.presidents[company] if s.presidents[company] != NONE else None,
        treasury=treasury,
        treasury_hidden=treasury is None,
        par=s.par[company] or None,
        price=price_of(setup, s, company) if priced else None,
        cell=s.cells[company] if priced else None,
        zone=_ZONES[zone_of(setup, s, company)],
        holdings={player: held[player] for player in setup.all_players if held[player]},
        offering=held[BANK],
        pool=held[POOL],
        floated=s.floated[company],
        funded=s.funded[company],
        operated=s.operated[company],
        done=s.done[company],
        stations=tuple(
            [StationView(setup.title.hexes[hex_of_place(place)].id, place % STOPS_PER_HEX) for place in s.stations(company)]
        ),
        stations_left=left,
        station_cost=station_cost(setup, s, company) if left else None,
        trains=tuple([setup.title.trains[train].id for train in owned_trains(setup, s, company)]),
        privates=_privates_of(setup, s, treasury_of(company)),
        revenue=s.revenues[company],
        operating=s.operating == company,
        loan=s.loans[company],
        has_licence=s.licences[company],
        second_certificate=_place_of_second(setup, s, company),
        second_certificate_seat=double if is_player(double) else None,
        order=order.index(company) if company in order else None,
        group=card.group,
        share_percent=unit_percent(s, company),
        notes=s.notes[company],
        closed=s.closed[company],
        destinations=tuple([_destination(setup, s, destination) for destination in card.destinations])
        if card.destinations
        else (),
        home=_homes(setup)[company],
    )


def _privates_of(setup: Setup, s: State, holder: Holder) -> tuple[str, ...]:
    if holder not in s.privates:
        return ()
    return tuple([setup.title.privates[private].id for private, owner in by_private(s.privates) if owner == holder])


def _place_of_second(setup: Setup, s: State, company: Company) -> str:
    holder = s.doubles[company]
    if not setup.title.companies[company].second_units:
        return "none"
    return "offering" if holder == BANK else "pool" if holder == POOL else "player"


def _uncertainty(setup: Setup, s: State) -> UncertaintyView:
    def named(company: Company) -> str | None:
        return setup.title.companies[company].id if company != NONE else None

    counts = zip(("no_change", "short_runs", "retain_revenue"), s.uncertainty, setup.title.uncertainty, strict=True)
    tokens = tuple(TokenView(kind, left, total - left) for kind, left, total in counts)
    return UncertaintyView(tokens if any(s.uncertainty) else (), named(s.short_runs), named(s.retained))


@lru_cache(maxsize=64)
def _homes(setup: Setup) -> tuple[str, ...]:
    """The home of each company, which never changes."""
    return tuple([_home(setup, card) for card in setup.title.companies])


def _home(setup: Setup, card: Charter) -> str:
    homes = {(home.hex, home.stop): _stop_name(setup, home) for home in card.homes}
    return next(iter(homes.values())) if len(homes) == 1 else ""


def _stop_name(setup: Setup, home: Home) -> str:
    """The name of a city, or of one of several named cities on a hex."""
    if home.hex not in setup.hex_index:
        return home.hex
    printed = setup.title.hexes[setup.hex_index[home.hex]]
    names = printed.name.replace(" / ", " & ").split(" & ")
    if 0 <= home.stop < len(names) == len(printed.stops):
        return names[home.stop]
    return printed.name or home.hex


def _destination(setup: Setup, s: State, destination: Destination) -> DestinationView:
    hexes = tuple(target.hex for target in destination.targets)
    pay, distance = setup.title.destination_pay, destination.distance
    return DestinationView(
        hexes=hexes,
        distance=distance,
        names=tuple(_stop_name(setup, target) for target in destination.targets),
        bonus=pay.of_run(distance, distance, setup.title.phases[s.phase].late),
        late_bonus=pay.of_run(distance, distance, True),
    )


def _fill_private(view: PrivateView, setup: Setup, s: State, private: Private) -> None:
    card = setup.title.privates[private]
    owner = s.privates[private]
    kind = "bank" if owner == BANK else "player" if is_player(owner) else "company" if is_company(owner) else "closed"
    PrivateView.__init__(
        view,
        id=card.id,
        name=card.name,
        price=card.price,
        revenue=setup.plan.flow.income(setup, s, private),
        hexes=card.hexes,
        owner=kind,
        owner_seat=owner if is_player(owner) else None,
        owner_company=setup.title.companies[owner - FIRST_COMPANY].id if is_company(owner) else None,
        power=card.power.name.lower(),
        power_used=s.power_used[private],
        asking_price=asking_price(setup, s, private) if owner == BANK else None,
        bids={player: bid for player in setup.all_players if (bid := bid_of(s, private, player))},
    )


def _trains(setup: Setup, s: State) -> tuple[TrainView, ...]:
    for_sale = bank_trains(setup, s) + market_trains(setup, s)
    return tuple([later(TrainView, _fill_train, setup, s, train, train in for_sale) for train in setup.all_trains])


def _fill_train(view: TrainView, setup: Setup, s: State, train: Train, for_sale: bool) -> None:
    card = setup.title.trains[train]
    TrainView.__init__(
        view,
        id=card.id,
        price=card.price,
        distance=card.distance if card.distance < ANY_DISTANCE else None,
        in_bank=count_at(setup, s, BANK, train) if card.count < UNLIMITED else None,
        in_market=count_at(setup, s, POOL, train),
        for_sale=for_sale,
        starts_phase=card.phase,
        retired_by=card.obsolete,
        trade_in=card.trade_in,
        trade_in_price=card.trade_in_price,
    )


def _laid(setup: Setup, s: State) -> tuple[LaidView, ...]:
    found: list[LaidView] = []
    for hex, face in by_hex(s.faces):
        if face < setup.first_printed:
            tile = setup.title.tiles[setup.faces[face].tile]
            found.append(LaidView(setup.title.hexes[hex].id, tile.id, tile.old, setup.faces[face].rotation))
    return tuple(found)
