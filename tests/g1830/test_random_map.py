"""Boards drawn from seeds are valid, fair, different, and the same for ever (S-6.3, random map)."""

from collections import Counter
from dataclasses import replace
from hashlib import sha256

import pytest

from goldenspike.core.tiles import Color, StopKind
from goldenspike.core.title import PrintedHex
from goldenspike.titles.g1830.board import CLASSIC_BOARD
from goldenspike.titles.g1830.board_tiles import board_for
from goldenspike.titles.g1830.boxes import CLASSIC, S6
from goldenspike.titles.g1830.fairness import Chart, prospects
from goldenspike.titles.g1830.fitting import blind_hexes
from goldenspike.titles.g1830.random_map import flaw, on_random_map, random_map
from goldenspike.titles.g1830.sketch import HOMES_APART, Draw, distance, is_even, number_of

SEEDS = range(100)


def contents(board: tuple[PrintedHex, ...]) -> Counter[object]:
    """What is on a board, wherever it is."""
    found: Counter[object] = Counter()
    for printed in board:
        stops = tuple((stop.kind, stop.values, stop.slots) for stop in printed.stops)
        cost = printed.cost if printed.color is not Color.RED else 0
        found[(printed.color, stops, printed.label, printed.terrain, cost)] += 1
        found["barred"] += printed.impassable.bit_count()
    return found


def plain(board: tuple[PrintedHex, ...]) -> str:
    """A board as text, whatever fields a hex may gain in time."""
    lines = []
    for printed in board:
        stops = [(stop.kind.name, stop.values, stop.slots) for stop in printed.stops]
        lines.append(
            f"{printed.id} {printed.color.name} {printed.name} {printed.cost} {stops} {printed.paths} {printed.impassable}"
        )
    return "\n".join(lines)


@pytest.mark.parametrize("seed", SEEDS)
def test_boards_are_good(seed: int) -> None:
    drawn = random_map(seed)
    assert [printed.id for printed in drawn.hexes] == [printed.id for printed in CLASSIC_BOARD]
    # The same things as on the classic board, by number and kind.
    assert contents(drawn.hexes) == contents(CLASSIC_BOARD)
    # Tiles fit wherever they should, and printed track can go on.
    assert not blind_hexes(drawn.hexes)
    # Fair: worth near each home, within three halves of each other; nothing is cut off.
    assert not flaw(drawn.hexes, drawn.prospects)
    scores = [prospect.score for prospect in drawn.prospects]
    assert min(scores) > 0 and max(scores) / min(scores) <= 1.5
    homes = [number_of(company.homes[0].hex) for company in drawn.companies]
    apart = [distance(one, other) for one in homes for other in homes if one < other]
    assert min(apart) >= HOMES_APART
    # Private companies lie on hexes of their kind.
    hexes = {printed.id: printed for printed in drawn.hexes}
    places = {private.id: [hexes[name] for name in private.hexes] for private in drawn.privates}
    assert places["DH"][0].terrain == "mountain" and places["DH"][0].stops[0].kind is StopKind.CITY
    assert places["CS"][0].stops[0].kind is StopKind.TOWN
    assert places["SV"][0].terrain == "mountain" and not places["SV"][0].stops
    assert places["CA"][0].label == "OO" and places["BO"][1].label == "B"
    assert len({name for private in drawn.privates for name in private.hexes}) == 7


def test_boards_differ() -> None:
    """Neighboring seeds have nothing in common."""
    assert len({plain(random_map(seed).hexes) for seed in range(20)}) == 20


def test_a_seed_gives_the_same_board_again() -> None:
    first = random_map(7)
    random_map.cache_clear()
    again = random_map(7)
    assert first is not again and first == again


def test_a_seed_gives_the_same_board_for_ever() -> None:
    """Saved games name only the seed: if this test fails, games in progress would change their board."""
    digests = [sha256(plain(random_map(seed).hexes).encode()).hexdigest()[:12] for seed in (0, 1, 1830)]
    assert digests == ["c687876baafa", "33f583b6d701", "01f44ae25f28"]


@pytest.mark.parametrize("seed", [0, 1830, 2**40, 2**80])
def test_any_seed_will_do(seed: int) -> None:
    title = on_random_map(S6, seed)
    assert title.version == "s6" and title.tiles == S6.tiles
    assert len(title.companies) == 8 and len(title.privates) == 6


def test_chance_is_spread_evenly() -> None:
    draw = Draw(1)
    counts = Counter(draw.below(6) for _ in range(6000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    assert min(counts.values()) > 850
    assert sorted(draw.shuffled(range(20))) == list(range(20))


def test_the_classic_board_would_not_pass() -> None:
    """Everybody knows it: the CPR is poor and New York is rich."""
    found = prospects(CLASSIC_BOARD, CLASSIC.companies)
    scores = {prospect.company: prospect.score for prospect in found}
    assert min(scores, key=scores.__getitem__) == "CPR"
    assert max(scores, key=scores.__getitem__) == "NNH"
    assert flaw(CLASSIC_BOARD, found) == "unfair"
    assert not blind_hexes(CLASSIC_BOARD)


def test_flaws_are_seen() -> None:
    drawn = random_map(0)
    assert is_even([100, 150]) and not is_even([100, 151])
    cpr = next(company for company in drawn.companies if company.id == "CPR")
    walled = tuple(printed if printed.id != cpr.homes[0].hex else replace(printed, paths=()) for printed in drawn.hexes)
    assert flaw(walled, prospects(walled, drawn.companies)) == "cut off"


def test_distances_count_terrain_and_stop_at_areas() -> None:
    chart = Chart(board_for("classic"))
    away = chart.distances(chart.index["E19"])
    assert away[chart.index["E21"]] == 20  # a mountain counts twice
    assert away[chart.index["D18"]] == 10
    assert away[chart.index["F2"]] > 0
