"""What has happened since a turn, in short lines: whose they are, and phrases about them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from functools import lru_cache
from typing import Final

from goldenspike.core.actions import Payout
from goldenspike.core.frozen import frozen
from goldenspike.core.holders import company_of_holder, is_company
from goldenspike.core.ids import NO_COMPANY, Company, Player
from goldenspike.text.amounts import money, percent, price
from goldenspike.text.bids import say_bids
from goldenspike.text.catalogue import dialect, words
from goldenspike.text.event_groups import EventGroup, say_group
from goldenspike.text.names import (
    Context,
    name_company,
    name_hex,
    name_holder,
    name_list,
    name_player,
    name_private,
    name_series,
    name_train,
)
from goldenspike.view.since import (
    BidLine,
    CompanyLine,
    EventLine,
    PassLine,
    PlayerLine,
    Since,
    SinceLine,
    Trade,
    TrainBought,
)

SINCE_FACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "since.starts": ("company", "price"),
    "since.buys": ("shares",),
    "since.sells": ("shares",),
    "since.shares": ("percent", "company"),
    "since.sold": ("shares", "old", "new"),
    "since.private": ("private", "price"),
    "since.floats": (),
    "since.president": ("player",),
    "since.par": ("price",),
    "since.track": ("hexes",),
    "since.station": ("hexes",),
    "since.runs": ("amount",),
    "since.pays": ("amount",),
    "since.withholds": ("amount",),
    "since.splits": ("amount",),
    "since.nothing": (),
    "since.price": ("old", "new"),
    "since.paid": ("phrase", "price"),
    "since.train": ("train", "price"),
    "since.trains": ("count", "train", "price"),
    "since.seller": ("phrase", "company"),
    "since.added": ("phrase", "player", "amount"),
    "since.loses": ("train", "count"),
    "since.by_order": (),
}
"""The phrases; the name of the player or railroad stands before them."""

_PAYOUTS: Final = {None: "since.runs", Payout.PAY: "since.pays", Payout.WITHHOLD: "since.withholds", Payout.SPLIT: "since.splits"}


@frozen
class NewsLine:
    ply: int
    """The move after which all of it had happened."""
    who: str
    """The player's or railroad's name; empty if the text is a sentence."""
    company: Company
    """The railroad, -1 if the line is not about one."""
    phrases: tuple[str, ...]


def write_since(since: Since, context: Context, language: str) -> list[NewsLine]:
    return [_write_line(_Content(repr(line), line), context, language) for line in since.lines]


@frozen
class _Content:
    """A line as a key: from one move to the next, and for most players, nearly all are the same."""

    content: str
    line: SinceLine = field(compare=False)


@lru_cache(maxsize=1 << 13)
def _write_line(line: _Content, context: Context, language: str) -> NewsLine:
    return _Writer(context, language).marked(line.line)


class _Writer:
    def __init__(self, context: Context, language: str) -> None:
        self._context = context
        self._language = language
        self._dialect = dialect(language, context.setup.title.name)

    def marked(self, line: SinceLine) -> NewsLine:
        """A line, and whether an order did some of it."""
        told = self.line(line)
        return replace(told, phrases=(*told.phrases, self._say("since.by_order"))) if line.by_order else told

    def line(self, line: SinceLine) -> NewsLine:
        match line:
            case PlayerLine():
                return NewsLine(line.ply, self._player(line.player), NO_COMPANY, tuple(self._about_player(line)))
            case CompanyLine():
                name = name_company(line.company, self._context, self._language)
                return NewsLine(line.ply, name, line.company, tuple(self._about_company(line)))
            case BidLine():
                text = say_bids(line.private, line.bids, line.buyer, line.price, self._context, self._language)
            case PassLine() if len(line.players) > 1:
                names = [self._player(player) for player in line.players]
                text = self._say("combined.pass", players=name_series(names, self._language))
            case PassLine():
                text = self._say("event.Passed", player=self._player(line.players[0]))
            case EventLine():
                text = say_group(EventGroup(line.event), self._context, self._language)
        return NewsLine(line.ply, "", NO_COMPANY, (text,))

    # --- players

    def _about_player(self, line: PlayerLine) -> Iterator[str]:
        for company, par in line.started:
            yield self._say("since.starts", company=self._company(company), price=self._money(par))
        if line.bought:
            yield self._say("since.buys", shares=self._trades(line.bought))
        if line.sold:
            yield self._say("since.sells", shares=self._trades(line.sold))
        for private, paid in line.privates:
            yield self._private(name_private(private, self._context, self._language), paid)

    def _trades(self, trades: list[Trade]) -> str:
        return name_list([self._trade(trade) for trade in trades], self._language)

    def _trade(self, trade: Trade) -> str:
        part = percent(trade.percent, self._language)
        shares = self._say("since.shares", percent=part, company=self._company(trade.company))
        if trade.old == trade.new:
            return shares
        return self._say("since.sold", shares=shares, old=self._money(trade.old), new=self._money(trade.new))

    def _private(self, name: str, paid: int) -> str:
        return self._say("since.private", private=name, price=price(paid, self._language))

    # --- railroads

    def _about_company(self, line: CompanyLine) -> Iterator[str]:
        if line.president is not None:
            yield self._say("since.president", player=self._player(line.president))
        if line.par:
            yield self._say("since.par", price=self._money(line.par))
        if line.floated:
            yield self._say("since.floats")
        if line.track:
            ids = [self._context.setup.title.hexes[hex].id for hex in line.track]
            yield self._paid(self._say("since.track", hexes=name_list(ids, self._language)), line.track_cost)
        if line.stations:
            names = [name_hex(hex, self._context, self._language) for hex in line.stations]
            yield self._paid(self._say("since.station", hexes=name_list(names, self._language)), line.stations_cost)
        for revenue, payout in line.revenues:
            yield self._say(_PAYOUTS[payout], amount=self._money(revenue)) if revenue else self._say("since.nothing")
        if line.old != line.new:
            yield self._say("since.price", old=self._money(line.old), new=self._money(line.new))
        for bought, count in Counter(line.trains).items():
            yield self._train(bought, count)
        for train, count in line.lost:
            yield self._say("since.loses", train=name_train(train, self._context, self._language), count=count)
        for private, paid in line.privates:
            yield self._private(self._context.setup.title.privates[private].id, paid)

    def _train(self, bought: TrainBought, count: int) -> str:
        """Trains of one type at one price; without a seller they are the bank's."""
        name, paid = name_train(bought.train, self._context, self._language), price(bought.price, self._language)
        if count > 1:
            phrase = self._say("since.trains", count=str(count), train=name, price=paid)
        else:
            phrase = self._say("since.train", train=name, price=paid)
        if is_company(bought.seller):
            phrase = self._say("since.seller", phrase=phrase, company=self._company(company_of_holder(bought.seller)))
        if bought.helper is not None:
            helper, added = name_holder(bought.helper, self._context, self._language), price(bought.help, self._language)
            phrase = self._say("since.added", phrase=phrase, player=helper, amount=added)
        return phrase

    def _paid(self, phrase: str, cost: int) -> str:
        return self._say("since.paid", phrase=phrase, price=self._money(cost)) if cost else phrase

    # --- words

    def _say(self, id: str, **facts: object) -> str:
        return words(id, self._dialect, **facts)

    def _money(self, amount: int) -> str:
        return money(amount, self._language)

    def _player(self, player: Player) -> str:
        return name_player(player, self._context, self._language)

    def _company(self, company: Company) -> str:
        return name_company(company, self._context, self._language)
