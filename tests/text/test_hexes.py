"""A hex in words: what a screen reader tells of the board."""

import pytest

from goldenspike.core.actions import LayTile
from goldenspike.core.game import Game
from goldenspike.core.ids import Company, Tile
from goldenspike.core.state import place_of
from goldenspike.testing import Position
from goldenspike.text import LANGUAGES, Context, describe_action, describe_choices, describe_hex, describe_place, describe_track
from goldenspike.titles.g1830 import classic
from players import P0


def told(game: Game, name: str, language: str = "en") -> str:
    return describe_hex(game.setup.hex_index[name], game.state, Context(game.setup), language)


def test_a_printed_hex_says_its_stops_cost_and_owner() -> None:
    game = Position(classic()).auction()
    assert told(game, "B18") == "B18; no tile; a tile costs $80"
    assert told(game, "F16") == (
        "F16 (Scranton); no tile; a tile costs $120; private company DH; large city, value $0; station spaces: 1"
    )
    assert told(game, "E19").endswith("station spaces: 1; home of NYC")
    assert "track to east (Flint), southeast (E3)" in told(game, "D2")


def test_a_tile_says_its_number_exits_and_stations() -> None:
    game = (
        Position(classic())
        .company("NYC", shares={0: 6}, par=67, stations="E19")
        .tile("E19", "57", 1)
        .tile("E17", "9", 1)
        .auction()
    )
    number = game.setup.title.tiles[game.setup.tile_index["57"]].id
    assert told(game, "E19") == (
        f"E19 (Albany); yellow tile 57 ({number}); large city, value $20; station spaces: 1; stations: NYC; "
        "track to west (E17), east (E21)"
    )
    assert told(game, "E17").endswith("track from west (E15) to east (Albany)")
    place = place_of(game.setup.hex_index["E19"], 0)
    spoken = describe_place(place, game.state, Context(game.setup), "en")
    assert spoken.startswith("E19 (Albany); large city, value $20") and "stations: NYC" in spoken


def test_an_off_board_area_says_what_it_is_worth_now() -> None:
    """7.5: the value depends on the phase."""
    early = told(Position(classic()).stock_round(), "F2")
    late = told(Position(classic(), phase="D").stock_round(), "F2")
    assert "value $40" in early and "value $70" in late


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turned_tile_leads_elsewhere(language: str) -> None:
    game = Position(classic()).auction()
    tile, hex = game.setup.tile_index["57"], game.setup.hex_index["E17"]
    faces = [game.setup.faces[game.setup.face_of_tile(Tile(tile), rotation)] for rotation in range(3)]
    spoken = {describe_track(hex, face, Context(game.setup), language) for face in faces}
    assert len(spoken) == 3


def labeled(game: Game, hex: str, tile: str, rotation: int, language: str = "en") -> str:
    lay = LayTile(P0, Company(0), game.setup.hex_index[hex], game.setup.tile_index[tile], rotation)
    return describe_action(lay, Context(game.setup), language, game.state)


def test_a_label_says_where_the_track_of_a_tile_leads() -> None:
    """Not how often the tile is turned. Of an upgrade it names what is new."""
    game = Position(classic()).tile("E19", "57", 1).auction()
    assert labeled(game, "E17", "9", 1) == "Lay track on E17 from west (E15) to east (Albany), tile 9"
    assert labeled(game, "D18", "57", 1).startswith("Lay track on D18 to west (D16) and east (D20), tile 57")
    assert labeled(game, "E19", "14", 1).startswith("Lay track on E19 (Albany) to ")
    assert "E17" not in labeled(game, "E19", "14", 1), "that track is there already"
    game = Position(classic(), phase="3").tile("E19", "14", 1).stock_round()
    assert labeled(game, "E19", "14", 1).startswith("Lay track on E19 (Albany) with the same exits, tile 14")
    for language in LANGUAGES:
        assert len({labeled(game, "E17", "9", rotation, language) for rotation in range(3)}) == 3


def test_choices_name_a_tile_only_if_nothing_else_tells_two_apart() -> None:
    """Somebody who learns the game knows no tile by its number."""
    game = Position(classic()).tile("E19", "57", 1).auction()
    hex = game.setup.hex_index["E17"]

    def chosen(*tiles: tuple[str, int], language: str = "en") -> list[str]:
        lays = [LayTile(P0, Company(0), hex, game.setup.tile_index[tile], rotation) for tile, rotation in tiles]
        return describe_choices(lays, Context(game.setup), language, game.state)

    straight, curve = "Lay track on E17 from west (E15) to east (Albany)", "Lay track on E17 from west (E15) to northeast (D18)"
    assert chosen(("9", 1), ("8", 1)) == [straight, curve]
    # The same track twice, so that the numbers are told.
    assert chosen(("9", 1), ("9", 1)) == [f"{straight}, tile 9"] * 2
    for language in LANGUAGES:
        assert all("9" not in choice for choice in chosen(("9", 1), ("8", 1), language=language))
