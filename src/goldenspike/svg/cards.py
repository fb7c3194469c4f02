"""Certificates, train cards and the cards of private companies."""

from goldenspike.core.ids import Company, Private, Train
from goldenspike.core.title import ANY_DISTANCE, UNLIMITED, Charter, PrivateCompany, Setup, TrainType
from goldenspike.svg.document import document
from goldenspike.svg.paint import box, circle, element, group, line, moved, size_to_fit, text, wrapped
from goldenspike.svg.roundel import badge
from goldenspike.svg.theme import color_of, fill, ink_on
from goldenspike.svg.words import ENGLISH, Words

CERTIFICATE = (220.0, 132.0)
TRAIN = (150.0, 96.0)
PRIVATE = (190.0, 132.0)


def certificate(
    setup: Setup, company: Company, units: int = 1, *, president: bool = False, theme: str = "light", words: Words = ENGLISH
) -> str:
    """A share certificate of this many tenths."""
    found = setup.title.companies[company]
    width, height = CERTIFICATE
    share = f"{units * 10}%"
    body = draw_certificate(found, company, share, president, words)
    return document(width, height, body, theme, f"{found.name} {share}")


def draw_certificate(company: Charter, index: int, share: str, president: bool, words: Words) -> str:
    width, height = CERTIFICATE
    color = color_of(company.color)
    drawn = [
        box(1, 1, width - 2, height - 2, "gs-card", 6),
        element("rect", {"x": 6, "y": 6, "width": width - 12, "height": height - 12, "rx": 3, "class": "gs-guilloche"}),
        element(
            "rect",
            {"x": 6, "y": 6, "width": width - 12, "height": height - 12, "rx": 3, "stroke": color, "class": "gs-border"},
        ),
        box(12, 12, width - 24, height - 24, "gs-hairline", 2),
    ]
    lines = wrapped(company.name, width - 56, 13)
    top = 32 - 7.5 * (len(lines) - 1)
    drawn += [text(one, width / 2, top + 15 * number, 13, "gs-serif gs-bold") for number, one in enumerate(lines)]
    under = top + 15 * (len(lines) - 1) + 11
    drawn.append(line(40, under, width - 40, under, "gs-rule"))
    drawn.append(moved(46, 82, badge(company, index, 23)))
    drawn.append(text(share, width - 62, 74, 34, "gs-serif gs-bold"))
    role = words.president if president else words.share
    drawn.append(text(role, width - 62, 101, size_to_fit(role, 96, 12), "gs-serif gs-italic"))
    if president:
        drawn.append(element("path", {"d": _star(width - 62, 114.5, 3.8), "class": "gs-zonedot"}))
    return group({"class": "gs-certificate", "data-company": company.id}, *drawn)


def _star(x: float, y: float, size: float) -> str:
    """A four-pointed star: the sign of a president."""
    inner = size * 0.36
    points = [
        (0, -size),
        (inner, -inner),
        (size, 0),
        (inner, inner),
        (0, size),
        (-inner, inner),
        (-size, 0),
        (-inner, -inner),
    ]
    return "M" + "L".join(f"{x + dx:.2f} {y + dy:.2f}" for dx, dy in points) + "Z"


def train_card(setup: Setup, train: Train, left: int | None = None, *, theme: str = "light", words: Words = ENGLISH) -> str:
    """A train type: its price, when it retires, and how many are left if given."""
    found = setup.title.trains[train]
    width, height = TRAIN
    return document(width, height, draw_train(setup, found, left, words), theme, found.id)


def draw_train(setup: Setup, train: TrainType, left: int | None, words: Words) -> str:
    width, height = TRAIN
    phase = setup.phase_index.get(train.phase, 0) if train.phase else 0
    colors = setup.title.phases[phase].colors if setup.title.phases else ()
    band = fill(colors[-1]) if colors else "gs-panel"
    drawn = [
        box(1, 1, width - 2, height - 2, "gs-card", 6),
        element(
            "path",
            {
                "d": f"M1.5 {height - 26}H{width - 1.5}V{height - 7}Q{width - 1.5} {height - 1.5} {width - 7} "
                f"{height - 1.5}H7Q1.5 {height - 1.5} 1.5 {height - 7}Z",
                "class": band,
            },
        ),
        text(train.id, 34, 38, size_to_fit(train.id, 46, 42, 12), "gs-serif gs-bold"),
        _engine(width - 50, 30),
        text(words.money(train.price), width / 2, height - 13.5, 14, "gs-sans gs-dark gs-bold"),
    ]
    notes = []
    if train.obsolete:
        notes.append(f"{words.obsolete} {train.obsolete}")
    if train.trade_in_price:
        notes.append(f"{words.trade_in} {words.money(train.trade_in_price)}")
    if train.distance >= ANY_DISTANCE:
        notes.append(words.any_distance)
    note = " · ".join(notes)
    drawn.append(text(note, width / 2, height - 35, size_to_fit(note, width - 16, 9), "gs-sans gs-faint"))
    if left is not None:
        count = words.unlimited if left >= UNLIMITED else str(left)
        drawn.append(text(f"× {count}", width - 10, height - 13.5, 11, "gs-sans gs-dark", "end"))
    return group({"class": "gs-traincard", "data-train": train.id}, *drawn)


def _engine(x: float, y: float) -> str:
    """A small outline of an engine, which identifies a train card."""
    shape = "M-30 8V-14H-14V-2H10V-12H18V-2H24Q29 2 27 8Z"
    wheels = "".join(circle(dx, 11, radius, "gs-wheel") for dx, radius in ((-22, 6), (-7, 6), (8, 6), (20, 4.5)))
    return moved(x, y, element("path", {"d": shape, "class": "gs-engine"}), wheels, line(-36, 17.5, 34, 17.5, "gs-rule"))


def private_card(setup: Setup, private: Private, *, theme: str = "light", power: str = "", words: Words = ENGLISH) -> str:
    """A private company: price, income and its place; `power` is what it does, in the reader's language."""
    found = setup.title.privates[private]
    width, height = PRIVATE
    return document(width, height, draw_private(setup, found, power, words), theme, found.name)


def draw_private(setup: Setup, private: PrivateCompany, power: str, words: Words) -> str:
    width, height = PRIVATE
    lines = wrapped(private.name, width - 72, 12.5)[:2]
    drawn = [
        box(1, 1, width - 2, height - 2, "gs-card", 6),
        box(5, 5, width - 10, height - 10, "gs-hairline", 3),
        box(12, 13, 32, 22, "gs-tag", 3),
        text(private.id, 28, 24, size_to_fit(private.id, 28, 12.5), "gs-letters gs-tagtext"),
    ]
    top = 24 - 7 * (len(lines) - 1)
    drawn += [text(one, 52, top + 14 * number, 12.5, "gs-serif gs-bold", "start") for number, one in enumerate(lines)]
    for x, label, amount in ((14, words.price, private.price), (width / 2 + 4, words.income, private.revenue)):
        drawn.append(text(label, x, 52, 9, "gs-sans gs-faint", "start"))
        drawn.append(text(words.money(amount), x, 67, 16, "gs-sans gs-bold", "start"))
    drawn.append(line(12, 81, width - 12, 81, "gs-rule"))
    places = [
        f"{name} {setup.title.hexes[setup.hex_index[name]].name}".strip() for name in private.hexes if name in setup.hex_index
    ]
    where = ", ".join(places)
    drawn.append(text(where, 14, 91, size_to_fit(where, width - 28, 9.5), "gs-serif gs-italic", "start"))
    drawn += [
        text(one, 14, 104 + 10.5 * number, 8.8, "gs-sans", "start")
        for number, one in enumerate(wrapped(power, width - 26, 8.8)[:2])
    ]
    if private.company in setup.company_index:
        index = setup.company_index[private.company]
        drawn.append(moved(width - 26, 62, badge(setup.title.companies[index], index, 13)))
    return group({"class": "gs-privatecard", "data-private": private.id}, *drawn)


def header_colors(company: Charter) -> tuple[str, str]:
    """A company's color and a readable text color."""
    color = color_of(company.color)
    return color, ink_on(color, company.text_color)
