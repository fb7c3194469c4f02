"""The effective actions of an exported game: undo and redo resolved, chat left out."""

from typing import Any

from goldenspike.record.errors import RecordError

Source = dict[str, Any]

_NO_EFFECT = ("message", "log")


def effective_actions(actions: list[Source]) -> list[Source]:
    """The actions that count, in order.

    An undo removes the last action, or everything after the action it names; a redo restores the last batch.
    Any other action in between makes redo impossible.
    """
    effective: list[Source] = []
    undone: list[list[Source]] = []
    for position, action in enumerate(actions):
        if not isinstance(action.get("type"), str):
            raise RecordError("not an action", f"action {position + 1}")
        kind = action["type"]
        if action.get("skip") or kind == "message":
            continue
        if kind == "undo":
            undone.append(_undo(effective, action))
        elif kind == "redo":
            if undone:
                effective.extend(undone.pop())
        else:
            undone.clear()
            effective.append(action)
    return [action for action in effective if action["type"] not in _NO_EFFECT]


def _undo(effective: list[Source], undo: Source) -> list[Source]:
    """Remove what an undo takes back, and return it."""
    target = undo.get("action_id")
    keep = len(effective) - 1 if target is None else 0
    if target is not None:
        for position, action in enumerate(effective):
            if isinstance(action.get("id"), int) and isinstance(target, int) and action["id"] <= target:
                keep = position + 1
    batch = effective[max(keep, 0) :]
    del effective[max(keep, 0) :]
    return batch


def with_auto_actions(action: Source) -> list[Source]:
    """An action followed by its automatic actions, without programs, which have no effect of their own."""
    auto_actions = action.get("auto_actions") or []
    if not isinstance(auto_actions, list) or not all(isinstance(auto, dict) for auto in auto_actions):
        raise RecordError("auto_actions must be a list of actions", f"action {action.get('id')}")
    found = [action, *(each for auto in auto_actions for each in with_auto_actions(auto))]
    return [each for each in found if not str(each.get("type", "")).startswith("program_")]
