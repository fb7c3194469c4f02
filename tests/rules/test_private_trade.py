"""Private companies sold between players (4.1, V-6.4) and MH exchanged for a share (T-05)."""

import pytest

from goldenspike.core.actions import (
    Accept,
    BuyPrivate,
    BuyShare,
    Decline,
    ExchangePrivate,
    Pass,
    SellPrivate,
    SellShares,
    StartCompany,
    Withdraw,
)
from goldenspike.core.events import Floated, OfferMade, Paid, PresidentChanged, PrivateClosed, PrivateMoved, ShareMoved, Why
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, NOBODY, POOL
from goldenspike.core.options import ExchangeAfterSale, ExchangeTiming, PrivateTrading
from goldenspike.core.reasons import Reason
from goldenspike.core.steps.base import Offer
from goldenspike.core.steps.operating import TrackStep
from goldenspike.core.steps.trains import TrainStep
from helpers import (
    BNO,
    BO,
    CPR,
    CS,
    MH,
    NNH,
    NYC,
    PRR,
    SV,
    Railroad,
    after_auction,
    allowed,
    everybody_passes,
    holds_together,
    owns,
    passes,
    play,
    position,
    refused,
    stock_round,
    table,
    treasury,
    units,
)


class TestBetweenPlayers:
    def test_not_in_the_first_stock_round(self) -> None:
        """4.1, case 23."""
        game = after_auction(4)
        assert game.state.turn == 2
        refused(game, BuyPrivate(2, 2, SV, 20), Reason.NO_PRIVATE_SALES_YET)
        passes(game, 2)
        refused(game, SellPrivate(0, SV, 1, 20), Reason.NO_PRIVATE_SALES_YET)
        assert game.legal.offers() == []

    def test_in_the_buyers_turn(self) -> None:
        """4.1, case 23: for any price that the owner accepts."""
        game = stock_round(privates={SV: 1})
        happened = play(game, BuyPrivate(0, 0, SV, 333))
        assert happened == [OfferMade(0, 1, False, SV, 1, 0, 333)]
        assert game.actors == (1,)
        happened = play(game, Accept(1))
        assert happened[1:] == [Paid(0, 1, 333, Why.PRIVATE), PrivateMoved(SV, 1, 0, 333)]
        assert (owns(game, 0), game.state.money[:2]) == ([SV], [267, 933])
        assert game.actors == (0,)
        allowed(game, StartCompany(0, PRR, 67))

    def test_in_the_sellers_turn(self) -> None:
        """4.1, case 23, PR #11029: the seller may act too, and the buyer is asked."""
        game = stock_round(privates={SV: 0})
        play(game, SellPrivate(0, SV, 3, 0))
        assert game.actors == (3,)
        assert list(game.legal_for(3)) == [Accept(3), Decline(3)]
        play(game, Accept(3))
        assert (owns(game, 3), game.state.money[3]) == ([SV], 600)

    def test_at_any_moment_of_the_turn(self) -> None:
        """4.1, case 23: also after the purchase."""
        game = stock_round(privates={SV: 1, CS: 0})
        play(game, StartCompany(0, PRR, 67))
        allowed(game, BuyPrivate(0, 0, SV, 20))
        allowed(game, SellPrivate(0, CS, 2, 20))
        holds_together(game)

    def test_in_no_other_turn(self) -> None:
        """4.1: the buyer's or the seller's."""
        game = stock_round(privates={SV: 1})
        refused(game, BuyPrivate(2, 2, SV, 20), Reason.NOT_YOUR_TURN, 2)
        refused(game, SellPrivate(1, SV, 0, 20), Reason.NOT_YOUR_TURN, 1)
        refused(game, BuyPrivate(0, 2, SV, 20), Reason.NOT_NOW)

    def test_declined_or_withdrawn(self) -> None:
        """4.1: nothing changes without consent."""
        game = stock_round(privates={SV: 1})
        play(game, BuyPrivate(0, 0, SV, 20), Decline(1), BuyPrivate(0, 0, SV, 25), Withdraw(0))
        assert (owns(game, 1), game.state.money[:2]) == ([SV], [600, 600])

    def test_whose_company(self) -> None:
        """4.1: only a player's own may be sold, and to another player."""
        game = stock_round(privates={SV: 0, CS: treasury(PRR), MH: 1})
        refused(game, SellPrivate(0, MH, 1, 20), Reason.NOT_YOUR_PRIVATE, MH)
        refused(game, SellPrivate(0, SV, 0, 20), Reason.NOT_FROM_YOURSELF)
        refused(game, BuyPrivate(0, 0, SV, 20), Reason.NOT_FROM_YOURSELF)
        refused(game, BuyPrivate(0, 0, CS, 20), Reason.NOT_FOR_SALE, CS)
        refused(game, BuyPrivate(0, 0, BO, 20), Reason.NOT_FOR_SALE, BO)
        for buyer in (-1, 4, BANK, POOL, NOBODY):
            refused(game, SellPrivate(0, SV, buyer, 20), Reason.UNKNOWN_PLAYER, buyer)

    def test_the_price(self) -> None:
        """4.1: any, but nobody pays what he has not."""
        game = stock_round(privates={SV: 1, CS: 0})
        refused(game, BuyPrivate(0, 0, SV, 601), Reason.NOT_ENOUGH_MONEY, 601, 600)
        refused(game, BuyPrivate(0, 0, SV, -1), Reason.PRIVATE_PRICE, 0, 12000)
        refused(game, SellPrivate(0, CS, 2, 12001), Reason.PRIVATE_PRICE, 0, 12000)
        assert Offer(BuyPrivate(0, 0, SV, 0), 0, 600, 1) in game.legal_for(0).offers()
        play(game, SellPrivate(0, CS, 2, 601))
        refused(game, Accept(2), Reason.NOT_ENOUGH_MONEY, 601, 600)
        assert list(game.legal_for(2)) == [Decline(2)]

    def test_a_seller_does_not_learn_what_the_buyer_has(self) -> None:
        """4.1 with V-0.1: the buyer hears what he has, a seller only that it does not suffice."""
        game = stock_round(privates={SV: 1})
        play(game, BuyPrivate(0, 0, SV, 500))
        poor = position(game, money={0: 499})
        refused(poor, Accept(1), Reason.BUYER_CANNOT_PAY)
        assert list(poor.legal_for(1)) == [Decline(1)]

    def test_bo_may_be_traded_between_players(self) -> None:
        """T-05: only railroads may not have it."""
        game = stock_round(privates={BO: 1})
        play(game, BuyPrivate(0, 0, BO, 100), Accept(1))
        assert owns(game, 0) == [BO]

    def test_not_in_an_operating_round(self) -> None:
        """4.1: players trade in stock rounds (but see C-2.3.2)."""
        railroads = {PRR: Railroad(100, 0, {0: 6}, money=1000, stations=(("H12", 0),))}
        game = position(table(), railroads=railroads, privates={SV: 0, CS: 1}, operating=PRR, step=TrackStep)
        refused(game, SellPrivate(0, SV, 1, 20), Reason.NOT_NOW)
        refused(game, BuyPrivate(0, 0, CS, 20), Reason.NOT_NOW)


class TestLimits:
    def full(self) -> Game:
        """Player 0 holds sixteen certificates, the most of four players."""
        railroads = {company: Railroad(67, 0, {0: 6}) for company in (PRR, CPR, BNO)}
        railroads[NNH] = Railroad(67, 1, {0: 1, 1: 2})
        return stock_round(railroads=railroads, privates={SV: 1})

    def test_the_buyer_must_have_room(self) -> None:
        """5.3: a private company is a certificate."""
        game = self.full()
        refused(game, BuyPrivate(0, 0, SV, 20), Reason.CERTIFICATE_LIMIT, 16)
        play(game, Pass(0))
        refused(game, SellPrivate(1, SV, 0, 20), Reason.CERTIFICATE_LIMIT, 16)
        play(game, SellPrivate(1, SV, 2, 20))

    def test_no_purchase_before_complying(self) -> None:
        """5.3, case 43: whoever is over a limit sells first."""
        railroads = {PRR: Railroad(67, 0, {0: 8, 1: 2}, cell=(3, 2))}
        game = stock_round(railroads=railroads, privates={SV: 1})
        refused(game, BuyPrivate(0, 0, SV, 20), Reason.MUST_SELL_FIRST)
        play(game, SellShares(0, PRR, 2))
        allowed(game, BuyPrivate(0, 0, SV, 20))

    def test_a_sale_may_cure_the_excess(self) -> None:
        """5.3: shares and/or certificates are sold to conform."""
        game = position(self.full(), privates={SV: 0})
        refused(game, Pass(0), Reason.MUST_SELL_FIRST)
        play(game, SellPrivate(0, SV, 1, 20), Accept(1))
        allowed(game, Pass(0))


class TestBoughtAndSoldInOneRound:
    @pytest.mark.parametrize("option", [PrivateTrading.RESTRICTED, PrivateTrading.UNRESTRICTED])
    def test_restricted_or_not(self, option: PrivateTrading) -> None:
        """V-6.4, case 23: not bought and sold in the same stock round, unless the table allows it."""
        game = stock_round(options={"private_trading": option}, privates={SV: 1, CS: 1})
        play(game, BuyPrivate(0, 0, SV, 20), Accept(1))
        again = SellPrivate(0, SV, 2, 50)
        if option is PrivateTrading.UNRESTRICTED:
            play(game, again, Accept(2))
            assert owns(game, 2) == [SV]
            return
        refused(game, again, Reason.PRIVATE_TRADED_ALREADY, SV)
        allowed(game, BuyPrivate(0, 0, CS, 20))
        play(game, Pass(0))
        refused(game, BuyPrivate(1, 1, SV, 20), Reason.PRIVATE_TRADED_ALREADY, SV)
        holds_together(game)

    def test_free_again_in_the_next_round(self) -> None:
        """V-6.4: the same stock round only."""
        game = stock_round(privates={SV: 1})
        play(game, BuyPrivate(0, 0, SV, 20), Accept(1), Pass(0))
        passes(game, 3)
        assert game.state.round_number == 3
        allowed(game, SellPrivate(0, SV, 1, 20))

    def test_a_railroad_may_buy_what_was_just_traded(self) -> None:
        """V-6.4 is about stock rounds, 4.1 about operating rounds."""
        game = stock_round(privates={SV: 1}, phase="3", railroads={PRR: Railroad(100, 0, {0: 6}, money=500)})
        play(game, BuyPrivate(0, 0, SV, 20), Accept(1), Pass(0))
        passes(game, 3)
        assert game.state.operating == PRR
        allowed(game, BuyPrivate(0, treasury(PRR), SV, 40))

    def test_a_forced_sale_is_no_sale_of_the_same_round(self) -> None:
        """C-2.3.2 with V-6.4: what was bought in the stock round may be sold for a train in the operating round."""
        railroads = {PRR: Railroad(100, 0, {0: 4, 1: 2}, stations=(("H12", 0),))}
        game = position(table(), railroads=railroads, tiles={"H10": ("57", 1)}, operating=PRR, step=TrainStep)
        game = position(game, privates={SV: 0}, money={0: 0}, traded=[1, 0, 0, 0, 0, 0])
        refused(game, Pass(0), Reason.MUST_BUY_TRAIN, PRR)
        allowed(game, SellPrivate(0, SV, 1, 80))
        play(game, SellPrivate(0, SV, 1, 80), Accept(1))
        assert (owns(game, 1), game.state.money[0]) == ([SV], 80)


class TestExchange:
    """MH for a share of NYC (T-05, cases 21 and 22)."""

    def game(self, **described: object) -> Game:
        standard = {"privates": {MH: 1}, "railroads": {NYC: Railroad(67, 0, {0: 2, 2: 1, POOL: 1})}}
        return stock_round(**{**standard, **described})

    @pytest.mark.parametrize("source", [BANK, POOL])
    def test_from_the_offering_or_the_pool(self, source: int) -> None:
        """T-05: without payment; MH closes."""
        game = self.game()
        before = units(game, NYC, source)
        happened = play(game, ExchangePrivate(1, MH, source))
        assert happened == [PrivateClosed(MH), ShareMoved(NYC, source, 1, 1, 0)]
        assert (units(game, NYC, 1), units(game, NYC, source)) == (1, before - 1)
        assert (game.state.privates[MH], game.state.money[1]) == (NOBODY, 600)
        holds_together(game)

    def test_in_the_own_turn(self) -> None:
        """T-05: before or after the purchase, which it does not use up."""
        game = self.game(turn=1)
        play(game, BuyShare(1, NYC, BANK))
        allowed(game, ExchangePrivate(1, MH, POOL))
        play(game, ExchangePrivate(1, MH, POOL))
        assert units(game, NYC, 1) == 2

    def test_between_the_turns_of_others(self) -> None:
        """T-05, #4408: before the next player has done anything, not inside his turn."""
        game = self.game()
        allowed(game, ExchangePrivate(1, MH, BANK))
        assert ExchangePrivate(1, MH, BANK) in list(game.legal)
        play(game, StartCompany(0, PRR, 67))
        refused(game, ExchangePrivate(1, MH, BANK), Reason.NOT_BETWEEN_TURNS)
        play(game, Pass(0))
        allowed(game, ExchangePrivate(1, MH, BANK))

    def test_in_an_operating_round(self) -> None:
        """T-05, case 21: between the turns of railroads, not inside one, also not of his own railroad."""
        railroads = {PRR: Railroad(100, 1, {1: 6}, money=1000), NYC: Railroad(67, 0, {0: 2})}
        game = self.game(railroads=railroads)
        everybody_passes(game)
        assert game.state.operating == PRR
        allowed(game, ExchangePrivate(1, MH, BANK))
        play(game, Pass(1))
        refused(game, ExchangePrivate(1, MH, BANK), Reason.NOT_BETWEEN_TURNS)

    @pytest.mark.parametrize("option", ExchangeTiming)
    def test_at_any_time_by_option(self, option: ExchangeTiming) -> None:
        """T-05 and option exchange: some tables allow it inside the turns of others too."""
        game = self.game(options={"exchange": option})
        play(game, StartCompany(0, PRR, 67))
        assert (ExchangePrivate(1, MH, BANK) in game.legal) is (option is ExchangeTiming.ANY_TIME)
        assert (ExchangePrivate(1, MH, BANK) in list(game.legal)) is (option is ExchangeTiming.ANY_TIME)

    def test_also_in_the_first_stock_round_and_before_the_par_price(self) -> None:
        """T-05 and ruling, case 22: NYC need not have started; the share counts when it does."""
        game = after_auction(4)
        assert game.state.privates[MH] == 3
        play(game, ExchangePrivate(3, MH, BANK))
        assert (units(game, NYC, 3), units(game, NYC, BANK), game.state.presidents[NYC]) == (1, 9, -1)
        refused(game, ExchangePrivate(3, MH, BANK), Reason.NOT_YOUR_PRIVATE, MH)
        play(game, StartCompany(2, NYC, 67))
        assert (game.state.presidents[NYC], units(game, NYC, BANK)) == (2, 7)

    def test_not_in_the_auction(self) -> None:
        """T-05: stock and operating rounds."""
        game = position(table(), privates={SV: 0, CS: 1, 2: 2, MH: 3, 4: BANK, BO: BANK})
        refused(game, ExchangePrivate(3, MH, BANK), Reason.NOT_NOW)

    def test_not_while_an_offer_waits(self) -> None:
        """4.1: the answer comes first."""
        game = self.game(privates={MH: 1, SV: 2})
        play(game, BuyPrivate(0, 0, SV, 20))
        refused(game, ExchangePrivate(1, MH, BANK), Reason.NOT_NOW)

    def test_a_share_must_be_there(self) -> None:
        """T-05: in the bank or the pool; the president's certificate is none."""
        game = self.game(railroads={NYC: Railroad(67, 0, {0: 6, 2: 4})})
        for source in (BANK, POOL):
            refused(game, ExchangePrivate(1, MH, source), Reason.NO_SUCH_SHARE, NYC)
        for source in (2, NOBODY):
            refused(game, ExchangePrivate(1, MH, source), Reason.UNKNOWN_SOURCE)
        assert list(game.legal_for(1)) == []

    def after_a_sale(self, **options: object) -> Game:
        """Player 1 has sold a share of NYC in this stock round."""
        game = self.game(railroads={NYC: Railroad(67, 0, {0: 2, 1: 2, POOL: 1})}, turn=1, options=options)
        play(game, SellShares(1, NYC, 1))
        return game

    def test_not_after_a_sale_in_the_same_stock_round(self) -> None:
        """T-05 (German book: "if he may still buy a NYC"), 6.1 and ruling: in the same turn and later in the round."""
        game = self.after_a_sale()
        for source in (BANK, POOL):
            refused(game, ExchangePrivate(1, MH, source), Reason.SOLD_THIS_ROUND, NYC)
        play(game, Pass(1), Pass(2))
        for source in (BANK, POOL):
            refused(game, ExchangePrivate(1, MH, source), Reason.SOLD_THIS_ROUND, NYC)
        holds_together(game)

    def test_another_player_or_railroad_does_not_matter(self) -> None:
        """6.1: only the seller and only the railroad that he sold."""
        game = self.after_a_sale()
        play(game, Pass(1))
        allowed(position(game, privates={MH: 2}), ExchangePrivate(2, MH, BANK))
        railroads = {NYC: Railroad(67, 0, {0: 2, 1: 2}), PRR: Railroad(67, 0, {0: 2, 1: 2})}
        game = self.game(railroads=railroads, turn=1)
        play(game, SellShares(1, PRR, 1))
        allowed(game, ExchangePrivate(1, MH, BANK))

    def test_again_once_the_stock_round_is_over(self) -> None:
        """6.1: "in the same stock round": in the operating rounds and the next stock round it is allowed."""
        railroads = {PRR: Railroad(100, 2, {2: 6}, money=1000), NYC: Railroad(67, 0, {0: 2, 1: 2})}
        game = self.game(railroads=railroads, turn=1)
        play(game, SellShares(1, NYC, 1), Pass(1), Pass(2), Pass(3), Pass(0), Pass(1))
        assert game.state.operating == PRR
        allowed(game, ExchangePrivate(1, MH, BANK))
        while game.state.operating == PRR:
            play(game, Pass(2))
        allowed(game, ExchangePrivate(1, MH, BANK))

    def test_a_forced_sale_does_not_bar_the_exchange(self) -> None:
        """6.1, C-2.3.2: it is no sale in a stock round."""
        railroads = {
            PRR: Railroad(100, 1, {1: 6}, stations=(("H12", 0),), operated=True),
            NYC: Railroad(67, 0, {0: 5, 1: 2}),
        }
        game = position(self.game(), railroads=railroads, tiles={"H10": ("57", 1)}, operating=PRR, step=TrainStep, money={1: 0})
        play(game, SellShares(1, NYC, 1))
        allowed(position(game, turn_started=False), ExchangePrivate(1, MH, BANK))

    @pytest.mark.parametrize("option", ExchangeAfterSale)
    def test_after_a_sale_by_option(self, option: ExchangeAfterSale) -> None:
        """T-05 and option exchange_after_sale."""
        game = self.after_a_sale(exchange_after_sale=option)
        assert (ExchangePrivate(1, MH, POOL) in game.legal) is (option is ExchangeAfterSale.ALLOWED)
        assert (ExchangePrivate(1, MH, POOL) in list(game.legal_for(1))) is (option is ExchangeAfterSale.ALLOWED)

    def test_not_above_sixty_per_cent(self) -> None:
        """T-05 and ruling, case 21: unless the zone allows more."""
        game = self.game(railroads={NYC: Railroad(67, 1, {1: 6, 2: 1})})
        refused(game, ExchangePrivate(1, MH, BANK), Reason.HOLDING_LIMIT, NYC)
        game = self.game(railroads={NYC: Railroad(67, 1, {1: 6, 2: 1}, cell=(2, 1))})
        refused(game, ExchangePrivate(1, MH, BANK), Reason.HOLDING_LIMIT, NYC)
        game = self.game(railroads={NYC: Railroad(67, 1, {1: 6, 2: 1}, cell=(4, 1))})
        play(game, ExchangePrivate(1, MH, BANK))
        assert units(game, NYC, 1) == 7

    def test_at_the_certificate_limit(self) -> None:
        """5.3: one certificate goes, one comes."""
        railroads = {company: Railroad(67, 1, {1: 6}) for company in (PRR, CPR, BNO)}
        game = self.game(railroads={**railroads, NYC: Railroad(67, 0, {0: 2})})
        assert ExchangePrivate(1, MH, BANK) in game.legal

    def test_it_may_float_the_nyc(self) -> None:
        """6.3, case 22."""
        game = self.game(railroads={NYC: Railroad(67, 0, {0: 4, 2: 1})})
        assert Floated(NYC) in play(game, ExchangePrivate(1, MH, BANK))

    def test_it_may_change_the_presidency(self) -> None:
        """6.4, case 22, R 83190181: at once, also in an operating round and for the railroad about to operate."""
        game = self.game(railroads={NYC: Railroad(67, 0, {0: 3, 1: 3}, money=500)})
        assert PresidentChanged(NYC, 1) in play(game, ExchangePrivate(1, MH, BANK))
        game = self.game(railroads={NYC: Railroad(67, 0, {0: 3, 1: 3, 2: 1}, money=500)})
        everybody_passes(game)
        assert (game.state.operating, game.actors) == (NYC, (0,))
        assert PresidentChanged(NYC, 1) in play(game, ExchangePrivate(1, MH, BANK))
        assert game.actors == (1,)
        refused(game, Pass(0), Reason.NOT_YOUR_TURN, 0)
        play(game, Pass(1))

    def test_only_mh_and_only_its_owner(self) -> None:
        """T-05: a player who owns MH."""
        game = self.game(privates={MH: 1, SV: 0})
        refused(game, ExchangePrivate(0, SV, BANK), Reason.NO_EXCHANGE, SV)
        refused(game, ExchangePrivate(0, MH, BANK), Reason.NOT_YOUR_PRIVATE, MH)
        game = self.game(privates={MH: treasury(PRR)})
        for player in range(4):
            refused(game, ExchangePrivate(player, MH, BANK), Reason.NOT_YOUR_PRIVATE, MH)
