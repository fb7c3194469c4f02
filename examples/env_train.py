"""Learning to beat random play in the starter game, on one processor in minutes: python examples/env_train.py

A linear softmax policy: each legal action has a few features, made of its kind (the segments of the numbering), of the
observation and of the printed map and tiles, and is played the likelier the higher its features score with the weights. All
weights begin at nothing, which is random play. The cross-entropy method finds them: try some, keep the best, draw new ones around
them. All weights of a round play the same games.
"""

import argparse
import time
from dataclasses import dataclass

import numpy as np

from goldenspike.core.ids import Tile
from goldenspike.env.aec import GoldenSpikeEnv, env
from goldenspike.env.observation import split

FEATURES = (
    "lay a tile",
    "… on track that lies there",
    "… far from one's stations",
    "… where there is a city",
    "… where other track leads to",
    "tile with more exits",
    "tile with a city",
    "rotation that joins track",
    "rotation towards a city",
    "place a station",
    "buy a train",
    "… being the next one",
    "… late in the game",
    "… of a later kind",
    "… for how much of the treasury",
    "discard a later kind",
)
OPERATING, TREASURY, COLOR, SIDES = 10, 0, 0, 6


@dataclass
class Learner:
    """The policy: the features of what is legal now, and what it has chosen of a large choice so far."""

    game: GoldenSpikeEnv
    hex: int = 0
    tile: int = 0

    def __post_init__(self) -> None:
        setup, numbering = self.game.setup, self.game.numbering
        self.kinds = [(name, number) for name, (_, size) in numbering.segments.items() for number in range(size)]
        hexes = len(setup.title.hexes)
        self.beside = np.array(setup.neighbors).reshape(hexes, SIDES)
        self.has_city = np.array([float(bool(place.stops)) for place in setup.title.hexes])
        self.apart = np.full((hexes, hexes), 20.0)
        for start in range(hexes):
            self.apart[start, start], reached = 0.0, [start]
            for place in reached:
                for other in self.beside[place][self.beside[place] >= 0]:
                    if self.apart[start, other] == 20.0:
                        self.apart[start, other] = self.apart[start, place] + 1
                        reached.append(other)

    def choose(self, row: np.ndarray, legal: np.ndarray, weights: np.ndarray, rng: np.random.Generator) -> int:
        seen = split(self.game.setup, row)
        scores = np.array([self.features(seen, number) for number in legal]) @ weights
        chances = np.exp(scores - scores.max())
        return int(rng.choice(legal, p=chances / chances.sum()))

    def remember(self, action: int) -> None:
        """A tile is chosen in three moves: where, which, how."""
        kind, number = self.kinds[action]
        if kind == "tile_hex":
            self.hex = number
        elif kind == "tile":
            self.tile = number

    def features(self, seen: dict[str, np.ndarray], action: int) -> np.ndarray:
        """What the weights are multiplied with; nothing for a pass and for what is never chosen here."""
        kind, number = self.kinds[action]
        found = np.zeros(len(FEATURES))
        if kind == "tile_hex":
            mine = np.flatnonzero(seen["stations"][:, 0] > 0)
            far = self.apart[number, mine].min() / 5 if len(mine) else 0.0
            found[:5] = (
                1,
                seen["board"][number, COLOR] > 0,
                far,
                self.has_city[number],
                self.joined(seen, number, range(SIDES)) / 2,
            )
        elif kind == "tile":
            face = self.game.setup.faces[self.game.setup.face_of_tile(Tile(number), 0)]
            found[5:7] = face.exits.bit_count() / 2, bool(face.stops)
        elif kind == "rotation":
            exits = self.game.setup.faces[self.game.setup.face_of_tile(Tile(self.tile), number)].exits
            sides = [side for side in range(SIDES) if exits >> side & 1]
            over = [self.beside[self.hex, side] for side in sides]
            found[7:9] = self.joined(seen, self.hex, sides), sum(self.has_city[place] for place in over if place >= 0)
        elif kind == "station_hex":
            found[9] = 1
        elif kind in ("bank_train", "market_train"):
            kinds = len(seen["trains"])
            train = number // (kinds + 1) if kind == "bank_train" else number
            railroad = seen["companies"][seen["companies"][:, OPERATING].argmax()]
            price = self.game.setup.title.trains[train].price / 100
            late = 1 - seen["bank"][0, 0] * 100 / self.game.setup.title.bank
            found[10:15] = 1, railroad[-kinds:].sum() * 2, late, train, price / max(price, railroad[TREASURY])
        elif kind == "discard":
            found[15] = number
        return found

    def joined(self, seen: dict[str, np.ndarray], place: int, sides: "range | list[int]") -> float:
        """How many of these sides of a hex meet track across."""
        over = [(self.beside[place, side], (side + 3) % SIDES) for side in sides]
        return float(sum(seen["board"][other, 1 + back] for other, back in over if other >= 0))


def play(learner: Learner, weights: np.ndarray, seed: int) -> tuple[float, bool]:
    """One game of the policy against random agents, its seat by the seed; its reward, and whether it won alone."""
    game, rng = learner.game, np.random.default_rng(seed)
    game.reset(seed=seed)
    me = game.possible_agents[seed % len(game.possible_agents)]
    total, winners = 0.0, set()
    for agent in game.agent_iter():
        _, reward, ended, cut, info = game.last(observe=False)
        if ended or cut:
            total += reward if agent == me else 0.0
            winners |= {agent} if info.get("won") else set()
            game.step(None)
            continue
        legal = np.flatnonzero(game.action_mask(agent))
        if agent == me and len(legal) > 1:
            action = learner.choose(game.observe(agent)["observation"], legal, weights, rng)
        else:
            action = int(rng.choice(legal))
        if agent == me:
            learner.remember(action)
        game.step(np.int64(action))
    return total, winners == {me}


def train(learner: Learner, rounds: int, tries: int, games: int, seed: int = 1) -> np.ndarray:
    """The weights found by the cross-entropy method; the games of a round have seeds of their own."""
    rng = np.random.default_rng(seed)
    mean, spread = np.zeros(len(FEATURES)), np.full(len(FEATURES), 1.5)
    for turn in range(rounds):
        tried = rng.normal(mean, spread, (tries, len(mean)))
        seeds = range(turn * games, (turn + 1) * games)
        scores = np.array([np.mean([np.clip(play(learner, weights, number)[0], -1, 1) for number in seeds]) for weights in tried])
        best = tried[np.argsort(scores)[-max(2, tries // 4) :]]
        # Drawn a little wider than the best lie, so that few lucky games do not end the search.
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.3 / (turn + 1)
        print(f"round {turn + 1}: mean reward {scores.mean():+.2f}, best {scores.max():+.2f}", flush=True)
    return mean


def test(learner: Learner, weights: np.ndarray, games: int) -> str:
    """Games that were not trained on: the share won, its 95 % interval (Wilson) and the mean reward."""
    played = [play(learner, weights, 1_000_000 + number) for number in range(games)]
    share, z = sum(won for _, won in played) / games, 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    reach = z * (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5 / (1 + z * z / games)
    reward = sum(reward for reward, _ in played) / games
    return f"wins {share:.1%} ({middle - reach:.1%} to {middle + reach:.1%}) of {games} games, mean reward {reward:+.2f}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=14)
    parser.add_argument("--tries", type=int, default=60)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--test", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    learner = Learner(env("1830", version="starter", players=wanted.players))
    begun = time.process_time()
    weights = train(learner, wanted.rounds, wanted.tries, wanted.games, wanted.seed)
    print(f"trained in {time.process_time() - begun:.0f} s of processor time")
    for name, weight in zip(FEATURES, weights, strict=True):
        print(f"  {weight:+.2f} {name}")
    print(f"against random players in fresh games (chance is {1 / wanted.players:.0%}):")
    print(f"  untrained: {test(learner, np.zeros(len(FEATURES)), wanted.test)}")
    print(f"  trained:   {test(learner, weights, wanted.test)}")


if __name__ == "__main__":
    main()
