"""A compact notation for track, so that a tile or hex fits on one line.

`"c30/2 SW-0 W-0 NE-E"` is a city worth 30 with two circles, joined to the south-west and west sides, and a track from the
north-east to the east side. `c` is a city, `t` a town, `o` an off-board area; `o30,50` is worth 30 early and 50 late.
"""

from goldenspike.core.hexes import SIDE_NAMES
from goldenspike.core.tiles import FIRST_STOP, Color, Stop, StopKind, TileType
from goldenspike.core.title import PrintedHex

_KINDS = {"c": StopKind.CITY, "t": StopKind.TOWN, "o": StopKind.OFFBOARD}


def parse_track(text: str) -> tuple[tuple[Stop, ...], tuple[tuple[int, int], ...]]:
    """Stops and paths of a notation."""
    stops: list[Stop] = []
    paths: list[tuple[int, int]] = []
    for word in text.split():
        if word[0] in _KINDS and "-" not in word:
            stops.append(_parse_stop(word))
        else:
            start, end = word.split("-")
            paths.append((_parse_end(start), _parse_end(end)))
    return tuple(stops), tuple(paths)


def _parse_stop(word: str) -> Stop:
    kind = _KINDS[word[0]]
    values, _, slots = word[1:].partition("/")
    early, _, late = values.partition(",")
    circles = int(slots) if slots else (1 if kind is StopKind.CITY else 0)
    return Stop(kind, (int(early), int(late or early)), circles)


def _parse_end(word: str) -> int:
    return FIRST_STOP + int(word) if word.isdigit() else SIDE_NAMES.index(word)


def tile(
    id: str, old: str, color: Color, track: str, upgrades: str = "", label: str = "", fits: tuple[str, ...] = ()
) -> TileType:
    stops, paths = parse_track(track)
    return TileType(id, old, color, label, stops, paths, tuple(upgrades.split()), fits)


def hex(
    id: str,
    color: Color,
    track: str = "",
    *,
    name: str = "",
    terrain: str = "",
    cost: int = 0,
    label: str = "",
    barred: str = "",
    area: str = "",
    licence: int = 0,
    run_through: bool = False,
    once: bool = False,
    bonus: int = 0,
    country: str = "",
    dormant: str = "",
) -> PrintedHex:
    """A hex of the board; `barred` names the sides that no track may cross."""
    stops, paths = parse_track(track)
    impassable = sum(1 << SIDE_NAMES.index(side) for side in barred.split())
    return PrintedHex(
        id,
        name,
        color,
        terrain,
        cost,
        stops,
        paths,
        label,
        impassable,
        area,
        licence,
        run_through,
        once,
        bonus,
        country,
        parse_track(dormant)[1],
    )
