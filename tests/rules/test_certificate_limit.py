"""How many certificates a player may hold (5.3, 5.4, V-5.3)."""

from typing import Any

import pytest

from goldenspike.core.actions import BuyPrivate, BuyShare, Pass, SellShares, StartCompany
from goldenspike.core.events import PriceMoved
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, POOL
from goldenspike.core.market import Zone
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.certificate_limit import certificates_of, counted_certificates
from goldenspike.core.rules.share_price import zone_of
from goldenspike.testing import Position
from goldenspike.testing.by_name import price_of, shares_of
from goldenspike.testing.checks import allowed, pass_round, play, refused
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1830.options import CertificateLimits, SecondCertificates
from helpers import cell_at, holds_together
from names_1830 import BM, BNO, CO, ERIE, NNH, NYC, PRR, SV
from players import P0, P1, P2, P3

YELLOW, ORANGE, BROWN = (2, 1), (4, 1), (6, 1)


def with_certificates(count: int, **options: Any) -> Position:
    """Player 0 holds so many certificates, five of each railroad as president as far as they go."""
    position = Position(classic(**options))
    for company in ("PRR", "NYC", "CPR", "B&O"):
        mine = min(count, 5)
        count -= mine
        if mine:
            position.company(company, shares={0: mine + 1}, par=67)
    return position.company("B&M", shares={1: 3}, par=67)


class TestOverallLimit:
    @pytest.mark.parametrize(
        ("option", "limits"),
        [
            (CertificateLimits.BASE, {2: 28, 3: 20, 4: 16, 5: 13, 6: 11, 7: 11}),
            (CertificateLimits.CHART, {2: 32, 3: 22, 4: 18, 5: 15, 6: 13, 7: 12}),
        ],
    )
    def test_tables(self, option: CertificateLimits, limits: dict[int, int]) -> None:
        """5.3 and V-5.3: by the number of players."""
        for players, limit in limits.items():
            assert Position(classic(players, certificate_limits=option)).auction().setup.certificate_limit == limit

    def test_up_to_the_limit(self) -> None:
        """5.3: sixteen with four players; the president's certificate is one."""
        game = with_certificates(15).stock_round()
        assert counted_certificates(game.setup, game.state, P0) == 15
        play(game, BuyShare(P0, BM, BANK))
        assert counted_certificates(game.setup, game.state, P0) == 16
        allowed(game, Pass(P0))
        game = with_certificates(16).stock_round()
        refused(game, BuyShare(P0, BM, BANK), Reason.CERTIFICATE_LIMIT, 16)
        refused(game, StartCompany(P0, NNH, 67), Reason.CERTIFICATE_LIMIT, 16)
        holds_together(game)

    def test_the_chart_gives_more_room(self) -> None:
        """V-5.3."""
        game = with_certificates(16, certificate_limits=CertificateLimits.CHART).stock_round()
        allowed(game, BuyShare(P0, BM, BANK))

    def test_private_companies_count(self) -> None:
        """5.3."""
        game = with_certificates(14).private("SV", 0).private("CS", 0).stock_round()
        assert counted_certificates(game.setup, game.state, P0) == 16
        refused(game, BuyShare(P0, BM, BANK), Reason.CERTIFICATE_LIMIT, 16)

    @pytest.mark.parametrize(("cell", "zone"), [(YELLOW, Zone.YELLOW), (ORANGE, Zone.ORANGE), (BROWN, Zone.BROWN)])
    def test_colored_shares_do_not_count(self, cell: tuple[int, int], zone: Zone) -> None:
        """5.4, case 39: yellow, orange and brown."""
        position = with_certificates(16)
        game = position.company("NNH", shares={0: 1, 1: 3, "pool": 1}, par=67, cell=cell).stock_round()
        assert zone_of(game.setup, game.state, NNH) is zone
        assert counted_certificates(game.setup, game.state, P0) == 16
        allowed(game, Pass(P0))
        allowed(game, BuyShare(P0, NNH, BANK))
        allowed(game, BuyShare(P0, NNH, POOL))
        refused(game, BuyShare(P0, BM, BANK), Reason.CERTIFICATE_LIMIT, 16)
        holds_together(game)

    def test_the_share_of_a_railroad_without_a_price_counts(self) -> None:
        """5.3: the PRR share of CA is a certificate before PRR starts."""
        game = Position(classic()).share("PRR", 0).stock_round()
        assert counted_certificates(game.setup, game.state, P0) == 1


class TestIndividualLimit:
    def test_sixty_per_cent(self) -> None:
        """5.3: as president (five certificates) and as ordinary holder (six shares) alike (ruling)."""
        game = Position(classic()).company("PRR", shares={0: 5}, par=67).stock_round()
        play(game, BuyShare(P0, PRR, BANK))
        assert certificates_of(game.setup, game.state, P0, PRR) == 5
        play(game, Pass(P0), Pass(P1), Pass(P2), Pass(P3))
        refused(game, BuyShare(P0, PRR, BANK), Reason.HOLDING_LIMIT, PRR)

    @pytest.mark.parametrize(("cell", "may_buy"), [((1, 2), False), (YELLOW, False), (ORANGE, True), (BROWN, True)])
    def test_more_in_orange_and_brown(self, cell: tuple[int, int], may_buy: bool) -> None:
        """5.4, case 39: not in yellow."""
        game = Position(classic()).company("PRR", shares={0: 6, 1: 1, "pool": 1}, par=67, cell=cell).stock_round()
        for source in (BANK, POOL):
            if may_buy:
                allowed(game, BuyShare(P0, PRR, source))
            else:
                refused(game, BuyShare(P0, PRR, source), Reason.HOLDING_LIMIT, PRR)
        holds_together(game)


class TestConforming:
    def test_sell_before_anything_else(self) -> None:
        """5.3, case 43: over the overall limit he may neither pass nor buy."""
        game = with_certificates(17).stock_round()
        for action in (Pass(P0), BuyShare(P0, BM, BANK), StartCompany(P0, NNH, 67)):
            refused(game, action, Reason.MUST_SELL_FIRST)
        assert all(isinstance(action, SellShares) for action in game.legal_for(P0))
        holds_together(game)
        play(game, SellShares(P0, PRR, 1))
        allowed(game, Pass(P0))
        refused(game, BuyShare(P0, BM, BANK), Reason.CERTIFICATE_LIMIT, 16)

    def test_sell_until_it_fits(self) -> None:
        """5.3: one is not enough for two too many."""
        game = with_certificates(18).stock_round()
        play(game, SellShares(P0, PRR, 1))
        refused(game, Pass(P0), Reason.MUST_SELL_FIRST)
        play(game, SellShares(P0, NYC, 1))
        allowed(game, Pass(P0))

    def test_over_the_individual_limit(self) -> None:
        """5.3: a price that left the orange zone."""
        game = Position(classic()).company("PRR", shares={0: 8, 1: 2}, par=67, cell=(3, 1)).stock_round()
        refused(game, Pass(P0), Reason.MUST_SELL_FIRST)
        play(game, SellShares(P0, PRR, 1))
        assert zone_of(game.setup, game.state, PRR) is Zone.ORANGE, "the fall brought it back"
        allowed(game, Pass(P0))

    def test_only_the_player_on_turn_is_asked(self) -> None:
        """5.3, case 41: limits broken by moving prices bind at the next turn in a stock round."""
        game = Position(classic()).company("PRR", shares={1: 8, 2: 2}, par=67, cell=(3, 2)).stock_round()
        play(game, Pass(P0))
        refused(game, Pass(P1), Reason.MUST_SELL_FIRST)

    def test_nothing_saleable(self) -> None:
        """5.3 and ruling, case 42, #4138: he plays on, but buys no counting certificate until it is cured."""
        position = Position(classic()).company("B&M", shares={1: 2}, par=67).company("C&O", shares={1: 2}, par=67, cell=YELLOW)
        for company in ("PRR", "NYC", "CPR", "B&O", "Erie", "NNH"):
            position.company(company, shares={0: 4, 3: 1, "pool": 5}, par=67)
        game = position.stock_round()
        assert counted_certificates(game.setup, game.state, P0) == 18
        allowed(game, Pass(P0))
        refused(game, BuyShare(P0, BM, BANK), Reason.CERTIFICATE_LIMIT, 16)
        refused(game, BuyShare(P0, PRR, POOL), Reason.CERTIFICATE_LIMIT, 16)
        allowed(game, BuyShare(P0, CO, BANK))
        holds_together(game)


def president_of_the_prr(pool: int, cell: tuple[int, int] | None = None) -> Position:
    """Player 0 has the presidency of the PRR and one more certificate, player 1 as many shares."""
    return Position(classic()).company("PRR", president=0, shares={0: 3, 1: 3, "pool": pool}, par=67, cell=cell)


class TestSalesThatDoNotHelp:
    """5.3 and ruling: a sale is demanded only if it lowers what is over; if none does, the player plays on."""

    def over_by_one(self, position: Position) -> Game:
        """Player 0 holds 17 of 16 certificates; 15 of them, three of each railroad, cannot be sold as the pool is full."""
        position.company("B&M", shares={1: 2}, par=67)
        for company in ("NYC", "CPR", "B&O", "NNH", "C&O"):
            position.company(company, shares={0: 4, 3: 1, "pool": 5}, par=67)
        game = position.stock_round()
        assert counted_certificates(game.setup, game.state, P0) == 17
        return game

    def test_the_lost_presidency_leaves_the_count_as_it_was(self) -> None:
        """5.3, 6.4: the president's certificate becomes two small ones, and the pool takes only one share."""
        game = self.over_by_one(president_of_the_prr(pool=4))
        allowed(game, Pass(P0))
        refused(game, BuyShare(P0, BM, BANK), Reason.CERTIFICATE_LIMIT, 16)
        holds_together(game)
        play(game, SellShares(P0, PRR, 1))
        assert counted_certificates(game.setup, game.state, P0) == 17
        allowed(game, Pass(P0))

    def test_a_larger_block_helps(self) -> None:
        """5.3: with room for two in the pool he has to sell both, at once or one after the other."""
        game = self.over_by_one(president_of_the_prr(pool=3))
        refused(game, Pass(P0), Reason.MUST_SELL_FIRST)
        holds_together(game)
        play(game, SellShares(P0, PRR, 1))
        refused(game, Pass(P0), Reason.MUST_SELL_FIRST)
        play(game, SellShares(P0, PRR, 1))
        assert counted_certificates(game.setup, game.state, P0) == 16
        allowed(game, Pass(P0))

    def test_a_fall_into_the_yellow_zone_helps(self) -> None:
        """5.4: what lies in a colored zone after the sale no longer counts, presidency or not."""
        game = self.over_by_one(president_of_the_prr(pool=4, cell=(1, 2)))
        refused(game, Pass(P0), Reason.MUST_SELL_FIRST)
        play(game, SellShares(P0, PRR, 1))
        assert zone_of(game.setup, game.state, PRR) is Zone.YELLOW
        assert counted_certificates(game.setup, game.state, P0) == 15
        allowed(game, Pass(P0))

    def test_only_yellow_shares_can_be_sold(self) -> None:
        """5.4: they do not count, so their sale is allowed but not demanded, nor is their purchase forbidden."""
        position = Position(classic()).company("PRR", shares={0: 2, 3: 3, "pool": 5}, par=67)
        position.company("Erie", shares={0: 2, 1: 3, "pool": 1}, par=67, cell=YELLOW)
        game = self.over_by_one(position)
        allowed(game, Pass(P0))
        allowed(game, SellShares(P0, ERIE, 2))
        allowed(game, BuyShare(P0, ERIE, POOL))
        refused(game, BuyShare(P0, BM, BANK), Reason.CERTIFICATE_LIMIT, 16)
        holds_together(game)

    def test_half_of_the_second_certificate(self) -> None:
        """V-7.2: sold by half it becomes a small certificate; the pool has no room for the whole."""
        position = Position(classic(second_certificates=SecondCertificates.ERIE))
        position.company("Erie", shares={0: 2, 3: 3, "pool": 4}, second=0, par=67)
        position.company("PRR", shares={0: 1, 3: 3, "pool": 5}, par=67)
        game = self.over_by_one(position)
        allowed(game, Pass(P0))
        play(game, SellShares(P0, ERIE, 1))
        assert counted_certificates(game.setup, game.state, P0) == 17

    def test_no_private_company_before_the_sale(self) -> None:
        """4.1, 5.3: the duty goes before a purchase from a player, and a sale that does not help is no duty."""
        game = self.over_by_one(president_of_the_prr(pool=3).private("SV", 1))
        refused(game, BuyPrivate(P0, P0, SV, 10), Reason.MUST_SELL_FIRST)
        game = self.over_by_one(president_of_the_prr(pool=4).private("SV", 1))
        refused(game, BuyPrivate(P0, P0, SV, 10), Reason.CERTIFICATE_LIMIT, 16)


class TestTheExampleOfTheBook:
    """5.3 example, case 41: Pete and Kurt in a game of six."""

    PETE, KURT = P1, P0

    def at_the_end_of_a_round(self) -> Game:
        """Position A: Pete ends his turn with 20 certificates."""
        pete, kurt = self.PETE, self.KURT
        return (
            Position(classic(6))
            .company("B&O", president=pete, shares={pete: 4, kurt: 4, 2: 2}, par=76, cell=(2, 8), funded=False)
            .company("PRR", shares={pete: 4, kurt: 6}, par=67, cell=(3, 2), funded=False)
            .company("C&O", shares={pete: 9, 3: 1}, par=67, cell=(5, 1), funded=False)
            .company("Erie", shares={pete: 6, kurt: 4}, par=76, cell=(2, 9), funded=False)
            .stock_round(pete)
        )

    def test_twenty_certificates_are_allowed(self) -> None:
        """5.3: 3 B&O, 4 PRR in yellow, 8 C&O in orange, 5 Erie."""
        game = self.at_the_end_of_a_round()
        held = [certificates_of(game.setup, game.state, self.PETE, company) for company in (BNO, PRR, CO, ERIE)]
        assert held == [3, 4, 8, 5]
        assert zone_of(game.setup, game.state, PRR) is Zone.YELLOW
        assert zone_of(game.setup, game.state, CO) is Zone.ORANGE
        assert counted_certificates(game.setup, game.state, self.PETE) == 8
        assert game.setup.certificate_limit == 11
        allowed(game, Pass(self.PETE))

    def test_to_the_end(self) -> None:
        """5.3: all four rise, two dividends, Kurt's sale cures one excess of Pete's, his own the other."""
        pete, kurt = self.PETE, self.KURT
        game = self.at_the_end_of_a_round()
        happened = pass_round(game)
        assert len([event for event in happened if isinstance(event, PriceMoved)]) == 4
        assert (price_of(game, "PRR"), price_of(game, "C&O")) == (60, 39)
        market = game.setup.title.market
        cells = [market.right(market.right(cell)) if cell >= 0 else cell for cell in game.state.cells]
        assert (cells[PRR], cells[CO]) == (cell_at(2, 4), cell_at(4, 3))
        game = Position.of(game).set(cells=cells).stock_round(kurt, number=3)
        assert zone_of(game.setup, game.state, PRR) is Zone.NORMAL
        assert zone_of(game.setup, game.state, CO) is Zone.YELLOW
        assert counted_certificates(game.setup, game.state, pete) == 12
        assert counted_certificates(game.setup, game.state, kurt) == 13
        refused(game, Pass(kurt), Reason.MUST_SELL_FIRST)
        play(game, SellShares(kurt, PRR, 2))
        assert (price_of(game, "PRR"), zone_of(game.setup, game.state, PRR)) == (60, Zone.YELLOW)
        play(game, Pass(kurt))
        assert counted_certificates(game.setup, game.state, pete) == 8, "cured by Kurt"
        refused(game, Pass(pete), Reason.MUST_SELL_FIRST)
        play(game, SellShares(pete, CO, 1))
        refused(game, Pass(pete), Reason.MUST_SELL_FIRST)
        play(game, SellShares(pete, CO, 1))
        assert (price_of(game, "C&O"), zone_of(game.setup, game.state, CO)) == (42, Zone.ORANGE)
        assert shares_of(game, "C&O", pete) == 7
        allowed(game, Pass(pete))
        holds_together(game)
