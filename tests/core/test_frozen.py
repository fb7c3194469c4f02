"""Immutable classes with a constructor of their own behave like frozen dataclasses."""

import pickle
from copy import deepcopy
from dataclasses import replace
from inspect import signature

import pytest

from goldenspike.core.actions import BuyShare, LayTile, Pass
from goldenspike.core.holders import BANK
from goldenspike.core.ids import NO_PRIVATE, Company, Hex, Private, Tile
from players import P0, P1

LAY = LayTile(P0, Company(1), Hex(2), Tile(3), 4)


def test_it_is_compared_hashed_and_shown_by_its_fields() -> None:
    assert LayTile(P0, Company(1), Hex(2), Tile(3), 4, NO_PRIVATE) == LAY
    assert LayTile(P1, Company(1), Hex(2), Tile(3), 4) != LAY
    assert len({LAY, deepcopy(LAY), replace(LAY, rotation=5)}) == 2
    other: object = Pass(P0)
    assert other != LAY
    assert repr(LAY) == "LayTile(player=0, company=1, hex=2, tile=3, rotation=4, private=-1)"


def test_it_is_made_by_position_or_name_with_defaults() -> None:
    by_name = LayTile(player=P0, company=Company(1), hex=Hex(2), tile=Tile(3), rotation=4, private=Private(5))
    assert by_name == replace(LAY, private=Private(5))
    assert (BuyShare(P0, Company(1), BANK).count, BuyShare(P0, Company(1), BANK).double) == (1, False)
    assert list(signature(LayTile).parameters) == ["player", "company", "hex", "tile", "rotation", "private"]
    with pytest.raises(TypeError):
        LayTile(P0)  # type: ignore[call-arg]


def test_it_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        LAY.rotation = 5  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del LAY.rotation


def test_it_is_matched_by_position_and_survives_pickling() -> None:
    match LAY:
        case LayTile(player, company, hex=hex):
            assert (player, company, hex) == (P0, 1, 2)
    assert pickle.loads(pickle.dumps(LAY)) == LAY
