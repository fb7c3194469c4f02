"""What is written on a hex besides its track."""

from dataclasses import dataclass

from goldenspike.core.tiles import Color
from goldenspike.svg.geometry import Point
from goldenspike.svg.words import ENGLISH, Words


@dataclass(frozen=True, slots=True)
class HomeMark:
    """A company at home in a hex, but in none of its circles."""

    company: str
    value: int = 0
    """The value of a home without a city, 0 if its city is still to be chosen."""
    color: str = ""
    """The color of its station, once placed."""
    ink: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """Companies whose destination a hex is, or one of its stops."""

    companies: tuple[str, ...]
    stop: int = -1
    """Which of several stops; -1 if there is no choice."""


@dataclass(frozen=True, slots=True)
class Legend:
    """What is written on a hex besides its track."""

    name: str = ""
    stop_names: tuple[str, ...] = ()
    """A name for each stop, where it is known which is which; then `name` is not used."""
    brief: bool = False
    """Whether names may be abbreviated."""
    number: str = ""
    """The tile's number."""
    terrain: str = ""
    cost: int = 0
    tags: tuple[str, ...] = ()
    """Initials of private companies."""
    targets: tuple[Target, ...] = ()
    """Companies for which it is a destination."""
    dormant: tuple[tuple[int, int], ...] = ()
    """Track that is only sketched."""
    homes: tuple[HomeMark, ...] = ()
    """Companies at home in the hex that have not chosen their city or never will."""
    licence: int = 0
    """The price of the license to run here."""
    bonus: int = 0
    """What each run over the hex adds."""
    run_through: bool = False
    """Whether routes may continue through the off-board area."""
    shows_area: bool = True
    """Whether this hex shows the name and values of its off-board area."""
    shows_values: bool = True
    """Whether the values of towns and cities stand on the hex."""
    late: bool = False
    """Whether the later of two values is in force."""
    colors: tuple[Color, Color] = (Color.YELLOW, Color.BROWN)
    """Colors of the phases that the two values belong to."""
    taken: tuple[tuple[Point, float, float], ...] = ()
    """Boxes, each by its center, width and height, that names of other hexes cover."""
    least: float = 7.5
    """Size of the smallest letters that are easily read."""
    words: Words = ENGLISH

    def __hash__(self) -> int:
        """Of the fields in which the legends of a hex mostly differ: a board looks up a drawing by each of them."""
        return hash((self.name, self.number, self.tags, self.late))
