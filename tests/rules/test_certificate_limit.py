"""How many certificates a player may hold (5.3, 5.4, V-5.3)."""

import pytest

from goldenspike.core.actions import BuyPrivate, BuyShare, Pass, SellShares, StartCompany
from goldenspike.core.events import PriceMoved
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, NOBODY, POOL
from goldenspike.core.market import Zone
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.certificate_limit import certificates_of, counted_certificates
from goldenspike.core.rules.share_price import zone_of
from goldenspike.titles.g1830.options import CertificateLimits, SecondCertificates
from helpers import (
    BM,
    BNO,
    CO,
    CPR,
    CS,
    ERIE,
    NNH,
    NYC,
    PRR,
    SV,
    Railroad,
    allowed,
    cell_at,
    everybody_passes,
    holds_together,
    play,
    position,
    refused,
    stock_round,
    table,
    units,
    value,
)

YELLOW, ORANGE, BROWN = (2, 1), (4, 1), (6, 1)


def with_certificates(count: int, **described: object) -> Game:
    """Player 0 holds so many certificates, five of each railroad as president as far as they go."""
    railroads = {}
    for company in (PRR, NYC, CPR, BNO):
        mine = min(count, 5)
        count -= mine
        if mine:
            railroads[company] = Railroad(67, 0, {0: mine + 1})
    railroads[BM] = Railroad(67, 1, {1: 3})
    return stock_round(railroads=railroads, **described)


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
            assert table(players, certificate_limits=option).setup.certificate_limit == limit

    def test_up_to_the_limit(self) -> None:
        """5.3: sixteen with four players; the president's certificate is one."""
        game = with_certificates(15)
        assert counted_certificates(game.setup, game.state, 0) == 15
        play(game, BuyShare(0, BM, BANK))
        assert counted_certificates(game.setup, game.state, 0) == 16
        allowed(game, Pass(0))
        game = with_certificates(16)
        refused(game, BuyShare(0, BM, BANK), Reason.CERTIFICATE_LIMIT, 16)
        refused(game, StartCompany(0, NNH, 67), Reason.CERTIFICATE_LIMIT, 16)
        holds_together(game)

    def test_the_chart_gives_more_room(self) -> None:
        """V-5.3."""
        game = with_certificates(16, options={"certificate_limits": CertificateLimits.CHART})
        allowed(game, BuyShare(0, BM, BANK))

    def test_private_companies_count(self) -> None:
        """5.3."""
        game = with_certificates(14, privates={SV: 0, CS: 0})
        assert counted_certificates(game.setup, game.state, 0) == 16
        refused(game, BuyShare(0, BM, BANK), Reason.CERTIFICATE_LIMIT, 16)

    @pytest.mark.parametrize(("cell", "zone"), [(YELLOW, Zone.YELLOW), (ORANGE, Zone.ORANGE), (BROWN, Zone.BROWN)])
    def test_colored_shares_do_not_count(self, cell: tuple[int, int], zone: Zone) -> None:
        """5.4, case 39: yellow, orange and brown."""
        game = with_certificates(16)
        game = position(game, railroads={NNH: Railroad(67, 1, {0: 1, 1: 3, POOL: 1}, cell=cell)})
        assert zone_of(game.setup, game.state, NNH) is zone
        assert counted_certificates(game.setup, game.state, 0) == 16
        allowed(game, Pass(0))
        allowed(game, BuyShare(0, NNH, BANK))
        allowed(game, BuyShare(0, NNH, POOL))
        refused(game, BuyShare(0, BM, BANK), Reason.CERTIFICATE_LIMIT, 16)
        holds_together(game)

    def test_the_share_of_a_railroad_without_a_price_counts(self) -> None:
        """5.3: the PRR share of CA is a certificate before PRR starts."""
        game = stock_round(shares=[1, *[0] * 6, 9, 0, 0, *([0] * 7 + [10, 0, 0]) * 7])
        assert counted_certificates(game.setup, game.state, 0) == 1


class TestIndividualLimit:
    def test_sixty_per_cent(self) -> None:
        """5.3: as president (five certificates) and as ordinary holder (six shares) alike (ruling)."""
        game = stock_round(railroads={PRR: Railroad(67, 0, {0: 5})})
        play(game, BuyShare(0, PRR, BANK))
        assert certificates_of(game.setup, game.state, 0, PRR) == 5
        play(game, Pass(0), Pass(1), Pass(2), Pass(3))
        refused(game, BuyShare(0, PRR, BANK), Reason.HOLDING_LIMIT, PRR)

    @pytest.mark.parametrize(("cell", "may_buy"), [((1, 2), False), (YELLOW, False), (ORANGE, True), (BROWN, True)])
    def test_more_in_orange_and_brown(self, cell: tuple[int, int], may_buy: bool) -> None:
        """5.4, case 39: not in yellow."""
        game = stock_round(railroads={PRR: Railroad(67, 0, {0: 6, 1: 1, POOL: 1}, cell=cell)})
        for source in (BANK, POOL):
            if may_buy:
                allowed(game, BuyShare(0, PRR, source))
            else:
                refused(game, BuyShare(0, PRR, source), Reason.HOLDING_LIMIT, PRR)
        holds_together(game)


class TestConforming:
    def test_sell_before_anything_else(self) -> None:
        """5.3, case 43: over the overall limit he may neither pass nor buy."""
        game = with_certificates(17)
        for action in (Pass(0), BuyShare(0, BM, BANK), StartCompany(0, NNH, 67)):
            refused(game, action, Reason.MUST_SELL_FIRST)
        assert all(isinstance(action, SellShares) for action in game.legal_for(0))
        holds_together(game)
        play(game, SellShares(0, PRR, 1))
        allowed(game, Pass(0))
        refused(game, BuyShare(0, BM, BANK), Reason.CERTIFICATE_LIMIT, 16)

    def test_sell_until_it_fits(self) -> None:
        """5.3: one is not enough for two too many."""
        game = with_certificates(18)
        play(game, SellShares(0, PRR, 1))
        refused(game, Pass(0), Reason.MUST_SELL_FIRST)
        play(game, SellShares(0, NYC, 1))
        allowed(game, Pass(0))

    def test_over_the_individual_limit(self) -> None:
        """5.3: a price that left the orange zone."""
        game = stock_round(railroads={PRR: Railroad(67, 0, {0: 8, 1: 2}, cell=(3, 1))})
        refused(game, Pass(0), Reason.MUST_SELL_FIRST)
        play(game, SellShares(0, PRR, 1))
        assert zone_of(game.setup, game.state, PRR) is Zone.ORANGE, "the fall brought it back"
        allowed(game, Pass(0))

    def test_only_the_player_on_turn_is_asked(self) -> None:
        """5.3, case 41: limits broken by moving prices bind at the next turn in a stock round."""
        game = stock_round(railroads={PRR: Railroad(67, 1, {1: 8, 2: 2}, cell=(3, 2))})
        play(game, Pass(0))
        refused(game, Pass(1), Reason.MUST_SELL_FIRST)

    def test_nothing_saleable(self) -> None:
        """5.3 and ruling, case 42, #4138: he plays on, but buys no counting certificate until it is cured."""
        railroads = {company: Railroad(67, 3, {0: 3, 3: 2, POOL: 5}) for company in (PRR, NYC, CPR, BNO, ERIE, NNH)}
        railroads |= {BM: Railroad(67, 1, {1: 2}), CO: Railroad(67, 1, {1: 2}, cell=YELLOW)}
        game = stock_round(railroads=railroads)
        assert counted_certificates(game.setup, game.state, 0) == 18
        allowed(game, Pass(0))
        refused(game, BuyShare(0, BM, BANK), Reason.CERTIFICATE_LIMIT, 16)
        refused(game, BuyShare(0, PRR, POOL), Reason.CERTIFICATE_LIMIT, 16)
        allowed(game, BuyShare(0, CO, BANK))
        holds_together(game)


class TestSalesThatDoNotHelp:
    """5.3 and ruling: a sale is demanded only if it lowers what is over; if none does, the player plays on."""

    FULL = Railroad(67, 3, {0: 3, 3: 2, POOL: 5})
    """Three certificates that cannot be sold."""

    def over_by_one(self, loose: dict[int, Railroad], **described: object) -> Game:
        """Player 0 holds 17 of 16 certificates; only those of `loose` can be sold."""
        railroads = dict.fromkeys((NYC, CPR, BNO, NNH, CO), self.FULL)
        game = stock_round(railroads={**railroads, BM: Railroad(67, 1, {1: 2}), **loose}, **described)
        assert counted_certificates(game.setup, game.state, 0) == 17
        return game

    def test_the_lost_presidency_leaves_the_count_as_it_was(self) -> None:
        """5.3, 6.4: the president's certificate becomes two small ones, and the pool takes only one share."""
        game = self.over_by_one({PRR: Railroad(67, 0, {0: 3, 1: 3, POOL: 4})})
        allowed(game, Pass(0))
        refused(game, BuyShare(0, BM, BANK), Reason.CERTIFICATE_LIMIT, 16)
        holds_together(game)
        play(game, SellShares(0, PRR, 1))
        assert counted_certificates(game.setup, game.state, 0) == 17
        allowed(game, Pass(0))

    def test_a_larger_block_helps(self) -> None:
        """5.3: with room for two in the pool he has to sell both, at once or one after the other."""
        game = self.over_by_one({PRR: Railroad(67, 0, {0: 3, 1: 3, POOL: 3})})
        refused(game, Pass(0), Reason.MUST_SELL_FIRST)
        holds_together(game)
        play(game, SellShares(0, PRR, 1))
        refused(game, Pass(0), Reason.MUST_SELL_FIRST)
        play(game, SellShares(0, PRR, 1))
        assert counted_certificates(game.setup, game.state, 0) == 16
        allowed(game, Pass(0))

    def test_a_fall_into_the_yellow_zone_helps(self) -> None:
        """5.4: what lies in a colored zone after the sale no longer counts, presidency or not."""
        game = self.over_by_one({PRR: Railroad(67, 0, {0: 3, 1: 3, POOL: 4}, cell=(1, 2))})
        refused(game, Pass(0), Reason.MUST_SELL_FIRST)
        play(game, SellShares(0, PRR, 1))
        assert zone_of(game.setup, game.state, PRR) is Zone.YELLOW
        assert counted_certificates(game.setup, game.state, 0) == 15
        allowed(game, Pass(0))

    def test_only_yellow_shares_can_be_sold(self) -> None:
        """5.4: they do not count, so their sale is allowed but not demanded, nor is their purchase forbidden."""
        yellow = Railroad(67, 1, {0: 2, 1: 3, POOL: 1}, cell=YELLOW)
        game = self.over_by_one({PRR: Railroad(67, 3, {0: 2, 3: 3, POOL: 5}), ERIE: yellow})
        allowed(game, Pass(0))
        allowed(game, SellShares(0, ERIE, 2))
        allowed(game, BuyShare(0, ERIE, POOL))
        refused(game, BuyShare(0, BM, BANK), Reason.CERTIFICATE_LIMIT, 16)
        holds_together(game)

    def test_half_of_the_second_certificate(self) -> None:
        """V-7.2: sold by half it becomes a small certificate; the pool has no room for the whole."""
        loose = {ERIE: Railroad(67, 3, {0: 2, 3: 3, POOL: 4}), PRR: Railroad(67, 3, {0: 1, 3: 3, POOL: 5})}
        doubles = [0 if company == ERIE else NOBODY for company in range(8)]
        game = self.over_by_one(loose, options={"second_certificates": SecondCertificates.ERIE}, doubles=doubles)
        allowed(game, Pass(0))
        play(game, SellShares(0, ERIE, 1))
        assert counted_certificates(game.setup, game.state, 0) == 17

    def test_no_private_company_before_the_sale(self) -> None:
        """4.1, 5.3: the duty goes before a purchase from a player, and a sale that does not help is no duty."""
        loose = {PRR: Railroad(67, 0, {0: 3, 1: 3, POOL: 3})}
        refused(self.over_by_one(loose, privates={SV: 1}), BuyPrivate(0, 0, SV, 10), Reason.MUST_SELL_FIRST)
        loose = {PRR: Railroad(67, 0, {0: 3, 1: 3, POOL: 4})}
        refused(self.over_by_one(loose, privates={SV: 1}), BuyPrivate(0, 0, SV, 10), Reason.CERTIFICATE_LIMIT, 16)


class TestTheExampleOfTheBook:
    """5.3 example, case 41: Pete and Kurt in a game of six."""

    PETE, KURT = 1, 0

    def at_the_end_of_a_round(self) -> Game:
        """Position A: Pete ends his turn with 20 certificates."""
        pete, kurt = self.PETE, self.KURT
        railroads = {
            BNO: Railroad(76, pete, {pete: 4, kurt: 4, 2: 2}, cell=(2, 8), floated=False),
            PRR: Railroad(67, kurt, {pete: 4, kurt: 6}, cell=(3, 2), floated=False),
            CO: Railroad(67, pete, {pete: 9, 3: 1}, cell=(5, 1), floated=False),
            ERIE: Railroad(76, pete, {pete: 6, kurt: 4}, cell=(2, 9), floated=False),
        }
        return stock_round(6, railroads=railroads, turn=pete)

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
        happened = everybody_passes(game)
        assert len([event for event in happened if isinstance(event, PriceMoved)]) == 4
        assert (value(game, PRR), value(game, CO)) == (60, 39)
        market = game.setup.title.market
        cells = [market.right(market.right(cell)) if cell >= 0 else cell for cell in game.state.cells]
        assert (cells[PRR], cells[CO]) == (cell_at(2, 4), cell_at(4, 3))
        game = position(game, cells=cells, turn=kurt, priority=kurt)
        assert zone_of(game.setup, game.state, PRR) is Zone.NORMAL
        assert zone_of(game.setup, game.state, CO) is Zone.YELLOW
        assert counted_certificates(game.setup, game.state, pete) == 12
        assert counted_certificates(game.setup, game.state, kurt) == 13
        refused(game, Pass(kurt), Reason.MUST_SELL_FIRST)
        play(game, SellShares(kurt, PRR, 2))
        assert (value(game, PRR), zone_of(game.setup, game.state, PRR)) == (60, Zone.YELLOW)
        play(game, Pass(kurt))
        assert counted_certificates(game.setup, game.state, pete) == 8, "cured by Kurt"
        refused(game, Pass(pete), Reason.MUST_SELL_FIRST)
        play(game, SellShares(pete, CO, 1))
        refused(game, Pass(pete), Reason.MUST_SELL_FIRST)
        play(game, SellShares(pete, CO, 1))
        assert (value(game, CO), zone_of(game.setup, game.state, CO)) == (42, Zone.ORANGE)
        assert units(game, CO, pete) == 7
        allowed(game, Pass(pete))
        holds_together(game)
