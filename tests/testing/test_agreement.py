"""The checks that compare `legal`, `refuse`, `push` and `pop`: each lie is found out."""

from collections.abc import Iterator
from dataclasses import fields
from random import Random

import pytest

from goldenspike.core.actions import Accept, Action, Bid, BuyFromBank, BuyShare, LayTile, Pass, StartCompany
from goldenspike.core.events import EndReason
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK
from goldenspike.core.ids import Company, Hex, Player, Private, Tile
from goldenspike.core.ledger import Ledger
from goldenspike.core.reasons import Reason, Refusal
from goldenspike.core.state import State
from goldenspike.core.steps.base import Offer, Step
from goldenspike.core.steps.stock import StockStep
from goldenspike.core.title import RoundKind, Setup
from goldenspike.testing import Position
from goldenspike.testing.agreement import Listed, made_up, mutated, push_checked, snapshot, violations_of_position
from goldenspike.testing.invariants import Violation
from goldenspike.testing.saving import violations_of_saving
from goldenspike.titles.catalogue import make
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1830.dealing import DealStep
from helpers import after_auction, needs_pure_core
from names_1830 import PRR
from players import P0


def names_of(game: Game, tries: int = 40) -> set[str]:
    return {violation.name for violation in violations_of_position(game, Random(1), tries)}


def test_honest_positions_agree() -> None:
    for game in (
        Position(classic(3)).auction(),
        after_auction(3),
        Position(classic(2)).company("PRR", president=0, shares={0: 3, 1: 3}).stock_round(),
    ):
        assert names_of(game) == set()


def test_listed_but_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = StockStep.legal

    def lying(self: StockStep, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        yield from honest(self, setup, s, player)
        yield BuyShare(player, PRR, BANK, 9)

    monkeypatch.setattr(StockStep, "legal", lying)
    assert "listed_but_refused" in {violation.name for violation in violations_of_position_without_doing(after_auction(3))}


def violations_of_position_without_doing(game: Game) -> list[Violation]:
    """The lists only: a lie cannot be done without an error."""
    from goldenspike.bots.base import Table
    from goldenspike.testing.agreement import _listed_but_refused

    table_ = Table(game, game.state.turn)
    return list(_listed_but_refused(game, Listed(table_.actions, table_.offers), Random(1)))


@needs_pure_core
def test_what_is_drawn_must_be_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """C-2.1, S-5: seats, dealt cards and tokens."""
    dealt = Game(make("1830", "s5", 4))
    assert names_of(Game(make("1830", "classic", 4))) == names_of(dealt) == set()
    monkeypatch.setattr(DealStep, "refuse", lambda self, setup, s, action: Refusal(Reason.BAD_DRAW))
    assert names_of(dealt) == {"drawn_but_refused"}


def test_allowed_but_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(self: StockStep, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player == s.turn:
            yield StartCompany(player, PRR, 67)

    monkeypatch.setattr(StockStep, "legal", silent)
    assert "allowed_but_not_listed" in names_of(after_auction(2), 400)


def test_listed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    def stuttering(self: StockStep, setup: Setup, s: State, player: Player) -> Iterator[Action]:
        if player == s.turn:
            yield Pass(player)
            yield Pass(player)

    monkeypatch.setattr(StockStep, "legal", stuttering)
    assert "listed_twice" in names_of(after_auction(2))


@needs_pure_core
def test_bad_offers(monkeypatch: pytest.MonkeyPatch) -> None:
    def offers(self: Step, setup: Setup, s: State, player: Player) -> list[Offer]:
        bid = Bid(player, Private(2), 75)
        return [Offer(bid, 75, 70, 1), Offer(bid, 75, 99999, 1), Offer(Bid(player, Private(3), 120), 120, 120, 1)]

    game = Position(classic(2)).auction()
    monkeypatch.setattr(type(game.steps_now()[0]), "offers", offers)
    names = {violation.name for violation in violations_of_position_without_doing(game)}
    assert names == {"bad_offer", "offered_but_refused", "offer_too_narrow"}


def test_nothing_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StockStep, "legal", lambda self, setup, s, player: iter(()))
    assert "nothing_to_do" in names_of(after_auction(2))


@needs_pure_core
def test_a_refusal_carries_its_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StockStep, "refuse", lambda self, setup, s, action: Refusal(Reason.NOT_YOUR_TURN))
    monkeypatch.setattr(StockStep, "legal", lambda self, setup, s, player: iter(()))
    assert "facts_of_refusal" in names_of(after_auction(2), 200)


def test_moves_after_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Position(classic(2)).stock_round()
    game.state.round = RoundKind.OVER
    game.state.end_reason = EndReason.BANK
    assert names_of(game) == set()
    monkeypatch.setattr(Game, "refuse", lambda self, action: None)
    assert names_of(game) == {"moves_after_the_end"}


@needs_pure_core
def test_a_push_that_writes_to_the_past_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    game = after_auction(2)
    honest = StockStep.apply

    def careless(self: StockStep, ledger: Ledger, action: Action) -> None:
        honest(self, ledger, action)
        ledger.before.done[0] = not ledger.before.done[0]

    monkeypatch.setattr(StockStep, "apply", careless)
    _, found = push_checked(game, Pass(game.state.turn))
    assert "pop_does_not_restore" in [violation.name for violation in found]


def test_push_checked_returns_the_events() -> None:
    game = Position(classic(2)).auction()
    events, found = push_checked(game, BuyFromBank(P0, Private(0)))
    assert events and not found
    assert game.ply == 1


def test_a_snapshot_is_not_shared() -> None:
    game = Position(classic(2)).auction()
    kept = snapshot(game.state)
    game.state.money[0] += 1
    assert snapshot(game.state) != kept


def test_made_up_and_mutated_actions_are_actions() -> None:
    game = Position(classic(3)).auction()
    rng = Random(1)
    made = [made_up(game.setup, rng) for _ in range(500)]
    assert len({type(action) for action in made}) > 20
    lay = LayTile(P0, Company(0), Hex(5), Tile(5), 1)
    changed = [mutated(game.setup, rng, lay) for _ in range(50)]
    assert all(isinstance(action, LayTile) for action in changed)
    for action in changed:
        assert sum(getattr(action, field.name) != getattr(lay, field.name) for field in fields(lay)) <= 1


def test_what_a_list_leaves_out_on_purpose() -> None:
    game = after_auction(3)
    listed = Listed([Pass(P0)], [Offer(Bid(P0, Private(1), 45), 45, 60, 5)])
    assert listed.has(game.setup, game.state, Pass(P0))
    assert listed.has(game.setup, game.state, Bid(P0, Private(1), 50))
    assert not listed.has(game.setup, game.state, Bid(P0, Private(1), 52))
    assert not listed.has(game.setup, game.state, Accept(P0))


def test_saving_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    game = after_auction(3)
    assert violations_of_saving(game) == []
    other = after_auction(2)
    monkeypatch.setattr("goldenspike.testing.saving.load", lambda data: other)
    names = {violation.name for violation in violations_of_saving(game)}
    assert names == {"saved_state_differs", "saved_actions_differ", "saved_setup_differs", "saved_again_differs"}
