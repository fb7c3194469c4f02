"""Game: what is legal, do it, take it back, copy it; and the auction and stock rounds hold together in random play."""

from dataclasses import fields, replace
from random import Random
from typing import get_args

import pytest

from goldenspike.core import events
from goldenspike.core.actions import Action, Bid, BuyFromBank, Pass, SellPrivate, SetPar, StartCompany
from goldenspike.core.events import EndReason, Event
from goldenspike.core.game import Game, Result, player_of
from goldenspike.core.holders import BANK, CHANCE, company_of_holder, is_company, is_player, treasury
from goldenspike.core.ids import Company, Holder
from goldenspike.core.ledger import Ledger
from goldenspike.core.options import (
    AuctionPass,
    BiddingOrder,
    BrownPurchases,
    Capital,
    PriceFall,
    PrivateTrading,
    Raises,
    SellOrder,
    ShareSales,
)
from goldenspike.core.reasons import IllegalAction, Reason, Refusal
from goldenspike.core.state import State
from goldenspike.core.steps.auction import AuctionStep
from goldenspike.core.title import RoundKind, Setup
from goldenspike.testing import Position
from goldenspike.testing.checks import passes, play, refused
from goldenspike.titles.g1830 import classic
from helpers import after_auction, holds_together
from names_1830 import BNO, BO, CA, PRR, SV
from players import P0, P1, P2, P3, P6


def test_a_plan_made_from_another_has_its_own_steps_beside_the_active_one() -> None:
    game = Position(classic(3)).auction()
    plan = game.setup.plan
    active = plan.step_at(game.state)
    assert plan.in_force(game.state).steps == (active, *plan.anytime)
    assert replace(plan, anytime=()).in_force(game.state).steps == (active,)


class TestLegal:
    def test_of_one_player_and_of_all(self) -> None:
        game = Position(classic(3)).auction()
        assert BuyFromBank(P0, SV) in game.legal
        assert BuyFromBank(P0, SV) in game.legal_for(P0)
        assert BuyFromBank(P0, SV) not in game.legal_for(P1), "that is not player 1's action"
        assert list(game.legal) == list(game.legal_for(P0))
        assert bool(game.legal_for(P0)) and not bool(game.legal_for(P1))

    def test_any_amount_of_an_offer_is_legal(self) -> None:
        """Enumeration names the lowest amount only."""
        game = Position(classic(3)).auction()
        assert Bid(P0, CA, 165) in list(game.legal)
        assert Bid(P0, CA, 166) not in list(game.legal)
        assert Bid(P0, CA, 166) in game.legal
        offers = game.legal.offers()
        assert [(offer.lo, offer.hi) for offer in offers] == [(45, 800), (75, 800), (115, 800), (165, 800), (225, 800)]

    def test_nothing_when_the_game_is_over(self) -> None:
        """8.0."""
        game = Position(classic()).set(round=RoundKind.OVER).stock_round()
        assert game.is_over and game.actors == () and not game.legal
        refused(game, Pass(P0), Reason.GAME_OVER)

    def test_questions_come_first(self) -> None:
        game = after_auction(4)
        game.pop()
        assert list(game.legal) == [SetPar(P1, BNO, price) for price in (100, 90, 82, 76, 71, 67)]


class TestPushAndPop:
    def test_an_action_found_legal_is_judged_anew_in_another_state(self) -> None:
        """`push` trusts what `refuse` found for the same action, but only in the same state."""
        game = Position(classic(3)).auction()
        purchase = BuyFromBank(P0, SV)
        assert game.refuse(purchase) is None
        game.push(Pass(P0))
        with pytest.raises(IllegalAction):
            game.push(purchase)
        game.pop()
        assert game.refuse(purchase) is None
        game.push(purchase)
        refused(game, purchase, Reason.NOT_YOUR_TURN)
        game.pop()
        game.push(purchase)
        assert game.ply == 1

    def test_pop_restores_an_equal_state(self) -> None:
        game = Position(classic()).auction()
        states = [game.state]
        actions: list[Action] = [Bid(P0, CA, 165), BuyFromBank(P1, SV), Pass(P2)]
        for action in actions:
            kept = game.state.copy()
            game.push(action)
            states.append(game.state)
            assert states[-2] == kept, "the state before is untouched"
        assert game.ply == 3 and game.actions == actions
        assert [game.state_at(ply) for ply in range(4)] == states
        for action in reversed(actions):
            assert game.pop() == action
        assert game.state is states[0] and game.ply == 0

    def test_old_states_are_found_again(self) -> None:
        """Only some of them are kept; the others are played again, with a copy of the game too."""
        game, chance, kept = Position(classic()).auction(), Random(18), []
        for _ in range(100):
            kept.append(game.state.copy())
            game.push(chance.choice(list(game.legal)))
        copy = game.copy()
        for ply in chance.sample(range(100), 100):
            assert game.state_at(ply) == kept[ply]
        for ply in reversed(range(100)):
            assert copy.pop() == game.actions[ply]
            assert copy.state == kept[ply]
        with pytest.raises(IndexError):
            copy.pop()

    def test_an_interrupted_push_changes_nothing(self) -> None:
        """Somebody may interrupt a program while the engine looks for a best run."""

        class InterruptedStep(AuctionStep):
            def apply(self, ledger: Ledger, action: Action) -> None:
                super().apply(ledger, action)
                raise KeyboardInterrupt

        setup = classic(3)
        game = Game(Setup(setup.title, setup.options, 3, replace(setup.plan, rounds={RoundKind.AUCTION: (InterruptedStep(),)})))
        game.state.round = RoundKind.AUCTION
        before, kept = game.state, game.state.copy()
        with pytest.raises(KeyboardInterrupt):
            game.push(Pass(P0))
        assert game.state is before and before == kept and game.ply == 0

    def test_no_state_beyond_the_last(self) -> None:
        with pytest.raises(LookupError):
            Position(classic()).auction().state_at(1)

    def test_an_illegal_action_says_why(self) -> None:
        game = Position(classic()).auction()
        with pytest.raises(IllegalAction) as raised:
            game.push(Bid(P0, CA, 164))
        assert raised.value.refusal == Refusal(Reason.BID_TOO_LOW, (165,))
        assert str(raised.value) == "bid_too_low (C-2.2.1): least=165"
        assert raised.value.action == Bid(P0, CA, 164)
        with pytest.raises(IllegalAction, match=r"^not_now \(2\.0\)$"):
            game.push(StartCompany(P0, PRR, 100))

    def test_copies_are_independent(self) -> None:
        game = after_auction(4)
        twin = game.copy()
        passes(twin, 1)
        play(twin, StartCompany(P3, PRR, 67))
        assert game.state != twin.state
        assert game.ply == 7 and twin.ply == 9
        assert game.state.money[3] == 490 and game.state.presidents[PRR] == -1
        twin.pop()
        twin.pop()
        assert twin.state == game.state

    def test_states_compare_by_content(self) -> None:
        assert after_auction(4).state == after_auction(4).state
        assert after_auction(4).state != after_auction(3).state


class TestResult:
    def test_wealth(self) -> None:
        """8.0: money, shares at their value, private companies at face value."""
        game = after_auction(4)
        assert game.result() == Result(EndReason.NONE, (420 + 20 + 160, 340 + 40 + 220 + 200, 530 + 70, 490 + 110))
        assert game.result().winners == (1,)

    def test_a_tie_has_several_winners(self) -> None:
        assert Position(classic(3)).auction().result().winners == (0, 1, 2)


class TestClosedUnions:
    def test_events(self) -> None:
        """Every event class of the module is in the union."""
        defined = {k for k in vars(events).values() if isinstance(k, type) and k.__module__ == events.__name__}
        assert set(get_args(Event)) == defined - {events.Why, events.EndReason}

    def test_reasons(self) -> None:
        """Codes differ; every reason has a paragraph."""
        assert len({reason.code for reason in Reason}) == len(Reason)
        assert all(reason.code and reason.paragraph for reason in Reason)
        assert Reason.POOL_LIMIT.facts == ("company",)

    def test_holders(self) -> None:
        assert company_of_holder(treasury(Company(3))) == 3
        assert is_company(treasury(Company(0))) and not is_company(Holder(9))
        assert is_player(P0) and is_player(P6) and not is_player(BANK) and not is_player(CHANCE)

    def test_who_acts(self) -> None:
        assert player_of(Pass(P2)) == 2

    def test_a_copy_of_a_state_has_every_field(self) -> None:
        """`State.copy` names the fields one by one, for speed."""
        state = after_auction(4).state
        for number, field in enumerate(fields(State)):
            value = getattr(state, field.name)
            if isinstance(value, bool):
                setattr(state, field.name, not value)
            elif isinstance(value, int):
                setattr(state, field.name, 1000 + number)
            elif isinstance(value, tuple):
                setattr(state, field.name, ((number,),) if field.name in ("pending", "sale_prices") else (number,))
            elif isinstance(value, list):
                setattr(state, field.name, value.copy())
        twin = state.copy()
        for field in fields(State):
            mine, copied = getattr(state, field.name), getattr(twin, field.name)
            assert copied is mine if isinstance(mine, list | dict) else copied == mine, field.name


OPTIONS: list[dict[str, object]] = [
    {},
    {"bidding_order": BiddingOrder.FREE_FOR_ALL, "sell_order": SellOrder.SELL_BUY, "capital": Capital.AT_ONCE},
    {"auction_pass": AuctionPass.OUT, "sell_order": SellOrder.BUY_SELL, "price_fall": PriceFall.PER_BLOCK},
    {"raises": Raises.MULTIPLES_OF_FIVE, "share_sales": ShareSales.ONE_AT_A_TIME, "brown_purchases": BrownPurchases.ALL},
    {"raises": Raises.EXACTLY_FIVE, "private_trading": PrivateTrading.UNRESTRICTED},
]


def wander(game: Game, chance: Random) -> None:
    """A random action; in operating rounds the shortest way through."""
    choices = list(game.legal)
    operating = game.state.round == RoundKind.OPERATING and not game.state.pending
    if operating and Pass(game.state.turn) in game.legal:
        game.push(Pass(game.state.turn))
        return
    offers = [offer for offer in game.legal.offers() if not isinstance(offer.action, SellPrivate)]
    if offers and chance.random() < 0.2:
        offer = chance.choice(offers)
        game.push(offer.at(chance.randrange(offer.lo, min(offer.hi, offer.lo + 60) + 1, offer.step)))
        return
    kinds = sorted({type(action) for action in choices if not isinstance(action, SellPrivate)}, key=lambda kind: kind.__name__)
    kind = chance.choice(kinds)
    game.push(chance.choice([action for action in choices if type(action) is kind]))


@pytest.mark.parametrize("players", range(2, 7))
def test_random_auctions_and_stock_rounds(players: int) -> None:
    """After every action nothing is lost, enumeration agrees with refusal, and popping restores the state."""
    chance = Random(players)
    game = Position(classic(players, **OPTIONS[players - 2])).auction()
    while not game.is_over and game.ply < 120:
        before = game.state
        kept = before.copy()
        wander(game, chance)
        assert before == kept
        if game.state.round in (RoundKind.AUCTION, RoundKind.STOCK) and (game.ply < 30 or game.ply % 3 == 0):
            holds_together(game)
    assert game.state.round_number > 0
    assert game.state.privates[BO] < players
    for _ in range(game.ply):
        game.pop()
    assert game.state == Position(classic(players, **OPTIONS[players - 2])).auction().state
