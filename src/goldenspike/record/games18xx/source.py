"""Reading the file that 18xx.games exports: its form is checked here, its moves by the importer."""

from dataclasses import dataclass
from typing import Any

import msgspec

from goldenspike.record.errors import RecordError
from goldenspike.record.games18xx.readings import OPTIONAL_RULES
from goldenspike.record.games18xx.undo import Source, effective_actions, number_actions


class _Player(msgspec.Struct):
    id: int | str
    name: str | None = None


class _File(msgspec.Struct):
    title: str
    players: list[_Player]
    actions: list[dict[str, Any]]
    settings: dict[str, Any] | None = None
    status: str | None = None
    result: dict[str, int] | list[Any] | None = None


@dataclass
class Export:
    """The parts of an exported game that the importer uses."""

    player_ids: list[int | str]
    player_names: list[str]
    optional_rules: list[str]
    actions: list[Source]
    """The effective ones, with undo and redo resolved."""
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
    rules = (file.settings or {}).get("optional_rules") or []
    if not isinstance(rules, list):
        raise RecordError("must be a list", "$.settings.optional_rules")
    for rule in rules:
        if rule not in OPTIONAL_RULES:
            raise RecordError(f"unknown optional rule {rule!r}", "$.settings.optional_rules")
    return Export(
        ids,
        [player.name or str(player.id) for player in file.players],
        [str(rule) for rule in rules],
        effective_actions(number_actions(file.actions)),
        file.status == "finished",
        file.result if isinstance(file.result, dict) else {},
    )
