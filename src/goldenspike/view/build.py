"""Building the view of one seat from the state of a game, part by part as it is read."""

from collections.abc import Callable
from operator import getitem
from typing import Any, Final

from goldenspike.core.events import EndReason
from goldenspike.core.game import question_of
from goldenspike.core.holders import BANK, FIRST_COMPANY, POOL, is_company, is_player
from goldenspike.core.holders import treasury as treasury_of
from goldenspike.core.ids import NONE, Company, Holder, Player, Private, Train, by_company, by_hex, by_private
from goldenspike.core.market import Zone
from goldenspike.core.question import Question
from goldenspike.core.rules.bids import bid_of, tied_money
from goldenspike.core.rules.certificate_limit import certificate_limit, counted_certificates
from goldenspike.core.rules.game_end import is_last_turn, wealth_of
from goldenspike.core.rules.receivership import unpaid_loans
from goldenspike.core.rules.share_price import in_value_order, price_of, zone_of
from goldenspike.core.rules.share_unit import unit_percent
from goldenspike.core.rules.station import station_cost, stations_placed
from goldenspike.core.rules.stock_purchase import sold_this_round
from goldenspike.core.rules.train_card import bank_trains, count_at, market_trains, owned_trains
from goldenspike.core.state import State, hex_of_place
from goldenspike.core.steps.auction import asking_price
from goldenspike.core.tiles import STOPS_PER_HEX
from goldenspike.core.title import ANY_DISTANCE, UNLIMITED, Destination, RoundKind, Setup
from goldenspike.view.components import components, stop_name
from goldenspike.view.history import round_of
from goldenspike.view.model import (
    CompanyView,
    DestinationView,
    LaidView,
    PlayerView,
    PricePlace,
    PrivateView,
    StationView,
    TokenView,
    TrainView,
    UncertaintyView,
    View,
    later,
)
from goldenspike.view.question import ask, pending_offer
from goldenspike.view.secrets import Visibility, money_of_company, money_of_player, visibility_for, wealth_of_player

_END_REASONS: Final = tuple(reason.name.lower() for reason in EndReason)
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
        self.public = public
        """The view of spectators, if it is known."""
        self.components = components(setup)
        self._seat = seat
        self._visibility = visibility
        self._asked: Question | None = None
        self._order: list[Company] | None = None
        self._for_sale: list[Train] | None = None

    def build(self, part: str) -> dict[str, Any]:
        """A part of the view and those that are found with it, by name."""
        if part in _PARTS:
            return {part: _PARTS[part](self)}
        if part in _PUBLIC_PARTS:
            return {part: _PUBLIC_PARTS[part](self) if self.public is None else getattr(self.public, part)}
        return _questions(self) if part in ("question", "offer") else _facts(self)

    @property
    def visibility(self) -> Visibility:
        if self._visibility is None:
            self._visibility = visibility_for(self.setup, self.s, self._seat)
        return self._visibility

    @property
    def asked(self) -> Question:
        if self._asked is None:
            self._asked = question_of(self.setup, self.s)
        return self._asked

    @property
    def order(self) -> list[Company]:
        """The companies with capital, in the order of their values."""
        if self._order is None:
            s = self.s
            funded = [company for company, has_capital in by_company(s.funded) if has_capital and not s.closed[company]]
            self._order = in_value_order(self.setup, s, funded)
        return self._order

    @property
    def for_sale(self) -> list[Train]:
        """The types that bank or open market would sell now."""
        if self._for_sale is None:
            self._for_sale = bank_trains(self.setup, self.s) + market_trains(self.setup, self.s)
        return self._for_sale


def _questions(source: _Source) -> dict[str, Any]:
    """What is asked now."""
    setup, s, visibility, asked = source.setup, source.s, source.visibility, source.asked
    return {"question": ask(setup, s, visibility, asked), "offer": pending_offer(setup, s, visibility, asked)}


def _facts(source: _Source) -> dict[str, Any]:
    """What is read straight from the state, at once: to find out which is wanted would take longer."""
    setup, s, known = source.setup, source.s, source.components
    title = setup.title
    return {
        "title": title.name,
        "version": title.version,
        "round": round_of(s),
        "phase": known.phases[s.phase],
        "priority": s.priority,
        "seating": s.seating,
        "bank": s.money[BANK] if source.visibility.bank else None,
        "bank_broken": s.bank_broken,
        "certificate_limit": certificate_limit(setup, s),
        "knowledge": setup.options.knowledge.value,
        "auction": title.privates[s.auction].id if s.auction != NONE else None,
        "uncertainty": _uncertainty(setup, s) if known.has_uncertainty else None,
        "reformed": s.reformed if known.plays_reform else None,
        "ending": _END_REASONS[s.ending],
        "is_last_turn": is_last_turn(setup, s),
        "end_reason": _END_REASONS[s.end_reason],
    }


def _players(source: _Source) -> tuple[PlayerView, ...]:
    setup, s, public = source.setup, source.s, source.public
    views = later(PlayerView, _fill_player, source, setup.all_players)
    if public is None:
        return views
    visibility, spectators = source.visibility, visibility_for(setup, s, None)

    def is_public(player: Player) -> bool:
        """Whether spectators see the same of a player and of the companies that count for his wealth."""
        own = [company for company, president in by_company(s.presidents) if president == player]
        return visibility.players[player] == spectators.players[player] and all(
            visibility.companies[company] == spectators.companies[company] for company in own
        )

    return tuple([public.players[player] if is_public(player) else views[player] for player in setup.all_players])


def _companies(source: _Source) -> tuple[CompanyView, ...]:
    setup, public = source.setup, source.public
    views = later(CompanyView, _fill_company, source, setup.all_companies)
    if public is None:
        return views
    seen, spectators = source.visibility.companies, visibility_for(setup, source.s, None).companies
    return tuple([public.companies[one] if seen[one] == spectators[one] else views[one] for one in setup.all_companies])


def _market(source: _Source) -> tuple[PricePlace, ...]:
    places, cells = source.components.places, source.s.cells
    return tuple([places[company][cells[company]] for company in source.s.market_order])


def _laid(source: _Source) -> tuple[LaidView, ...]:
    printed, laid = source.setup.first_printed, source.components.laid
    return tuple([laid[hex, face] for hex, face in by_hex(source.s.faces) if face < printed])


_PARTS: Final[dict[str, Callable[[_Source], Any]]] = {
    "players": _players,
    "companies": _companies,
}
"""The longer parts that depend on who sees them."""

_PUBLIC_PARTS: Final[dict[str, Callable[[_Source], Any]]] = {
    "privates": lambda source: later(PrivateView, _fill_private, source, source.setup.all_privates),
    "trains": lambda source: later(TrainView, _fill_train, source, source.setup.all_trains),
    "market": _market,
    "tiles": lambda source: tuple(map(getitem, source.components.tiles, source.s.supply)),
    "laid": _laid,
}
"""The longer parts that everybody sees."""


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
        home=source.components.homes[company],
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


def _destination(setup: Setup, s: State, destination: Destination) -> DestinationView:
    hexes = tuple(target.hex for target in destination.targets)
    pay, distance = setup.title.destination_pay, destination.distance
    return DestinationView(
        hexes=hexes,
        distance=distance,
        names=tuple(stop_name(setup, target) for target in destination.targets),
        bonus=pay.of_run(distance, distance, setup.title.phases[s.phase].late),
        late_bonus=pay.of_run(distance, distance, True),
    )


def _fill_private(view: PrivateView, source: _Source, private: Private) -> None:
    setup, s = source.setup, source.s
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


def _fill_train(view: TrainView, source: _Source, train: Train) -> None:
    setup, s = source.setup, source.s
    card = setup.title.trains[train]
    TrainView.__init__(
        view,
        id=card.id,
        price=card.price,
        distance=card.distance if card.distance < ANY_DISTANCE else None,
        in_bank=count_at(setup, s, BANK, train) if card.count < UNLIMITED else None,
        in_market=count_at(setup, s, POOL, train),
        for_sale=train in source.for_sale,
        starts_phase=card.phase,
        retired_by=card.obsolete,
        trade_in=card.trade_in,
        trade_in_price=card.trade_in_price,
    )
