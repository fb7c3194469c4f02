"""The puzzles that come with Golden Spike: how many, how they are graded, and that their proofs hold.

A sample is proven here; `goldenspike puzzles prove` and `pytest -m exhaustive` prove all.
"""

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from importlib.resources import files
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from goldenspike.core.actions import Action, Bid, BuyTrain, LayTile, Pass, RunTrains, SellShares, StartCompany
from goldenspike.core.game import Game
from goldenspike.core.holders import company_of_holder, is_company
from goldenspike.core.ids import Company
from goldenspike.core.reasons import IllegalAction, Reason
from goldenspike.puzzles.book import PACKAGED, PuzzleBook, packaged, read, write
from goldenspike.puzzles.kinds import KINDS
from goldenspike.puzzles.kinds.run import routes_through, stops_to_choose
from goldenspike.puzzles.model import FORMAT, GRADES, BadPuzzle, Collection, Puzzle
from goldenspike.record.native import read_action

BOOK = packaged()
SAMPLE = [BOOK.of_kind(kind)[number] for kind in KINDS for number in (3, -7)]
"""An easy and a hard one of each kind."""


def named(puzzle: Puzzle) -> str:
    return puzzle.id


def of_kind(kind: str) -> Puzzle:
    return next(puzzle for puzzle in SAMPLE if puzzle.kind == kind)


def test_there_are_enough_of_every_kind_and_grade() -> None:
    puzzles = BOOK.collection.puzzles
    assert len(puzzles) == len(BOOK.by_id) >= 300
    kinds = Counter(puzzle.kind for puzzle in puzzles)
    assert set(kinds) == set(KINDS) and min(kinds.values()) >= 25
    assert set(Counter((puzzle.kind, puzzle.grade) for puzzle in puzzles)) == {
        (kind, grade) for kind in KINDS for grade in GRADES
    }
    assert {(one.title, one.version) for one in BOOK.collection.sources} == {
        ("1830", "classic"),
        ("1830", "base"),
        ("1862", "standard"),
    }


def test_the_file_is_small() -> None:
    assert len(files("goldenspike.puzzles").joinpath(PACKAGED).read_bytes()) <= 600_000


def test_few_answers_are_right_and_they_are_clearly_better() -> None:
    for puzzle in BOOK.collection.puzzles:
        assert 1 <= len(puzzle.answers) <= 3, puzzle.id
        assert puzzle.next is None or puzzle.best - puzzle.next >= KINDS[puzzle.kind].least_gap, puzzle.id


@pytest.mark.parametrize("puzzle", SAMPLE, ids=named)
def test_the_proof_holds(puzzle: Puzzle) -> None:
    BOOK.prove(puzzle)


@pytest.mark.exhaustive
def test_every_proof_holds() -> None:
    for puzzle in sorted(BOOK.by_id.values(), key=lambda one: (one.source, one.ply)):
        BOOK.prove(puzzle)


@pytest.mark.parametrize("puzzle", SAMPLE, ids=named)
def test_all_best_answers_are_right_and_all_others_wrong(puzzle: Puzzle) -> None:
    game = BOOK.open(puzzle).game
    kind = KINDS[puzzle.kind]
    survey = kind.survey(game, puzzle.about)
    answers = [read_action(game.setup, wire, 0) for wire in puzzle.answers]
    for one in survey.weighed:
        judged = BOOK.judge(puzzle, one.action)
        assert judged.is_right == (one.action in answers), one
        assert judged.worth == one.worth
    assert any(not BOOK.judge(puzzle, one.action).is_right for one in survey.weighed)


def is_asked_for(game: Game, puzzle: Puzzle, action: Action) -> bool:
    """Not trains that another player must agree to sell, nor railroads that the question does not name."""
    if isinstance(action, BuyTrain) and is_company(action.source):
        return game.state.presidents[company_of_holder(action.source)] == action.player
    return not isinstance(action, StartCompany) or game.setup.title.companies[action.company].id == puzzle.about.get("start")


@pytest.mark.parametrize("puzzle", SAMPLE, ids=named)
def test_no_legal_move_of_the_kind_asked_for_is_left_out(puzzle: Puzzle) -> None:
    """Otherwise it could be a second solution that is counted wrong."""
    game = BOOK.open(puzzle).game
    kind = KINDS[puzzle.kind]
    known = set(kind.choices(game, puzzle.about))
    types = {type(action) for action in known} - {Pass, RunTrains}
    legal = [action for action in game.legal if type(action) in types and is_asked_for(game, puzzle, action)]
    assert legal or puzzle.kind in ("run", "auction"), "a run and a bid are chosen freely"
    assert [action for action in legal if kind.canonical(action) not in known] == []


def test_a_move_that_does_not_answer_the_question_is_wrong() -> None:
    puzzle = of_kind("sale")
    judged = BOOK.judge(puzzle, Pass(BOOK.open(puzzle).game.state.turn))
    assert not judged.is_right and judged.worth is None and judged.facts == {"other": 1}


def test_an_illegal_answer_says_why() -> None:
    puzzle = of_kind("sale")
    game = BOOK.open(puzzle).game
    with pytest.raises(IllegalAction) as refused:
        BOOK.judge(puzzle, SellShares(game.state.turn, Company(0), 11))
    assert refused.value.refusal.reason in (Reason.NOT_ENOUGH_SHARES, Reason.NO_PRICE_YET)


def test_a_bid_that_can_be_outbid_names_who_can() -> None:
    """C-2.2.1: bids for other private companies tie up money."""
    puzzle = of_kind("auction")
    game = BOOK.open(puzzle).game
    bid = BOOK.solution(puzzle)
    assert isinstance(bid, Bid)
    judged = BOOK.judge(puzzle, replace(bid, amount=bid.amount - 1))
    assert not judged.is_right and judged.worth is None
    assert bid.amount - 1 + 5 <= judged.facts["free"] < bid.amount + 5  # type: ignore[operator]
    higher = BOOK.judge(puzzle, replace(bid, amount=bid.amount + 1)) if game.state.money[bid.player] > bid.amount else None
    assert higher is None or (not higher.is_right and higher.worth == -bid.amount - 1)


@pytest.mark.parametrize("puzzle", [puzzle for puzzle in SAMPLE if puzzle.kind == "run"], ids=named)
def test_a_run_is_found_from_its_stops(puzzle: Puzzle) -> None:
    game = BOOK.open(puzzle).game
    best = BOOK.solution(puzzle)
    assert isinstance(best, RunTrains) and best.routes is not None
    wanted = [(route.train, frozenset(route.places)) for route in best.routes]
    found = routes_through(game.setup, game.state, wanted)
    assert found is not None
    assert BOOK.judge(puzzle, replace(best, routes=found)).is_right
    everywhere = [(route.train, frozenset(stops_to_choose(game.setup, game.state))) for route in best.routes]
    assert routes_through(game.setup, game.state, everywhere) is None


def test_a_lower_run_is_legal_as_an_answer_although_the_table_would_refuse_it() -> None:
    puzzle = of_kind("run")
    game = BOOK.open(puzzle).game
    lower = RunTrains(game.state.turn, game.state.operating, ())
    assert game.refuse(lower) is not None
    judged = BOOK.judge(puzzle, lower)
    assert (judged.is_right, judged.worth) == (False, 0)


def test_a_wrong_proof_is_found() -> None:
    puzzle = of_kind("auction")
    changes: list[dict[str, Any]] = [
        {"best": puzzle.best - 5},
        {"choices": puzzle.choices + 1},
        {"answers": []},
        {"seat": puzzle.seat + 1},
        {"ply": 0},
    ]
    for wrong in changes:
        with pytest.raises(BadPuzzle):
            BOOK.prove(msgspec.structs.replace(puzzle, **wrong))


def test_the_puzzle_of_the_day_changes_and_all_have_their_turn() -> None:
    days = [BOOK.of_the_day(date(2026, 11, 16) + timedelta(number)) for number in range(len(BOOK.by_id))]
    assert len({puzzle.id for puzzle in days}) == len(BOOK.by_id)
    assert all(one.kind != other.kind for one, other in pairwise(days))


def test_unreadable_files_are_refused() -> None:
    collection = BOOK.collection
    unknown = msgspec.structs.replace(collection.puzzles[0], kind="chess")
    for data in (
        b"",
        b"{}",
        b"\x1f\x8bnonsense",
        msgspec.json.encode(msgspec.structs.replace(collection, format=FORMAT + 1)),
        write(Collection(FORMAT, [], collection.puzzles[:1])),
        write(Collection(FORMAT, collection.sources, [unknown])),
    ):
        with pytest.raises(BadPuzzle):
            read(data)


def test_opening_a_position_replays_the_game() -> None:
    puzzle = of_kind("tile")
    opened = PuzzleBook(BOOK.collection).open(puzzle)
    assert len(opened.moves) == puzzle.ply
    assert opened.game.actors == (puzzle.seat,)
    assert any(isinstance(action, LayTile) for action in opened.game.legal)
