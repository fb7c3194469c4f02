"""Every picture is well-formed, complete, safe and readable."""

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from goldenspike import svg
from goldenspike.core.hexes import SIDES
from goldenspike.core.ids import NO_TILE, Company, Place, Private, Tile, Train
from goldenspike.core.opening import opening_state
from goldenspike.core.state import TOKENS_PER_COMPANY, State, place_of
from goldenspike.core.tiles import STOPS_PER_HEX, Color, Stop, StopKind, TileType, make_face
from goldenspike.core.title import Setup
from goldenspike.svg.theme import DARK, LIGHT, color_of, contrast, ink_on
from goldenspike.svg.tile import hexagon
from goldenspike.titles import g1830
from goldenspike.titles.g1830.tiles import TILES

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert('1')</script>&\"]]>\x00\x1b\ud800"


@pytest.fixture(scope="module")
def setup() -> Setup:
    return g1830.classic(players=4)


@pytest.fixture
def state(setup: Setup) -> State:
    """A position with tiles, stations, prices and trains, set by hand."""
    made = opening_state(setup)
    made.faces = list(made.faces)
    made.tokens = list(made.tokens)
    for name, tile, rotation in (("H10", "B35", 1), ("H14", "A1", 1), ("G19", "ny1", 0), ("E11", "oo2", 2)):
        made.faces[setup.hex_index[name]] = setup.face_of_tile(setup.tile_index[tile], rotation)
    prr = setup.company_index["PRR"]
    for number, name in enumerate(("H12", "H10")):
        made.tokens[prr * TOKENS_PER_COMPANY + number] = place_of(setup.hex_index[name], 0)
    made.cells = [setup.title.market.par_cells[0]] * len(setup.title.companies)
    made.par = [100] * len(setup.title.companies)
    made.market_order = tuple(reversed(setup.all_companies))
    return made


def read(picture: str) -> ElementTree.Element:
    """The picture as XML; ids are unique and there is nothing that a page with strict rules would refuse."""
    root = ElementTree.fromstring(picture)
    ids = [found.attrib["id"] for found in root.iter() if "id" in found.attrib]
    assert len(ids) == len(set(ids))
    assert {found.tag for found in root.iter()}.isdisjoint({f"{SVG}script", f"{SVG}image", f"{SVG}foreignObject"})
    for found in root.iter():
        assert "style" not in found.attrib
        assert not any(name.startswith("on") or name.endswith("href") for name in found.attrib)
    assert "url(" not in picture and "@import" not in picture
    return root


def all_pictures(setup: Setup, state: State | None, theme: str) -> Iterator[str]:
    yield svg.board(setup, state, theme=theme)
    yield svg.market(setup, state, theme=theme)
    yield svg.charters(setup, state, theme=theme, players=("Ann", HOSTILE))
    yield svg.tile_manifest(setup, state, theme=theme)
    yield svg.upgrade_chart(setup, theme=theme)
    yield svg.upgrade_chart(setup, Tile(0), theme=theme)
    for company in range(len(setup.title.companies)):
        yield svg.roundel(setup, Company(company), theme=theme)
        yield svg.charter(setup, state, Company(company), theme=theme)
        yield svg.certificate(setup, Company(company), 2, president=True, theme=theme)
    for train in range(len(setup.title.trains)):
        yield svg.train_card(setup, Train(train), 3, theme=theme)
    for private in range(len(setup.title.privates)):
        yield svg.private_card(setup, Private(private), theme=theme, power=HOSTILE)


@pytest.mark.parametrize("theme", svg.THEMES)
def test_all_pictures_are_well_formed(setup: Setup, state: State, theme: str) -> None:
    for position in (None, state):
        for picture in all_pictures(setup, position, theme):
            root = read(picture)
            assert (root.find(f"{SVG}style") is None) == (theme == "page")


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
def test_every_tile_is_drawn_in_every_rotation(tile: TileType) -> None:
    for rotation in range(SIDES):
        face = make_face(Tile(0), rotation, tile.color, tile.label, tile.stops, tile.paths)
        root = ElementTree.fromstring(hexagon(face, tile.old))
        cities = [stop for stop in tile.stops if stop.kind is StopKind.CITY]
        circles = [found for found in root.iter("g") if found.get("class") == "gs-slot"]
        assert len(circles) == sum(stop.slots for stop in cities)
        assert tile.old in "".join(root.itertext())
        assert str(tile.stops[0].values[0]) in "".join(root.itertext()) if tile.stops else True


def test_a_tile_of_the_setup_is_a_picture(setup: Setup) -> None:
    for tile in range(len(setup.title.tiles)):
        read(svg.tile(setup, Tile(tile), 7))


def test_every_hex_and_circle_can_be_found(setup: Setup, state: State) -> None:
    for position in (None, state):
        root = read(svg.board(setup, position, prefix="t-"))
        by_id = {found.attrib["id"]: found for found in root.iter() if "id" in found.attrib}
        faces = position.faces if position is not None else range(setup.first_printed, len(setup.faces))
        for number, face in enumerate(faces):
            name = setup.title.hexes[number].id
            assert by_id[f"t-hex-{name}"].get("data-hex") == name
            for stop, kind in enumerate(setup.faces[face].stops):
                place = number * STOPS_PER_HEX + stop
                for slot in range(kind.slots if kind.kind is StopKind.CITY else 0):
                    assert by_id[f"t-place-{place}-{slot}"].get("data-place") == str(place)


def test_selectable_things_are_buttons_with_a_ring(setup: Setup) -> None:
    albany, pittsburgh = setup.hex_index["E19"], setup.hex_index["H10"] * STOPS_PER_HEX
    plain = read(svg.board(setup))
    assert plain.get("role") == "img" and not [found for found in plain.iter() if "tabindex" in found.attrib]
    root = read(svg.board(setup, selectable=[albany], selectable_places=[Place(pittsburgh)], last=[0]))
    assert root.get("role") == "group"
    buttons = [found for found in root.iter() if found.get("role") == "button"]
    assert [found.get("data-hex") or found.get("data-place") for found in buttons] == ["E19", str(pittsburgh)]
    for button in buttons:
        assert button.get("tabindex") == "0" and button.get("aria-label")
        assert [found for found in button.iter() if found.get("class") == "gs-ring"]
    assert "gs-last" in svg.board(setup, last=[0])


def test_homes_are_kept_until_the_station_stands(setup: Setup, state: State) -> None:
    homes = {found.get("data-home") for found in read(svg.board(setup)).iter()} - {None}
    assert homes == {company.id for company in setup.title.companies}
    root = read(svg.board(setup, state))
    assert "PRR" not in {found.get("data-home") for found in root.iter()}
    new_york = setup.hex_index["G19"] * STOPS_PER_HEX
    kept = [
        found.get("data-place")
        for found in root.iter()
        if found.get("data-place") and any(inner.get("data-home") == "NNH" for inner in found.iter())
    ]
    # Tile ny1 joins the north-east side, and with it the home of the NNH, to its second city.
    assert kept == [str(new_york + 1)]


def test_a_preview_shows_the_tile(setup: Setup) -> None:
    hex, face = setup.hex_index["E13"], setup.face_of_tile(Tile(0), 2)
    root = read(svg.board(setup, preview=(hex, face)))
    found = next(part for part in root.iter() if part.get("id") == "hex-E13")
    assert "gs-on-yellow" in str(found.get("class"))


def test_the_value_in_force_is_emphasised(setup: Setup, state: State) -> None:
    for phase in range(len(setup.title.phases)):
        state.phase = phase
        picture = svg.board(setup, state)
        shown = re.findall(r'gs-value-frame"[^>]*/><text[^>]*>(\d+)<', picture)
        assert ("70" in shown) is setup.title.phases[phase].late
        assert ("40" in shown) is True  # Chicago early, Deep South late


def test_tokens_in_a_market_cell_lie_in_their_order(setup: Setup, state: State) -> None:
    root = read(svg.market(setup, state))
    cell = next(found for found in root.iter() if found.get("id") == f"cell-{state.cells[0]}")
    tokens = [found.get("data-company") for found in cell.iter() if found.get("data-company")]
    # Drawn from the lowest to the one on top.
    assert tokens == [setup.title.companies[company].id for company in reversed(state.market_order)]


def test_a_treasury_that_may_not_be_seen_is_not_in_the_picture(setup: Setup, state: State) -> None:
    pictures = []
    for amount in (1234, 77):
        state.money = [amount] * len(state.money)
        pictures.append(svg.charters(setup, state, shows_money=False))
    assert pictures[0] == pictures[1]


def test_hostile_names_stay_names(setup: Setup) -> None:
    title = setup.title
    hostile = replace(
        title,
        hexes=tuple(replace(one, name=HOSTILE, label=one.label and HOSTILE) for one in title.hexes),
        companies=tuple(replace(one, name=HOSTILE, color="red;}</style>") for one in title.companies),
        privates=tuple(replace(one, name=HOSTILE) for one in title.privates),
    )
    for picture in all_pictures(Setup(hostile, setup.options, setup.players, setup.plan), None, "light"):
        read(picture)
        assert "<script" not in picture and "}</style>" not in picture.replace(svg.stylesheet("light") + "</style>", "")


def test_letters_can_be_read_on_every_company_color(setup: Setup) -> None:
    for company in setup.title.companies:
        color = color_of(company.color)
        assert contrast(ink_on(color, company.text_color), color) >= 4.5


@pytest.mark.parametrize("color", ["#000000", "#ffffff", "#777777", "#d1232a", "#808000", "#00ff00", "#5a7d9a"])
def test_ink_can_be_read_on_any_color(color: str) -> None:
    for preferred in ("white", "black", "", color, "nonsense"):
        assert contrast(ink_on(color, preferred), color) >= 4.5


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_text_can_be_read_in_both_lights(palette: dict[str, str]) -> None:
    for name in ("yellow", "green", "brown", "gray", "red", "city"):
        assert contrast(palette["tile-ink"], palette[name]) >= 4.5, name
    for name in ("paper", "land", "card", "river", "zone-yellow", "zone-orange", "zone-brown", "zone-par", "rule"):
        assert contrast(palette["ink"], palette[name]) >= 4.5, name
    for name in ("paper", "land", "card"):
        assert contrast(palette["faint"], palette[name]) >= 4.5, name
    # Lines and outlines are no text: three to one is enough to be seen.
    for line, name in (("water", "land"), ("mark", "land"), ("last", "land"), ("mark", "paper")):
        assert contrast(palette[line], palette[name]) >= 3, (line, name)
    for name in ("yellow", "green", "brown", "gray", "red"):
        assert contrast(palette["tile-mark"], palette[name]) >= 3, name
        assert contrast(palette["tile-last"], palette[name]) >= 3, name
    assert LIGHT.keys() == DARK.keys()


def test_a_flat_picture_has_no_variables(setup: Setup) -> None:
    for theme in ("light", "dark"):
        flat = svg.flatten(svg.board(setup, theme=theme))
        assert "var(" not in flat and "Georgia" not in flat
        read(flat)


def test_an_unknown_theme_is_refused(setup: Setup) -> None:
    with pytest.raises(ValueError):
        svg.board(setup, theme="sepia")


def test_a_city_without_circles_and_two_values_is_drawn() -> None:
    stop = Stop(StopKind.CITY, (40, 60), 0)
    face = make_face(NO_TILE, 0, Color.GRAY, "", (stop,), ((1, 6), (4, 6)))
    shown = "".join(ElementTree.fromstring(hexagon(face, "")).itertext())
    assert "40" in shown and "60" in shown


def test_a_board_of_other_things_draws_itself(setup: Setup) -> None:
    """Terrain, stops and labels that 1830 does not have."""
    town, city = Stop(StopKind.TOWN, (10, 10), 0), Stop(StopKind.CITY, (20, 30), 5)
    blank = replace(setup.title.hexes[4], stops=(), paths=(), terrain="", cost=0, name="", label="", impassable=0, area="")
    hexes = (
        replace(blank, id="A2", terrain="mountain+river", cost=160),
        replace(blank, id="A4", terrain="coast", cost=40, name="Long Name of a Place by the Sea", stops=(town,)),
        replace(blank, id="B1", terrain="tundra", cost=5, stops=(town, town, town), name="Here & There & Nowhere"),
        replace(blank, id="B3", color=Color.GREEN, stops=(city,), paths=((1, 6), (4, 6)), label="N/M"),
        replace(blank, id="B5", color=Color.GRAY, paths=((0, 3), (1, 4), (2, 5)), impassable=0b111111),
    )
    title = replace(setup.title, hexes=hexes, companies=(), privates=())
    other = Setup(title, setup.options, setup.players, setup.plan)
    root = read(svg.board(other))
    shown = "".join(root.itertext())
    for sign in ("$160", "$40", "$5", "Nowhere", "N/M"):
        assert sign in shown
    assert len([found for found in root.iter() if found.get("class") == "gs-slot"]) == 5


def tokens_in_a_cell(setup: Setup, state: State, tokens: int, *, flat: bool) -> list[tuple[float, float, float]]:
    """The middle and radius of each of so many tokens in one cell of the market."""
    state.cells = [setup.title.market.par_cells[0] if company < tokens else -1 for company in setup.all_companies]
    cell = next(
        found for found in read(svg.market(setup, state, flat=flat)).iter() if found.get("id") == f"cell-{state.cells[0]}"
    )
    placed = []
    for moved in cell.iter(f"{SVG}g"):
        badge = moved.find(f"{SVG}g[@data-company]")
        if badge is not None:
            x, y = map(float, re.findall(r"-?[\d.]+", moved.attrib["transform"]))
            disc = badge.find(f"{SVG}circle")
            assert disc is not None
            placed.append((x, y, float(disc.attrib["r"])))
    assert len(placed) == tokens
    return placed


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("tokens", [2, 3])
def test_no_token_in_a_market_cell_covers_the_letters_of_another(setup: Setup, state: State, tokens: int, flat: bool) -> None:
    placed = tokens_in_a_cell(setup, state, tokens, flat=flat)
    for number, (x, y, radius) in enumerate(placed):
        capitals = 0.41 * (16 if flat else radius)
        for over_x, over_y, over in placed[number + 1 :]:
            above = max(0.0, abs(over_y - y) - capitals)
            assert above >= over or abs(over_x - x) >= 2 * radius - 0.1


def test_a_token_alone_in_a_flat_cell_is_large_and_leaves_the_price_free(setup: Setup, state: State) -> None:
    [(x, y, radius)] = tokens_in_a_cell(setup, state, 1, flat=True)
    assert radius > 16 > tokens_in_a_cell(setup, state, 2, flat=True)[0][2]
    assert x + radius <= 70 and y + radius <= 46
    assert math.dist((x, y), (40, 16)) > radius, "three digits of 19 units end there"
