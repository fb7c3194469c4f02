"""The effective actions of an exported game: undo and redo resolved, chat left out."""

from typing import Any, Final

from goldenspike.record.errors import RecordError

Source = dict[str, Any]
"""One action as exported by the site; after `number_actions` each has an id."""

_NO_EFFECT: Final = ("message", "log")


def number_actions(actions: list[Source]) -> list[Source]:
    """The same actions, each with an id; where the file has none, its position counted from 1."""
    numbered: list[Source] = []
    for place, action in enumerate(actions, 1):
        id = action.get("id")
        if not isinstance(action.get("type"), str):
            raise RecordError("an action needs a type", f"action {place if id is None else id}")
        if id is None:
            action = {**action, "id": place}
        elif isinstance(id, bool) or not isinstance(id, int | str):
            raise RecordError(f"{id!r} is not an id", f"action {place}")
        numbered.append(action)
    return numbered


def effective_actions(actions: list[Source]) -> list[Source]:
    """The actions that count, in order.

    An undo removes the last action, or everything after the action it names; a redo restores the last batch.
    Any other action in between makes redo impossible. Chat is never undone.
    """
    effective: list[tuple[int, Source]] = []
    undone: list[list[tuple[int, Source]]] = []
    for position, action in enumerate(actions):
        kind = action["type"]
        if action.get("skip") or kind == "message":
            continue
        if kind == "undo":
            keep = _last_kept(actions, effective, position)
            undone.append([each for each in effective if each[0] > keep])
            effective = [each for each in effective if each[0] <= keep]
        elif kind == "redo":
            if undone:
                effective.extend(undone.pop())
        else:
            undone.clear()
            effective.append((position, action))
    return [action for _, action in effective if action["type"] not in _NO_EFFECT]


def _last_kept(actions: list[Source], effective: list[tuple[int, Source]], position: int) -> int:
    """The position of the last action that the undo at `position` leaves, -1 if it leaves none."""
    undo = actions[position]
    target = undo.get("action_id")
    if target is None:
        return effective[-1][0] - 1 if effective else -1
    if target == 0:
        return -1
    for earlier in range(position):
        if actions[earlier]["id"] == target:
            return earlier
    raise RecordError(f"no earlier action has the id {target!r}", f"action {undo['id']} (undo)")


def with_auto_actions(action: Source) -> list[Source]:
    """An action followed by its automatic actions, without programs and notes, which have no effect of their own."""
    found: list[Source] = []
    waiting = [action]
    while waiting:
        each = waiting.pop()
        auto_actions = each.get("auto_actions") or []
        if not isinstance(auto_actions, list) or not all(isinstance(auto, dict) for auto in auto_actions):
            raise RecordError("auto_actions must be a list of actions", f"action {action['id']}")
        kind = str(each.get("type"))
        if kind not in _NO_EFFECT and not kind.startswith("program_"):
            found.append(each)
        waiting.extend(reversed(auto_actions))
    return found
