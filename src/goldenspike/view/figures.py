"""What experts work out at the table: income, liquidity, threats to presidencies, trains about to rust.

Everything is computed by the rules of core from the state with all money masked, so no figure can reveal any. The few figures
that need money are added for each seat as far as it knows it; one that would need hidden money is None, and a flag beside it
says so.
"""

from collections.abc import Sequence
from dataclasses import replace

from goldenspike.core.frozen import frozen
from goldenspike.core.holders import BANK, POOL
from goldenspike.core.ids import NONE, Company, Player, by_company, by_private, by_train
from goldenspike.core.rules.certificate_limit import certificate_limit, counted_certificates, may_hold
from goldenspike.core.rules.dividend import dividend_per_unit
from goldenspike.core.rules.presidency import successor
from goldenspike.core.rules.receivership import in_receivership
from goldenspike.core.rules.runs import has_route
from goldenspike.core.rules.train_card import cheapest_price, has_train, owned_trains
from goldenspike.core.state import SHARE_HOLDERS, State
from goldenspike.core.title import UNLIMITED, Setup
from goldenspike.view.secrets import Visibility, masked_state, money_of_company, money_of_player, visibility_for, wealth_of_player
from goldenspike.view.selling import (
    SalesMemory,
    best_sales,
    facts_of_shares,
    pool_room,
    prices_after_sale,
    proceeds,
    smallest_dump,
)
from goldenspike.view.trains_ahead import TrainsAhead


@frozen
class SaleFigure:
    """A block of shares in the sales that bring a player the most."""

    company: str
    units: int
    amount: int


@frozen
class PlayerFigures:
    """Figures of a player."""

    seat: Player
    private_income: int
    """What the player's private companies pay in an operating round (7.0)."""
    dividends: int
    """What the player would get if every railroad with a train earned as much as last time and paid it out (7.5)."""
    income: int
    """Both together: what the next operating round brings."""
    wealth: int | None
    sales: tuple[SaleFigure, ...]
    """The sales that would bring the most in a stock turn at current prices (6.1); none in the first stock round."""
    raised: int
    """What they bring."""
    liquidity: int | None
    """The player's money and what sales would bring; None if the money is hidden."""
    money_hidden: bool
    """Whether liquidity is None because the player's money is hidden."""
    certificates: int
    certificate_limit: int


@frozen
class Challenger:
    """A player who could become president by buying."""

    seat: Player
    units: int
    """How many more units are needed if nobody else buys or sells (6.4)."""
    is_possible: bool
    """Whether this many are for sale and within the limit of holdings (5.3); money and turns are not considered."""


@frozen
class Dump:
    """How the president could hand the presidency to somebody else by selling (6.4)."""

    units: int
    """The fewest units to sell."""
    seat: Player
    """Who becomes president."""


@frozen
class OwnTrain:
    """A train of the railroad and how long it lasts."""

    id: str
    retired_by: str
    """The train whose purchase makes it obsolete; empty if it lasts."""
    purchases: int | None
    """How many trains the bank sells until then at the least, that one included; None if it lasts."""


@frozen
class NextTrain:
    """The train that a railroad will have to buy: at once if it has none, else when its last one rusts (7.6.2)."""

    price: int
    """What the cheapest train will cost then."""
    purchases: int
    """How many trains the bank sells until then at the least; 0 if the railroad has no train."""
    is_due: bool
    """Whether it has no train but a route, so that it must buy in its next turn."""
    missing: int | None
    """What the treasury lacks; None if the treasury is hidden."""
    treasury_hidden: bool


@frozen
class CompanyFigures:
    """Figures of a railroad."""

    id: str
    challengers: tuple[Challenger, ...]
    """The other players who would become president with more shares, the closest first; none in receivership (7.7)."""
    dump: Dump | None
    """None if the president cannot get rid of it by selling."""
    pool_room: int
    """How many units the pool still takes (6.1)."""
    pool_limit: int
    prices_after_sale: tuple[int, ...]
    """The share value after a sale of one unit, two units, and so on, up to the room in the pool (5.5)."""
    prices_after_president_sale: tuple[int, ...]
    """The same if the president sells (V-5.1)."""
    per_share: int
    """What one unit would get of the last revenue, paid in full (7.5)."""
    trains: tuple[OwnTrain, ...]
    next_train: NextTrain | None
    """None before it has capital, and if one of its trains lasts."""


@frozen
class TrainFigures:
    """A type of train in the supply."""

    id: str
    purchases: int | None
    """How many trains the bank sells until the next of these at the least, that one included; None if it sells none."""
    retires: tuple[str, ...]
    """Types that the first of them (or the last, where the rules say so) makes obsolete and that are not yet."""
    loses: tuple[str, ...]
    """Railroads that own trains of these types."""
    stranded: tuple[str, ...]
    """Those of them that would have no train left, because their other trains rust no later."""


@frozen
class Figures:
    """What experts count: incomes, risks, limits."""

    players: tuple[PlayerFigures, ...]
    """By seat."""
    companies: tuple[CompanyFigures, ...]
    trains: tuple[TrainFigures, ...]


def figures(
    setup: Setup, s: State, seat: Player | None, visibility: Visibility | None = None, public: Figures | None = None
) -> Figures:
    """The figures as a seat may know them; `visibility` is given only if it differs from that of the state.

    `public` are those that do not need money, where they have been computed already.
    """
    if visibility is None:
        visibility = visibility_for(setup, s, seat)
    if public is None:
        public = public_figures(setup, s)
    return Figures(
        players=tuple([_with_money(setup, s, visibility, player) for player in public.players]),
        companies=tuple(
            [
                _with_treasury(s, visibility, company, found) if visibility.companies[company] else found
                for company, found in zip(setup.all_companies, public.companies, strict=True)
            ]
        ),
        trains=public.trains,
    )


def public_figures(setup: Setup, s: State, memory: SalesMemory | None = None) -> Figures:
    """The figures for somebody who knows nobody's money; `memory` is that of earlier positions of the game."""
    nothing = Visibility((False,) * setup.players, (False,) * len(setup.all_companies))
    known = masked_state(setup, s, nothing)
    ahead = _trains_ahead(setup, known, memory)
    expected = [expected_per_unit(setup, known, company) for company in setup.all_companies]
    return Figures(
        players=tuple(_player(setup, known, player, expected, memory) for player in setup.all_players),
        companies=tuple(_company(setup, known, company, ahead, memory) for company in setup.all_companies),
        trains=_trains(setup, known, ahead),
    )


def _trains_ahead(setup: Setup, s: State, memory: SalesMemory | None) -> TrainsAhead:
    """Who has which trains and the phase decide which are sold and retired next."""
    if memory is None:
        return TrainsAhead(setup, s)
    return memory.recall(("trains", tuple(s.trains), s.phase), lambda: TrainsAhead(setup, s))


def _with_money(setup: Setup, s: State, visibility: Visibility, found: PlayerFigures) -> PlayerFigures:
    money = money_of_player(s, visibility, found.seat)
    if money is None:
        return found
    wealth = wealth_of_player(setup, s, visibility, found.seat)
    return replace(found, wealth=wealth, liquidity=money + found.raised, money_hidden=False)


def _with_treasury(s: State, visibility: Visibility, company: Company, found: CompanyFigures) -> CompanyFigures:
    return replace(found, next_train=next_train_seen(s, visibility, company, found.next_train))


def next_train_seen(s: State, visibility: Visibility, company: Company, next_train: NextTrain | None) -> NextTrain | None:
    """The train that a railroad will have to buy, with what the treasury lacks if it is visible."""
    treasury = money_of_company(s, visibility, company)
    if treasury is None or next_train is None:
        return next_train
    return replace(next_train, missing=max(0, next_train.price - treasury), treasury_hidden=False)


def _player(setup: Setup, s: State, player: Player, expected: Sequence[int], memory: SalesMemory | None) -> PlayerFigures:
    """`expected` is what a unit of each company will get."""
    ids = [card.id for card in setup.title.companies]
    private_income = sum(
        setup.plan.flow.income(setup, s, private) for private, owner in by_private(s.privates) if owner == player
    )
    dividends = sum(
        amount * s.units(company, player) for company, amount in zip(setup.all_companies, expected, strict=True) if amount
    )
    sales = best_sales(setup, s, player, memory)
    return PlayerFigures(
        seat=player,
        private_income=private_income,
        dividends=dividends,
        income=private_income + dividends,
        wealth=None,
        sales=tuple(SaleFigure(ids[block.company], block.units, block.amount) for block in sales),
        raised=proceeds(sales),
        liquidity=None,
        money_hidden=True,
        certificates=counted_certificates(setup, s, player),
        certificate_limit=certificate_limit(setup, s),
    )


def expected_per_unit(setup: Setup, s: State, company: Company) -> int:
    """What a unit gets if the company earns as much as last time: nothing without a train or in receivership (7.4, 7.7)."""
    if s.closed[company] or not has_train(setup, s, company) or in_receivership(s, company):
        return 0
    return dividend_per_unit(s, company, s.revenues[company])


def _company(setup: Setup, s: State, company: Company, ahead: TrainsAhead, memory: SalesMemory | None) -> CompanyFigures:
    cards = setup.title.trains
    units, seat = smallest_dump(setup, s, company, memory) if setup.title.has_shares else (0, None)
    return CompanyFigures(
        id=setup.title.companies[company].id,
        challengers=_challengers(setup, s, company, memory),
        dump=Dump(units, seat) if units and seat is not None else None,
        pool_room=pool_room(setup, s, company),
        pool_limit=setup.title.pool_units,
        prices_after_sale=prices_after_sale(setup, s, company, by_president=False, memory=memory),
        prices_after_president_sale=prices_after_sale(setup, s, company, by_president=True, memory=memory),
        per_share=dividend_per_unit(s, company, s.revenues[company]) if setup.title.has_shares else 0,
        trains=tuple(
            OwnTrain(cards[train].id, cards[train].obsolete if to_come else "", to_come.purchases if to_come else None)
            for train in owned_trains(setup, s, company)
            for to_come in (ahead.until_obsolete(train),)
        ),
        next_train=_next_train(setup, s, company, ahead),
    )


def _challengers(setup: Setup, s: State, company: Company, memory: SalesMemory | None) -> tuple[Challenger, ...]:
    if memory is None:
        return challengers(setup, s, company)
    return memory.recall(("challengers", *facts_of_shares(s, company)), lambda: challengers(setup, s, company))


def challengers(setup: Setup, s: State, company: Company) -> tuple[Challenger, ...]:
    """The other players by how many units they lack for the presidency; of equals the first clockwise from the president."""
    president = s.presidents[company]
    if president not in s.seating or not setup.title.has_shares or in_receivership(s, company):
        return ()
    for_sale = s.units(company, BANK) + s.units(company, POOL)
    found: list[Challenger] = []
    start = s.seating.index(president)
    for player in (*s.seating[start + 1 :], *s.seating[:start]):
        lacking = _lacking(setup, s, company, player)
        possible = lacking <= for_sale and may_hold(setup, s, company, s.units(company, player) + lacking)
        found.append(Challenger(player, lacking, possible))
    return tuple(sorted(found, key=lambda challenger: challenger.units))


def _lacking(setup: Setup, s: State, company: Company, player: Player) -> int:
    """How many more units a player needs to be the president's successor."""
    kept = s.units(company, s.presidents[company])
    more = 0
    richer = s.copy()
    richer.shares = s.shares.copy()
    while successor(setup, richer, company, kept) != player:
        more += 1
        richer.shares[company * SHARE_HOLDERS + player] += 1
    return more


def _next_train(setup: Setup, s: State, company: Company, ahead: TrainsAhead) -> NextTrain | None:
    if not s.funded[company] or s.closed[company]:
        return None
    owned = owned_trains(setup, s, company)
    to_come = [ahead.until_obsolete(train) for train in owned]
    last = max((one for one in to_come if one is not None), key=lambda one: one.purchases, default=None)
    if None in to_come:
        return None
    price, purchases = (last.price, last.purchases) if last is not None else (cheapest_price(setup, s), 0)
    if not price:
        return None
    is_due = not owned and has_route(setup, s, company)
    return NextTrain(price=price, purchases=purchases, is_due=is_due, missing=None, treasury_hidden=True)


def _trains(setup: Setup, s: State, ahead: TrainsAhead) -> tuple[TrainFigures, ...]:
    ids = [card.id for card in setup.title.companies]
    owned = {company: owned_trains(setup, s, company) for company, president in by_company(s.presidents) if president != NONE}
    dated = {old: one.purchases for old in setup.all_trains if (one := ahead.until_obsolete(old)) is not None}
    found: list[TrainFigures] = []
    for train, card in by_train(setup.title.trains):
        going = [old for old, purchases in dated.items() if purchases and setup.title.trains[old].obsolete == card.id]
        last = max((dated[old] for old in going), default=0)
        losing = [company for company, trains in owned.items() if any(old in trains for old in going)]
        found.append(
            TrainFigures(
                id=card.id,
                purchases=ahead.until_sold(train),
                retires=tuple(setup.title.trains[old].id for old in going),
                loses=tuple(ids[company] for company in losing),
                stranded=tuple(
                    ids[company] for company in losing if all(dated.get(old, UNLIMITED) <= last for old in owned[company])
                ),
            )
        )
    return tuple(found)
