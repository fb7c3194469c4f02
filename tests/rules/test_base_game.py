"""The base game: groups of private companies (1.3), loans and receivership (7.6.2, 7.7)."""

import pytest

from goldenspike.core.actions import (
    Accept,
    BidForChoice,
    BuyPrivate,
    BuyShare,
    ChooseGroup,
    ChooseLoan,
    DeclareBankruptcy,
    Pass,
    PayDividend,
    Payout,
    SellPrivate,
    SellShares,
    SetPar,
)
from goldenspike.core.events import BankBroke, LoanChanged, Paid, Why
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, POOL, treasury
from goldenspike.core.ids import NONE, Private
from goldenspike.core.ledger import Ledger
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.certificate_limit import counted_certificates
from goldenspike.core.rules.dividend import distribute
from goldenspike.core.steps.group_auction import group_cost, groups_of
from goldenspike.core.title import RoundKind
from goldenspike.testing import Position
from goldenspike.testing.by_name import buy_train, money_of, shares_of
from goldenspike.testing.checks import allowed, passes, play, refused
from goldenspike.titles.g1830 import base
from names_1830 import BM, BNO, BO, CA, CS, DH, MH, NYC, PRR, SV
from players import P0, P1, P2, P3, P4, P5, P6

BOB, CAROL, TED, ALICE = P0, P1, P2, P3


def test_the_example_of_bob_carol_ted_and_alice() -> None:
    """1.3, case 2: who bids what, who chooses when, what each pays, and who has the priority deal."""
    game = Position(base()).auction()
    play(
        game,
        BidForChoice(BOB, 5),
        Pass(CAROL),
        BidForChoice(TED, 10),
        BidForChoice(ALICE, 20),
        Pass(BOB),
        BidForChoice(TED, 25),
    )
    refused(game, BidForChoice(CAROL, 40), Reason.NOT_YOUR_TURN)
    play(game, BidForChoice(ALICE, 30), Pass(TED))
    assert game.actors == (ALICE,)
    play(game, ChooseGroup(ALICE, 2))
    refused(game, ChooseGroup(TED, 2), Reason.NO_SUCH_GROUP)
    play(game, ChooseGroup(TED, 1), ChooseGroup(BOB, 3))
    assert game.actors == (BOB,), "the BO's owner sets the par price at once"
    play(game, SetPar(BOB, BNO, 100), ChooseGroup(CAROL, 0))
    s = game.state
    assert [600 - s.money[player] for player in (ALICE, TED, BOB, CAROL)] == [190, 135, 225, 130]
    assert s.money[BOB] == 375
    assert s.privates == [CAROL, TED, TED, CAROL, ALICE, BOB]
    assert s.units(PRR, ALICE) == 1
    assert s.presidents[BNO] == BOB
    assert (s.round, s.round_number, s.turn, s.priority) == (RoundKind.STOCK, 1, ALICE, ALICE)


def test_players_without_a_bid_choose_clockwise_from_the_banker() -> None:
    """1.3, case 3: two never bid; a player who passed may not come back."""
    game = Position(base()).auction()
    play(game, Pass(BOB), Pass(CAROL), BidForChoice(TED, 5), BidForChoice(ALICE, 10))
    assert game.actors == (TED,)
    play(game, Pass(TED), ChooseGroup(ALICE, 3), SetPar(ALICE, BNO, 67), ChooseGroup(TED, 2))
    assert game.actors == (BOB,)
    play(game, ChooseGroup(BOB, 0))
    assert game.actors == (CAROL,)


def test_nobody_bids() -> None:
    """1.3: all choose clockwise from the banker, who has the priority deal."""
    game = Position(base(3)).auction()
    play(game, Pass(P0), Pass(P1), Pass(P2))
    play(game, ChooseGroup(P0, 2), ChooseGroup(P1, 1), ChooseGroup(P2, 0), SetPar(P2, BNO, 90))
    assert game.state.priority == 0
    assert [800 - game.state.money[player] for player in game.setup.all_players] == [180, 200, 240]


def test_a_par_that_the_owner_cannot_float_alone_is_legal() -> None:
    """1.3 example, case 4: Bob has 375 and sets 100."""
    game = Position(base()).auction()
    play(game, Pass(P0), Pass(P1), Pass(P2), Pass(P3), ChooseGroup(P0, 3))
    allowed(game, SetPar(P0, BNO, 100))


def test_the_seventh_chooser_gets_no_group_and_pays_only_his_bid() -> None:
    """1.3, case 5 (ruling): six groups for seven players."""
    game = Position(base(7)).auction()
    for player in game.setup.all_players:
        play(game, BidForChoice(player, 10 + 5 * player))
    passes(game, 6)
    for player in (P6, P5, P4, P3, P2):
        play(game, ChooseGroup(player, player - 2))
    play(game, ChooseGroup(P1, 5), SetPar(P1, BNO, 67))
    refused(game, ChooseGroup(P0, 5), Reason.NO_SUCH_GROUP)
    play(game, ChooseGroup(P0, NONE))
    assert game.state.money[0] == 350 - 10
    assert game.state.round == RoundKind.STOCK
    assert game.state.priority == 6


def test_bids_are_raised_by_five_and_leave_money_for_any_group() -> None:
    """1.3: each bid is five more; everybody must be able to pay the dearest group."""
    game = Position(base()).auction()
    refused(game, BidForChoice(P0, 4), Reason.BID_TOO_LOW)
    play(game, BidForChoice(P0, 5))
    refused(game, BidForChoice(P1, 9), Reason.BID_TOO_LOW)
    refused(game, BidForChoice(P1, 381), Reason.MONEY_FOR_A_GROUP)
    offer = game.legal_for(P1).offers()[0]
    assert (offer.lo, offer.hi) == (10, 380)
    assert offer.at(380) == BidForChoice(P1, 380)


def receivership(loan: int = 0) -> Position:
    """The example of 8.0: Bob's B&M has 310, he has 673, and a diesel costs 1100; Gerald holds 30%.

    With a loan Bob has nothing: all of his money has gone into it.
    """
    position = Position(base(3)).phase("6", bank="D D D D D D").tile("F22", "57", "W E")
    position.company("B&M", shares={0: 4, 1: 3, "pool": 3}, money=310, loan=loan)
    position.company("PRR", par=67, shares={1: 6, 2: 2}, money=500, trains="5 5")
    return position.money(0, 0 if loan else 673).money(1, 900).money(2, 300)


def test_the_bank_lends_what_is_missing() -> None:
    """7.6.2 and the example of 8.0, case 97: 1100 - 310 - 673 = 117."""
    game = receivership().operating_round("B&M", "train")
    bank = money_of(game, "bank")
    refused(game, Pass(P0), Reason.MUST_BUY_TRAIN)
    refused(game, DeclareBankruptcy(P0), Reason.CAN_STILL_PAY)
    refused(game, buy_train(game, "5", "PRR", 400), Reason.NOT_ENOUGH_MONEY)
    play(game, buy_train(game, "D"))
    assert game.state.loans[BM] == 117
    assert (money_of(game, 0), money_of(game, "B&M")) == (0, 0)
    assert money_of(game, "bank") == bank + 310 + 673


class TestLoansAndTheBank:
    """7.6.2, 7.7, 8.0 and ruling: the bank is judged by what it holds after the whole movement."""

    def with_bank(self, left: int, position: Position) -> Position:
        """The position with so much in the bank; player 1 has the rest."""
        game = position.stock_round()
        return position.money(1, money_of(game, 1) + money_of(game, "bank") - left)

    @pytest.mark.parametrize("left", [1, 117, 118])
    def test_railroad_president_and_bank_pay_together(self, left: int) -> None:
        """7.6.2: the bank lends 117 of a price of 1100 that it receives."""
        game = self.with_bank(left, receivership()).operating_round("B&M", "train")
        happened = play(game, buy_train(game, "D"))
        assert BankBroke() not in happened and not game.state.bank_broken
        assert game.state.money[BANK] == left + 310 + 673
        assert happened[:4] == [
            Paid(P0, treasury(BM), 673, Why.HELP),
            Paid(BANK, treasury(BM), 117, Why.LOAN),
            Paid(treasury(BM), BANK, 1100, Why.TRAIN),
            LoanChanged(BM, 117, 117),
        ]

    def test_the_bank_pays_all_of_it(self) -> None:
        """7.6.2: neither railroad nor president has anything, so the bank lends what it receives."""
        game = self.with_bank(5, receivership().money(0, 0).money("B&M", 0)).operating_round("B&M", "train")
        play(game, buy_train(game, "D"))
        assert (game.state.loans[BM], game.state.money[BANK], game.state.bank_broken) == (1100, 5, False)

    @pytest.mark.parametrize(
        ("owed", "left", "broken"),
        [(250, 1, False), (200, 1, False), (199, 1, True), (199, 2, False), (117, 84, False), (117, 83, True), (0, 201, False)],
    )
    def test_withheld_revenue_goes_straight_to_the_loan(self, owed: int, left: int, broken: bool) -> None:
        """7.7: of a revenue of 200 only what is not owed leaves the bank."""
        game = self.with_bank(left, receivership(owed)).operating_round("B&M", "dividend", revenue=200)
        happened = play(game, PayDividend(P0, BM, Payout.WITHHOLD))
        assert (BankBroke() in happened, game.state.bank_broken) == (broken, broken)
        assert game.state.loans[BM] == max(0, owed - 200)
        assert game.state.money[treasury(BM)] == 310 + max(0, 200 - owed)
        assert game.state.money[BANK] == left - max(0, 200 - owed)

    def test_revenue_repays_the_loan_of_its_own_railroad(self) -> None:
        """7.7: although the manager wants to pay another one first, which is about his own money."""
        position = receivership(100).company("PRR", par=67, shares={0: 4, 1: 3}, trains="5 5", loan=50)
        game = self.with_bank(10, position).operating_round("B&M", "dividend", revenue=90)
        play(game, ChooseLoan(P0, PRR), PayDividend(P0, BM, Payout.WITHHOLD))
        assert (game.state.loans[PRR], game.state.loans[BM]) == (50, 10)
        assert (game.state.money[BANK], game.state.bank_broken) == (10, False)

    def test_without_revenue_the_loan_stays(self) -> None:
        """7.7: nothing is repaid, and nothing is said about it."""
        game = receivership(117).operating_round("B&M", "dividend")
        ledger = Ledger(game.setup, game.state.copy(), game.state)
        distribute(ledger, BM, 0, Payout.WITHHOLD)
        assert ledger.state.loans[BM] == 117
        assert not any(isinstance(event, LoanChanged) for event in ledger.events)


def indebted() -> Position:
    """The B&M has bought the diesel and owes 117."""
    return receivership(117).phase("D").money("B&M", 0).trains("B&M", "D")


def test_a_managers_presidency_is_frozen_until_the_loan_is_repaid() -> None:
    """7.7, case 99: Gerald buys up to 50% and becomes president only when the loan is gone."""
    game = indebted().stock_round(1)
    play(game, BuyShare(P1, BM, POOL), Pass(P1), Pass(P2), Pass(P0), BuyShare(P1, BM, POOL), Pass(P1))
    assert shares_of(game, "B&M", 1) == 5
    assert game.state.presidents[BM] == 0
    game = Position.of(game).operating_round("B&M", "dividend", revenue=200)
    refused(game, PayDividend(P0, BM, Payout.PAY), Reason.IN_RECEIVERSHIP)
    cell = game.state.cells[BM]
    play(game, PayDividend(P0, BM, Payout.WITHHOLD))
    assert game.state.loans[BM] == 0
    assert money_of(game, "B&M") == 200 - 117
    assert game.state.cells[BM] == game.setup.title.market.left(cell)
    assert game.state.presidents[BM] == 1


def test_a_manager_sells_neither_shares_nor_trains_of_it_but_others_may() -> None:
    """7.7, case 99."""
    refused(indebted().stock_round(0), SellShares(P0, BM, 1), Reason.IN_RECEIVERSHIP)
    play(indebted().stock_round(1), SellShares(P1, BM, 1))
    game = indebted().trains("PRR", "5").operating_round("PRR", "train")
    refused(game, buy_train(game, "D", "B&M", 100), Reason.IN_RECEIVERSHIP)


def test_every_income_of_the_manager_goes_to_the_loan_at_once() -> None:
    """7.7, case 98: the sale of other shares pays it down."""
    game = indebted().company("NYC", par=71, shares={1: 4, 0: 2}).stock_round()
    play(game, SellShares(P0, NYC, 1))
    assert (money_of(game, 0), game.state.loans[BM]) == (0, 117 - 71)
    play(game, SellShares(P0, NYC, 1))
    assert (money_of(game, 0), game.state.loans[BM]) == (71 * 2 - 117, 0)


def managed(owed: int, phase: str = "5") -> Position:
    """Player 0 manages the B&M, which owes a loan, and holds shares of player 1's PRR; both have a train of the phase."""
    position = Position(base(3), phase=phase).money(0, 0).money(1, 900).money(2, 300)
    position.company("B&M", shares={0: 4, 1: 3, "pool": 3}, trains=phase, loan=owed)
    return position.company("PRR", par=67, shares={1: 6, 0: 3}, money=500, trains=phase)


@pytest.mark.parametrize(("owed", "left", "loan"), [(117, 0, 87), (30, 0, 0), (20, 10, 0)])
def test_a_dividend_of_the_manager_goes_to_the_loan(owed: int, left: int, loan: int) -> None:
    """7.7, case 98: three shares of a railroad that pays $10 each; what the loan does not need is his."""
    game = managed(owed).operating_round("PRR", "dividend", revenue=100)
    happened = play(game, PayDividend(P1, PRR, Payout.PAY))
    assert (game.state.money[0], game.state.loans[BM]) == (left, loan)
    assert game.state.money[1] == 960, "others keep theirs"
    repaid = [event for event in happened if isinstance(event, LoanChanged)]
    assert [(event.company, event.amount, event.owed) for event in repaid] == [(BM, loan - owed, loan)]


@pytest.mark.parametrize(("owed", "left", "loan"), [(117, 0, 57), (60, 0, 0), (25, 35, 0)])
def test_a_private_company_that_the_manager_sells_pays_the_loan(owed: int, left: int, loan: int) -> None:
    """7.7, 4.1: to a railroad, at a price that both presidents agree on."""
    game = managed(owed, "4").private("CS", 0).operating_round("PRR", "train")
    play(game, BuyPrivate(P1, treasury(PRR), CS, 60), Accept(P0))
    assert game.state.privates[CS] == treasury(PRR)
    assert game.state.money[treasury(PRR)] == 440
    assert (game.state.money[0], game.state.loans[BM]) == (left, loan)


def test_a_private_company_sold_to_another_player_pays_the_loan() -> None:
    """7.7, 4.1: in a stock round likewise, and the presidency follows the shares once nothing is owed."""
    game = managed(117, "4").private("CS", 0).stock_round()
    play(game, SellPrivate(P0, CS, P1, 100), Accept(P1))
    assert (game.state.money[0], game.state.money[1], game.state.loans[BM]) == (0, 800, 17)
    assert game.state.presidents[BM] == 0


def test_income_of_a_private_company_repays_before_the_next_turn() -> None:
    """7.7: it ends the receivership at once, so the one with the most shares runs the railroad in this round already."""
    position = Position(base(3), phase="4").private("CA", 0).money(0, 0)
    position.company("B&M", president=0, shares={0: 2, 1: 5}, trains="4", loan=25)
    game = position.operating_round("B&M", "train", rounds=2)
    play(game, Pass(P0))
    s = game.state
    assert (s.operating_round, s.operating) == (2, BM)
    assert (s.money[0], s.loans[BM]) == (0, 0)
    assert (s.presidents[BM], s.turn) == (1, 1)


def test_with_two_loans_the_player_says_which_is_paid_first() -> None:
    """7.7 note, case 100."""
    position = indebted().company("NYC", par=71, shares={1: 4, 0: 2})
    game = position.company("PRR", shares={0: 4, 1: 3}, trains="D", loan=50).stock_round()
    play(game, ChooseLoan(P0, BM))
    refused(game, ChooseLoan(P0, NYC), Reason.NO_SUCH_LOAN)
    play(game, SellShares(P0, NYC, 1))
    assert (game.state.loans[PRR], game.state.loans[BM]) == (50, 46)
    play(game, ChooseLoan(P0, PRR), SellShares(P0, NYC, 1))
    assert (game.state.loans[PRR], game.state.loans[BM]) == (0, 25)


def test_an_unpaid_loan_is_the_managers_debt() -> None:
    """7.7 at the end of the game, case 100 (ruling)."""
    with_loan, without = indebted().stock_round(), indebted().set(loans=[0] * 8).stock_round()
    assert without.result().wealth[0] == with_loan.result().wealth[0] + 117


def test_a_player_may_hold_six_single_certificates_of_a_railroad_in_receivership() -> None:
    """5.3, case 101 (ruling): the limit is 60%, not five certificates."""
    game = indebted().stock_round(1)
    for _ in range(2):
        play(game, BuyShare(P1, BM, POOL))
        passes(game, 3)
    play(game, BuyShare(P1, BM, POOL))
    assert shares_of(game, "B&M", 1) == 6


def test_a_sale_whose_proceeds_cost_a_presidency_does_not_help() -> None:
    """5.3, 6.4, 7.7: it repays the loan, another becomes president, and a large certificate becomes two small ones."""

    def owing(loan: int) -> Game:
        """The pool has no room for shares that player 0 holds, but for one of the NYC."""
        position = Position(base(4)).phase("D").money(0, 0).company("NYC", par=67, shares={1: 4, 0: 2, "pool": 4})
        for president, names in ((2, "PRR CPR B&O"), (3, "C&O Erie NNH")):
            for name in names.split():
                position.company(name, par=67, shares={president: 3, 0: 2, "pool": 5})
        return position.company("B&M", president=0, shares={0: 4, 1: 5}, trains="D", loan=loan).stock_round()

    game = owing(60)
    assert counted_certificates(game.setup, game.state, P0) == 17 == game.setup.certificate_limit + 1
    allowed(game, Pass(P0))
    refused(owing(68), Pass(P0), Reason.MUST_SELL_FIRST)
    play(game, SellShares(P0, NYC, 1))
    assert game.state.presidents[BM] == 1
    assert counted_certificates(game.setup, game.state, P0) == 17
    refused(game, Pass(P0), Reason.MUST_SELL_FIRST)
    allowed(game, SellShares(P0, BM, 1))


def test_a_manager_over_sixty_per_cent_plays_on() -> None:
    """5.3, 7.7: he may not sell shares of the railroad, so no sale helps."""
    position = indebted().company("B&M", shares={0: 7, 1: 3}, trains="D", loan=117)
    game = position.stock_round()
    refused(game, SellShares(P0, BM, 1), Reason.IN_RECEIVERSHIP)
    allowed(game, Pass(P0))
    refused(position.set(loans=[0] * 8).stock_round(), Pass(P0), Reason.MUST_SELL_FIRST)


@pytest.mark.parametrize("private", [SV, CS, DH, MH, CA, BO])
def test_groups_cost_the_sum_of_the_face_values(private: Private) -> None:
    """1.3 (ruling): the CS costs 40, SV and BO together 240."""
    setup = base(6)
    group = next(group for group in groups_of(setup) if private in group)
    assert group_cost(setup, group) == setup.title.privates[private].price
    assert group_cost(base(3), groups_of(base(3))[0]) == 240
