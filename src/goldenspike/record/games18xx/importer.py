"""Replaying a game recorded on 18xx.games.

The site skips steps in which nothing can be done; our engine waits for a Pass. So before each action of the source the
importer passes until the action fits, and it gives the answers that the site never asks for.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from goldenspike.core.actions import (
    Accept,
    Action,
    Bid,
    BuyFromBank,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    ChooseCity,
    ChooseHome,
    DeclareBankruptcy,
    DiscardTrain,
    ExchangePrivate,
    LayTile,
    Pass,
    PayDividend,
    Payout,
    PlaceToken,
    RunTrains,
    SellShares,
    SetPar,
    StartCompany,
)
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, FIRST_COMPANY, NONE, is_player
from goldenspike.core.interrupts import OFFERS, CityNeeded, HomeNeeded, ParPriceNeeded
from goldenspike.core.reasons import IllegalAction, Reason, Refusal
from goldenspike.core.rules.private_company import price_range
from goldenspike.core.rules.runs import best_routes
from goldenspike.core.rules.share_price import in_value_order
from goldenspike.core.rules.stock_sale import most_saleable
from goldenspike.core.steps.auction import asking_price, cheapest_private
from goldenspike.core.title import Power, RoundKind
from goldenspike.record.digest import Names
from goldenspike.record.errors import RecordError
from goldenspike.record.games18xx.pieces import Pieces
from goldenspike.record.games18xx.readings import setup_for
from goldenspike.record.games18xx.routes import read_route
from goldenspike.record.games18xx.source import Export
from goldenspike.record.games18xx.undo import Source, with_auto_actions
from goldenspike.record.wire import find, read_company, read_tile

MOST_PASSES = 60
"""Limit on passes made up between two actions of the source."""

_WAITING = (Reason.NOT_NOW, Reason.NOT_YOUR_TURN, Reason.NOT_OPERATING)
"""Reasons that only mean "not yet"; any other one says why the action itself is illegal."""

_PAYOUTS = {"payout": Payout.PAY, "withhold": Payout.WITHHOLD}


@dataclass
class ReplayedAction:
    """An action of the source that has been replayed, together with its automatic actions."""

    id: Any
    type: str


class Importer:
    """Plays an export action by action on a game of ours."""

    def __init__(self, export: Export) -> None:
        self.export = export
        self.game = Game(setup_for(len(export.player_ids), export.optional_rules))
        self.setup = self.game.setup
        self.names = Names(
            list(export.player_ids),
            [(company.aliases or (company.id,))[0] for company in self.setup.title.companies],
        )
        self._players: dict[Any, int] = {}
        for number, (id, name) in enumerate(zip(export.player_ids, export.player_names, strict=True)):
            self._players[name] = number
            self._players[id] = number
            self._players[str(id)] = number
        self._pieces = Pieces(self.setup, self.names)
        self._turn_ended_by = NONE
        self._ready: tuple[Source | None, list[Action]] = (None, [])
        """The source's action that fits now, already translated."""

    # --- the whole game

    def run(self) -> Iterator[ReplayedAction]:
        """Play everything; after each action of the source the game stands where the source's stood."""
        singles = [(number, single) for number, action in enumerate(self.export.actions) for single in with_auto_actions(action)]
        position = 0
        if singles:
            self._reach(*self._named(singles[0]))
        for number, action in enumerate(self.export.actions):
            while position < len(singles) and singles[position][0] == number:
                single, where = self._named(singles[position])
                position += 1
                following = singles[position] if position < len(singles) else None
                self._play(single, following[1] if following else None, where)
                if following is not None:
                    self._reach(*self._named(following))
                elif self.export.finished:
                    self._go_on_to_the_end()
            yield ReplayedAction(action.get("id"), action["type"])

    def _named(self, single: tuple[int, Source]) -> tuple[Source, str]:
        """An action of the source and where it stands."""
        number, source = single
        return source, f"action {self.export.actions[number].get('id')} ({source.get('type')})"

    def _play(self, source: Source, following: Source | None, where: str) -> None:
        try:
            ready, actions = self._ready
            if ready is not source:
                actions = self._translate(source, following)
            for action in actions:
                self._push(source, action)
        except RecordError as error:
            raise RecordError(error.message, where) from None
        except IllegalAction as error:
            raise RecordError(str(error), where) from error
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise RecordError(f"malformed: {error!r}", where) from None

    def _reach(self, source: Source, where: str) -> None:
        """Pass for whoever was skipped, until the source's next action fits."""
        first: Refusal | None = None
        start = self.game.ply
        for _ in range(MOST_PASSES):
            try:
                fits, refusal = self._fits(source)
            except RecordError as error:
                raise RecordError(error.message, where) from None
            except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
                raise RecordError(f"malformed: {error!r}", where) from None
            if fits:
                return
            if first is None or (refusal is not None and first.reason in _WAITING):
                first = refusal
            step = self._skip()
            if step is None:
                break
            self.game.push(step)
        while self.game.ply > start:
            self.game.pop()
        reason = f"{first.reason.code} ({first.reason.paragraph})" if first else "it does not fit the position"
        raise RecordError(reason, where)

    def _skip(self) -> Action | None:
        """What the player on turn does where the source's engine went on by itself."""
        s = self.game.state
        if self.game.is_over or s.pending:
            return None
        player = self.game.actors[0]
        if s.round == RoundKind.AUCTION:
            cheapest = cheapest_private(s)
            free = s.auction == NONE and asking_price(self.setup, s, cheapest) == 0
            return BuyFromBank(player, cheapest) if free else None
        action = Pass(player)
        return action if self.game.refuse(action) is None else None

    def _go_on_to_the_end(self) -> None:
        """The source's engine ended the game by itself; a game ended by hand stays where it was."""
        here = self.game.copy()
        for _ in range(MOST_PASSES):
            step = self._skip()
            if self.game.is_over or step is None:
                break
            self.game.push(step)
        if not self.game.is_over:
            self.game = here

    # --- does it fit?

    def _fits(self, source: Source) -> tuple[bool, Refusal | None]:
        s = self.game.state
        kind = source.get("type")
        if kind == "end_game":
            return True, None
        if kind == "pass":
            return self._pass_fits(source), None
        if kind == "bankrupt":
            return s.operating == self._company(source), None
        if kind == "place_token" and s.pending and isinstance(s.pending[-1], CityNeeded | HomeNeeded):
            return True, None
        if kind == "run_routes":
            company = self._company(source)
            probe: Action = RunTrains(s.presidents[company], company, ())
            refusal = self.game.refuse(probe)
            return refusal is None, refusal
        actions = self._translate(source, None)
        if not actions:
            return True, None
        refusal = self.game.refuse(actions[0])
        self._ready = (source, actions)
        return refusal is None, refusal

    def _pass_fits(self, source: Source) -> bool:
        s = self.game.state
        kind = source.get("entity_type", "player")
        if kind == "company":
            return True
        if kind == "corporation":
            company = self._company(source)
            return company in (s.operating, self._turn_ended_by)
        if s.round not in (RoundKind.AUCTION, RoundKind.STOCK):
            return False
        return self._player(source) in self.game.actors

    # --- who and what

    def _player(self, source: Source) -> int:
        entity = source.get("entity")
        if entity not in self._players:
            raise RecordError(f"unknown player {entity!r}")
        return self._players[entity]

    def _company(self, source: Source) -> int:
        return read_company(self.setup, source.get("entity"))

    def _operator(self, source: Source) -> tuple[int, int, int]:
        """Company, its president, and the private company whose power is used, if the source acts through one."""
        s = self.game.state
        if source.get("entity_type") == "company":
            private = find(self.setup.private_index, source.get("entity"), "private company")
            holder = s.privates[private]
            if holder < FIRST_COMPANY:
                raise RecordError(f"{source.get('entity')} does not belong to a railroad")
            company = holder - FIRST_COMPANY
            return company, s.presidents[company], private
        company = self._company(source)
        return company, s.presidents[company], NONE

    # --- translation

    def _translate(self, source: Source, following: Source | None) -> list[Action]:
        kind = source["type"]
        if kind == "pass":
            return self._pass(source, following)
        if kind == "bid":
            return self._bid(source)
        if kind == "par":
            return self._par(source)
        if kind == "buy_shares":
            return self._buy_shares(source)
        if kind == "sell_shares":
            return self._sell_shares(source)
        if kind == "buy_company":
            return self._buy_company(source)
        if kind == "lay_tile":
            return self._lay_tile(source)
        if kind == "place_token":
            return self._place_token(source)
        if kind == "run_routes":
            return self._run_routes(source)
        if kind == "dividend":
            company, player, _ = self._operator(source)
            if source.get("kind") not in _PAYOUTS:
                raise RecordError(f"unknown dividend {source.get('kind')!r}")
            return [PayDividend(player, company, _PAYOUTS[source["kind"]])]
        if kind == "buy_train":
            return self._buy_train(source)
        if kind == "discard_train":
            company, player, _ = self._operator(source)
            return [DiscardTrain(player, company, self._pieces.train_type(source["train"]))]
        if kind == "bankrupt":
            return self._bankrupt(source)
        if kind == "end_game":
            return []
        raise RecordError(f"unknown action type {kind!r}")

    def _pass(self, source: Source, following: Source | None) -> list[Action]:
        s = self.game.state
        kind = source.get("entity_type", "player")
        if kind == "company":
            return []
        if kind == "player":
            return [Pass(self._player(source))]
        company = self._company(source)
        if s.operating != company or self._waits_for_privates(company, source, following):
            return []
        self._turn_ended_by = company
        return [Pass(s.presidents[company])]

    def _waits_for_privates(self, company: int, source: Source, following: Source | None) -> bool:
        """The source asks twice at the end of a turn, for trains and for private companies; we ask once."""
        s = self.game.state
        at_end = BuyTrain in self.game.speaking()[0].kinds()
        same = following is not None and following.get("entity") == source.get("entity")
        if not at_end or not same or following is None or following["type"] not in ("pass", "buy_company"):
            return False
        if following["type"] == "buy_company":
            return True
        for private, owner in enumerate(s.privates):
            card = self.setup.title.privates[private]
            if owner == FIRST_COMPANY + company and card.power is Power.EXTRA_TILE and not s.power_used[private]:
                return True
            affordable = s.money[FIRST_COMPANY + company] >= price_range(self.setup, private)[0]
            if is_player(owner) and card.saleable and affordable and self.setup.title.phases[s.phase].buy_privates:
                return True
        return False

    def _bid(self, source: Source) -> list[Action]:
        s = self.game.state
        player = self._player(source)
        private = find(self.setup.private_index, source.get("company"), "private company")
        if s.auction == NONE and private == cheapest_private(s):
            return [BuyFromBank(player, private)]
        return [Bid(player, private, int(source["price"]))]

    def _par(self, source: Source) -> list[Action]:
        s = self.game.state
        player = self._player(source)
        company = read_company(self.setup, source.get("corporation"))
        price = int(str(source["share_price"]).split(",")[0])
        if s.pending and isinstance(s.pending[-1], ParPriceNeeded):
            return [SetPar(player, company, price)]
        return [StartCompany(player, company, price)]

    def _buy_shares(self, source: Source) -> list[Action]:
        share = source["shares"][0]
        company = read_company(self.setup, share.rpartition("_")[0])
        holder = self._pieces.shares.holder(share)
        if source.get("entity_type") == "company":
            private = find(self.setup.private_index, source.get("entity"), "private company")
            return [ExchangePrivate(self.game.state.privates[private], private, holder)]
        return [BuyShare(self._player(source), company, holder, len(source["shares"]))]

    def _sell_shares(self, source: Source) -> list[Action]:
        company = read_company(self.setup, source["shares"][0].rpartition("_")[0])
        percent = source.get("percent") or sum(20 if share.endswith("_0") else 10 for share in source["shares"])
        return [SellShares(self._player(source), company, int(percent) // 10)]

    def _buy_company(self, source: Source) -> list[Action]:
        s = self.game.state
        private = find(self.setup.private_index, source.get("company"), "private company")
        price = int(source["price"])
        if source.get("entity_type") == "player":
            player = self._player(source)
            return [BuyPrivate(player, player, private, price)]
        company = self._company(source)
        return [BuyPrivate(s.presidents[company], FIRST_COMPANY + company, private, price)]

    def _lay_tile(self, source: Source) -> list[Action]:
        company, player, private = self._operator(source)
        hex = find(self.setup.hex_index, source.get("hex"), "hex")
        tile = read_tile(self.setup, source["tile"].rpartition("-")[0])
        return [LayTile(player, company, hex, tile, int(source["rotation"]), private)]

    def _place_token(self, source: Source) -> list[Action]:
        s = self.game.state
        piece, _, city = str(source["city"]).rpartition("-")
        printed = piece.rpartition("-")[0]
        hex = self.setup.hex_index.get(printed, self._pieces.tiles.where(piece, NONE))
        if hex == NONE:
            raise RecordError(f"unknown city {source['city']!r}")
        stop = int(city)
        asked = s.pending[-1] if s.pending else None
        if isinstance(asked, CityNeeded):
            return [ChooseCity(asked.player, asked.company, hex, stop)]
        company, player, private = self._operator(source)
        if isinstance(asked, HomeNeeded):
            return [ChooseHome(player, company, hex, stop)]
        return [PlaceToken(player, company, hex, stop, private)]

    def _run_routes(self, source: Source) -> list[Action]:
        company, player, _ = self._operator(source)
        s = self.game.state
        declared = source.get("routes") or []
        if declared and not any(route.get("connections") for route in declared):
            return [self._run_by_revenue(player, company, declared)]
        return [RunTrains(player, company, tuple(read_route(self.setup, s, route) for route in declared))]

    def _run_by_revenue(self, player: int, company: int, declared: list[Source]) -> RunTrains:
        """Old exports name no track: the best run stands for them if it earns what they say."""
        revenue = sum(int(route["revenue"]) for route in declared)
        best = best_routes(self.setup, self.game.state, company).revenue
        if best != revenue:
            raise RecordError(f"routes without connections earn {revenue}, the best run {best}")
        return RunTrains(player, company)

    def _buy_train(self, source: Source) -> list[Action]:
        company, player, _ = self._operator(source)
        holder = self._pieces.trains.where(source["train"], BANK)
        exchange = source.get("exchange")
        traded = self._pieces.train_type(exchange) if exchange else NONE
        return [BuyTrain(player, company, self._pieces.train_type(source["train"]), holder, int(source["price"]), traded)]

    def _bankrupt(self, source: Source) -> list[Action]:
        """Everything that may be sold is sold first: the dearest railroad first, the largest block of each."""
        company = self._company(source)
        player = self.game.state.presidents[company]
        while True:
            s = self.game.state
            held = [c for c in range(len(s.cells)) if s.cells[c] >= 0 and s.units(c, player)]
            blocks = [(c, most_saleable(self.setup, s, player, c, company)) for c in in_value_order(self.setup, s, held)]
            sale = next((block for block in blocks if block[1]), None)
            if sale is None:
                return [DeclareBankruptcy(player)]
            self.game.push(SellShares(player, sale[0], sale[1]))

    # --- doing it

    def _push(self, source: Source, action: Action) -> None:
        before = self.game.state
        self.game.push(action)
        self._answer()
        if not isinstance(action, Pass):
            self._turn_ended_by = NONE
        self._pieces.follow(self.game.state, source, action, before.presidents)

    def _answer(self) -> None:
        """18xx.games asks nobody: the owner agrees."""
        s = self.game.state
        while s.pending and isinstance(s.pending[-1], OFFERS):
            self.game.push(Accept(s.pending[-1].player))
            s = self.game.state
