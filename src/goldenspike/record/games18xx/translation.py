"""Translating single actions of an exported game into actions of our engine."""

from collections.abc import Callable
from typing import Any, Final

from goldenspike.core.actions import (
    Action,
    Bid,
    BuyFromBank,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    ChooseCity,
    ChooseHome,
    DiscardTrain,
    ExchangePrivate,
    LayTile,
    PayDividend,
    Payout,
    PlaceToken,
    RunTrains,
    SellShares,
    SetPar,
    StartCompany,
)
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, company_of_holder, is_company, is_player, treasury
from goldenspike.core.ids import NO_HEX, NO_PRIVATE, NO_TRAIN, NONE, Company, Player, Private, by_player
from goldenspike.core.interrupts import CityNeeded, HomeNeeded, ParPriceNeeded
from goldenspike.core.rules.runs import best_routes
from goldenspike.core.steps.auction import cheapest_private
from goldenspike.record.errors import RecordError
from goldenspike.record.games18xx.pieces import Pieces
from goldenspike.record.games18xx.routes import read_route
from goldenspike.record.games18xx.source import Export
from goldenspike.record.games18xx.undo import Source
from goldenspike.record.wire import find, read_company, read_tile

_PAYOUTS: Final = {"payout": Payout.PAY, "withhold": Payout.WITHHOLD}


class Translator:
    """Resolves the source's names and piece numbers; the location of a piece decides what an action means."""

    def __init__(self, export: Export, game: Game, pieces: Pieces) -> None:
        self.game = game
        self.setup = game.setup
        self._pieces = pieces
        # Old exports name players by name, new ones by id.
        self._players: dict[Any, Player] = {name: player for player, name in by_player(export.player_names)}
        for number, id in by_player(export.player_ids):
            self._players[str(id)] = number
        for number, id in by_player(export.player_ids):
            self._players[id] = number

    def entity_kind(self, source: Source) -> str:
        """Who acts: "player", "corporation" or "company" (a private company)."""
        kind = source.get("entity_type")
        if kind is not None:
            return str(kind)
        entity = source.get("entity")
        if entity in self.setup.private_index:
            return "company"
        return "player" if entity in self._players else "corporation"

    def player(self, source: Source) -> Player:
        entity = source.get("entity")
        if entity not in self._players:
            raise RecordError(f"unknown player {entity!r}")
        return self._players[entity]

    def company(self, source: Source) -> Company:
        return read_company(self.setup, source.get("entity"))

    def operator(self, source: Source) -> tuple[Company, Player, Private]:
        """Company, its president, and the private company whose power is used, if the source acts through one."""
        s = self.game.state
        if self.entity_kind(source) == "company":
            private = find(self.setup.private_index, source.get("entity"), "private company")
            holder = s.privates[private]
            if not is_company(holder):
                raise RecordError(f"{source.get('entity')} does not belong to a railroad")
            company = company_of_holder(holder)
            return company, s.presidents[company], private
        company = self.company(source)
        return company, s.presidents[company], NO_PRIVATE

    def translate(self, source: Source) -> Action:
        """Our action for an action of the source in the current position."""
        kind = source["type"]
        if kind not in _TRANSLATIONS:
            raise RecordError(f"unknown action type {kind!r}")
        return _TRANSLATIONS[kind](self, source)

    def _bid(self, source: Source) -> Action:
        s = self.game.state
        player = self.player(source)
        private = find(self.setup.private_index, source.get("company"), "private company")
        if s.auction == NONE and private == cheapest_private(s):
            return BuyFromBank(player, private)
        return Bid(player, private, int(source["price"]))

    def _par(self, source: Source) -> Action:
        s = self.game.state
        player = self.player(source)
        company = read_company(self.setup, source.get("corporation"))
        price = int(str(source["share_price"]).split(",")[0])
        if s.pending and isinstance(s.pending[-1], ParPriceNeeded):
            return SetPar(player, company, price)
        return StartCompany(player, company, price)

    def _buy_shares(self, source: Source) -> Action:
        share = source["shares"][0]
        company = read_company(self.setup, share.rpartition("_")[0])
        holder = self._pieces.shares.holder(share)
        if self.entity_kind(source) == "company":
            private = find(self.setup.private_index, source.get("entity"), "private company")
            owner = self.game.state.privates[private]
            if not is_player(owner):
                raise RecordError(f"{source.get('entity')} does not belong to a player")
            return ExchangePrivate(owner, private, holder)
        return BuyShare(self.player(source), company, holder, len(source["shares"]))

    def _sell_shares(self, source: Source) -> Action:
        company = read_company(self.setup, source["shares"][0].rpartition("_")[0])
        percent = source.get("percent") or sum(20 if share.endswith("_0") else 10 for share in source["shares"])
        return SellShares(self.player(source), company, int(percent) // 10)

    def _buy_company(self, source: Source) -> Action:
        s = self.game.state
        private = find(self.setup.private_index, source.get("company"), "private company")
        price = int(source["price"])
        if self.entity_kind(source) == "player":
            player = self.player(source)
            return BuyPrivate(player, player, private, price)
        company = self.company(source)
        return BuyPrivate(s.presidents[company], treasury(company), private, price)

    def _lay_tile(self, source: Source) -> Action:
        company, player, private = self.operator(source)
        hex = find(self.setup.hex_index, source.get("hex"), "hex")
        tile = read_tile(self.setup, source["tile"].rpartition("-")[0])
        return LayTile(player, company, hex, tile, int(source["rotation"]), private)

    def _place_token(self, source: Source) -> Action:
        s = self.game.state
        piece, _, city = str(source["city"]).rpartition("-")
        printed = piece.rpartition("-")[0]
        hex = self.setup.hex_index.get(printed, self._pieces.tiles.where(piece, NO_HEX))
        if hex == NONE:
            raise RecordError(f"unknown city {source['city']!r}")
        stop = int(city)
        asked = s.pending[-1] if s.pending else None
        if isinstance(asked, CityNeeded):
            return ChooseCity(asked.player, asked.company, hex, stop)
        company, player, private = self.operator(source)
        if isinstance(asked, HomeNeeded):
            return ChooseHome(player, company, hex, stop)
        return PlaceToken(player, company, hex, stop, private)

    def _run_routes(self, source: Source) -> Action:
        company, player, _ = self.operator(source)
        s = self.game.state
        declared = source.get("routes") or []
        if declared and not any(route.get("connections") for route in declared):
            return self._run_by_revenue(player, company, declared)
        return RunTrains(player, company, tuple(read_route(self.setup, s, route) for route in declared))

    def _run_by_revenue(self, player: Player, company: Company, declared: list[Source]) -> RunTrains:
        """The best run, if it earns the declared revenue: old exports name no track."""
        revenue = sum(int(route["revenue"]) for route in declared)
        best = best_routes(self.setup, self.game.state, company).revenue
        if best != revenue:
            raise RecordError(f"routes without connections earn {revenue}, the best run {best}")
        return RunTrains(player, company)

    def _buy_train(self, source: Source) -> Action:
        company, player, _ = self.operator(source)
        holder = self._pieces.trains.where(source["train"], BANK)
        exchange = source.get("exchange")
        traded = self._pieces.train_type(exchange) if exchange else NO_TRAIN
        return BuyTrain(player, company, self._pieces.train_type(source["train"]), holder, int(source["price"]), traded)

    def _dividend(self, source: Source) -> Action:
        company, player, _ = self.operator(source)
        if source.get("kind") not in _PAYOUTS:
            raise RecordError(f"unknown dividend {source.get('kind')!r}")
        return PayDividend(player, company, _PAYOUTS[source["kind"]])

    def _discard_train(self, source: Source) -> Action:
        company, player, _ = self.operator(source)
        return DiscardTrain(player, company, self._pieces.train_type(source["train"]))


_TRANSLATIONS: Final[dict[str, Callable[[Translator, Source], Action]]] = {
    "bid": Translator._bid,
    "par": Translator._par,
    "buy_shares": Translator._buy_shares,
    "sell_shares": Translator._sell_shares,
    "buy_company": Translator._buy_company,
    "lay_tile": Translator._lay_tile,
    "place_token": Translator._place_token,
    "run_routes": Translator._run_routes,
    "dividend": Translator._dividend,
    "buy_train": Translator._buy_train,
    "discard_train": Translator._discard_train,
}
