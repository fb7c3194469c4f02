"""Make puzzles from games: simulated ones, and recorded ones if given.

Every position of a game at which a kind of puzzle may be posed is a candidate. A few of them are tried for each kind, in an
order that depends on the seed only, so that the same seed gives the same puzzles.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import log2
from random import Random

import msgspec

from goldenspike.bots.play import next_action, seat_bots
from goldenspike.core.game import Game
from goldenspike.core.title import RoundKind
from goldenspike.puzzles.kinds import KINDS, Kind, Survey
from goldenspike.puzzles.model import FORMAT, GRADES, About, Collection, Puzzle, Source
from goldenspike.record.native import options_of
from goldenspike.record.wire import to_wire
from goldenspike.titles.catalogue import make
from goldenspike.view import has_secrets

MOST_PER_GAME = 4
"""Puzzles of one kind from one game, so that they are not all alike."""
MOST_GAMES = 400
MOST_ACTIONS = 900


@dataclass(frozen=True, slots=True)
class Series:
    """Games to play: which, between which bots, and how far."""

    title: str
    version: str
    players: tuple[int, ...]
    bots: tuple[str, ...]
    kinds: tuple[str, ...] = tuple(KINDS)
    """The kinds of puzzles that its games may have."""

    @property
    def only_auction(self) -> bool:
        return self.kinds == _AUCTION


_AUCTION = ("auction",)
_NO_BANKRUPTCY = tuple(kind for kind in KINDS if kind != "solvency")
_AUCTIONS = Series("1830", "classic", (3, 4, 5), ("baron", "random", "greedy"), _AUCTION)
SERIES = (
    Series("1830", "classic", (3, 4, 5), ("baron-easy", "greedy")),
    _AUCTIONS,
    Series("1830", "classic", (3, 4, 5), ("random", "greedy")),
    _AUCTIONS,
    Series("1830", "base", (3, 4), ("greedy", "baron-easy"), _NO_BANKRUPTCY),
    _AUCTIONS,
    Series("1862", "standard", (4, 5), ("greedy",), _NO_BANKRUPTCY),
    _AUCTIONS,
)
"""Auctions are short, and the only source of their kind of puzzle. Random players get into trouble, where solvency matters."""


@dataclass(frozen=True, slots=True)
class _Found:
    kind: str
    ply: int
    seat: int
    about: About
    survey: Survey
    difficulty: float


def simulate(series: Series, seed: int, number: int) -> Game:
    """One game of a series; the same seed and number give the same game."""
    players = series.players[number % len(series.players)]
    game = Game(make(series.title, series.version, players, {"knowledge": "open"}))
    bots = seat_bots(series.bots, players, seed, number)
    rng = Random(f"{seed}/{number}/draws")
    while not game.is_over and game.ply < MOST_ACTIONS:
        if series.only_auction and game.state.round not in (RoundKind.SEATING, RoundKind.AUCTION):
            break
        game.push(next_action(game, bots, rng))
    return game


def make_puzzles(
    count: int,
    seed: int,
    recorded: Iterable[Game] = (),
    kinds: Sequence[str] = tuple(KINDS),
    report: Callable[[Counter[str], int], None] | None = None,
) -> Collection:
    """So many puzzles, about as many of each kind; fewer if the games do not have them."""
    wanted = -(-count // len(kinds))
    made: Counter[str] = Counter()
    sources: list[Source] = []
    puzzles: list[tuple[float, Puzzle]] = []
    seen: set[str] = set()
    for number, (possible, play) in enumerate(_games(seed, recorded)):
        open_kinds = [name for name in kinds if made[name] < wanted]
        if not open_kinds or number >= MOST_GAMES:
            break
        looked_for = [KINDS[name] for name in open_kinds if name in possible]
        if not looked_for or has_secrets((game := play()).setup, game.state):
            continue
        found = [one for kind in looked_for for one in _search(game, kind, Random(f"{seed}/{number}/{kind.name}"))]
        kept: list[tuple[float, Puzzle]] = []
        for one in found:
            puzzle = _puzzle(game, one, len(sources))
            if made[one.kind] < wanted and puzzle.id not in seen:
                seen.add(puzzle.id)
                made[one.kind] += 1
                kept.append((one.difficulty, puzzle))
        if kept:
            puzzles += kept
            sources.append(_source(game, max(puzzle.ply for _, puzzle in kept)))
        if report is not None:
            report(made, number + 1)
    return Collection(FORMAT, sources, _graded(puzzles))


def _games(seed: int, recorded: Iterable[Game]) -> Iterator[tuple[tuple[str, ...], Callable[[], Game]]]:
    """For each game which kinds of puzzles it may have, and how to get it: not all are worth playing."""
    for game in recorded:
        yield tuple(KINDS), game.copy
    for number in range(MOST_GAMES):
        series = SERIES[number % len(SERIES)]
        yield series.kinds, partial(simulate, series, seed, number)


def _search(game: Game, kind: Kind, rng: Random) -> Iterator[_Found]:
    """Puzzles of one kind in a game."""
    setup = game.setup
    plies = [ply for ply in range(game.ply) if kind.applies(Game(setup, game.state_at(ply)))]
    rng.shuffle(plies)
    left = MOST_PER_GAME
    tries = kind.tries
    for ply in plies:
        position = Game(setup, game.state_at(ply))
        subjects = kind.subjects(position)
        if not subjects:
            continue
        if not tries:
            return
        tries -= 1
        found = kind.find(position, subjects)
        if found is not None:
            about, survey = found
            yield _Found(kind.name, ply, position.actors[0], about, survey, _difficulty(survey))
            left -= 1
            if not left:
                return


def _difficulty(survey: Survey) -> float:
    """More answers to compare, and a smaller difference between the best and the next, make a puzzle harder."""
    best, other = abs(survey.best or 0), survey.next
    gap = best if other is None else abs((survey.best or 0) - other)
    return log2(1 + survey.size) + log2(1 + best / max(1, gap))


def _puzzle(game: Game, found: _Found, source: int) -> Puzzle:
    setup, survey = game.setup, found.survey
    assert survey.best is not None
    actions = [to_wire(setup, action) for action in game.actions[: found.ply]]
    asked = msgspec.json.encode([setup.title.name, setup.title.version, found.kind, found.about, actions], order="sorted")
    return Puzzle(
        id=f"{found.kind}-{hashlib.blake2b(asked, digest_size=4).hexdigest()}",
        kind=found.kind,
        grade=GRADES[0],
        source=source,
        ply=found.ply,
        seat=found.seat,
        best=survey.best,
        choices=survey.size,
        answers=[to_wire(setup, action) for action in survey.answers],
        about=found.about,
        next=survey.next,
    )


def _source(game: Game, plies: int) -> Source:
    setup = game.setup
    actions = [to_wire(setup, action) for action in game.actions[:plies]]
    return Source(setup.title.name, setup.title.version, setup.players, options_of(setup), actions)


def _graded(puzzles: list[tuple[float, Puzzle]]) -> list[Puzzle]:
    """Each kind divided evenly among the grades, by difficulty."""
    graded: list[Puzzle] = []
    for kind in KINDS:
        ranked = sorted(
            ((difficulty, puzzle) for difficulty, puzzle in puzzles if puzzle.kind == kind), key=lambda one: (one[0], one[1].id)
        )
        for rank, (_, puzzle) in enumerate(ranked):
            graded.append(msgspec.structs.replace(puzzle, grade=GRADES[rank * len(GRADES) // len(ranked)]))
    return graded
