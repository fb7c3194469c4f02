"""Building the view of one seat from the state of a game."""

from dataclasses import replace
from typing import Final

from goldenspike.core.events import EndReason
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, FIRST_COMPANY, POOL, is_company, is_player
from goldenspike.core.ids import NONE, Company, Player, Private, by_company, by_hex, by_private, by_train
from goldenspike.core.rules.bids import bid_of, tied_money
from goldenspike.core.rules.certificate_limit import certificate_limit, counted_certificates
from goldenspike.core.rules.game_end import is_last_turn, wealth_of
from goldenspike.core.rules.receivership import unpaid_loans
from goldenspike.core.rules.reform import plays_reform
from goldenspike.core.rules.share_price import in_value_order, price_of, zone_of
from goldenspike.core.rules.share_unit import unit_percent
from goldenspike.core.rules.station import station_cost, stations_left
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
)
from goldenspike.view.question import ask, pending_offer
from goldenspike.view.secrets import Visibility, money_of_company, money_of_player, visibility_for, wealth_of_player

_COLORS: Final = {color: color.name.lower() for color in Color}


def seat_view(
    setup: Setup, s: State, seat: Player | None, visibility: Visibility | None = None, public: View | None = None
) -> View:
    """Everything a seat may see. `visibility` is given only if it differs from that of the state (see `preview`).

    What everybody may see is taken from the view that spectators have of the same state, if it is given.
    """
    if visibility is None:
        visibility = visibility_for(setup, s, seat)
    game = Game(setup, s)
    actors = tuple(actor for actor in game.actors if is_player(actor))
    phase = setup.title.phases[s.phase]
    funded = [company for company, has_capital in by_company(s.funded) if has_capital and not s.closed[company]]
    order = in_value_order(setup, s, funded)
    if public is not None:
        spectators = visibility_for(setup, s, None)

        def is_public(player: Player) -> bool:
            """Whether spectators see the same of a player and of the companies that count for his wealth."""
            own = [company for company, president in by_company(s.presidents) if president == player]
            return visibility.players[player] == spectators.players[player] and all(
                visibility.companies[company] == spectators.companies[company] for company in own
            )

        return replace(
            public,
            seat=seat,
            question=ask(setup, s, visibility, game, actors),
            offer=pending_offer(setup, s, visibility, game.question),
            bank=s.money[BANK] if visibility.bank else None,
            players=tuple(
                found if is_public(player) else _player(setup, s, visibility, player, player in actors)
                for player, found in zip(setup.all_players, public.players, strict=True)
            ),
            companies=tuple(
                found
                if visibility.companies[company] == spectators.companies[company]
                else _company(setup, s, visibility, company, order)
                for company, found in zip(setup.all_companies, public.companies, strict=True)
            ),
        )
    prices = setup.title.market.prices
    return View(
        title=setup.title.name,
        version=setup.title.version,
        seat=seat,
        round=round_of(s),
        phase=PhaseView(
            phase.id,
            phase.train_limit,
            tuple([_COLORS[color] for color in phase.colors]),
            phase.operating_rounds,
            phase.buy_privates,
        ),
        question=ask(setup, s, visibility, game, actors),
        offer=pending_offer(setup, s, visibility, game.question),
        priority=s.priority,
        seating=s.seating,
        bank=s.money[BANK] if visibility.bank else None,
        bank_broken=s.bank_broken,
        certificate_limit=certificate_limit(setup, s),
        knowledge=setup.options.knowledge.value,
        players=tuple(_player(setup, s, visibility, player, player in actors) for player in setup.all_players),
        companies=tuple(_company(setup, s, visibility, company, order) for company in setup.all_companies),
        privates=tuple(_private(setup, s, private) for private in setup.all_privates),
        auction=setup.title.privates[s.auction].id if s.auction != NONE else None,
        trains=_trains(setup, s),
        uncertainty=_uncertainty(setup, s) if any(setup.title.uncertainty) else None,
        reformed=s.reformed if plays_reform(setup) else None,
        market=tuple(
            PricePlace(setup.title.companies[company].id, s.cells[company], prices[s.cells[company]])
            for company in s.market_order
        ),
        tiles=tuple(
            [
                TileView(tile.id, tile.old, _COLORS[tile.color], s.supply[index], setup.title.tile_counts[index])
                for index, tile in enumerate(setup.title.tiles if setup.has_map else ())
            ]
        ),
        laid=_laid(setup, s),
        ending=EndReason(s.ending).name.lower(),
        is_last_turn=is_last_turn(setup, s),
        end_reason=EndReason(s.end_reason).name.lower(),
        has_map=setup.has_map,
    )


def _player(setup: Setup, s: State, visibility: Visibility, player: Player, on_turn: bool) -> PlayerView:
    companies = setup.title.companies
    money = money_of_player(s, visibility, player)
    # The wealth of a player without money, which is public.
    loans = unpaid_loans(s, player)
    public = wealth_of(setup, s, player) + loans - s.money[player]
    wealth = wealth_of_player(setup, s, visibility, player)
    owes = None if wealth is None or money is None else money + public - wealth
    return PlayerView(
        seat=player,
        money=money,
        certificates=counted_certificates(setup, s, player),
        shares={card.id: s.units(company, player) for company, card in by_company(companies) if s.units(company, player)},
        presidencies=tuple(card.id for company, card in by_company(companies) if s.presidents[company] == player),
        privates=tuple(card.id for private, card in by_private(setup.title.privates) if s.privates[private] == player),
        share_value=public,
        owes=owes if setup.title.has_shares else 0,
        wealth=wealth,
        bids=tied_money(setup, s, player),
        has_priority=s.priority == player and s.round != RoundKind.SEATING,
        on_turn=on_turn,
        sold=tuple(card.id for company, card in by_company(companies) if sold_this_round(s, player, company)),
        has_left=player not in s.seating,
        is_bankrupt=player not in s.seating or (s.end_reason == EndReason.BANKRUPTCY and player == s.turn),
    )


def _company(setup: Setup, s: State, visibility: Visibility, company: Company, order: list[Company]) -> CompanyView:
    card = setup.title.companies[company]
    priced = s.cells[company] >= 0
    left = stations_left(setup, s, company)
    treasury = money_of_company(s, visibility, company)
    holder, double = FIRST_COMPANY + company, s.doubles[company]
    return CompanyView(
        id=card.id,
        name=card.name,
        president=s.presidents[company] if s.presidents[company] != NONE else None,
        treasury=treasury,
        treasury_hidden=treasury is None,
        par=s.par[company] or None,
        price=price_of(setup, s, company) if priced else None,
        cell=s.cells[company] if priced else None,
        zone=zone_of(setup, s, company).name.lower(),
        holdings={player: s.units(company, player) for player in setup.all_players if s.units(company, player)},
        offering=s.units(company, BANK),
        pool=s.units(company, POOL),
        floated=s.floated[company],
        funded=s.funded[company],
        operated=s.operated[company],
        done=s.done[company],
        stations=tuple(
            StationView(setup.title.hexes[hex_of_place(place)].id, place % STOPS_PER_HEX) for place in s.stations(company)
        ),
        stations_left=left,
        station_cost=station_cost(setup, s, company) if left else None,
        trains=tuple(setup.title.trains[train].id for train in owned_trains(setup, s, company)),
        privates=tuple(card.id for private, card in by_private(setup.title.privates) if s.privates[private] == holder),
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
        destinations=tuple(_destination(setup, s, destination) for destination in card.destinations),
        home=_home(setup, card),
    )


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


def _private(setup: Setup, s: State, private: Private) -> PrivateView:
    card = setup.title.privates[private]
    owner = s.privates[private]
    kind = "bank" if owner == BANK else "player" if is_player(owner) else "company" if is_company(owner) else "closed"
    return PrivateView(
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
    for_sale = {*bank_trains(setup, s), *market_trains(setup, s)}
    return tuple(
        TrainView(
            id=card.id,
            price=card.price,
            distance=card.distance if card.distance < ANY_DISTANCE else None,
            in_bank=count_at(setup, s, BANK, train) if card.count < UNLIMITED else None,
            in_market=count_at(setup, s, POOL, train),
            for_sale=train in for_sale,
            starts_phase=card.phase,
            retired_by=card.obsolete,
            trade_in=card.trade_in,
            trade_in_price=card.trade_in_price,
        )
        for train, card in by_train(setup.title.trains)
    )


def _laid(setup: Setup, s: State) -> tuple[LaidView, ...]:
    found: list[LaidView] = []
    for hex, face in by_hex(s.faces):
        if face < setup.first_printed:
            tile = setup.title.tiles[setup.faces[face].tile]
            found.append(LaidView(setup.title.hexes[hex].id, tile.id, tile.old, setup.faces[face].rotation))
    return tuple(found)
