"""Where each numbered share, train and tile is.

Exports name single certificates ("PRR_5"), train cards ("4-1") and tiles ("57-0"), while our engine counts them. Tracking
each piece shows whether a share comes from the initial offering or the pool, and who sells a train.
"""

from typing import Generic, TypeVar

from goldenspike.core.holders import BANK, POOL
from goldenspike.core.ids import Holder, Player
from goldenspike.record.errors import RecordError

CERTIFICATES = 9

Where = TypeVar("Where")


class ShareTracker:
    """Certificates by company symbol and holder, each list in the order in which they arrived."""

    def __init__(self) -> None:
        self._held: dict[str, dict[Holder, list[str]]] = {}

    def _company(self, symbol: str) -> dict[Holder, list[str]]:
        if symbol not in self._held:
            self._held[symbol] = {BANK: [f"{symbol}_{number}" for number in range(CERTIFICATES)]}
        return self._held[symbol]

    def holder(self, share: str) -> Holder:
        symbol = share.rpartition("_")[0]
        for holder, shares in self._company(symbol).items():
            if share in shares:
                return holder
        raise RecordError(f"unknown share {share!r}")

    def move(self, share: str, holder: Holder) -> None:
        held = self._company(share.rpartition("_")[0])
        held[self.holder(share)].remove(share)
        held.setdefault(holder, []).append(share)

    def change_president(self, symbol: str, old: Player, new: Player, to_pool: bool) -> None:
        """The new president's first two certificates go to the old one, or to the pool if he sold them."""
        held = self._company(symbol)
        swapped = [share for share in held.get(new, []) if not share.endswith("_0")][:2]
        for share in swapped:
            self.move(share, POOL if to_pool else old)
        self.move(f"{symbol}_0", new)

    def return_from_pool(self, symbol: str, holder: Holder) -> None:
        """A president who sold only half of his certificate gets a share back from the pool."""
        pool = [share for share in self._company(symbol).get(POOL, []) if not share.endswith("_0")]
        if pool:
            self.move(pool[0], holder)


class PieceTracker(Generic[Where]):
    """Where each numbered train card (holder) or tile (hex) is."""

    def __init__(self) -> None:
        self._where: dict[str, Where] = {}

    def put(self, piece: str, where: Where) -> None:
        self._where[piece] = where

    def where(self, piece: str, otherwise: Where) -> Where:
        return self._where.get(piece, otherwise)
