"""A position and a result on paper say what the view says."""

from copy import deepcopy
from pathlib import Path

import pytest

from goldenspike.cli.main import main
from goldenspike.core.game import Game
from goldenspike.core.state import State
from goldenspike.core.title import RoundKind, Setup
from goldenspike.printing import PAPERS, pdf_of, position_pages, score_pages
from goldenspike.record.native import read_record, replay
from goldenspike.text import Wording
from goldenspike.titles.catalogue import make
from goldenspike.view import seat_view
from printing_helpers import read_pdf

RECORD = Path(__file__).resolve().parent.parent / "data" / "1862-redemption.json"
NAMES = ("Ada", "Bob", "Cleo", "Dora")


@pytest.fixture(scope="module")
def game() -> Game:
    return replay(read_record(RECORD.read_bytes()))


def test_a_position_has_board_market_and_holdings(game: Game) -> None:
    words = Wording("en", "1862")
    pages = position_pages(game.setup, game.state, NAMES, words, PAPERS["letter"])
    found = read_pdf(pdf_of(pages, "test"))
    assert [tuple(sorted(size)) for size in found.sizes] == [(215.9, 279.4)] * 3
    view = seat_view(game.setup, game.state, None)
    holdings = found.texts[2]
    for name, player in zip(NAMES, view.players, strict=True):
        assert name in holdings
        assert words.money(player.money) in holdings and words.money(player.wealth) in holdings
    for company in view.companies:
        assert company.id in holdings
        if company.floated:
            assert words.money(company.treasury) in holdings
        assert all(station.hex in holdings for station in company.stations)
    assert "Chicago" in found.texts[0]
    assert all(str(price) in found.texts[1] for price in game.setup.title.market.prices if price)


def test_hidden_money_is_a_dash() -> None:
    """A spectator's sheet has no amount that a spectator may not know."""
    setup = make("1830", "classic", 3, {"knowledge": "closed"})
    state = setup.plan.flow.opening(setup)
    view = seat_view(setup, state, None)
    hidden = [player for player in view.players if player.money is None]
    assert hidden
    pages = position_pages(setup, state, NAMES[:3], Wording("en", "1830"), PAPERS["a4"])
    text = read_pdf(pdf_of(pages, "test")).texts[2]
    assert "$800" not in text and text.count("–") >= len(hidden)


def finished(game: Game) -> tuple[Setup, State]:
    state = deepcopy(game.state)
    state.round = RoundKind.OVER
    state.pending = ()
    return game.setup, state


def test_a_score_sheet_has_players_by_wealth(game: Game) -> None:
    setup, state = finished(game)
    words = Wording("de", "1862")
    (page,) = score_pages(setup, state, NAMES, words, PAPERS["a4"])
    text = read_pdf(pdf_of([page], "test")).text
    players = sorted(seat_view(setup, state, None).players, key=lambda player: -(player.wealth or 0))
    places = [text.index(NAMES[player.seat]) for player in players]
    assert places == sorted(places)
    assert all(words.money(player.wealth) in text for player in players)


def test_the_command_prints_positions_and_refuses_scores_of_unfinished_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "position.pdf"
    words = ["print", "--record", str(RECORD), "--ply", "5", "--language", "nl"]
    assert main([*words, "--output", str(out)]) == 0
    assert "3 pages" in capsys.readouterr().err
    assert "Ada" in read_pdf(out.read_bytes()).text
    assert main([*words, "--what", "scores", "--output", str(tmp_path / "scores.pdf")]) == 2
    assert "the game is not over" in capsys.readouterr().err
    assert not (tmp_path / "scores.pdf").exists()
