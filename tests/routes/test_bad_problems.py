"""Problems that cannot be: a clear error each, and never anything else."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from goldenspike.cli.main import main
from goldenspike.record.errors import RecordError
from goldenspike.record.route_problem import read_problems

FILE = Path(__file__).parent.parent / "data" / "1830-routes.json"
GOOD: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


def unknown_hex(problem: dict[str, Any], draw: random.Random) -> None:
    problem["tiles"][draw.choice(["Z9", "E18", "", "A0", "é1", "19E", "K99"])] = ["57", 0]


def unknown_tile(problem: dict[str, Any], draw: random.Random) -> None:
    problem["tiles"]["E19"] = [draw.choice(["0", "999", "X7", "", "57a"]), 0]


def tile_that_does_not_fit(problem: dict[str, Any], draw: random.Random) -> None:
    name, tile = draw.choice([("E19", "9"), ("D16", "57"), ("F2", "9"), ("A19", "57"), ("E11", "57"), ("G19", "59")])
    problem["tiles"][name] = [tile, draw.randrange(6)]


def tile_against_the_border(problem: dict[str, Any], draw: random.Random) -> None:
    problem["tiles"]["K15" if draw.random() < 0.5 else "B16"] = ["63", draw.randrange(6)]


def bad_rotation(problem: dict[str, Any], draw: random.Random) -> None:
    problem["tiles"]["E19"] = ["57", draw.choice([-1, 6, 99, 1.5, "x", None, [0]])]


def token_without_a_slot(problem: dict[str, Any], draw: random.Random) -> None:
    hex, exits = draw.choice([("H12", [1, 4]), ("A19", [5]), ("F6", [0])])
    problem["tokens"] = [{"corp": corp, "hex": hex, "exits": exits} for corp in ("PRR", "NYC", "CPR")]


def token_without_a_city(problem: dict[str, Any], draw: random.Random) -> None:
    token = {"corp": "PRR", "hex": draw.choice(["D16", "B12", "F2", "C15", "I1"]), "exits": [0]}
    problem["tokens"].append(token)


def token_with_wrong_exits(problem: dict[str, Any], draw: random.Random) -> None:
    problem["tokens"] = [{"corp": "PRR", "hex": "H12", "exits": draw.choice([[0], [2, 3], [9], [-1], "14"])}]


def token_twice(problem: dict[str, Any], draw: random.Random) -> None:
    problem["tiles"]["E11"] = ["59", 0]
    problem["tokens"] = [{"corp": "ERIE", "hex": "E11", "city": city} for city in (0, 1)]


def unknown_company(problem: dict[str, Any], draw: random.Random) -> None:
    problem["corporation"] = draw.choice(["", "XYZ", "prr", "PRR ", "C&X"])


def unknown_owner(problem: dict[str, Any], draw: random.Random) -> None:
    problem["tokens"].append({"corp": draw.choice(["", "QQ"]), "hex": "H12", "exits": [1, 4]})


def no_trains(problem: dict[str, Any], draw: random.Random) -> None:
    problem["trains"] = []


def unknown_train(problem: dict[str, Any], draw: random.Random) -> None:
    problem["trains"] = draw.choice([["7X"], ["0"], [""], [None], ["2", "d"], "2", 3, [["2"]]])


def unknown_phase(problem: dict[str, Any], draw: random.Random) -> None:
    problem["phase"] = draw.choice(["1", "7", "", "d", None, 5])


def unknown_title(problem: dict[str, Any], draw: random.Random) -> None:
    if draw.random() < 0.5:
        problem["title"] = draw.choice(["1829", "", None, 1830])
    else:
        problem["version"] = draw.choice(["s9", "", "Classic", 1])


def bad_option(problem: dict[str, Any], draw: random.Random) -> None:
    problem["options"] = draw.choice([{"x": "y"}, {"bank": "tiny"}, ["bank"], {"bank": 1}, "bank"])


def missing_field(problem: dict[str, Any], draw: random.Random) -> None:
    del problem[draw.choice(["title", "phase", "tiles", "tokens", "corporation", "trains"])]


def wrong_type(problem: dict[str, Any], draw: random.Random) -> None:
    field = draw.choice(["title", "phase", "tiles", "tokens", "corporation", "trains"])
    problem[field] = draw.choice([None, 1.5, True, [1], {"a": 1}, [[]]])


def wrong_shape_of_tile(problem: dict[str, Any], draw: random.Random) -> None:
    problem["tiles"]["E19"] = draw.choice([[], ["57"], ["57", 1, 2], "57", None, {"57": 1}])


WOUNDS = [
    unknown_hex,
    unknown_tile,
    tile_that_does_not_fit,
    tile_against_the_border,
    bad_rotation,
    token_without_a_slot,
    token_without_a_city,
    token_with_wrong_exits,
    token_twice,
    unknown_company,
    unknown_owner,
    no_trains,
    unknown_train,
    unknown_phase,
    unknown_title,
    bad_option,
    missing_field,
    wrong_type,
    wrong_shape_of_tile,
]


@pytest.mark.parametrize("wound", WOUNDS, ids=lambda wound: wound.__name__)
def test_impossible_problem(wound: Any) -> None:
    for seed in range(110):
        draw = random.Random(f"{wound.__name__} {seed}")
        problem = json.loads(json.dumps(draw.choice(GOOD)))
        wound(problem, draw)
        with pytest.raises(RecordError) as error:
            read_problems(json.dumps(problem).encode())
        line = str(error.value)
        assert line and "\n" not in line and "Traceback" not in line


@pytest.mark.parametrize("seed", range(200))
def test_no_json(seed: int) -> None:
    draw = random.Random(seed)
    data = bytearray(json.dumps(GOOD[seed % len(GOOD)]).encode())
    for _ in range(draw.randrange(1, 4)):
        data[draw.randrange(len(data))] = draw.randrange(256)
    if seed % 3 == 0:
        del data[draw.randrange(len(data)) :]
    try:
        read_problems(bytes(data))
    except RecordError as error:
        assert str(error)


@pytest.mark.parametrize("text", ["", "[", "null", "3", '"x"', "[3]", "{}", "[[]]", "\ufeff{}", "[" * 5000])
def test_not_even_a_problem(text: str) -> None:
    with pytest.raises(RecordError):
        read_problems(text.encode())


def test_command_says_what_and_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "problem.json"
    bad = {**GOOD[3], "trains": []}
    file.write_text(json.dumps([GOOD[0], bad]), encoding="utf-8")
    assert main(["routes", str(file), "--json"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1 and "problem 2" in err and "no trains" in err


def test_command_solves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "problem.json"
    file.write_text(json.dumps(GOOD[5]), encoding="utf-8")
    assert main(["routes", str(file), "--json"]) in (0, None)
    answer = json.loads(capsys.readouterr().out)
    assert answer["revenue"] == answer["upper_bound"] == GOOD[5]["optimum"] and answer["proven"]
    assert sum(route["revenue"] for route in answer["routes"]) == answer["revenue"]
    for route in answer["routes"]:
        assert route["train"] in GOOD[5]["trains"] and len(route["stops"]) >= 2 and len(route["hexes"]) >= 2
