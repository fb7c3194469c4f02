"""The initial sale of the private companies (C-2.2, V-1.8)."""

from typing import Any

import pytest

from goldenspike.core.actions import Bid, BuyFromBank, BuyPrivate, Pass, SetPar, StartCompany
from goldenspike.core.events import AuctionStarted, BidMade, Paid, PriceCut, PriorityMoved, PrivateMoved, Why
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK
from goldenspike.core.ids import NONE
from goldenspike.core.options import AfterAllPass, AuctionPass, BiddingOrder, Raises
from goldenspike.core.reasons import Reason
from goldenspike.core.steps.base import Offer
from goldenspike.core.title import RoundKind
from goldenspike.testing import Position
from goldenspike.testing.by_name import shares_of
from goldenspike.testing.checks import allowed, passes, play, refused
from goldenspike.titles.g1830 import classic
from helpers import holds_together, owns
from names_1830 import BNO, BO, CA, CS, DH, MH, PRR, SV
from players import P0, P1, P2, P3

GERALD, DAVE, BRUCE, KEYWOOD = P0, P1, P2, P3


def dh_auction(money: int = 600, **options: Any) -> Game:
    """DH has bids of 75 by player 0, 80 by player 1 and 85 by player 2; 3 bought SV and 0 bought CS, so it is auctioned.

    `money` is what player 0 begins with.
    """
    game = Position(classic(**options)).money(0, money).auction()
    play(game, Bid(P0, DH, 75), Bid(P1, DH, 80), Bid(P2, DH, 85), BuyFromBank(P3, SV), BuyFromBank(P0, CS))
    return game


class TestTheExampleOfTheBook:
    """C-2.2 example, case 6."""

    def test_to_the_end_result(self) -> None:
        """Every bid, price, and move of the priority card of the example."""
        game = Position(classic()).auction()
        play(game, Bid(GERALD, CA, 165), Bid(DAVE, BO, 225), Bid(BRUCE, DH, 75), Bid(KEYWOOD, CA, 170), Bid(GERALD, DH, 80))
        assert game.state.priority == GERALD
        play(game, BuyFromBank(DAVE, SV))
        assert game.state.priority == BRUCE
        play(game, Pass(BRUCE))
        happened = play(game, BuyFromBank(KEYWOOD, CS))
        assert game.state.priority == GERALD
        assert AuctionStarted(DH) in happened
        assert game.actors == (BRUCE,), "the lowest bid speaks first"
        holds_together(game)
        play(game, Bid(BRUCE, DH, 85), Bid(GERALD, DH, 90), Bid(BRUCE, DH, 95), Pass(GERALD))
        assert owns(game, BRUCE) == [DH]
        assert game.state.money[BRUCE] == 505
        assert game.actors == (GERALD,)
        assert game.state.priority == GERALD
        happened = play(game, BuyFromBank(GERALD, MH))
        assert game.state.priority == DAVE
        assert AuctionStarted(CA) in happened
        assert game.actors == (GERALD,)
        play(
            game,
            Bid(GERALD, CA, 175),
            Bid(KEYWOOD, CA, 200),
            Bid(GERALD, CA, 205),
            Bid(KEYWOOD, CA, 210),
        )
        happened = play(game, Pass(GERALD))
        assert PrivateMoved(CA, BANK, KEYWOOD, 210) in happened
        assert PrivateMoved(BO, BANK, DAVE, 225) in happened
        assert not any(isinstance(event, PriorityMoved) for event in happened)
        assert game.actors == (DAVE,)
        play(game, SetPar(DAVE, BNO, 100))
        assert game.state.money[:4] == [490, 355, 505, 350]
        assert [owns(game, player) for player in game.setup.all_players] == [[MH], [SV, BO], [DH], [CS, CA]]
        assert game.state.priority == DAVE
        assert (game.state.round, game.state.round_number, game.state.turn) == (RoundKind.STOCK, 1, DAVE)
        assert shares_of(game, "PRR", KEYWOOD) == 1
        assert shares_of(game, "B&O", DAVE) == 2
        assert game.state.money[BANK] == 12000 - 490 - 355 - 505 - 350
        holds_together(game)

    def test_gerald_could_have_gone_on(self) -> None:
        """His pass is a choice: he may bid all the money that he has left (C-2.2.2)."""
        game = Position(classic()).auction()
        play(game, Bid(GERALD, CA, 165), Pass(DAVE), Pass(BRUCE), Bid(KEYWOOD, CA, 170))
        play(game, BuyFromBank(GERALD, SV), BuyFromBank(DAVE, CS), BuyFromBank(BRUCE, DH), Pass(KEYWOOD))
        play(game, BuyFromBank(GERALD, MH))
        assert game.state.auction == CA
        assert game.legal_for(GERALD).offers() == [Offer(Bid(GERALD, CA, 175), 175, 470, 1)]
        assert game.legal_for(KEYWOOD).offers() == []


class TestBuyingAtFaceValue:
    def test_only_the_cheapest_is_sold(self) -> None:
        """C-2.2(2): the unsold company with the lowest face value."""
        game = Position(classic()).auction()
        for private in (CS, DH, MH, CA, BO):
            refused(game, BuyFromBank(P0, private), Reason.NOT_THE_CHEAPEST, private)
        play(game, BuyFromBank(P0, SV))
        assert (game.state.money[0], owns(game, 0)) == (580, [SV])
        refused(game, BuyFromBank(P1, SV), Reason.NOT_THE_CHEAPEST, SV)
        allowed(game, BuyFromBank(P1, CS))

    def test_priority_goes_to_the_left_of_the_buyer(self) -> None:
        """C-2.2(2), #3797: a purchase at face value moves the card, bids and passes do not."""
        game = Position(classic()).auction()
        play(game, Bid(P0, CA, 165), Pass(P1))
        assert game.state.priority == 0
        assert PriorityMoved(P3) in play(game, BuyFromBank(P2, SV))
        assert game.state.priority == 3
        play(game, Pass(P3), Bid(P0, BO, 225))
        assert game.state.priority == 3

    def test_only_in_turn(self) -> None:
        """C-2.2: clockwise from the priority card."""
        game = Position(classic()).auction()
        for action in (Pass(P1), BuyFromBank(P1, SV), Bid(P1, CA, 165)):
            refused(game, action, Reason.NOT_YOUR_TURN, 1)
        assert list(game.legal_for(P1)) == []

    def test_not_without_the_money(self) -> None:
        """C-2.2(2): pay face value."""
        game = Position(classic()).money(0, 19).auction()
        refused(game, BuyFromBank(P0, SV), Reason.NOT_ENOUGH_MONEY, 20, 19)
        allowed(Position(classic()).money(0, 20).auction(), BuyFromBank(P0, SV))

    def test_nothing_else_may_be_done(self) -> None:
        """1.3 note: all private companies must be bought before shares are on sale."""
        game = Position(classic()).auction()
        refused(game, StartCompany(P0, PRR, 100), Reason.NOT_NOW)
        play(game, BuyFromBank(P0, SV))
        refused(game, BuyPrivate(P1, P1, SV, 20), Reason.NOT_NOW)
        refused(game, SetPar(P1, BNO, 100), Reason.NOT_NOW)


class TestBidding:
    def test_five_above_face_value(self) -> None:
        """C-2.2.1, case 8."""
        game = Position(classic()).auction()
        refused(game, Bid(P0, CS, 44), Reason.BID_TOO_LOW, 45)
        refused(game, Bid(P0, CS, 40), Reason.BID_TOO_LOW, 45)
        allowed(game, Bid(P0, CS, 45))
        allowed(game, Bid(P0, CS, 46))

    def test_five_above_the_highest_bid(self) -> None:
        """C-2.2.1, case 8."""
        game = Position(classic()).auction()
        play(game, Bid(P0, CS, 50))
        refused(game, Bid(P1, CS, 54), Reason.BID_TOO_LOW, 55)
        assert play(game, Bid(P1, CS, 57)) == [BidMade(P1, CS, 57)]
        refused(game, Bid(P2, CS, 61), Reason.BID_TOO_LOW, 62)
        assert game.state.passes == 0

    def test_not_on_the_cheapest(self) -> None:
        """C-2.2(3), case 8: a bid is for another company (ruling)."""
        game = Position(classic()).auction()
        refused(game, Bid(P0, SV, 25), Reason.BUY_DO_NOT_BID, SV)
        play(game, BuyFromBank(P0, SV))
        refused(game, Bid(P1, CS, 45), Reason.BUY_DO_NOT_BID, CS)
        refused(game, Bid(P1, SV, 45), Reason.NOT_FOR_SALE, SV)
        lowest = [Bid(P1, DH, 75), Bid(P1, MH, 115), Bid(P1, CA, 165), Bid(P1, BO, 225)]
        assert [offer.action for offer in game.legal_for(P1).offers()] == lowest

    def test_own_bid_may_be_raised(self) -> None:
        """C-2.2.1 note, case 8: no benefit, but allowed; the money of the old bid is part of the new one."""
        game = Position(classic(2)).money(0, 240).auction()
        play(game, Bid(P0, BO, 225), Pass(P1))
        refused(game, Bid(P0, BO, 229), Reason.BID_TOO_LOW, 230)
        allowed(game, Bid(P0, BO, 240))
        refused(game, Bid(P0, BO, 241), Reason.NOT_ENOUGH_MONEY, 241, 240)
        play(game, Bid(P0, BO, 235))
        assert sum(game.state.bids) == 235

    def test_bid_money_is_frozen(self) -> None:
        """C-2.2.1, case 8: it serves no other purpose, neither another bid nor a purchase."""
        game = Position(classic(2)).money(0, 240).auction()
        play(game, Bid(P0, BO, 225), Pass(P1))
        assert game.state.money[0] == 240
        refused(game, BuyFromBank(P0, SV), Reason.MONEY_IS_FROZEN, 20, 15)
        refused(game, Bid(P0, CS, 45), Reason.MONEY_IS_FROZEN, 45, 15)
        holds_together(game)
        assert game.legal_for(P0).offers() == [Offer(Bid(P0, BO, 230), 230, 240, 1)]

    def test_several_bids_of_one_player(self) -> None:
        """C-2.2.1: the sum of all of them is frozen."""
        game = Position(classic(2)).auction()
        play(game, Bid(P0, CA, 500), Pass(P1), Bid(P0, BO, 500), Pass(P1))
        refused(game, Bid(P0, MH, 205), Reason.MONEY_IS_FROZEN, 205, 200)
        allowed(game, Bid(P0, MH, 200))

    def test_a_bid_comes_in_turn_and_ends_it(self) -> None:
        """C-2.2: one of the three things a turn."""
        game = Position(classic()).auction()
        play(game, Bid(P0, CA, 165))
        assert game.actors == (1,)
        refused(game, Bid(P0, BO, 225), Reason.NOT_YOUR_TURN, 0)


class TestSingleBids:
    def test_sold_at_once_and_one_after_another(self) -> None:
        """C-2.2.2, case 9: every cheapest company with one bid goes at its bid before anybody moves."""
        game = Position(classic()).auction()
        play(game, Bid(P0, CS, 47), Bid(P1, DH, 80), Bid(P2, CA, 165))
        happened = play(game, BuyFromBank(P3, SV))
        moved = [event for event in happened if isinstance(event, PrivateMoved)]
        assert moved == [
            PrivateMoved(SV, BANK, P3, 20),
            PrivateMoved(CS, BANK, P0, 47),
            PrivateMoved(DH, BANK, P1, 80),
        ]
        assert game.state.money[:4] == [553, 520, 600, 580]
        assert game.state.bids.count(0) == len(game.state.bids) - 1, "the bid on CA stands"

    def test_then_the_priority_card_speaks_and_does_not_move(self) -> None:
        """C-2.2.2 (German text, sixth point), case 7: also after a sale to a single bidder."""
        game = Position(classic()).auction()
        play(game, Bid(P0, CS, 45), Pass(P1), BuyFromBank(P2, SV))
        assert owns(game, 0) == [CS]
        assert game.state.priority == 3
        assert game.actors == (3,)

    def test_last_sale_starts_the_stock_round(self) -> None:
        """C-2.2: a single bid on BO sells it, its owner names the par price, then the stock round begins."""
        game = Position(classic()).auction()
        play(game, Bid(P0, BO, 225), BuyFromBank(P1, SV), BuyFromBank(P2, CS), BuyFromBank(P3, DH), BuyFromBank(P0, MH))
        happened = play(game, BuyFromBank(P1, CA))
        assert PrivateMoved(BO, BANK, P0, 225) in happened
        assert game.actors == (0,)
        refused(game, Pass(P0), Reason.MUST_ANSWER_FIRST)
        play(game, SetPar(P0, BNO, 67))
        assert (game.state.round, game.state.turn, game.state.priority) == (RoundKind.STOCK, 2, 2)


class TestAuctions:
    def test_lowest_bidder_speaks_first_and_must_beat_the_highest(self) -> None:
        """C-2.2.2 (2, 3), case 10."""
        game = dh_auction()
        assert game.actors == (0,)
        refused(game, Bid(P0, DH, 89), Reason.BID_TOO_LOW, 90)
        refused(game, Bid(P1, DH, 90), Reason.NOT_YOUR_TURN, 1)
        play(game, Bid(P0, DH, 90))
        assert game.actors == (1,), "clockwise"
        play(game, Bid(P1, DH, 95))
        assert game.actors == (2,)
        holds_together(game)

    def test_only_bidders_take_part(self) -> None:
        """C-2.2.2 (1), case 10."""
        game = dh_auction()
        refused(game, Bid(P3, DH, 90), Reason.NOT_A_BIDDER, DH)
        refused(game, Pass(P3), Reason.NOT_A_BIDDER, DH)
        refused(game, BuyFromBank(P3, DH), Reason.NOT_IN_THIS_AUCTION, DH)
        refused(game, Bid(P0, CA, 165), Reason.NOT_IN_THIS_AUCTION, DH)

    def test_the_highest_bidder_does_not_bid_against_himself(self) -> None:
        """C-2.2.2 (5): the auction is about the others."""
        game = dh_auction()
        refused(game, Bid(P2, DH, 90), Reason.HIGHEST_BIDDER)
        refused(game, Pass(P2), Reason.HIGHEST_BIDDER)
        play(game, Pass(P0))
        assert game.actors == (1,)
        happened = play(game, Pass(P1))
        assert PrivateMoved(DH, BANK, P2, 85) in happened

    def test_a_passer_may_come_back(self) -> None:
        """C-2.2.2 (4), case 10, R 5f2e31d8: until all have passed in a row."""
        game = dh_auction()
        play(game, Pass(P0), Bid(P1, DH, 95), Pass(P2))
        assert game.actors == (0,)
        allowed(game, Bid(P0, DH, 100))
        play(game, Bid(P0, DH, 100))
        assert game.actors == (1,)
        play(game, Pass(P1))
        assert game.actors == (2,), "2 passed before the last raise"
        happened = play(game, Pass(P2))
        assert PrivateMoved(DH, BANK, P0, 100) in happened
        assert game.state.money[:4] == [460, 600, 600, 580]

    def test_losers_get_their_money_free(self) -> None:
        """C-2.2.2: unsuccessful bidders may use the money again."""
        game = dh_auction()
        play(game, Pass(P0), Pass(P1))
        assert sum(game.state.bids) == 0
        assert game.state.money[:4] == [560, 600, 515, 580]
        assert game.state.auction == NONE

    def test_the_turn_goes_to_the_priority_card(self) -> None:
        """C-2.2.2, case 7: the card stays where the last purchase at face value put it."""
        game = dh_auction()
        assert game.state.priority == 1
        happened = play(game, Pass(P0), Bid(P1, DH, 90), Pass(P2), Pass(P0))
        assert game.state.priority == 1
        assert game.actors == (1,)
        assert not any(isinstance(event, PriorityMoved) for event in happened)
        allowed(game, BuyFromBank(P1, MH))

    def test_one_auction_after_another(self) -> None:
        """C-2.2.2 (German text), case 9: the next company with bids is settled before anybody moves."""
        game = Position(classic(3)).auction()
        play(game, Bid(P0, CS, 45), Bid(P1, CS, 50), Bid(P2, DH, 75), Bid(P0, DH, 80), Pass(P1), Bid(P2, MH, 115))
        play(game, BuyFromBank(P0, SV))
        assert (game.state.auction, game.actors) == (CS, (0,))
        happened = play(game, Pass(P0))
        assert AuctionStarted(DH) in happened
        assert (game.state.auction, game.actors) == (DH, (2,))
        happened = play(game, Pass(P2))
        assert PrivateMoved(MH, BANK, P2, 115) in happened
        assert [owns(game, player) for player in game.setup.all_players] == [[SV, DH], [CS], [MH]]
        assert (game.state.priority, game.actors) == (1, (1,))

    def test_money_frozen_elsewhere_cannot_raise(self) -> None:
        """C-2.2.1 with C-2.2.2: the bid on CA stays frozen during the auction of DH."""
        game = Position(classic()).money(0, 300).auction()
        play(game, Bid(P0, DH, 75), Bid(P1, DH, 80), Pass(P2), Pass(P3), Bid(P0, CA, 200))
        play(game, BuyFromBank(P1, SV), BuyFromBank(P2, CS))
        assert game.actors == (0,)
        allowed(game, Bid(P0, DH, 100))
        refused(game, Bid(P0, DH, 101), Reason.MONEY_IS_FROZEN, 101, 100)

    def test_a_bidder_without_money_may_only_pass(self) -> None:
        """C-2.2.2: nobody bids more than he has."""
        game = Position(classic()).money(0, 80).auction()
        play(game, Bid(P0, DH, 75), Bid(P1, DH, 80), BuyFromBank(P2, SV), BuyFromBank(P3, CS))
        assert list(game.legal_for(P0)) == [Pass(P0)]
        refused(game, Bid(P0, DH, 85), Reason.NOT_ENOUGH_MONEY, 85, 80)


class TestAllPass:
    def test_sv_becomes_cheaper(self) -> None:
        """C-2.2.3, case 11: 20, 15, 10, 5, 0; then the next player must take it and the card goes to his left."""
        game = Position(classic()).auction()
        for price in (15, 10, 5, 0):
            happened = passes(game, 4)
            assert PriceCut(SV, price) in happened
            assert not any(isinstance(event, Paid) for event in happened)
        assert game.actors == (0,)
        refused(game, Pass(P0), Reason.MUST_TAKE_FREE_PRIVATE, SV)
        refused(game, Bid(P0, CA, 165), Reason.MUST_TAKE_FREE_PRIVATE, SV)
        assert list(game.legal_for(P0)) == [BuyFromBank(P0, SV)]
        play(game, BuyFromBank(P0, SV))
        assert game.state.money[0] == 600
        assert owns(game, 0) == [SV]
        assert (game.state.priority, game.actors) == (1, (1,))
        holds_together(game)

    def test_sv_is_bought_at_the_lower_price(self) -> None:
        """C-2.2.3: the price to buy is reduced."""
        game = Position(classic()).auction()
        passes(game, 8)
        play(game, BuyFromBank(P0, SV))
        assert game.state.money[0] == 590
        refused(game, BuyFromBank(P1, SV), Reason.NOT_THE_CHEAPEST)
        play(game, BuyFromBank(P1, CS))
        assert game.state.money[1] == 560, "the cut is for SV only"

    def test_the_turn_order_simply_goes_on(self) -> None:
        """C-2.2.3 and ruling, case 11, R 8ffb2405: after a bid in between, the next is the one after the last passer."""
        game = Position(classic()).auction()
        play(game, Pass(P0), Bid(P1, CA, 165))
        happened = passes(game, 4)
        assert PriceCut(SV, 15) in happened
        assert game.actors == (2,), "not the holder of the priority card"
        assert game.state.priority == 0
        passes(game, 12)
        assert game.actors == (2,)
        play(game, BuyFromBank(P2, SV))
        assert owns(game, 2) == [SV]
        assert game.state.priority == 3

    def test_passes_must_be_consecutive(self) -> None:
        """C-2.2.3: a bid or a purchase starts the count anew."""
        game = Position(classic()).auction()
        passes(game, 3)
        play(game, Bid(P3, CA, 165))
        assert not passes(game, 3).count(PriceCut(SV, 15))
        assert passes(game, 1).count(PriceCut(SV, 15)) == 1

    def test_bids_stand(self) -> None:
        """C-2.2.3: a cut leaves the bids alone, and it does not make other companies cheaper."""
        game = Position(classic()).auction()
        play(game, Bid(P0, CA, 165))
        passes(game, 4)
        assert sum(game.state.bids) == 165
        refused(game, Bid(P1, CS, 44), Reason.BID_TOO_LOW, 45)

    def test_once_sv_is_sold_the_owners_are_paid(self) -> None:
        """C-2.2.3, case 12: each company pays once for each full round of passes; then the card holder starts."""
        game = Position(classic()).auction()
        play(game, BuyFromBank(P0, SV), BuyFromBank(P1, CS), Bid(P2, CA, 165), Pass(P3), Pass(P0))
        assert game.state.priority == 2
        happened = passes(game, 2)
        paid = [event for event in happened if isinstance(event, Paid)]
        assert paid == [Paid(BANK, P0, 5, Why.PRIVATE_INCOME), Paid(BANK, P1, 10, Why.PRIVATE_INCOME)]
        assert game.state.money[:2] == [585, 570]
        assert game.actors == (2,)
        assert not any(isinstance(event, Paid) for event in passes(game, 3)), "not again after every single pass"
        assert any(isinstance(event, Paid) for event in passes(game, 1))
        assert game.state.money[:2] == [590, 580]

    @pytest.mark.parametrize(("option", "next_player"), [(AfterAllPass.PRIORITY, 1), (AfterAllPass.NEXT_PLAYER, 2)])
    def test_who_goes_on_after_the_pay_out(self, option: AfterAllPass, next_player: int) -> None:
        """C-2.2.3 and option after_all_pass: the card holder, or the player after the last one who passed."""
        game = Position(classic(after_all_pass=option)).auction()
        play(game, BuyFromBank(P0, SV), Bid(P1, CA, 165))
        passes(game, 4)
        assert game.state.money[0] == 585
        assert game.state.priority == 1
        assert game.actors == (next_player,)


class TestAuctionVariants:
    """V-1.8."""

    def test_pass_and_out(self) -> None:
        """V-1.8b: a player that passes may not bid again."""
        game = dh_auction(auction_pass=AuctionPass.OUT)
        play(game, Pass(P0), Bid(P1, DH, 95), Bid(P2, DH, 100))
        assert game.actors == (1,)
        refused(game, Bid(P0, DH, 105), Reason.NOT_YOUR_TURN, 0)
        assert PrivateMoved(DH, BANK, P2, 100) in play(game, Pass(P1))

    def test_pass_and_out_with_one_left(self) -> None:
        """V-1.8b: when all others are out the highest bidder buys."""
        game = dh_auction(auction_pass=AuctionPass.OUT)
        play(game, Bid(P0, DH, 90), Pass(P1))
        assert PrivateMoved(DH, BANK, P0, 90) in play(game, Pass(P2))

    def test_free_for_all(self) -> None:
        """V-1.8a: any participant may bid at any time, until all agree to stop."""
        game = dh_auction(bidding_order=BiddingOrder.FREE_FOR_ALL)
        assert list(game.actors) == [0, 1]
        play(game, Bid(P1, DH, 90))
        assert set(game.actors) == {0, 2}
        holds_together(game)
        play(game, Bid(P2, DH, 95), Pass(P1))
        assert game.actors == (0,)
        refused(game, Pass(P1), Reason.NOT_YOUR_TURN, 1)
        allowed(game, Bid(P1, DH, 100))
        refused(game, Bid(P3, DH, 100), Reason.NOT_A_BIDDER)
        refused(game, Bid(P2, DH, 100), Reason.HIGHEST_BIDDER)
        assert PrivateMoved(DH, BANK, P2, 95) in play(game, Pass(P0))

    def test_free_for_all_a_passer_comes_back(self) -> None:
        """V-1.8a with V-1.8b: still in."""
        game = dh_auction(bidding_order=BiddingOrder.FREE_FOR_ALL)
        play(game, Pass(P1), Bid(P1, DH, 90))
        assert set(game.actors) == {0, 2}

    def test_free_for_all_with_pass_and_out(self) -> None:
        """V-1.8a with V-1.8b: out is out."""
        game = dh_auction(bidding_order=BiddingOrder.FREE_FOR_ALL, auction_pass=AuctionPass.OUT)
        play(game, Pass(P1))
        refused(game, Bid(P1, DH, 90), Reason.NOT_YOUR_TURN, 1)
        play(game, Bid(P0, DH, 90))
        assert game.actors == (2,)

    def test_formal_bidding_is_in_order(self) -> None:
        """V-1.8a: the same auction as above asks one player at a time."""
        game = dh_auction(bidding_order=BiddingOrder.FORMAL)
        refused(game, Bid(P1, DH, 90), Reason.NOT_YOUR_TURN, 1)

    @pytest.mark.parametrize(
        ("raises", "accepted", "in_steps"),
        [
            (Raises.AT_LEAST_FIVE, (45, 46, 50, 52), ()),
            (Raises.MULTIPLES_OF_FIVE, (45, 50, 100), (46, 52)),
            (Raises.EXACTLY_FIVE, (45,), (46, 50)),
        ],
    )
    def test_raises(self, raises: Raises, accepted: tuple[int, ...], in_steps: tuple[int, ...]) -> None:
        """V-1.8c: at least five, multiples of five, exactly five."""
        game = Position(classic(raises=raises)).auction()
        for amount in accepted:
            allowed(game, Bid(P0, CS, amount))
        for amount in in_steps:
            refused(game, Bid(P0, CS, amount), Reason.BID_NOT_IN_STEPS, 5)
        refused(game, Bid(P0, CS, 44), Reason.BID_TOO_LOW)
        holds_together(game)

    @pytest.mark.parametrize(
        ("raises", "offer"),
        [
            (Raises.AT_LEAST_FIVE, Offer(Bid(P0, DH, 90), 90, 558, 1)),
            (Raises.MULTIPLES_OF_FIVE, Offer(Bid(P0, DH, 90), 90, 555, 5)),
            (Raises.EXACTLY_FIVE, Offer(Bid(P0, DH, 90), 90, 90, 5)),
        ],
    )
    def test_raises_in_an_auction(self, raises: Raises, offer: Offer) -> None:
        """V-1.8c also rules the auction; the offer tells the range."""
        game = dh_auction(598, raises=raises)
        assert game.legal_for(P0).offers() == [offer]
        assert offer.kind == "Bid"
        holds_together(game)
