"""Programs as players: the example of the documentation plays; one that misbehaves loses its seat and the table says so."""

import re
import sys
from pathlib import Path
from random import Random
from time import monotonic, sleep

import pytest

from goldenspike.bots.base import Bot, Limit, Table
from goldenspike.bots.greedy import GreedyBot
from goldenspike.bots.outside import OutsideBot, describe, dismiss, understand
from goldenspike.bots.play import next_action
from goldenspike.bots.roster import find_maker
from goldenspike.core.actions import Bid, BuyFromBank
from goldenspike.core.game import Game
from goldenspike.core.ids import Private
from goldenspike.testing import Position
from goldenspike.titles.g1830 import classic
from players import P0

DOCS = Path(__file__).parents[2] / "docs" / "bots.md"


def example() -> str:
    """The ten-line player of the documentation."""
    found: list[str] = re.findall(r"```python\n(.*?)```", DOCS.read_text(), re.S)
    return next(code for code in found if "sys.stdin" in code)


def bot_of(tmp_path: Path, code: str, patience: float = 20.0) -> OutsideBot:
    file = tmp_path / "player.py"
    file.write_text(code)
    return OutsideBot(Random(1), f"{sys.executable} {file}", GreedyBot, patience)


def play(game: Game, bot: OutsideBot, actions: int) -> None:
    bots: list[Bot] = [bot, *[GreedyBot(Random(seed)) for seed in range(1, game.setup.players)]]
    for _ in range(actions):
        if not game.is_over:
            game.push(next_action(game, bots, Random(1)))


def test_the_example_plays(tmp_path: Path) -> None:
    bot = bot_of(tmp_path, example())
    game = Position(classic(3)).auction()
    play(game, bot, 120)
    bot.close()
    assert not bot.trouble
    assert any(action.player == 0 for action in game.actions if isinstance(action, BuyFromBank))
    assert len(example().strip().splitlines()) <= 11


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("", "ended"),
        ("import time; time.sleep(60)", "no answer"),
        ("print('hello', flush=True); input()", "Expecting value"),
        ("print('[]', flush=True); input()", "no JSON object"),
        ("print('{\"action\": 99}', flush=True); input()", "action 99"),
        ('print(\'{"offer": 0, "amount": 1}\', flush=True); input()', "amount 1"),
        ("print('{\"offer\": true}', flush=True); input()", "offer True"),
        ("print('{}', flush=True); input()", "offer None"),
        ("input(); raise SystemExit", "ended"),
        ("input(); print('[' * 200000, flush=True); input()", "nested too deeply"),
        ("import time; print('{\"action\": 0}\\n' * 3000, flush=True); time.sleep(60)", "more than one line"),
        ("import os\nwhile True: os.write(1, b'x' * 65536)", "more than 1048576 bytes"),
        ("import os; input(); os.write(1, b'\\xff\\xfe\\n'); input()", "UTF-8"),
        ("import os, time\nif not os.fork(): time.sleep(60)", "no answer"),
    ],
)
def test_a_program_that_misbehaves_loses_its_seat(tmp_path: Path, code: str, said: str) -> None:
    bot = bot_of(tmp_path, code, 0.5 if "sleep" in code and "3000" not in code else 20.0)
    game = Position(classic(3)).auction()
    play(game, bot, 30)
    assert said in bot.trouble and "greedy plays on" in bot.trouble
    assert dismiss([bot, GreedyBot(Random(1))]) == [bot.trouble]
    assert game.ply == 30


def test_whatever_a_program_started_ends_with_it(tmp_path: Path) -> None:
    """A shell that waits for something that hangs: neither the table nor the machine is left with it."""
    mark = tmp_path / "child"
    bot = OutsideBot(Random(1), f"sh -c 'sleep 61 & echo $! > {mark}; wait'", GreedyBot, 3.0)
    started = monotonic()
    game = Position(classic(3)).auction()
    play(game, bot, 6)
    assert "no answer" in bot.trouble and monotonic() - started < 30
    status = Path(f"/proc/{mark.read_text().strip()}/stat")
    while status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z":
        assert monotonic() - started < 30
        sleep(0.05)


def test_a_program_that_does_not_read_loses_its_seat(tmp_path: Path) -> None:
    """Answers to questions not yet asked, and a full pipe of questions: the limit of time holds for both."""
    code = "import time\nfor number in range(9): print('{\"action\": 0}', flush=True); time.sleep(0.3)\ntime.sleep(60)"
    bot = bot_of(tmp_path, code, 1.0)
    game = Position(classic(2)).auction()
    play(game, bot, 60)
    assert bot.trouble and game.ply == 60


def test_a_program_that_does_not_exist() -> None:
    bot = OutsideBot(Random(1), "no-such-program-anywhere", GreedyBot)
    game = Position(classic(2)).auction()
    play(game, bot, 5)
    assert "plays on" in bot.trouble


def test_what_is_sent_and_what_comes_back() -> None:
    game = Position(classic(3)).auction()
    seat = Table(game, P0, Limit(1.5, 10))
    question = describe(seat, 7)
    assert question["seat"] == 0 and question["limit"] == {"seconds": 1.5, "nodes": 10}
    assert {"do": "BuyFromBank", "player": 0, "private": "SV"} in question["actions"]
    number = question["actions"].index({"do": "BuyFromBank", "player": 0, "private": "SV"})
    assert understand(seat, f'{{"action": {number}}}') == BuyFromBank(P0, Private(0))
    bid = understand(seat, '{"offer": 0, "amount": 50}')
    assert isinstance(bid, Bid) and bid.amount == 50


def test_programs_have_a_name_in_the_roster() -> None:
    maker = find_maker("program:python3 x.py")
    assert maker is not None and maker(Random(1)).name == "program:python3 x.py"
    assert find_maker("program:") is None
