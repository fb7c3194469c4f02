"""Learning to beat random play in the starter game, on one processor in minutes: python examples/env_train.py

The policy is as small as can be: one liking for each kind of action (the segments of the numbering), whatever the position. The
cross-entropy method finds the likings: try some, keep the best, draw new ones around them.
"""

import argparse

import numpy as np

from goldenspike.env.aec import GoldenSpikeEnv, env


def segments_of(game: GoldenSpikeEnv) -> np.ndarray:
    """For each action number the kind it belongs to."""
    kinds = np.zeros(game.numbering.size, dtype=int)
    for number, (first, size) in enumerate(game.numbering.segments.values()):
        kinds[first : first + size] = number
    return kinds


def play(game: GoldenSpikeEnv, kinds: np.ndarray, likings: np.ndarray, seed: int) -> float:
    """One game of the policy against random agents; its reward."""
    rng = np.random.default_rng(seed)
    game.reset(seed=seed)
    me = game.possible_agents[seed % len(game.possible_agents)]
    total = 0.0
    for agent in game.agent_iter():
        observation, reward, ended, cut, _ = game.last()
        if ended or cut:
            total += reward if agent == me else 0.0
            game.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        if agent == me:
            weights = np.exp(likings[kinds[legal]] - likings[kinds[legal]].max())
            game.step(rng.choice(legal, p=weights / weights.sum()))
        else:
            game.step(rng.choice(legal))
    return total


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--tries", type=int, default=16)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--test", type=int, default=40)
    wanted = parser.parse_args()
    game = env("1830", version="starter", players=2)
    kinds = segments_of(game)
    rng = np.random.default_rng(1)
    mean, spread = np.zeros(kinds.max() + 1), np.full(kinds.max() + 1, 2.0)
    for turn in range(wanted.rounds):
        tried = rng.normal(mean, spread, (wanted.tries, len(mean)))
        scores = [
            np.mean([play(game, kinds, likings, turn * 100 + number) for number in range(wanted.games)]) for likings in tried
        ]
        best = tried[np.argsort(scores)[-max(2, wanted.tries // 4) :]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.2
        print(f"round {turn + 1}: mean reward {np.mean(scores):+.2f}, best {max(scores):+.2f}", flush=True)
    rewards = [play(game, kinds, mean, 10_000 + number) for number in range(wanted.test)]
    print(f"learned policy against random: wins {np.mean(np.array(rewards) > 0):.0%} of {wanted.test} games")


if __name__ == "__main__":
    main()
