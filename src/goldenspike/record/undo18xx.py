"""Which actions of an 18xx.games export count: undo and redo resolved, chat left out."""

from typing import Any

from goldenspike.record.errors import RecordError

Source = dict[str, Any]

_NO_EFFECT = ("message", "log")


def effective_actions(actions: list[Source]) -> list[Source]:
    """The actions that stand, in order.

    An undo takes back the last action, or everything after the action that it names; a redo brings the last batch back.
    Anything else that is done in between makes redo impossible.
    """
    standing: list[Source] = []
    undone: list[list[Source]] = []
    for position, action in enumerate(actions):
        if not isinstance(action.get("type"), str):
            raise RecordError("not an action", f"action {position + 1}")
        kind = action["type"]
        if action.get("skip") or kind == "message":
            continue
        if kind == "undo":
            undone.append(_undo(standing, action))
        elif kind == "redo":
            if undone:
                standing.extend(undone.pop())
        else:
            undone.clear()
            standing.append(action)
    return [action for action in standing if action["type"] not in _NO_EFFECT]


def _undo(standing: list[Source], undo: Source) -> list[Source]:
    """Take off what an undo takes back, and return it."""
    target = undo.get("action_id")
    keep = len(standing) - 1 if target is None else 0
    if target is not None:
        for position, action in enumerate(standing):
            if isinstance(action.get("id"), int) and isinstance(target, int) and action["id"] <= target:
                keep = position + 1
    batch = standing[max(keep, 0) :]
    del standing[max(keep, 0) :]
    return batch


def with_followers(action: Source) -> list[Source]:
    """An action and the automatic ones that came with it; programs themselves do nothing."""
    followers = action.get("auto_actions") or []
    if not isinstance(followers, list) or not all(isinstance(follower, dict) for follower in followers):
        raise RecordError("auto_actions must be a list of actions", f"action {action.get('id')}")
    found = [action, *(each for follower in followers for each in with_followers(follower))]
    return [each for each in found if not str(each.get("type", "")).startswith("program_")]
