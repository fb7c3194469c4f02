"""How well bots keep the time limit of a decision, in CPU time.

    python benchmarks/bot_limits.py --bot baron-hard --title 1862 --limit 0.5 --games 4 --every 10

Normal barons play; one decision in so many is put to the bot as well, which measures its limit in CPU time too, so that a busy
machine changes nothing; garbage is collected between decisions, as the bot processes of a server do. Reported are the longest
decisions, and what was decided.
"""

import argparse
from random import Random
from time import process_time

from goldenspike.bots.arena import setup_of
from goldenspike.bots.base import Bot, Limit, Table
from goldenspike.bots.chance import draw
from goldenspike.bots.roster import make_bot
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import Player
from goldenspike.server.thinking.child import collect_if_due, put_off_collections

MOST_ACTIONS = 5_000


def make(name: str, seed: str) -> Bot:
    """A bot whose clock is CPU time, where it has one; so is that of the baron that plays for it in other versions."""
    bot = make_bot(name, seed)
    for one in (bot, getattr(bot, "_stand_in", None)):
        if hasattr(one, "_clock"):
            one._clock = process_time  # type: ignore[union-attr]
    return bot


def measure(game: Game, bot: Bot, limit: float, every: int, rng: Random) -> list[tuple[float, str]]:
    """The CPU seconds of one decision in so many of those with more than one answer, and what was decided."""
    found = []
    players = [make_bot("baron", str(rng.random())) for _ in game.setup.all_players]
    asked = rng.randrange(every)
    while not game.is_over and game.ply < MOST_ACTIONS:
        if game.actors == (CHANCE,):
            game.push(draw(game, rng))
            continue
        player = Player(game.actors[0])
        table = Table(game, player, Limit(seconds=limit))
        if not table.is_forced:
            asked += 1
            if asked % every == 0:
                collect_if_due()
                started = process_time()
                action = bot.choose(table)
                found.append((process_time() - started, f"{type(action).__name__} in ply {game.ply}, phase {game.state.phase}"))
        game.push(players[player].choose(Table(game, player)))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bot", default="baron-hard")
    parser.add_argument("--title", default="1830")
    parser.add_argument("--version")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--limit", type=float, default=0.5, help="seconds")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--every", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    put_off_collections()
    setup = setup_of(wanted.title, wanted.version, wanted.players, ())
    found: list[tuple[float, str]] = []
    for number in range(wanted.games):
        seed = f"{wanted.seed}/{number}"
        found += measure(Game(setup), make(wanted.bot, seed), wanted.limit, wanted.every, Random(seed))
    found.sort(reverse=True)
    late = [spent for spent, _ in found if spent > 1.1 * wanted.limit]
    print(
        f"{len(found)} decisions with a limit of {wanted.limit} s: longest {found[0][0]:.3f} s "
        f"({found[0][0] / wanted.limit:.2f} times the limit), {len(late)} above 1.1 times, "
        f"95th percentile {found[len(found) // 20][0]:.3f} s"
    )
    for spent, what in found[:8]:
        print(f"    {spent:.3f} s: {what}")


if __name__ == "__main__":
    main()
