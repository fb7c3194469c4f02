"""The kinds of puzzles, by name and in the order in which pages list them."""

from goldenspike.puzzles.kinds.auction import AuctionKind
from goldenspike.puzzles.kinds.base import Facts, Judgement, Kind, Survey
from goldenspike.puzzles.kinds.run import RunKind
from goldenspike.puzzles.kinds.rust import RustKind
from goldenspike.puzzles.kinds.sale import SaleKind
from goldenspike.puzzles.kinds.solvency import SolvencyKind
from goldenspike.puzzles.kinds.station import StationKind
from goldenspike.puzzles.kinds.tile import TileKind

KINDS: dict[str, Kind] = {
    kind.name: kind for kind in (RunKind(), TileKind(), StationKind(), SaleKind(), RustKind(), SolvencyKind(), AuctionKind())
}

__all__ = ["KINDS", "Facts", "Judgement", "Kind", "Survey"]
