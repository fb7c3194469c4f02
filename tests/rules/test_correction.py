"""Corrections of the books by agreement: what they move, what they may not, and that play goes on after any of them."""

from random import Random
from typing import Any

import pytest

from goldenspike.bots.play import next_action, seat_bots
from goldenspike.core.actions import (
    Action,
    Bid,
    BuyFromBank,
    BuyTrain,
    CorrectMoney,
    CorrectPrice,
    CorrectShares,
    CorrectTrain,
    DrawSeats,
)
from goldenspike.core.events import Corrected, Paid, PresidentChanged, PriceCorrected, ShareCorrected, TrainCorrected, Why
from goldenspike.core.fields import Kind, fields_of
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, CHANCE, POOL, treasury
from goldenspike.core.ids import Company, Holder, Player, Private, Train
from goldenspike.core.reasons import Reason
from goldenspike.core.title import Setup
from goldenspike.record.native import dump, load, read_record, replay
from goldenspike.testing import Position
from goldenspike.testing.checks import play, refused
from goldenspike.testing.simulate import checked_push
from goldenspike.titles.catalogue import CATALOGUE, make
from goldenspike.titles.g1830 import classic

VERSIONS = [(entry.name, version.name) for entry in CATALOGUE for version in entry.versions]
P0, P1, P2 = (Player(Holder(number)) for number in range(3))


def position() -> Position:
    """The PRR with a 2-train; player 0 is its president with 50%, player 1 has 30%, the pool 10%."""
    described = Position(classic(players=4), phase="3")
    described.company("PRR", shares={0: 5, 1: 3, "pool": 1}, par=90, money=400, trains="2", stations="H12")
    return described.money(0, 200).money(1, 50)


def prr(game: Game) -> Company:
    return game.setup.company_index["PRR"]


def train(game: Game, name: str) -> Train:
    return game.setup.train_index[name]


def test_money_goes_between_bank_players_and_railroads() -> None:
    game = position().stock_round()
    railroad = treasury(prr(game))
    assert play(game, CorrectMoney(P1, BANK, P0, 30)) == [Corrected(P1), Paid(BANK, P0, 30, Why.CORRECTION)]
    play(game, CorrectMoney(P1, railroad, P1, 100), CorrectMoney(P0, P1, BANK, 150))
    assert [game.state.money[holder] for holder in (P0, P1, railroad)] == [230, 0, 300]
    assert game.actors == (P0,), "nobody's turn has passed"
    refused(game, CorrectMoney(P0, P1, BANK, 1), Reason.PAYER_CANNOT_PAY)
    refused(game, CorrectMoney(P0, P0, BANK, 0), Reason.BAD_COUNT)
    for payer, payee in ((P0, P0), (P0, POOL), (P0, treasury(game.setup.company_index["NYC"]))):
        refused(game, CorrectMoney(P0, payer, payee, 1), Reason.NO_SUCH_HOLDER)


def test_money_tied_by_bids_stays() -> None:
    """C-2.2.1."""
    game = Game(classic(players=3))
    play(game, DrawSeats((P0, P1, P2)), Bid(P0, Private(1), 45))
    money = game.state.money[P0]
    refused(game, CorrectMoney(P0, P0, BANK, money - 44), Reason.PAYER_CANNOT_PAY)
    play(game, CorrectMoney(P0, P0, BANK, money - 45), BuyFromBank(P1, Private(0)))


def test_shares_take_the_presidency_with_them() -> None:
    """6.4: whoever holds more than the president becomes president; the certificate needs a holder."""
    game = position().stock_round()
    company = prr(game)
    assert play(game, CorrectShares(P2, company, POOL, P1, 1))[1] == ShareCorrected(company, POOL, P1, 1)
    events = play(game, CorrectShares(P2, company, P0, P1, 1))
    assert PresidentChanged(company, P1) in events and game.state.presidents[company] == P1
    refused(game, CorrectShares(P2, company, P1, P0, 9), Reason.NOT_ENOUGH_SHARES)
    play(game, CorrectShares(P2, company, P0, POOL, 4))
    refused(game, CorrectShares(P2, company, P1, POOL, 2), Reason.POOL_LIMIT)
    refused(game, CorrectShares(P2, game.setup.company_index["NYC"], BANK, P1, 1), Reason.NOT_STARTED)


def test_limits_hold_for_corrected_shares() -> None:
    """5.3, 6.3: nobody holds more than 60%, a railroad that has floated stays so, and it keeps a president."""
    described = Position(classic(players=4), phase="3")
    described.company("PRR", shares={0: 6}, par=90, money=400, stations="H12")
    described.company("NYC", shares={1: 2, "pool": 4}, par=90, money=400, stations="E19")
    game = described.stock_round()
    company = prr(game)
    refused(game, CorrectShares(P0, company, BANK, P0, 1), Reason.HOLDING_LIMIT)
    refused(game, CorrectShares(P0, company, P0, BANK, 1), Reason.STAYS_FLOATED)
    refused(game, CorrectShares(P0, game.setup.company_index["NYC"], P1, POOL, 1), Reason.NO_SUCCESSOR)
    refused(game, CorrectShares(P0, company, P0, treasury(company), 1), Reason.NO_SUCH_HOLDER)


def test_a_train_goes_to_another_railroad() -> None:
    described = position()
    described.company("NYC", shares={1: 6}, par=90, money=400, stations="E19")
    game = described.operating_round("PRR", "train")
    seller, buyer = treasury(prr(game)), treasury(game.setup.company_index["NYC"])
    assert play(game, CorrectTrain(P0, train(game, "2"), seller, buyer))[1] == TrainCorrected(train(game, "2"), seller, buyer)
    refused(game, CorrectTrain(P0, train(game, "2"), seller, buyer), Reason.TRAIN_NOT_AVAILABLE)
    refused(game, CorrectTrain(P0, train(game, "4"), BANK, buyer), Reason.TRAIN_NOT_AVAILABLE)
    refused(game, CorrectTrain(P0, train(game, "2"), buyer, P0), Reason.NO_SUCH_HOLDER)
    for _ in range(3):
        play(game, CorrectTrain(P0, train(game, "3"), BANK, buyer))
    refused(game, CorrectTrain(P0, train(game, "3"), BANK, buyer), Reason.TRAIN_LIMIT)


def test_a_price_token_goes_to_any_box() -> None:
    game = position().stock_round()
    company, market = prr(game), game.setup.title.market
    cell = market.right(game.state.cells[company])
    assert play(game, CorrectPrice(P0, company, cell))[1] == PriceCorrected(company, 90, market.prices[cell])
    refused(game, CorrectPrice(P0, company, cell), Reason.NO_SUCH_CELL)
    refused(game, CorrectPrice(P0, company, len(market.prices)), Reason.NO_SUCH_CELL)
    refused(game, CorrectPrice(P0, game.setup.company_index["NYC"], cell), Reason.NO_PRICE_YET)


def test_the_starter_game_has_money_and_trains_to_correct() -> None:
    """It has neither shares nor prices; games with corrections keep the invariants there too."""
    game = Game(make("1830", "starter", 3, {"map": "real", "seating": "free"}))
    railroads = [treasury(company) for company in game.setup.all_companies if game.state.funded[company]]
    first, second = railroads[:2]
    before = game.state.money[second]
    play(game, CorrectMoney(P0, first, second, 30), CorrectTrain(P0, train(game, "2"), BANK, first))
    assert game.state.money[second] == before + 30
    refused(game, CorrectShares(P0, prr(game), P0, P1, 1), Reason.NOT_STARTED)
    refused(game, CorrectPrice(P0, prr(game), 0), Reason.NO_PRICE_YET)
    assert play_with_corrections(make("1830", "starter", 3, {"map": "real"}), 2, 0.5, 150)[1] > 0


def test_an_open_question_comes_first() -> None:
    described = position()
    described.company("NYC", shares={1: 6}, par=90, money=400, stations="E19")
    game = described.operating_round("NYC", "train")
    play(game, BuyTrain(P1, game.setup.company_index["NYC"], train(game, "2"), treasury(prr(game)), 50))
    refused(game, CorrectMoney(P1, BANK, P1, 10), Reason.MUST_ANSWER_FIRST)


# --- random corrections in random games


def a_correction(setup: Setup, rng: Random) -> Action:
    kind = rng.choice((CorrectMoney, CorrectShares, CorrectTrain, CorrectPrice))
    amounts = {"amount": rng.choice((10, 100, 500)), "count": rng.randint(1, 3)}
    values: dict[str, Any] = {}
    for field in fields_of(kind):
        if field.name == "cell":
            values["cell"] = rng.randrange(len(setup.title.market.prices))
        elif field.kind is Kind.NUMBER:
            values[field.name] = amounts[field.name]
        else:
            values[field.name] = rng.randrange(setup.counts[field.kind])
    return kind(**values)


def play_with_corrections(setup: Setup, seed: int, every: float, most: int = 10_000) -> tuple[Game, int]:
    """A game of random moves, checked after each, in which the books are corrected now and then."""
    rng = Random(f"corrections {seed}")
    bots = seat_bots(["random"], setup.players, seed, seed)
    game, corrected = Game(setup), 0
    while not game.is_over and game.ply < most:
        action = next_action(game, bots, rng)
        if game.actors != (CHANCE,) and rng.random() < every:
            wanted = a_correction(setup, rng)
            if game.refuse(wanted) is None:
                action, corrected = wanted, corrected + 1
        violations = checked_push(game, action, rng)
        assert violations == [], f"{game.ply}: {action}"
    return game, corrected


def test_games_with_corrections_keep_the_invariants() -> None:
    """Money and papers are conserved, the record replays to the same position, and a saved game goes on."""
    game, corrected = play_with_corrections(make("1830", "classic", 4, {"map": "real"}), 1, 0.3, 400)
    assert corrected > 10
    data = dump(game)
    assert replay(read_record(data)).state == game.state == load(data).state


@pytest.mark.exhaustive
@pytest.mark.parametrize(("title", "version"), VERSIONS)
def test_all_versions_with_corrections_keep_the_invariants(title: str, version: str) -> None:
    for seed in range(3):
        play_with_corrections(make(title, version, 4, {"map": "real"}), seed, 0.3)
