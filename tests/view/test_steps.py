"""Steps through the history: by move, by turn, by round."""

from pathlib import Path

from goldenspike.core.actions import Bid, BuyFromBank, Pass
from goldenspike.core.events import Event, RoundStarted
from goldenspike.core.game import Game, player_of
from goldenspike.core.ids import Player
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.testing import Position
from goldenspike.titles.g1830 import classic
from goldenspike.view import Course
from goldenspike.view.steps import Steps, steps_from
from names_1830 import CA, SV
from players import P0, P1, P2

ADA, BOB, CYD = P0, P1, P2
RECORD = Path(__file__).parent.parent / "data" / "1830-bank-breaks.json"


def steps_at(moves: list[tuple[Player, list[Event]]], ply: int) -> Steps:
    course = Course.of(moves)
    return steps_from(course.turn_plies, course.round_plies, course.moves, ply)


def test_the_ends_of_the_history() -> None:
    assert steps_at([], 0) == Steps(0, 0, 0, 0, 0, 0)
    game = Position(classic(3)).auction()
    moves = [(player_of(action), game.push(action)) for action in (Bid(ADA, CA, 165), Pass(BOB), BuyFromBank(CYD, SV))]
    assert steps_at(moves, 0) == Steps(0, 1, 0, 1, 0, 3)
    assert steps_at(moves, 3) == Steps(2, 3, 2, 3, 0, 3)


def test_turns_and_rounds_of_a_recorded_game() -> None:
    """A step by turn leads to the beginning of a player's or railroad's turn, a step by round to that of a round."""
    importer = Importer(read_export(RECORD.read_bytes()))
    for _ in importer.run():
        pass
    game = Game(importer.setup)
    moves = []
    operating = {}
    for action in importer.game.actions:
        moves.append((player_of(action), game.push(action)))
        operating[game.ply] = game.state.operating
    rounds = [ply for ply, (_, events) in enumerate(moves, 1) if any(isinstance(event, RoundStarted) for event in events)]
    last = len(moves)
    course = Course()
    for number in range(0, last, 7):
        course = course.after(moves[number : number + 7])
    assert vars(course) == vars(Course.of(moves)) and course.round_plies == rounds
    assert steps_at(moves, rounds[3] + 1).round_back == rounds[3]
    assert steps_at(moves, rounds[3]).round_back == rounds[2] and steps_at(moves, rounds[3]).round_on == rounds[4]
    assert steps_at(moves, rounds[-1]).round_on == last
    visited = [0]
    while visited[-1] < last:
        visited.append(steps_at(moves, visited[-1]).turn_on)
    assert set(rounds) <= set(visited), "a round begins with a turn"
    changes = {ply for ply in range(2, last) if operating[ply] != operating[ply - 1]}
    assert changes <= set(visited), "and so does the turn of another railroad"
    assert len(visited) < last / 2
    back = [last]
    while back[-1]:
        back.append(steps_at(moves, back[-1]).turn_back)
    assert back[::-1] == visited
