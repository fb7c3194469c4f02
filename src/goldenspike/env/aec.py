"""The environment: PettingZoo's agent-environment cycle over the engine.

`env("1830", version="starter", players=2)`. Agents are `player_0` … ; each observes a dictionary of `observation` (a row of
numbers, see `observation`) and `action_mask` (which numbers it may play now, see `numbering`). Large choices are made in several
moves by the same agent. The only reward comes at the end: (own wealth - mean of the others) / mean of all. The environment
makes random draws from its seed, and with `skip_forced` every move for which there is only one answer.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped,unused-ignore]

from goldenspike.bots.chance import draw
from goldenspike.core.actions import Action
from goldenspike.core.game import Game
from goldenspike.core.holders import CHANCE
from goldenspike.core.ids import by_player
from goldenspike.env.numbering import VERSION, Numbering, Path
from goldenspike.env.observation import NOTHING, observe
from goldenspike.titles.catalogue import make
from goldenspike.view import choices_for

MOST_MOVES = 20_000
"""Longer games are truncated."""

Observation = dict[str, npt.NDArray[Any]]


def env(
    title: str = "1830",
    version: str | None = None,
    players: int = 4,
    options: Mapping[str, str] | None = None,
    most_moves: int = MOST_MOVES,
    skip_forced: bool = False,
) -> "GoldenSpikeEnv":
    """A new environment; `options` as on the command line."""
    return GoldenSpikeEnv(title, version, players, options or {}, most_moves, skip_forced)


class GoldenSpikeEnv(AECEnv):  # type: ignore[misc,unused-ignore]
    metadata: ClassVar[dict[str, Any]] = {"name": f"goldenspike_v{VERSION}", "render_modes": [], "is_parallelizable": False}

    def __init__(
        self,
        title: str,
        version: str | None,
        players: int,
        options: Mapping[str, str],
        most_moves: int,
        skip_forced: bool = False,
    ) -> None:
        super().__init__()
        self.setup = make(title, version, players, dict(options))
        if not self.setup.has_map:
            raise ValueError("there is nothing to learn at a table without a map: players would choose what they earn")
        self.numbering = Numbering(self.setup)
        self.most_moves = most_moves
        self.skip_forced = skip_forced
        self.possible_agents = [f"player_{player}" for player in range(players)]
        self.agents = list(self.possible_agents)
        self.render_mode = None
        self.game = Game(self.setup)
        length = len(observe(self.game, self.setup.all_players[0]))
        self._observation = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (length,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.numbering.size,), np.int8),
            }
        )
        self._action = spaces.Discrete(self.numbering.size)
        # PettingZoo warns when spaces are read from dictionaries; they are there for older tools.
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._observation)
        self.action_spaces = dict.fromkeys(self.possible_agents, self._action)
        self._rng = Random(0)
        self._prefix: Path = ()
        self._paths: dict[Path, Action] = {}
        self._rows: dict[int, npt.NDArray[np.float32]] = {}
        self._moves = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng = Random(seed)
        self.game = Game(self.setup)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._moves = 0
        self._go_on()

    def step(self, action: np.int64 | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = int(action) if action is not None else -1
        path = (*self._prefix, number)
        if not any(known[: len(path)] == path for known in self._paths):
            raise ValueError(f"{number} is not among the actions that {agent} may play now")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._moves += 1
        chosen = self._paths.get(path)
        if chosen is None:
            self._prefix = path
            self._rows = {}
        else:
            self.game.push(chosen)
            self._go_on()
        if self._moves >= self.most_moves and not self.game.is_over:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Make pending draws and, if wanted, moves that are forced; find the next agent and its legal actions."""
        game = self.game
        self._prefix = ()
        self._paths = {}
        self._rows = {}
        while not game.is_over:
            if game.actors == (CHANCE,):
                game.push(draw(game, self._rng))
                continue
            actor = game.actors[0]
            choices = choices_for(self.setup, game.state, actor)
            paths = self.numbering.paths(choices.actions, choices.offers)
            if not self.skip_forced or len(paths) != 1:
                self.agent_selection = self.possible_agents[actor]
                self._paths = paths
                return
            game.push(next(iter(paths.values())))
        self._settle()

    def _settle(self) -> None:
        """Set the rewards at the end of the game."""
        wealth = self.game.result().wealth
        mean = max(1.0, sum(wealth) / len(wealth))
        for player, agent in by_player(self.possible_agents):
            others = (sum(wealth) - wealth[player]) / max(1, len(wealth) - 1)
            self.rewards[agent] = (wealth[player] - others) / mean
            self.infos[agent] = {"wealth": wealth[player], "won": player in self.game.result().winners}
        self.terminations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> Observation:
        player = self.setup.all_players[self.possible_agents.index(agent)]
        if player not in self._rows:
            chosen = self.numbering.chosen(self._prefix) if agent == self.agent_selection else NOTHING
            self._rows[player] = observe(self.game, player, chosen)
        return {"observation": self._rows[player].copy(), "action_mask": self.action_mask(agent)}

    def action_mask(self, agent: str) -> npt.NDArray[np.int8]:
        """The mask alone, for agents that skip observations (`last(observe=False)`), which are the most expensive part."""
        mask = np.zeros(self.numbering.size, dtype=np.int8)
        if agent == self.agent_selection and not self.game.is_over:
            depth = len(self._prefix)
            for path in self._paths:
                if path[:depth] == self._prefix:
                    mask[path[depth]] = 1
        return mask

    def render(self) -> None:
        """Does nothing; `goldenspike render` draws positions."""

    def close(self) -> None:
        """Does nothing: there are no resources to release."""
