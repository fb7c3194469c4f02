"""Random agents in the environment: python examples/env_random.py (needs goldenspike[env])."""

import numpy as np

from goldenspike.env.aec import env

rng = np.random.default_rng(1)
game = env("1830", version="starter", players=2)
game.reset(seed=1)
for agent in game.agent_iter():
    observation, reward, ended, cut, info = game.last()
    if ended or cut:
        print(agent, info.get("wealth"), f"{reward:+.2f}")
        game.step(None)
    else:
        game.step(rng.choice(np.flatnonzero(observation["action_mask"])))
