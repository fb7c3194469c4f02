"""What experts work out at the table: each figure against its rule, or against a slow computation of its own."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from goldenspike.core.actions import BuyShare, BuyTrain, SellShares
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, POOL, treasury
from goldenspike.core.ids import Company, Holder, Player, by_company
from goldenspike.core.options import Knowledge, PriceFall, SellOrder, ShareSales
from goldenspike.core.rules.share_unit import president_units
from goldenspike.core.state import SHARE_HOLDERS, State
from goldenspike.core.title import RoundKind, Setup
from goldenspike.testing import Position
from goldenspike.titles.catalogue import make
from goldenspike.titles.g1830 import base, classic
from goldenspike.titles.g1830.options import SecondCertificates
from goldenspike.titles.g1862 import standard
from goldenspike.view import figures, public_figures, seat_view
from goldenspike.view.figures import Challenger, CompanyFigures, Dump, Figures, OwnTrain, PlayerFigures
from goldenspike.view.phases import phase_chart
from goldenspike.view.selling import SalesMemory
from helpers import after_auction
from names_1830 import BM, BNO, CO, ERIE, NYC, PRR
from players import P0, P1, P2, P3


def of(game: Game, seat: Player | None = P0) -> Figures:
    return figures(game.setup, game.state, seat)


def player(game: Game, number: int, seat: Player | None = P0) -> PlayerFigures:
    return of(game, seat).players[number]


def company(game: Game, number: int, seat: Player | None = P0) -> CompanyFigures:
    return of(game, seat).companies[number]


# --- what a player could sell


def most_by_trying(game: Game, seat: Player, known: dict[Any, int] | None = None) -> int:
    """The most money that sales in this turn can bring: every order of every sale that the rules allow, tried in the game."""
    known = {} if known is None else known
    s = game.state
    key = (tuple(s.shares), tuple(s.cells), tuple(s.presidents), tuple(s.doubles), s.sale_prices)
    if key not in known:
        best = 0
        for action in list(game.legal_for(seat)):
            if isinstance(action, SellShares):
                trial = Game(game.setup, game.state)
                trial.push(action)
                gained = trial.state.money[seat] - s.money[seat]
                best = max(best, gained + most_by_trying(trial, seat, known))
        known[key] = best
    return known[key]


def stock_positions(setup: Setup, seed: int, plies: int, sells: float = 0.5) -> Iterator[Game]:
    """Positions of random games in which a player on turn has bought or sold nothing yet."""
    rng = random.Random(seed)
    game = Game(setup)
    while not game.is_over and game.ply < plies:
        s = game.state
        if s.round == RoundKind.STOCK and s.round_number > 1 and not s.pending and not s.acted:
            yield Game(setup, s)
        actions = list(game.legal_for(game.actors[0]))
        wanted = [action for action in actions if isinstance(action, SellShares)]
        game.push(rng.choice(wanted if wanted and rng.random() < sells else actions))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"share_sales": ShareSales.ONE_AT_A_TIME},
        {"price_fall": PriceFall.PER_BLOCK},
        {"sell_order": SellOrder.SELL_BUY},
        {"second_certificates": SecondCertificates.ERIE},
        {"second_certificates": SecondCertificates.ERIE, "share_sales": ShareSales.ONE_AT_A_TIME},
    ],
    ids=lambda options: "-".join(getattr(value, "value", str(value)) for value in options.values()) or "classic",
)
def test_no_order_of_sales_brings_more(options: dict[str, Any]) -> None:
    """6.1, 6.2, 6.4, V-6.2, V-7.2: liquidity is the most that any order of legal sales brings."""
    compared = 0
    for seed in range(8):
        for game in stock_positions(classic(knowledge=Knowledge.OPEN, **options), seed, 260, sells=0.2):
            s = game.state
            if sum(s.units(number, s.turn) for number in game.setup.all_companies if s.cells[number] >= 0) > 12:
                continue
            found = player(game, s.turn)
            assert found.raised == most_by_trying(game, s.turn)
            assert found.raised == sum(sale.amount for sale in found.sales)
            assert found.liquidity == s.money[s.turn] + found.raised
            compared += bool(found.raised)
    assert compared >= 10


def test_no_order_of_sales_brings_more_in_1862() -> None:
    """1862: shares of companies that have not operated are sold at the price after the fall; companies may close at 0."""
    compared = 0
    for seed in range(6):
        for game in stock_positions(standard(4), seed, 200, sells=0.2):
            s = game.state
            if sum(s.units(number, s.turn) for number in game.setup.all_companies if s.cells[number] >= 0) > 10:
                continue
            assert player(game, s.turn, s.turn).raised == most_by_trying(game, s.turn)
            compared += 1
    assert compared >= 5


@pytest.mark.parametrize(
    "setup",
    [
        classic(3),
        classic(4, price_fall=PriceFall.PER_BLOCK_NON_PRESIDENT, share_sales=ShareSales.ONE_AT_A_TIME),
        base(4, second_certificates=SecondCertificates.ERIE, sell_order=SellOrder.SELL_BUY),
        standard(4),
    ],
    ids=["classic", "by block", "second certificates", "1862"],
)
def test_what_is_remembered_of_earlier_positions_is_still_right(setup: Setup) -> None:
    """Whatever else has changed in random games that are rich in trade."""
    rng = random.Random(5)
    memory = SalesMemory()
    compared = 0
    for _ in range(2):
        game = Game(setup)
        while not game.is_over and game.ply < 500:
            actions = list(game.legal_for(game.actors[0]))
            trades = [action for action in actions if isinstance(action, SellShares | BuyShare | BuyTrain)]
            game.push(rng.choice(trades if trades and rng.random() < 0.6 else actions))
            if rng.random() < 0.12:
                compared += 1
                assert public_figures(setup, game.state, memory) == public_figures(setup, game.state)
    assert compared > 50


def test_the_pool_takes_half_of_a_railroad() -> None:
    """6.1: never more than 50% in the pool."""
    game = Position(classic()).company("PRR", shares={1: 4, 0: 3, "pool": 3}).money(0, 40).stock_round()
    found = player(game, 0)
    assert [(sale.company, sale.units, sale.amount) for sale in found.sales] == [("PRR", 2, 200)]
    assert (found.raised, found.liquidity) == (200, 240)
    assert (company(game, PRR).pool_room, company(game, PRR).pool_limit) == (2, 5)


def test_a_president_keeps_his_certificate_without_a_successor() -> None:
    """6.4: nobody else has 20%, so the president sells down to the president's certificate and no further."""
    game = Position(classic()).company("PRR", shares={0: 5, 1: 1}).stock_round()
    assert [sale.units for sale in player(game, 0).sales] == [3]
    assert company(game, PRR).dump is None
    heir = Position(classic()).company("PRR", shares={0: 5, 1: 2}).stock_round()
    assert [sale.units for sale in player(heir, 0).sales] == [5]
    assert company(heir, PRR).dump == Dump(4, P1)


def test_nothing_is_sold_in_the_first_stock_round() -> None:
    """6.1: shares cannot be sold in the first stock round; once it is over, the next one allows it."""
    first = Position(classic()).company("PRR", shares={1: 6, 0: 2}).money(0, 50).stock_round(number=1)
    assert player(first, 0).sales == () and player(first, 0).liquidity == 50
    assert company(first, PRR).dump is None
    later = Position.of(first).operating_round("PRR")
    assert later.state.round == RoundKind.OPERATING and player(later, 0).raised == 200
    auction = Position(classic()).auction()
    assert all(found.raised == 0 for found in of(auction).players)


def test_players_who_are_not_on_turn_count_as_if_they_were() -> None:
    """6.1: what the player on turn has bought or sold already binds nobody else."""
    game = (
        Position(classic(sell_order=SellOrder.SELL_BUY))
        .company("PRR", shares={2: 4, 0: 2, 1: 2})
        .set(bought=PRR, acted=True)
        .stock_round()
    )
    assert [player(game, number).raised for number in (0, 1)] == [0, 200]


def test_a_starter_game_has_nothing_to_sell() -> None:
    setup = make("1830", "starter", 3, {})
    found = figures(setup, Game(setup).state, P0)
    assert all(one.raised == 0 and one.income == 0 for one in found.players)
    assert all(one.challengers == () and one.dump is None and one.prices_after_sale == () for one in found.companies)


# --- income


def test_income_of_the_next_operating_round() -> None:
    """7.0, 7.5: private companies, and a tenth of the last revenue for each share of railroads that still have a train."""
    game = (
        Position(classic())
        .company("PRR", shares={0: 4, 1: 3}, trains="2", revenue=125)
        .company("NYC", shares={1: 6, 0: 2}, revenue=80)
        .private("SV", 0)
        .stock_round()
    )
    found = player(game, 0)
    assert (found.private_income, found.dividends, found.income) == (5, 48, 53)
    assert player(game, 1).income == 36
    assert (company(game, PRR).per_share, company(game, NYC).per_share) == (12, 8)


def test_no_income_from_a_railroad_in_receivership() -> None:
    """7.7: until its loan is repaid it pays no dividends, and its manager does not change."""

    def owing(loan: int) -> Game:
        position = Position(base()).money(0, 0)
        return position.company("PRR", president=0, shares={0: 4, 1: 4}, trains="2", revenue=100, loan=loan).stock_round()

    assert player(owing(0), 1).income == 40 and company(owing(0), PRR).challengers
    assert player(owing(60), 1).income == 0 and company(owing(60), PRR).challengers == ()


def test_a_halved_company_of_1862_pays_twentieths() -> None:
    """Aktienrückkauf: each five percent gets its twentieth, rounded up."""
    game = Position(standard(4)).company("UP", shares={0: 4, 1: 3}, trains="2", halved=True, revenue=130).stock_round()
    assert company(game, game.setup.company_index["UP"]).per_share == 7
    assert player(game, 0).dividends == 28


def test_wealth_and_certificates_are_those_of_the_view() -> None:
    game = after_auction(4, knowledge=Knowledge.OPEN)
    view, found = seat_view(game.setup, game.state, P0), of(game)
    assert [one.wealth for one in found.players] == [one.wealth for one in view.players]
    assert [one.certificates for one in found.players] == [one.certificates for one in view.players]
    assert {one.certificate_limit for one in found.players} == {view.certificate_limit}


# --- presidencies and prices


def test_shares_until_the_presidency_changes() -> None:
    """6.4: whoever holds more than the president takes over; of two who lack as many the first clockwise is named first."""
    game = Position(classic()).company("PRR", shares={1: 4, 0: 3, 2: 3}).stock_round()
    assert company(game, PRR).challengers == (
        # None is left to buy unless somebody sells.
        Challenger(P2, 2, False),
        Challenger(P0, 2, False),
        Challenger(P3, 5, False),
    )
    smaller = Position(classic()).company("PRR", shares={1: 3, 0: 2, 2: 1}).stock_round()
    assert company(smaller, PRR).challengers == (Challenger(P0, 2, True), Challenger(P2, 3, True), Challenger(P3, 4, True))


def test_a_takeover_stays_within_the_limit_of_holdings() -> None:
    """5.3: nobody may hold more than 60%, so a president with 60% is safe."""
    game = Position(classic()).company("PRR", shares={1: 6, 0: 3, "pool": 1}).stock_round()
    assert company(game, PRR).challengers[0] == Challenger(P0, 4, False)


def least_by_counting(setup: Setup, s: State, number: Company, seat: Holder) -> int:
    """6.4 in one line: more than the president, and at least as much as the president's certificate."""
    wanted = max(s.units(number, s.presidents[number]) + 1, president_units(setup, s, number))
    return wanted - s.units(number, seat)


def test_thresholds_in_random_positions() -> None:
    """6.4: counted by hand, and tried out: with one share less the presidency stays, with that many it changes."""
    compared = 0
    for seed in range(4):
        for game in stock_positions(classic(knowledge=Knowledge.OPEN), seed, 260):
            setup, s = game.setup, game.state
            for number, found in by_company(of(game).companies):
                for one in found.challengers:
                    assert one.units == least_by_counting(setup, s, number, one.seat)
                    assert one.is_possible is (
                        one.units <= s.units(number, BANK) + s.units(number, POOL)
                        and (
                            s.units(number, one.seat) + one.units <= 6 or seat_view(setup, s, P0).companies[number].zone in ZONES
                        )
                    )
                    compared += 1
    assert compared > 200


ZONES = ("orange", "brown")
"""Where more than 60% may be held (5.4)."""


def test_dumps_in_random_positions() -> None:
    """6.4: the smallest sale of the president after which somebody else is president, found by selling."""
    possible = impossible = 0
    for seed in range(6):
        for game in stock_positions(classic(knowledge=Knowledge.OPEN), seed, 260):
            seat = game.state.turn
            for number, president in by_company(game.state.presidents):
                if president != seat:
                    continue
                expected = None
                for units in range(10, 0, -1):
                    trial = Game(game.setup, game.state)
                    if trial.refuse(SellShares(seat, number, units)) is None:
                        trial.push(SellShares(seat, number, units))
                        if trial.state.presidents[number] != seat:
                            expected = Dump(units, trial.state.presidents[number])
                assert company(game, number).dump == expected
                possible += expected is not None
                impossible += expected is None
    assert possible > 3 and impossible > 3


@pytest.mark.parametrize("fall", [PriceFall.PER_SHARE, PriceFall.PER_BLOCK, PriceFall.PER_BLOCK_NON_PRESIDENT])
def test_prices_after_a_sale(fall: PriceFall) -> None:
    """5.5, V-5.1: the prices are those that sales in the game lead to, for the president and for others."""
    for seat in (P0, P1):
        game = Position(classic(price_fall=fall)).company("PRR", president=1, shares={1: 4, 0: 4, "pool": 1}).stock_round(seat)
        found = company(game, PRR)
        prices = found.prices_after_president_sale if seat == 1 else found.prices_after_sale
        assert len(prices) == found.pool_room == 4
        for units, price in enumerate(prices, 1):
            trial = Game(game.setup, game.state)
            trial.push(SellShares(seat, PRR, units))
            assert price == trial.setup.title.market.prices[trial.state.cells[PRR]]


def test_a_price_that_does_not_fall_in_operating_rounds_falls_in_the_next_stock_round() -> None:
    """5.3 sidebar, 5.5: figures are about sales in a stock round, also while an operating round is under way."""
    game = Position(classic()).company("PRR", shares={1: 3}, funded=False).company("NYC", shares={1: 6}, par=90).stock_round()
    expected = company(game, PRR).prices_after_sale
    assert expected[0] < 100
    assert company(Position.of(game).operating_round("NYC"), PRR).prices_after_sale == expected


# --- trains


def test_when_trains_rust() -> None:
    """3.0, 7.6: 2-trains go with the first 4, 3-trains with the first 6, 4-trains with the first diesel."""
    position = Position(classic(knowledge=Knowledge.OPEN), money=0).company("PRR", trains="2").company("NYC", president=1, par=90)
    game = position.operating_round("PRR", "train")
    assert company(game, PRR).trains == (OwnTrain("2", "4", 5 + 5 + 1),)
    ahead = {train.id: (train.purchases, train.retires) for train in of(game).trains}
    assert ahead == {
        "2": (1, ()),
        "3": (6, ()),
        "4": (11, ("2",)),
        "5": (15, ()),
        "6": (18, ("3",)),
        # A diesel may be bought as soon as the first 6 is (7.6).
        "D": (19, ("4",)),
    }


def test_what_a_train_takes_away() -> None:
    """3.0: whose trains rust, and who is left without; a railroad whose other trains have gone before is left without too."""
    position = (
        Position(classic(knowledge=Knowledge.OPEN), phase="5", money=0)
        .company("PRR", trains="3 4")
        .company("NYC", par=90, trains="3")
    )
    position.company("B&O", par=82, trains="4").company("C&O", par=76, trains="3 5")
    found = {train.id: train for train in of(position.operating_round("PRR", "train")).trains}
    assert (found["6"].loses, found["6"].stranded) == (("PRR", "NYC", "C&O"), ("NYC",))
    assert (found["D"].loses, found["D"].stranded) == (("PRR", "B&O"), ("PRR", "B&O"))
    assert found["3"].purchases is None and found["4"].retires == ()


def test_money_missing_for_the_next_train() -> None:
    """7.6.2: the cheapest train when the last one rusts, less the treasury; at once without a train."""
    position = Position(classic(knowledge=Knowledge.OPEN), phase="5", money=0).company("PRR", money=200, trains="3")
    position.company("NYC", par=90, money=700, trains="3").company("B&O", par=82, money=10, trains="3 5")
    position.company("C&O", par=76, money=100).company("Erie", par=71, trains="3 4")
    game = position.operating_round("PRR", "train")
    prr, nyc, bno, co, erie, bm = (company(game, number).next_train for number in (PRR, NYC, BNO, CO, ERIE, BM))
    left = 2  # 5-trains in the bank.
    assert prr is not None and (prr.price, prr.purchases, prr.missing, prr.is_due) == (630, left + 1, 430, False)
    assert nyc is not None and nyc.missing == 0
    assert co is not None and (co.price, co.purchases, co.missing) == (450, 0, 350)
    assert erie is not None and (erie.price, erie.purchases) == (630, left + 2)
    assert bno is None and bm is None


def test_a_train_is_due_only_with_a_route() -> None:
    """7.6.2: a railroad without a route need not buy."""
    position = Position(classic(knowledge=Knowledge.OPEN), money=0).company("PRR", money=50)
    found = company(position.operating_round("PRR", "train"), PRR).next_train
    assert found is not None and not found.is_due and found.missing == 30
    position.tile("H10", "57", 1)
    found = company(position.operating_round("PRR", "train"), PRR).next_train
    assert found is not None and found.is_due


def test_a_train_in_the_open_market_is_cheaper() -> None:
    """C-2.3.1: the open market counts, unless its trains have rusted by then."""
    position = (
        Position(classic(knowledge=Knowledge.OPEN), phase="5", money=0)
        .company("PRR", money=0, trains="4")
        .company("NYC", par=90, trains="3")
    )
    position.trains("pool", "3 5")
    game = position.operating_round("PRR", "train")
    for number in (PRR, NYC):
        found = company(game, number).next_train
        assert found is not None and found.price == 450


def test_the_phase_chart_names_what_becomes_of_private_companies() -> None:
    """4.1, 4.2: railroads buy them from the first 3 on; they close with the first 5."""
    rows = {row.id: row for row in phase_chart(classic(), "2")}
    assert [row.buy_privates for row in rows.values()] == [False, True, True, False, False, False]
    assert [row.id for row in rows.values() if row.close_privates] == ["5"]


# --- secrecy


def with_other_secrets(setup: Setup, s: State, seat: Player | None, rng: random.Random) -> State:
    """The same position with other amounts wherever the seat may not look; all the money stays the same."""
    twin = s.copy()
    twin.money = s.money.copy()
    view = seat_view(setup, s, seat)
    hidden: list[Holder] = [one.seat for one in view.players if one.money is None]
    hidden += [treasury(number) for number, one in by_company(view.companies) if one.treasury_hidden]
    for holder in hidden:
        change = rng.randint(1, 300)
        twin.money[holder] += change
        twin.money[BANK] -= change
    return twin


@pytest.mark.parametrize("knowledge", [Knowledge.PARTIAL, Knowledge.CLOSED])
@pytest.mark.parametrize("forced", ["forced_sale_bankruptcy", "receivership"])
def test_figures_reveal_no_hidden_money(knowledge: Knowledge, forced: str) -> None:
    """V-0.1, C-1.1: positions that differ in hidden money only have the same figures."""
    setup = make("1830", "base" if forced == "receivership" else "classic", 4, {"knowledge": knowledge.value})
    rng = random.Random(7)
    compared = 0
    for _ in range(3):
        game = Game(setup)
        while not game.is_over and game.ply < 420:
            game.push(rng.choice(list(game.legal_for(game.actors[0]))))
            s = game.state
            if game.ply % 25 or not any(s.funded):
                continue
            for seat in (None, P0, P1, P2, P3):
                twin = with_other_secrets(setup, s, seat, rng)
                assert figures(setup, s, seat) == figures(setup, twin, seat)
                compared += twin != s
    assert compared > 40


def test_hidden_money_leaves_a_gap_that_says_why() -> None:
    """C-1.1: what would need another's money is None and marked as hidden; what sales bring is public."""
    position = Position(classic(knowledge=Knowledge.CLOSED), money=0).company("PRR", shares={0: 6, 1: 3}, money=500, trains="2")
    position.money(0, 100).money(1, 70)
    game = position.stock_round()
    mine, other = player(game, 0), player(game, 1)
    assert (mine.liquidity, mine.money_hidden, other.liquidity, other.money_hidden) == (600, False, None, True)
    assert other.raised == 300 and other.wealth is None
    own, foreign = company(game, PRR, P0).next_train, company(game, PRR, P1).next_train
    assert own is not None and (own.missing, own.treasury_hidden) == (0, False)
    assert foreign is not None and (foreign.missing, foreign.treasury_hidden, foreign.price) == (None, True, own.price)


def test_shares_are_counted_in_the_state_given() -> None:
    """Nothing that is tried out to find a figure changes the position."""
    game = Position(classic()).company("PRR", shares={0: 4, 1: 3, "pool": 1}).stock_round()
    before = game.state.copy()
    shares = game.state.shares.copy()
    of(game)
    assert game.state == before and game.state.shares == shares and len(shares) == 8 * SHARE_HOLDERS
