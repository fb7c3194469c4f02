"""The states before each action of a game, for undoing and for looking back.

All the states of a long game would take a megabyte. The latest are kept, and of the older ones every sixteenth; those between are
played again when somebody asks for them.
"""

from collections.abc import Callable
from typing import Final

from goldenspike.core.state import State

LATEST: Final = 8
"""How many states are kept with their caches of company networks; searches and undos rarely go back further."""
APART: Final = 16
"""Of older states every so many are kept."""

PlayAgain = Callable[[State, int, int], list[State]]
"""Given the state with the first number: the states that follow it, up to the one with the second number."""


class Past:
    """States by number; `play_again` finds those that were dropped."""

    def __init__(self, states: list[State | None] | None = None) -> None:
        self._states = [] if states is None else states

    def __len__(self) -> int:
        return len(self._states)

    def append(self, state: State) -> None:
        states = self._states
        states.append(state)
        old = len(states) - LATEST
        if old < 0:
            return
        if old % APART:
            states[old] = None
            return
        aged = states[old]
        if aged is not None:
            aged.networks = {}

    def at(self, number: int, play_again: PlayAgain) -> State:
        states = self._states
        known = number
        while True:
            state = states[known]
            if state is not None:
                break
            known -= 1  # The first of all is never dropped.
        if known < number:
            states[known + 1 : number + 1] = play_again(state, known, number)
            state = states[number]
            assert state is not None
        return state

    def pop(self, play_again: PlayAgain) -> State:
        last = self.at(len(self._states) - 1, play_again)
        self._states.pop()
        return last

    def copy(self) -> "Past":
        return Past(self._states.copy())
