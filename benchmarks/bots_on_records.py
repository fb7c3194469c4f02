"""How often a bot's first three choices contain the move that the winner of a recorded game made.

python benchmarks/bots_on_records.py FILE… [--level normal] [--every 1]: games exported from 18xx.games. Decisions with a single
legal answer are not counted; amounts of bids and prices, and the routes of a run, are not compared.
"""

import argparse
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

from goldenspike.bots.baron.baron import BaronBot
from goldenspike.bots.base import Table
from goldenspike.core.actions import Action, Bid, BuyPrivate, BuyTrain, RunTrains
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import is_company
from goldenspike.record.games18xx import Importer, read_export


def plain(action: Action) -> Action:
    """The action without what is not compared."""
    if isinstance(action, Bid):
        return replace(action, amount=0)
    if isinstance(action, BuyPrivate) or (isinstance(action, BuyTrain) and is_company(action.source)):
        return replace(action, price=0)
    return replace(action, routes=None) if isinstance(action, RunTrains) else action


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--level", default="normal")
    parser.add_argument("--every", type=int, default=1)
    wanted = parser.parse_args()
    asked, first, three = Counter[str](), Counter[str](), Counter[str]()
    for file in wanted.files:
        importer = Importer(read_export(file.read_bytes()))
        for _ in importer.run():
            pass
        game = importer.game
        winner = game.result().winners[0]
        bot = BaronBot(Random(1), wanted.level)
        for ply, action in enumerate(game.actions):
            if player_of(action) != winner or ply % wanted.every:
                continue
            table = Table(Game(game.setup, game.state_at(ply)), winner)
            if len(table.actions) + len(table.offers) < 2 or winner not in Game(game.setup, game.state_at(ply)).actors:
                continue
            choices = [plain(choice) for choice in bot.first_choices(table, 3)]
            kind = type(action).__name__
            asked[kind] += 1
            first[kind] += plain(action) == choices[0]
            three[kind] += plain(action) in choices
    for kind, count in asked.most_common():
        print(f"{kind:16} {count:4}  first {first[kind] / count:4.0%}  first three {three[kind] / count:4.0%}")
    total = sum(asked.values())
    print(f"{'all':16} {total:4}  first {sum(first.values()) / total:4.0%}  first three {sum(three.values()) / total:4.0%}")


if __name__ == "__main__":
    main()
