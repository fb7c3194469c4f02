"""Bots in programs of their own: a line of JSON on their standard input for each question, a line of JSON back.

The program is started once for a game and asked again and again. It gets what any bot gets (docs/bots.md describes the lines):
the view of its seat, what it may do, and how long it may think. A program that dies, stays silent or answers what is not
allowed loses its seat: a built-in bot goes on for it, and `trouble` says so.
"""

import json
import shlex
import subprocess
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict
from queue import Empty, Queue
from random import Random
from threading import Thread
from typing import IO, Any

from goldenspike.bots.base import Bot, Table
from goldenspike.core.actions import Action
from goldenspike.record.wire import to_wire

PROTOCOL = 1
PATIENCE = 10.0
"""Seconds that a program has for an answer where the table sets no limit."""
ENDED = "the program has ended"


class OutsideBot:
    """A seat played by another program as long as it behaves."""

    def __init__(
        self,
        rng: Random,
        command: str,
        stand_in: Callable[[Random], Bot],
        patience: float = PATIENCE,
    ) -> None:
        self.name = f"program:{command}"
        self.trouble = ""
        """Why the program lost its seat; empty while it plays."""
        self._command = command
        self._patience = patience
        self._seed = rng.randrange(1 << 30)
        self._stand_in = stand_in(rng)
        self._process: subprocess.Popen[str] | None = None
        self._lines: Queue[str] = Queue()

    def choose(self, table: Table) -> Action:
        if not self.trouble:
            try:
                return self._ask(table)
            except (OSError, ValueError, LookupError, TypeError) as error:
                self._give_up(str(error) or type(error).__name__)
        return self._stand_in.choose(table)

    def interject(self, table: Table) -> Action | None:
        """Programs are asked only when the game waits for them."""
        return self._stand_in.interject(table) if self.trouble else None

    def close(self) -> None:
        """End the program; it is told by the end of its input."""
        if self._process is None:
            return
        with suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        try:
            self._process.wait(0.2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None

    def __del__(self) -> None:
        with suppress(Exception):
            self.close()

    def _give_up(self, reason: str) -> None:
        self.trouble = f"{self._command}: {reason}; {self._stand_in.name} plays on"
        self.close()

    def _ask(self, table: Table) -> Action:
        process = self._process or self._start()
        question = describe(table, self._seed)
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(question, separators=(",", ":")) + "\n")
            process.stdin.flush()
        except BrokenPipeError:
            raise ValueError(ENDED) from None
        seconds = table.limit.seconds if table.limit.seconds is not None else self._patience
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            raise ValueError(f"no answer within {seconds:g} s") from None
        if not line:
            raise ValueError(ENDED)
        return understand(table, line)

    def _start(self) -> subprocess.Popen[str]:
        self._process = process = subprocess.Popen(
            shlex.split(self._command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
        assert process.stdout is not None
        Thread(target=_read, args=(process.stdout, self._lines), daemon=True).start()
        return process


def _read(stream: IO[str], lines: "Queue[str]") -> None:
    """Hand on what the program says; an empty line at its end."""
    with suppress(ValueError, OSError):
        for line in stream:
            lines.put(line)
    lines.put("")


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
    """End the programs among the bots of a game that is over, and tell which of them lost their seats and why."""
    programs = [bot for bot in bots if isinstance(bot, OutsideBot)]
    for program in programs:
        program.close()
    return [program.trouble for program in programs if program.trouble]
