"""Hidden money is in no view of a seat that may not see it (V-0.1, C-1.1)."""

import random
from collections.abc import Iterator

import pytest

from goldenspike.bots.chance import draw
from goldenspike.core.actions import Accept, BuyPrivate, BuyShare, BuyTrain, RunTrains, StartCompany
from goldenspike.core.events import UNTOLD, Event, OfferMade, Paid, PrivateMoved, Why
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import BANK, CHANCE, FIRST_COMPANY, is_company, is_player, treasury
from goldenspike.core.ids import Company
from goldenspike.core.options import Knowledge
from goldenspike.core.reasons import Reason
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup
from goldenspike.record.wire import event_to_wire
from goldenspike.testing import Position
from goldenspike.testing.agreement import made_up, mutated
from goldenspike.text import Context
from goldenspike.text.question import ask
from goldenspike.titles.catalogue import make
from goldenspike.titles.g1830 import classic
from goldenspike.view import (
    Listener,
    choices_for,
    learned_something,
    preview,
    refusal_for,
    seat_view,
    seen_state,
    visible_action,
    visible_events,
    visible_result,
)
from goldenspike.view.secrets import visibility_for
from names_1830 import SV
from players import P0, P1, P2
from secrets_helpers import with_other_secrets


def positions(setup: Setup, seed: int, plies: int = 500) -> Iterator[State]:
    """Positions of a random game in which somebody has something to hide."""
    rng = random.Random(seed)
    game = Game(setup)
    while not game.is_over and game.ply < plies:
        game.push(rng.choice(list(game.legal_for(game.actors[0]))))
        if any(game.state.funded) and game.ply % 7 == 0:
            yield game.state


@pytest.mark.parametrize("knowledge", [Knowledge.PARTIAL, Knowledge.CLOSED, Knowledge.TOTALS])
def test_a_view_may_be_made_from_that_of_spectators(knowledge: Knowledge) -> None:
    setup, compared = classic(4, knowledge=knowledge), 0
    for s in positions(setup, 1):
        public = seat_view(setup, s, None)
        for seat in setup.all_players:
            seen = visibility_for(setup, s, seat)
            assert seat_view(setup, s, None, seen, public) == seat_view(setup, s, None, seen)
            compared += seen != visibility_for(setup, s, None)
    assert compared > 20


@pytest.mark.parametrize("knowledge", [Knowledge.PARTIAL, Knowledge.CLOSED, Knowledge.TOTALS])
@pytest.mark.parametrize("seed", range(6))
def test_positions_that_differ_in_secrets_look_the_same(knowledge: Knowledge, seed: int) -> None:
    setup = classic(4, knowledge=knowledge)
    rng = random.Random(seed)
    compared = 0
    for s in positions(setup, seed):
        for seat in (None, *setup.all_players):
            twin = with_other_secrets(setup, s, seat, rng)
            if twin == s:
                continue
            compared += 1
            assert seat_view(setup, s, seat) == seat_view(setup, twin, seat)
            assert choices_for(setup, s, seat) == choices_for(setup, twin, seat)
            assert visible_result(setup, s, seat) == visible_result(setup, twin, seat)
    assert compared > 50


@pytest.mark.parametrize("knowledge", [Knowledge.PARTIAL, Knowledge.CLOSED])
@pytest.mark.parametrize("seed", range(3))
def test_refusals_tell_nothing_of_others_money(knowledge: Knowledge, seed: int) -> None:
    """V-0.1: why a seat may not do something is the same whatever is in purses that it may not see."""
    setup = classic(4, knowledge=knowledge)
    rng = random.Random(seed)
    compared = 0
    for s in positions(setup, seed, 350):
        for seat in setup.all_players:
            twin = with_other_secrets(setup, s, seat, rng)
            mine = choices_for(setup, s, seat)
            tried = [made_up(setup, rng) for _ in range(30)]
            tried += [mutated(setup, rng, rng.choice(mine.actions)) for _ in range(10) if mine.actions]
            tried += [offer.at(offer.hi + offer.step) for offer in mine.offers]
            for action in tried:
                if player_of(action) == seat and not isinstance(action, RunTrains):
                    compared += 1
                    assert refusal_for(setup, s, seat, action) == refusal_for(setup, twin, seat, action)
    assert compared > 300


def test_open_knowledge_shows_everything() -> None:
    setup = classic(3, knowledge=Knowledge.OPEN)
    for s in positions(setup, 1, 200):
        view = seat_view(setup, s, None)
        assert view.bank == s.money[BANK]
        assert [company.treasury for company in view.companies] == s.money[FIRST_COMPANY:]
        assert [player.money for player in view.players] == s.money[:3]


def funded_position(knowledge: Knowledge = Knowledge.PARTIAL) -> tuple[Setup, State]:
    setup = classic(3, knowledge=knowledge)
    return setup, next(iter(positions(setup, 2)))


def test_partial_knowledge_shows_a_railroads_money_to_its_president_only() -> None:
    setup, s = funded_position()
    company = s.funded.index(True)
    president = s.presidents[company]
    money = s.money[FIRST_COMPANY + company]
    assert seat_view(setup, s, president).companies[company].treasury == money
    for seat in {None, *setup.all_players} - {president}:
        shown = seat_view(setup, s, seat).companies[company]
        assert shown.treasury is None and shown.treasury_hidden
        assert [player.money for player in seat_view(setup, s, seat).players] == s.money[:3]


def test_the_bank_would_betray_the_treasuries_by_subtraction() -> None:
    setup, s = funded_position()
    assert seat_view(setup, s, None).bank is None
    opening = Game(setup).state
    assert seat_view(setup, opening, None).bank == opening.money[BANK]


def test_closed_knowledge_hides_other_players_money_wealth_and_bank() -> None:
    setup, s = funded_position(Knowledge.CLOSED)
    view = seat_view(setup, s, P1)
    assert [player.money is not None for player in view.players] == [False, True, False]
    assert [player.wealth is not None for player in view.players] == [False, True, False]
    assert view.bank is None and seat_view(setup, Game(setup).state, P1).bank is None
    assert [wealth is not None for wealth in visible_result(setup, s, P1)] == [False, True, False]


def test_all_cards_are_on_the_table_when_the_game_is_over() -> None:
    setup, s = funded_position(Knowledge.CLOSED)
    over = s.copy()
    over.round = RoundKind.OVER
    view = seat_view(setup, over, None)
    assert view.bank == s.money[BANK] and all(player.wealth is not None for player in view.players)


def test_a_railroad_without_capital_has_nothing_to_hide() -> None:
    setup = classic(3)
    assert all(company.treasury == 0 for company in seat_view(setup, Game(setup).state, P0).companies)


def takeover_position() -> tuple[Setup, State, BuyShare]:
    """A purchase by which a player becomes president of a railroad that another ran."""
    for seed in range(40):
        setup = classic(3)
        for s in positions(setup, seed):
            game = Game(setup, s)
            for player in game.actors:
                for action in game.legal_for(player):
                    if isinstance(action, BuyShare) and s.funded[action.company]:
                        trial = Game(setup, s)
                        trial.push(action)
                        if trial.state.presidents[action.company] == player != s.presidents[action.company]:
                            return setup, s, action
    raise AssertionError("no take-over found")


def test_a_preview_does_not_open_the_till_before_the_purchase() -> None:
    setup, s, action = takeover_position()
    shown = preview(setup, s, action.player, action).view
    assert shown.companies[action.company].president == action.player
    assert shown.companies[action.company].treasury is None
    game = Game(setup, s)
    game.push(action)
    assert seat_view(setup, game.state, action.player).companies[action.company].treasury is not None


def test_whoever_becomes_president_has_learned_something() -> None:
    setup, s, action = takeover_position()
    game = Game(setup, s)
    game.push(action)
    assert learned_something(setup, s, game.state, (action.player,))
    other = next(player for player in setup.all_players if player != action.player)
    assert not learned_something(setup, s, game.state, (other,))


def test_reasons_are_told_for_own_actions_only() -> None:
    setup = classic(3)
    s = Game(setup).state
    refusal = refusal_for(setup, s, P0, StartCompany(P1, Company(0), 100))
    assert refusal is not None and refusal.reason is Reason.NOT_YOUR_TURN
    refusal = refusal_for(setup, s, P0, Accept(P0))
    assert refusal is not None and refusal.reason is Reason.NOT_NOW


class TestOnlyTotals:
    """Closed knowledge (V-0.1) in which payments are told only to those who see the money of either side."""

    def test_a_sale_between_players(self) -> None:
        game = Position(classic(4, knowledge=Knowledge.TOTALS)).private("SV", 1).stock_round()
        offered = game.push(BuyPrivate(P0, P0, SV, 333))
        before = game.state
        sold = game.push(Accept(P1))
        assert [event for event in sold if isinstance(event, Paid)] == [Paid(P0, P1, 333, Why.PRIVATE)]
        for seat, price in ((P0, 333), (P1, 333), (P2, None), (None, None)):
            heard = [*visible_events(game.setup, before, offered, seat), *visible_events(game.setup, game.state, sold, seat)]
            prices = [event_to_wire(game.setup, event)["price"] for event in heard if isinstance(event, OfferMade | PrivateMoved)]
            assert prices == [price, price]
            assert any(isinstance(event, Paid) for event in heard) == (price is not None)
            shown = seat_view(game.setup, before, seat).offer
            assert shown is not None and shown.price == price
            asked = ask(seen_state(game.setup, before, seat), Context(game.setup, tuple("ABCD")), "en")
            assert ("$333" in asked) == (price is not None)
            assert ("an undisclosed amount" in asked) == (price is None)

    def test_everything_is_told_when_the_game_is_over_or_the_table_did_not_choose_it(self) -> None:
        paid: list[Event] = [Paid(P0, P1, 333, Why.PRIVATE), PrivateMoved(SV, P0, P1, 333)]
        for knowledge in Knowledge:
            game = Position(classic(4, knowledge=knowledge)).stock_round()
            told = visible_events(game.setup, game.state, paid, None)
            assert (list(told) == paid) == (knowledge is not Knowledge.TOTALS)
            over = game.state.copy()
            over.round = RoundKind.OVER
            assert visible_events(game.setup, over, paid, None) == paid

    @pytest.mark.parametrize("version", ["1830/classic", "1862/standard"])
    def test_payments_are_told_to_those_who_see_the_money(self, version: str) -> None:
        """Throughout a game, whoever runs a railroad at the time."""
        title, _, name = version.partition("/")
        setup = make(title, name, 4, {"knowledge": "totals"})
        rng = random.Random(5)
        game = Game(setup)
        listeners = {seat: Listener(setup, game.state, seat) for seat in (None, *setup.all_players)}
        told = untold = 0
        while not game.is_over and game.ply < 250:
            asked = game.actors[0]
            before = game.state
            events = game.push(draw(game, rng) if asked == CHANCE else rng.choice(list(game.legal_for(asked))))
            for seat, listener in listeners.items():
                heard = listener.hear(events)
                states = (before, game.state)
                for event in events:
                    if isinstance(event, Paid):
                        sides = [side for side in (event.payer, event.payee) if is_player(side) or is_company(side)]
                        is_told = any(event is one for one in heard)
                        if is_told:
                            assert any(visibility_for(setup, s, seat).sees(side) for s in states for side in sides)
                            told += 1
                        else:
                            assert seat not in sides
                            railroads = [side - FIRST_COMPANY for side in sides if is_company(side)]
                            assert not any(all(s.presidents[one] == seat for s in states) for one in railroads)
                            untold += 1
        assert told > 100 and untold > 100


def test_what_others_pay_each_other_is_not_told_by_their_actions() -> None:
    """V-0.1: where only totals are told, a price is known to those who see the money of either side."""
    setup = classic(4, knowledge=Knowledge.TOTALS)
    position = Position(setup, phase="3").company("PRR", president=0, money=500).private("SV", 1)
    s = position.operating_round("PRR", "train").state
    offer = BuyPrivate(P0, treasury(setup.company_index["PRR"]), SV, 40)
    assert visible_action(setup, s, offer, P0) == visible_action(setup, s, offer, P1) == offer
    hidden = visible_action(setup, s, offer, P2)
    assert isinstance(hidden, BuyPrivate) and hidden.price == UNTOLD and hidden.private == SV
    train = BuyTrain(P0, setup.company_index["PRR"], setup.train_index["3"], BANK, 180)
    assert visible_action(setup, s, train, P2) == train, "what the bank sells has a public price"
    open_setup = classic(4, knowledge=Knowledge.CLOSED)
    assert visible_action(open_setup, s, offer, P2) == offer
