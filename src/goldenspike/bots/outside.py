"""Bots as external programs, with one line of JSON per request and response.

The program is started once per game. It gets what any bot gets (docs/bots.md describes the protocol): the view of its seat, the
legal actions, and the time limit. A program that exits, times out or gives an invalid answer is replaced by a built-in bot, and
`trouble` gives the reason.
"""

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict
from random import Random
from typing import Any

from goldenspike.bots.base import Bot, Table
from goldenspike.bots.program import Program, ProgramError
from goldenspike.core.actions import Action
from goldenspike.record.wire import to_wire

PROTOCOL = 1
PATIENCE = 10.0
"""The time limit in seconds if the table sets none."""


class OutsideBot:
    """A bot played by an external program until it fails."""

    def __init__(
        self,
        rng: Random,
        command: str,
        stand_in: Callable[[Random], Bot],
        patience: float = PATIENCE,
    ) -> None:
        self.name = f"program:{command}"
        self.trouble = ""
        """Why the program was replaced; empty while it plays."""
        self._command = command
        self._patience = patience
        self._seed = rng.randrange(1 << 30)
        self._stand_in = stand_in(rng)
        self._program: Program | None = None

    def choose(self, table: Table) -> Action:
        if not self.trouble:
            try:
                return self._ask(table)
            except (OSError, ValueError, LookupError, TypeError, ProgramError) as error:
                self._give_up(str(error) or type(error).__name__)
            except RecursionError:
                self._give_up("the answer is nested too deeply")
        return self._stand_in.choose(table)

    def interject(self, table: Table) -> Action | None:
        """Programs are asked only when the game waits for them."""
        return self._stand_in.interject(table) if self.trouble else None

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.close()
            self._program = None

    def __del__(self) -> None:
        with suppress(Exception):
            self.close()

    def _give_up(self, reason: str) -> None:
        self.trouble = f"{self._command}: {reason}; {self._stand_in.name} plays on"
        self.close()

    def _ask(self, table: Table) -> Action:
        if self._program is None:
            self._program = Program(self._command)
        question = json.dumps(describe(table, self._seed), separators=(",", ":"))
        seconds = table.limit.seconds if table.limit.seconds is not None else self._patience
        return understand(table, self._program.ask(question, seconds))


def describe(table: Table, seed: int) -> dict[str, Any]:
    """The question as it is sent."""
    setup = table.setup
    return {
        "protocol": PROTOCOL,
        "seat": table.player,
        "seed": seed,
        "limit": {"seconds": table.limit.seconds, "nodes": table.limit.nodes},
        "actions": [to_wire(setup, action) for action in table.actions],
        "offers": [
            {"action": to_wire(setup, offer.action), "lo": offer.lo, "hi": offer.hi, "step": offer.step} for offer in table.offers
        ],
        "view": asdict(table.view),
    }


def understand(table: Table, line: str) -> Action:
    """The action that an answer means: {"action": number} or {"offer": number, "amount": n}. ValueError if it means none."""
    answer = json.loads(line)
    if not isinstance(answer, dict):
        raise ValueError("the answer is no JSON object")
    if "action" in answer:
        number = _number(answer, "action", len(table.actions))
        return table.actions[number]
    offer = table.offers[_number(answer, "offer", len(table.offers))]
    amount = answer.get("amount")
    if type(amount) is not int or not offer.lo <= amount <= offer.hi or (amount - offer.lo) % offer.step:
        raise ValueError(f"amount {amount!r} is not from {offer.lo} to {offer.hi} in steps of {offer.step}")
    return offer.at(amount)


def _number(answer: dict[str, Any], key: str, count: int) -> int:
    number = answer.get(key)
    if type(number) is not int or not 0 <= number < count:
        raise ValueError(f"{key} {number!r} is none of the {count} that were sent")
    return number


def dismiss(bots: Iterable[Bot]) -> list[str]:
    """Terminate the programs of a finished game; returns which were replaced and why."""
    programs = [bot for bot in bots if isinstance(bot, OutsideBot)]
    for program in programs:
        program.close()
    return [program.trouble for program in programs if program.trouble]
