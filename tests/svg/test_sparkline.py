"""The small line for a series of amounts."""

from xml.etree import ElementTree

from goldenspike.svg import sparkline

NAME = "{http://www.w3.org/2000/svg}"


def points(picture: str) -> list[tuple[float, float]]:
    path = ElementTree.fromstring(picture).find(f"{NAME}path")
    assert path is not None
    found = [point.split() for point in path.attrib["d"].removeprefix("M").split("L")]
    return [(float(x), float(y)) for x, y in found]


def test_a_line_rises_from_zero_to_the_largest_amount() -> None:
    line = points(sparkline([50, 100, 0], "Revenue"))
    assert [x for x, _ in line] == [2, 32, 62]
    assert [y for _, y in line] == [8, 2, 14]
    assert points(sparkline([50, 100], "Wealth", from_zero=False))[0][1] == 14


def test_hidden_amounts_are_left_out() -> None:
    assert [x for x, _ in points(sparkline([10, None, 20], "Wealth"))] == [2, 62]
    assert sparkline([None, 20], "Wealth") == "" == sparkline([], "Wealth")


def test_a_constant_series_is_drawn() -> None:
    assert len({y for _, y in points(sparkline([0, 0, 0], "Revenue"))}) == 1
    assert len({y for _, y in points(sparkline([7, 7], "Wealth", from_zero=False))}) == 1


def test_the_label_is_escaped() -> None:
    picture = ElementTree.fromstring(sparkline([1, 2], 'B&O <"1">'))
    assert picture.attrib["aria-label"] == 'B&O <"1">'
