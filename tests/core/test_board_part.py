"""What is remembered of a part of the board holds as long as that part stays the same."""

from goldenspike.core.board_part import BoardPart
from goldenspike.core.game import Game
from goldenspike.core.ids import Company, Hex
from goldenspike.titles.g1830 import classic


def test_only_its_own_hexes_matter() -> None:
    company, own, other, first = Company(0), Hex(7), Hex(8), Hex(0)
    state = Game(classic()).state.copy()
    part = BoardPart(state, {own})
    for hex, is_unchanged in ((first, True), (other, True), (own, False)):
        changed = state.copy()
        changed.faces = state.faces.copy()
        changed.faces[hex] += 1
        assert part.is_unchanged(changed, company) is is_unchanged


def test_hexes_are_read_in_order() -> None:
    state = Game(classic()).state.copy()
    state.faces = list(range(len(state.faces)))
    for hexes in ({Hex(40)}, {Hex(64), Hex(1), Hex(33)}):
        assert list(dict.fromkeys(BoardPart(state, hexes).faces)) == sorted(hexes)


def test_without_hexes_nothing_is_known() -> None:
    state = Game(classic()).state
    assert not BoardPart(state, set()).is_unchanged(state, Company(0))
