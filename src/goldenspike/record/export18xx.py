"""An 18xx.games export as it lies in the file: checked for its form, nothing more."""

from dataclasses import dataclass
from typing import Any

import msgspec

from goldenspike.core.options import (
    AfterAllPass,
    AuctionPass,
    BankBreaks,
    BiddingOrder,
    BrownPurchases,
    Capital,
    CityChoice,
    Diesels,
    DiscardOrder,
    ExchangeTiming,
    FreeStation,
    Knowledge,
    PowerTiming,
    RunningTrains,
    Seating,
    ShareSales,
    TrainMix,
)
from goldenspike.core.title import Setup
from goldenspike.record.errors import RecordError
from goldenspike.record.undo18xx import Source, effective_actions
from goldenspike.titles.g1830 import classic

_KNOWN_RULES = ("multiple_brown_from_ipo", "optional_6_train")


class _Player(msgspec.Struct):
    id: int | str
    name: str = ""


class _File(msgspec.Struct):
    title: str
    players: list[_Player]
    actions: list[dict[str, Any]]
    settings: dict[str, Any] = {}
    status: str = ""
    result: dict[str, int] | list[Any] | None = None


@dataclass
class Export:
    """What an importer needs of an export."""

    player_ids: list[int | str]
    player_names: list[str]
    optional_rules: list[str]
    actions: list[Source]
    """Those that stand after undo and redo."""
    finished: bool
    result: dict[str, int]


def read_export(data: bytes) -> Export:
    try:
        file = msgspec.json.decode(data, type=_File)
    except msgspec.DecodeError as error:
        raise RecordError(str(error)) from None
    except (RecursionError, UnicodeDecodeError):
        raise RecordError("not a readable JSON file") from None
    if file.title != "1830":
        raise RecordError(f"title {file.title!r} cannot be imported, only '1830'", "$.title")
    if not 2 <= len(file.players) <= 7:
        raise RecordError(f"1830 is for 2 to 7 players, not {len(file.players)}", "$.players")
    ids = [player.id for player in file.players]
    if len(set(ids)) < len(ids):
        raise RecordError("two players have the same id", "$.players")
    rules = file.settings.get("optional_rules") or []
    if not isinstance(rules, list):
        raise RecordError("must be a list", "$.settings.optional_rules")
    for rule in rules:
        if rule not in _KNOWN_RULES:
            raise RecordError(f"unknown optional rule {rule!r}", "$.settings.optional_rules")
    return Export(
        ids,
        [player.name for player in file.players],
        [str(rule) for rule in rules],
        effective_actions(file.actions),
        file.status == "finished",
        file.result if isinstance(file.result, dict) else {},
    )


def setup_for(export: Export) -> Setup:
    """Classic with the switches that fit how 18xx.games plays it."""
    return classic(
        len(export.player_ids),
        knowledge=Knowledge.OPEN,
        seating=Seating.FREE,
        capital=Capital.AT_ONCE,
        diesels=Diesels.UNLIMITED,
        trains=TrainMix.THIRD_SIX if "optional_6_train" in export.optional_rules else TrainMix.STANDARD,
        running_trains=RunningTrains.FREE,
        bank_breaks=BankBreaks.BELOW_ZERO,
        share_sales=ShareSales.ONE_AT_A_TIME,
        brown_purchases=(BrownPurchases.ALL if "multiple_brown_from_ipo" in export.optional_rules else BrownPurchases.POOL_ONLY),
        bidding_order=BiddingOrder.FREE_FOR_ALL,
        auction_pass=AuctionPass.OUT,
        after_all_pass=AfterAllPass.NEXT_PLAYER,
        free_station=FreeStation.USES_STEP,
        extra_tile=PowerTiming.WHOLE_TURN,
        exchange=ExchangeTiming.ANY_TIME,
        discard_order=DiscardOrder.ANY,
        city_choice=CityChoice.TILE_LAYER,
    )
