"""The stock market: p marks the starting cells, 0 the cell in which a company leaves the game.

Starting prices and their rows, the closed cell and the end above 379 are certain; the other prices are our reconstruction,
since the rule book does not print the table.
"""

from goldenspike.core.market import Market, Zone

ROWS = (
    ". . 85 92 100p 110 120 132 146 162 180 200 225 250 280 310 340 370 400",
    ". 70 80 85 92p 100 110 120 132 146 162 180 200 225 250 280 315 350 385",
    "55 65 75 80 85p 92 100 110 120 132 146 162 180 200 225 250",
    "50 60 70 75 80p 85 92 100 110 120 132 146 162 180",
    "45 55 65 70 75p 80 85 92 100 110 120 132",
    "40 50 60 65 70p 75 80 85 92 100",
    "35 45 55 62 68 72 75 80",
    "30 40 50 60 65 70",
    "25 35 45 55",
    "20 30",
    "0",
)

END_ABOVE = 379
"""A price above this ends the game."""


def read_market(rows: tuple[str, ...]) -> Market:
    grid = [row.split() for row in rows]
    columns = max(len(row) for row in grid)
    prices: list[int] = []
    zones: list[Zone] = []
    closed = -1
    for row in grid:
        for word in row + ["."] * (columns - len(row)):
            if word == "0":
                closed = len(prices)
            prices.append(0 if word == "." else int(word.rstrip("p")))
            zones.append(Zone.PAR if word.endswith("p") else Zone.NORMAL)
    par = sorted((cell for cell, zone in enumerate(zones) if zone is Zone.PAR), key=lambda cell: -prices[cell])
    return Market(columns, tuple(prices), tuple(zones), tuple(par), END_ABOVE + 1, closed)


MARKET = read_market(ROWS)
