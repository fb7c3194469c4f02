"""Writing: the command for an action, as `commands` reads it."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from goldenspike.core import actions as act
from goldenspike.core.actions import Action
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import BANK, CHANCE, POOL, company_of_holder, is_player
from goldenspike.core.ids import NONE
from goldenspike.moderate.commands import HOLDERS, PAYOUTS, asks_for_track, number_drawn
from goldenspike.moderate.names import Names, word_for


def shorten(game: Game, names: Names, action: Action) -> str:
    """The command for an action; empty for what is not typed, such as a run along given routes."""
    write = _WRITERS.get(type(action))
    words = write(_Writing(game, names), action) if write else []
    player = player_of(action)
    if words and player not in (CHANCE, game.question.player):
        words.insert(0, word_for(names.players, player))
    return " ".join(words)


class _Writing(NamedTuple):
    """The words for numbers at a table."""

    game: Game
    names: Names

    def company(self, number: int) -> str:
        return word_for(self.names.companies, number)

    def private(self, number: int) -> str:
        return word_for(self.names.privates, number)

    def player(self, number: int) -> str:
        return word_for(self.names.players, number)

    def train(self, number: int) -> str:
        return word_for(self.names.trains, number)

    def hex(self, number: int) -> str:
        return word_for(self.names.hexes, number)

    def power(self, number: int) -> list[str]:
        return [] if number == NONE else [self.private(number)]

    def owner(self, holder: Any) -> str:
        for word, number in HOLDERS.items():
            if number == holder:
                return word
        return self.player(holder) if is_player(holder) else self.company(company_of_holder(holder))

    def shares(self, action: act.BuyShare | act.SellShares, source: list[str]) -> list[str]:
        """How many, of which railroad, from where, and whether it is the large certificate."""
        count = [] if action.count == 1 else [str(action.count)]
        return [*count, self.company(action.company), *source, *(["big"] if action.double else [])]

    def run(self, action: act.RunTrains) -> list[str]:
        if action.routes is None:
            return ["r"]
        return [] if action.routes else ["r", "none"]

    def track(self, action: act.DeclareTrack) -> list[str]:
        if action.cost == 0 and asks_for_track(self.game):
            return ["p"]
        return ["t", str(action.cost)]

    def train_purchase(self, action: act.BuyTrain) -> list[str]:
        words = ["b", self.train(action.train)]
        if action.source not in (BANK, POOL):
            return [*words, self.company(company_of_holder(action.source)), str(action.price)]
        trade = [] if action.trade_in == NONE else ["for", self.train(action.trade_in)]
        return [*words, *_pool(action), *trade]

    def box(self, cell: int) -> list[str]:
        """Row and column of a box of the market."""
        return [str(number + 1) for number in divmod(cell, self.game.setup.title.market.columns)]

    def discard(self, action: act.DiscardTrain) -> list[str]:
        named = [] if action.company == self.game.question.company else [self.company(action.company)]
        return ["discard", *named, self.train(action.train)]


def _pool(action: Any) -> list[str]:
    return ["pool"] if action.source == POOL else []


_WRITERS: Final[dict[type, Callable[[_Writing, Any], list[str]]]] = {
    act.DrawSeats: lambda w, a: ["seats", *[w.player(seat) for seat in a.seats]],
    act.DrawToken: lambda w, a: ["draw", str(number_drawn(a))],
    act.DrawRevenue: lambda w, a: ["draw", str(number_drawn(a))],
    act.Pass: lambda w, a: ["p"],
    act.BuyFromBank: lambda w, a: ["b", w.private(a.private)],
    act.Bid: lambda w, a: ["bid", w.private(a.private), str(a.amount)],
    act.BidForChoice: lambda w, a: ["bid", str(a.amount)],
    act.ChooseGroup: lambda w, a: ["group", str(a.group + 1)],
    act.ChooseLoan: lambda w, a: ["loan", w.company(a.company)],
    act.WithdrawBid: lambda w, a: ["unbid", w.private(a.private)],
    act.ClosePrivate: lambda w, a: ["close", w.private(a.private)],
    act.Redeem: lambda w, a: ["redeem", w.company(a.company), str(a.notes)],
    act.BuyLicence: lambda w, a: ["licence"],
    act.SetPar: lambda w, a: ["par", w.company(a.company), str(a.price)],
    act.StartCompany: lambda w, a: ["b", w.company(a.company), str(a.price)],
    act.BuyShare: lambda w, a: ["b", *w.shares(a, _pool(a))],
    act.SellShares: lambda w, a: ["s", *w.shares(a, [])],
    act.ExchangePrivate: lambda w, a: ["x", w.private(a.private), *_pool(a)],
    act.BuyPrivate: lambda w, a: ["private", w.private(a.private), w.owner(a.buyer), str(a.price)],
    act.SellPrivate: lambda w, a: ["offer", w.private(a.private), w.player(a.buyer), str(a.price)],
    act.Accept: lambda w, a: ["yes"],
    act.Decline: lambda w, a: ["no"],
    act.Withdraw: lambda w, a: ["back"],
    act.ChooseHome: lambda w, a: ["home", w.hex(a.hex), str(a.stop)],
    act.ChooseCity: lambda w, a: ["city", w.company(a.company), w.hex(a.hex), str(a.stop)],
    act.LayTile: lambda w, a: ["t", w.hex(a.hex), word_for(w.names.tiles, a.tile), str(a.rotation), *w.power(a.private)],
    act.PlaceToken: lambda w, a: ["st", w.hex(a.hex), str(a.stop), *w.power(a.private)],
    act.DeclareTrack: _Writing.track,
    act.DeclareStation: lambda w, a: ["st", str(a.cost), *w.power(a.private)],
    act.RunTrains: _Writing.run,
    act.DeclareRun: lambda w, a: ["r", *[str(amount) for amount in a.earned]],
    act.DeclareRoute: lambda w, a: ["route", "yes" if a.exists else "no"],
    act.ContestRun: lambda w, a: ["contest", w.company(a.company)],
    act.PayDividend: lambda w, a: [next(word for word, payout in PAYOUTS.items() if payout == a.payout)],
    act.BuyTrain: _Writing.train_purchase,
    act.DiscardTrain: _Writing.discard,
    act.DeclareBankruptcy: lambda w, a: ["bankrupt"],
    act.CorrectMoney: lambda w, a: ["fix", str(a.amount), w.owner(a.payer), w.owner(a.payee)],
    act.CorrectShares: lambda w, a: ["fix", str(a.count), w.company(a.company), w.owner(a.seller), w.owner(a.buyer)],
    act.CorrectTrain: lambda w, a: ["fix", "train", w.train(a.train), w.owner(a.seller), w.owner(a.buyer)],
    act.CorrectPrice: lambda w, a: ["fix", "price", w.company(a.company), *w.box(a.cell)],
}
