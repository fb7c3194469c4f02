"""Where a company's first station goes, and what is kept free for it (7.3.1, 7.3.2)."""

from goldenspike.core.holders import NONE
from goldenspike.core.state import TOKENS_PER_COMPANY, State, hex_of_place, place_of
from goldenspike.core.title import Setup


def has_home(s: State, company: int) -> bool:
    """Whether the home station stands; it is always the first."""
    return s.tokens[company * TOKENS_PER_COMPANY] != NONE


def home_places(setup: Setup, s: State, company: int) -> list[int]:
    """The cities that may become its home, on the tiles that lie there now."""
    places: list[int] = []
    for home in setup.title.companies[company].homes:
        hex = setup.hex_index[home.hex]
        face = setup.faces[s.faces[hex]]
        if home.stop < 0:
            places.extend(place_of(hex, stop) for stop in range(len(face.stops)))
        elif len(face.stops) == 1:
            places.append(place_of(hex, 0))
        else:
            exits = setup.faces[setup.first_printed + hex].stop_exits[home.stop]
            places.extend(place_of(hex, stop) for stop, others in enumerate(face.stop_exits) if exits & ~others == 0)
    return places


def may_choose_home(setup: Setup, s: State, company: int) -> bool:
    """Whether the cities to choose from differ: before any track is laid they do not (7.3.2, Erie)."""
    places = home_places(setup, s, company)
    if len(places) < 2:
        return False
    return any(setup.faces[s.faces[hex_of_place(place)]].exits for place in places)


def is_reserved(setup: Setup, s: State, hex: int, stop: int, free: int, company: int) -> int:
    """The company whose home would be blocked by another station in this city with `free` circles, -1 if none.

    A company without its home yet keeps a circle; one that may use either city of a hex keeps the whole hex (7.3.2).
    """
    place = place_of(hex, stop)
    waiting = 0
    for other, card in enumerate(setup.title.companies):
        if other == company or has_home(s, other) or s.closed[other]:
            continue
        for home in card.homes:
            if setup.hex_index[home.hex] != hex:
                continue
            if home.stop < 0:
                return other
            if place in home_places(setup, s, other):
                waiting += 1
                if free <= waiting:
                    return other
    return NONE
