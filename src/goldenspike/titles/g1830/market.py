"""The stock market (5.0): y, o and b mark the colored zones, p the par prices."""

from goldenspike.core.market import Market, Zone

ROWS = (
    "60y 67 71 76 82 90 100p 112 126 142 160 180 200 225 250 275 300 325 350",
    "53y 60y 66 70 76 82 90p 100 112 126 142 160 180 200 220 240 260 280 300",
    "46y 55y 60y 65 70 76 82p 90 100 111 125 140 155 170 185 200",
    "39o 48y 54y 60y 66 71 76p 82 90 100 110 120 130",
    "32o 41o 48y 55y 62 67 71p 76 82 90 100",
    "25b 34o 42o 50y 58y 65 67p 71 75 80",
    "18b 27b 36o 45o 54y 63 67 69 70",
    "10b 20b 30b 40o 50y 60y 67 68",
    ". 10b 20b 30b 40o 50y 60y",
    ". . 10b 20b 30b 40o 50y",
    ". . . 10b 20b 30b 40o",
)

_ZONES = {"y": Zone.YELLOW, "o": Zone.ORANGE, "b": Zone.BROWN, "p": Zone.PAR}


def read_market(rows: tuple[str, ...]) -> Market:
    grid = [row.split() for row in rows]
    columns = max(len(row) for row in grid)
    prices: list[int] = []
    zones: list[Zone] = []
    for row in grid:
        for word in row + ["."] * (columns - len(row)):
            prices.append(0 if word == "." else int(word.rstrip("yobp")))
            zones.append(_ZONES.get(word[-1], Zone.NORMAL))
    par = sorted((cell for cell, zone in enumerate(zones) if zone is Zone.PAR), key=lambda cell: -prices[cell])
    return Market(columns, tuple(prices), tuple(zones), tuple(par), max(prices))


MARKET = read_market(ROWS)
