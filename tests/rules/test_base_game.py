"""The base game: groups of private companies (1.3), loans and receivership (7.6.2, 7.7)."""

import pytest

from goldenspike.core.actions import (
    Accept,
    BidForChoice,
    BuyPrivate,
    BuyShare,
    BuyTrain,
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
from goldenspike.core.holders import BANK, POOL
from goldenspike.core.ledger import Ledger
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.certificate_limit import counted_certificates
from goldenspike.core.rules.dividend import distribute
from goldenspike.core.steps.running import DividendStep
from goldenspike.core.steps.trains import TrainStep
from goldenspike.core.title import RoundKind
from goldenspike.titles.g1830 import base
from helpers import (
    BM,
    BNO,
    BO,
    CA,
    CO,
    CPR,
    CS,
    DH,
    ERIE,
    MH,
    NNH,
    NONE,
    NYC,
    PRR,
    SV,
    Railroad,
    allowed,
    play,
    position,
    refused,
    treasury,
)

BOB, CAROL, TED, ALICE = range(4)
DIESEL = 5


def table(players: int = 4) -> Game:
    return Game(base(players))


def test_the_example_of_bob_carol_ted_and_alice() -> None:
    """1.3, case 2: who bids what, who chooses when, what each pays, and who has the priority deal."""
    game = table()
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
    game = table()
    play(game, Pass(BOB), Pass(CAROL), BidForChoice(TED, 5), BidForChoice(ALICE, 10))
    assert game.actors == (TED,)
    play(game, Pass(TED), ChooseGroup(ALICE, 3), SetPar(ALICE, BNO, 67), ChooseGroup(TED, 2))
    assert game.actors == (BOB,)
    play(game, ChooseGroup(BOB, 0))
    assert game.actors == (CAROL,)


def test_nobody_bids() -> None:
    """1.3: all choose clockwise from the banker, who has the priority deal."""
    game = table(3)
    play(game, Pass(0), Pass(1), Pass(2))
    play(game, ChooseGroup(0, 2), ChooseGroup(1, 1), ChooseGroup(2, 0), SetPar(2, BNO, 90))
    assert game.state.priority == 0
    assert [800 - game.state.money[player] for player in range(3)] == [180, 200, 240]


def test_a_par_that_the_owner_cannot_float_alone_is_legal() -> None:
    """1.3 example, case 4: Bob has 375 and sets 100."""
    game = table()
    play(game, Pass(0), Pass(1), Pass(2), Pass(3), ChooseGroup(0, 3))
    allowed(game, SetPar(0, BNO, 100))


def test_the_seventh_chooser_gets_no_group_and_pays_only_his_bid() -> None:
    """1.3, case 5 (ruling): six groups for seven players."""
    game = table(7)
    play(game, BidForChoice(0, 10))
    for player in range(1, 7):
        play(game, BidForChoice(player, 10 + 5 * player))
    for player in range(6):
        play(game, Pass(player))
    for player in (6, 5, 4, 3, 2):
        play(game, ChooseGroup(player, player - 2))
    play(game, ChooseGroup(1, 5), SetPar(1, BNO, 67))
    refused(game, ChooseGroup(0, 5), Reason.NO_SUCH_GROUP)
    play(game, ChooseGroup(0, NONE))
    assert game.state.money[0] == 350 - 10
    assert game.state.round == RoundKind.STOCK
    assert game.state.priority == 6


def test_bids_are_raised_by_five_and_leave_money_for_any_group() -> None:
    """1.3: each bid is five more; everybody must be able to pay the dearest group."""
    game = table()
    refused(game, BidForChoice(0, 4), Reason.BID_TOO_LOW)
    play(game, BidForChoice(0, 5))
    refused(game, BidForChoice(1, 9), Reason.BID_TOO_LOW)
    refused(game, BidForChoice(1, 381), Reason.MONEY_FOR_A_GROUP)
    offer = game.legal_for(1).offers()[0]
    assert (offer.lo, offer.hi) == (10, 380)
    assert offer.at(380) == BidForChoice(1, 380)


def receivership(**more: object) -> Game:
    """The example of 8.0: Bob's B&M has 310, he has 673, and a diesel costs 1100; Gerald holds 30%."""
    facts: dict[str, object] = {
        "railroads": {
            BM: Railroad(100, 0, {0: 4, 1: 3, POOL: 3}, money=310, stations=(("E23", 0),), operated=True),
            PRR: Railroad(67, 1, {1: 6, 2: 2}, money=500, trains=("5", "5"), stations=(("H12", 0),), operated=True),
        },
        "money": {0: 673, 1: 900, 2: 300},
        "phase": "6",
        "sold_trains": ("2",) * 6 + ("3",) * 5 + ("4",) * 4 + ("5",) + ("6",) * 2,
        "tiles": {"F22": ("57", 2)},
        "operating": BM,
        "step": TrainStep,
    }
    facts.update(more)
    return position(table(3), **facts)  # type: ignore[arg-type]


def test_the_bank_lends_what_is_missing() -> None:
    """7.6.2 and the example of 8.0, case 97: 1100 - 310 - 673 = 117."""
    game = receivership()
    bank = game.state.money[BANK]
    refused(game, Pass(0), Reason.MUST_BUY_TRAIN)
    refused(game, DeclareBankruptcy(0), Reason.CAN_STILL_PAY)
    refused(game, BuyTrain(0, BM, 3, treasury(PRR), 400), Reason.NOT_ENOUGH_MONEY)
    play(game, BuyTrain(0, BM, DIESEL, BANK, 1100))
    s = game.state
    assert s.loans[BM] == 117
    assert (s.money[0], s.money[treasury(BM)]) == (0, 0)
    assert s.money[BANK] == bank + 310 + 673


class TestLoansAndTheBank:
    """7.6.2, 7.7, 8.0 and ruling: the bank is judged by what it holds after the whole movement."""

    def with_bank(self, game: Game, left: int, **more: object) -> Game:
        """The same position with so much in the bank; player 1 has the rest."""
        money = {1: game.state.money[1] + game.state.money[BANK] - left}
        game = position(game, money=money, operating=BM, **more)  # type: ignore[arg-type]
        assert (game.state.money[BANK], game.state.bank_broken) == (left, False)
        return game

    @pytest.mark.parametrize("left", [1, 117, 118])
    def test_railroad_president_and_bank_pay_together(self, left: int) -> None:
        """7.6.2: the bank lends 117 of a price of 1100 that it receives."""
        game = self.with_bank(receivership(), left)
        happened = play(game, BuyTrain(0, BM, DIESEL, BANK, 1100))
        assert BankBroke() not in happened and not game.state.bank_broken
        assert game.state.money[BANK] == left + 310 + 673
        assert happened[:4] == [
            Paid(0, treasury(BM), 673, Why.HELP),
            Paid(BANK, treasury(BM), 117, Why.LOAN),
            Paid(treasury(BM), BANK, 1100, Why.TRAIN),
            LoanChanged(BM, 117, 117),
        ]

    def test_the_bank_pays_all_of_it(self) -> None:
        """7.6.2: neither railroad nor president has anything, so the bank lends what it receives."""
        game = self.with_bank(receivership(), 5)
        game = position(game, money={0: 0, treasury(BM): 0, 1: game.state.money[1] + 310 + 673})
        assert game.state.money[BANK] == 5
        play(game, BuyTrain(0, BM, DIESEL, BANK, 1100))
        assert (game.state.loans[BM], game.state.money[BANK], game.state.bank_broken) == (1100, 5, False)

    @pytest.mark.parametrize(
        ("owed", "left", "broken"),
        [(250, 1, False), (200, 1, False), (199, 1, True), (199, 2, False), (117, 84, False), (117, 83, True), (0, 201, False)],
    )
    def test_withheld_revenue_goes_straight_to_the_loan(self, owed: int, left: int, broken: bool) -> None:
        """7.7: of a revenue of 200 only what is not owed leaves the bank."""
        game = self.with_bank(receivership(step=DividendStep), left, step=DividendStep)
        game = position(game, loans=[0] * 7 + [owed], revenues=[0] * 7 + [200], money={0: 0, 1: game.state.money[1] + 673})
        happened = play(game, PayDividend(0, BM, Payout.WITHHOLD))
        assert (BankBroke() in happened, game.state.bank_broken) == (broken, broken)
        assert game.state.loans[BM] == max(0, owed - 200)
        assert game.state.money[treasury(BM)] == 310 + max(0, 200 - owed)
        assert game.state.money[BANK] == left - max(0, 200 - owed)

    def test_revenue_repays_the_loan_of_its_own_railroad(self) -> None:
        """7.7: although the manager wants to pay another one first, which is about his own money."""
        game = self.with_bank(receivership(step=DividendStep), 10, step=DividendStep)
        railroads = {PRR: Railroad(67, 0, {0: 4, 1: 3}, trains=("5", "5"), stations=(("H12", 0),), operated=True)}
        money = {0: 0, 1: game.state.money[1] + 673 + 500}
        game = position(game, railroads=railroads, loans=[50] + [0] * 6 + [100], revenues=[0] * 7 + [90], money=money)
        assert game.state.money[BANK] == 10
        play(game, ChooseLoan(0, PRR), PayDividend(0, BM, Payout.WITHHOLD))
        assert (game.state.loans[PRR], game.state.loans[BM]) == (50, 10)
        assert (game.state.money[BANK], game.state.bank_broken) == (10, False)

    def test_without_revenue_the_loan_stays(self) -> None:
        """7.7: nothing is repaid, and nothing is said about it."""
        game = receivership(loans=[0] * 7 + [117], money={0: 0, 1: 900, 2: 300})
        ledger = Ledger(game.setup, game.state.copy(), game.state)
        distribute(ledger, BM, 0, Payout.WITHHOLD)
        assert ledger.state.loans[BM] == 117
        assert not any(isinstance(event, LoanChanged) for event in ledger.events)


def in_stock_round() -> Game:
    game = receivership()
    play(game, BuyTrain(0, BM, DIESEL, BANK, 1100))
    loans = game.state.loans.copy()
    return position(
        receivership(operating=NONE, step=None),
        money={0: 0, 1: 900, 2: 300},
        round=RoundKind.STOCK,
        round_number=5,
        turn=1,
        operating=NONE,
        step=None,
        loans=loans,
    )


def test_a_managers_presidency_is_frozen_until_the_loan_is_repaid() -> None:
    """7.7, case 99: Gerald buys up to 50% and becomes president only when the loan is gone."""
    game = in_stock_round()
    assert game.state.loans[BM] == 117
    play(game, BuyShare(1, BM, POOL), Pass(1), Pass(2), Pass(0), BuyShare(1, BM, POOL), Pass(1))
    assert game.state.units(BM, 1) == 5
    assert game.state.presidents[BM] == 0
    game = position(game, operating=BM, step=DividendStep, turn=0, revenues=[0, 0, 0, 0, 0, 0, 0, 200])
    refused(game, PayDividend(0, BM, Payout.PAY), Reason.IN_RECEIVERSHIP)
    treasury_before = game.state.money[treasury(BM)]
    cell = game.state.cells[BM]
    play(game, PayDividend(0, BM, Payout.WITHHOLD))
    assert game.state.loans[BM] == 0
    assert game.state.money[treasury(BM)] == treasury_before + 200 - 117
    assert game.state.cells[BM] == game.setup.title.market.left(cell)
    assert game.state.presidents[BM] == 1


def test_a_manager_sells_neither_shares_nor_trains_of_it_but_others_may() -> None:
    """7.7, case 99."""
    game = position(in_stock_round(), turn=0)
    refused(game, SellShares(0, BM, 1), Reason.IN_RECEIVERSHIP)
    game = position(in_stock_round(), turn=1)
    play(game, SellShares(1, BM, 1))
    railroads = {
        BM: Railroad(100, 0, {0: 4, 1: 3, POOL: 3}, stations=(("E23", 0),), operated=True, trains=("D",)),
        PRR: Railroad(67, 1, {1: 6, 2: 2}, money=500, trains=("5",), stations=(("H12", 0),), operated=True),
    }
    game = receivership(railroads=railroads, operating=PRR, loans=[0, 0, 0, 0, 0, 0, 0, 117])
    refused(game, BuyTrain(1, PRR, DIESEL, treasury(BM), 100), Reason.IN_RECEIVERSHIP)


def test_every_income_of_the_manager_goes_to_the_loan_at_once() -> None:
    """7.7, case 98: the sale of other shares pays it down."""
    game = position(
        in_stock_round(),
        railroads={
            BM: Railroad(100, 0, {0: 4, 1: 3, POOL: 3}, stations=(("E23", 0),), operated=True, trains=("D",)),
            NYC: Railroad(71, 1, {1: 4, 0: 2}, operated=True, stations=(("E19", 0),)),
        },
        turn=0,
    )
    play(game, SellShares(0, NYC, 1))
    assert (game.state.money[0], game.state.loans[BM]) == (0, 117 - 71)
    play(game, SellShares(0, NYC, 1))
    assert (game.state.money[0], game.state.loans[BM]) == (71 * 2 - 117, 0)


def managed(owed: int, **more: object) -> Game:
    """Player 0 manages the B&M, which owes a loan, and holds shares of player 1's PRR."""
    loans = [0] * 8
    loans[BM] = owed
    facts: dict[str, object] = {
        "railroads": {
            BM: Railroad(100, 0, {0: 4, 1: 3, POOL: 3}, stations=(("E23", 0),), trains=("D",), operated=True),
            PRR: Railroad(67, 1, {1: 6, 0: 3}, money=500, trains=("5",), stations=(("H12", 0),), operated=True),
        },
        "money": {0: 0, 1: 900, 2: 300},
        "operating": PRR,
        "step": DividendStep,
        "turn": 1,
        "loans": loans,
        "revenues": [100, 0, 0, 0, 0, 0, 0, 0],
    }
    facts.update(more)
    return position(table(3), **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(("owed", "left", "loan"), [(117, 0, 87), (30, 0, 0), (20, 10, 0)])
def test_a_dividend_of_the_manager_goes_to_the_loan(owed: int, left: int, loan: int) -> None:
    """7.7, case 98: three shares of a railroad that pays $10 each; what the loan does not need is his."""
    game = managed(owed)
    happened = play(game, PayDividend(1, PRR, Payout.PAY))
    assert (game.state.money[0], game.state.loans[BM]) == (left, loan)
    assert game.state.money[1] == 960, "others keep theirs"
    repaid = [event for event in happened if isinstance(event, LoanChanged)]
    assert [(event.company, event.amount, event.owed) for event in repaid] == [(BM, loan - owed, loan)]


@pytest.mark.parametrize(("owed", "left", "loan"), [(117, 0, 57), (60, 0, 0), (25, 35, 0)])
def test_a_private_company_that_the_manager_sells_pays_the_loan(owed: int, left: int, loan: int) -> None:
    """7.7, 4.1: to a railroad, at a price that both presidents agree on."""
    game = managed(owed, privates={CS: 0}, phase="4", step=TrainStep)
    play(game, BuyPrivate(1, treasury(PRR), CS, 60), Accept(0))
    assert game.state.privates[CS] == treasury(PRR)
    assert game.state.money[treasury(PRR)] == 440
    assert (game.state.money[0], game.state.loans[BM]) == (left, loan)


def test_a_private_company_sold_to_another_player_pays_the_loan() -> None:
    """7.7, 4.1: in a stock round likewise, and the presidency follows the shares once nothing is owed."""
    game = position(in_stock_round(), privates={CS: 0}, turn=0)
    assert game.state.loans[BM] == 117
    play(game, SellPrivate(0, CS, 1, 100), Accept(1))
    assert (game.state.money[0], game.state.money[1], game.state.loans[BM]) == (0, 800, 17)
    assert game.state.presidents[BM] == 0


def test_income_of_a_private_company_repays_before_the_next_turn() -> None:
    """7.7: it ends the receivership at once, so the one with the most shares runs the railroad in this round already."""
    loans = [0] * 8
    loans[BM] = 25
    game = position(
        table(3),
        railroads={BM: Railroad(100, 0, {0: 2, 1: 5}, trains=("4",), stations=(("E23", 0),), operated=True)},
        privates={CA: 0},
        money={0: 0, 1: 500, 2: 500},
        phase="4",
        operating=BM,
        step=TrainStep,
        operating_rounds=2,
        done=[True] * 8,
        loans=loans,
    )
    play(game, Pass(0))
    s = game.state
    assert (s.operating_round, s.operating) == (2, BM)
    assert (s.money[0], s.loans[BM]) == (0, 0)
    assert (s.presidents[BM], s.turn) == (1, 1)


def test_with_two_loans_the_player_says_which_is_paid_first() -> None:
    """7.7 note, case 100."""
    game = position(
        in_stock_round(),
        railroads={
            BM: Railroad(100, 0, {0: 4, 1: 3, POOL: 3}, stations=(("E23", 0),), operated=True, trains=("D",)),
            PRR: Railroad(100, 0, {0: 4, 1: 3}, stations=(("H12", 0),), operated=True, trains=("D",)),
            NYC: Railroad(71, 1, {1: 4, 0: 2}, operated=True, stations=(("E19", 0),)),
        },
        turn=0,
        loans=[50, 0, 0, 0, 0, 0, 0, 117],
    )
    play(game, ChooseLoan(0, BM))
    refused(game, ChooseLoan(0, NYC), Reason.NO_SUCH_LOAN)
    play(game, SellShares(0, NYC, 1))
    assert (game.state.loans[PRR], game.state.loans[BM]) == (50, 46)
    play(game, ChooseLoan(0, PRR), SellShares(0, NYC, 1))
    assert (game.state.loans[PRR], game.state.loans[BM]) == (0, 25)


def test_an_unpaid_loan_is_the_managers_debt() -> None:
    """7.7 at the end of the game, case 100 (ruling)."""
    game = in_stock_round()
    with_loan = game.result().wealth[0]
    assert position(game, loans=[0] * 8).result().wealth[0] == with_loan + 117


def test_a_player_may_hold_six_single_certificates_of_a_railroad_in_receivership() -> None:
    """5.3, case 101 (ruling): the limit is 60%, not five certificates."""
    game = in_stock_round()
    play(game, *[BuyShare(1, BM, POOL), Pass(1), Pass(2), Pass(0)] * 2, BuyShare(1, BM, POOL))
    assert game.state.units(BM, 1) == 6


def test_a_sale_whose_proceeds_cost_a_presidency_does_not_help() -> None:
    """5.3, 6.4, 7.7: it repays the loan, another becomes president, and a large certificate becomes two small ones."""
    full = {company: Railroad(67, 1, {0: 3, 1: 2, POOL: 5}) for company in (PRR, CPR, BNO, CO, ERIE)}
    railroads = {
        BM: Railroad(100, 0, {0: 4, 1: 5}, stations=(("E23", 0),), operated=True, trains=("D",)),
        NNH: Railroad(67, 1, {0: 2, 1: 3, POOL: 5}),
        NYC: Railroad(67, 1, {0: 1, 1: 5, POOL: 4}),
    }
    game = position(in_stock_round(), railroads={**full, **railroads}, turn=0, loans=[0] * 7 + [60])
    assert counted_certificates(game.setup, game.state, 0) == 21 == game.setup.certificate_limit + 1
    allowed(game, Pass(0))
    dear = position(game, loans=[0] * 7 + [68])
    refused(dear, Pass(0), Reason.MUST_SELL_FIRST)
    play(game, SellShares(0, NYC, 1))
    assert game.state.presidents[BM] == 1
    assert counted_certificates(game.setup, game.state, 0) == 21
    refused(game, Pass(0), Reason.MUST_SELL_FIRST)
    allowed(game, SellShares(0, BM, 1))


def test_a_manager_over_sixty_per_cent_plays_on() -> None:
    """5.3, 7.7: he may not sell shares of the railroad, so no sale helps."""
    railroads = {BM: Railroad(100, 0, {0: 7, 1: 3}, stations=(("E23", 0),), operated=True, trains=("D",))}
    game = position(in_stock_round(), railroads=railroads, turn=0)
    refused(game, SellShares(0, BM, 1), Reason.IN_RECEIVERSHIP)
    allowed(game, Pass(0))
    refused(position(game, loans=[0] * 8), Pass(0), Reason.MUST_SELL_FIRST)


@pytest.mark.parametrize("private", [SV, CS, DH, MH, CA, BO])
def test_groups_cost_the_sum_of_the_face_values(private: int) -> None:
    """1.3 (ruling): the CS costs 40, SV and BO together 240."""
    from goldenspike.core.steps.group_auction import group_cost, groups_of

    setup = base(6)
    group = next(group for group in groups_of(setup) if private in group)
    assert group_cost(setup, group) == setup.title.privates[private].price
    assert group_cost(base(3), groups_of(base(3))[0]) == 240
