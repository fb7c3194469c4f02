"""Training of the learned player (extra `train`): games as data, imitation, policy optimization, evaluation.

`python -m goldenspike.train --help`. Only `learner` imports PyTorch; all else needs numpy alone.
"""
