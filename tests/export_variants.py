"""Changed but legal exports of 18xx.games, derived from a recorded one. They must import with the same result."""

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, pairwise
from typing import Any

from goldenspike.record.games18xx.undo import effective_actions

Action = dict[str, Any]

FIRST_NEW_ID = 100_000
"""Inserted actions are numbered from here, so that the recorded ones keep their ids."""

OPTIONAL_FIELDS = (
    "entity_type",
    "percent",
    "slot",
    "slots",
    "tokener",
    "variant",
    "exchange",
    "extra_revenue",
    "subsidy",
    "auto_actions",
    "skip",
    "user",
    "created_at",
)


@dataclass
class Variant:
    name: str
    file: dict[str, Any]
    changed: set[int] = field(default_factory=set)
    """Ids of recorded actions after which the position may differ for a while."""
    final_only: bool = False
    """Only the last position must be the recorded one."""


def with_actions(file: dict[str, Any], actions: list[Action]) -> dict[str, Any]:
    return {**file, "actions": actions}


def new_id(ids: Iterator[int] = count(FIRST_NEW_ID)) -> int:  # noqa: B008 - one counter for all
    return next(ids)


def undo(**more: Any) -> Action:
    return {"type": "undo", "entity": None, "id": new_id(), **more}


def redo() -> Action:
    return {"type": "redo", "entity": None, "id": new_id()}


def chat() -> Action:
    return {"type": "message", "entity": None, "id": new_id(), "message": "hello"}


def undo_and_redo(file: dict[str, Any]) -> Iterator[Variant]:
    """Undo and redo after every action; every third time back to an earlier action, with chat in between."""
    actions = file["actions"]
    for place in range(1, len(actions) + 1):
        back = undo(action_id=actions[max(0, place - 5)]["id"]) if place % 3 == 0 else undo()
        inserted = [back, chat(), redo()] if place % 2 else [back, redo()]
        yield Variant(f"undo-redo-{place}", with_actions(file, [*actions[:place], *inserted, *actions[place:]]))


def done_again(file: dict[str, Any]) -> Iterator[Variant]:
    """Every action is undone and done again."""
    actions = effective_actions(file["actions"])
    for place, action in enumerate(actions):
        again = [{**action, "id": new_id()}, undo(), action]
        yield Variant(f"again-{action['id']}", with_actions(file, [*actions[:place], *again, *actions[place + 1 :]]))


def without_optional_fields(file: dict[str, Any]) -> Iterator[Variant]:
    """Each optional field missing or null in all actions."""
    recorded = effective_actions(file["actions"])
    for name in OPTIONAL_FIELDS:
        for null in (False, True):
            actions = copy.deepcopy(recorded)
            for action in actions:
                if action.get(name) and name in ("exchange", "auto_actions"):
                    continue  # These mean something where they are given.
                if null:
                    action[name] = None
                else:
                    action.pop(name, None)
            yield Variant(f"{'null' if null else 'no'}-{name}", with_actions(file, actions))
    for name in ("settings", "status", "result"):
        finished = {"status": "finished"} if name != "status" else {}
        yield Variant(f"null-{name}", {**file, name: None, **finished})


def with_notes(file: dict[str, Any]) -> Iterator[Variant]:
    """Chat and notes between all actions and among the automatic ones."""
    recorded = file["actions"]
    yield Variant("chat", with_actions(file, [each for action in recorded for each in (chat(), action)]))
    note = {"type": "log", "entity": None, "message": "consent"}
    noted = [{**action, "auto_actions": [*(action.get("auto_actions") or []), note]} for action in recorded]
    yield Variant("notes-among-auto-actions", with_actions(file, noted))
    logged = [each for action in effective_actions(recorded) for each in ({**note, "id": new_id()}, action)]
    yield Variant("notes", with_actions(file, logged))


def auto_actions(file: dict[str, Any]) -> Iterator[Variant]:
    """Automatic actions as actions of their own, and passes as automatic actions of the action before."""
    actions = effective_actions(file["actions"])
    unrolled: list[Action] = []
    changed: set[int] = set()
    for action in actions:
        unrolled.append({**action, "auto_actions": None})
        for auto in action.get("auto_actions") or []:
            changed.add(action["id"])
            unrolled.append({**auto, "id": new_id()})
    yield Variant("unrolled", with_actions(file, unrolled), changed)
    for place, (action, following) in enumerate(pairwise(actions)):
        if following["type"] != "pass" or following.get("auto_actions"):
            continue
        follower = {key: value for key, value in following.items() if key != "id"}
        host = {**action, "auto_actions": [*(action.get("auto_actions") or []), follower]}
        rolled = [*actions[:place], host, *actions[place + 2 :]]
        yield Variant(f"rolled-{following['id']}", with_actions(file, rolled), {action["id"]})


def ending_passes(file: dict[str, Any]) -> Iterator[Variant]:
    """The last pass of an operating turn doubled, and the second of two left out."""
    actions = effective_actions(file["actions"])
    for place, action in enumerate(actions[:-1]):
        if action["type"] != "pass" or action["entity_type"] != "corporation" or actions[place + 1]["entity"] == action["entity"]:
            continue
        double = [*actions[:place], {**action, "id": new_id(), "auto_actions": None}, *actions[place:]]
        yield Variant(f"doubled-{action['id']}", with_actions(file, double))
        before = actions[place - 1]
        if before["type"] == "pass" and before["entity"] == action["entity"]:
            left_out = [*actions[:place], *actions[place + 1 :]]
            yield Variant(f"left-out-{action['id']}", with_actions(file, left_out), {before["id"]})


def tile_at_every_moment(file: dict[str, Any]) -> Iterator[Variant]:
    """The CS's tile at every moment of every turn in which its railroad owns it, also after an undone second pass."""
    actions = effective_actions(file["actions"])
    lay = next((action for action in actions if action["type"] == "lay_tile" and action["entity"] == "CS"), None)
    if lay is None:
        return
    bought = next(action for action in actions if action["type"] == "buy_company" and action["company"] == "CS")
    first, last = actions.index(bought) + 1, actions.index(lay)
    others = [action for action in actions if action is not lay]
    for place in range(first, last + 1):
        turn = others[place - 1]["entity"] == bought["entity"]
        follower = others[place]
        if turn and follower["entity"] == bought["entity"]:
            moved = [*others[:place], lay, *others[place:]]
            same_turn = all(action["entity"] == bought["entity"] for action in others[place:last])
            yield Variant(f"cs-before-{follower['id']}", with_actions(file, moved), {lay["id"]}, not same_turn)
            if follower["type"] == "pass" and others[place + 1]["entity"] != bought["entity"]:
                undone = [*others[: place + 1], undo(), lay, *others[place:]]
                yield Variant(f"cs-after-undone-{follower['id']}", with_actions(file, undone), set(), True)


def exchange_at_every_moment(file: dict[str, Any]) -> Iterator[Variant]:
    """The MH exchanged at every moment of the operating round before, and of the stock round up to the next share like it."""
    actions = effective_actions(file["actions"])
    exchange = next(action for action in actions if action["type"] == "buy_shares" and action["entity"] == "MH")
    railroad = exchange["shares"][0].rpartition("_")[0]
    place = actions.index(exchange)
    others = [*actions[:place], *actions[place + 1 :]]
    changed: set[int] = {exchange["id"]}
    operated: list[str] = []
    for earlier in range(place - 1, -1, -1):
        action = others[earlier]
        if action["entity_type"] != "corporation" or action["entity"] in operated[:-1]:
            break  # The round before, in which the MH paid its owner.
        if action["entity"] not in operated:
            operated.append(action["entity"])
        changed.add(action["id"])
        moved = [*others[:earlier], exchange, *others[earlier:]]
        yield Variant(f"mh-before-{action['id']}", with_actions(file, moved), set(changed))
    changed = {exchange["id"]}
    for later in range(place, len(others)):
        action = others[later]
        if action["entity_type"] == "corporation" or railroad in str(action):
            return
        changed.add(action["id"])
        moved = [*others[: later + 1], exchange, *others[later + 1 :]]
        yield Variant(f"mh-after-{action['id']}", with_actions(file, moved), set(changed))


def without_ids(file: dict[str, Any]) -> Iterator[Variant]:
    """No ids at all: actions are numbered by their place."""
    actions = effective_actions(file["actions"])
    yield Variant("null-ids", with_actions(file, [{**action, "id": None} for action in actions]), set(), True)
    yield Variant("no-ids", with_actions(file, [{k: v for k, v in each.items() if k != "id"} for each in actions]), set(), True)


SAME_ACTIONS = (undo_and_redo, done_again)
"""These leave the effective actions as they were."""

OTHERS = (
    without_optional_fields,
    with_notes,
    auto_actions,
    ending_passes,
    tile_at_every_moment,
    exchange_at_every_moment,
    without_ids,
)
