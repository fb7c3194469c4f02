"""The thirteen companies in their four groups, and the eight private companies."""

from goldenspike.core.ids import Private
from goldenspike.core.title import Charter, Destination, Home, Power, PrivateCompany

NEW_YORK_NORTH_EAST, NEW_YORK_SOUTH_WEST = Home("F31", 0), Home("F31", 1)
SAN_FRANCISCO, SACRAMENTO = Home("H1", 0), Home("H1", 1)
MONTREAL, OMAHA, CHICAGO, NEW_ORLEANS = Home("C30", 0), Home("G16", 0), Home("F23", 0), Home("L23", 0)
MINNEAPOLIS, WINNIPEG, SEATTLE, DALLAS, MOBILE = (
    Home("E18", 0),
    Home("C16", 0),
    Home("D3", 0),
    Home("K18", 0),
    Home("K24", 0),
)
VANCOUVER, PORTLAND, LOS_ANGELES, SAN_DIEGO = Home("C2", 0), Home("E2", 0), Home("J3", 0), Home("K4", 0)
EL_PASO, SANTA_FE, PHOENIX, DETROIT = Home("L13", 0), Home("I12", 0), Home("K6", 0), Home("E26", 0)
SALT_LAKE_CITY = "H9"
BALTIMORE = "H29"
ERIE_HEX = "E28"


def company(
    id: str, name: str, group: int, tokens: int, home: Home, colors: str, *destinations: tuple[tuple[Home, ...], int]
) -> Charter:
    """A company; those of group 1 have a president's certificate of 30%."""
    color, text_color = colors.split()
    return Charter(
        id,
        name,
        tokens,
        (home,),
        color,
        text_color,
        president_units=3 if group == 1 else 2,
        group=group,
        destinations=tuple(Destination(targets, distance) for targets, distance in destinations),
    )


COMPANIES = (
    company(
        "NYH",
        "New York New Haven",
        1,
        4,
        NEW_YORK_SOUTH_WEST,
        "#d88e39 black",
        ((NEW_ORLEANS,), 7),
        ((PORTLAND, VANCOUVER), 16),
    ),
    company(
        "NYC",
        "New York Central",
        1,
        4,
        NEW_YORK_NORTH_EAST,
        "#474548 white",
        ((CHICAGO,), 5),
        ((LOS_ANGELES, SAN_FRANCISCO, SAN_DIEGO), 16),
    ),
    company("CP", "Canadian Pacific", 1, 4, MONTREAL, "#d1232a white", ((WINNIPEG,), 7), ((VANCOUVER,), 14)),
    company("CPR", "Central Pacific Railroad", 2, 3, SACRAMENTO, "#32763f white", ((OMAHA,), 8)),
    company("UP", "Union Pacific", 2, 3, OMAHA, "#025aaa white", ((SACRAMENTO,), 8)),
    company("ATS", "Atchison Topeka & Santa Fe", 2, 3, CHICAGO, "#7b352a white", ((SANTA_FE,), 7), ((SAN_DIEGO,), 12)),
    company("SP", "Southern Pacific", 2, 3, NEW_ORLEANS, "#f48221 black", ((EL_PASO,), 5), ((LOS_ANGELES,), 11)),
    company("NP", "Northern Pacific", 3, 2, MINNEAPOLIS, "#a2dced black", ((PORTLAND,), 8)),
    company("CN", "Canadian National", 3, 2, WINNIPEG, "#ef4a84 white", ((VANCOUVER,), 7)),
    company("WP", "Western Pacific", 3, 2, SAN_FRANCISCO, "#fff500 black", ((EL_PASO,), 8)),
    company("ORN", "Oregon Railroad & Navigation", 4, 3, SEATTLE, "#95c054 black", ((SACRAMENTO,), 4)),
    company("TP", "Texas Pacific", 4, 3, DALLAS, "#4d2674 white", ((PHOENIX,), 6)),
    company("GMO", "Gulf Mobile & Ohio", 4, 3, MOBILE, "#b58168 black", ((DETROIT,), 6)),
)

BOM, ERIE, BO, RMC, PSC, FNY, SOC, NHSC = (Private(number) for number in range(8))
"""The private companies by number, from 0."""

PRIVATES = (
    PrivateCompany("1", "Butterfield Overland Mail", 20, 5, (), Power.NONE, saleable=False),
    PrivateCompany("2", "Erie Steamship Company", 40, 10, (), Power.NONE, saleable=False, power_hexes=(ERIE_HEX,)),
    PrivateCompany("3", "Baltimore & Ohio Railroad", 70, 15, (), Power.NONE, saleable=False, power_hexes=(BALTIMORE,)),
    PrivateCompany("4", "Rocky Mountain Company", 100, 20, (), Power.NONE, saleable=False),
    PrivateCompany("5", "Pacific Steamship Company", 150, 25, (), Power.NONE, "WP", saleable=False, shares=("WP",)),
    PrivateCompany(
        "6", "First New York Steamship Company", 180, 30, (), Power.NONE, "NYC", saleable=False, shares=("NYC", "NYC")
    ),
    PrivateCompany("7", "Sacramento - Omaha Company", 220, 35, (), Power.NONE, saleable=False, shares=("CPR", "UP")),
    PrivateCompany("8", "New Haven Steamship Company", 280, 40, (), Power.PRESIDENCY, "NYH", saleable=False),
)
"""In the order of their prices, which is the order of sale. None of them can be sold."""

SOC_REDUCED_INCOME = 15
"""What No. 7 pays once one of its two companies is open."""
RMC_DISCOUNT = 160
"""What No. 4 saves at most on the terrain of its additional tile."""
