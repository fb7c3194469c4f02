"""Names, values, costs and marks on a hex, each where there is free space for it."""

from functools import lru_cache

from goldenspike.core.tiles import FIRST_STOP, Face, StopKind
from goldenspike.svg.arrangement import RAIL, arrange, discs, dormant_tracks
from goldenspike.svg.geometry import CORNER, Point, angle_of_side, polar
from goldenspike.svg.paint import group
from goldenspike.svg.placing import FreeSpace, Sign, fit, place
from goldenspike.svg.signs.legend import Legend
from goldenspike.svg.signs.marks import bonus_of, flags_of, homes_of, label_of, licence_of, number_of, tag_of
from goldenspike.svg.signs.names import names_of
from goldenspike.svg.signs.terrain import draw_terrain, is_high, is_wet, shore
from goldenspike.svg.signs.values import SHED, area_of, draw_warehouse, values_of

_CLEAR = 1.0
"""Signs keep this distance from track."""


@lru_cache(maxsize=8192)
def draw_signs(face: Face, legend: Legend) -> str:
    drawn, signs, free = _signs(face, legend)
    drawn += place(signs, free)
    return group({"class": "gs-signs"}, *drawn) if drawn else ""


@lru_cache(maxsize=8192)
def signs_fit(face: Face, legend: Legend) -> bool:
    """Whether there is space for all signs in letters that read well."""
    _, signs, free = _signs(face, legend)
    return fit(signs, free)


def _signs(face: Face, legend: Legend) -> tuple[list[str], list[Sign], FreeSpace]:
    """What is drawn in a fixed place, and what is still to be placed."""
    free = _free_space(face, legend)
    signs: list[Sign] = []
    drawn: list[str] = []
    if legend.number:
        signs.append(number_of(legend))
    if any(stop.kind is StopKind.OFFBOARD for stop in face.stops):
        if legend.shows_area and legend.run_through:
            drawn.append(draw_warehouse(face, legend, free))
            signs += names_of(face, legend)
        elif legend.shows_area:
            signs.append(area_of(face, legend))
    else:
        if legend.cost or is_high(legend.terrain):
            drawn.append(draw_terrain(face, legend, free))
        if is_wet(legend.terrain):
            # Text on water is less readable, so water is the last choice for other signs.
            top = shore(face, legend.terrain)
            free.flood((0, (top + CORNER) / 2), 100, CORNER - top)
        # The widest first: small ones fit anywhere.
        signs += names_of(face, legend)
        signs += flags_of(face, legend)
        signs += values_of(face, legend)
        signs += [label_of(face.label, legend)] if face.label else []
        signs += [bonus_of(legend)] if legend.bonus else []
        signs += [licence_of(legend)] if legend.licence else []
        signs += homes_of(face, legend)
        signs += [tag_of(tag, face, legend) for tag in legend.tags]
    return drawn, signs, free


def _free_space(face: Face, legend: Legend) -> FreeSpace:
    free = FreeSpace()
    take_hex(free, face, legend)
    for at, width, height in legend.taken:
        free.take_box(at, width, height)
    if is_wet(legend.terrain):
        free.flood((0, shore(face, legend.terrain)), 100, 5)
    return free


def take_hex(free: FreeSpace, face: Face, legend: Legend, at: Point = (0, 0)) -> None:
    """Take the track and the stops of a hex."""
    dx, dy = at
    if legend.run_through and legend.shows_area:
        free.take_box((dx, dy + SHED[0]), *SHED[1:])
    arrangement = arrange(face)
    for (a, b), track in zip(face.paths, arrangement.tracks, strict=True):
        last = max(a, b) - FIRST_STOP
        leaves = last >= 0 and face.stops[last].kind is StopKind.OFFBOARD and not legend.run_through
        points = tuple(polar(angle_of_side(min(a, b)), away) for away in range(30, 51, 2)) if leaves else track.samples(2)
        free.take_track([(x + dx, y + dy) for x, y in points], RAIL / 2 + _CLEAR)
    for track in dormant_tracks(legend.dormant):
        free.take_track([(x + dx, y + dy) for x, y in track.samples(2)], _CLEAR)
    for stop, at, slots in zip(face.stops, arrangement.stops, arrangement.slots, strict=True):
        if stop.kind is not StopKind.OFFBOARD:
            for (x, y), radius in discs(stop, at, slots):
                free.take_disc((x + dx, y + dy), radius)
