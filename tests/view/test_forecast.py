"""The estimate of how long the bank will last: checked against a game whose bank broke (8.0)."""

from pathlib import Path

from goldenspike.core.events import BankBroke, RoundStarted
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import BANK, FIRST_COMPANY
from goldenspike.core.ids import Player
from goldenspike.core.title import RoundKind
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.view import Course, seat_view
from goldenspike.view.forecast import BankSeen, Forecast, bank_seen, forecast
from goldenspike.view.secrets import Visibility, visibility_for
from players import P0

RECORD = Path(__file__).parent.parent / "data" / "1830-bank-breaks.json"


def known(game: Game, seat: Player | None) -> BankSeen:
    return bank_seen(game.setup, game.state, visibility_for(game.setup, game.state, seat))


def test_the_actual_number_is_within_the_estimated_range() -> None:
    importer = Importer(read_export(RECORD.read_bytes()))
    for _ in importer.run():
        pass
    game = Game(importer.setup)
    course = Course()
    rounds = 0
    guesses: list[tuple[int, Forecast]] = []
    broke = None
    for action in importer.game.actions:
        events = game.push(action)
        course = course.after([(player_of(action), events)])
        started = [event for event in events if isinstance(event, RoundStarted)]
        if any(isinstance(event, BankBroke) for event in events):
            broke = rounds
        rounds += sum(event.kind == RoundKind.OPERATING for event in started)
        if started:
            guess = forecast(game.setup, course.paid, seat_view(game.setup, game.state, None), known(game, None))
            if guess is not None:
                assert broke is None
                guesses.append((rounds - (game.state.round == RoundKind.OPERATING), guess))
    assert broke is not None and len(guesses) > 20
    right = [guess.least <= broke - played <= (guess.most or 99) for played, guess in guesses]
    assert sum(right) >= 0.9 * len(right)
    assert all(guess.most is not None and guess.most - guess.least <= 3 for _, guess in guesses[-5:])


def test_where_the_bank_is_hidden_the_estimate_knows_no_more_than_the_reader() -> None:
    """C-1.1: two tables that differ in hidden money only give the same estimate."""
    importer = Importer(read_export(RECORD.read_bytes()))
    for _ in importer.run():
        pass
    game = Game(importer.setup)
    course = Course.of([(player_of(action), game.push(action)) for action in importer.game.actions[:420]])
    view = seat_view(game.setup, game.state, P0)
    everything = visibility_for(game.setup, game.state, P0)
    hidden = Visibility(everything.players, (False,) * len(everything.companies))
    poorer = game.state.copy()
    poorer.money = [0 if holder >= FIRST_COMPANY else money for holder, money in enumerate(poorer.money)]
    seen = [bank_seen(game.setup, state, hidden) for state in (game.state, poorer)]
    assert seen[0] == seen[1]
    guess, bound = (forecast(game.setup, course.paid, view, bank) for bank in (known(game, P0), seen[0]))
    assert guess is not None and bound is not None and bound.is_bound and not guess.is_bound
    assert bound.most is None or (guess.most is not None and bound.most >= guess.most)
    assert known(game, P0).money == view.bank == game.state.money[BANK]


def test_nothing_is_said_before_anything_was_paid_and_after_the_end() -> None:
    importer = Importer(read_export(RECORD.read_bytes()))
    for _ in importer.run():
        pass
    setup = importer.setup
    for game in (Game(setup), importer.game):
        assert forecast(setup, (), seat_view(setup, game.state, None), known(game, None)) is None
