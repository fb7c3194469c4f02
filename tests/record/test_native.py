"""The project's own records: written, read, replayed, resumed, and refused when they are wrong."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from goldenspike.bots.play import next_action, seat_bots
from goldenspike.core.actions import Correction, DrawSeats, Pass, RunTrains
from goldenspike.core.game import Game
from goldenspike.core.steps import running
from goldenspike.record import snapshot
from goldenspike.record.errors import RecordError
from goldenspike.record.games18xx import Importer, read_export
from goldenspike.record.native import dump, load, make_record, read_record, replay, setup_of
from goldenspike.record.wire import KINDS, from_wire, to_wire
from goldenspike.titles.catalogue import make
from goldenspike.titles.g1830 import classic
from players import P0, P1, P2

DATA = Path(__file__).parent.parent / "data"


@pytest.fixture(scope="module")
def finished() -> Game:
    importer = Importer(read_export((DATA / "1830-bank-breaks.json").read_bytes()))
    for _ in importer.run():
        pass
    return importer.game


def random_game(seed: int, plies: int, players: int = 4) -> Game:
    chance = random.Random(seed)
    game = Game(classic(players))
    for _ in range(plies):
        if game.is_over:
            break
        game.push(chance.choice(list(game.legal_for(game.actors[0]))))
    return game


def test_save_and_load_is_identity(finished: Game) -> None:
    loaded = load(dump(finished))
    assert loaded.state == finished.state
    assert loaded.actions == finished.actions
    assert loaded.ply == finished.ply
    assert dump(loaded) == dump(finished)


@pytest.fixture(scope="module")
def bots_game() -> Game:
    """A game whose trains run as the engine finds best."""
    game, rng = Game(make("1830", "starter", 2)), random.Random(18)
    bots = seat_bots(["random"], 2, 18, 0)
    while not game.is_over:
        game.push(next_action(game, bots, rng))
    return game


def no_solver(*_: object, **__: object) -> None:
    raise AssertionError("the best run was searched for again")


def test_a_record_keeps_the_best_runs(bots_game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are checked in a replay, not searched for again; undoing one forgets it, and a resumed game still has them."""
    record = read_record(dump(bots_game))
    ran = [number for number, action in enumerate(bots_game.actions, 1) if isinstance(action, RunTrains)]
    assert [run.ply for run in record.runs] == ran != []
    twin = bots_game.copy()
    while not isinstance(twin.pop(), RunTrains):
        pass
    assert list(twin.runs) == [number - 1 for number in ran[:-1]]
    monkeypatch.setattr(running, "best_routes", no_solver)
    again = replay(record)
    assert again.state == bots_game.state and again.runs == bots_game.runs
    assert dump(load(dump(bots_game))) == dump(bots_game)


def test_a_record_without_runs_or_with_illegal_ones_is_solved(bots_game: Game) -> None:
    record = read_record(dump(bots_game))
    del record.runs[1:]
    routes = msgspec.json.decode(record.runs[0].routes)
    routes[0]["sides"] = []
    record.runs[0].routes = msgspec.Raw(msgspec.json.encode(routes))
    assert replay(record).runs == bots_game.runs
    routes[0]["stops"] = ["Z99/0"]
    record.runs[0].routes = msgspec.Raw(msgspec.json.encode(routes))
    with pytest.raises(RecordError, match=r"^run of action \d+: unknown hex 'Z99'$"):
        replay(record)


@pytest.mark.parametrize("seed", range(4))
def test_a_game_resumes_from_its_snapshot_in_any_position(seed: int) -> None:
    """A resumed game offers the same actions and goes on in the same way."""
    game = random_game(seed, 150 + 60 * seed)
    loaded = load(dump(game))
    assert loaded.actors == game.actors
    assert list(loaded.legal) == list(game.legal)
    if not game.is_over:
        action = next(iter(game.legal_for(game.actors[0])))
        assert loaded.push(action) == game.push(action)
        assert loaded.state == game.state
        assert loaded.pop() == action
        with pytest.raises(LookupError):
            loaded.state_at(0)


def test_a_record_without_snapshot_is_replayed(finished: Game) -> None:
    file = json.loads(dump(finished))
    del file["snapshot"]
    assert load(json.dumps(file).encode()).state == finished.state
    assert replay(read_record(dump(finished))).state == finished.state


@pytest.mark.parametrize(
    ("old", "today"), [("standard", {}), ("third_six", {"third_six": True}), ("plus", {"plus_trains": True})]
)
def test_a_record_from_before_the_train_mixes_were_separate(old: str, today: dict[str, bool]) -> None:
    """V-1.7: one option `trains` had the third 6-train and the plus-trains as its values; snapshot and actions still fit."""
    game = Game(classic(3, **today))
    game.push(DrawSeats((P2, P0, P1)))
    file = json.loads(dump(game))
    for name in ("third_six", "plus_trains"):
        del file["options"][name]
    file["options"]["trains"] = old
    resumed = load(json.dumps(file).encode())
    assert resumed.setup.title == game.setup.title
    assert resumed.state == game.state
    del file["snapshot"]
    assert load(json.dumps(file).encode()).state == game.state


def test_an_unknown_train_mix_is_refused() -> None:
    """Only the values that there were are translated."""
    file = json.loads(dump(Game(classic(3))))
    file["options"]["trains"] = "steam"
    with pytest.raises(RecordError, match="trains"):
        load(json.dumps(file).encode())


def test_every_kind_of_action_has_a_wire_form(finished: Game) -> None:
    """What is written can be read: all actions of a real and of random games."""
    seen = set()
    for game in (finished, random_game(1, 700), random_game(2, 700)):
        for action in game.actions:
            assert from_wire(game.setup, to_wire(game.setup, action)) == action
            seen.add(type(action))
    assert len(seen) > (len(KINDS) - len(get_args(Correction))) // 2, "bots correct nothing"


Change = Callable[[dict[str, Any]], object]

BAD: list[tuple[Change, str]] = [
    (lambda f: f.update(format=2), "format 2 is unknown"),
    (lambda f: f.update(title="1831"), "1831"),
    (lambda f: f.update(version="modern"), "modern"),
    (lambda f: f.update(players=["alone"]), "players"),
    (lambda f: f["options"].update(sell_order="buy_buy"), "buy_buy"),
    (lambda f: f["options"].update(color="red"), "color"),
    (lambda f: f.update(actions=[1]), r"\$\.actions"),
    (lambda f: f["actions"][3].update(do="Fly"), "action 4 .*unknown action 'Fly'"),
    (lambda f: f["actions"][3].pop("player"), "action 4 .*needs 'player'"),
    (lambda f: f["actions"][3].update(player=-1), "action 4 .*no player -1"),
    (lambda f: f["actions"][3].update(player="one"), "action 4 .*whole number"),
    (lambda f: f["actions"][3].update(wings=2), "action 4 .*has no 'wings'"),
    (lambda f: f["actions"].insert(2, {"do": "SellShares", "player": 0, "company": "PRR", "count": 1}), "action 3"),
    (lambda f: f["actions"].insert(2, {"do": "StartCompany", "player": 0, "company": "XYZ", "price": 67}), "XYZ"),
]


@pytest.mark.parametrize(("change", "message"), BAD)
def test_bad_records_say_what_and_where(change: Change, message: str) -> None:
    file = json.loads(dump(random_game(3, 60)))
    del file["snapshot"]
    change(file)
    with pytest.raises(RecordError, match=message):
        replay(read_record(json.dumps(file).encode()))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda state: state.pop("money"), "missing required field `money`"),
        (lambda state: state.update(money=[1]), r"\.money: Expected \d+ items, got 1"),
        (lambda state: state.update(turn="me"), r"\.turn: Expected `int`, got `str`"),
        (lambda state: state.update(turn=True), r"\.turn: Expected `int`, got `bool`"),
        (lambda state: state["floated"].__setitem__(2, 1), r"\.floated\[2\]: Expected `bool`, got `int`"),
        (lambda state: state.update(seating=[["x"]]), r"\.seating\[0\]\[0\]: Expected `int`, got `str`"),
        (lambda state: state.update(pending=[[0, 1]]), r"\.pending\[0\]: Expected `array` of at least length 3"),
        (lambda state: state.update(pending=[[77, 1]]), r"\.pending\[0\]\[0\]: Invalid value 77"),
    ],
)
def test_bad_snapshots_say_what_and_where(change: Change, message: str) -> None:
    file = json.loads(dump(random_game(3, 60)))
    change(file["snapshot"]["state"])
    with pytest.raises(RecordError, match=message):
        load(json.dumps(file).encode())


def test_a_field_younger_than_the_snapshot_takes_its_value_from_the_opening(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if this field of the state had been added after the game was saved."""
    monkeypatch.setattr(snapshot, "LATER_FIELDS", frozenset({"uncertainty"}))
    game = random_game(3, 60)
    file = json.loads(dump(game))
    del file["snapshot"]["state"]["uncertainty"]
    assert load(json.dumps(file).encode()).state == game.state


def test_every_field_is_in_the_first_snapshots_or_named_as_younger() -> None:
    """The list is the state of the first snapshots: it never grows, or games saved before could not be opened."""
    first = json.loads((DATA / "state_fields.json").read_text(encoding="utf-8"))
    saved = {snapshot.RENAMED.get(name, name) for name in snapshot.take_snapshot(random_game(1, 5).state)}
    assert saved - set(first) == snapshot.LATER_FIELDS


def mutate(chance: random.Random, data: bytes) -> bytes:
    """One random wound: bytes cut, swapped or overwritten, or a value of the JSON exchanged for another."""
    kind = chance.randrange(4)
    if kind == 0:
        return data[: chance.randrange(len(data))]
    if kind == 1:
        position = chance.randrange(len(data))
        return data[:position] + bytes([chance.randrange(256)]) + data[position + 1 :]
    file = json.loads(data)
    actions = file["actions"]
    number = chance.randrange(len(actions))
    if kind == 2:
        action = actions[number]
        key = chance.choice(list(action))
        action[key] = chance.choice([None, -1, 10**12, 3.5, "", "PRR", "Ä", [], {}, True, [[]], "E19/9", "57-0"])
    else:
        chance.choice([actions.reverse, actions.pop, lambda: actions.insert(number, chance.choice(actions))])()
    return json.dumps(file).encode()


def test_a_thousand_mutated_records_never_give_a_traceback() -> None:
    """Bad input gets a RecordError, whatever was done to the file; many wounded records stay playable."""
    chance = random.Random(1830)
    native = dump(random_game(5, 80))
    source = (DATA / "1830-bankruptcy.json").read_bytes()
    refused = 0
    for _ in range(500):
        try:
            replay(read_record(mutate(chance, native)))
            load(mutate(chance, native)).actions  # noqa: B018
        except RecordError:
            refused += 1
        try:
            for _ in Importer(read_export(mutate(chance, source))).run():
                pass
        except RecordError:
            refused += 1
    assert 300 < refused < 1000


def test_pass_is_the_smallest_record() -> None:
    assert to_wire(classic(2), Pass(P1)) == {"do": "Pass", "player": 1}


def test_games_saved_before_an_option_keep_their_reading() -> None:
    """A program names all options there are; what is missing is younger than the game."""
    record = make_record(Game(classic(3)), ["Anna", "Bob", "Cleo"])
    younger = ("exchange_after_sale", "unfloated_price", "express_bonus")
    old = msgspec.structs.replace(record, options={k: v for k, v in record.options.items() if k not in younger})
    options = setup_of(old).options
    assert (options.exchange_after_sale.value, options.unfloated_price.value) == ("allowed", "falls")
    assert setup_of(record).options == classic(3).options
    assert setup_of(msgspec.structs.replace(record, options={})).options == classic(3).options
