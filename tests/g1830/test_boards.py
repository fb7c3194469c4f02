"""The boards of all versions: what is printed, what board tiles change, and that track always meets track (V-1.2, T-02)."""

import re
from collections import Counter
from pathlib import Path

import pytest

from goldenspike.core.hexes import SIDES, neighbors, opposite
from goldenspike.core.ids import NO_TILE
from goldenspike.core.tiles import Color, StopKind, make_face
from goldenspike.core.title import NO_CITY, PrintedHex, Title
from goldenspike.titles.g1830.board import CLASSIC_BOARD
from goldenspike.titles.g1830.board_plus import PLUS_BOARD
from goldenspike.titles.g1830.board_tiles import BOARD_TILES, S1_PLACING, S2_PLACING, S3_PLACING, S4_PLACING, board_for
from goldenspike.titles.g1830.boxes import BASE, CLASSIC, S6_READING, SCENARIOS
from goldenspike.titles.g1830.reconstructed import ASSUMED, DERIVED, HEXES, RECONSTRUCTED
from goldenspike.titles.g1830.reconstructed import BOARD_TILES as RECONSTRUCTED_TILES

NAMES = ("base", "classic", "plus", "s1", "s2", "s3", "s4", "s5", "s6", "s6-reading")
BOXES = (CLASSIC, BASE, *SCENARIOS, S6_READING)


def on(board: tuple[PrintedHex, ...], name: str) -> PrintedHex:
    return next(printed for printed in board if printed.id == name)


def exits(printed: PrintedHex) -> int:
    return make_face(NO_TILE, 0, printed.color, printed.label, printed.stops, printed.paths).exits


def values(printed: PrintedHex) -> list[tuple[int, int]]:
    return [stop.values for stop in printed.stops]


def test_both_sides_of_the_board() -> None:
    assert len(CLASSIC_BOARD) == 93
    assert len(PLUS_BOARD) == 113
    kinds = Counter(printed.color for printed in PLUS_BOARD)
    assert kinds[Color.RED] == 7
    assert kinds[Color.GREEN] == 1
    areas = {printed.area for printed in PLUS_BOARD if printed.area}
    assert areas == {"Canadian West", "Maritime Provinces", "Chicago", "Chattanooga", "Deep South"}


@pytest.mark.parametrize("name", NAMES)
def test_every_printed_track_can_go_on(name: str) -> None:
    """Track never leads off the board, to a barred side or to the blank side of a gray or red hex (7.2.1)."""
    board = board_for(name)
    around = neighbors(tuple(printed.id for printed in board))
    for number, printed in enumerate(board):
        for side in range(SIDES):
            if not exits(printed) >> side & 1:
                continue
            other = around[number * SIDES + side]
            assert other >= 0, printed.id
            across = board[other]
            assert not printed.impassable >> side & 1, printed.id
            assert not across.impassable >> opposite(side) & 1, printed.id
            if across.color in (Color.GRAY, Color.RED):
                assert exits(across) >> opposite(side) & 1, (printed.id, across.id)


@pytest.mark.parametrize("name", NAMES)
def test_barred_sides_are_barred_from_both_hexes(name: str) -> None:
    board = board_for(name)
    around = neighbors(tuple(printed.id for printed in board))
    for number, printed in enumerate(board):
        for side in range(SIDES):
            other = around[number * SIDES + side]
            if printed.impassable >> side & 1 and other >= 0 and board[other].color is not Color.GRAY:
                assert board[other].impassable >> opposite(side) & 1, printed.id


@pytest.mark.parametrize("title", BOXES, ids=lambda title: f"{title.version}-{len(title.companies)}")
def test_every_home_and_private_company_is_on_its_board(title: Title) -> None:
    """T-08, T-05: a home is a city with a circle, or a hex without one where the card says so (V-7.5)."""
    hexes = {printed.id: printed for printed in title.hexes}
    for company in title.companies:
        assert company.homes
        for home in company.homes:
            stops = hexes[home.hex].stops
            if home.stop == NO_CITY:
                assert not stops
                assert home.value == 10
            else:
                assert all(stop.kind is StopKind.CITY and stop.slots for stop in stops), company.id
                assert home.stop < len(stops)
    for private in title.privates:
        assert all(name in hexes for name in (*private.hexes, *private.power_hexes)), private.id


def test_the_pieces_of_the_box() -> None:
    """T-02: 30a to 30r without g and o, and a track tile that serves as one."""
    pieces = [f"30{letter}" for letter in "abcdefhijklmnpqr"]
    assert sorted(BOARD_TILES) == sorted([*pieces, "A1"])
    assert [len(placing) for placing in (S1_PLACING, S2_PLACING, S3_PLACING, S4_PLACING)] == [7, 10, 1, 7]


@pytest.mark.parametrize(("name", "coal"), [("s1", "L8"), ("s2", "J10"), ("s3", "L8")])
def test_the_coal_hex(name: str, coal: str) -> None:
    """S-1.2: a large city without stations, two values, a licence of $120, once for a train."""
    printed = on(board_for(name), coal)
    assert printed.licence == 120 and printed.once and printed.color is Color.GRAY
    (stop,) = printed.stops
    assert stop.kind is StopKind.CITY and stop.slots == 0 and stop.values == (40, 60)
    assert [found.id for found in board_for(name) if found.licence] == [coal]


@pytest.mark.parametrize("name", ["s1", "s2"])
def test_warehouses_cover_the_red_areas(name: str) -> None:
    """S-1.2 7.4: routes run through; the uncovered half of an area is plain track into its warehouse."""
    board = board_for(name)
    assert {printed.id for printed in board if printed.run_through} == {"A11", "B24", "F2", "L2", "M13"}
    for feeder in ("A9", "K1"):
        assert not on(board, feeder).stops and not on(board, feeder).area and len(on(board, feeder).paths) == 1
    assert not any(printed.run_through for other in ("plus", "s3", "s4") for printed in board_for(other))


def test_two_valued_cities_of_the_plus_side() -> None:
    """S-1.2 7.5: Montreal and Norfolk."""
    assert values(on(PLUS_BOARD, "A19")) == [(40, 60)]
    assert values(on(PLUS_BOARD, "L16")) == [(30, 50)]
    assert values(on(CLASSIC_BOARD, "A19")) == [(40, 40)]


def test_level_playing_field_has_a_straight_on_m11() -> None:
    printed = on(board_for("s1"), "M11")
    assert printed.color is Color.YELLOW and printed.paths == ((1, 4),)


def test_canadian_pacific_board() -> None:
    """S-2.1: Ottawa and C21 cost nothing, Toronto takes its own tiles."""
    board = board_for("s2")
    assert on(PLUS_BOARD, "B16").cost == 80 and on(board, "B16").cost == 0
    assert on(board, "C21").cost == 0
    toronto = on(board, "D10")
    assert toronto.label == "TO" and values(toronto) == [(30, 30), (30, 30)] and exits(toronto) == 0b001001


def test_west_virginia_board() -> None:
    """S-4.1: rivers cost $40, coal fields $60 and pay $10; Columbus, Cleveland and Roanoke have moved in."""
    board = board_for("s4")
    assert [printed.id for printed in board if printed.terrain == "river" and printed.cost == 40] == [
        "I9",
        "J2",
        "J4",
        "J6",
        "J8",
    ]
    assert all(printed.cost == 0 for printed in PLUS_BOARD if printed.terrain == "river")
    fields = [printed for printed in board if printed.bonus]
    assert [printed.id for printed in fields] == ["J10", "K9", "L6", "L8"]
    assert all(printed.cost == 60 and printed.bonus == 10 for printed in fields)
    assert [on(board, name).name for name in ("F6", "F8", "H6", "L10")] == ["Lake Erie", "Cleveland", "Columbus", "Roanoke"]
    assert not on(board, "H4").stops


def test_reading_board() -> None:
    """S-6.1: three exits more on the classic side, and a brown tile with the Reading's home."""
    board = board_for("s6-reading")
    changed = [printed.id for printed, old in zip(board, CLASSIC_BOARD, strict=True) if printed != old]
    assert changed == ["D24", "H14", "K13", "K15"]
    assert exits(on(board, "H14")) == 0b110011  # SW, W, E, SE
    assert on(board, "H14").color is Color.BROWN


def test_reconstructed_facts_are_marked_and_used() -> None:
    """What no text states is in one place, and the boards take it from there."""
    assert all(known.certainty in (DERIVED, ASSUMED) and known.why and known.field for known in RECONSTRUCTED)
    for known in HEXES:
        assert on(PLUS_BOARD, known.print.id) == known.print
    for known in RECONSTRUCTED_TILES:
        assert BOARD_TILES[known.print.id] == known.print
    assumed = [known.print.id for known in RECONSTRUCTED if known.certainty == ASSUMED]
    assert assumed == ["B16", "30k", "30n"]


def test_the_page_about_boards_is_complete() -> None:
    """docs/boards.md shows every picture and every reconstructed fact; `tools/draw_boards.py` renews both."""
    docs = Path(__file__).resolve().parents[2] / "docs"
    page = (docs / "boards.md").read_text(encoding="utf-8")
    for known in RECONSTRUCTED:
        assert f"| {known.print.id} | {known.field} | {known.certainty} | {known.why} |" in page
    pictures = re.findall(r"\((images/boards/[^)]+)\)", page)
    assert len(pictures) == 10
    assert all((docs / picture).exists() for picture in pictures)
