"""The course of a game so far: earnings from the events, money and wealth at the beginning of each round."""

import random
from pathlib import Path

from goldenspike.core.events import DividendDeclared, Event, RoundStarted
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, FIRST_COMPANY
from goldenspike.core.options import Knowledge
from goldenspike.core.title import Setup
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.titles.catalogue import make
from goldenspike.titles.g1830 import classic
from goldenspike.view import Course, History, Standing, history, standing
from players import P0

RECORD = Path(__file__).parent.parent / "data" / "1830-bank-breaks.json"


def random_game(setup: Setup, plies: int, seed: int) -> tuple[Game, list[list[Event]], list[Standing]]:
    rng = random.Random(seed)
    game = Game(setup)
    told: list[list[Event]] = []
    standings = [standing(setup, game.state, 0)]
    while not game.is_over and game.ply < plies:
        told.append(game.push(rng.choice(list(game.legal_for(game.actors[0])))))
        if any(isinstance(event, RoundStarted) for event in told[-1]):
            standings.append(standing(setup, game.state, game.ply))
    return game, told, standings


def seen_by(seat: int | None, setup: Setup, standings: list[Standing], told: list[list[Event]], over: bool = False) -> History:
    return history(setup, standings, Course.of((P0, events) for events in told), seat, over)


def test_a_whole_recorded_game() -> None:
    """7.4, 7.5: one earning for each operating round in which a railroad ran, and the wealth of 8.0 at each round's start."""
    importer = Importer(read_export(RECORD.read_bytes()))
    for _ in importer.run():
        pass
    setup = importer.setup
    game = Game(setup)
    told: list[list[Event]] = []
    standings: list[Standing] = []
    declared: list[list[int]] = [[] for _ in setup.all_companies]
    wealth: list[tuple[int, ...]] = []
    for action in importer.game.actions:
        told.append(game.push(action))
        for event in told[-1]:
            if isinstance(event, DividendDeclared):
                declared[event.company].append(event.revenue)
    plies = Course.of((P0, events) for events in told).round_plies
    replayed = Game(setup)
    for ply, action in enumerate(importer.game.actions, 1):
        replayed.push(action)
        if ply in plies:
            standings.append(standing(setup, replayed.state, ply))
            wealth.append(replayed.result().wealth)
    found = seen_by(None, setup, standings, told, over=True)
    assert [[earning.revenue for earning in one.earnings] for one in found.companies] == declared
    for company, amounts in enumerate(declared):
        by_round = found.revenue_by_round(company)
        assert len(by_round) == len(found.rounds)
        ran = [(one.kind, amount) for one, amount in zip(found.rounds, by_round, strict=True) if amount is not None]
        assert ran == [("operating", amount) for amount in amounts]
    assert any(len(line) > 10 for line in declared)
    assert [one.wealth for one in found.players] == list(zip(*wealth, strict=True))
    labels = [one.label for one in found.rounds]
    assert labels[:2] == ["SR 1", "OR 1.1"] and len(labels) == len(plies) > 20
    first = next(one for one in found.companies if one.earnings)
    assert first.earnings[0].round.label == "OR 1.1"


def test_the_starter_game_has_earnings_without_dividends() -> None:
    setup = make("1830", "starter", 3, {})
    _, told, standings = random_game(setup, 150, 3)
    found = seen_by(0, setup, standings, told)
    assert any(earning.revenue for one in found.companies for earning in one.earnings)


def test_closed_knowledge_hides_the_others_until_the_end() -> None:
    """C-1.1: a seat sees its own line; when the game is over everybody sees all."""
    setup = classic(4, knowledge=Knowledge.CLOSED)
    _, told, standings = random_game(setup, 250, 1)
    found = seen_by(2, setup, standings, told)
    for one in found.players:
        hidden = one.seat != 2
        assert all((amount is None) is hidden for amount in (*one.money, *one.wealth))
    assert all(amount is None for one in seen_by(None, setup, standings, told).players for amount in one.wealth)
    assert all(amount is not None for one in seen_by(None, setup, standings, told, over=True).players for amount in one.wealth)


def test_the_history_reveals_no_hidden_money() -> None:
    """V-0.1, C-1.1: games that differ in hidden money only have the same history."""
    changed = 0
    for knowledge in (Knowledge.PARTIAL, Knowledge.CLOSED):
        setup = classic(4, knowledge=knowledge)
        game, told, standings = random_game(setup, 250, 5)
        for seat in (None, 0, 3):
            twin = game.state.copy()
            twin.money = game.state.money.copy()
            others = [player for player in range(4) if knowledge is Knowledge.CLOSED and player != seat]
            foreign = [number for number, one in enumerate(twin.presidents) if twin.funded[number] and one != seat]
            for holder in (*others, *(FIRST_COMPANY + number for number in foreign)):
                twin.money[holder] += 50
                twin.money[BANK] -= 50
            changed += twin != game.state
            pair = [[*standings, standing(setup, state, game.ply)] for state in (game.state, twin)]
            assert seen_by(seat, setup, pair[0], told) == seen_by(seat, setup, pair[1], told)
    assert changed >= 3
