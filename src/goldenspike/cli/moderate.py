"""`goldenspike moderate`: one person keeps the books of a table with the box, by short commands."""

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.console import Console

from goldenspike.cli.arguments import make_setup
from goldenspike.cli.output import BadInput, Failed
from goldenspike.cli.parameters import Option, Title, TitleVersion
from goldenspike.moderate import HELP, BadCommand, Books, Outcome
from goldenspike.prompt.tables import companies_table, heading, players_table, result_table
from goldenspike.record.errors import RecordError
from goldenspike.text import FALLBACK, LANGUAGES

OWN = (
    ("undo · undo 3 wrong price", "take back the last move · three moves, with the reason"),
    ("show", "players and railroads"),
    ("log · log 30", "the last lines of what happened"),
    ("? · quit", "this list · leave; the game is saved after every command"),
)
"""Commands of the program itself."""


def run(
    title: Title = "1830",
    *,
    file: Annotated[Path, Parameter(help="the record: continued if it exists, saved after every command")],
    names: Annotated[str | None, Parameter(help="names of the players of a new game, separated by commas")] = None,
    version: TitleVersion = None,
    option: Option = None,
    keep_map: Annotated[bool, Parameter(help="keep the map in the program too, which then finds and proves the runs")] = False,
    language: Annotated[str, Parameter(help="language of the sentences: en, de, nl or ja")] = FALLBACK,
) -> None:
    """Keep the books of a table with the box: auction, shares, prices, trains and money by short commands.

    Type ? for the commands. Without a terminal, commands are read from standard input, one line each.
    """
    if language not in LANGUAGES:
        raise BadInput(f"--language must be one of {', '.join(LANGUAGES)}, not {language!r}")
    options = list(option or [])
    if not keep_map and not any(word.startswith("map=") for word in options):
        options.append("map=real")
    desk = Desk(_open(title, version, options, names, file, language), file, Console(highlight=False))
    desk.greet()
    lines = _typed(desk) if sys.stdin.isatty() else (line.rstrip("\n") for line in sys.stdin)
    if not desk.serve(lines) and not sys.stdin.isatty():
        raise Failed("not every command could be carried out")


def _open(title: str, version: str | None, options: list[str], names: str | None, file: Path, language: str) -> Books:
    try:
        if file.exists():
            if names is not None:
                raise BadInput(f"{file} exists: leave out --names to continue that game, or name another file")
            return Books.read(file, language)
        if names is None:
            raise BadInput(f"{file} does not exist: give --names of the players to begin a game")
        players = [name.strip() for name in names.split(",")]
        books = Books.open(make_setup(title, version, len(players), options), players, language)
        books.write(file)
    except RecordError as error:
        raise BadInput(f"{file}: {error}") from error
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror or 'cannot be used'}") from error
    except BadCommand as error:
        raise BadInput(str(error)) from error
    return books


class Desk:
    """The books with their file and the screen."""

    def __init__(self, books: Books, file: Path, console: Console) -> None:
        self.books = books
        self._file = file
        self._console = console
        self._log: list[str] = []

    def greet(self) -> None:
        self.show()
        self._console.print("Type ? for the commands.", style="dim")

    def serve(self, lines: Iterable[str]) -> bool:
        """Carry out lines until the end; whether all of them could be."""
        well = True
        for line in lines:
            words = line.split()
            if words and words[0].lower() in ("quit", "exit"):
                break
            if words:
                well &= self._answer(words, line)
        return well

    def _answer(self, words: list[str], line: str) -> bool:
        own: dict[str, Callable[[list[str]], Outcome | None]] = {
            "undo": self._undo,
            "show": lambda _: self.show(),
            "log": self._show_log,
            "?": lambda _: self._help(),
            "help": lambda _: self._help(),
        }
        command = own.get(words[0].lower())
        outcome = command(words[1:]) if command else self.books.do(line)
        if outcome is None:
            return True
        if outcome.trouble:
            self._console.print(outcome.trouble, style="bold red")
            return False
        self.books.write(self._file)
        self._log += outcome.sentences
        for sentence in outcome.sentences:
            self._console.print(sentence)
        if self.books.game.is_over:
            self._console.print(result_table(self.books.game, self.books.context))
        return True

    def _undo(self, words: list[str]) -> Outcome:
        count = int(words.pop(0)) if words and words[0].isdigit() else 1
        return self.books.undo(count, " ".join(words))

    def show(self) -> None:
        books, s = self.books, self.books.game.state
        self._console.print(heading(books.game))
        for table in (
            players_table(books.game.setup, s, books.context, wrap=True),
            companies_table(books.game.setup, s, books.context),
        ):
            self._console.print(table)
        self._console.print(books.question, style="bold")

    def _show_log(self, words: list[str]) -> None:
        count = int(words[0]) if words and words[0].isdigit() else 12
        for sentence in self._log[-count:]:
            self._console.print(sentence)
        for note in self.books.notes:
            self._console.print(f"After move {note.ply}: {note.text}", style="dim")

    def _help(self) -> None:
        for command, meaning in (*HELP, *OWN):
            self._console.print(f"  {command:34} {meaning}")


def _typed(desk: Desk) -> Iterator[str]:
    """Lines typed on a terminal, with the possible commands to choose from and the question below."""
    try:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import Completer, Completion
    except ImportError:
        raise BadInput("on a terminal this needs prompt-toolkit: pip install 'goldenspike[moderate]'") from None

    class Commands(Completer):
        def get_completions(self, document: Any, complete_event: Any) -> Iterator[Completion]:
            typed = document.text_before_cursor.rsplit(",", 1)[-1].lstrip()
            if "," in document.text_before_cursor:
                return  # What follows a comma depends on a move that is not made yet.
            for command, meaning in desk.books.completions(typed):
                yield Completion(command, start_position=-len(typed), display_meta=meaning)

    session: PromptSession[str] = PromptSession(completer=Commands(), complete_while_typing=False)
    while not desk.books.game.is_over:
        try:
            yield session.prompt("> ", bottom_toolbar=lambda: desk.books.question)
        except EOFError:
            return
