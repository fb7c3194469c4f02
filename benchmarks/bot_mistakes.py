"""Counts mistakes that an expert would not make, in games of four bots of a kind.

    python benchmarks/bot_mistakes.py --bot baron --games 20
    python benchmarks/bot_mistakes.py --bot baron-hard --title 1862 --version standard --games 4 --examples

Each figure is the mean of a game. Not everything counted is wrong in every position; what should never happen is marked with `!`.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from random import Random
from time import process_time

from goldenspike.bots.arena import setup_of
from goldenspike.bots.notes import Observer
from goldenspike.bots.outlook import shortfall
from goldenspike.bots.play import next_action
from goldenspike.bots.roster import make_bot
from goldenspike.core.actions import Action, BuyShare, BuyTrain, PayDividend, Payout, SellShares
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE, company_of_holder, is_company, treasury
from goldenspike.core.rules.conforming import excess_of, must_sell
from goldenspike.core.rules.train_card import count_owned, owned_trains
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup

MOST_ACTIONS = 10_000
OVER = "! sales over a limit that bring it no closer"
ONLY_TRAIN = "! a sister's only train taken for next to nothing, and it cannot pay for another"
PRESIDENCY = "! presidencies bought of railroads without train and the money for one"
WITHHELD = "! revenue withheld with a train that stays"
BACK = "! trains that went back to the sister they came from"
EMPTIED = "treasuries emptied for a sister's train"
SOLD_BACK = "presidencies that came back in the round in which they were handed over"
CHEAP = 20
"""Dollars that are next to nothing for a train."""
KINDS = (OVER, ONLY_TRAIN, PRESIDENCY, WITHHELD, BACK, EMPTIED, SOLD_BACK)


class Watcher:
    """Finds mistakes in the moves of one game."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._came_from: dict[tuple[int, int], int] = {}
        """From which company a company took a train of a type."""
        self._handed_over: dict[int, int] = {}
        """Who handed over a railroad in this round."""

    def see(self, before: State, action: Action, after: State) -> Iterator[str]:
        if (before.round, before.round_number) != (after.round, after.round_number):
            self._handed_over.clear()
        if isinstance(action, SellShares):
            yield from self._sale(before, action, after)
        elif isinstance(action, BuyShare):
            yield from self._purchase(before, action, after)
        elif isinstance(action, PayDividend):
            stays = any(
                not self._setup.title.trains[train].obsolete for train in owned_trains(self._setup, before, action.company)
            )
            if stays and action.payout is Payout.WITHHOLD and before.revenues[action.company]:
                yield WITHHELD
        elif isinstance(action, BuyTrain) and is_company(action.source) and not after.pending:
            yield from self._train(before, action, after)

    def _sale(self, before: State, sale: SellShares, after: State) -> Iterator[str]:
        setup, company = self._setup, int(sale.company)
        if before.round == RoundKind.STOCK and must_sell(setup, before, sale.player):
            if excess_of(setup, after, sale.player) >= excess_of(setup, before, sale.player):
                yield OVER
        if before.presidents[company] == sale.player:
            if after.presidents[company] != sale.player:
                self._handed_over[company] = sale.player
        elif after.presidents[company] == self._handed_over.get(company, -1):
            yield SOLD_BACK

    def _purchase(self, before: State, purchase: BuyShare, after: State) -> Iterator[str]:
        company = purchase.company
        won = before.presidents[company] != purchase.player == after.presidents[company]
        if won and before.operated[company] and not count_owned(self._setup, before, company):
            if shortfall(self._setup, before, company):
                yield PRESIDENCY

    def _train(self, before: State, purchase: BuyTrain, after: State) -> Iterator[str]:
        seller = company_of_holder(purchase.source)
        if before.presidents[seller] != purchase.player:
            return
        lost = count_owned(self._setup, before, seller) and not count_owned(self._setup, after, seller)
        if lost and purchase.price <= CHEAP and shortfall(self._setup, after, seller):
            yield ONLY_TRAIN
        if self._came_from.get((seller, purchase.train)) == purchase.company:
            yield BACK
        self._came_from[purchase.company, purchase.train] = seller
        held = before.money[treasury(purchase.company)]
        if purchase.price > 100 and purchase.price >= 0.95 * held:
            yield EMPTIED


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bot", default="baron")
    parser.add_argument("--title", default="1830")
    parser.add_argument("--version")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="of CPU time, after which no game is begun")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--examples", action="store_true", help="say where each was found")
    wanted = parser.parse_args()
    setup = setup_of(wanted.title, wanted.version, wanted.players, ())
    found: Counter[str] = Counter()
    idle = turns = help = bankrupt = games = 0
    started = process_time()
    for number in range(wanted.games):
        if process_time() - started > wanted.seconds:
            break
        rng = Random(f"{wanted.seed}/{number}")
        bots = [make_bot(wanted.bot, f"{wanted.seed}/{number}/{player}") for player in setup.all_players]
        game, watcher = Game(setup), Watcher(setup)
        observer = Observer(game)
        while not game.is_over and game.ply < MOST_ACTIONS:
            before, drawn = game.state, game.actors == (CHANCE,)
            action = next_action(game, bots, rng)
            observer.see(game.push(action))
            if not drawn:
                for kind in watcher.see(before, action, game.state):
                    found[kind] += 1
                    if wanted.examples:
                        print(f"game {number}, ply {game.ply}: {kind}: {action}")
        notes = observer.finish()
        games += 1
        idle, turns, help = idle + notes.idle_turns, turns + notes.turns, help + notes.help
        bankrupt += notes.bankrupt
    print(
        f"{wanted.bot}, {wanted.title} {setup.title.version}, {games} games, seed {wanted.seed}, {process_time() - started:.0f} s"
    )
    for kind in KINDS:
        print(f"{found[kind] / games:6.2f}  {kind}")
    print(f"{help / games:6.0f}  dollars that presidents added to trains")
    print(f"{100 * idle / max(turns, 1):5.0f}%  turns of the first phase without a tile")
    print(f"{100 * bankrupt / games:5.0f}%  games with a bankruptcy")


if __name__ == "__main__":
    main()
