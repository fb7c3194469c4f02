"""Output of commands: results on standard output, messages and progress on standard error, errors as one line."""

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

Item = TypeVar("Item")

EXIT_FAILED = 1
EXIT_BAD_INPUT = 2


class BadInput(Exception):
    """Bad input; the message is the line to print."""


class Failed(Exception):
    """The command ran but a check failed; the message, if any, is the line to print."""


def print_json(answer: Any) -> None:
    """One JSON document on standard output."""
    sys.stdout.write(json.dumps(answer, indent=2, ensure_ascii=False) + "\n")


def print_json_line(answer: Any) -> None:
    """One line of NDJSON on standard output."""
    sys.stdout.write(json.dumps(answer, ensure_ascii=False, separators=(",", ":")) + "\n")


def print_table(table: Table) -> None:
    """A table on standard output."""
    console = Console()
    if not console.is_terminal:
        # Programs that read the output get whole lines.
        console.width = 1000
    console.print(table, markup=False)


def say(message: str) -> None:
    """Print a message to standard error."""
    sys.stderr.write(message + "\n")


def one_line(message: str) -> str:
    return " ".join(message.split())


def with_progress(items: Iterable[Item], total: int, label: str) -> Iterator[Item]:
    """Iterate over the items, with a progress bar if standard error is a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task(label, total=total)
        for item in items:
            yield item
            progress.advance(task)
