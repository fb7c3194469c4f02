"""`goldenspike replay`: replay a recorded game, check every rule, and print the result."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from goldenspike.cli.output import BadInput, one_line, print_json, print_json_line
from goldenspike.cli.parameters import Json
from goldenspike.core.game import Game
from goldenspike.record.digest import Digest, Names, digest, plain_names
from goldenspike.record.errors import RecordError
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.record.native import read_record, replay_steps

SOURCES = ("native", "18xx.games")


def run(
    file: Path,
    *,
    source: Annotated[str, Parameter(name="--from", help="native or 18xx.games")] = "native",
    with_digest: Annotated[bool, Parameter(name="--digest")] = False,
    json: Json = False,
) -> None:
    """Replay a record and check every rule.

    Parameters
    ----------
    file
        the record
    with_digest
        print the position after every action, as NDJSON
    """
    if source not in SOURCES:
        raise BadInput(f"--from {source}: known are {', '.join(SOURCES)}")
    try:
        data = file.read_bytes()
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror or 'cannot be read'}") from None
    digests: list[Digest] = []
    actions = 0
    started = time.perf_counter()
    game: Game | None = None
    names: Names | None = None
    try:
        for id, game, names in _replay_native(data) if source == "native" else _replay_18xx(data):
            if id is None:
                continue
            actions += 1
            if with_digest:
                digests.append({"id": id, **digest(game, names)})
    except RecordError as error:
        raise BadInput(f"{file}: {one_line(str(error))}") from None
    seconds = time.perf_counter() - started
    assert game is not None and names is not None
    if not with_digest:
        _print_result(game, names, actions, seconds, json)
        return
    for line in digests:  # Print nothing unless the whole record is valid.
        print_json_line(line)


def _replay_native(data: bytes) -> Iterator[tuple[Any, Game, Names]]:
    for game in replay_steps(read_record(data)):
        yield game.ply or None, game, plain_names(game.setup)


def _replay_18xx(data: bytes) -> Iterator[tuple[Any, Game, Names]]:
    importer = Importer(read_export(data))
    yield None, importer.game, importer.names
    for replayed in importer.run():
        yield replayed.id, importer.game, importer.names


def _print_result(game: Game, names: Names, actions: int, seconds: float, as_json: bool) -> None:
    result = game.result()
    wealth = {str(names.players[player]): result.wealth[player] for player in game.setup.all_players}
    reason = result.reason.name.lower() if game.is_over else "unfinished"
    if as_json:
        facts = {"result": wealth, "end_reason": reason, "actions": actions, "seconds": round(seconds, 6)}
        print_json(facts)
        return
    print(f"{actions} actions in {seconds:.3f} s, end: {reason}")
    for player, amount in sorted(wealth.items(), key=lambda item: -item[1]):
        print(f"  {player}: ${amount:,}")
