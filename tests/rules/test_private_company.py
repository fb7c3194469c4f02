"""Private companies: what the first owner receives, income, sale to railroads, closing (3.5, 4.0, T-05)."""

import pytest

from goldenspike.core.actions import (
    Accept,
    Bid,
    BuyFromBank,
    BuyPrivate,
    BuyShare,
    BuyTrain,
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
from goldenspike.core.holders import BANK, NOBODY, POOL
from goldenspike.core.options import PowerTiming
from goldenspike.core.reasons import Reason
from goldenspike.core.steps.base import Offer
from goldenspike.core.steps.operating import StationStep, TrackStep
from goldenspike.core.steps.running import DividendStep
from goldenspike.core.steps.trains import TrainStep
from goldenspike.core.title import RoundKind
from helpers import (
    BNO,
    BO,
    CA,
    CS,
    DH,
    MH,
    PRR,
    SV,
    Railroad,
    after_auction,
    allowed,
    everybody_passes,
    holds_together,
    owns,
    play,
    position,
    refused,
    stock_round,
    table,
    treasury,
    units,
)


def operating(step: type = TrackStep, phase: str = "3", money: int = 500, **described: object) -> Game:
    """PRR operates for player 0, who owns CS and MH; player 1 owns DH, CA and BO and is president of the B&O."""
    standard: dict[str, object] = {
        "railroads": {
            PRR: Railroad(100, 0, {0: 6}, money=money, stations=(("H12", 0),), operated=True),
            BNO: Railroad(100, 1, {1: 6}, money=500, stations=(("I15", 0),), operated=True),
        },
        "privates": {CS: 0, MH: 0, DH: 1, CA: 1, BO: 1},
        "operating": PRR,
        "round_number": 2,
    }
    options = described.pop("options", {})
    assert isinstance(options, dict)
    return position(table(**options), phase=phase, step=step, **{**standard, **described})  # type: ignore[arg-type]


class TestFirstOwners:
    def test_ca_brings_a_share_of_prr(self) -> None:
        """T-05, case 13: at once and without payment."""
        game = table()
        for player, private in ((0, SV), (1, CS), (2, DH), (3, MH)):
            play(game, BuyFromBank(player, private))
        happened = play(game, BuyFromBank(0, CA))
        assert ShareMoved(PRR, BANK, 0, 1, 0) in happened
        assert (units(game, PRR, 0), units(game, PRR, BANK)) == (1, 9)
        assert game.state.money[0] == 600 - 20 - 160
        assert game.state.privates[CA] == 0, "that does not close CA"
        assert game.state.cells[PRR] == -1

    def test_ca_won_in_an_auction(self) -> None:
        """T-05: the purchaser, not the first bidder, gets the share."""
        game = table(2)
        play(game, Bid(0, CA, 165), Bid(1, CA, 170), *(BuyFromBank(n % 2, n) for n in range(4)))
        play(game, Bid(0, CA, 200), Pass(1))
        assert (units(game, PRR, 0), units(game, PRR, 1)) == (1, 0)

    def test_bo_brings_the_presidency(self) -> None:
        """5.2, 6.2, T-05, case 14: the par price is chosen at once, before anything else happens."""
        game = table()
        for private in range(5):
            play(game, BuyFromBank(private % 4, private))
        happened = play(game, BuyFromBank(1, BO))
        assert PresidentChanged(BNO, 1) in happened
        assert (game.state.presidents[BNO], units(game, BNO, 1), game.state.money[1]) == (1, 2, 600 - 40 - 220)
        assert game.actors == (1,)
        assert game.state.round == RoundKind.AUCTION
        for action in (Pass(1), BuyFromBank(2, BO), StartCompany(1, BNO, 100)):
            refused(game, action, Reason.MUST_ANSWER_FIRST)
        refused(game, SetPar(2, BNO, 100), Reason.NOT_YOUR_TURN, 2)
        refused(game, SetPar(1, PRR, 100), Reason.MUST_ANSWER_FIRST)
        refused(game, SetPar(1, BNO, 101), Reason.NOT_A_PAR_PRICE, 101)
        assert [action.price for action in game.legal_for(1)] == [100, 90, 82, 76, 71, 67]  # type: ignore[union-attr]
        assert not game.legal_for(0)
        holds_together(game)
        happened = play(game, SetPar(1, BNO, 76))
        assert happened == [ParSet(BNO, 76), RoundStarted(RoundKind.STOCK, 1, 0)]
        assert (game.state.turn, game.state.priority) == (2, 2)
        assert game.state.money[1] == 340, "the certificate costs nothing more"

    def test_the_free_certificate_starts_the_railroad(self) -> None:
        """6.2: its shares are on sale in the first stock round."""
        game = after_auction(4)
        play(game, BuyShare(2, BNO, BANK))
        assert game.state.money[2] == 600 - 70 - 100

    def test_ca_changes_hands_without_the_share(self) -> None:
        """T-05, case 15, #12272: the share stays with the first purchaser."""
        shares = [1, *[0] * 6, 9, 0, 0, *([0] * 7 + [10, 0, 0]) * 7]
        game = stock_round(shares=shares, privates={CA: 0}, turn=1)
        play(game, BuyPrivate(1, 1, CA, 100), Accept(0))
        assert (owns(game, 1), units(game, PRR, 0), units(game, PRR, 1)) == ([CA], 1, 0)
        railroads = {PRR: Railroad(100, 0, {0: 6, 1: 1}, money=500, stations=(("H12", 0),))}
        game = operating(railroads=railroads)
        play(game, BuyPrivate(0, treasury(PRR), CA, 100), Accept(1))
        assert (owns(game, treasury(PRR)), units(game, PRR, 1)) == ([CA], 1)

    def test_bo_does_not_follow_the_presidency(self) -> None:
        """T-05, case 16."""
        game = stock_round(railroads={BNO: Railroad(100, 0, {0: 3, 1: 3})}, privates={BO: 0})
        happened = play(game, SellShares(0, BNO, 1))
        assert PresidentChanged(BNO, 1) in happened
        assert owns(game, 0) == [BO]


class TestIncome:
    def test_paid_before_anybody_operates(self) -> None:
        """7.0, case 20: to players and treasuries, and never into dividends."""
        railroads = {PRR: Railroad(100, 0, {0: 6, 1: 4})}
        game = stock_round(railroads=railroads, privates={SV: 1, CS: 2, DH: treasury(PRR), MH: 3, CA: 1, BO: 0})
        happened = everybody_passes(game)
        paid = [event for event in happened if isinstance(event, Paid)]
        assert paid == [
            Paid(BANK, 1, 5, Why.PRIVATE_INCOME),
            Paid(BANK, 2, 10, Why.PRIVATE_INCOME),
            Paid(BANK, treasury(PRR), 15, Why.PRIVATE_INCOME),
            Paid(BANK, 3, 20, Why.PRIVATE_INCOME),
            Paid(BANK, 1, 25, Why.PRIVATE_INCOME),
            Paid(BANK, 0, 30, Why.PRIVATE_INCOME),
        ]
        assert game.state.money[treasury(PRR)] == 15
        assert game.state.revenues[PRR] == 0

    def test_closed_companies_pay_nothing(self) -> None:
        """4.2."""
        game = stock_round(privates={})
        assert not any(isinstance(event, Paid) for event in everybody_passes(game))

    def test_every_operating_round(self) -> None:
        """7.0: once in each of two rounds."""
        game = stock_round(privates={BO: 0}, phase="3")
        everybody_passes(game)
        assert game.state.round == RoundKind.STOCK
        assert game.state.money[0] == 660

    def test_face_value_at_the_end(self) -> None:
        """8.0, case 24: player-owned only."""
        game = stock_round(privates={SV: 0, BO: 0, CA: treasury(PRR)}, railroads={PRR: Railroad(100, 1, {1: 6})})
        assert game.result().wealth == (840, 1200, 600, 600)


class TestSaleToARailroad:
    @pytest.mark.parametrize(("phase", "open_"), [("2", False), ("3", True), ("4", True), ("5", False), ("6", False)])
    def test_phases(self, phase: str, open_: bool) -> None:
        """3.3, 3.4, 4.1, case 17: from the first 3-train on, until the first 5-train."""
        game = operating(phase=phase)
        if open_:
            allowed(game, BuyPrivate(0, treasury(PRR), CS, 40))
        else:
            refused(game, BuyPrivate(0, treasury(PRR), CS, 40), Reason.NO_PRIVATE_SALES_YET)
            assert game.legal_for(0).offers() == []

    @pytest.mark.parametrize(("private", "least", "most"), [(CS, 20, 80), (MH, 55, 220)])
    def test_half_to_double(self, private: int, least: int, most: int) -> None:
        """4.1, case 17."""
        game = operating()
        buyer = treasury(PRR)
        refused(game, BuyPrivate(0, buyer, private, least - 1), Reason.PRIVATE_PRICE, least, most)
        refused(game, BuyPrivate(0, buyer, private, most + 1), Reason.PRIVATE_PRICE, least, most)
        offers = [offer for offer in game.legal_for(0).offers() if offer.action == BuyPrivate(0, buyer, private, least)]
        assert offers == [Offer(BuyPrivate(0, buyer, private, least), least, most, 1)]

    def test_the_treasury_pays(self) -> None:
        """4.1, 7.1 note, case 17: what it has, and no more."""
        game = operating(money=60)
        refused(game, BuyPrivate(0, treasury(PRR), CS, 61), Reason.NOT_ENOUGH_MONEY, 61, 60)
        offers = game.legal_for(0).offers()
        assert Offer(BuyPrivate(0, treasury(PRR), CS, 20), 20, 60, 1) in offers
        assert Offer(BuyPrivate(0, treasury(PRR), MH, 55), 55, 60, 1) in offers
        happened = play(game, BuyPrivate(0, treasury(PRR), CS, 60))
        assert happened == [Paid(treasury(PRR), 0, 60, Why.PRIVATE), PrivateMoved(CS, 0, treasury(PRR), 60)]
        assert owns(game, treasury(PRR)) == [CS]
        assert (game.state.money[0], game.state.money[treasury(PRR)]) == (660, 0)

    @pytest.mark.parametrize("step", [TrackStep, StationStep, DividendStep, TrainStep])
    def test_in_any_step(self, step: type) -> None:
        """4.1, case 17: at any time of its turn, several if it likes."""
        game = operating(step)
        play(game, BuyPrivate(0, treasury(PRR), CS, 40), BuyPrivate(0, treasury(PRR), MH, 100))
        assert owns(game, treasury(PRR)) == [CS, MH]
        assert game.state.operating == PRR

    def test_only_the_railroad_that_operates(self) -> None:
        """4.1: the buying corporation's turn, by its president."""
        game = operating()
        refused(game, BuyPrivate(1, treasury(BNO), DH, 70), Reason.NOT_OPERATING, BNO)
        refused(game, BuyPrivate(1, treasury(PRR), DH, 70), Reason.NOT_PRESIDENT, PRR)
        refused(game, BuyPrivate(0, 99, DH, 70), Reason.UNKNOWN_COMPANY)
        stock = stock_round(railroads={PRR: Railroad(100, 0, {0: 6}, money=500)}, privates={CS: 0}, phase="3")
        refused(stock, BuyPrivate(0, treasury(PRR), CS, 40), Reason.NOT_OPERATING, PRR)

    def test_the_owner_is_asked(self) -> None:
        """4.1: mutually agreed; whoever offers may take it back while it is unanswered."""
        game = operating()
        offer = BuyPrivate(0, treasury(PRR), DH, 100)
        happened = play(game, offer)
        assert happened == [OfferMade(0, 1, False, DH, 1, treasury(PRR), 100)]
        assert game.actors == (1,)
        assert list(game.legal_for(1)) == [Accept(1), Decline(1)]
        assert list(game.legal_for(0)) == [Withdraw(0)]
        refused(game, Accept(0), Reason.NOT_YOUR_TURN, 0)
        refused(game, Withdraw(1), Reason.NOT_YOUR_TURN, 1)
        refused(game, Pass(0), Reason.MUST_ANSWER_FIRST)
        refused(game, BuyPrivate(0, treasury(PRR), CS, 40), Reason.NOT_NOW)
        assert play(game, Decline(1)) == [OfferAnswered(1, False)]
        assert (owns(game, 1), game.actors) == ([DH, CA, BO], (0,))
        assert play(game, offer, Withdraw(0))[-1] == OfferWithdrawn(0)
        play(game, offer, Accept(1))
        assert (owns(game, treasury(PRR)), game.state.money[1]) == ([DH], 700)
        refused(game, Accept(1), Reason.NOT_NOW)

    def test_a_railroad_does_not_sell(self) -> None:
        """4.1: bought by railroads but not sold by them."""
        game = operating(privates={CS: treasury(BNO), MH: treasury(PRR)})
        for private in (CS, MH):
            refused(game, BuyPrivate(0, treasury(PRR), private, 60), Reason.NOT_FOR_SALE, private)
        refused(game, BuyPrivate(0, treasury(PRR), SV, 20), Reason.NOT_FOR_SALE, SV)

    def test_bo_goes_to_no_railroad(self) -> None:
        """T-05, case 16, R b0a59136."""
        game = operating(privates={BO: 0})
        refused(game, BuyPrivate(0, treasury(PRR), BO, 220), Reason.PRIVATE_STAYS_WITH_PLAYERS, BO)
        assert game.legal_for(0).offers() == []

    @pytest.mark.parametrize(("open_at_start", "allowed_now"), [(False, False), (True, True)])
    def test_delayed_private_sales(self, open_at_start: bool, allowed_now: bool) -> None:
        """V-3.0: only after the stock round that follows the first 3-train."""
        game = operating(options={"delayed_private_sales": True}, private_sales_open=open_at_start)
        assert (BuyPrivate(0, treasury(PRR), CS, 40) in game.legal) is allowed_now
        if not allowed_now:
            refused(game, BuyPrivate(0, treasury(PRR), CS, 40), Reason.NO_PRIVATE_SALES_YET)

    def test_delayed_private_sales_open_with_the_next_set(self) -> None:
        """V-3.0: the set of operating rounds after a stock round in phase 3."""
        for phase, open_ in (("2", False), ("3", True)):
            game = stock_round(options={"delayed_private_sales": True}, phase=phase, privates={})
            game = position(game, railroads={PRR: Railroad(100, 0, {0: 6}, money=500)})
            everybody_passes(game)
            assert game.state.private_sales_open is open_


class TestPowersOfABoughtCompany:
    def extra_lays(self, game: Game) -> list[LayTile]:
        return [action for action in game.legal_for(0) if isinstance(action, LayTile) and action.private == CS]

    def test_cs_bought_before_the_track_step(self) -> None:
        """7.1, T-05, case 18: two lays in this turn."""
        game = operating()
        assert self.extra_lays(game) == []
        play(game, BuyPrivate(0, treasury(PRR), CS, 40))
        extra = self.extra_lays(game)
        assert extra and {action.hex for action in extra} == {game.setup.hex_index["B20"]}
        play(game, extra[0])
        assert any(isinstance(action, LayTile) for action in game.legal_for(0)), "the ordinary lay is still there"

    def test_cs_bought_after_the_track_step(self) -> None:
        """7.1, case 18: none until the next turn."""
        game = operating()
        play(game, Pass(0), BuyPrivate(0, treasury(PRR), CS, 40))
        assert self.extra_lays(game) == []
        assert game.state.operating == PRR

    def test_cs_at_any_time_by_option(self) -> None:
        """7.1 and option extra_tile: some tables allow it in the whole turn."""
        game = operating(options={"extra_tile": PowerTiming.WHOLE_TURN})
        play(game, Pass(0), BuyPrivate(0, treasury(PRR), CS, 40))
        assert self.extra_lays(game)

    def test_cs_of_a_player_gives_nothing(self) -> None:
        """T-05, case 63: its owner must be a railroad."""
        game = operating()
        lay = LayTile(0, PRR, game.setup.hex_index["B20"], game.setup.tile_index["A2"], 0, CS)
        refused(game, lay, Reason.NO_SUCH_POWER, CS)


class TestClosing:
    def test_bo_closes_with_the_first_train_from_the_bank(self) -> None:
        """4.2, T-05, case 16, R a7726f3b: whoever owns BO."""
        game = operating(TrainStep, operating=BNO, privates={BO: 2, CA: 1})
        train = BuyTrain(1, BNO, game.setup.train_index["2"], BANK, 80)
        assert PrivateClosed(BO) in play(game, train)
        assert (game.state.privates[BO], game.state.privates[CA]) == (NOBODY, 1)

    def test_bo_closes_with_a_train_from_the_market_or_a_railroad(self) -> None:
        """4.2, case 16: whatever the source."""
        game = operating(TrainStep, operating=BNO, market_trains=("3",))
        assert PrivateClosed(BO) in play(game, BuyTrain(1, BNO, game.setup.train_index["3"], POOL, 180))
        railroads = {
            PRR: Railroad(100, 0, {0: 6}, trains=("3",), stations=(("H12", 0),)),
            BNO: Railroad(100, 1, {1: 6}, money=500, stations=(("I15", 0),)),
        }
        game = operating(TrainStep, operating=BNO, railroads=railroads)
        offer = BuyTrain(1, BNO, game.setup.train_index["3"], treasury(PRR), 50)
        assert PrivateClosed(BO) not in play(game, offer)
        assert PrivateClosed(BO) in play(game, Accept(0))

    def test_other_railroads_do_not_close_bo(self) -> None:
        """4.2."""
        game = operating(TrainStep)
        happened = play(game, BuyTrain(0, PRR, game.setup.train_index["2"], BANK, 80))
        assert not any(isinstance(event, PrivateClosed) for event in happened)

    def test_the_first_5_train_closes_all(self) -> None:
        """3.5, 4.2, case 19: those of players and of railroads; the share that came with CA stays."""
        sold = ("2",) * 6 + ("3",) * 5 + ("4",) * 4
        privates = {CS: treasury(PRR), DH: treasury(BNO), SV: 2, CA: 1}
        railroads = {PRR: Railroad(100, 0, {0: 6, 1: 1}, money=500, stations=(("H12", 0),))}
        game = operating(TrainStep, phase="4", sold_trains=sold, privates=privates, railroads=railroads)
        happened = play(game, BuyTrain(0, PRR, game.setup.train_index["5"], BANK, 450))
        assert [e.private for e in happened if isinstance(e, PrivateClosed)] == [SV, CS, DH, CA]
        assert set(game.state.privates) == {NOBODY}
        assert units(game, PRR, 1) == 1
        assert game.result().wealth[2] == 600

    def test_closed_companies_take_no_part(self) -> None:
        """4.2: neither sold nor exchanged."""
        game = operating(privates={})
        refused(game, BuyPrivate(0, treasury(PRR), CS, 40), Reason.NOT_FOR_SALE, CS)
