"""A bot that plays online: python examples/online_bot.py http://127.0.0.1:1830 (needs goldenspike[client])

It takes a seat at a table (or sets one up against two bots of the server), waits until it is asked, and answers with the greedy
bot of this package. The table must have open knowledge, so that the whole game can be fetched.
"""

import argparse

from goldenspike.bots.base import Table
from goldenspike.bots.roster import make_bot
from goldenspike.client import ApiProblem, Client
from goldenspike.core.ids import Player
from goldenspike.protocol.messages import SeatRequest, TableRequest
from goldenspike.record.wire import to_wire


def play(client: Client, table: str, bot_name: str = "greedy", moves: int | None = None) -> int:
    """Answer whenever a seat of ours is asked, until the game is over; returns the number of moves made."""
    bot = make_bot(bot_name, "online")
    made = 0
    for _ in client.live(table):
        while (info := client.table(table)).status == "running":
            own = {seat.number for seat in info.seats if seat.yours}
            if own.isdisjoint(info.waiting_for):
                break
            game = client.game(table)
            asked = [Player(actor) for actor in game.actors if actor in own]
            if not asked or game.ply != info.ply:
                continue
            action = bot.choose(Table(game, asked[0]))
            try:
                client.act(table, info.ply, to_wire(game.setup, action), info.undos)
            except ApiProblem as problem:
                if problem.code != "stale":
                    raise
                continue
            made += 1
            if made == moves:
                return made
        if info.status == "over":
            break
    return made


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("--name", default="Robin")
    parser.add_argument("--table", help="the table to join; without it a new one against two bots")
    parser.add_argument("--invite", default="")
    options = parser.parse_args()
    with Client(options.server) as client:
        client.guest(options.name)
        if options.table:
            table = client.join(options.table, options.invite).id
        else:
            seats = [SeatRequest("me"), SeatRequest("bot", bot="greedy"), SeatRequest("bot", bot="random")]
            table = client.create(TableRequest("1830", seats, "starter", {"knowledge": "open"})).id
        print(f"{options.server}/t/{table}")
        play(client, table)
        for player in client.view(table).view.players:
            print(player.seat, player.wealth)


if __name__ == "__main__":
    main()
