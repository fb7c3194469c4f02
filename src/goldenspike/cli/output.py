"""How commands speak: answers on standard output, messages and progress on standard error, mistakes as one line."""

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Item = TypeVar("Item")

EXIT_FAILED = 1
EXIT_BAD_INPUT = 2


class BadInput(Exception):
    """What the user gave cannot be used; the message is the one line to print."""


class Failed(Exception):
    """The command ran and its answer is no; the message, if any, is the one line to print."""


def print_json(answer: Any) -> None:
    """One JSON document on standard output."""
    sys.stdout.write(json.dumps(answer, indent=2, ensure_ascii=False) + "\n")


def print_json_line(answer: Any) -> None:
    """One line of NDJSON on standard output."""
    sys.stdout.write(json.dumps(answer, ensure_ascii=False, separators=(",", ":")) + "\n")


def say(message: str) -> None:
    """A message beside the answer."""
    sys.stderr.write(message + "\n")


def one_line(message: str) -> str:
    return " ".join(message.split())


def with_progress(items: Iterable[Item], total: int, label: str) -> Iterator[Item]:
    """Pass the items through, with a bar on standard error if somebody looks at it."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task(label, total=total)
        for item in items:
            yield item
            progress.advance(task)
