"""What is in the box of each version (T-01, T-03, T-05, T-06, T-08, V-1.3 to V-1.7)."""

import pytest

from goldenspike.core.title import NO_CITY, UNLIMITED, Charter, PrivateCompany, Title
from goldenspike.titles.g1830 import assembly, companies, trains
from goldenspike.titles.g1830.board_plus import PLUS_BOARD
from goldenspike.titles.g1830.board_tiles import board_for
from goldenspike.titles.g1830.boxes import (
    BASE,
    BASE_LIMITS,
    BOARD_LIMITS,
    CHART_LIMITS,
    CLASSIC,
    S1,
    S2,
    S3,
    S4,
    S5,
    S6,
    S6_READING,
)
from goldenspike.titles.g1830.scenarios import PRESCRIBED


def trains_of(title: Title) -> dict[str, int]:
    return {train.id: train.count for train in title.trains}


def ids(things: tuple[Charter, ...] | tuple[PrivateCompany, ...]) -> list[str]:
    return [thing.id for thing in things]


@pytest.mark.parametrize(
    ("title", "counts"),
    [
        (CLASSIC, {"2": 6, "3": 5, "4": 4, "5": 3, "6": 2, "D": 6}),
        (BASE, {"2": 6, "3": 5, "4": 4, "5": 3, "6": 2, "D": 6}),
        (S1, {"2": 7, "3": 6, "4": 6, "5": 4, "6": 4, "7": 2, "D": 6}),
        (S2, {"2": 7, "3": 6, "4": 5, "5": 4, "6": 3, "7": 2, "D": UNLIMITED}),
        (
            S3,
            {"2": 5, "2+2": 1, "3": 4, "3+3": 1, "4": 3, "4+4": 1, "5": 2, "5+5": 1, "6": 2, "6+6": 1, "D": 6},
        ),
        (
            S4,
            {"2": 5, "2+2": 1, "3": 4, "3+3": 1, "4": 3, "4+4": 1, "5": 2, "5+5": 1, "6": 2, "6+6": 1, "D": 6},
        ),
        (S5, {"2": 6, "3": 5, "4": 4, "5": 3, "6": 2, "D": 6}),
        (S6, {"2": 6, "3": 5, "4": 4, "5": 3, "6": 2, "D": 6}),
        (S6_READING, {"2": 6, "3": 5, "4": 5, "5": 3, "6": 2, "D": 6}),
    ],
    ids=["classic", "base", "s1", "s2", "s3", "s4", "s5", "s6", "reading"],
)
def test_numbers_of_trains(title: Title, counts: dict[str, int]) -> None:
    """T-03 with the rulings on S-1 and S-2."""
    assert trains_of(title) == counts


def test_prices_of_trains() -> None:
    """T-03: 7-trains at $710; diesels $1100 and $800, in S-1 $900 and $750, with a 7-train too where there are any."""
    for title in (CLASSIC, S2, S3, S4, S6):
        diesel = title.trains[-1]
        assert (diesel.price, diesel.trade_in_price) == (1100, 800)
    assert (S1.trains[-1].price, S1.trains[-1].trade_in_price) == (900, 750)
    assert S1.trains[-1].trade_in == S2.trains[-1].trade_in == ("4", "5", "6", "7")
    assert CLASSIC.trains[-1].trade_in == ("4", "5", "6")
    seven = next(train for train in S1.trains if train.id == "7")
    assert (seven.price, seven.distance, seven.phase, seven.available) == (710, 7, "", "6")


def test_plus_trains() -> None:
    """V-7.10, case 107: twice the stops, half of them large at most; the last of their type; retired by plus-trains."""
    by_id = {train.id: train for train in S3.trains}
    for size in range(2, 7):
        plus, plain = by_id[f"{size}+{size}"], by_id[str(size)]
        assert (plus.distance, plus.large, plus.price) == (2 * size, size, plain.price)
        assert S3.trains.index(plus) == S3.trains.index(plain) + 1
        assert not plus.phase
    retired = {train.id: (train.obsolete, train.obsolete_by_last) for train in S3.trains if train.large}
    assert retired == {
        "2+2": ("4+4", False),
        "3+3": ("6+6", False),
        "4+4": ("D", True),
        "5+5": ("", False),
        "6+6": ("", False),
    }


def test_plus_trains_that_retire_with_their_type() -> None:
    """V-3.0: without the delay a plus-train goes when the others of its type go."""
    found = {train.id: train for train in trains.with_ordinary_obsolescence(S3.trains)}
    assert [found[f"{size}+{size}"].obsolete for size in range(2, 7)] == ["4", "6", "D", "", ""]
    assert not any(train.obsolete_by_last for train in found.values())


@pytest.mark.parametrize(
    ("title", "more", "order"),
    [
        (CLASSIC, [], "SV CS DH MH CA BO"),
        (S1, ["N&W", "PMQ"], "SV CS DH MH JK CA BO"),
        (S2, ["N&W", "PMQ"], "SV CS PP DH MH CA BO"),
        (S3, ["N&W", "NKP"], "SV CS DH MH JK CA BO"),
        (S4, ["N&W", "NKP"], "SV PL CS CC DH MH CA BO"),
        (S5, [], "SV CS DH MH CA BO"),
        (S6, [], "SV CS DH MH CA BO"),
        (S6_READING, ["RDR"], "SV CS DH MH CA BO"),
    ],
    ids=["classic", "s1", "s2", "s3", "s4", "s5", "s6", "reading"],
)
def test_railroads_and_order_of_private_companies(title: Title, more: list[str], order: str) -> None:
    """T-08, T-05: the extra private companies are sold between those that cost less and more."""
    assert ids(title.companies) == ["PRR", "NYC", "CPR", "B&O", "C&O", "Erie", "NNH", "B&M", *more]
    assert ids(title.privates) == order.split()
    assert [private.price for private in title.privates] == sorted(private.price for private in title.privates)


def test_private_companies() -> None:
    """T-05: prices and revenues."""
    found = {private.id: (private.price, private.revenue) for private in companies.ALL_PRIVATES}
    assert found == {
        "SV": (20, 5),
        "PL": (30, 5),
        "CS": (40, 10),
        "CC": (50, 10),
        "PP": (60, 10),
        "DH": (70, 15),
        "MH": (110, 20),
        "JK": (120, 20),
        "CA": (160, 25),
        "BO": (220, 30),
    }


def test_stations() -> None:
    """T-08."""
    found = {company.id: company.tokens for company in (*companies.CLASSIC_COMPANIES, *companies.EXTRA_COMPANIES)}
    assert [found[name] for name in ("PRR", "NYC", "CPR")] == [4, 4, 4]
    assert [found[name] for name in ("B&O", "C&O", "Erie", "N&W")] == [3, 3, 3, 3]
    assert [found[name] for name in ("NNH", "B&M", "PMQ", "NKP", "RDR")] == [2, 2, 2, 2, 2]


def test_homes() -> None:
    """T-08 and the scenarios: one home or a choice; Richmond is held in any case in S-1, Cleveland is not (case 109)."""

    def homes(title: Title, name: str) -> list[tuple[str, bool]]:
        company = next(company for company in title.companies if company.id == name)
        return [(home.hex, home.kept) for home in company.homes]

    assert homes(CLASSIC, "C&O") == homes(S2, "C&O") == [("F6", True)]
    assert homes(S1, "C&O") == homes(S3, "C&O") == [("F6", False), ("K13", True)]
    assert homes(S4, "C&O") == [("K13", True)]
    assert [homes(title, "N&W") for title in (S1, S2, S3, S4)] == [[("L16", True)]] * 3 + [[("L10", True)]]
    assert homes(S1, "PMQ") == [("E5", True)]
    assert homes(S3, "NKP") == [("H4", True)]
    assert homes(S4, "NKP") == [("H6", True)]
    for title in (S1, S2, S3, S4):
        assert title.companies[0].homes[0].stop == NO_CITY  # V-7.5, case 110


def test_certificates() -> None:
    """S-1.2 5.0, V-7.2, S-6.1, case 108 and 114: second 20% certificates, and a president's of 30%."""

    def second(title: Title) -> list[str]:
        return [company.id for company in title.companies if company.second_units]

    assert [second(title) for title in (CLASSIC, S1, S2, S3, S4)] == [[], ["Erie", "N&W"], ["N&W"], ["N&W"], ["N&W"]]
    assert S6_READING.companies[-1].president_units == 3
    assert all(company.president_units == 2 for company in S6_READING.companies[:-1])


@pytest.mark.parametrize(
    ("title", "seven", "limits", "tokens"),
    [
        (CLASSIC, 350, BASE_LIMITS, (0, 40, 100, 100)),
        (S1, 360, CHART_LIMITS, (0, 100, 100, 100)),
        (S2, 360, CHART_LIMITS, (0, 40, 100, 100)),
        (S3, 360, CHART_LIMITS, (0, 100, 100, 100)),
        (S4, 350, CHART_LIMITS, (0, 40, 100, 100)),
        (S5, 350, BASE_LIMITS, (0, 40, 100, 100)),
        (S6, 350, BASE_LIMITS, (0, 40, 100, 100)),
    ],
    ids=["classic", "s1", "s2", "s3", "s4", "s5", "s6"],
)
def test_tables(title: Title, seven: int, limits: tuple[tuple[int, int], ...], tokens: tuple[int, ...]) -> None:
    """T-06, V-5.3, 7.3 and what the scenarios change."""
    assert title.starting_money == ((2, 1200), (3, 800), (4, 600), (5, 480), (6, 400), (7, seven))
    assert title.certificate_limits == limits
    assert title.token_costs == tokens
    assert title.bank == 12000


def test_certificate_limits() -> None:
    assert dict(CHART_LIMITS) == {2: 32, 3: 22, 4: 18, 5: 15, 6: 13, 7: 12}
    assert dict(BOARD_LIMITS) == {2: 32, 3: 27, 4: 20, 5: 16, 6: 14, 7: 13}
    assert dict(S6_READING.certificate_limits) == {2: 29, 3: 21, 4: 17, 5: 14, 6: 12, 7: 12}


def test_groups_of_private_companies() -> None:
    """1.3: every group holds each private company once; with seven players there are six groups (ruling)."""
    groups = dict(BASE.private_groups)
    for players in range(2, 8):
        assert sorted(name for group in groups[players] for name in group) == ["BO", "CA", "CS", "DH", "MH", "SV"]
        assert len(groups[players]) == min(players, 6)
    prices = {private.id: private.price for private in BASE.privates}
    assert [sum(prices[name] for name in group) for group in groups[3]] == [240, 200, 180]


# --- boxes that a table puts together (V-1.2, V-1.5, V-1.6, V-7.2 to V-7.6)


def test_classic_on_the_other_side() -> None:
    """V-1.2, V-7.5: the PRR loses its city, everybody else keeps his."""
    title = assembly.on_board(CLASSIC, PLUS_BOARD)
    assert title.companies[0].homes == companies.PRR_WITHOUT_CITY.homes
    assert title.companies[1:] == CLASSIC.companies[1:]
    back = assembly.on_board(title, board_for("classic"))
    assert back.companies == CLASSIC.companies


def test_more_railroads_on_the_classic_side() -> None:
    """V-1.6: all but the Norfolk & Western have a home there."""
    assert assembly.homeless(companies.EXTRA_COMPANIES, CLASSIC.hexes) == ("N&W",)
    assert assembly.homeless(companies.EXTRA_COMPANIES, PLUS_BOARD) == ()
    title = assembly.with_railroads(CLASSIC, ("RDR", "N&W", "PMQ"))
    assert ids(title.companies)[8:] == ["PMQ", "RDR"]
    assert assembly.with_railroads(title, ("RDR",)) is not title
    assert ids(assembly.with_railroads(title, ("RDR",)).companies) == ids(title.companies)


def test_more_private_companies() -> None:
    title = assembly.with_privates(CLASSIC, ("JK", "PL"))
    assert ids(title.privates) == ["SV", "PL", "CS", "DH", "MH", "JK", "CA", "BO"]


def test_second_certificates() -> None:
    title = assembly.with_second_certificates(S1, ("Erie",))
    assert [company.id for company in title.companies if company.second_units] == ["Erie"]


def test_choice_of_homes() -> None:
    """V-7.4: only the last one open is held; Roanoke gets its city; what the board has not cannot be chosen."""
    title = assembly.with_home_choices(S1)
    norfolk = next(company for company in title.companies if company.id == "N&W")
    assert [(home.hex, home.kept) for home in norfolk.homes] == [("L16", False), ("L10", False)]
    assert next(printed for printed in title.hexes if printed.id == "L10").name == "Roanoke"
    cleveland = next(company for company in assembly.with_home_choices(CLASSIC).companies if company.id == "C&O")
    assert [home.hex for home in cleveland.homes] == ["F6"]
    richmond = next(company for company in assembly.with_home_choices(S4).companies if company.id == "C&O")
    assert [home.hex for home in richmond.homes] == ["K13"]


def test_homes_of_the_reading() -> None:
    """V-7.6: beside the track on G15, where it pays $60, in the city of H16, or a choice."""
    title = assembly.with_railroads(CLASSIC, ("RDR",))
    (home,) = assembly.with_homes(title, companies.RDR_SCHUYLKILL).companies[-1].homes
    assert (home.hex, home.stop, home.value, home.cost) == ("G15", NO_CITY, 10, 60)
    assert [home.hex for home in assembly.with_homes(title, companies.RDR_CHOICE).companies[-1].homes] == ["G15", "H16"]
    assert title.companies[-1].homes[0].hex == "H16"


def test_every_version_says_what_it_prescribes() -> None:
    assert list(PRESCRIBED) == ["starter", "base", "classic", "s1", "s2", "s3", "s4", "s5", "s6"]
