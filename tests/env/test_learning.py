"""The training example runs, does the same for the same seed, and reads the observation as it is written."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from goldenspike.core.holders import BANK
from goldenspike.env.aec import env
from goldenspike.env.observation import in_order, split
from players import P0, P1, P2, P3

EXAMPLE = Path(__file__).parents[2] / "examples" / "env_train.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("env_train", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_training_is_reproducible(example: ModuleType) -> None:
    learner = example.Learner(env("1830", "starter", 2))
    first = example.train(learner, rounds=2, tries=3, games=1)
    again = example.train(learner, rounds=2, tries=3, games=1)
    assert first.shape == (len(example.FEATURES),) and np.isfinite(first).all() and first.any()
    assert np.array_equal(first, again)
    assert "of 2 games" in example.test(learner, first, 2)


def test_weights_matter(example: ModuleType) -> None:
    """Who never lays a tile earns nothing worth the name; who does, earns more in the same game."""
    learner = example.Learner(env("1830", "starter", 2))
    idle, busy = np.zeros(len(example.FEATURES)), np.zeros(len(example.FEATURES))
    idle[0], busy[0] = -20.0, 20.0
    rewards = [[example.play(learner, weights, seed)[0] for seed in range(2)] for weights in (idle, busy)]
    assert np.mean(rewards[0]) < np.mean(rewards[1])


@pytest.mark.parametrize(("title", "version"), [("1830", "starter"), ("1830", "classic"), ("1862", "standard")])
def test_sections_cover_the_row(title: str, version: str) -> None:
    game = env(title, version, 4)
    game.reset(seed=1)
    seen = split(game.setup, game.observe("player_0")["observation"])
    row = game.observe("player_0")["observation"]
    assert np.array_equal(np.concatenate([table.ravel() for table in seen.values()]), row)
    assert seen["bank"][0, 0] * 100 == pytest.approx(game.game.state.money[BANK])
    assert set(np.unique(seen["board"][:, 1:28])) <= {0.0, 1.0}


def test_who_has_left_comes_last() -> None:
    """A player may drop out of the order of play; there is still a row for everybody, of the same length."""
    assert in_order((P2, P0, P1), P0, (P0, P1, P2)) == [P0, P1, P2]
    assert in_order((P2, P1), P1, (P0, P1, P2, P3)) == [P1, P2, P0, P3]
    assert in_order((P2, P1), P0, (P0, P1, P2)) == [P0, P2, P1]
