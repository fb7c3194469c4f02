"""Plans without a server: replaying, bringing up to date, assuming, comparing."""

import random
from collections.abc import Iterator
from dataclasses import fields

import pytest

from goldenspike.core.actions import Accept, Action, BuyPrivate, BuyShare, Decline, DrawSeats, Pass, SellShares
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import BANK, CHANCE, FIRST_COMPANY, treasury
from goldenspike.core.ids import Holder, Private
from goldenspike.core.options import Knowledge
from goldenspike.core.reasons import Reason
from goldenspike.core.state import State
from goldenspike.core.title import Setup
from goldenspike.plans import RiskKind, carried, grounded, outcome, own_part, remaining, replay, taken_back, unknown_holders
from goldenspike.testing.positions import Position
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1862 import standard
from names_1830 import NYC, PRR
from players import P0, P1, P2

BUSY = ("LayTile", "RunTrains", "BuyTrain", "BuyShare", "StartCompany", "BuyFromBank", "SetPar", "SellShares")


def random_action(game: Game, rng: random.Random) -> Action:
    actions = list(game.legal_for(game.actors[0]))
    busy = [action for action in actions if type(action).__name__ in BUSY]
    return rng.choice(busy if busy and rng.random() < 0.8 else actions)


def random_moves(game: Game, rng: random.Random, count: int) -> list[Action]:
    """Moves of everybody from here on, up to the next draw; the game itself stays as it is."""
    trial = Game(game.setup, game.state)
    moves: list[Action] = []
    while len(moves) < count and not trial.is_over and trial.actors != (CHANCE,):
        moves.append(random_action(trial, rng))
        trial.push(moves[-1])
    return moves


def positions(setup: Setup, seed: int) -> Iterator[tuple[Game, random.Random]]:
    """Some positions of a random game."""
    rng = random.Random(seed)
    game = Game(setup)
    for _ in range(8):
        for action in random_moves(game, rng, 25) or ([random_action(game, rng)] if not game.is_over else []):
            game.push(action)
        if not game.is_over and game.actors != (CHANCE,):
            yield game, rng


SETUPS = [classic(3), classic(4, knowledge=Knowledge.CLOSED), standard(4)]


@pytest.mark.parametrize("setup", SETUPS, ids=["1830", "closed", "1862"])
def test_a_plan_that_comes_true_leads_where_it_was_to_lead(setup: Setup) -> None:
    for game, rng in positions(setup, 1):
        seat = rng.choice(setup.all_players)
        moves = random_moves(game, rng, 12)
        planned = replay(setup, game.state, moves)
        assert planned.misfit is None and planned.actions == tuple(moves)
        for made in range(len(moves) + 1):
            now = replay(setup, game.state, moves[:made]).state
            left = remaining(setup, now, seat, moves, moves[:made])
            assert left == tuple(moves[made:])
            assert replay(setup, now, left).state == planned.state


@pytest.mark.parametrize("setup", SETUPS, ids=["1830", "closed", "1862"])
def test_after_any_moves_of_others_a_plan_is_replayed_until_it_no_longer_fits(setup: Setup) -> None:
    broken = 0
    for seed in range(3):
        for game, rng in positions(setup, seed):
            seat = rng.choice(setup.all_players)
            moves = random_moves(game, rng, 12)
            real = Game(setup, game.state)
            made: list[Action] = []
            while not real.is_over and real.actors not in ((CHANCE,), (seat,)) and len(made) < 9:
                made.append(random_action(real, rng))
                real.push(made[-1])
            left = remaining(setup, real.state, seat, moves, made)
            own = [move for move in moves if player_of(move) == seat]
            assert [move for move in left if player_of(move) == seat] == own, "no own move is lost"
            line = replay(setup, real.state, left)
            again = Game(setup, real.state)
            for step in line.steps:
                again.push(step.action)
                assert again.state == step.state
            assert line.actions + line.rest == left
            if line.misfit is not None and again.actors != (CHANCE,):
                broken += 1
                assert line.misfit.refusal is not None and again.refuse(line.misfit.action) == line.misfit.refusal
    assert broken, "some plan did not fit any more"


def stock_round() -> Game:
    """The first player is on turn; everybody holds a share of the PRR."""
    return Position(classic(3)).company("PRR", par=76, shares={0: 3, 1: 2, 2: 1}, money=760).stock_round(turn=0)


def test_a_real_turn_takes_the_place_of_the_supposed_one() -> None:
    game = stock_round()
    plan: list[Action] = [Pass(P0), BuyShare(P1, PRR, BANK), BuyShare(P2, PRR, BANK), Pass(P0)]
    made: list[Action] = []

    def left_after(*actions: Action) -> tuple[Action, ...]:
        for action in actions:
            game.push(action)
            made.append(action)
        return remaining(game.setup, game.state, P2, plan, made)

    assert left_after(BuyShare(P0, PRR, BANK)) == tuple(plan), "the first player may still pass"
    assert left_after(Pass(P0)) == tuple(plan[1:])
    assert left_after(SellShares(P1, PRR, 1)) == tuple(plan[2:]), "what was sold cannot be bought again"
    assert left_after(Pass(P1)) == tuple(plan[2:])
    assert left_after(BuyShare(P2, PRR, BANK)) == (Pass(P0),)


def test_what_is_supposed_of_others_ends_with_their_turns() -> None:
    game = stock_round()
    plan: list[Action] = [BuyShare(P0, PRR, BANK), Pass(P0), Pass(P1), BuyShare(P2, PRR, BANK)]
    for action in (Pass(P0), Pass(P1)):
        game.push(action)
    # The table has undone moves, so that nobody knows which have been made.
    assert remaining(game.setup, game.state, P2, plan, []) == (plan[3],)


def test_one_s_own_moves_stay_until_they_are_made() -> None:
    game = stock_round()
    plan = (SellShares(P0, PRR, 1), BuyShare(P0, PRR, BANK), Pass(P1))
    assert own_part(P0, plan) == plan[:2] and own_part(P1, plan) == ()
    assert remaining(game.setup, game.state, P0, plan, []) == plan
    game.push(plan[1])
    assert remaining(game.setup, game.state, P0, plan, [plan[1]]) == (plan[0], plan[2]), "bought first"
    game.push(Pass(P0))
    left = remaining(game.setup, game.state, P0, plan, [plan[1], Pass(P0)])
    misfit = replay(game.setup, game.state, left).misfit
    assert misfit is not None and misfit.action == plan[0] and misfit.refusal is not None
    assert misfit.refusal.reason is Reason.NOT_YOUR_TURN


def test_an_offer_in_a_plan_waits_for_the_answer() -> None:
    built = Position(classic(3), phase="3").private("MH", 1).company("PRR", par=76, shares={0: 6}, money=700, trains="3")
    game = built.operating_round("PRR")
    private = game.setup.private_index["MH"]
    offer = BuyPrivate(P0, treasury(PRR), private, 200)
    plan = (offer, Accept(P1), Pass(P0))
    line = replay(game.setup, game.state, plan)
    assert line.misfit is None and line.state.privates[private] == treasury(PRR)
    assert own_part(P0, plan) == (offer,), "the rest is sent when the other has answered"
    game.push(offer)
    assert remaining(game.setup, game.state, P0, plan, [offer]) == plan[1:]
    game.push(Decline(P1))
    assert remaining(game.setup, game.state, P0, plan, [offer, Decline(P1)]) == plan[2:], "the offer came to nothing"


def test_the_first_move_that_does_not_fit_is_named_with_its_reason() -> None:
    game = stock_round()
    line = replay(game.setup, game.state, [Pass(P0), BuyShare(P1, NYC, BANK), Pass(P2)])
    assert line.misfit is not None and line.misfit.refusal is not None
    assert line.misfit.refusal.reason is Reason.NOT_STARTED
    assert line.actions == (Pass(P0),) and line.rest == (BuyShare(P1, NYC, BANK), Pass(P2))


def test_a_plan_ends_where_something_is_drawn() -> None:
    game = Game(classic(3))
    assert game.actors == (CHANCE,), "the seats are drawn"
    line = replay(game.setup, game.state, [Pass(P0)])
    assert line.steps == () and line.misfit is not None and line.misfit.refusal is None


def test_undone_moves_come_before_a_plan() -> None:
    """But no draws, and no price that the planner was not told."""
    plan = (Pass(P0),)
    offer = BuyPrivate(P1, treasury(PRR), Private(1), 100)
    undone: list[Action] = [DrawSeats((P2, P0, P1)), offer, Pass(P2)]
    told, untold = classic(3), classic(3, knowledge=Knowledge.TOTALS)
    assert taken_back(told, Game(told).state, P0, undone, plan) == (offer, Pass(P2), Pass(P0))
    assert taken_back(untold, stock_round().state, P0, undone, plan) == (Pass(P2), Pass(P0))
    assert taken_back(untold, stock_round().state, P1, undone, plan) == (offer, Pass(P2), Pass(P0))


# --- what is hidden


def same(first: State, second: State) -> bool:
    return all(getattr(first, one.name) == getattr(second, one.name) for one in fields(State) if one.name != "networks")


@pytest.mark.parametrize("knowledge", [Knowledge.PARTIAL, Knowledge.CLOSED, Knowledge.TOTALS])
def test_a_plan_does_not_know_what_is_hidden(knowledge: Knowledge) -> None:
    """Positions that differ only in hidden money are the same to the planner (C-1.1)."""
    setup = classic(3, knowledge=knowledge)
    hidden = 0
    for game, rng in positions(setup, 5):
        for seat in setup.all_players:
            unknown = unknown_holders(setup, game.state, seat)
            twin = game.state.copy()
            twin.money = game.state.money.copy()
            for holder in unknown:
                amount = rng.randrange(twin.money[holder] + twin.money[BANK] + 1)
                twin.money[BANK] += twin.money[holder] - amount
                twin.money[holder] = amount
            hidden += twin.money != game.state.money
            assumed = {holder: rng.randrange(500) for holder in unknown[::2]}
            first, second = (grounded(setup, state, seat, assumed) for state in (game.state, twin))
            assert same(first, second)
            assert sum(first.money) == setup.title.bank
            known = [holder for holder in (*setup.all_players, *map(treasury, setup.all_companies)) if holder not in unknown]
            assert all(first.money[holder] == game.state.money[holder] for holder in known)
    assert hidden, "something was hidden"


def late_position() -> Game:
    """The bank has 600 left; the planner knows everything but the treasury of the NYC."""
    built = Position(classic(3, knowledge=Knowledge.PARTIAL), phase="4")
    built = built.company("PRR", shares={0: 6}, par=100, money=100, trains="4")
    built = built.company("NYC", shares={1: 6}, par=100, money=200, trains="4")
    for player, amount in enumerate((4000, 4000, 3100)):
        built = built.money(player, amount)
    return built.stock_round(turn=0)


def test_a_bank_that_is_not_broken_has_money_in_a_plan() -> None:
    """Ten times the par value would be more than there is (8.0)."""
    game = late_position()
    assert game.state.money[BANK] == 600
    first = grounded(game.setup, game.state, P0, {})
    assert (first.money[treasury(NYC)], first.money[BANK]) == (400, 400)
    # What the planner says is believed as long as it can be true.
    assert grounded(game.setup, game.state, P0, {treasury(NYC): 790}).money[BANK] == 10
    assert grounded(game.setup, game.state, P0, {treasury(NYC): 800}).money[BANK] == 400
    broken = game.state.copy()
    broken.bank_broken = True
    assert grounded(game.setup, broken, P0, {}).money[BANK] == 800 - 1000


@pytest.mark.parametrize("knowledge", [Knowledge.PARTIAL, Knowledge.CLOSED])
def test_no_plan_begins_with_a_broken_bank(knowledge: Knowledge) -> None:
    setup = classic(3, knowledge=knowledge)
    for game, _ in positions(setup, 7):
        for seat in setup.all_players:
            assert game.state.bank_broken or grounded(setup, game.state, seat, {}).money[BANK] > 0


def test_nothing_is_assumed_where_nothing_is_hidden() -> None:
    game = stock_round()
    assert unknown_holders(game.setup, game.state, P0) == ()
    assert grounded(game.setup, game.state, P0, {P1: 5}) is game.state


def test_what_is_paid_meanwhile_is_added_to_what_was_assumed() -> None:
    game = stock_round()
    before = game.state
    game.push(BuyShare(P0, PRR, BANK))
    assumed: dict[Holder, int] = {P0: 300, P1: 200, Holder(FIRST_COMPANY + PRR): 0}
    after = carried(game.setup, before, game.state, assumed)
    assert after == {P0: 300 - 76, P1: 200, Holder(FIRST_COMPANY + PRR): 0}
    assert carried(classic(3, knowledge=Knowledge.TOTALS), before, game.state, assumed) == assumed, "payments are not told"


def test_a_price_that_is_not_told_is_not_known() -> None:
    setup = classic(3, knowledge=Knowledge.TOTALS)
    built = Position(setup, phase="3").private("MH", 1).company("PRR", par=76, shares={0: 6}, money=700, trains="3")
    game = built.operating_round("PRR")
    private = setup.private_index["MH"]
    prices = [55, 110]
    seen = []
    for price in prices:
        offered = Game(setup, game.state)
        offered.push(BuyPrivate(P0, treasury(PRR), private, price))
        seen.append([grounded(setup, offered.state, seat, {}).pending for seat in (P0, P1, P2)])
    assert seen[0][P2] == seen[1][P2] and all(seen[0][seat] != seen[1][seat] for seat in (P0, P1))
    # Nor does a plan tell whether it supposed the right price.
    supposed: list[Action] = [BuyPrivate(P0, treasury(PRR), private, 60), Pass(P2)]
    for price in prices:
        offer = BuyPrivate(P0, treasury(PRR), private, price)
        assert remaining(setup, offered.state, P2, supposed, [offer]) == (Pass(P2),)


# --- comparing


def test_lines_are_compared_by_wealth_income_and_risk() -> None:
    built = Position(classic(3), phase="4")
    built = built.company("PRR", par=100, shares={0: 4, 1: 3}, money=50, trains="3", revenue=100)
    built = built.company("NYC", par=100, shares={1: 4, 0: 3}, money=500, trains="4", revenue=100)
    built = built.company("B&O", par=100, shares={2: 6}, money=900, trains="4")
    game = built.money(0, 500).stock_round(turn=0)
    found = outcome(game.setup, game.state, P0)
    assert found.money == 500
    assert found.wealth[P0] == 500 + 7 * 100
    assert found.income[P0] == 4 * 10 + 3 * 10
    kinds = {(risk.kind, risk.company) for risk in found.risks}
    assert (RiskKind.TRAIN, "PRR") in kinds and (RiskKind.TAKEOVER, "PRR") in kinds
    assert (RiskKind.DUMP, "NYC") in kinds
    assert not any(company == "B&O" for _, company in kinds)
    assert found.at_risk == next(risk.amount for risk in found.risks if risk.kind is RiskKind.TRAIN)
    assert found.best_other(P0) == max(found.wealth[P1], found.wealth[P2])
    bought = outcome(game.setup, replay(game.setup, game.state, [BuyShare(P0, PRR, BANK)]).state, P0)
    assert bought.wealth[P0] == found.wealth[P0] and bought.income[P0] == found.income[P0] + 10
