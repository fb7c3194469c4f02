"""A company's home station, and the space reserved for it (7.3.1, 7.3.2, V-7.3 to V-7.6)."""

from goldenspike.core.ids import NO_COMPANY, NONE, Company, Hex, Place, by_company
from goldenspike.core.state import TOKENS_PER_COMPANY, State, hex_of_place, place_of
from goldenspike.core.tiles import STOPS_PER_HEX
from goldenspike.core.title import ANY_CITY, NO_CITY, Home, Setup


def has_home(s: State, company: Company) -> bool:
    """Whether the home station has been placed; it is always the first."""
    return s.tokens[company * TOKENS_PER_COMPANY] != NONE


def free_circles(setup: Setup, s: State, hex: Hex, stop: int) -> int:
    """Empty circles of a city; a home beside the track always has room (V-7.5)."""
    stops = setup.faces[s.faces[hex]].stops
    return stops[stop].slots - s.tokens.count(place_of(hex, stop)) if stop < len(stops) else 1


def places_of_home(setup: Setup, s: State, home: Home) -> list[Place]:
    """The cities of one starting hex that may become the home, on the current tile."""
    hex = setup.hex_index[home.hex]
    face = setup.faces[s.faces[hex]]
    if home.stop == NO_CITY:
        return [place_of(hex, 0)]
    if home.stop == ANY_CITY:
        return [place_of(hex, stop) for stop in range(len(face.stops))]
    if len(face.stops) == 1:
        return [place_of(hex, 0)]
    exits = setup.faces[setup.first_printed + hex].stop_exits[home.stop]
    if not exits:
        # No printed track distinguishes the cities (without V-7.3): the home is the first with room on this tile.
        stops = sorted(range(len(face.stops)), key=lambda stop: free_circles(setup, s, hex, stop) < 1)
        return [place_of(hex, stops[0])]
    return [place_of(hex, stop) for stop, others in enumerate(face.stop_exits) if exits & ~others == 0]


def home_places(setup: Setup, s: State, company: Company) -> list[Place]:
    """The cities that may become its home: all of them, or of several starting hexes those with room (V-7.4)."""
    homes = setup.title.companies[company].homes
    places = [place for home in homes for place in places_of_home(setup, s, home)]
    if len(homes) == 1:
        return places
    return [place for place in places if free_circles(setup, s, hex_of_place(place), place % STOPS_PER_HEX) > 0]


def may_choose_home(setup: Setup, s: State, company: Company) -> bool:
    """Whether there is a real choice: two cities of a hex do not differ before track is laid (7.3.2, Erie)."""
    places = home_places(setup, s, company)
    if len(places) < 2:
        return False
    hexes = {hex_of_place(place) for place in places}
    return len(hexes) > 1 or any(setup.faces[s.faces[hex_of_place(place)]].exits for place in places)


def is_reserved(setup: Setup, s: State, hex: Hex, stop: int, free: int, company: Company) -> Company:
    """The company whose home would be blocked by another station in this city with `free` circles, -1 if none.

    A company that has not placed its home reserves a circle; one that may use either city reserves the whole hex (7.3.2).
    Of several starting hexes only the last open one is reserved, and those that a scenario closes to others (V-7.4, S-1).
    """
    place = place_of(hex, stop)
    waiting = 0
    for other, card in by_company(setup.title.companies):
        if other == company or has_home(s, other) or s.closed[other]:
            continue
        for home in card.homes:
            if setup.hex_index[home.hex] != hex or home.stop == NO_CITY:
                continue
            if not home.kept and len({hex_of_place(open) for open in home_places(setup, s, other)}) > 1:
                continue
            if home.stop == ANY_CITY or home.closed:
                return other
            if place in places_of_home(setup, s, home):
                waiting += 1
                if free <= waiting:
                    return other
    return NO_COMPANY
