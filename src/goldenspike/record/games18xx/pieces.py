"""Maps the numbered pieces of an export to holders, and tracks the order of purchases."""

from goldenspike.core.actions import (
    Action,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    ExchangePrivate,
    LayTile,
    SellShares,
    SetPar,
    StartCompany,
)
from goldenspike.core.holders import BANK, FIRST_COMPANY, POOL, is_player, treasury
from goldenspike.core.ids import NONE, Hex, Holder, Player, Train, by_company, by_private
from goldenspike.core.state import State
from goldenspike.core.title import Power, Setup
from goldenspike.record.digest import Names
from goldenspike.record.games18xx.tracking import PieceTracker, ShareTracker
from goldenspike.record.games18xx.undo import Source
from goldenspike.record.wire import find


class Pieces:
    """Follows every action of the source; `names` lists trains and private companies in the order of purchase."""

    def __init__(self, setup: Setup, names: Names) -> None:
        self.setup = setup
        self.names = names
        self.shares = ShareTracker()
        self.trains: PieceTracker[Holder] = PieceTracker()
        self.tiles: PieceTracker[Hex] = PieceTracker()
        self._free_shares = [
            (private, f"{names.companies[setup.company_index[card.company]]}_1")
            for private, card in by_private(setup.title.privates)
            if card.power is Power.FREE_SHARE
        ]

    def train_type(self, train: str) -> Train:
        return find(self.setup.train_index, str(train).rpartition("-")[0], "train")

    def follow(self, s: State, source: Source, action: Action, presidents: list[Player]) -> None:
        """An action has been done; `s` is the state after it, `presidents` were those before."""
        if isinstance(action, BuyShare | ExchangePrivate):
            for share in source["shares"]:
                self.shares.move(share, action.player)
        elif isinstance(action, SellShares):
            for share in source["shares"]:
                self.shares.move(share, POOL)
        elif isinstance(action, StartCompany | SetPar):
            self.shares.move(f"{self.names.companies[action.company]}_0", action.player)
        elif isinstance(action, BuyTrain):
            self._follow_train(s, source, action)
        elif isinstance(action, DiscardTrain):
            self.trains.put(source["train"], POOL)
            self.names.trains.get(action.company, []).remove(source["train"])
        elif isinstance(action, LayTile):
            self.tiles.put(source["tile"], action.hex)
        elif isinstance(action, BuyPrivate) and is_player(action.buyer):
            self.names.privates.setdefault(action.buyer, []).append(self.setup.title.privates[action.private].id)
        self._follow_free_shares(s)
        self._follow_presidents(s, source, action, presidents)

    def _follow_train(self, s: State, source: Source, action: BuyTrain) -> None:
        train = source["train"]
        for owned in self.names.trains.values():
            if train in owned:
                owned.remove(train)
        mine = self.names.trains.setdefault(action.company, [])
        if source.get("exchange"):
            self.trains.put(source["exchange"], POOL)
            if source["exchange"] in mine:
                mine.remove(source["exchange"])
        mine.append(train)
        self.trains.put(train, treasury(action.company))
        self._drop_retired(s)

    def _drop_retired(self, s: State) -> None:
        types = len(self.setup.title.trains)
        for company, owned in self.names.trains.items():
            first = (FIRST_COMPANY + company) * types
            owned[:] = [train for train in owned if s.trains[first + self.train_type(train)]]

    def _follow_free_shares(self, s: State) -> None:
        """The share that comes with a private company is the company's first ordinary one."""
        for private, share in self._free_shares:
            owner = s.privates[private]
            if is_player(owner) and self.shares.holder(share) == BANK:
                self.shares.move(share, owner)

    def _follow_presidents(self, s: State, source: Source, action: Action, before: list[Player]) -> None:
        for company, old in by_company(before):
            new = s.presidents[company]
            if old in (new, NONE):
                continue
            sold = isinstance(action, SellShares) and action.company == company
            self.shares.change_president(self.names.companies[company], old, new, sold and s.units(company, old) < 2)
        if isinstance(action, SellShares):
            papers = sum(20 if share.endswith("_0") else 10 for share in source["shares"])
            if papers > 10 * action.count:
                self.shares.return_from_pool(self.names.companies[action.company], action.player)
