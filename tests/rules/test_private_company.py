"""Private companies: what the first owner receives, income, sale to railroads, closing (3.5, 4.0, T-05)."""

from typing import Any

import pytest

from goldenspike.core.actions import (
    Accept,
    Bid,
    BuyFromBank,
    BuyPrivate,
    BuyShare,
    Decline,
    LayTile,
    Pass,
    SellShares,
    SetPar,
    StartCompany,
    Withdraw,
)
from goldenspike.core.events import (
    OfferAnswered,
    OfferMade,
    OfferWithdrawn,
    Paid,
    ParSet,
    PresidentChanged,
    PrivateClosed,
    PrivateMoved,
    RoundStarted,
    ShareMoved,
    Why,
)
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, NOBODY, treasury
from goldenspike.core.ids import Holder, Private
from goldenspike.core.options import PowerTiming
from goldenspike.core.reasons import Reason
from goldenspike.core.steps.base import Offer
from goldenspike.core.title import RoundKind
from goldenspike.testing import Position
from goldenspike.testing.by_name import buy_train, shares_of
from goldenspike.testing.checks import allowed, pass_round, play, refused
from goldenspike.titles.g1830 import classic
from helpers import holds_together, owns
from names_1830 import BNO, BO, CA, CS, DH, MH, PRR, SV
from players import P0, P1, P2, P3


def railroad(phase: str = "3", money: int = 500, privates: str = "CS:0 MH:0 DH:1 CA:1 BO:1", **options: Any) -> Position:
    """Player 0 is president of the PRR, which has so much money, and player 1 of the B&O; `privates`: who owns which."""
    position = Position(classic(**options), phase=phase).company("PRR", shares={0: 6}, money=money)
    position.company("B&O", shares={1: 6}, money=500)
    for word in privates.split():
        name, _, owner = word.partition(":")
        position.private(name, int(owner) if owner.isdigit() else owner)
    return position


class TestFirstOwners:
    def test_ca_brings_a_share_of_prr(self) -> None:
        """T-05, case 13: at once and without payment."""
        game = Position(classic()).auction()
        for player, private in ((P0, SV), (P1, CS), (P2, DH), (P3, MH)):
            play(game, BuyFromBank(player, private))
        happened = play(game, BuyFromBank(P0, CA))
        assert ShareMoved(PRR, BANK, P0, 1, 0) in happened
        assert (shares_of(game, "PRR", 0), shares_of(game, "PRR", "bank")) == (1, 9)
        assert game.state.money[0] == 600 - 20 - 160
        assert game.state.privates[CA] == 0, "that does not close CA"
        assert game.state.cells[PRR] == -1

    def test_ca_won_in_an_auction(self) -> None:
        """T-05: the purchaser, not the first bidder, gets the share."""
        game = Position(classic(2)).auction()
        play(game, Bid(P0, CA, 165), Bid(P1, CA, 170))
        play(game, BuyFromBank(P0, SV), BuyFromBank(P1, CS), BuyFromBank(P0, DH), BuyFromBank(P1, MH))
        play(game, Bid(P0, CA, 200), Pass(P1))
        assert (shares_of(game, "PRR", 0), shares_of(game, "PRR", 1)) == (1, 0)

    def test_bo_brings_the_presidency(self) -> None:
        """5.2, 6.2, T-05, case 14: the par price is chosen at once, before anything else happens."""
        game = Position(classic()).auction()
        for player, private in ((P0, SV), (P1, CS), (P2, DH), (P3, MH), (P0, CA)):
            play(game, BuyFromBank(player, private))
        happened = play(game, BuyFromBank(P1, BO))
        assert PresidentChanged(BNO, P1) in happened
        assert (game.state.presidents[BNO], shares_of(game, "B&O", 1), game.state.money[1]) == (1, 2, 600 - 40 - 220)
        assert game.actors == (1,)
        assert game.state.round == RoundKind.AUCTION
        for action in (Pass(P1), BuyFromBank(P2, BO), StartCompany(P1, BNO, 100)):
            refused(game, action, Reason.MUST_ANSWER_FIRST)
        refused(game, SetPar(P2, BNO, 100), Reason.NOT_YOUR_TURN, 2)
        refused(game, SetPar(P1, PRR, 100), Reason.MUST_ANSWER_FIRST)
        refused(game, SetPar(P1, BNO, 101), Reason.NOT_A_PAR_PRICE, 101)
        assert list(game.legal_for(P1)) == [SetPar(P1, BNO, price) for price in (100, 90, 82, 76, 71, 67)]
        assert not game.legal_for(P0)
        holds_together(game)
        happened = play(game, SetPar(P1, BNO, 76))
        assert happened == [ParSet(BNO, 76), RoundStarted(RoundKind.STOCK, 1, 0)]
        assert (game.state.turn, game.state.priority) == (2, 2)
        assert game.state.money[1] == 340, "the certificate costs nothing more"

    def test_the_free_certificate_starts_the_railroad(self) -> None:
        """6.2: its shares are on sale in the first stock round."""
        game = Position(classic()).private("BO", 1).company("B&O", shares={1: 2}).stock_round(2, number=1)
        play(game, BuyShare(P2, BNO, BANK))
        assert game.state.money[2] == 600 - 100

    def test_ca_changes_hands_without_the_share(self) -> None:
        """T-05, case 15, #12272: the share stays with the first purchaser."""
        game = Position(classic()).share("PRR", 0).private("CA", 0).stock_round(1)
        play(game, BuyPrivate(P1, P1, CA, 100), Accept(P0))
        assert (owns(game, 1), shares_of(game, "PRR", 0), shares_of(game, "PRR", 1)) == ([CA], 1, 0)
        game = railroad().company("PRR", shares={0: 6, 1: 1}, money=500).operating_round("PRR")
        play(game, BuyPrivate(P0, treasury(PRR), CA, 100), Accept(P1))
        assert (owns(game, treasury(PRR)), shares_of(game, "PRR", 1)) == ([CA], 1)

    def test_bo_does_not_follow_the_presidency(self) -> None:
        """T-05, case 16."""
        game = Position(classic()).company("B&O", president=0, shares={0: 3, 1: 3}).private("BO", 0).stock_round()
        happened = play(game, SellShares(P0, BNO, 1))
        assert PresidentChanged(BNO, P1) in happened
        assert owns(game, 0) == [BO]


class TestIncome:
    def test_paid_before_anybody_operates(self) -> None:
        """7.0, case 20: to players and treasuries, and never into dividends."""
        game = railroad(money=0, privates="SV:1 CS:2 DH:PRR MH:3 CA:1 BO:0").stock_round()
        happened = pass_round(game)
        paid = [event for event in happened if isinstance(event, Paid)]
        assert paid == [
            Paid(BANK, P1, 5, Why.PRIVATE_INCOME),
            Paid(BANK, P2, 10, Why.PRIVATE_INCOME),
            Paid(BANK, treasury(PRR), 15, Why.PRIVATE_INCOME),
            Paid(BANK, P3, 20, Why.PRIVATE_INCOME),
            Paid(BANK, P1, 25, Why.PRIVATE_INCOME),
            Paid(BANK, P0, 30, Why.PRIVATE_INCOME),
        ]
        assert game.state.money[treasury(PRR)] == 15
        assert game.state.revenues[PRR] == 0

    def test_closed_companies_pay_nothing(self) -> None:
        """4.2."""
        game = Position(classic()).stock_round()
        assert not any(isinstance(event, Paid) for event in pass_round(game))

    def test_every_operating_round(self) -> None:
        """7.0: once in each of two rounds."""
        game = Position(classic(), phase="3").private("BO", 0).stock_round()
        pass_round(game)
        assert game.state.round == RoundKind.STOCK
        assert game.state.money[0] == 660

    def test_face_value_at_the_end(self) -> None:
        """8.0, case 24: player-owned only."""
        position = Position(classic()).company("PRR", shares={1: 6})
        game = position.private("SV", 0).private("BO", 0).private("CA", "PRR").stock_round()
        assert game.result().wealth == (840, 1200, 600, 600)


class TestSaleToARailroad:
    @pytest.mark.parametrize(("phase", "open_"), [("2", False), ("3", True), ("4", True)])
    def test_phases(self, phase: str, open_: bool) -> None:
        """3.3, 4.1, case 17: from the first 3-train on, until the first 5-train closes them all."""
        game = railroad(phase).operating_round("PRR")
        if open_:
            allowed(game, BuyPrivate(P0, treasury(PRR), CS, 40))
        else:
            refused(game, BuyPrivate(P0, treasury(PRR), CS, 40), Reason.NO_PRIVATE_SALES_YET)
            assert game.legal_for(P0).offers() == []

    @pytest.mark.parametrize(("private", "least", "most"), [(CS, 20, 80), (MH, 55, 220)])
    def test_half_to_double(self, private: Private, least: int, most: int) -> None:
        """4.1, case 17."""
        game = railroad().operating_round("PRR")
        buyer = treasury(PRR)
        refused(game, BuyPrivate(P0, buyer, private, least - 1), Reason.PRIVATE_PRICE, least, most)
        refused(game, BuyPrivate(P0, buyer, private, most + 1), Reason.PRIVATE_PRICE, least, most)
        offers = [offer for offer in game.legal_for(P0).offers() if offer.action == BuyPrivate(P0, buyer, private, least)]
        assert offers == [Offer(BuyPrivate(P0, buyer, private, least), least, most, 1)]

    def test_the_treasury_pays(self) -> None:
        """4.1, 7.1 note, case 17: what it has, and no more."""
        game = railroad(money=60).operating_round("PRR")
        refused(game, BuyPrivate(P0, treasury(PRR), CS, 61), Reason.NOT_ENOUGH_MONEY, 61, 60)
        offers = game.legal_for(P0).offers()
        assert Offer(BuyPrivate(P0, treasury(PRR), CS, 20), 20, 60, 1) in offers
        assert Offer(BuyPrivate(P0, treasury(PRR), MH, 55), 55, 60, 1) in offers
        happened = play(game, BuyPrivate(P0, treasury(PRR), CS, 60))
        assert happened == [Paid(treasury(PRR), P0, 60, Why.PRIVATE), PrivateMoved(CS, P0, treasury(PRR), 60)]
        assert owns(game, treasury(PRR)) == [CS]
        assert (game.state.money[0], game.state.money[treasury(PRR)]) == (660, 0)

    @pytest.mark.parametrize("step", ["track", "station", "dividend", "train"])
    def test_in_any_step(self, step: str) -> None:
        """4.1, case 17: at any time of its turn, several if it likes."""
        game = railroad().operating_round("PRR", step)
        play(game, BuyPrivate(P0, treasury(PRR), CS, 40), BuyPrivate(P0, treasury(PRR), MH, 100))
        assert owns(game, treasury(PRR)) == [CS, MH]
        assert game.state.operating == PRR

    def test_only_the_railroad_that_operates(self) -> None:
        """4.1: the buying corporation's turn, by its president."""
        game = railroad().operating_round("PRR")
        refused(game, BuyPrivate(P1, treasury(BNO), DH, 70), Reason.NOT_OPERATING, BNO)
        refused(game, BuyPrivate(P1, treasury(PRR), DH, 70), Reason.NOT_PRESIDENT, PRR)
        refused(game, BuyPrivate(P0, Holder(99), DH, 70), Reason.UNKNOWN_COMPANY)
        stock = railroad().stock_round()
        refused(stock, BuyPrivate(P0, treasury(PRR), CS, 40), Reason.NOT_OPERATING, PRR)

    def test_the_owner_is_asked(self) -> None:
        """4.1: mutually agreed; whoever offers may take it back while it is unanswered."""
        game = railroad().operating_round("PRR")
        offer = BuyPrivate(P0, treasury(PRR), DH, 100)
        happened = play(game, offer)
        assert happened == [OfferMade(P0, P1, False, DH, P1, treasury(PRR), 100)]
        assert game.actors == (1,)
        assert list(game.legal_for(P1)) == [Accept(P1), Decline(P1)]
        assert list(game.legal_for(P0)) == [Withdraw(P0)]
        refused(game, Accept(P0), Reason.NOT_YOUR_TURN, 0)
        refused(game, Withdraw(P1), Reason.NOT_YOUR_TURN, 1)
        refused(game, Pass(P0), Reason.MUST_ANSWER_FIRST)
        refused(game, BuyPrivate(P0, treasury(PRR), CS, 40), Reason.NOT_NOW)
        assert play(game, Decline(P1)) == [OfferAnswered(P1, False)]
        assert (owns(game, 1), game.actors) == ([DH, CA, BO], (0,))
        assert play(game, offer, Withdraw(P0))[-1] == OfferWithdrawn(P0)
        play(game, offer, Accept(P1))
        assert (owns(game, treasury(PRR)), game.state.money[1]) == ([DH], 700)
        refused(game, Accept(P1), Reason.NOT_NOW)

    def test_a_railroad_does_not_sell(self) -> None:
        """4.1: bought by railroads but not sold by them."""
        game = railroad(privates="CS:B&O MH:PRR").operating_round("PRR")
        for private in (CS, MH):
            refused(game, BuyPrivate(P0, treasury(PRR), private, 60), Reason.NOT_FOR_SALE, private)
        refused(game, BuyPrivate(P0, treasury(PRR), SV, 20), Reason.NOT_FOR_SALE, SV)

    def test_bo_goes_to_no_railroad(self) -> None:
        """T-05, case 16, R b0a59136."""
        game = railroad(privates="BO:0").operating_round("PRR")
        refused(game, BuyPrivate(P0, treasury(PRR), BO, 220), Reason.PRIVATE_STAYS_WITH_PLAYERS, BO)
        assert game.legal_for(P0).offers() == []

    @pytest.mark.parametrize(("open_at_start", "allowed_now"), [(False, False), (True, True)])
    def test_delayed_private_sales(self, open_at_start: bool, allowed_now: bool) -> None:
        """V-3.0: only after the stock round that follows the first 3-train."""
        position = railroad(delayed_private_sales=True).set(private_sales_open=open_at_start)
        game = position.operating_round("PRR")
        assert (BuyPrivate(P0, treasury(PRR), CS, 40) in game.legal) is allowed_now
        if not allowed_now:
            refused(game, BuyPrivate(P0, treasury(PRR), CS, 40), Reason.NO_PRIVATE_SALES_YET)

    def test_delayed_private_sales_open_with_the_next_set(self) -> None:
        """V-3.0: the set of operating rounds after a stock round in phase 3."""
        for phase, open_ in (("2", False), ("3", True)):
            game = railroad(phase, privates="", delayed_private_sales=True).stock_round()
            pass_round(game)
            assert game.state.private_sales_open is open_


class TestPowersOfABoughtCompany:
    def extra_lays(self, game: Game) -> list[LayTile]:
        return [action for action in game.legal_for(P0) if isinstance(action, LayTile) and action.private == CS]

    def test_cs_bought_before_the_track_step(self) -> None:
        """7.1, T-05, case 18: two lays in this turn."""
        game = railroad().operating_round("PRR")
        assert self.extra_lays(game) == []
        play(game, BuyPrivate(P0, treasury(PRR), CS, 40))
        extra = self.extra_lays(game)
        assert extra and {action.hex for action in extra} == {game.setup.hex_index["B20"]}
        play(game, extra[0])
        assert any(isinstance(action, LayTile) for action in game.legal_for(P0)), "the ordinary lay is still there"

    def test_cs_bought_after_the_track_step(self) -> None:
        """7.1, case 18: none until the next turn."""
        game = railroad().operating_round("PRR")
        play(game, Pass(P0), BuyPrivate(P0, treasury(PRR), CS, 40))
        assert self.extra_lays(game) == []
        assert game.state.operating == PRR

    def test_cs_at_any_time_by_option(self) -> None:
        """7.1 and option extra_tile: some tables allow it in the whole turn."""
        game = railroad(extra_tile=PowerTiming.WHOLE_TURN).operating_round("PRR")
        play(game, Pass(P0), BuyPrivate(P0, treasury(PRR), CS, 40))
        assert self.extra_lays(game)

    def test_cs_of_a_player_gives_nothing(self) -> None:
        """T-05, case 63: its owner must be a railroad."""
        game = railroad().operating_round("PRR")
        lay = LayTile(P0, PRR, game.setup.hex_index["B20"], game.setup.tile_index["A2"], 0, CS)
        refused(game, lay, Reason.NO_SUCH_POWER, CS)


class TestClosing:
    def test_bo_closes_with_the_first_train_from_the_bank(self) -> None:
        """4.2, T-05, case 16, R a7726f3b: whoever owns BO."""
        game = railroad(privates="BO:2 CA:1").operating_round("B&O", "train")
        assert PrivateClosed(BO) in play(game, buy_train(game, "3"))
        assert (game.state.privates[BO], game.state.privates[CA]) == (NOBODY, 1)

    def test_bo_closes_with_a_train_from_the_market_or_a_railroad(self) -> None:
        """4.2, case 16: whatever the source."""
        game = railroad().trains("pool", "3").operating_round("B&O", "train")
        assert PrivateClosed(BO) in play(game, buy_train(game, "3", "pool"))
        game = railroad().trains("PRR", "3").operating_round("B&O", "train")
        assert PrivateClosed(BO) not in play(game, buy_train(game, "3", "PRR", 50))
        assert PrivateClosed(BO) in play(game, Accept(P0))

    def test_other_railroads_do_not_close_bo(self) -> None:
        """4.2."""
        game = railroad().operating_round("PRR", "train")
        happened = play(game, buy_train(game, "3"))
        assert not any(isinstance(event, PrivateClosed) for event in happened)

    def test_the_first_5_train_closes_all(self) -> None:
        """3.5, 4.2, case 19: those of players and of railroads; the share that came with CA stays."""
        position = railroad(privates="CS:PRR DH:B&O SV:2 CA:1").phase("4", bank="")
        game = position.company("PRR", shares={0: 6, 1: 1}, money=500).operating_round("PRR", "train")
        happened = play(game, buy_train(game, "5"))
        assert [e.private for e in happened if isinstance(e, PrivateClosed)] == [SV, CS, DH, CA]
        assert set(game.state.privates) == {NOBODY}
        assert shares_of(game, "PRR", 1) == 1
        assert game.result().wealth[2] == 600

    def test_closed_companies_take_no_part(self) -> None:
        """4.2: neither sold nor exchanged."""
        game = railroad(privates="").operating_round("PRR")
        refused(game, BuyPrivate(P0, treasury(PRR), CS, 40), Reason.NOT_FOR_SALE, CS)
