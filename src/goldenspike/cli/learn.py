"""`goldenspike learn simulate`: how somebody fares who only does what the coach says."""

from collections import Counter
from dataclasses import dataclass
from random import Random

from cyclopts import App

from goldenspike.bots.baron.character import LEVELS
from goldenspike.bots.base import Bot, list_actions
from goldenspike.bots.play import next_action
from goldenspike.bots.roster import make_bot
from goldenspike.cli.arguments import at_least, make_setup, parse_bots
from goldenspike.cli.output import BadInput, print_json, with_progress
from goldenspike.cli.parameters import Games, Json, Players, Seed
from goldenspike.core.actions import Action, LayTile
from goldenspike.core.game import Game
from goldenspike.core.ids import Player
from goldenspike.learn.coach import Follower
from goldenspike.learn.lessons import Situation
from goldenspike.learn.tasks import place_of


@dataclass(frozen=True, slots=True)
class Played:
    place: int
    """Of the newcomer; 1 is the best."""
    actions: tuple[Action, ...]


def play(players: int, opponents: list[str], number: int, seed: int, newcomer: Bot, drawn: bool = False) -> Played:
    """One game. The newcomer moves on one seat from game to game; who sits in the others is drawn, and on request every
    railroad's first tile."""
    setup = make_setup("1830", "starter", players, ["seating=free"])
    game = Game(setup)
    rng = Random(f"{seed}/{number}")
    seat: Player = setup.all_players[number % players]
    bots: list[Bot] = [make_bot(rng.choice(opponents), f"{seed}/{number}/{player}") for player in setup.all_players]
    bots[seat] = newcomer
    for _ in range(players if drawn else 0):
        _draw_tile(game, rng)
        turn = game.actors
        while game.actors == turn:
            game.push(next_action(game, bots, rng))
    while not game.is_over:
        game.push(next_action(game, bots, rng))
    return Played(place_of(Situation(setup, game.state, seat, ())), tuple(game.actions))


def _draw_tile(game: Game, rng: Random) -> None:
    (player,) = game.actors
    game.push(rng.choice([action for action in list_actions(game, player) if isinstance(action, LayTile)]))


app = App(name="learn", help="Look at how newcomers learn.")


@app.command(name="simulate")
def run(
    *,
    games: Games = 10,
    seed: Seed = 1,
    players: Players = 4,
    bots: str = "baron",
    second: bool = False,
    level: str = "hard",
    drawn: bool = False,
    first: int = 1,
    json: Json = False,
) -> None:
    """Let a newcomer play starter games who only does what the coach says.

    Parameters
    ----------
    bots
        names of the opponents, separated by commas; for each seat one of them is drawn
    second
        always take the coach's second choice instead
    level
        how much the coach thinks: easy, normal or hard, as at a table
    drawn
        draw the first tile of every railroad, also the newcomer's, so that the games differ
    first
        number of the first game, to continue a run: each game depends on its number and the seed alone
    """
    at_least("games", games, 1)
    at_least("first", first, 1)
    if level not in LEVELS:
        raise BadInput(f"unknown level {level!r}: known are {', '.join(LEVELS)}")
    opponents = parse_bots(bots)
    played: list[Played] = []
    for number in with_progress(range(first, first + games), games, "starter games with the coach"):
        # The newcomer's seat and the seeds go by numbers from 0.
        newcomer = Follower(Random(f"{seed}/{number - 1}"), int(second), level)
        played.append(play(players, opponents, number - 1, seed, newcomer, drawn))
        if not json:
            print(f"game {number}: place {played[-1].place} after {len(played[-1].actions)} moves", flush=True)
    places = Counter(one.place for one in played)
    different = len({one.actions for one in played})
    good = places[1] + places[2]
    if json:
        print_json(
            {
                "games": games,
                "different": different,
                "places": {str(place): places[place] for place in sorted(places)},
                "first_or_second": good / games,
            }
        )
        return
    print(f"{games} games finished, {different} different ones; first or second in {good} ({100 * good / games:.0f}%)")
    for place in sorted(places):
        print(f"place {place}: {places[place]}")
