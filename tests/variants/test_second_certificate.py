"""A second 20% certificate that anybody may buy; sold whole, or by halves against a share in the pool (V-7.2, case 108)."""

from typing import Any

import pytest

from goldenspike.core.actions import BuyShare, Pass, SellShares, StartCompany
from goldenspike.core.game import Game
from goldenspike.core.holders import BANK, POOL
from goldenspike.core.options import ShareSales
from goldenspike.core.reasons import Reason
from goldenspike.core.rules.certificate_limit import counted_certificates
from goldenspike.core.rules.second_certificate import singles
from goldenspike.testing import Position
from goldenspike.testing.by_name import buy_train
from goldenspike.testing.checks import allowed, play, refused
from goldenspike.testing.invariants import violations_of
from goldenspike.testing.names import Who
from goldenspike.titles.g1830 import classic
from goldenspike.titles.g1830.options import Board, SecondCertificates
from goldenspike.view import seat_view
from helpers import version_1830
from names_1830 import ERIE, PRR
from players import P0, P1, P2


def erie(units: dict[Who, int], double: Who, president: int = 0, pool: int = 0, **options: Any) -> Game:
    """A stock round with the Erie's certificates spread out; `double` holds the second one."""
    position = Position(classic(second_certificates=SecondCertificates.ERIE, **options), money=500)
    position.company("Erie", president=president, shares={**units, "pool": pool}, second=double, par=67, operated=False)
    return position.stock_round()


def sound(game: Game) -> None:
    assert violations_of(game.setup, game.state) == []


def test_which_railroads_have_one() -> None:
    """V-7.2: the Erie if the table wants, the N&W always; S-1.2: both; S-2.2 and S-3.2: the Erie not."""
    found = {}
    for version in ("classic", "s1", "s2", "s3", "s4"):
        companies = version_1830(version).title.companies
        found[version] = [company.id for company in companies if company.second_units]
    assert found == {"classic": [], "s1": ["Erie", "N&W"], "s2": ["N&W"], "s3": ["N&W"], "s4": ["N&W"]}
    only = version_1830("s1", second_certificates=SecondCertificates.NW).title.companies
    assert [company.id for company in only if company.second_units] == ["N&W"]
    chosen = {
        value: [
            company.id
            for company in classic(board=Board.PLUS, with_nw=True, second_certificates=value).title.companies
            if company.second_units
        ]
        for value in SecondCertificates
    }
    assert chosen == {
        SecondCertificates.VERSION: ["N&W"],
        SecondCertificates.NONE: [],
        SecondCertificates.ERIE: ["Erie"],
        SecondCertificates.NW: ["N&W"],
        SecondCertificates.BOTH: ["Erie", "N&W"],
    }


def test_it_is_on_sale_once_the_presidency_is_bought() -> None:
    """V-7.2, case 108: then a buyer takes a 10% certificate or the 20% one."""
    position = Position(classic(second_certificates=SecondCertificates.ERIE), money=1000)
    game = position.stock_round()
    refused(game, BuyShare(P0, ERIE, BANK, 1, True), Reason.NOT_STARTED)
    play(game, StartCompany(P0, ERIE, 67), Pass(P0))
    allowed(game, BuyShare(P1, ERIE, BANK))
    play(game, BuyShare(P1, ERIE, BANK, 1, True))
    assert game.state.units(ERIE, P1) == 2
    assert game.state.money[1] == 1000 - 2 * 67
    assert counted_certificates(game.setup, game.state, P1) == 1
    play(game, Pass(P1))
    refused(game, BuyShare(P2, ERIE, BANK, 1, True), Reason.NO_DOUBLE)
    sound(game)


@pytest.mark.parametrize(("holder", "place", "seat"), [("bank", "offering", None), ("pool", "pool", None), (1, "player", 1)])
def test_the_view_shows_who_holds_it(holder: Who, place: str, seat: int | None) -> None:
    """V-7.2: certificates lie open."""
    game = erie({0: 3, 1: 2}, holder, pool=2)
    companies = seat_view(game.setup, game.state, P2).companies
    assert (companies[ERIE].second_certificate, companies[ERIE].second_certificate_seat) == (place, seat)
    assert (companies[PRR].second_certificate, companies[PRR].second_certificate_seat) == ("none", None)


def test_six_ordinary_certificates_remain() -> None:
    """V-7.2: two 10% certificates became one of 20%."""
    game = erie({0: 2}, "bank")
    assert singles(game.setup, game.state, ERIE, BANK) == 6


def test_half_of_it_needs_a_certificate_in_the_pool() -> None:
    """V-7.2, case 108: those of the initial offering do not count."""
    game = erie({1: 4, 0: 2}, 0, president=1)
    refused(game, SellShares(P0, ERIE, 1), Reason.NO_HALF_DOUBLE, ERIE)
    allowed(game, SellShares(P0, ERIE, 2))
    game = erie({1: 4, 0: 2}, 0, president=1, pool=1)
    play(game, SellShares(P0, ERIE, 1))
    assert game.state.doubles[ERIE] == POOL
    assert (game.state.units(ERIE, P0), game.state.units(ERIE, POOL)) == (1, 2)
    assert singles(game.setup, game.state, ERIE, POOL) == 0
    sound(game)


def test_it_is_sold_whole() -> None:
    """V-7.2: and bought again from the pool, at the share value."""
    game = erie({1: 4, 0: 3}, 0, president=1)
    play(game, SellShares(P0, ERIE, 3), Pass(P0))
    assert game.state.doubles[ERIE] == POOL
    refused(game, BuyShare(P1, ERIE, POOL, 2), Reason.NO_SUCH_SHARE)
    play(game, BuyShare(P1, ERIE, POOL, 1, True))
    assert game.state.units(ERIE, P1) == 6
    sound(game)


@pytest.mark.parametrize("sales", list(ShareSales))
def test_it_is_sold_whole_beside_a_small_one(sales: ShareSales) -> None:
    """V-7.2, V-6.2: of 20% and 10% the large certificate alone is a block of two; the pool needs nothing to change it."""
    game = erie({1: 4, 0: 3}, 0, president=1, share_sales=sales)
    play(game, SellShares(P0, ERIE, 2))
    assert game.state.doubles[ERIE] == POOL
    assert singles(game.setup, game.state, ERIE, P0) == 1
    assert game.state.money[0] == 500 + 2 * 67
    sound(game)


def test_it_is_sold_or_kept_where_small_ones_suffice() -> None:
    """V-7.2: two shares of 20%, 10% and 10% are either the large certificate or the two small ones."""
    sold, kept = SellShares(P0, ERIE, 2, True), SellShares(P0, ERIE, 2)
    left = {}
    for sale in (sold, kept):
        game = erie({1: 6, 0: 4}, 0, president=1)
        assert sale in list(game.legal)
        play(game, sale)
        left[sale.double] = (game.state.doubles[ERIE], counted_certificates(game.setup, game.state, P0))
        sound(game)
    assert left == {True: (POOL, 2), False: (0, 1)}


def test_the_choice_is_offered_only_where_it_matters() -> None:
    """V-7.2: with one share the small one goes, with three the large one in any case."""
    game = erie({1: 6, 0: 4}, 0, president=1)
    sales = [(sale.count, sale.double) for sale in game.legal if isinstance(sale, SellShares)]
    assert sales == [(1, False), (2, False), (2, True), (3, False), (4, False)]
    refused(game, SellShares(P0, ERIE, 1, True), Reason.NO_DOUBLE, ERIE)
    for count in (3, 4):
        refused(game, SellShares(P0, ERIE, count, True), Reason.DOUBLE_GOES_ANYWAY, ERIE)
    game = erie({1: 4, 0: 4}, 1, president=1)
    refused(game, SellShares(P0, ERIE, 2, True), Reason.NO_DOUBLE, ERIE)


def test_nobody_sells_a_second_certificate_that_a_railroad_does_not_have() -> None:
    """V-7.2: the PRR has none."""
    position = Position(classic(second_certificates=SecondCertificates.ERIE), money=0).company(
        "PRR", president=1, shares={1: 4, 0: 4}
    )
    refused(position.stock_round(), SellShares(P0, PRR, 2, True), Reason.NO_DOUBLE, PRR)


def test_a_president_sells_it_and_stays() -> None:
    """V-7.2, 6.4: with the presidency, 20% and 10% two shares are the large certificate; the presidency is not for sale."""
    game = erie({0: 5, 1: 3}, 0)
    play(game, SellShares(P0, ERIE, 2))
    assert (game.state.presidents[ERIE], game.state.doubles[ERIE]) == (0, POOL)
    assert singles(game.setup, game.state, ERIE, P0) == 1
    sound(game)


def test_a_president_who_gives_way_sells_it_or_keeps_it() -> None:
    """6.4, V-7.2: two small certificates come for the presidency, so that either may go."""
    for double, holder in ((True, POOL), (False, 0)):
        game = erie({0: 4, 1: 4}, 0)
        play(game, SellShares(P0, ERIE, 2, double))
        assert (game.state.presidents[ERIE], game.state.doubles[ERIE]) == (1, holder)
        sound(game)


def test_a_president_sells_the_large_one_that_he_gets() -> None:
    """6.4, V-7.2: the successor gives his 20% certificate for the presidency; it is sold beside a kept share."""
    game = erie({0: 3, 1: 2}, 1)
    play(game, SellShares(P0, ERIE, 2))
    assert (game.state.presidents[ERIE], game.state.doubles[ERIE]) == (1, POOL)
    assert singles(game.setup, game.state, ERIE, P0) == 1
    sound(game)


def test_other_certificates_are_sold_first() -> None:
    """V-7.2: who has a 10% certificate beside it sells that one."""
    game = erie({1: 4, 0: 3}, 0, president=1)
    play(game, SellShares(P0, ERIE, 1))
    assert game.state.doubles[ERIE] == 0
    sound(game)


def test_the_pool_limit_counts_shares() -> None:
    """5.3, 6.1: 50%, whatever the certificates."""
    game = erie({1: 4, 0: 2}, 0, president=1, pool=4)
    refused(game, SellShares(P0, ERIE, 2), Reason.POOL_LIMIT)
    allowed(game, SellShares(P0, ERIE, 1))


def test_a_new_president_gives_it_for_the_presidency() -> None:
    """6.4, V-7.2: with the large certificate and one share he outdoes a president with two."""
    game = erie({0: 2, 1: 2}, 1)
    game.push(Pass(P0))
    play(game, BuyShare(P1, ERIE, BANK))
    assert game.state.presidents[ERIE] == 1
    assert game.state.doubles[ERIE] == 0
    assert singles(game.setup, game.state, ERIE, P1) == 1
    sound(game)


def test_the_old_president_sells_half_of_what_he_gets() -> None:
    """6.4, V-7.2: with two shares he would get the large certificate, and could not divide it without one in the pool."""
    game = erie({0: 2, 1: 2}, 1)
    refused(game, SellShares(P0, ERIE, 1), Reason.NO_HALF_DOUBLE, ERIE)
    play(game, SellShares(P0, ERIE, 2))
    assert (game.state.presidents[ERIE], game.state.doubles[ERIE]) == (1, POOL)
    sound(game)
    game = erie({0: 2, 1: 2}, 1, pool=1)
    play(game, SellShares(P0, ERIE, 1))
    assert (game.state.presidents[ERIE], game.state.doubles[ERIE]) == (1, POOL)
    sound(game)


def test_the_old_president_keeps_it_if_he_gets_ordinary_ones() -> None:
    """6.4, V-7.2: two ordinary certificates come for the president's, and one of them is sold."""
    game = erie({0: 4, 1: 4}, 0)
    play(game, SellShares(P0, ERIE, 1))
    assert game.state.presidents[ERIE] == 1
    assert game.state.units(ERIE, P0) == 3
    sound(game)


def test_a_forced_sale_may_sell_more_where_it_cannot_be_divided() -> None:
    """C-2.3.2, V-7.2: one share would do, but only the whole certificate can be sold: that is not bankruptcy."""
    position = Position(classic(second_certificates=SecondCertificates.ERIE), money=0).phase("5")
    position.company("Erie", shares={1: 4, 0: 2}, second=0, par=67, operated=False)
    position.company("PRR", president=0, shares={0: 5, 1: 5}, money=400)
    position.tile("H10", "57", "W E")
    game = position.operating_round("PRR", "train")
    assert game.setup.title.trains[position.setup.train_index["5"]].price - 400 < 67
    refused(game, SellShares(P0, ERIE, 1), Reason.NO_HALF_DOUBLE, ERIE)
    play(game, SellShares(P0, ERIE, 2), buy_train(game, "5"))
    sound(game)


def test_a_forced_sale_of_the_whole_certificate_beside_a_small_one() -> None:
    """C-2.3.2, V-7.2: two shares are needed, and of 20% and 10% the large certificate is just that."""
    position = Position(classic(second_certificates=SecondCertificates.ERIE), money=0).phase("5")
    position.company("Erie", shares={1: 4, 0: 3}, second=0, par=67, operated=False)
    position.company("PRR", president=0, shares={0: 5, 1: 5}, money=350)
    position.tile("H10", "57", "W E")
    game = position.operating_round("PRR", "train")
    refused(game, SellShares(P0, ERIE, 3), Reason.MORE_THAN_NEEDED)
    play(game, SellShares(P0, ERIE, 2), buy_train(game, "5"))
    assert game.state.doubles[ERIE] == POOL
    assert singles(game.setup, game.state, ERIE, P0) == 1
    sound(game)


def test_a_forced_sale_chooses_the_certificates() -> None:
    """C-2.3.2, V-7.2: the president decides what to sell, here the large certificate or two small ones."""
    position = Position(classic(second_certificates=SecondCertificates.ERIE), money=0).phase("5")
    position.company("Erie", president=1, shares={1: 4, 0: 4}, second=0, par=67, operated=False)
    position.company("PRR", president=0, shares={0: 5, 1: 5}, money=350)
    position.tile("H10", "57", "W E")
    game = position.operating_round("PRR", "train")
    blocks = [(sale.count, sale.double) for sale in game.legal if isinstance(sale, SellShares) and sale.company == ERIE]
    assert blocks == [(1, False), (2, False), (2, True)]
    play(game, SellShares(P0, ERIE, 2, True))
    assert game.state.doubles[ERIE] == POOL
    sound(game)
