"""Checks what bots say about their moves against the position: amounts, trains, and whether something was really necessary.

python benchmarks/bot_reasons.py [--games 2] [--bots baron-hard,baron,baron,baron] [--title 1830] [--version classic]
[--sample 300] [--seed 1]
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

from goldenspike.bots.baron.weighed import TERMS, Comparison
from goldenspike.bots.base import Bot, Table, list_actions
from goldenspike.bots.chance import draw
from goldenspike.bots.outlook import lasts, worth_of_private
from goldenspike.bots.play import seat_bots
from goldenspike.bots.why import Motive, explain
from goldenspike.core import actions as a
from goldenspike.core.actions import Action
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, CHANCE, treasury
from goldenspike.core.ids import NONE, Company, Holder, Train
from goldenspike.core.rules.certificate_limit import certificate_limit, counted_certificates
from goldenspike.core.rules.conforming import excess_of
from goldenspike.core.rules.forced_sale import missing_money
from goldenspike.core.rules.share_price import price_of
from goldenspike.core.rules.train_card import bank_trains, owned_trains, train_limit
from goldenspike.titles.catalogue import make

SHARES = (a.BuyShare, a.StartCompany)


class Said:
    """A reason with the position in which it was given and, where the move is not only an offer, the position after it."""

    def __init__(self, game: Game, table: Table, action: Action, motive: Motive) -> None:
        self.setup, self.before = game.setup, game.state
        self.table, self.action = table, action
        self.facts = dict(motive.facts)
        again = Game(game.setup, game.state)
        again.push(action)
        self.after = again.state
        self.happened = not self.after.pending
        self.may_pass = game.refuse(a.Pass(table.player)) is None

    def can(self, *kinds: type) -> bool:
        listed = [*self.table.actions, *(offer.action for offer in self.table.offers)]
        return any(isinstance(action, kinds) for action in listed)

    def costs_least(self, holder: Holder, *kinds: type) -> bool:
        """Whether exactly the amount named would have been enough to buy something."""

        def possible(money: int) -> bool:
            s = self.before.copy()
            s.money = [money if other == holder else there for other, there in enumerate(s.money)]
            return any(isinstance(action, kinds) for action in list_actions(Game(self.setup, s), self.table.player))

        least = self.facts["least"]
        return self.before.money[holder] == self.facts["money"] < least and possible(least) and not possible(least - 1)

    def trains(self, company: int) -> list[int]:
        return [int(train) for train in owned_trains(self.setup, self.before, Company(company))]

    def trains_after(self, company: int) -> list[int]:
        return [int(train) for train in owned_trains(self.setup, self.after, Company(company))]

    def lasting(self, company: int) -> bool:
        return any(lasts(self.setup, self.before, train) for train in owned_trains(self.setup, self.before, Company(company)))

    def rise(self) -> int:
        company = Company(self.facts["company"])
        return price_of(self.setup, self.after, company) - price_of(self.setup, self.before, company)

    def paid(self) -> int:
        return self.before.money[self.table.player] - self.after.money[self.table.player]


def _bids(said: Said) -> bool:
    action, setup = said.action, said.setup
    assert isinstance(action, a.Bid)
    return said.facts["amount"] == action.amount <= said.facts["worth"] == worth_of_private(setup, action.private)


def _too_dear(said: Said) -> bool:
    prices = [offer.lo for offer in said.table.offers if getattr(offer.action, "private", NONE) == said.facts["private"]]
    asked = not prices or said.facts["price"] == min(prices)
    return asked and said.facts["price"] >= said.facts["worth"]


def _train(said: Said) -> bool:
    train, company = said.facts["train"], said.facts.get("company", said.before.operating)
    return not said.happened or train in said.trains_after(company)


def _rusts(said: Said) -> bool:
    company = said.facts["company"]
    return len(said.trains_after(company)) < len(said.trains(company)) and said.before.presidents[company] != said.table.player


def _share(said: Said) -> bool:
    action = said.action
    assert isinstance(action, a.BuyShare)
    return said.paid() == said.facts["price"] * action.count


def _founds(said: Said) -> bool:
    return said.after.par[said.facts["company"]] == said.facts["price"]


def _affordable(said: Said) -> list[Train]:
    """What the bank sells that the capital pays for."""
    trains = said.setup.title.trains
    return [train for train in bank_trains(said.setup, said.before) if trains[train].price <= 10 * said.facts["price"]]


def _runs_one_more(said: Said) -> bool:
    company = said.before.operating
    return len(said.trains_after(company)) > len(said.trains(company))


def _floats(said: Said) -> bool:
    company = Company(said.facts["company"])
    sold = 10 * (10 - said.before.units(company, BANK))
    return not said.before.floated[company] and said.facts["percent"] == said.facts["limit"] - sold


CHECKS: dict[str, Callable[[Said], bool]] = {
    "only": lambda said: said.table.is_forced,
    "turn_over": lambda said: said.before.bought != NONE and not said.can(*SHARES),
    "no_room": lambda said: (
        said.facts["limit"]
        == certificate_limit(said.setup, said.before)
        <= counted_certificates(said.setup, said.before, said.table.player)
    ),
    "cannot_afford": lambda said: said.costs_least(said.table.player, *SHARES),
    "train_limit": lambda said: (
        len(said.trains(said.facts["company"])) >= said.facts["limit"] == train_limit(said.setup, said.before)
    ),
    "cannot_afford_train": lambda said: said.costs_least(treasury(Company(said.facts["company"])), a.BuyTrain),
    "nothing_to_buy": lambda said: not any(isinstance(action, (*SHARES, a.BuyTrain)) for action in said.table.actions),
    "too_dear": _too_dear,
    "keeps_to_float": lambda said: said.can(a.Bid, a.BuyFromBank) and said.facts["amount"] > 0,
    "waits": lambda said: said.can(*SHARES, a.BuyTrain, a.Bid, a.BidForChoice, a.BuyFromBank),
    "builds_nothing": lambda said: said.can(a.LayTile, a.PlaceToken),
    "nothing_to_build": lambda said: not said.can(a.LayTile, a.PlaceToken),
    "founds": lambda said: _founds(said) and not all(said.setup.title.trains[train].obsolete for train in _affordable(said)),
    "founds_early": lambda said: _founds(said) and said.facts["train"] in _affordable(said),
    "founds_plain": lambda said: _founds(said) and not _affordable(said),
    "floats": _floats,
    "buys_share": _share,
    "over_limit": lambda said: (
        not said.may_pass
        and said.facts["count"]
        == excess_of(said.setup, said.before, said.table.player)
        > excess_of(said.setup, said.after, said.table.player)
    ),
    "sells_for_train": lambda said: (
        not said.may_pass and said.facts["amount"] == missing_money(said.setup, said.before, said.before.operating) > 0
    ),
    "sells_trainless": lambda said: not said.trains(said.facts["company"]),
    "sells_weak": lambda said: bool(said.trains(said.facts["company"])) and not said.lasting(said.facts["company"]),
    "hands_over": lambda said: said.after.presidents[said.facts["company"]] == said.facts["player"] != said.table.player,
    "first_train": lambda said: not said.trains(said.facts["company"]) and _train(said),
    "rusts": _rusts,
    "buys_lasting": lambda said: not said.setup.title.trains[said.facts["train"]].obsolete and _train(said),
    "buys_train": lambda said: _train(said) and (not said.happened or _runs_one_more(said)),
    "must_buy": lambda said: not said.may_pass and not said.trains(said.facts["company"]),
    "pays": lambda said: said.rise() > 0,
    "pays_only": lambda said: said.rise() <= 0,
    "withholds": lambda said: not said.lasting(said.facts["company"]),
    "keeps_revenue": lambda said: (
        said.after.money[treasury(said.before.operating)] > said.before.money[treasury(said.before.operating)]
    ),
    "bids": _bids,
    "sells_private": lambda said: said.paid() == -said.facts["price"],
    "bankrupt": lambda said: not said.may_pass,
}
"""What must be true for a reason; reasons that are mere opinions are not listed."""


def is_true(game: Game, action: Action, motive: Motive, player: int) -> bool:
    """Whether what was said about an action holds in the position."""
    table = Table(game, game.setup.all_players[player])
    return motive.code not in CHECKS or CHECKS[motive.code](Said(game, table, action, motive))


def compares_truly(game: Game, bot: Bot, action: Action) -> bool:
    """Whether the second best answer that a bot names is another legal one, and no better than it says."""
    found: Comparison | None = getattr(bot, "comparison", None)
    if found is None:
        return True
    legal = found.second != action and game.refuse(found.second) is None
    return legal and (found.best > found.other and found.term in TERMS if found.term else found.best <= found.other)


def played(game: Game, bots: list[Bot], rng: Random) -> Iterator[tuple[Action, Motive, bool]]:
    """Every move of a game with its reason, and whether that is true."""
    while not game.is_over:
        actor = game.actors[0]
        if actor == CHANCE:
            game.push(draw(game, rng))
            continue
        table = Table(game, actor)
        action = bots[actor].choose(table)
        motive = explain(table, action)
        yield action, motive, is_true(game, action, motive, actor) and compares_truly(game, bots[actor], action)
        game.push(action)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--bots", default="baron-hard,baron,baron,baron")
    parser.add_argument("--title", default="1830")
    parser.add_argument("--version", default="classic")
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    names = wanted.bots.split(",")
    rng = Random(wanted.seed)
    found: list[tuple[str, bool]] = []
    for number in range(wanted.games):
        game = Game(make(wanted.title, wanted.version, len(names), {"knowledge": "open"} if wanted.title == "1830" else {}))
        bots = seat_bots(names, len(names), wanted.seed, number)
        found += [(motive.code, true) for _, motive, true in played(game, bots, rng)]
    sample = rng.sample(found, min(wanted.sample, len(found)))
    for code, count in Counter(code for code, _ in sample).most_common():
        wrong = sum(not true for said, true in sample if said == code)
        print(f"{code:22} {count:4}  {f'untrue: {wrong}' if wrong else 'true' if code in CHECKS else 'opinion'}")
    print(f"{len(sample)} of {len(found)} reasons, {sum(not true for _, true in sample)} untrue")


if __name__ == "__main__":
    main()
