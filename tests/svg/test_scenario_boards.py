"""What only the boards of the scenarios show: homes beside the track, warehouses, licences and coal fields."""

from dataclasses import replace

import pytest

from goldenspike import svg
from goldenspike.core.opening import opening_state
from goldenspike.core.state import TOKENS_PER_COMPANY, place_of
from goldenspike.core.title import Setup, Title
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1830.boxes import CLASSIC, S1, S2, S3, S4, S6_READING


def setup_of(title: Title) -> Setup:
    base = classic(4)
    return Setup(title, base.options, 4, base.plan)


def hex_of(picture: str, name: str) -> str:
    """The part of a board that draws one hex."""
    _, _, rest = picture.partition(f'id="hex-{name}"')
    return rest.partition('id="hex-')[0]


@pytest.mark.parametrize(("title", "home", "company"), [(S1, "H12", "PRR"), (S4, "H12", "PRR"), (S6_READING, "H14", "RDR")])
def test_home_without_a_city(title: Title, home: str, company: str) -> None:
    """V-7.5: a dashed mark with its value before the company starts, its colors once its station stands there."""
    setup = setup_of(title)
    before = hex_of(svg.board(setup), home)
    assert f'data-home="{company}"' in before and f"{company} 10" in before
    state = opening_state(setup)
    tokens = state.tokens.copy()
    tokens[setup.company_index[company] * TOKENS_PER_COMPANY] = place_of(setup.hex_index[home], 0)
    after = hex_of(svg.board(setup, replace(state, tokens=tokens)), home)
    assert f'data-company="{company}"' in after and f"{company} 10" in after
    assert f'data-home="{company}"' not in after


def test_warehouses_licences_and_coal_fields() -> None:
    assert svg.board(setup_of(S1)).count("gs-licence") == 1
    assert "gs-arrow" in hex_of(svg.board(setup_of(S3)), "F2")
    assert "gs-arrow" not in hex_of(svg.board(setup_of(S2)), "F2")
    picture = svg.board(setup_of(S4))
    assert picture.count('class="gs-bonus"') == 4
    assert "+10" in hex_of(picture, "J10")
    assert 'class="gs-bonus"' not in svg.board(setup_of(CLASSIC))


def test_a_tile_without_an_old_number_shows_its_own() -> None:
    setup = setup_of(S3)
    assert "oo14" in svg.tile(setup, setup.tile_index["oo14"])
