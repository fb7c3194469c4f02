"""`goldenspike learn simulate`: how somebody fares who only does what the coach says."""

from collections import Counter
from random import Random

from cyclopts import App

from goldenspike.bots.base import Bot
from goldenspike.bots.play import next_action
from goldenspike.bots.roster import make_bot
from goldenspike.cli.arguments import at_least, make_setup, parse_bots
from goldenspike.cli.output import print_json, with_progress
from goldenspike.cli.parameters import Games, Json, Players, Seed
from goldenspike.core.game import Game
from goldenspike.core.ids import Player
from goldenspike.learn.coach import Follower
from goldenspike.learn.lessons import Situation
from goldenspike.learn.tasks import place_of


def play(players: int, opponents: list[str], number: int, seed: int, choice: int) -> int:
    """The place of the newcomer, who moves on one seat from game to game."""
    setup = make_setup("1830", "starter", players, ["seating=free"])
    game = Game(setup)
    seat: Player = setup.all_players[number % players]
    bots: list[Bot] = [make_bot(opponents[player % len(opponents)], f"{seed}/{number}/{player}") for player in setup.all_players]
    bots[seat] = Follower(Random(f"{seed}/{number}"), choice)
    rng = Random(f"{seed}/{number}")
    while not game.is_over:
        game.push(next_action(game, bots, rng))
    return place_of(Situation(setup, game.state, seat, ()))


app = App(name="learn", help="Look at how newcomers learn.")


@app.command(name="simulate")
def run(
    *,
    games: Games = 10,
    seed: Seed = 1,
    players: Players = 4,
    bots: str = "baron",
    second: bool = False,
    json: Json = False,
) -> None:
    """Let a newcomer play starter games who only does what the coach says.

    Parameters
    ----------
    bots
        names of the opponents, separated by commas
    second
        always take the coach's second choice instead
    """
    at_least("games", games, 1)
    opponents = parse_bots(bots)
    places = Counter(
        with_progress(
            (play(players, opponents, number, seed, int(second)) for number in range(games)),
            games,
            "starter games with the coach",
        )
    )
    good = places[1] + places[2]
    if json:
        print_json(
            {"games": games, "places": {str(place): places[place] for place in sorted(places)}, "first_or_second": good / games}
        )
        return
    print(f"{games} games finished; first or second in {good} ({100 * good / games:.0f}%)")
    for place in sorted(places):
        print(f"place {place}: {places[place]}")
