"""A company's charter: everything it owns on one card."""

from collections.abc import Sequence

from goldenspike.core.holders import BANK, MOST_PLAYERS, POOL, POSSIBLE_SHAREHOLDERS, is_player, treasury
from goldenspike.core.ids import Company, Player
from goldenspike.core.state import SHARE_HOLDERS, State, hex_of_place
from goldenspike.core.title import Setup
from goldenspike.svg.cards import header_colors
from goldenspike.svg.document import document
from goldenspike.svg.paint import box, circle, element, group, moved, size_to_fit, text, width_of
from goldenspike.svg.roundel import badge
from goldenspike.svg.words import ENGLISH, Words

WIDTH = 380.0
HEIGHT = 212.0
_GAP = 12.0


def charter(
    setup: Setup,
    state: State | None,
    company: Company,
    *,
    theme: str = "light",
    players: Sequence[str] = (),
    shows_money: bool = True,
    words: Words = ENGLISH,
) -> str:
    """One company. `players` are names by seat; `shows_money` is False for a reader who may not know its treasury."""
    body = _draw(setup, state, company, players, shows_money, words)
    return document(WIDTH, HEIGHT, body, theme, setup.title.companies[company].name)


def charters(
    setup: Setup,
    state: State | None = None,
    *,
    theme: str = "light",
    players: Sequence[str] = (),
    shows_money: bool = True,
    words: Words = ENGLISH,
) -> str:
    """All companies on one sheet, two abreast."""
    count = len(setup.title.companies)
    drawn = [
        moved(
            _GAP + index % 2 * (WIDTH + _GAP),
            _GAP + index // 2 * (HEIGHT + _GAP),
            _draw(setup, state, index, players, shows_money, words),
        )
        for index in setup.all_companies
    ]
    width = 3 * _GAP + 2 * WIDTH
    height = _GAP + -(-count // 2) * (HEIGHT + _GAP)
    return document(width, height, box(0, 0, width, height, "gs-paper") + "".join(drawn), theme, setup.title.name)


def _draw(setup: Setup, state: State | None, company: Company, players: Sequence[str], shows_money: bool, words: Words) -> str:
    found = setup.title.companies[company]
    color, ink = header_colors(found)
    head = f"M1.5 42V8Q1.5 1.5 8 1.5H{WIDTH - 8}Q{WIDTH - 1.5} 1.5 {WIDTH - 1.5} 8V42Z"
    price = par = president = ""
    if state is not None:
        if state.cells[company] >= 0:
            price = words.money(setup.title.market.prices[state.cells[company]])
        if state.par[company]:
            par = f"{words.par} {words.money(state.par[company])}"
        if 0 <= state.presidents[company] < MOST_PLAYERS:
            president = _name(state.presidents[company], players)
    room = WIDTH - 130 if price else WIDTH - 60
    drawn = [
        box(1, 1, WIDTH - 2, HEIGHT - 2, "gs-card", 7),
        element("path", {"d": head, "fill": color}),
        element("circle", {"cx": 26, "cy": 22, "r": 17.6, "fill": ink}),
        moved(26, 22, badge(found, company, 16)),
        text(found.name, 52, 22, size_to_fit(found.name, room - 10, 17), "gs-name", "start", ink),
        text(price, WIDTH - 14, 16 if par else 22, 18, "gs-letters", "end", ink),
        text(par, WIDTH - 14, 33, 10, "gs-letters", "end", ink),
    ]
    money = words.money(state.money[treasury(company)]) if state is not None and shows_money else "–"
    revenue = words.money(state.revenues[company]) if state is not None else "–"
    for x, label, value in (
        (14, words.president, president or "–"),
        (150, words.treasury, money),
        (264, words.revenue, revenue),
    ):
        drawn.append(text(label, x, 55, 9.5, "gs-sans gs-faint", "start"))
        size = size_to_fit(value, 116, 16) if x == 14 else 17
        drawn.append(text(value, x, 71, size, "gs-sans gs-bold", "start"))
    drawn.append(_rule(84))
    drawn.append(_stations(setup, state, company, words))
    drawn.append(_trains(setup, state, company, words))
    drawn.append(_rule(150))
    drawn.append(_shares(state, company, players, words))
    drawn.append(_extras(setup, state, company, words))
    return group({"class": "gs-charter", "data-company": found.id}, *drawn)


def _extras(setup: Setup, state: State | None, company: Company, words: Words) -> str:
    """What only some titles have: destinations with their distances, and notes that fall due."""
    targets = [
        f"{' / '.join(target.hex for target in destination.targets)} ({destination.distance})"
        for destination in setup.title.companies[company].destinations
    ]
    drawn = [text(f"→ {' · '.join(targets)}", WIDTH - 14, 161, 9.5, "gs-sans", "end")] if targets else []
    if state is not None and state.notes[company]:
        drawn.append(text(f"− {words.money(state.notes[company])}", 254, 71, 11, "gs-sans gs-bold", "end"))
    return group({"class": "gs-extras"}, *drawn) if drawn else ""


def _rule(y: float) -> str:
    return element("line", {"x1": 12, "x2": WIDTH - 12, "y1": y, "y2": y, "class": "gs-rule"})


def _name(player: Player, players: Sequence[str]) -> str:
    return players[player] if player < len(players) else str(player + 1)


def _stations(setup: Setup, state: State | None, company: Company, words: Words) -> str:
    """Stations not yet placed with their cost, and the places of the others."""
    found = setup.title.companies[company]
    places = state.stations(company) if state is not None else []
    drawn = [text(words.stations, 14, 95, 9.5, "gs-sans gs-faint", "start")]
    step = min(44.0, 196 / max(1, found.tokens))
    for token in range(found.tokens):
        x = 30 + step * token
        if token < len(places):
            note = setup.title.hexes[hex_of_place(places[token])].id
            drawn.append(circle(x, 118, 14, "gs-empty"))
            drawn.append(text(note, x, 118, 11, "gs-sans gs-bold"))
            continue
        costs = setup.title.token_costs
        cost = costs[min(token, len(costs) - 1)] if costs else 0
        home = found.homes[0].hex if token == 0 and found.homes else ""
        drawn.append(moved(x, 118, badge(found, company, 14)))
        drawn.append(text(home or words.money(cost), x, 141, 9.5, "gs-sans"))
    return group({"class": "gs-stations"}, *drawn)


def _trains(setup: Setup, state: State | None, company: Company, words: Words) -> str:
    """The trains, and free spaces up to the limit of the phase."""
    types = setup.title.trains
    first = treasury(company) * len(types)
    held = [kind.id for index, kind in enumerate(types) for _ in range(state.trains[first + index] if state is not None else 0)]
    limit = setup.title.phases[state.phase if state is not None else 0].train_limit
    berths = max(limit, len(held))
    left = 238.0
    step = min(34.0, (WIDTH - left - 14) / max(1, berths))
    drawn = [text(words.trains, left, 95, 9.5, "gs-sans gs-faint", "start")]
    for berth in range(berths):
        x = left + step * berth
        if berth < len(held):
            drawn.append(box(x, 103, step - 5, 30, "gs-tag", 4))
            size = size_to_fit(held[berth], step - 8, 18)
            drawn.append(text(held[berth], x + (step - 5) / 2, 118, size, "gs-serif gs-bold"))
        else:
            drawn.append(box(x, 103, step - 5, 30, "gs-empty", 4))
    return group({"class": "gs-trains"}, *drawn)


def _shares(state: State | None, company: Company, players: Sequence[str], words: Words) -> str:
    """Who holds how many of the shares, as one bar whose parts are labeled with seats and names, not distinguished by color.

    If a company has redeemed half its shares, each unit is five percent, and it holds one certificate of fifty itself.
    """
    percent = 5 if state is not None and state.halved[company] else 10
    holders: list[tuple[str, int, str]] = []
    for holder in POSSIBLE_SHAREHOLDERS:
        units = state.shares[company * SHARE_HOLDERS + holder] if state is not None else 10 * (holder == BANK)
        if units <= 0:
            continue
        if is_player(holder):
            star = " ★" if state is not None and state.presidents[company] == holder else ""
            holders.append((_name(holder, players) + star, units, "gs-share-player"))
        elif holder in (BANK, POOL):
            holders.append((words.offering if holder == BANK else words.pool, units, f"gs-share-{holder - BANK}"))
        else:
            holders.append((words.treasury, units, "gs-share-1"))
    if percent == 5 and state is not None and not state.closed[company]:
        holders.append((words.treasury, 10, "gs-share-1"))
    total = max(1, sum(units for _, units, _ in holders))
    drawn = [text(words.shares, 14, 161, 9.5, "gs-sans gs-faint", "start")]
    x = 14.0
    for name, units, names in holders:
        wide = (WIDTH - 28) * units / total
        drawn.append(box(x, 168, wide - 2, 19, names, 2))
        drawn += [box(x + wide / units * unit - 1.4, 168, 0.8, 19, "gs-notch") for unit in range(1, units)]
        drawn.append(text(f"{units * percent}%", x + wide / 2 - 1, 177.5, min(10.5, wide / 3), "gs-sans gs-bold"))
        size = size_to_fit(name, wide - 3, 10, 7.5)
        shown = name if width_of(name, size) <= wide + 2 else f"{name[: max(1, int(wide / (size * 0.66)) - 1)]}…"
        drawn.append(text(shown, x + wide / 2 - 1, 197, size, "gs-sans"))
        x += wide
    return group({"class": "gs-shares"}, *drawn)
