"""The environment passes PettingZoo's own tests; numbers of actions are fixed, and every path leads to a legal action."""

import warnings
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

from goldenspike.core.actions import Bid, BuyFromBank, LayTile, SellShares
from goldenspike.core.ids import Company, Hex, Private, Tile
from goldenspike.env.aec import GoldenSpikeEnv, env
from goldenspike.env.numbering import RAISES, Numbering
from goldenspike.titles.catalogue import CATALOGUE, make
from players import P0


@pytest.fixture(autouse=True)
def others_warnings() -> Iterator[None]:
    """What PettingZoo's tests themselves warn about is not ours."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def play(game: GoldenSpikeEnv, seed: int, most: int) -> list[int]:
    """Random legal moves; the numbers played."""
    rng = Random(seed)
    game.reset(seed=seed)
    played: list[int] = []
    for agent in game.agent_iter(most):
        observation, _, ended, cut, _ = game.last()
        assert observation is not None and observation in game.observation_space(agent)
        if ended or cut:
            game.step(None)
            continue
        number = rng.choice(np.flatnonzero(observation["action_mask"]).tolist())
        played.append(number)
        game.step(np.int64(number))
    return played


@pytest.mark.parametrize(("title", "version"), [("1830", "starter"), ("1830", "classic"), ("1862", "standard")])
def test_api(title: str, version: str) -> None:
    api_test(env(title, version, 2 if version == "starter" else 4), num_cycles=60)


def test_seed() -> None:
    seed_test(lambda: env("1830", "starter", 2, most_moves=300), num_cycles=100)


def test_performance(capsys: pytest.CaptureFixture[str]) -> None:
    """PettingZoo's benchmark plays for five seconds; how fast is not asked."""
    performance_benchmark(env("1830", "starter", 2))
    assert "turns per second" in capsys.readouterr().out


def test_the_mask_alone_is_that_of_the_observation() -> None:
    game = env("1830", "classic", 3)
    game.reset(seed=1)
    for agent in game.agent_iter(60):
        mask = game.action_mask(agent)
        assert np.array_equal(mask, game.observe(agent)["action_mask"])
        game.step(np.int64(np.flatnonzero(mask)[-1]))


def test_an_observation_belongs_to_who_asked_for_it() -> None:
    """The environment keeps the row while a large choice is made; who writes into his does not change the next."""
    game = env("1830", "starter", 2)
    game.reset(seed=1)
    agent = game.agent_selection
    first = game.observe(agent)["observation"]
    kept = first.copy()
    first[:] = 99
    assert np.array_equal(game.observe(agent)["observation"], kept)


def test_a_whole_game_ends_with_rewards() -> None:
    game = env("1830", "starter", 2)
    play(game, 1, 30_000)
    assert game.game.is_over and not game.agents


def test_a_long_game_is_cut_off() -> None:
    game = env("1830", "classic", 3, most_moves=50)
    assert len(play(game, 2, 1000)) == 50
    assert not game.game.is_over


def test_the_same_seed_the_same_game() -> None:
    game = env("1830", "classic", 3)
    assert play(game, 3, 150) == play(game, 3, 150)


def test_other_numbers_are_refused() -> None:
    game = env("1830", "classic", 3)
    game.reset(seed=1)
    with pytest.raises(ValueError, match="not among"):
        game.step(np.int64(game.numbering.segments["rotation"][0]))


def test_the_numbering_is_fixed() -> None:
    """Who trains an agent relies on these numbers: change them only with the version."""
    numbering = Numbering(make("1830", "classic", 4, {}))
    assert numbering.path(BuyFromBank(P0, Private(2))) == (numbering.segments["buy_from_bank"][0] + 2,)
    assert [numbering.segments[name][0] for name in ("pass", "payout", "bid", "start", "tile_hex")] == [0, 6, 15, 113, 488]
    assert numbering.size == 1009
    assert len(numbering.path(LayTile(P0, Company(1), Hex(5), Tile(7), 2))) == 3
    assert numbering._priced_path(Bid(P0, Private(1), 55), 2) == (numbering.segments["bid"][0] + len(RAISES) + 2,)


def test_the_second_certificate_has_numbers_of_its_own() -> None:
    """V-7.2: the same block with and without it; S-1 has two such railroads."""
    setup = make("1830", "s1", 4, {})
    numbering = Numbering(setup)
    railroads = [number for number, company in enumerate(setup.title.companies) if company.second_units]
    first, size = numbering.segments["sell_double"]
    assert size == 10 * len(railroads) == 20
    assert numbering.path(SellShares(P0, Company(railroads[1]), 3, True)) == (first + 12,)
    assert numbering.path(SellShares(P0, Company(railroads[1]), 3)) != numbering.path(
        SellShares(P0, Company(railroads[1]), 3, True)
    )


@pytest.mark.parametrize(
    ("title", "version", "players"),
    [
        (title.name, version.name, players)
        for title in CATALOGUE
        for version in title.versions
        for players in sorted({version.players[0], version.players[-1]})
    ],
)
def test_every_version_can_be_played(title: str, version: str, players: int) -> None:
    """Every choice of every version has a number, with the fewest players and with the most."""
    assert len(play(env(title, version, players, most_moves=250), 1, 250)) > 40
