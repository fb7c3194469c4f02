"""Stock rounds (Aktienrunden, Verkauf von Aktien, Aktienlimit; cases 12 to 20 and 33 of part 2)."""

import pytest

from goldenspike.core.actions import BuyShare, Pass, SellShares, StartCompany
from goldenspike.core.events import Floated
from goldenspike.core.holders import BANK, FIRST_COMPANY, NOBODY, POOL
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.certificate_limit import certificate_limit, certificates_of, holding_limit
from goldenspike.core.rules.share_price import in_value_order
from goldenspike.testing import Position
from goldenspike.testing.by_name import money_of, price_of
from goldenspike.testing.checks import allowed, passes, play, refused
from goldenspike.titles.g1862 import standard
from goldenspike.titles.g1862.rules.groups import is_open
from names_1862 import CP, CPR, NP, NYC, ORN, SP, WP
from players import P0, P1, P2, P3, P4

GROUP_1 = ("NYH", "NYC", "CP")
GROUP_2 = ("CPR", "UP", "ATS", "SP")
GROUP_3 = ("NP", "CN", "WP")


def sold_out(position: Position, names: tuple[str, ...]) -> Position:
    for name in names:
        position.company(name, shares={0: 4, 1: 3, 2: 3})
    return position


def test_group_2_opens_when_all_papers_of_group_1_are_sold() -> None:
    """Case 12: opened is not enough."""
    position = sold_out(Position(standard(5)), ("NYH", "NYC")).company("CP", shares={0: 4, 1: 3, 2: 2})
    game = position.stock_round(turn=3)
    assert all(game.state.floated[:3])
    refused(game, StartCompany(P3, CPR, 70), Reason.GROUP_NOT_OPEN)
    play(game, BuyShare(P3, CP, BANK), Pass(P3))
    allowed(game, StartCompany(P4, CPR, 70))


def test_papers_in_the_pool_are_sold_papers() -> None:
    game = sold_out(Position(standard(5)), ("NYH", "NYC")).company("CP", shares={0: 4, 1: 3, "pool": 3}).stock_round(turn=3)
    assert is_open(game.setup, game.state, 2)


def test_group_3_opens_when_all_of_group_2_are_opened() -> None:
    """Case 12: sold out is not needed, founded is not enough."""
    position = sold_out(Position(standard(5)), GROUP_1)
    for name in GROUP_2[:3]:
        position.company(name, shares={1: 4, 2: 2})
    position.company("SP", shares={1: 3, 2: 2})
    game = position.money(3, 900).stock_round(turn=3)
    refused(game, StartCompany(P3, NP, 70), Reason.GROUP_NOT_OPEN)
    play(game, BuyShare(P3, SP, BANK), Pass(P3))
    assert game.state.floated[6]
    allowed(game, StartCompany(P4, NP, 70))
    refused(game, StartCompany(P4, ORN, 70), Reason.GROUP_NOT_OPEN)


def test_group_4_opens_when_all_of_group_3_are_founded() -> None:
    """Case 12: three presidencies bought, none of them opened."""
    position = sold_out(Position(standard(5)), GROUP_1)
    for name in GROUP_2:
        position.company(name, shares={1: 4, 2: 2})
    for name in GROUP_3[:2]:
        position.company(name, shares={2: 2})
    game = position.stock_round(turn=3)
    refused(game, StartCompany(P3, ORN, 70), Reason.GROUP_NOT_OPEN)
    play(game, StartCompany(P3, WP, 70), Pass(P3))
    assert not any(game.state.floated[7:10])
    allowed(game, StartCompany(P4, ORN, 70))


def test_a_company_that_has_left_opens_no_gate_and_closes_none() -> None:
    position = sold_out(Position(standard(5)), ("NYH", "NYC")).closed("CP")
    game = position.stock_round(turn=3)
    assert is_open(game.setup, game.state, 2)
    refused(game, StartCompany(P3, CP, 70), Reason.COMPANY_CLOSED)


@pytest.mark.parametrize(("name", "units"), [("NYC", 3), ("CPR", 2)])
def test_the_presidency_is_30_per_cent_in_group_1_and_20_elsewhere(name: str, units: int) -> None:
    """Case 13."""
    position = Position(standard(4))
    if name == "CPR":
        sold_out(position, GROUP_1)
    position.money(3, 600)
    game = position.stock_round(turn=3)
    company = position.setup.company_index[name]
    refused(game, StartCompany(P3, company, 90), Reason.NOT_A_PAR_PRICE)
    play(game, StartCompany(P3, company, 92))
    assert game.state.money[3] == 600 - 92 * units
    assert game.state.units(company, P3) == units
    assert certificates_of(game.setup, game.state, P3, company) == 1


def test_a_company_opens_at_60_per_cent_and_has_ten_times_par_at_once() -> None:
    """Case 13 (Inbetriebnahme)."""
    game = Position(standard(4)).company("CP", shares={0: 3, 1: 1, "pool": 1}, par=85).stock_round(turn=2)
    happened = play(game, BuyShare(P2, CP, POOL), Pass(P2))
    assert Floated(CP) not in happened  # Not from the bank: still 50% bought first-hand.
    assert Floated(CP) in play(game, BuyShare(P3, CP, BANK))
    assert money_of(game, "CP") == 850


def test_a_company_that_opens_goes_under_the_others_in_its_cell() -> None:
    """Inbetriebnahme: its token is placed only now."""
    position = Position(standard(4)).company("NYC", shares={0: 5}).company("CP", president=1, operated=False)
    game = position.stock_round(turn=2)
    assert in_value_order(game.setup, game.state, [NYC, CP]) == [1, 2]
    play(game, BuyShare(P2, NYC, BANK))
    assert in_value_order(game.setup, game.state, [NYC, CP]) == [2, 1]


def test_sell_first_then_buy_one() -> None:
    """Case 14."""
    game = Position(standard(4)).company("CP", shares={0: 5, 1: 3}).company("NYC", shares={1: 4, 0: 2}).stock_round(turn=0)
    play(game, SellShares(P0, CP, 1))
    refused(game, BuyShare(P0, CP, POOL), Reason.SOLD_THIS_ROUND)
    play(game, BuyShare(P0, NYC, BANK))
    refused(game, SellShares(P0, CP, 1), Reason.SELL_ORDER)
    refused(game, BuyShare(P0, NYC, BANK), Reason.BOUGHT_ALREADY)
    play(game, Pass(P0), Pass(P1), Pass(P2), Pass(P3))
    refused(game, BuyShare(P0, CP, POOL), Reason.SOLD_THIS_ROUND)


def test_one_row_down_per_sale_however_many_shares() -> None:
    """Case 15."""
    game = Position(standard(4)).company("CP", president=0, shares={0: 4, 1: 4}, cell=(1, 7)).stock_round(turn=1)
    assert price_of(game, "CP") == 120
    play(game, SellShares(P1, CP, 3))
    assert price_of(game, "CP") == 110
    play(game, SellShares(P1, CP, 1))  # Goes on with the same sale.
    assert price_of(game, "CP") == 110
    assert game.state.money[1] == 600 + 4 * 120


def test_each_player_and_each_turn_is_a_sale_of_its_own() -> None:
    """Case 15."""
    game = Position(standard(4)).company("CP", shares={0: 3, 1: 2, 2: 2}, cell=(1, 7)).stock_round(turn=1)
    play(
        game,
        SellShares(P1, CP, 1),
        Pass(P1),
        SellShares(P2, CP, 1),
        Pass(P2),
        Pass(P3),
        Pass(P0),
        SellShares(P1, CP, 1),
    )
    assert price_of(game, "CP") == 92
    assert game.state.money[1] == 600 + 120 + 100


def test_a_company_that_has_not_operated_falls_before_the_sale() -> None:
    """Case 16."""
    game = Position(standard(4)).company("CP", president=0, shares={0: 3, 1: 3}, operated=False).stock_round(turn=1)
    play(game, SellShares(P1, CP, 2), SellShares(P1, CP, 1))
    assert game.state.money[1] == 600 + 3 * 92
    assert price_of(game, "CP") == 92


def test_at_the_bottom_of_a_column_the_price_stays() -> None:
    game = Position(standard(4)).company("CP", president=0, shares={0: 3, 1: 3}, cell=(8, 5)).stock_round(turn=1)
    play(game, SellShares(P1, CP, 2))
    assert price_of(game, "CP") == 65
    assert game.state.money[1] == 600 + 2 * 65


def test_the_pool_takes_five_shares() -> None:
    """Case 17."""
    game = Position(standard(4)).company("CP", president=0, shares={0: 3, 1: 3, "pool": 3}).stock_round(turn=1)
    refused(game, SellShares(P1, CP, 3), Reason.POOL_LIMIT)
    allowed(game, SellShares(P1, CP, 2))


def test_the_pool_takes_five_halves_after_redemption() -> None:
    """Case 17: 25 per cent."""
    game = Position(standard(4)).company("CP", president=0, shares={0: 3, 1: 3, "pool": 3}, halved=True).stock_round(turn=1)
    refused(game, SellShares(P1, CP, 3), Reason.POOL_LIMIT)
    allowed(game, SellShares(P1, CP, 2))


@pytest.mark.parametrize(("players", "limit"), [(4, 7), (5, 6), (6, 6), (7, 6)])
def test_60_or_70_per_cent(players: int, limit: int) -> None:
    """Case 18."""
    game = (
        Position(standard(players))
        .company("CP", president=0, shares={0: limit - 1, 1: 1}, money=0)
        .money(0, 900)
        .stock_round(turn=0)
    )
    assert holding_limit(game.setup, game.state, CP) == limit
    play(game, BuyShare(P0, CP, BANK), Pass(P0))
    passes(game, players - 1)
    refused(game, BuyShare(P0, CP, BANK), Reason.HOLDING_LIMIT)


def test_the_limit_switches_when_a_player_drops_out() -> None:
    """Case 18."""
    position = Position(standard(5)).company("CP").closed("GMO")
    game = position.money(4, 0).set(seating=(0, 1, 2, 3)).stock_round()
    allowed(game, BuyShare(P0, CP, BANK))


@pytest.mark.parametrize(("players", "gone", "limit"), [(5, (), 18), (4, ("NYH", "NYC", "CP"), 16), (7, (), 13), (4, (), 22)])
def test_paper_limit_by_players_and_companies(players: int, gone: tuple[str, ...], limit: int) -> None:
    """Case 19: 18 papers with five players and 13 companies; 16 when one of them left with three."""
    position = Position(standard(max(players, 4))).closed(" ".join(gone))
    game = position.stock_round()
    assert certificate_limit(game.setup, game.state) == limit


def test_paper_limit_with_three_players_left() -> None:
    game = Position(standard(4)).closed("GMO").money(3, 0).set(seating=(0, 1, 2)).stock_round()
    assert certificate_limit(game.setup, game.state) == 26


def test_excess_papers_are_sold_in_the_next_turn() -> None:
    """Case 19."""
    position = Position(standard(7)).closed("GMO TP ORN WP CN NP SP")
    position.company("CP").company("NYC", shares={1: 4, 0: 2})
    game = position.stock_round(turn=0)  # Six companies alive, seven players: limit 6. He has 1 + 3 + 2.
    allowed(game, Pass(P0))
    position.private("1", 0)
    game = position.stock_round(turn=0)
    refused(game, Pass(P0), Reason.MUST_SELL_FIRST)
    refused(game, BuyShare(P0, NYC, BANK), Reason.MUST_SELL_FIRST)
    play(game, SellShares(P0, NYC, 1))
    allowed(game, Pass(P0))


def test_sold_out_companies_rise_also_with_the_half_that_is_their_own() -> None:
    """Case 20."""
    position = (
        Position(standard(4))
        .company("CP", shares={0: 6, 1: 4}, cell=(3, 5), halved=True)
        .company("NYC", shares={0: 5, 1: 4}, cell=(3, 5))
    )
    position.company("NYH", shares={0: 5, 1: 4, "pool": 1}, cell=(3, 5))
    game = position.stock_round()
    passes(game, 4)
    assert (price_of(game, "CP"), price_of(game, "NYC"), price_of(game, "NYH")) == (92, 85, 85)


def test_half_shares_cost_half_the_price_rounded_up() -> None:
    """Case 33: 85 costs 43, 75 costs 38, buying and selling."""
    position = Position(standard(4)).company("CP", shares={0: 4, 1: 2, "pool": 1}, par=75, cell=(3, 5), halved=True)
    game = position.stock_round(turn=1)
    play(game, BuyShare(P1, CP, POOL), Pass(P1))
    assert game.state.money[1] == 600 - 43
    play(game, BuyShare(P2, CP, BANK), Pass(P2))
    assert game.state.money[2] == 600 - 38
    play(game, Pass(P3), SellShares(P0, CP, 1))
    assert game.state.money[0] == 600 + 43


def test_nothing_is_bought_from_companies_that_left() -> None:
    game = Position(standard(4)).closed("CP").stock_round()
    refusal = game.refuse(BuyShare(P0, CP, BANK))
    assert refusal is not None and refusal.reason is Reason.COMPANY_CLOSED
    assert game.state.units(CP, NOBODY) == 10
    assert game.state.money[FIRST_COMPANY + 2] == 0
