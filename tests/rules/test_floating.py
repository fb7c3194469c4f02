"""Floating a railroad and paying its capital (6.3)."""

import pytest

from goldenspike.core.actions import BuyShare, ExchangePrivate, Pass, SellShares, StartCompany
from goldenspike.core.events import CompanyStarted, Floated, Paid, Why
from goldenspike.core.holders import BANK, POOL, treasury
from goldenspike.core.options import Capital
from goldenspike.core.rules.share_price import in_value_order
from goldenspike.core.title import RoundKind
from goldenspike.testing import Position
from goldenspike.testing.by_name import price_of, shares_of
from goldenspike.testing.checks import pass_round, passes, play
from goldenspike.titles.g1830 import classic
from helpers import cell_at
from names_1830 import CO, MH, NYC, PRR
from players import P0, P1, P2


class TestSixtyPerCent:
    def test_the_sixth_share_floats(self) -> None:
        """6.3: 60% bought from the initial offering."""
        game = Position(classic()).company("PRR", president=1, shares={0: 2, 1: 2}, par=82).stock_round()
        assert Floated(PRR) not in play(game, BuyShare(P0, PRR, BANK), Pass(P0))
        happened = play(game, BuyShare(P1, PRR, BANK))
        assert Floated(PRR) in happened
        assert game.state.floated[PRR]

    def test_only_once(self) -> None:
        """6.3: further purchases change nothing."""
        game = Position(classic()).company("PRR", shares={0: 2, 1: 4}, par=82).stock_round()
        assert Floated(PRR) not in play(game, BuyShare(P0, PRR, BANK))

    def test_the_pool_counts(self) -> None:
        """6.3, case 36: shares that were bought and sold again; but buying them back is no step further."""
        game = Position(classic()).company("PRR", shares={1: 3, "pool": 2}, par=82).stock_round()
        assert Floated(PRR) not in play(game, BuyShare(P0, PRR, POOL), Pass(P0))
        assert Floated(PRR) in play(game, BuyShare(P1, PRR, BANK))

    def test_a_floated_railroad_stays_so(self) -> None:
        """6.3, case 36: sales to the pool do not take it back."""
        game = Position(classic()).company("PRR", president=1, shares={0: 3, 1: 3}, par=82).stock_round()
        play(game, SellShares(P0, PRR, 3))
        assert game.state.floated[PRR]

    def test_shares_of_private_companies_count(self) -> None:
        """6.3, case 22: the share for MH."""
        game = Position(classic()).company("NYC", shares={1: 5}, par=82).private("MH", 0).stock_round()
        assert Floated(NYC) in play(game, ExchangePrivate(P0, MH, BANK))


class TestTheExampleOfTheBook:
    """6.2 and 6.3 example, case 35: Al starts the PRR, Kurt holds CA's share."""

    AL, KURT = P0, P1

    def test_to_the_capital(self) -> None:
        """Par 82, Kurt's two shares bring 164, the token goes under the C&O at 71, the treasury gets 820."""
        al, kurt = self.AL, self.KURT
        game = Position(classic(2)).share("PRR", kurt).company("C&O", shares={kurt: 5}, par=71).stock_round()
        play(game, StartCompany(al, PRR, 82), Pass(al))
        assert (shares_of(game, "PRR", al), shares_of(game, "PRR", kurt)) == (2, 1)
        play(game, BuyShare(kurt, PRR, BANK), Pass(kurt))
        assert game.state.presidents[PRR] == al, "two shares each"
        play(game, BuyShare(al, PRR, BANK), Pass(al))
        before = game.state.money[kurt]
        play(game, SellShares(kurt, PRR, 2), Pass(kurt))
        assert game.state.money[kurt] - before == 164
        assert (price_of(game, "PRR"), game.state.par[PRR]) == (71, 82)
        assert game.state.cells[PRR] == game.state.cells[CO] == cell_at(5, 7)
        assert in_value_order(game.setup, game.state, [PRR, CO]) == [CO, PRR]
        before = game.state.money[al]
        assert Floated(PRR) not in play(game, BuyShare(al, PRR, POOL))
        assert before - game.state.money[al] == 71
        game.pop()
        happened = play(game, BuyShare(al, PRR, BANK))
        assert before - game.state.money[al] == 82
        assert Floated(PRR) in happened
        assert game.state.money[treasury(PRR)] == 0
        play(game, Pass(al))
        happened = pass_round(game)
        assert Paid(BANK, treasury(PRR), 820, Why.CAPITAL) in happened
        assert game.state.money[treasury(PRR)] == 820
        assert game.state.priority == kurt


class TestCapital:
    @pytest.mark.parametrize("option", Capital)
    def test_when_it_comes(self, option: Capital) -> None:
        """6.3 and option capital: at the end of the stock round, or at once."""
        game = Position(classic(capital=option)).company("PRR", shares={0: 2, 1: 3}, par=67).stock_round()
        play(game, BuyShare(P0, PRR, BANK))
        assert game.state.money[treasury(PRR)] == (670 if option is Capital.AT_ONCE else 0)
        play(game, Pass(P0))
        happened = passes(game, 4)
        assert game.state.money[treasury(PRR)] == 670
        assert CompanyStarted(PRR, P1) in happened

    def test_before_the_end_of_the_round_nothing_comes(self) -> None:
        """6.3: and an unfloated railroad gets nothing at all."""
        game = Position(classic()).company("PRR", shares={0: 2, 1: 3}, par=67).stock_round()
        happened = pass_round(game)
        assert not any(isinstance(event, Paid) for event in happened)
        assert not game.state.funded[PRR]

    @pytest.mark.parametrize("option", Capital)
    def test_floated_by_mh_in_an_operating_round(self, option: Capital) -> None:
        """6.3, T-05, case 22: it begins operating in the next operating round, and has its money by then."""
        game = (
            Position(classic(capital=option), phase="3")
            .company("PRR", shares={0: 6}, money=1000)
            .company("NYC", shares={1: 5}, par=67)
            .private("MH", 2)
            .stock_round()
        )
        pass_round(game)
        assert (game.state.operating, game.state.operating_rounds) == (PRR, 2)
        happened = play(game, ExchangePrivate(P2, MH, BANK))
        assert Floated(NYC) in happened
        assert game.state.money[treasury(NYC)] == (670 if option is Capital.AT_ONCE else 0)
        while game.state.operating_round == 1:
            assert game.state.operating == PRR
            happened = play(game, Pass(P0))
        assert CompanyStarted(PRR, P0) in happened
        assert game.state.money[treasury(NYC)] == 670
        while game.state.operating == PRR:
            play(game, Pass(P0))
        assert (game.state.round, game.state.operating) == (RoundKind.OPERATING, NYC)
