"""Books: the game of a table that one person keeps, with its names, its past, and notes on what was taken back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from goldenspike.core.actions import Action
from goldenspike.core.events import Event
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import CHANCE
from goldenspike.core.title import Setup
from goldenspike.moderate.commands import BECAUSE, HOLDERS, next_words, read_command, split_line
from goldenspike.moderate.names import BadCommand, Names, plain
from goldenspike.moderate.writing import shorten
from goldenspike.record.native import Note, make_record, read_record, replay
from goldenspike.text import Context, ask, describe_action, name_player, say_all, why


@dataclass(frozen=True)
class Outcome:
    """What a line brought about."""

    sentences: tuple[str, ...] = ()
    """What happened."""
    trouble: str = ""
    """Why nothing was done."""


class Books:
    """Carries out commands. A line is done as a whole or not at all."""

    def __init__(self, game: Game, players: Sequence[str], language: str, notes: Sequence[Note] = ()) -> None:
        self.game = game
        self.players = tuple(players)
        self.context = Context(game.setup, self.players)
        self.notes = list(notes)
        self.language = language
        self._names = Names(game.setup, self.players)

    @staticmethod
    def open(setup: Setup, players: Sequence[str], language: str) -> "Books":
        """A new game. Names must differ, also in small letters, and must not look like anything else that is typed."""
        seen: set[str] = set()
        taken = Names(setup, tuple(f"player{number}" for number in setup.all_players))
        for name in players:
            word = plain(name)
            if not word or word.isdigit() or word in HOLDERS or word in taken.companies or word in taken.privates:
                raise BadCommand(f"“{name}” cannot be the name of a player: commands could not tell it from something else")
            if word in seen:
                raise BadCommand(f"two players are called “{name}”")
            seen.add(word)
        return Books(Game(setup), players, language)

    @staticmethod
    def read(file: Path, language: str) -> "Books":
        """The books of an earlier session; every move is checked again, so that all of them can be taken back."""
        record = read_record(file.read_bytes())
        return Books(replay(record), record.players, language, record.notes)

    def write(self, file: Path) -> None:
        """Save the game; the old file stays until the new one is complete."""
        record = make_record(self.game, list(self.players))
        record.notes = self.notes
        partial = file.with_name(f"{file.name}.partial")
        partial.write_bytes(msgspec.json.encode(record))
        partial.replace(file)

    @property
    def question(self) -> str:
        return ask(self.game.state, self.context, self.language)

    def do(self, line: str) -> Outcome:
        """Carry out the commands of a line. What follows “because” is a reason, which is noted in the record."""
        ply = self.game.ply
        sentences: list[str] = []
        commands, _, reason = line.partition(BECAUSE)
        try:
            for command in split_line(commands):
                action = read_command(self.game, self._names, command)
                refusal = self.game.refuse(action)
                if refusal is not None:
                    raise BadCommand(why(refusal, self.context, self.language, action))
                sentences += self._tell(action, self.game.push(action))
        except BadCommand as error:
            while self.game.ply > ply:
                self.game.pop()
            return Outcome(trouble=str(error))
        if reason.strip() and sentences:
            self.notes.append(Note(self.game.ply, reason.strip()))
        return Outcome(tuple(sentences)) if sentences else Outcome(trouble="nothing was typed")

    def undo(self, count: int, reason: str) -> Outcome:
        """Take back the last moves; the reason is noted in the record."""
        if not 1 <= count <= self.game.ply:
            return Outcome(trouble=f"{self.game.ply} moves can be taken back, not {count}")
        for _ in range(count):
            self.game.pop()
        self.notes.append(Note(self.game.ply, f"{count} taken back: {reason}" if reason else f"{count} taken back"))
        return Outcome((f"Taken back: {count}. {self.question}",))

    def commands(self) -> Iterator[tuple[str, str]]:
        """Each command that is possible now, with what it does; one with an amount has the lowest."""
        for player in dict.fromkeys(self.game.actors):
            for action in self.game.legal_for(player):
                command = shorten(self.game, self._names, action)
                if command:
                    yield command, describe_action(action, self.context, self.language, self.game.state)

    def completions(self, typed: str) -> Iterator[tuple[str, str]]:
        """How a command that has been begun may go on, and what it then does. Corrections are completed word by word."""
        typed = typed.lower()
        verb, *words = typed.split(" ")
        if verb != "fix" or not words:
            yield from ((command, meaning) for command, meaning in self.commands() if command.startswith(typed))
            if "fix".startswith(typed):
                yield "fix", "correct the books as all have agreed"
            return
        *done, begun = words
        for word in next_words(self._names, done):
            if word.startswith(begun):
                command = " ".join(("fix", *done, word))
                yield command, self._meaning(command)

    def _meaning(self, command: str) -> str:
        """What a command does; empty if it is not complete, or not possible."""
        try:
            action = read_command(self.game, self._names, command)
        except BadCommand:
            return ""
        if self.game.refuse(action) is not None:
            return ""
        return describe_action(action, self.context, self.language, self.game.state)

    def _tell(self, action: Action, events: Sequence[Event]) -> list[str]:
        """What happened in sentences; a move without events, such as a pass, is told by what was done."""
        told = say_all(events, self.context, self.language)
        player = player_of(action)
        if told or player == CHANCE:
            return told
        done = describe_action(action, self.context, self.language, self.game.state)
        return [f"{name_player(player, self.context, self.language)}: {done}"]
