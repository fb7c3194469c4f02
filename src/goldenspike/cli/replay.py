"""`goldenspike replay`: play a recorded game again, every rule checked, and say how it ended."""

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from goldenspike.core.game import Game
from goldenspike.core.reasons import IllegalAction
from goldenspike.record.digest import Names, digest, plain_names
from goldenspike.record.errors import RecordError
from goldenspike.record.export18xx import read_export
from goldenspike.record.games18xx import Importer
from goldenspike.record.native import read_action, read_record, setup_of

SOURCES = ("native", "18xx.games")


def run(file: Path, source: str, with_digest: bool, as_json: bool) -> int:
    """Replay a file and print the result; with a digest, one line after each action. Exit status 0, or 2 for bad input."""
    try:
        data = file.read_bytes()
    except OSError as error:
        return _fail(file, error.strerror or "cannot be read")
    lines: list[str] = []
    started = time.perf_counter()
    actions = 0
    try:
        steps = _replay_native(data) if source == "native" else _replay_18xx(data)
        game: Game | None = None
        names: Names | None = None
        for id, game, names in steps:
            if id is None:
                continue
            actions += 1
            if with_digest:
                lines.append(json.dumps({"id": id, **digest(game, names)}, ensure_ascii=False))
    except RecordError as error:
        return _fail(file, str(error))
    except IllegalAction as error:
        return _fail(file, str(error))
    seconds = time.perf_counter() - started
    if with_digest:
        # Nothing half done: the lines go out only when the whole record has proved good.
        sys.stdout.write("".join(line + "\n" for line in lines))
        return 0
    assert game is not None and names is not None
    _print_result(game, names, actions, seconds, as_json)
    return 0


def _replay_native(data: bytes) -> Iterator[tuple[Any, Game, Names]]:
    record = read_record(data)
    game = Game(setup_of(record))
    names = plain_names(game.setup)
    yield None, game, names
    for number, wire in enumerate(record.actions):
        action = read_action(game.setup, wire, number)
        try:
            game.push(action)
        except IllegalAction as error:
            raise RecordError(str(error), f"action {number + 1} ({wire.get('do')})") from None
        yield number + 1, game, names


def _replay_18xx(data: bytes) -> Iterator[tuple[Any, Game, Names]]:
    importer = Importer(read_export(data))
    yield None, importer.game, importer.names
    for replayed in importer.run():
        yield replayed.id, importer.game, importer.names


def _print_result(game: Game, names: Names, actions: int, seconds: float, as_json: bool) -> None:
    result = game.result()
    wealth = {str(names.players[player]): result.wealth[player] for player in range(game.setup.players)}
    reason = result.reason.name.lower() if game.is_over else "unfinished"
    if as_json:
        facts = {"result": wealth, "end_reason": reason, "actions": actions, "seconds": round(seconds, 6)}
        print(json.dumps(facts, ensure_ascii=False))
        return
    print(f"{actions} actions in {seconds:.3f} s, end: {reason}")
    for player, amount in sorted(wealth.items(), key=lambda item: -item[1]):
        print(f"  {player}: ${amount:,}")


def _fail(file: Path, message: str) -> int:
    """One clear line that says what is wrong and where."""
    print(f"{file}: {' '.join(message.split())}", file=sys.stderr)
    return 2
