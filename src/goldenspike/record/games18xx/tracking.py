"""Where each numbered share, train and tile is.

Exports name single certificates ("PRR_5"), train cards ("4-1") and tiles ("57-0"), while our engine counts them. Tracking
each piece tells whether a share comes from the initial offering or the pool, and who sells a train.
"""

from goldenspike.core.holders import BANK, POOL
from goldenspike.record.errors import RecordError

CERTIFICATES = 9


class ShareTracker:
    """Certificates by company symbol and holder, each list in the order in which they arrived."""

    def __init__(self) -> None:
        self._held: dict[str, dict[int, list[str]]] = {}

    def _company(self, symbol: str) -> dict[int, list[str]]:
        if symbol not in self._held:
            self._held[symbol] = {BANK: [f"{symbol}_{number}" for number in range(CERTIFICATES)]}
        return self._held[symbol]

    def holder(self, share: str) -> int:
        symbol = share.rpartition("_")[0]
        for holder, shares in self._company(symbol).items():
            if share in shares:
                return holder
        raise RecordError(f"unknown share {share!r}")

    def move(self, share: str, holder: int) -> None:
        held = self._company(share.rpartition("_")[0])
        held[self.holder(share)].remove(share)
        held.setdefault(holder, []).append(share)

    def change_president(self, symbol: str, old: int, new: int, to_pool: bool) -> None:
        """The new president's first two certificates go to the old one, or to the pool if he sold them."""
        held = self._company(symbol)
        swapped = [share for share in held.get(new, []) if not share.endswith("_0")][:2]
        for share in swapped:
            self.move(share, POOL if to_pool else old)
        self.move(f"{symbol}_0", new)

    def return_from_pool(self, symbol: str, holder: int) -> None:
        """A president who sold only half of his certificate gets a share back from the pool."""
        pool = [share for share in self._company(symbol).get(POOL, []) if not share.endswith("_0")]
        if pool:
            self.move(pool[0], holder)


class PieceTracker:
    """Where each numbered train card (holder) or tile (hex) is."""

    def __init__(self) -> None:
        self._where: dict[str, int] = {}

    def put(self, piece: str, where: int) -> None:
        self._where[piece] = where

    def where(self, piece: str, otherwise: int) -> int:
        return self._where.get(piece, otherwise)
