"""Commands of a banker: every legal action has one, and a command means the action it was made from."""

from pathlib import Path
from random import Random

import pytest

from goldenspike.bots.chance import draw
from goldenspike.core.actions import Action, BuyShare, DealPrivates, DeclareRun, DeclareTrack, PayDividend, Payout, SellShares
from goldenspike.core.game import Game, player_of
from goldenspike.core.holders import BANK, CHANCE, POOL
from goldenspike.moderate import BadCommand, Books, read_command, shorten
from goldenspike.moderate.names import Names
from goldenspike.testing import Position
from goldenspike.titles.catalogue import make
from goldenspike.titles.g1830 import classic
from names_1830 import NYC, PRR
from players import P0, P1, P2

NAMES = ("Ada", "Bob", "Cyd", "Dan")
TABLES = [
    ("1830", "classic", {"map": "real"}),
    ("1830", "classic", {}),
    ("1830", "base", {"map": "real"}),
    ("1830", "s1", {"map": "real"}),
    ("1830", "s5", {"map": "real"}),
    ("1862", None, {"map": "real"}),
    ("1862", None, {}),
]


def is_typed(action: Action) -> bool:
    """Dealt cards are drawn by the program."""
    return not isinstance(action, DealPrivates)


@pytest.mark.parametrize(("title", "version", "options"), TABLES, ids=lambda value: str(value))
def test_every_legal_action_has_a_command_of_its_own(title: str, version: str | None, options: dict[str, str]) -> None:
    setup = make(title, version, 4, options)
    names = Names(setup, NAMES)
    rng = Random(17)
    game = Game(setup)
    seen: set[type] = set()
    while not game.is_over and game.ply < 700:
        if game.actors == (CHANCE,):
            game.push(draw(game, rng))
            continue
        actions = [action for action in game.legal if is_typed(action)]
        commands = [shorten(game, names, action) for action in actions]
        assert len(set(commands)) == len(commands), f"two actions are typed alike: {sorted(commands)}"
        for action, command in rng.sample(list(zip(actions, commands, strict=True)), min(4, len(actions))):
            assert read_command(game, names, command) == action, command
            seen.add(type(action))
        game.push(rng.choice(actions))
    assert len(seen) >= 10


def stock_books() -> Books:
    game = (
        Position(classic(3))
        .company("PRR", president=0, shares={0: 2})
        .company("NYC", president=1, shares={1: 6, 0: 2}, par=67)
        .stock_round(0)
    )
    return Books(game, ("Ada", "Bob", "Cyd"), "en")


def command_of(books: Books, line: str) -> Action:
    return read_command(books.game, Names(books.game.setup, books.players), line)


def test_shares_are_bought_and_sold_by_few_letters() -> None:
    books = stock_books()
    assert command_of(books, "s 2 nyc") == SellShares(P0, NYC, 2)
    assert command_of(books, "B PRR") == BuyShare(P0, PRR, BANK)
    assert command_of(books, "b prr pool") == BuyShare(P0, PRR, POOL)
    assert command_of(books, "bob s nyc") == SellShares(P1, NYC, 1)


@pytest.mark.parametrize(
    ("line", "trouble"),
    [
        ("fly prr", "there is no command “fly”; type ? for all of them"),
        ("s 2 xyz", "there is no railroad “xyz”; there are prr, nyc, cpr, bo, co, erie, nnh, bm"),
        ("s", "the railroad is missing"),
        ("b prr pool now", "“now” is too much in this command"),
        ("r 100", "no railroad is operating"),
        ("bid", "the amount is missing"),
        ("bid 12x cs", "the amount is missing"),
        ("s 9999999 nyc", "“9999999” is not an amount"),
        (",,", "nothing was typed"),
    ],
)
def test_bad_commands_say_what_is_wrong(line: str, trouble: str) -> None:
    books = stock_books()
    ply = books.game.ply
    assert books.do(line).trouble == trouble
    assert books.game.ply == ply


def test_what_the_rules_forbid_cites_the_paragraph() -> None:
    assert stock_books().do("s 3 nyc").trouble.endswith("[6.1]")


def test_a_line_is_done_as_a_whole_or_not_at_all() -> None:
    books = stock_books()
    before = books.game.state
    assert books.do("s nyc, b erie 12").trouble
    assert books.game.state == before
    outcome = books.do("s nyc, b erie 67")
    assert not outcome.trouble
    assert outcome.sentences[0].startswith("Ada sells ")


def test_a_turn_without_a_map_in_one_line() -> None:
    """7.2 to 7.6: track, run, dividend and train."""
    game = (
        Position(make("1830", "classic", 3, {"map": "real"}))
        .company("PRR", president=0, shares={0: 6}, money=700, trains="2 2")
        .operating_round("PRR", "declared_track")
    )
    books = Books(game, ("Ada", "Bob", "Cyd"), "en")
    outcome = books.do("t 80, p, r 60 40 pay")
    assert outcome.trouble == ""
    done = books.game.actions[-4:]
    assert done[0] == DeclareTrack(P0, PRR, 80)
    assert done[2:] == [DeclareRun(P0, PRR, (60, 40)), PayDividend(P0, PRR, Payout.PAY)]


def test_taking_back_is_noted_with_its_reason(tmp_path: Path) -> None:
    books = Books.open(classic(3), ("Ada", "Bob", "Cyd"), "en")
    books.do("seats bob ada cyd")
    books.do("bid cs 45, bid cs 50")
    outcome = books.undo(2, "Cyd was asleep")
    assert outcome.trouble == ""
    assert books.game.ply == 1
    file = tmp_path / "game.json"
    books.write(file)
    again = Books.read(file, "de")
    assert [(note.ply, note.text) for note in again.notes] == [(1, "2 taken back: Cyd was asleep")]
    assert again.game.state == books.game.state
    assert again.undo(5, "").trouble == "1 moves can be taken back, not 5"


@pytest.mark.parametrize(
    ("names", "trouble"),
    [
        (("Ada", "ADA", "Cyd"), "two players are called “ADA”"),
        (("PRR", "Bob", "Cyd"), "“PRR” cannot be the name of a player: commands could not tell it from something else"),
        (("Ada", "Pool", "Cyd"), "“Pool” cannot be the name of a player: commands could not tell it from something else"),
        (("Ada", "…", "Cyd"), "“…” cannot be the name of a player: commands could not tell it from something else"),
    ],
)
def test_names_must_be_typed_apart(names: tuple[str, ...], trouble: str) -> None:
    with pytest.raises(BadCommand, match=trouble):
        Books.open(classic(3), names, "en")


def test_offered_commands_tell_what_they_do() -> None:
    books = stock_books()
    offered = dict(books.commands())
    assert "s 2 nyc" in offered and "p" in offered
    assert all(meaning for meaning in offered.values())


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("fix 10 bank bob", "The bank pays $10 to Bob as a correction."),
        ("fix 2 nyc bob pool", "shares of NYC (2 × 10%) move from Bob to the bank pool"),
        ("fix train 2 bank nyc", "2-train"),
        ("fix price nyc 2 5", "NYC"),
    ],
)
def test_the_books_are_corrected(line: str, sentence: str, tmp_path: Path) -> None:
    """Money, shares, a train or a price, echoed as a sentence, with a reason in the record; nobody's turn passes."""
    game = (
        Position(classic(3))
        .company("PRR", president=0, shares={0: 2})
        .company("NYC", president=1, shares={1: 6, 0: 2}, par=67, money=670)
        .stock_round(0)
    )
    books = Books(game, ("Ada", "Bob", "Cyd"), "en")
    asked = books.question
    outcome = books.do(f"{line} because we counted wrong, twice")
    assert outcome.trouble == "" and sentence in " ".join(outcome.sentences) and books.question == asked
    assert [note.text for note in books.notes] == ["we counted wrong, twice"]
    correction = books.game.actions[-1]
    books.game.pop()
    assert shorten(books.game, Names(books.game.setup, books.players), correction) == line


@pytest.mark.parametrize(
    ("line", "trouble"),
    [
        ("fix", "the amount, or the number of shares is missing"),
        ("fix 10 bank", "who gets it is missing"),
        ("fix 10 bank eve", "there is no player “eve”; there are ada, bob, cyd"),
        ("fix 10 bank bob now then", "there is no railroad “bank”; there are prr, nyc, cpr, bo, co, erie, nnh, bm"),
        ("fix price nyc 3", "no box of the market has the price 3"),
        ("fix price nyc 2 99", "the market has 19 columns"),
        ("fix price nyc 67", "5 boxes have the price 67; type row and column: "),
    ],
)
def test_a_bad_correction_says_what_is_wrong(line: str, trouble: str) -> None:
    books = stock_books()
    assert books.do(line).trouble.startswith(trouble)
    assert books.notes == [] and books.do("fix 99999 bob bank because of nothing").trouble.startswith("The payer does not have")
    assert books.notes == []


def test_corrections_are_completed_word_by_word() -> None:
    books = stock_books()
    assert "fix" in dict(books.completions("f"))
    assert list(dict(books.completions("fix "))) == ["fix train", "fix price"]
    assert list(dict(books.completions("fix t"))) == ["fix train"]
    assert list(dict(books.completions("fix 10 b"))) == ["fix 10 bank", "fix 10 bob", "fix 10 bo", "fix 10 bm"]
    assert dict(books.completions("fix 10 bank b"))["fix 10 bank bob"] == "Correct the books: $10 from the bank to Bob"
    assert dict(books.completions("fix train 2 bank "))["fix train 2 bank prr"] == "", "the PRR has not floated"
    assert list(dict(books.completions("fix price n"))) == ["fix price nyc", "fix price nnh"]
    assert list(books.completions("fix price nyc ")) == []
    assert dict(books.completions("s 2 n")) == {"s 2 nyc": dict(books.commands())["s 2 nyc"]}


def test_the_answer_of_another_player_is_typed_with_a_name() -> None:
    books = stock_books()
    assert player_of(command_of(books, "cyd p")) == P2


def test_before_a_draw_the_banker_is_told_how_to_enter_it() -> None:
    books = Books.open(make("1830", "classic", 3, {"map": "real"}), NAMES[:3], "en")
    for typed in ("b sv", "ada bid cs 45", "fix 10 bank bob", "p"):
        trouble = books.do(typed).trouble
        assert trouble == "first the seats: type “seats” and the names in the order drawn, or “draw”", typed
    assert not books.do("seats cyd ada bob").trouble
    assert books.do("b sv").trouble == ""
