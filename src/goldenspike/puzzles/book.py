"""The collection of puzzles: reading and writing it, opening positions, proving and judging."""

import gzip
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from importlib.resources import files

import msgspec

from goldenspike.core.actions import Action
from goldenspike.core.events import Event
from goldenspike.core.game import Game, player_of
from goldenspike.core.ids import Player
from goldenspike.puzzles.kinds import KINDS, Judgement
from goldenspike.puzzles.model import FORMAT, BadPuzzle, Collection, Puzzle, Source
from goldenspike.record.errors import RecordError
from goldenspike.record.native import FORMAT as RECORD_FORMAT
from goldenspike.record.native import Record, read_action, setup_of
from goldenspike.record.wire import to_wire

PACKAGED = "collection.json.gz"


@dataclass(frozen=True, slots=True)
class PlayedMove:
    seat: Player
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """A puzzle's position and how it came about. The game is shared: use a copy to play on."""

    game: Game
    moves: tuple[PlayedMove, ...]


class PuzzleBook:
    """Puzzles by id."""

    def __init__(self, collection: Collection) -> None:
        self.collection = collection
        self.by_id = {puzzle.id: puzzle for puzzle in collection.puzzles}
        ranked = sorted(collection.puzzles, key=lambda one: (one.grade, one.id))
        self._by_kind = {kind: [one for one in ranked if one.kind == kind] for kind in KINDS}
        self._kept = lru_cache(maxsize=64)(self._open)

    def of_kind(self, kind: str) -> list[Puzzle]:
        """The puzzles of a kind, the easy ones first."""
        return self._by_kind[kind]

    def source_of(self, puzzle: Puzzle) -> Source:
        return self.collection.sources[puzzle.source]

    def open(self, puzzle: Puzzle) -> Opened:
        return self._kept(puzzle.source, puzzle.ply)

    def _open(self, number: int, ply: int) -> Opened:
        """Replay the game up to the position, with every rule checked."""
        game = Game(setup_of(_record(self.collection.sources[number])))
        moves: list[PlayedMove] = []
        for count, wire in enumerate(self.collection.sources[number].actions[:ply]):
            action = read_action(game.setup, wire, count)
            moves.append(PlayedMove(player_of(action), tuple(game.push(action))))
        return Opened(Game(game.setup, game.state), tuple(moves))

    def judge(self, puzzle: Puzzle, action: Action) -> Judgement:
        """Judge an answer; an illegal one raises IllegalAction."""
        return KINDS[puzzle.kind].judge(self.open(puzzle).game, puzzle.about, puzzle.best, action)

    def solution(self, puzzle: Puzzle) -> Action:
        return read_action(self.open(puzzle).game.setup, puzzle.answers[0], 0)

    def prove(self, puzzle: Puzzle) -> None:
        """Compare all answers anew; raises BadPuzzle if anything stored about them is wrong."""
        kind = KINDS[puzzle.kind]
        try:
            game = self.open(puzzle).game
        except (RecordError, ValueError) as error:
            raise BadPuzzle(f"{puzzle.id}: {error}") from error
        if game.actors != (puzzle.seat,) or not kind.applies(game) or puzzle.about not in kind.subjects(game):
            raise BadPuzzle(f"{puzzle.id}: the question is not posed in this position")
        found = kind.survey(game, puzzle.about)
        answers = [to_wire(game.setup, action) for action in found.answers]
        proven = (found.best, found.next, found.size, answers)
        if proven != (puzzle.best, puzzle.next, puzzle.choices, puzzle.answers) or not kind.is_puzzle(found):
            raise BadPuzzle(f"{puzzle.id}: proven are {proven}")
        for action in found.answers:
            if not kind.judge(game, puzzle.about, puzzle.best, action).is_right:
                raise BadPuzzle(f"{puzzle.id}: a best answer is judged wrong: {action}")

    def of_the_day(self, day: date) -> Puzzle:
        """The same for everybody, another kind every day."""
        number = day.toordinal()
        kinds = [kind for kind in KINDS if self.of_kind(kind)]
        puzzles = self.of_kind(kinds[number % len(kinds)])
        # Steps that share no factor with the number of puzzles reach all of them before any comes again.
        return puzzles[number // len(kinds) * _step(len(puzzles)) % len(puzzles)]


def _step(count: int) -> int:
    return next(step for step in (7, 11, 13, 17, 1) if count % step or step == 1)


def _record(source: Source) -> Record:
    names = [str(number + 1) for number in range(source.players)]
    return Record(RECORD_FORMAT, source.title, source.version, names, source.options)


def read(data: bytes) -> PuzzleBook:
    try:
        collection = msgspec.json.decode(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data, type=Collection)
    except (msgspec.DecodeError, OSError, EOFError) as error:
        raise BadPuzzle(str(error)) from None
    if collection.format != FORMAT:
        raise BadPuzzle(f"format {collection.format} is unknown, this program reads format {FORMAT}")
    known = len(collection.sources)
    for puzzle in collection.puzzles:
        if puzzle.kind not in KINDS or not 0 <= puzzle.source < known:
            raise BadPuzzle(f"{puzzle.id}: unknown kind or game")
    return PuzzleBook(collection)


def write(collection: Collection) -> bytes:
    """Compressed JSON; the same puzzles give the same bytes."""
    return gzip.compress(msgspec.json.encode(collection), 9, mtime=0)


@lru_cache(maxsize=1)
def packaged() -> PuzzleBook:
    """The puzzles that come with Golden Spike."""
    return read(files("goldenspike.puzzles").joinpath(PACKAGED).read_bytes())
