"""Share values: the market, its edges, its stacks, and the order they give (5.2, 5.5, 7.0, V-5.1, V-5.2)."""

import pytest

from goldenspike.core.actions import Pass, PayDividend, Payout, SellShares, StartCompany
from goldenspike.core.events import CompanyStarted, ParSet, PriceMoved, RoundStarted
from goldenspike.core.ids import Player
from goldenspike.core.market import Zone
from goldenspike.core.options import PriceFall, ShareSales
from goldenspike.core.rules.share_price import in_value_order
from goldenspike.core.title import RoundKind
from goldenspike.testing import Position
from goldenspike.testing.by_name import price_of
from goldenspike.testing.checks import pass_round, play
from goldenspike.titles.g1830 import classic
from helpers import cell_at, holds_together
from names_1830 import BM, BNO, CO, ERIE, NYC, PAR_PRICES, PRR
from players import P0, P1, P2

MARKET = classic().title.market


def price_at(row: int, column: int) -> int:
    return MARKET.prices[cell_at(row, column)]


class TestTheMarket:
    @pytest.mark.parametrize(
        ("row", "column", "price", "zone"),
        [
            (1, 1, 60, Zone.YELLOW),
            (1, 7, 100, Zone.PAR),
            (1, 19, 350, Zone.NORMAL),
            (2, 19, 300, Zone.NORMAL),
            (3, 16, 200, Zone.NORMAL),
            (4, 1, 39, Zone.ORANGE),
            (4, 13, 130, Zone.NORMAL),
            (5, 11, 100, Zone.NORMAL),
            (6, 1, 25, Zone.BROWN),
            (6, 7, 67, Zone.PAR),
            (8, 1, 10, Zone.BROWN),
            (8, 2, 20, Zone.BROWN),
            (11, 7, 40, Zone.ORANGE),
        ],
    )
    def test_cells(self, row: int, column: int, price: int, zone: Zone) -> None:
        """5.0: values and colors as printed (8/2 is 20: one published file has 12)."""
        cell = cell_at(row, column)
        assert (MARKET.prices[cell], MARKET.zones[cell]) == (price, zone)

    def test_par_prices(self) -> None:
        """5.2: six par prices in one column."""
        assert [MARKET.prices[cell] for cell in MARKET.par_cells] == list(PAR_PRICES)
        assert MARKET.par_cells == tuple(cell_at(row, 7) for row in range(1, 7))
        assert MARKET.par_cell(82) == cell_at(3, 7)
        assert MARKET.par_cell(60) == -1, "a price that is not a par price"
        assert MARKET.highest == 350

    @pytest.mark.parametrize(
        ("start", "end"),
        [
            ((1, 1), (2, 1)),  # 60 in the top left corner falls to 53
            ((7, 1), (8, 1)),
            ((8, 1), (8, 1)),  # the left end of a row with nothing below
            ((9, 2), (9, 2)),
            ((11, 4), (11, 4)),
            ((1, 7), (1, 6)),
            ((9, 3), (9, 2)),
        ],
    )
    def test_left(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """5.5, case 45: left, at the left end of a row down, otherwise nowhere."""
        assert MARKET.left(cell_at(*start)) == cell_at(*end)

    @pytest.mark.parametrize(
        ("start", "end", "price"),
        [
            ((5, 11), (4, 11), 110),  # 100 in the last box of row 5
            ((6, 10), (5, 10), 90),  # 80 in row 6
            ((1, 19), (1, 19), 350),
            ((2, 19), (1, 19), 350),
            ((3, 16), (2, 16), 240),
            ((11, 7), (10, 7), 50),
            ((1, 7), (1, 8), 112),
        ],
    )
    def test_right(self, start: tuple[int, int], end: tuple[int, int], price: int) -> None:
        """5.5, case 45: right, at the right end of a row up; 350 stays."""
        assert MARKET.right(cell_at(*start)) == cell_at(*end)
        assert price_at(*end) == price

    @pytest.mark.parametrize("par", PAR_PRICES)
    def test_down_and_up(self, par: int) -> None:
        """5.5: a column has a top and a bottom where the token stays."""
        cell = MARKET.par_cell(par)
        for _ in range(12):
            cell = MARKET.down(cell)
        assert cell == cell_at(11, 7) == MARKET.down(cell)
        for _ in range(12):
            cell = MARKET.up(cell)
        assert cell == cell_at(1, 7) == MARKET.up(cell)


class TestStarting:
    def test_token_in_the_starting_box_under_others(self) -> None:
        """5.2: the newcomer goes to the bottom of the stack, here under a token that came there by a rise."""
        game = (
            Position(classic())
            .company("NYC", shares={1: 6}, par=76, cell=(3, 7))
            .company("Erie", shares={1: 6}, par=82)
            .stock_round()
        )
        happened = play(game, StartCompany(P0, PRR, 82))
        assert ParSet(PRR, 82) in happened
        assert game.state.cells[PRR] == cell_at(3, 7)
        assert in_value_order(game.setup, game.state, [PRR, NYC, ERIE]) == [NYC, ERIE, PRR]


class TestSelling:
    def test_one_row_for_each_share(self) -> None:
        """5.5, 6.1 example, case 27: two B&O at 100 bring 200 and leave the token at 82."""
        game = Position(classic()).company("B&O", shares={0: 2, 1: 6}).stock_round()
        before = game.state.money[0]
        happened = play(game, SellShares(P0, BNO, 2))
        assert game.state.money[0] - before == 200
        assert PriceMoved(BNO, 100, 82) in happened
        assert game.state.cells[BNO] == cell_at(3, 7)
        assert game.state.par[BNO] == 100

    def test_the_bottom_of_a_column(self) -> None:
        """5.5, case 27: three shares there bring three times the value, and the token stays where it lies."""
        game = (
            Position(classic())
            .company("PRR", shares={0: 3, 1: 4}, par=67, cell=(11, 7))
            .company("NYC", shares={1: 6}, par=67, cell=(11, 7))
            .stock_round()
        )
        before = game.state.money[0]
        happened = play(game, SellShares(P0, PRR, 3))
        assert game.state.money[0] - before == 120
        assert not any(isinstance(event, PriceMoved) for event in happened)
        assert in_value_order(game.setup, game.state, [NYC, PRR]) == [PRR, NYC], "it did not move, so it stays on top"

    def test_a_fall_ends_at_the_bottom(self) -> None:
        """5.5: as many rows as there are."""
        game = Position(classic()).company("PRR", shares={0: 3, 1: 4}, par=67, cell=(10, 7)).stock_round()
        play(game, SellShares(P0, PRR, 3))
        assert game.state.cells[PRR] == cell_at(11, 7)

    def test_an_unfloated_railroad_falls_too(self) -> None:
        """5.5, case 46: sales in a stock round move every token."""
        game = Position(classic()).company("PRR", shares={0: 1, 1: 2}, par=90).stock_round()
        play(game, SellShares(P0, PRR, 1))
        assert price_of(game, "PRR") == 82

    @pytest.mark.parametrize(
        ("option", "seller", "rows"),
        [
            (PriceFall.PER_SHARE, 0, 3),
            (PriceFall.PER_SHARE, 1, 3),
            (PriceFall.PER_BLOCK, 0, 1),
            (PriceFall.PER_BLOCK, 1, 1),
            (PriceFall.PER_BLOCK_NON_PRESIDENT, 0, 1),
            (PriceFall.PER_BLOCK_NON_PRESIDENT, 1, 3),
        ],
    )
    def test_how_far_a_block_falls(self, option: PriceFall, seller: Player, rows: int) -> None:
        """V-5.1: for each share, once for the block, or once if it is not the president who sells."""
        game = Position(classic(price_fall=option)).company("PRR", shares={0: 4, 1: 6}).stock_round(seller)
        play(game, SellShares(seller, PRR, 3))
        assert game.state.cells[PRR] == cell_at(1 + rows, 7)

    @pytest.mark.parametrize(("sales", "rows"), [(ShareSales.BLOCK, 1), (ShareSales.ONE_AT_A_TIME, 3)])
    def test_what_is_sold_in_one_turn_is_one_block(self, sales: ShareSales, rows: int) -> None:
        """V-5.1 with V-6.2: sold one by one it is still one block, unless the table sells one at a time."""
        game = (
            Position(classic(price_fall=PriceFall.PER_BLOCK, share_sales=sales)).company("PRR", shares={0: 4, 1: 6}).stock_round()
        )
        play(game, *[SellShares(P0, PRR, 1)] * 3)
        assert game.state.cells[PRR] == cell_at(1 + rows, 7)

    def test_the_next_turn_is_another_block(self) -> None:
        """V-5.1: a block is what one player sells in one turn."""
        game = (
            Position(classic(price_fall=PriceFall.PER_BLOCK)).company("PRR", president=1, shares={0: 4, 1: 4, 2: 2}).stock_round()
        )
        play(game, SellShares(P0, PRR, 2), Pass(P0), SellShares(P1, PRR, 1))
        assert game.state.cells[PRR] == cell_at(3, 7)


class TestEndOfStockRound:
    def test_sold_out_rises(self) -> None:
        """5.5, case 44: all ten shares in hands, one up; a share in the offering or the pool, none."""
        game = (
            Position(classic())
            .company("PRR", shares={0: 6, 1: 4}, par=82, funded=False)
            .company("NYC", shares={1: 5, 2: 4}, par=82, funded=False)
            .company("Erie", shares={2: 5, 3: 4, "pool": 1}, par=82, funded=False)
            .company("B&M", shares={3: 6, 0: 4}, funded=False)
            .stock_round()
        )
        happened = pass_round(game)
        assert [event for event in happened if isinstance(event, PriceMoved)] == [PriceMoved(PRR, 82, 90)]
        assert game.state.cells[BM] == cell_at(1, 7), "the top row stays"
        assert game.state.cells[NYC] == game.state.cells[ERIE] == cell_at(3, 7)

    def test_highest_first_and_under_the_stack(self) -> None:
        """5.5, case 44, RL #2: the higher token leaves its box before the lower one arrives; newcomers go under."""
        game = (
            Position(classic())
            .company("PRR", shares={0: 6, 1: 4}, par=76, cell=(4, 7), funded=False)
            .company("NYC", shares={0: 6, 1: 4}, par=76, cell=(3, 7), funded=False)
            .company("Erie", shares={0: 5, 1: 4}, par=76, cell=(3, 7), funded=False)
            .stock_round()
        )
        happened = pass_round(game)
        moves = [event for event in happened if isinstance(event, PriceMoved)]
        assert moves == [PriceMoved(NYC, 82, 90), PriceMoved(PRR, 76, 82)]
        assert in_value_order(game.setup, game.state, [PRR, NYC, ERIE]) == [NYC, ERIE, PRR]

    def test_tokens_that_move_together_keep_their_order(self) -> None:
        """5.5 (German note), case 44."""
        position = Position(classic())
        for company in ("Erie", "PRR", "NYC"):
            position.company(company, shares={0: 6, 1: 4}, par=76, cell=(4, 7), funded=False)
        game = position.stock_round()
        pass_round(game)
        assert in_value_order(game.setup, game.state, [PRR, NYC, ERIE]) == [ERIE, PRR, NYC]
        assert price_of(game, "Erie") == 82

    def test_not_during_the_round(self) -> None:
        """5.5: only at its end."""
        game = Position(classic()).company("PRR", shares={0: 6, 1: 4}, par=82, funded=False).stock_round()
        play(game, Pass(P0), Pass(P1), Pass(P2))
        assert price_of(game, "PRR") == 82


class TestOperatingRound:
    @pytest.mark.parametrize(("par", "after"), [(100, 90), (90, 82), (82, 76), (76, 71), (71, 67), (67, 65)])
    def test_the_first_round_of_a_railroad(self, par: int, after: int) -> None:
        """5.5, 7.4 note, case 47: it cannot run and pays nothing, so its token moves left."""
        game = Position(classic()).company("PRR", shares={0: 6}, par=par, money=10 * par).stock_round()
        pass_round(game)
        assert CompanyStarted(PRR, P0) not in pass_round(game), "one turn in its round"
        assert price_of(game, "PRR") == after
        assert (game.state.round, game.state.round_number) == (RoundKind.STOCK, 3)

    def test_an_unfloated_railroad_does_not_move(self) -> None:
        """5.3 note, case 46: it neither operates nor loses value."""
        game = Position(classic()).company("PRR", shares={0: 5}, par=82).stock_round()
        happened = pass_round(game)
        assert RoundStarted(RoundKind.OPERATING, 2, 1) in happened
        assert RoundStarted(RoundKind.STOCK, 3, 0) in happened
        assert game.state.cells[PRR] == cell_at(3, 7)

    @pytest.mark.parametrize(("payout", "end"), [(Payout.PAY, (3, 8)), (Payout.WITHHOLD, (3, 6))])
    def test_dividends_move_the_token(self, payout: Payout, end: tuple[int, int]) -> None:
        """5.5: right with a dividend, left without."""
        game = Position(classic()).company("PRR", shares={0: 6}, par=82).operating_round("PRR", "dividend", revenue=50)
        play(game, PayDividend(P0, PRR, payout))
        assert game.state.cells[PRR] == cell_at(*end)

    @pytest.mark.parametrize(("linked", "revenue", "price"), [(False, 10, 90), (True, 80, 82), (True, 90, 90), (True, 820, 90)])
    def test_rise_linked_to_the_dividend(self, linked: bool, revenue: int, price: int) -> None:
        """V-5.2: only a dividend of at least the share value raises it; the total distributed is compared."""
        game = (
            Position(classic(rise_needs_dividend=linked))
            .company("PRR", shares={0: 6}, par=82)
            .operating_round("PRR", "dividend", revenue=revenue)
        )
        play(game, PayDividend(P0, PRR, Payout.PAY))
        assert price_of(game, "PRR") == price

    def test_a_dividend_equal_to_the_value_raises_it(self) -> None:
        """V-5.2: greater than or equal."""
        game = (
            Position(classic(rise_needs_dividend=True))
            .company("PRR", shares={0: 6}, par=82, cell=(1, 6))
            .operating_round("PRR", "dividend", revenue=90)
        )
        play(game, PayDividend(P0, PRR, Payout.PAY))
        assert price_of(game, "PRR") == 100


class TestOrder:
    def test_the_example_of_the_book(self) -> None:
        """7.0 example, case 49: four railroads at 82 operate Erie, C&O, PRR, B&O."""
        game = (
            Position(classic())
            .company("B&O", shares={0: 6}, par=82, cell=(2, 6))
            .company("C&O", shares={1: 6}, par=82, cell=(3, 7))
            .company("PRR", shares={2: 6}, par=82, cell=(3, 7))
            .company("Erie", shares={3: 6}, par=82, cell=(5, 9))
            .stock_round()
        )
        assert {price_of(game, company) for company in ("B&O", "C&O", "PRR", "Erie")} == {82}
        happened = pass_round(game) + pass_round(game)
        started = [event.company for event in happened if isinstance(event, CompanyStarted)]
        assert started == [ERIE, CO, PRR, BNO]

    def test_three_boxes_of_67_in_one_column(self) -> None:
        """7.0, case 48: the upper first; a 67 further left comes later; in one box the top of the stack first."""
        game = (
            Position(classic())
            .company("PRR", shares={0: 6}, par=67, cell=(8, 7))
            .company("NYC", shares={0: 6}, par=67, cell=(5, 6))
            .company("C&O", shares={0: 6}, par=67, cell=(7, 7))
            .company("Erie", shares={0: 6}, par=67, cell=(6, 7))
            .company("B&M", shares={0: 6}, par=67, cell=(6, 7))
            .company("B&O", shares={0: 6}, par=67, cell=(1, 2))
            .stock_round()
        )
        assert {price_of(game, company) for company in ("PRR", "NYC", "C&O", "Erie", "B&M", "B&O")} == {67}
        assert in_value_order(game.setup, game.state, [PRR, NYC, BNO, CO, ERIE, BM]) == [ERIE, BM, CO, PRR, NYC, BNO]

    def test_value_comes_before_place(self) -> None:
        """7.0: the highest value, wherever it lies."""
        game = (
            Position(classic())
            .company("PRR", shares={0: 6}, par=67, cell=(5, 11))
            .company("NYC", shares={0: 6}, par=67, cell=(1, 8))
            .stock_round()
        )
        assert in_value_order(game.setup, game.state, [PRR, NYC]) == [NYC, PRR]
        holds_together(game)
