"""What is remembered of a position never shows, in whatever order games of one setup are played, undone, saved and opened.

Games of the same setup share what is known of its boards, and a state keeps what was found out about it. So after each step of a
random session every answer is asked again of the same position with nothing remembered, and now and then of a setup made anew.
"""

import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest

from goldenspike.bots.base import Bot
from goldenspike.bots.play import next_action, seat_bots
from goldenspike.core.actions import Action, LayTile, PlaceToken
from goldenspike.core.game import Game
from goldenspike.core.hexes import SIDES
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import NONE, Hex, by_hex
from goldenspike.core.opening import opening_state
from goldenspike.core.rules.runs import best_routes, every_best_run, has_route, reach, revenue_of, sides_reached
from goldenspike.core.rules.train_card import owned_trains
from goldenspike.core.title import Setup
from goldenspike.core.track import tables_of
from goldenspike.record.native import dump, load, read_record, replay
from goldenspike.record.snapshot import restore, take_snapshot
from goldenspike.testing.agreement import made_up, mutated, snapshot
from goldenspike.testing.combinations import draw_combination
from goldenspike.view import seat_view

STEPS = 40
GAMES = 3
MANY = 100
"""How many sessions of each title the exhaustive test plays."""
TIES = 20
"""How many of several best runs are compared."""


@contextmanager
def nothing_remembered(setup: Setup) -> Iterator[None]:
    tables = tables_of(setup)
    kept = tables.company_cache, tables.legal_runs, tables.run_memory
    tables.company_cache, tables.legal_runs, tables.run_memory = {}, {}, {}
    yield
    tables.company_cache, tables.legal_runs, tables.run_memory = kept


def unknown(game: Game) -> Game:
    """A game in the same position, of which nothing is known yet."""
    twin = Game(game.setup, game.state.copy())
    twin.state.networks = {}
    return twin


def made_anew(game: Game) -> Game:
    """A game in the same position whose setup shares nothing with the first."""
    old = game.setup
    setup = Setup(old.title, old.options, old.players, old.plan)
    saved = msgspec.json.decode(msgspec.json.encode(take_snapshot(game.state)))
    return Game(setup, restore(saved, opening_state(setup)))


def questions_about(game: Game, built: list[Hex], rng: Random) -> list[Action]:
    """Actions that may be legal or not: made up, almost legal, and stations and lays where any of the games has built."""
    setup, s = game.setup, game.state
    listed = list(game.legal)
    asked = [made_up(setup, rng) for _ in range(6)]
    asked += [mutated(setup, rng, rng.choice(listed)) for _ in range(6) if listed]
    for hex in rng.choices(built, k=12) if built and s.operating != NONE else ():
        president = s.presidents[s.operating]
        asked.append(PlaceToken(president, s.operating, hex, 0))
        for lay in setup.lays(hex, s.faces[hex])[:4]:
            asked.append(LayTile(president, s.operating, hex, setup.faces[lay.face].tile, lay.face % SIDES))
    return asked


def answers(game: Game, asked: list[Action]) -> list[Any]:
    """What rules, lists and views say of a position. What is refused comes first: a list would look again at what is reached."""
    setup, s = game.setup, game.state
    found: list[Any] = [[game.refuse(action) for action in asked], game.result(), game.question, game.actors]
    found.append([(list(game.legal_for(player)), game.legal_for(player).offers()) for player in s.seating])
    found.append([msgspec.json.encode(seat_view(setup, s, seat)) for seat in (None, *s.seating[:2])])
    for company in setup.all_companies:
        reached = reach(setup, s, company)
        found.append((has_route(setup, s, company), sorted(reached.places), sorted(sides_reached(setup, s, company).items())))
        if owned_trains(setup, s, company):
            best = best_routes(setup, s, company)
            found.append((best.revenue, best.proven, revenue_of(setup, s, company, best.routes)))
            if company == s.operating and best.revenue and setup.title.name == "1830":
                ties = set(islice(every_best_run(setup, s, company, best.revenue), TIES))
                found.append((len(ties), {revenue_of(setup, s, company, run) for run in ties}))
    return found


class Session:
    """Some games of one setup, and what their positions were."""

    def __init__(self, seed: str, title: str) -> None:
        self.rng = Random(seed)
        self.table = draw_combination(self.rng, title)
        self.setup = self.table.setup()
        self.bots: list[Bot] = seat_bots([self.rng.choice(("random", "greedy"))], self.setup.players, 1830, 0)
        self.games = [Game(self.setup) for _ in range(GAMES)]
        self.positions = [{0: snapshot(game.state)} for game in self.games]

    def built(self) -> list[Hex]:
        """Hexes with a tile in any of the games."""
        printed = self.setup.first_printed
        return [hex for game in self.games for hex, face in by_hex(game.state.faces) if face < printed]

    def step(self) -> None:
        number = self.rng.randrange(GAMES)
        game, positions = self.games[number], self.positions[number]
        operation = self.rng.choice((self.play,) * 6 + (self.undo, self.look_back, self.try_out, self.open_again))
        operation(game, positions)
        if self.rng.random() < 0.2:
            self.games[number] = game = pickle.loads(pickle.dumps(game)) if self.rng.random() < 0.5 else game.copy()
        elif self.rng.random() < 0.1:
            self.games[number] = game = load(dump(game))
            self.positions[number] = {game.ply: snapshot(game.state)}
        self.compare(game)

    def play(self, game: Game, positions: dict[int, Any]) -> None:
        for _ in range(self.rng.choice((1, 3, 30, 90))):
            if not game.is_over:
                game.push(next_action(game, self.bots, self.rng))
                positions[game.ply] = snapshot(game.state)

    def undo(self, game: Game, positions: dict[int, Any]) -> None:
        """A resumed game cannot go back behind its snapshot."""
        for _ in range(min(self.rng.choice((1, 9, 40)), game.ply - min(positions))):
            game.pop()
            assert snapshot(game.state) == positions[game.ply]

    def look_back(self, game: Game, positions: dict[int, Any]) -> None:
        ply = self.rng.randint(min(positions), game.ply)
        then = Game(game.setup, game.state_at(ply))
        assert snapshot(then.state) == positions[ply]
        self.compare(then)

    def try_out(self, game: Game, positions: dict[int, Any]) -> None:
        twin = game.copy()
        self.play(twin, {})
        self.compare(twin)
        while twin.ply > game.ply:
            twin.pop()
        assert snapshot(twin.state) == snapshot(game.state)

    def open_again(self, game: Game, positions: dict[int, Any]) -> None:
        record = read_record(dump(game))
        record.snapshot = None
        again = replay(record)
        assert again.actions == game.actions and snapshot(again.state) == snapshot(game.state)
        record.runs = []
        with nothing_remembered(self.setup):
            assert snapshot(replay(record).state) == snapshot(game.state)
        self.compare(again)

    def compare(self, game: Game) -> None:
        if game.actors == (CHANCE,):
            return
        with nothing_remembered(game.setup):
            asked = questions_about(unknown(game), self.built(), self.rng)
            expected = answers(unknown(game), asked)
        assert answers(game, asked) == expected, f"{self.table}, ply {game.ply}"
        assert answers(game, asked) == expected, f"asked again: {self.table}, ply {game.ply}"
        if self.rng.random() < 0.2:
            assert answers(made_anew(game), asked) == expected, f"made anew: {self.table}, ply {game.ply}"


@pytest.mark.parametrize("title", ["1830", "1862"])
@pytest.mark.parametrize("number", [0, 2])
def test_nothing_remembered_shows(title: str, number: int) -> None:
    session = Session(f"{title}/{number}", title)
    for _ in range(STEPS):
        session.step()


@pytest.mark.exhaustive
@pytest.mark.parametrize("title", ["1830", "1862"])
@pytest.mark.parametrize("number", range(3, MANY))
def test_nothing_remembered_shows_in_many_sessions(title: str, number: int) -> None:
    test_nothing_remembered_shows(title, number)
