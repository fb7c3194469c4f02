"""Private companies sold between players (4.1, V-6.4) and MH exchanged for a share (T-05)."""

from typing import Any

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
from goldenspike.core.holders import BANK, NOBODY, POOL, treasury
from goldenspike.core.ids import NO_PLAYER, Holder, Player
from goldenspike.core.interrupts import PrivateOffered
from goldenspike.core.options import ExchangeAfterSale, ExchangeTiming, PrivateTrading
from goldenspike.core.reasons import Reason
from goldenspike.core.steps.base import Offer
from goldenspike.testing import Position
from goldenspike.testing.by_name import shares_of
from goldenspike.testing.checks import allowed, pass_round, passes, play, refused
from goldenspike.titles.g1830 import classic
from helpers import after_auction, holds_together, owns
from names_1830 import BO, CS, MH, NYC, PRR, SV
from players import P0, P1, P2, P3, P4


class TestBetweenPlayers:
    def test_not_in_the_first_stock_round(self) -> None:
        """4.1, case 23."""
        game = after_auction(4)
        assert game.state.turn == 2
        refused(game, BuyPrivate(P2, P2, SV, 20), Reason.NO_PRIVATE_SALES_YET)
        passes(game, 2)
        refused(game, SellPrivate(P0, SV, P1, 20), Reason.NO_PRIVATE_SALES_YET)
        assert game.legal.offers() == []

    def test_in_the_buyers_turn(self) -> None:
        """4.1, case 23: for any price that the owner accepts."""
        game = Position(classic()).private("SV", 1).stock_round()
        happened = play(game, BuyPrivate(P0, P0, SV, 333))
        assert happened == [OfferMade(P0, P1, False, SV, P1, P0, 333)]
        assert game.actors == (1,)
        happened = play(game, Accept(P1))
        assert happened[1:] == [Paid(P0, P1, 333, Why.PRIVATE), PrivateMoved(SV, P1, P0, 333)]
        assert (owns(game, 0), game.state.money[:2]) == ([SV], [267, 933])
        assert game.actors == (0,)
        allowed(game, StartCompany(P0, PRR, 67))

    def test_in_the_sellers_turn(self) -> None:
        """4.1, case 23, PR #11029: the seller may act too, and the buyer is asked."""
        game = Position(classic()).private("SV", 0).stock_round()
        play(game, SellPrivate(P0, SV, P3, 0))
        assert game.actors == (3,)
        assert list(game.legal_for(P3)) == [Accept(P3), Decline(P3)]
        play(game, Accept(P3))
        assert (owns(game, 3), game.state.money[3]) == ([SV], 600)

    def test_at_any_moment_of_the_turn(self) -> None:
        """4.1, case 23: also after the purchase."""
        game = Position(classic()).private("SV", 1).private("CS", 0).stock_round()
        play(game, StartCompany(P0, PRR, 67))
        allowed(game, BuyPrivate(P0, P0, SV, 20))
        allowed(game, SellPrivate(P0, CS, P2, 20))
        holds_together(game)

    def test_in_no_other_turn(self) -> None:
        """4.1: the buyer's or the seller's."""
        game = Position(classic()).private("SV", 1).stock_round()
        refused(game, BuyPrivate(P2, P2, SV, 20), Reason.NOT_YOUR_TURN, 2)
        refused(game, SellPrivate(P1, SV, P0, 20), Reason.NOT_YOUR_TURN, 1)
        refused(game, BuyPrivate(P0, P2, SV, 20), Reason.NOT_NOW)

    def test_declined_or_withdrawn(self) -> None:
        """4.1: nothing changes without consent."""
        game = Position(classic()).private("SV", 1).stock_round()
        play(game, BuyPrivate(P0, P0, SV, 20), Decline(P1), BuyPrivate(P0, P0, SV, 25), Withdraw(P0))
        assert (owns(game, 1), game.state.money[:2]) == ([SV], [600, 600])

    def test_whose_company(self) -> None:
        """4.1: only a player's own may be sold, and to another player."""
        game = Position(classic()).private("SV", 0).private("CS", "PRR").private("MH", 1).stock_round()
        refused(game, SellPrivate(P0, MH, P1, 20), Reason.NOT_YOUR_PRIVATE, MH)
        refused(game, SellPrivate(P0, SV, P0, 20), Reason.NOT_FROM_YOURSELF)
        refused(game, BuyPrivate(P0, P0, SV, 20), Reason.NOT_FROM_YOURSELF)
        refused(game, BuyPrivate(P0, P0, CS, 20), Reason.NOT_FOR_SALE, CS)
        refused(game, BuyPrivate(P0, P0, BO, 20), Reason.NOT_FOR_SALE, BO)
        for buyer in (NO_PLAYER, P4, Player(BANK), Player(POOL), Player(NOBODY)):
            refused(game, SellPrivate(P0, SV, buyer, 20), Reason.UNKNOWN_PLAYER, buyer)

    def test_the_price(self) -> None:
        """4.1: any, but nobody pays what he has not."""
        game = Position(classic()).private("SV", 1).private("CS", 0).stock_round()
        refused(game, BuyPrivate(P0, P0, SV, 601), Reason.NOT_ENOUGH_MONEY, 601, 600)
        refused(game, BuyPrivate(P0, P0, SV, -1), Reason.PRIVATE_PRICE, 0, 12000)
        refused(game, SellPrivate(P0, CS, P2, 12001), Reason.PRIVATE_PRICE, 0, 12000)
        assert Offer(BuyPrivate(P0, P0, SV, 0), 0, 600, 1) in game.legal_for(P0).offers()
        play(game, SellPrivate(P0, CS, P2, 601))
        refused(game, Accept(P2), Reason.NOT_ENOUGH_MONEY, 601, 600)
        assert list(game.legal_for(P2)) == [Decline(P2)]

    def test_a_seller_does_not_learn_what_the_buyer_has(self) -> None:
        """4.1 with V-0.1: the buyer hears what he has, a seller only that it does not suffice."""
        offer = PrivateOffered(P1, SV, P1, P0, 500, P0)
        game = Position(classic()).private("SV", 1).money(0, 499).set(pending=(offer,)).stock_round()
        refused(game, Accept(P1), Reason.BUYER_CANNOT_PAY)
        assert list(game.legal_for(P1)) == [Decline(P1)]

    def test_bo_may_be_traded_between_players(self) -> None:
        """T-05: only railroads may not have it."""
        game = Position(classic()).private("BO", 1).stock_round()
        play(game, BuyPrivate(P0, P0, BO, 100), Accept(P1))
        assert owns(game, 0) == [BO]

    def test_not_in_an_operating_round(self) -> None:
        """4.1: players trade in stock rounds (but see C-2.3.2)."""
        game = (
            Position(classic())
            .company("PRR", shares={0: 6}, money=1000, stations="H12")
            .private("SV", 0)
            .private("CS", 1)
            .operating_round("PRR", "track")
        )
        refused(game, SellPrivate(P0, SV, P1, 20), Reason.NOT_NOW)
        refused(game, BuyPrivate(P0, P0, CS, 20), Reason.NOT_NOW)


class TestLimits:
    def full(self, owner: int) -> Game:
        """Player 0 holds sixteen certificates, the most of four players, besides the SV if he is its owner."""
        position = Position(classic()).company("NNH", shares={0: 1, 1: 2}, par=67).private("SV", owner)
        for company in ("PRR", "CPR", "B&O"):
            position.company(company, shares={0: 6}, par=67)
        return position.stock_round()

    def test_the_buyer_must_have_room(self) -> None:
        """5.3: a private company is a certificate."""
        game = self.full(1)
        refused(game, BuyPrivate(P0, P0, SV, 20), Reason.CERTIFICATE_LIMIT, 16)
        play(game, Pass(P0))
        refused(game, SellPrivate(P1, SV, P0, 20), Reason.CERTIFICATE_LIMIT, 16)
        play(game, SellPrivate(P1, SV, P2, 20))

    def test_no_purchase_before_complying(self) -> None:
        """5.3, case 43: whoever is over a limit sells first."""
        game = Position(classic()).company("PRR", shares={0: 8, 1: 2}, par=67, cell=(3, 2)).private("SV", 1).stock_round()
        refused(game, BuyPrivate(P0, P0, SV, 20), Reason.MUST_SELL_FIRST)
        play(game, SellShares(P0, PRR, 2))
        allowed(game, BuyPrivate(P0, P0, SV, 20))

    def test_a_sale_may_cure_the_excess(self) -> None:
        """5.3: shares and/or certificates are sold to conform."""
        game = self.full(0)
        refused(game, Pass(P0), Reason.MUST_SELL_FIRST)
        play(game, SellPrivate(P0, SV, P1, 20), Accept(P1))
        allowed(game, Pass(P0))


class TestBoughtAndSoldInOneRound:
    @pytest.mark.parametrize("option", [PrivateTrading.RESTRICTED, PrivateTrading.UNRESTRICTED])
    def test_restricted_or_not(self, option: PrivateTrading) -> None:
        """V-6.4, case 23: not bought and sold in the same stock round, unless the table allows it."""
        game = Position(classic(private_trading=option)).private("SV", 1).private("CS", 1).stock_round()
        play(game, BuyPrivate(P0, P0, SV, 20), Accept(P1))
        again = SellPrivate(P0, SV, P2, 50)
        if option is PrivateTrading.UNRESTRICTED:
            play(game, again, Accept(P2))
            assert owns(game, 2) == [SV]
            return
        refused(game, again, Reason.PRIVATE_TRADED_ALREADY, SV)
        allowed(game, BuyPrivate(P0, P0, CS, 20))
        play(game, Pass(P0))
        refused(game, BuyPrivate(P1, P1, SV, 20), Reason.PRIVATE_TRADED_ALREADY, SV)
        holds_together(game)

    def test_free_again_in_the_next_round(self) -> None:
        """V-6.4: the same stock round only."""
        game = Position(classic()).private("SV", 1).stock_round()
        play(game, BuyPrivate(P0, P0, SV, 20), Accept(P1), Pass(P0))
        passes(game, 3)
        assert game.state.round_number == 3
        allowed(game, SellPrivate(P0, SV, P1, 20))

    def test_a_railroad_may_buy_what_was_just_traded(self) -> None:
        """V-6.4 is about stock rounds, 4.1 about operating rounds."""
        game = Position(classic(), phase="3").company("PRR", shares={0: 6}, money=500).private("SV", 1).stock_round()
        play(game, BuyPrivate(P0, P0, SV, 20), Accept(P1), Pass(P0))
        passes(game, 3)
        assert game.state.operating == PRR
        allowed(game, BuyPrivate(P0, treasury(PRR), SV, 40))

    def test_a_forced_sale_is_no_sale_of_the_same_round(self) -> None:
        """C-2.3.2 with V-6.4: what was bought in the stock round may be sold for a train in the operating round."""
        game = (
            Position(classic())
            .company("PRR", shares={0: 4, 1: 2}, stations="H12")
            .tile("H10", "57", 1)
            .private("SV", 0)
            .money(0, 0)
            .set(traded=[1, 0, 0, 0, 0, 0])
            .operating_round("PRR", "train")
        )
        refused(game, Pass(P0), Reason.MUST_BUY_TRAIN, PRR)
        allowed(game, SellPrivate(P0, SV, P1, 80))
        play(game, SellPrivate(P0, SV, P1, 80), Accept(P1))
        assert (owns(game, 1), game.state.money[0]) == ([SV], 80)


class TestExchange:
    """MH for a share of NYC (T-05, cases 21 and 22)."""

    def position(self, **options: Any) -> Position:
        """Player 1 owns MH."""
        return Position(classic(**options)).private("MH", 1)

    def game(self, **options: Any) -> Game:
        """The NYC is started, and shares of it lie in the offering and in the pool."""
        return self.position(**options).company("NYC", shares={0: 2, 2: 1, "pool": 1}, par=67).stock_round()

    @pytest.mark.parametrize("source", [BANK, POOL])
    def test_from_the_offering_or_the_pool(self, source: Holder) -> None:
        """T-05: without payment; MH closes."""
        game = self.game()
        before = game.state.units(NYC, source)
        happened = play(game, ExchangePrivate(P1, MH, source))
        assert happened == [PrivateClosed(MH), ShareMoved(NYC, source, P1, 1, 0)]
        assert (shares_of(game, "NYC", 1), game.state.units(NYC, source)) == (1, before - 1)
        assert (game.state.privates[MH], game.state.money[1]) == (NOBODY, 600)
        holds_together(game)

    def test_in_the_own_turn(self) -> None:
        """T-05: before or after the purchase, which it does not use up."""
        game = self.position().company("NYC", shares={0: 2, 2: 1, "pool": 1}, par=67).stock_round(1)
        play(game, BuyShare(P1, NYC, BANK))
        allowed(game, ExchangePrivate(P1, MH, POOL))
        play(game, ExchangePrivate(P1, MH, POOL))
        assert shares_of(game, "NYC", 1) == 2

    def test_between_the_turns_of_others(self) -> None:
        """T-05, #4408: before the next player has done anything, not inside his turn."""
        game = self.game()
        allowed(game, ExchangePrivate(P1, MH, BANK))
        assert ExchangePrivate(P1, MH, BANK) in list(game.legal)
        play(game, StartCompany(P0, PRR, 67))
        refused(game, ExchangePrivate(P1, MH, BANK), Reason.NOT_BETWEEN_TURNS)
        play(game, Pass(P0))
        allowed(game, ExchangePrivate(P1, MH, BANK))

    def test_in_an_operating_round(self) -> None:
        """T-05, case 21: between the turns of railroads, not inside one, also not of his own railroad."""
        position = self.position().company("PRR", shares={1: 6}, money=1000).company("NYC", shares={0: 2}, par=67)
        game = position.stock_round()
        pass_round(game)
        assert game.state.operating == PRR
        allowed(game, ExchangePrivate(P1, MH, BANK))
        play(game, Pass(P1))
        refused(game, ExchangePrivate(P1, MH, BANK), Reason.NOT_BETWEEN_TURNS)

    @pytest.mark.parametrize("option", ExchangeTiming)
    def test_at_any_time_by_option(self, option: ExchangeTiming) -> None:
        """T-05 and option exchange: some tables allow it inside the turns of others too."""
        game = self.game(exchange=option)
        play(game, StartCompany(P0, PRR, 67))
        assert (ExchangePrivate(P1, MH, BANK) in game.legal) is (option is ExchangeTiming.ANY_TIME)
        assert (ExchangePrivate(P1, MH, BANK) in list(game.legal)) is (option is ExchangeTiming.ANY_TIME)

    def test_also_in_the_first_stock_round_and_before_the_par_price(self) -> None:
        """T-05 and ruling, case 22: NYC need not have started; the share counts when it does."""
        game = after_auction(4)
        assert game.state.privates[MH] == 3
        play(game, ExchangePrivate(P3, MH, BANK))
        assert (shares_of(game, "NYC", 3), shares_of(game, "NYC", "bank"), game.state.presidents[NYC]) == (1, 9, -1)
        refused(game, ExchangePrivate(P3, MH, BANK), Reason.NOT_YOUR_PRIVATE, MH)
        play(game, StartCompany(P2, NYC, 67))
        assert (game.state.presidents[NYC], shares_of(game, "NYC", "bank")) == (2, 7)

    def test_not_in_the_auction(self) -> None:
        """T-05: stock and operating rounds."""
        game = Position(classic()).private("SV", 0).private("CS", 1).private("DH", 2).private("MH", 3).auction()
        refused(game, ExchangePrivate(P3, MH, BANK), Reason.NOT_NOW)

    def test_not_while_an_offer_waits(self) -> None:
        """4.1: the answer comes first."""
        game = self.position().company("NYC", shares={0: 2, 2: 1, "pool": 1}, par=67).private("SV", 2).stock_round()
        play(game, BuyPrivate(P0, P0, SV, 20))
        refused(game, ExchangePrivate(P1, MH, BANK), Reason.NOT_NOW)

    def test_a_share_must_be_there(self) -> None:
        """T-05: in the bank or the pool; the president's certificate is none."""
        game = self.position().company("NYC", shares={0: 6, 2: 4}, par=67).stock_round()
        for source in (BANK, POOL):
            refused(game, ExchangePrivate(P1, MH, source), Reason.NO_SUCH_SHARE, NYC)
        for source in (P2, NOBODY):
            refused(game, ExchangePrivate(P1, MH, source), Reason.UNKNOWN_SOURCE)
        assert list(game.legal_for(P1)) == []

    def after_a_sale(self, **options: Any) -> Game:
        """Player 1 has sold a share of NYC in this stock round."""
        position = self.position(**options).company("NYC", president=0, shares={0: 2, 1: 2, "pool": 1}, par=67)
        game = position.stock_round(1)
        play(game, SellShares(P1, NYC, 1))
        return game

    def test_not_after_a_sale_in_the_same_stock_round(self) -> None:
        """T-05 (German book: "if he may still buy a NYC"), 6.1 and ruling: in the same turn and later in the round."""
        game = self.after_a_sale()
        for source in (BANK, POOL):
            refused(game, ExchangePrivate(P1, MH, source), Reason.SOLD_THIS_ROUND, NYC)
        play(game, Pass(P1), Pass(P2))
        for source in (BANK, POOL):
            refused(game, ExchangePrivate(P1, MH, source), Reason.SOLD_THIS_ROUND, NYC)
        holds_together(game)

    def test_another_player_or_railroad_does_not_matter(self) -> None:
        """6.1: only the seller and only the railroad that he sold."""
        game = self.after_a_sale()
        play(game, Pass(P1))
        game.state.privates[MH] = P2
        allowed(game, ExchangePrivate(P2, MH, BANK))
        position = self.position().company("NYC", president=0, shares={0: 2, 1: 2}, par=67)
        game = position.company("PRR", president=0, shares={0: 2, 1: 2}, par=67).stock_round(1)
        play(game, SellShares(P1, PRR, 1))
        allowed(game, ExchangePrivate(P1, MH, BANK))

    def test_again_once_the_stock_round_is_over(self) -> None:
        """6.1: "in the same stock round": in the operating rounds and the next stock round it is allowed."""
        position = self.position().company("PRR", shares={2: 6}, money=1000)
        game = position.company("NYC", president=0, shares={0: 2, 1: 2}, par=67).stock_round(1)
        play(game, SellShares(P1, NYC, 1), Pass(P1), Pass(P2), Pass(P3), Pass(P0), Pass(P1))
        assert game.state.operating == PRR
        allowed(game, ExchangePrivate(P1, MH, BANK))
        while game.state.operating == PRR:
            play(game, Pass(P2))
        allowed(game, ExchangePrivate(P1, MH, BANK))

    def test_a_forced_sale_does_not_bar_the_exchange(self) -> None:
        """6.1, C-2.3.2: it is no sale in a stock round."""
        game = (
            self.position()
            .company("PRR", shares={1: 6}, stations="H12")
            .company("NYC", shares={0: 5, 1: 2}, par=67)
            .money(1, 0)
            .tile("H10", "57", 1)
            .operating_round("PRR", "train")
        )
        play(game, SellShares(P1, NYC, 1))
        game.state.turn_started = False
        allowed(game, ExchangePrivate(P1, MH, BANK))

    @pytest.mark.parametrize("option", ExchangeAfterSale)
    def test_after_a_sale_by_option(self, option: ExchangeAfterSale) -> None:
        """T-05 and option exchange_after_sale."""
        game = self.after_a_sale(exchange_after_sale=option)
        assert (ExchangePrivate(P1, MH, POOL) in game.legal) is (option is ExchangeAfterSale.ALLOWED)
        assert (ExchangePrivate(P1, MH, POOL) in list(game.legal_for(P1))) is (option is ExchangeAfterSale.ALLOWED)

    def test_not_above_sixty_per_cent(self) -> None:
        """T-05 and ruling, case 21: unless the zone allows more."""
        game = self.position().company("NYC", shares={1: 6, 2: 1}, par=67).stock_round()
        refused(game, ExchangePrivate(P1, MH, BANK), Reason.HOLDING_LIMIT, NYC)
        game = self.position().company("NYC", shares={1: 6, 2: 1}, par=67, cell=(2, 1)).stock_round()
        refused(game, ExchangePrivate(P1, MH, BANK), Reason.HOLDING_LIMIT, NYC)
        game = self.position().company("NYC", shares={1: 6, 2: 1}, par=67, cell=(4, 1)).stock_round()
        play(game, ExchangePrivate(P1, MH, BANK))
        assert shares_of(game, "NYC", 1) == 7

    def test_at_the_certificate_limit(self) -> None:
        """5.3: one certificate goes, one comes."""
        position = self.position().company("NYC", shares={0: 2}, par=67)
        for company in ("PRR", "CPR", "B&O"):
            position.company(company, shares={1: 6}, par=67)
        game = position.stock_round()
        assert ExchangePrivate(P1, MH, BANK) in game.legal

    def test_it_may_float_the_nyc(self) -> None:
        """6.3, case 22."""
        game = self.position().company("NYC", shares={0: 4, 2: 1}, par=67).stock_round()
        assert Floated(NYC) in play(game, ExchangePrivate(P1, MH, BANK))

    def test_it_may_change_the_presidency(self) -> None:
        """6.4, case 22, R 83190181: at once, also in an operating round and for the railroad about to operate."""
        game = self.position().company("NYC", president=0, shares={0: 3, 1: 3}, par=67, money=500).stock_round()
        assert PresidentChanged(NYC, P1) in play(game, ExchangePrivate(P1, MH, BANK))
        position = self.position().company("NYC", president=0, shares={0: 3, 1: 3, 2: 1}, par=67, money=500)
        game = position.stock_round()
        pass_round(game)
        assert (game.state.operating, game.actors) == (NYC, (0,))
        assert PresidentChanged(NYC, P1) in play(game, ExchangePrivate(P1, MH, BANK))
        assert game.actors == (1,)
        refused(game, Pass(P0), Reason.NOT_YOUR_TURN, 0)
        play(game, Pass(P1))

    def test_only_mh_and_only_its_owner(self) -> None:
        """T-05: a player who owns MH."""
        game = self.position().company("NYC", shares={0: 2, 2: 1, "pool": 1}, par=67).private("SV", 0).stock_round()
        refused(game, ExchangePrivate(P0, SV, BANK), Reason.NO_EXCHANGE, SV)
        refused(game, ExchangePrivate(P0, MH, BANK), Reason.NOT_YOUR_PRIVATE, MH)
        game = self.position().company("NYC", shares={0: 2, 2: 1, "pool": 1}, par=67).private("MH", "PRR").stock_round()
        for player in game.setup.all_players:
            refused(game, ExchangePrivate(player, MH, BANK), Reason.NOT_YOUR_PRIVATE, MH)
