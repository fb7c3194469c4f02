"""The railroads (T-08) and the private companies (T-05), each once, and what scenarios and variants change about them."""

from dataclasses import replace

from goldenspike.core.title import ANY_CITY, NO_CITY, Charter, Home, Power, PrivateCompany

PRR = Charter("PRR", "Pennsylvania", 4, (Home("H12", 0),), "#32763f", "white")
NYC = Charter("NYC", "New York Central", 4, (Home("E19", 0),), "#474548", "white", first_tile="A7")
CPR = Charter("CPR", "Canadian Pacific", 4, (Home("A19", 0),), "#d1232a", "white")
BO_RAILROAD = Charter("B&O", "Baltimore & Ohio", 3, (Home("I15", 0),), "#025aaa", "white")
CO = Charter("C&O", "Chesapeake & Ohio", 3, (Home("F6", 0),), "#add8e6", "black")
ERIE = Charter("Erie", "Erie", 3, (Home("E11", ANY_CITY),), "#fff500", "black", aliases=("ERIE",), first_tile="oo2")
NNH = Charter("NNH", "New York, New Haven & Hartford", 2, (Home("G19", 0),), "#d88e39", "black", aliases=("NYNH",))
BM = Charter("B&M", "Boston & Maine", 2, (Home("E23", 0),), "#95c054", "black")

CLASSIC_COMPANIES = (PRR, NYC, CPR, BO_RAILROAD, CO, ERIE, NNH, BM)

NW = Charter("N&W", "Norfolk & Western", 3, (Home("L16", 0),), "#14145f", "white", second_units=2)
"""Its second 20% certificate is stated for S-1 and V-7.2 and used everywhere."""
PMQ = Charter("PMQ", "Pere Marquette", 2, (Home("E5", ANY_CITY),), "#6a4fa3", "white", first_tile="oo2")
NKP = Charter("NKP", "Nickel Plate", 2, (Home("H4", 0),), "#8a8f98", "black")
RDR = Charter("RDR", "Reading", 2, (Home("H16", 0),), "#c3e323", "black")

EXTRA_COMPANIES = (NW, PMQ, NKP, RDR)
"""The railroads of the box that Classic does not use (V-1.6)."""

# --- homes

PRR_WITHOUT_CITY = replace(PRR, homes=(Home("H12", NO_CITY, value=10),))
"""The 1830+ side prints no city for the PRR (V-7.5)."""
CO_RICHMOND = replace(CO, homes=(Home("K13", 0),))
CO_OPEN = replace(CO, homes=(Home("F6", 0, kept=False), Home("K13", 0, closed=True)))
"""S-1.2: it may open in either; nobody may enter Richmond before it has, Cleveland is not held for it."""
CO_CHOICE = replace(CO, homes=(Home("F6", 0, kept=False), Home("K13", 0, kept=False)))
"""V-7.4: only the last one that is still open is held."""
NW_ROANOKE = replace(NW, homes=(Home("L10", 0),))
NW_CHOICE = replace(NW, homes=(Home("L16", 0, kept=False), Home("L10", 0, kept=False)))
"""V-7.4; Roanoke needs its board tile (`board_tiles.ROANOKE`)."""
NKP_EAST = replace(NKP, homes=(Home("H6", 0),))
"""S-4.2: Columbus is one hex further east."""

_SCHUYLKILL = Home("G15", NO_CITY, value=10, cost=60)
RDR_SCHUYLKILL = replace(RDR, homes=(_SCHUYLKILL,))
RDR_READING = RDR
RDR_CHOICE = replace(RDR, homes=(replace(_SCHUYLKILL, kept=False), Home("H16", 0, kept=False)))
"""The three Readings of V-7.6."""
RDR_COMPUTER = replace(RDR, homes=(Home("H14", NO_CITY, value=10),), president_units=3)
"""The Reading of S-6, another one: a 30% president's certificate, and its home on a tile of its own."""

ERIE_SECOND = replace(ERIE, second_units=2)
"""With a second 20% certificate in place of two of 10% (S-1.2, V-7.2)."""

_REST = (NYC, CPR, BO_RAILROAD)
S1_COMPANIES = (PRR_WITHOUT_CITY, *_REST, CO_OPEN, ERIE_SECOND, NNH, BM, NW, PMQ)
S2_COMPANIES = (PRR_WITHOUT_CITY, *_REST, CO, ERIE, NNH, BM, NW, PMQ)
S3_COMPANIES = (PRR_WITHOUT_CITY, *_REST, CO_OPEN, ERIE, NNH, BM, NW, NKP)
S4_COMPANIES = (PRR_WITHOUT_CITY, *_REST, CO_RICHMOND, ERIE, NNH, BM, NW_ROANOKE, NKP_EAST)

# --- private companies

SV = PrivateCompany("SV", "Schuylkill Valley", 20, 5, ("G15",), Power.NONE)
PL = PrivateCompany(
    "PL",
    "Pittsburgh & Louisville Packet",
    30,
    5,
    ("I9",),
    Power.FREE_EXTRA_TILE,
    power_hexes=("I9", "J2", "J4", "J6", "J8", "K5"),
)
CS = PrivateCompany("CS", "Champlain & St. Lawrence", 40, 10, ("B20",), Power.EXTRA_TILE)
CC = PrivateCompany("CC", "C&O Canal", 50, 10, ("I11", "J12"), Power.CHEAP_TILES, power_cost=20)
PP = PrivateCompany("PP", "Potomac & Piedmont", 60, 10, ("J10",), Power.LICENCE_UNTIL_RUN)
DH = PrivateCompany("DH", "Delaware & Hudson", 70, 15, ("F16",), Power.TILE_AND_STATION)
MH = PrivateCompany("MH", "Mohawk & Hudson", 110, 20, ("D18",), Power.EXCHANGE, "NYC")
JK = PrivateCompany("JK", "James River & Kanawha", 120, 20, ("K9", "K11"), Power.LICENCE_AND_HALF_COST)
CA = PrivateCompany("CA", "Camden & Amboy", 160, 25, ("H18",), Power.FREE_SHARE, "PRR")
BO = PrivateCompany("BO", "Baltimore & Ohio", 220, 30, ("I13", "I15"), Power.PRESIDENCY, "B&O", saleable=False)

ALL_PRIVATES = (SV, PL, CS, CC, PP, DH, MH, JK, CA, BO)
"""In the order of their prices, which is the order of sale (C-2.2) in every scenario."""


def privates_with(*extra: str) -> tuple[PrivateCompany, ...]:
    """The six of Classic and the named ones of the scenarios, in the order of sale (V-1.5)."""
    wanted = {"SV", "CS", "DH", "MH", "CA", "BO", *extra}
    return tuple(private for private in ALL_PRIVATES if private.id in wanted)


CLASSIC_PRIVATES = privates_with()
S1_PRIVATES = privates_with("JK")
S2_PRIVATES = privates_with("PP")
S3_PRIVATES = privates_with("JK")
S4_PRIVATES = privates_with("PL", "CC")
