"""Buying shares and starting railroads (5.1, 5.2, 5.4, 6.2, V-6.3)."""

import pytest

from goldenspike.core.actions import BuyShare, Pass, SellShares, StartCompany
from goldenspike.core.events import ParSet, PresidentChanged, ShareMoved
from goldenspike.core.holders import BANK, NOBODY, POOL, treasury
from goldenspike.core.options import BrownPurchases
from goldenspike.core.reasons import Reason
from goldenspike.testing import Position
from goldenspike.testing.by_name import price_of, shares_of
from goldenspike.testing.checks import allowed, play, refused
from goldenspike.titles.g1830 import classic
from helpers import after_auction, holds_together
from names_1830 import BM, BNO, NYC, PAR_PRICES, PRR
from players import P0, P1, P2, P3

ORANGE, BROWN = (4, 1), (6, 1)
"""A cell of 39 and one of 25."""


class TestStartingARailroad:
    @pytest.mark.parametrize("par", PAR_PRICES)
    def test_twice_the_par_price(self, par: int) -> None:
        """5.2, 6.2: the president's certificate costs twice the value that its buyer chooses."""
        game = Position(classic()).stock_round()
        happened = play(game, StartCompany(P0, NYC, par))
        assert {PresidentChanged, ShareMoved, ParSet} <= {type(event) for event in happened}
        assert game.state.money[0] == 600 - 2 * par
        assert (game.state.presidents[NYC], shares_of(game, "NYC", 0), shares_of(game, "NYC", "bank")) == (0, 2, 8)
        assert game.state.par[NYC] == price_of(game, "NYC") == par

    @pytest.mark.parametrize("price", [0, 60, 66, 70, 99, 112, -67])
    def test_only_the_six_par_prices(self, price: int) -> None:
        """5.2."""
        refused(Position(classic()).stock_round(), StartCompany(P0, NYC, price), Reason.NOT_A_PAR_PRICE, price)

    def test_not_without_the_money(self) -> None:
        """6.2."""
        game = Position(classic()).money(0, 199).stock_round()
        refused(game, StartCompany(P0, NYC, 100), Reason.NOT_ENOUGH_MONEY, 200, 199)
        allowed(game, StartCompany(P0, NYC, 90))
        holds_together(game)

    def test_only_once(self) -> None:
        """6.2."""
        game = Position(classic()).company("NYC", shares={1: 2}, par=67).stock_round()
        refused(game, StartCompany(P0, NYC, 67), Reason.ALREADY_STARTED, NYC)

    def test_it_is_the_purchase_of_the_turn(self) -> None:
        """6.0: one certificate."""
        game = Position(classic()).company("PRR", shares={1: 2}, par=67).stock_round()
        play(game, StartCompany(P0, NYC, 67))
        refused(game, StartCompany(P0, BM, 67), Reason.BOUGHT_ALREADY)
        refused(game, BuyShare(P0, PRR, BANK), Reason.BOUGHT_ALREADY)
        refused(game, BuyShare(P0, NYC, BANK), Reason.BOUGHT_ALREADY)
        assert list(game.legal_for(P0)) == [Pass(P0)]
        game = Position(classic()).company("PRR", shares={1: 2}, par=67).stock_round()
        play(game, BuyShare(P0, PRR, BANK))
        refused(game, StartCompany(P0, NYC, 67), Reason.BOUGHT_ALREADY)

    def test_the_first_certificate_is_the_presidents(self) -> None:
        """6.2: no other share before it, also not of PRR and B&O."""
        game = after_auction(4)
        refused(game, BuyShare(P2, NYC, BANK), Reason.NOT_STARTED, NYC)
        refused(game, BuyShare(P2, PRR, BANK), Reason.NOT_STARTED, PRR)
        allowed(game, BuyShare(P2, BNO, BANK))
        holds_together(game)

    def test_a_railroad_that_somebody_already_holds_a_share_of(self) -> None:
        """6.2: the owner of CA's share has three shares and the presidency."""
        game = after_auction(4)
        play(game, Pass(P2), Pass(P3), StartCompany(P0, PRR, 67))
        assert (shares_of(game, "PRR", 0), shares_of(game, "PRR", "bank"), game.state.presidents[PRR]) == (3, 7, 0)


class TestOneShare:
    def test_par_from_the_offering_and_value_from_the_pool(self) -> None:
        """5.1."""
        game = Position(classic()).company("PRR", shares={1: 4, "pool": 2}, par=82, cell=(5, 7)).stock_round()
        play(game, BuyShare(P0, PRR, BANK))
        assert game.state.money[0] == 600 - 82
        game.pop()
        play(game, BuyShare(P0, PRR, POOL))
        assert game.state.money[0] == 600 - 71
        assert (shares_of(game, "PRR", "pool"), shares_of(game, "PRR", 0)) == (1, 1)

    def test_one_certificate_a_turn(self) -> None:
        """6.0, 6.2."""
        game = (
            Position(classic())
            .company("PRR", shares={1: 4, "pool": 2}, par=67)
            .company("NYC", shares={1: 4}, par=67)
            .stock_round()
        )
        refused(game, BuyShare(P0, PRR, BANK, 2), Reason.ONE_SHARE_ONLY)
        refused(game, BuyShare(P0, PRR, POOL, 2), Reason.ONE_SHARE_ONLY)
        play(game, BuyShare(P0, PRR, BANK))
        for action in (BuyShare(P0, PRR, POOL), BuyShare(P0, NYC, BANK)):
            refused(game, action, Reason.BOUGHT_ALREADY)
        assert game.actors == (0,), "he may still sell"

    def test_only_what_is_there(self) -> None:
        """6.2."""
        game = Position(classic()).company("PRR", shares={0: 4, 1: 6}, par=67).stock_round()
        for source in (BANK, POOL):
            refused(game, BuyShare(P2, PRR, source), Reason.NOT_YOUR_TURN, 2)
            refused(game, BuyShare(P0, PRR, source), Reason.NO_SUCH_SHARE, PRR)
        refused(game, BuyShare(P0, PRR, BANK, 0), Reason.NO_SUCH_SHARE, PRR)
        for source in (P1, NOBODY, treasury(PRR)):
            refused(game, BuyShare(P0, PRR, source), Reason.UNKNOWN_SOURCE)

    def test_not_without_the_money(self) -> None:
        """6.2."""
        game = Position(classic()).company("PRR", shares={1: 4}, par=67).money(0, 66).stock_round()
        refused(game, BuyShare(P0, PRR, BANK), Reason.NOT_ENOUGH_MONEY, 67, 66)
        assert list(game.legal_for(P0)) == [Pass(P0)]


class TestBrownZone:
    """5.4, C-1.3, V-6.3, cases 39 and 40."""

    def test_any_number_from_the_pool(self) -> None:
        """5.4: as the one purchase of the turn, in one go."""
        game = (
            Position(classic())
            .company("PRR", shares={1: 3, "pool": 5}, par=67, cell=BROWN)
            .company("NYC", shares={1: 4}, par=67)
            .stock_round()
        )
        counts = [a.count for a in game.legal_for(P0) if isinstance(a, BuyShare) and a.source == POOL]
        assert counts == [1, 2, 3, 4, 5]
        holds_together(game)
        play(game, BuyShare(P0, PRR, POOL, 5))
        assert (shares_of(game, "PRR", 0), game.state.money[0]) == (5, 600 - 125)
        assert game.state.presidents[PRR] == 0
        refused(game, BuyShare(P0, NYC, BANK), Reason.BOUGHT_ALREADY)

    def test_or_one_after_another(self) -> None:
        """5.4: of one railroad only, and not again after a sale."""
        game = (
            Position(classic())
            .company("PRR", shares={1: 3, "pool": 5}, par=67, cell=BROWN)
            .company("NYC", shares={0: 2, 1: 4, "pool": 1}, par=67, cell=BROWN)
            .stock_round()
        )
        play(game, BuyShare(P0, PRR, POOL), BuyShare(P0, PRR, POOL, 2))
        refused(game, BuyShare(P0, NYC, POOL), Reason.BOUGHT_ALREADY)
        holds_together(game)
        play(game, SellShares(P0, NYC, 1))
        refused(game, BuyShare(P0, PRR, POOL), Reason.BOUGHT_ALREADY)

    def test_not_from_the_offering(self) -> None:
        """5.4, C-1.3, #4456: neither several from it nor some of each."""
        game = Position(classic()).company("PRR", shares={1: 3, "pool": 3}, par=67, cell=BROWN).stock_round()
        refused(game, BuyShare(P0, PRR, BANK, 2), Reason.ONE_SHARE_ONLY)
        play(game, BuyShare(P0, PRR, POOL))
        refused(game, BuyShare(P0, PRR, BANK), Reason.BOUGHT_ALREADY)
        game.pop()
        play(game, BuyShare(P0, PRR, BANK))
        refused(game, BuyShare(P0, PRR, POOL), Reason.BOUGHT_ALREADY)

    def test_buy_all(self) -> None:
        """V-6.3: any number from both."""
        game = (
            Position(classic(brown_purchases=BrownPurchases.ALL))
            .company("PRR", shares={1: 3, "pool": 3}, par=67, cell=BROWN)
            .stock_round()
        )
        holds_together(game)
        play(game, BuyShare(P0, PRR, BANK, 3), BuyShare(P0, PRR, POOL, 2))
        holds_together(game)
        play(game, BuyShare(P0, PRR, BANK))
        assert (shares_of(game, "PRR", 0), game.state.money[0]) == (6, 600 - 4 * 67 - 2 * 25)
        refused(game, StartCompany(P0, NYC, 67), Reason.BOUGHT_ALREADY)

    @pytest.mark.parametrize("cell", [ORANGE, (2, 1), (1, 2)])
    def test_in_no_other_zone(self, cell: tuple[int, int]) -> None:
        """5.4: neither orange nor yellow."""
        for option in BrownPurchases:
            game = (
                Position(classic(brown_purchases=option))
                .company("PRR", shares={1: 3, "pool": 5}, par=67, cell=cell)
                .stock_round()
            )
            refused(game, BuyShare(P0, PRR, POOL, 2), Reason.ONE_SHARE_ONLY)

    def test_money_limits_the_number(self) -> None:
        """5.4: what he can pay."""
        game = Position(classic()).company("PRR", shares={1: 3, "pool": 5}, par=67, cell=BROWN).money(0, 74).stock_round()
        allowed(game, BuyShare(P0, PRR, POOL, 2))
        refused(game, BuyShare(P0, PRR, POOL, 3), Reason.NOT_ENOUGH_MONEY, 75, 74)
        holds_together(game)

    def test_beyond_all_limits(self) -> None:
        """5.4, case 40: the zone exempts from both limits; they bind again when the price has risen."""
        position = Position(classic()).company("PRR", shares={0: 4, 1: 1, "pool": 5}, par=67, cell=BROWN)
        for company in ("NYC", "B&O", "Erie", "B&M"):
            position.company(company, shares={0: 5}, par=67)
        game = position.stock_round()
        play(game, BuyShare(P0, PRR, POOL, 5))
        assert shares_of(game, "PRR", 0) == 9
        allowed(game, Pass(P0))
        play(game, Pass(P0))
        higher = position.company("PRR", shares={0: 9, 1: 1}, par=67, cell=(3, 2)).stock_round()
        refused(higher, Pass(P0), Reason.MUST_SELL_FIRST)
