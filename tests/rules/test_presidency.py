"""Who is president, and how that changes (6.1, 6.4)."""

import pytest

from goldenspike.core.actions import BuyShare, Pass, SellShares
from goldenspike.core.events import PresidentChanged, ShareMoved
from goldenspike.core.holders import BANK, POOL
from goldenspike.core.ids import Player
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.certificate_limit import certificates_of, counted_certificates
from goldenspike.testing import Position
from goldenspike.testing.by_name import shares_of
from goldenspike.testing.checks import allowed, play, refused
from goldenspike.testing.names import Who
from goldenspike.titles.g1830 import classic
from helpers import holds_together
from names_1830 import BNO, PRR
from players import P0, P1, P2


def saleable(shares: dict[Who, int]) -> list[int]:
    """How many shares of PRR player 0 may sell."""
    game = Position(classic()).company("PRR", president=0, shares=shares).stock_round()
    holds_together(game)
    return [action.count for action in game.legal_for(P0) if isinstance(action, SellShares)]


class TestBuying:
    def test_more_than_the_president(self) -> None:
        """6.4: whoever exceeds him takes over at once."""
        game = Position(classic()).company("PRR", president=1, shares={0: 3, 1: 3}, par=67).stock_round()
        happened = play(game, BuyShare(P0, PRR, BANK))
        assert PresidentChanged(PRR, P0) in happened
        assert game.state.presidents[PRR] == 0
        assert (shares_of(game, "PRR", 0), shares_of(game, "PRR", 1)) == (4, 3), "the certificates swapped are equal in shares"

    def test_equal_holdings_change_nothing(self) -> None:
        """6.1 note, case 33."""
        game = Position(classic()).company("PRR", shares={0: 2, 1: 3}, par=67).stock_round()
        assert not any(isinstance(event, PresidentChanged) for event in play(game, BuyShare(P0, PRR, BANK)))
        assert game.state.presidents[PRR] == 1


class TestSelling:
    def test_the_20_per_cent_certificate_alone(self) -> None:
        """6.1, 6.4, case 30: another holds 20%: swap, sell one, keep one; or sell both."""
        assert saleable({0: 2, 1: 2}) == [1, 2]
        game = Position(classic()).company("PRR", president=0, shares={0: 2, 1: 2}).stock_round()
        happened = play(game, SellShares(P0, PRR, 1))
        assert happened[:2] == [PresidentChanged(PRR, P1), ShareMoved(PRR, P0, POOL, 1, 100)]
        assert (shares_of(game, "PRR", 0), shares_of(game, "PRR", 1), shares_of(game, "PRR", "pool")) == (1, 2, 1)

    def test_nobody_else_holds_20_per_cent(self) -> None:
        """6.1, 6.4, case 30: no sale that would break up the president's certificate."""
        game = Position(classic()).company("PRR", shares={0: 2, 1: 1, 2: 1}).stock_round()
        refused(game, SellShares(P0, PRR, 1), Reason.NO_SUCCESSOR, PRR)
        refused(game, SellShares(P0, PRR, 2), Reason.NO_SUCCESSOR, PRR)
        assert saleable({0: 2, 1: 1, 2: 1}) == []
        assert saleable({0: 3, 1: 1, 2: 1}) == [1]

    @pytest.mark.parametrize(
        ("shares", "counts"),
        [
            ({0: 6, 1: 1, 2: 1}, [1, 2, 3, 4]),  # J G-7: nobody has 20 %, he stays president
            ({0: 6}, [1, 2, 3, 4]),
            ({0: 5, 1: 3}, [1, 2, 3, 4, 5]),
            ({0: 4, 1: 2, "pool": 3}, [1, 2]),
            ({0: 3, 1: 2}, [1, 2, 3]),
        ],
    )
    def test_how_many_a_president_may_sell(self, shares: dict[Who, int], counts: list[int]) -> None:
        """6.1, 6.4: as long as he keeps the certificate, or somebody with 20% takes it."""
        assert saleable(shares) == counts

    def test_no_dumping_into_a_full_pool(self) -> None:
        """6.4 note, case 31: with four in the pool only one may go, which is not enough."""
        game = Position(classic()).company("PRR", shares={0: 3, 1: 2, "pool": 4}).stock_round()
        refused(game, SellShares(P0, PRR, 2), Reason.POOL_LIMIT, PRR)
        play(game, SellShares(P0, PRR, 1))
        assert game.state.presidents[PRR] == 0

    def test_the_certificate_alone_and_little_room(self) -> None:
        """6.4 with 5.3: the swap needs as much room in the pool as the shares sold."""
        assert saleable({0: 2, 1: 2, "pool": 5}) == []
        assert saleable({0: 2, 1: 2, "pool": 4}) == [1]

    def test_equal_after_the_sale(self) -> None:
        """6.1 note, case 33: he remains president."""
        game = Position(classic()).company("PRR", shares={0: 3, 1: 2}).stock_round()
        play(game, SellShares(P0, PRR, 1))
        assert game.state.presidents[PRR] == 0

    @pytest.mark.parametrize("president", range(4))
    def test_ties_go_clockwise_from_the_old_president(self, president: Player) -> None:
        """6.4, case 32: the nearest to his left of those who hold most."""
        left, across, right = ((president + step) % 4 for step in (1, 2, 3))
        game = Position(classic()).company("PRR", shares={president: 3, across: 2, right: 2, left: 1}).stock_round(president)
        play(game, SellShares(president, PRR, 2))
        assert game.state.presidents[PRR] == across

    def test_clockwise_is_by_seat(self) -> None:
        """6.4 with C-2.1: the seats, not the players' numbers."""
        game = Position(classic()).company("PRR", shares={0: 3, 1: 2, 2: 2}).set(seating=(0, 3, 2, 1)).stock_round()
        play(game, SellShares(P0, PRR, 2))
        assert game.state.presidents[PRR] == 2

    def test_the_larger_holder_goes_before_the_nearer(self) -> None:
        """6.4, case 32."""
        game = Position(classic()).company("PRR", president=0, shares={0: 3, 1: 2, 3: 3}).stock_round()
        play(game, SellShares(P0, PRR, 2))
        assert game.state.presidents[PRR] == 3

    def test_a_plain_holder_sells_without_further_ado(self) -> None:
        """6.4: only the president's sale can change the presidency."""
        game = Position(classic()).company("PRR", president=1, shares={0: 2, 1: 2, 2: 2}).stock_round()
        play(game, SellShares(P0, PRR, 2))
        assert game.state.presidents[PRR] == 1


class TestOverTheLimitBySwap:
    def test_the_example_of_the_book(self) -> None:
        """6.4 example, case 34: Pete loses the B&O, gets two certificates for one and must sell on his next turn."""
        morgan, ron, pete = P0, P1, P2
        game = (
            Position(classic(5))
            .company("B&O", president=pete, shares={pete: 4, ron: 4, morgan: 1}, par=67)
            .company("PRR", shares={pete: 6}, par=67)
            .company("NYC", shares={pete: 6}, par=67)
            .stock_round()
        )
        assert counted_certificates(game.setup, game.state, pete) == 13 == game.setup.certificate_limit
        assert certificates_of(game.setup, game.state, pete, BNO) == 3
        assert certificates_of(game.setup, game.state, ron, BNO) == 4
        play(game, SellShares(morgan, BNO, 1), Pass(morgan))
        happened = play(game, BuyShare(ron, BNO, POOL))
        assert PresidentChanged(BNO, ron) in happened
        assert counted_certificates(game.setup, game.state, pete) == 14
        assert certificates_of(game.setup, game.state, ron, BNO) == 4
        play(game, Pass(ron))
        refused(game, Pass(pete), Reason.MUST_SELL_FIRST)
        play(game, SellShares(pete, PRR, 1))
        allowed(game, Pass(pete))

    def test_immediately_in_his_own_turn(self) -> None:
        """6.4, case 34: a president who dumps and is over the limit sells on before his turn ends."""
        position = Position(classic()).company("PRR", president=0, shares={0: 3, 1: 3}).company("NYC", shares={0: 5, 1: 2})
        position.company("C&O", shares={0: 6}).company("Erie", shares={0: 6})
        game = position.stock_round()
        assert counted_certificates(game.setup, game.state, P0) == 16 == game.setup.certificate_limit
        happened = play(game, SellShares(P0, PRR, 1))
        assert PresidentChanged(PRR, P1) in happened
        assert counted_certificates(game.setup, game.state, P0) == 16, "one sold, one more by the swap"
        allowed(game, Pass(P0))
        over = position.company("B&O", shares={0: 1, 2: 2}).stock_round()
        assert counted_certificates(over.setup, over.state, P0) == 17
        play(over, SellShares(P0, PRR, 1))
        refused(over, Pass(P0), Reason.MUST_SELL_FIRST)
        play(over, SellShares(P0, BNO, 1))
        allowed(over, Pass(P0))
