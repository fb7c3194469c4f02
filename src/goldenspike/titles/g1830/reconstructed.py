"""Facts about the 1830+ board that no text states: our best reading of the print, one per line.

`DERIVED` facts follow from the rule book or from a public source, `ASSUMED` ones are guesses. To correct
one, change its line here; boards, scenarios and pictures follow. For the rest of the 1830+ side (`board_plus`) public maps
and the rule book agree. The faces of the tiles bb6, to1, to5, ny6, oo13 and oo14 (see `tiles`) are known from public
implementations only.
"""

from dataclasses import dataclass

from goldenspike.core.tiles import Color
from goldenspike.core.title import PrintedHex
from goldenspike.titles.notation import hex

TAN, YELLOW, GRAY, RED = Color.TAN, Color.YELLOW, Color.GRAY, Color.RED
DERIVED, ASSUMED = "derived", "assumed"


@dataclass(frozen=True, slots=True)
class Reconstruction:
    """A print, what of it is not certain, how uncertain, and why it is read so."""

    print: PrintedHex
    field: str
    certainty: str
    why: str


HEXES = (
    Reconstruction(
        hex("B16", TAN, "c0", name="Ottawa", terrain="water", cost=80, barred="SE"),
        "cost",
        ASSUMED,
        "a board tile exists that makes Ottawa free, so the print has a cost; the amount is a guess",
    ),
    Reconstruction(
        hex("E5", YELLOW, "c20 c0 W-0", name="Detroit & Windsor", terrain="water", cost=80, label="OO"),
        "cost",
        DERIVED,
        "public map; that the classic print should show $80 is in the publisher's errata",
    ),
    Reconstruction(
        hex("H16", TAN, "c0", name="Reading"),
        "name",
        DERIVED,
        "V-7.4 and T-08 call H-16 Reading; a public map still says Lancaster",
    ),
    Reconstruction(
        hex("I9", TAN, terrain="river"),
        "cost",
        DERIVED,
        "the Ohio costs $40 in S-4 only (see RIVER_COST); a public map charges it always",
    ),
    Reconstruction(hex("J2", TAN, terrain="river"), "cost", DERIVED, "as I9"),
    Reconstruction(hex("J4", TAN, terrain="river"), "cost", DERIVED, "as I9"),
    Reconstruction(hex("J6", TAN, terrain="river"), "cost", DERIVED, "as I9"),
    Reconstruction(hex("J8", TAN, terrain="river"), "cost", DERIVED, "as I9"),
    Reconstruction(
        hex("K1", RED, "o30,60 E-0", name="Chattanooga", area="Chattanooga"),
        "exit",
        DERIVED,
        "both public maps lead east to K3; an older map and one scenario board lead northeast to J2",
    ),
    Reconstruction(
        hex("K5", TAN, terrain="river"),
        "terrain",
        DERIVED,
        "in the PL's list of Ohio hexes; no source gives it a cost",
    ),
    Reconstruction(
        hex("M9", TAN, terrain="mountain", cost=120),
        "hex",
        DERIVED,
        "one public map has it, another does not; the straight on M-11 would lead nowhere without it",
    ),
    Reconstruction(hex("M11", TAN), "hex", DERIVED, "T-02 names it; one public map and an older one have it"),
    Reconstruction(
        hex("M13", RED, "o30,40 NW-0 NE-0 W-0", name="Deep South", area="Deep South"),
        "exit W",
        DERIVED,
        "one public map has only NW and NE; the straight on M-11 needs the west exit",
    ),
)
"""Hexes of the 1830+ side."""

BOARD_TILES = (
    Reconstruction(
        hex("30a", GRAY, "c40,60/0 W-0 NW-0 NE-0 E-0 SE-0", name="Coal River", licence=120, once=True),
        "values, exits",
        DERIVED,
        "two values and the license are stated; 40/60 and five exits agree in two public sources",
    ),
    Reconstruction(
        hex("30b", RED, "o30,40 NW-0 NE-0 W-0", name="Deep South", area="Deep South", run_through=True),
        "values, exits",
        DERIVED,
        "running through is stated; values and exits of the area that it covers",
    ),
    Reconstruction(
        hex("30c", RED, "o30,60 NE-0 E-0 NW-0", name="Chattanooga", area="Chattanooga", run_through=True),
        "values, exits",
        DERIVED,
        "as 30b; its north-west exit meets K1, the half of the area that stays uncovered",
    ),
    Reconstruction(
        hex("30d", RED, "o40,70 NE-0 E-0 SE-0", name="Chicago", area="Chicago", run_through=True),
        "values, exits",
        DERIVED,
        "as 30b",
    ),
    Reconstruction(
        hex("30e", RED, "o30,50 SW-0 SE-0 W-0", name="Canadian West", area="Canadian West", run_through=True),
        "values, exits",
        DERIVED,
        "as 30b; its west exit meets A9, the half of the area that stays uncovered",
    ),
    Reconstruction(
        hex("30f", RED, "o20,30 W-0 SW-0", name="Maritime Provinces", area="Maritime Provinces", run_through=True),
        "values, exits",
        DERIVED,
        "as 30b",
    ),
    Reconstruction(
        hex("A1", YELLOW, "W-E"),
        "direction",
        DERIVED,
        "tile and hex are stated (M-11); only W-E joins two hexes of the board",
    ),
    Reconstruction(
        hex("30i", TAN, "c0", name="Columbus"),
        "terrain",
        DERIVED,
        "city and home are stated; otherwise like the hex H-4 that it moves",
    ),
    Reconstruction(
        hex("30k", GRAY, "c30 SE-0 SW-0", name="Cleveland"),
        "exits",
        ASSUMED,
        "the Cleveland of F-6, moved one hex east; its exits may differ",
    ),
    Reconstruction(hex("30m", GRAY, "NW-NE"), "track", DERIVED, "the classic E-9; on E-9 by T-02 and the errata"),
    Reconstruction(
        hex("30n", TAN, "c0", name="Roanoke"),
        "track, terrain, cost",
        ASSUMED,
        "city and home are stated; no track and no cost although it covers a $120 mountain",
    ),
    Reconstruction(hex("30p", TAN, "c0", name="Richmond"), "terrain", DERIVED, "the printed hex without the logo"),
    Reconstruction(
        hex("30r", YELLOW, "c30 c30 SW-0 NE-1", name="Hamilton & Toronto", terrain="water", cost=80, label="TO"),
        "cities, label, cost",
        DERIVED,
        "value and exits are stated; two cities, as to1 keeps NE and SW apart; cost kept",
    ),
)
"""Board tiles, under their own names instead of a hex."""

WAREHOUSE_FEEDERS = (
    Reconstruction(
        hex("A9", RED, "SE-E", name="Canadian West"),
        "track",
        DERIVED,
        "its track feeds the warehouse on A11, which covers only one half of the area",
    ),
    Reconstruction(
        hex("K1", RED, "E-SE", name="Chattanooga"),
        "track",
        DERIVED,
        "its track feeds the warehouse on L2; with the other reading of K1 it is NE-SE",
    ),
)
"""The halves of two areas that no warehouse covers (S-1, S-2)."""

RIVER_HEXES = ("I9", "J2", "J4", "J6", "J8")
RIVER_COST = 40
"""S-4: the hexes marked ($40). Derived: the Ohio hexes for which a public map shows that cost."""

COAL_FIELDS = ("J10", "K9", "L6", "L8")
"""S-4: the mountains marked F. Assumed: the marks are print only; these four lie in the historical coal fields."""

RECONSTRUCTED = HEXES + BOARD_TILES + WAREHOUSE_FEEDERS
"""All reconstructions, for checking against a board."""
