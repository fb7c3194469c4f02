"""The games as a PettingZoo environment, for those who let programs learn (extra `env`).

An agent observes what `view` shows its seat and nothing else; numbers of actions never change within a version of the
numbering. numpy and PettingZoo are imported here and nowhere else.
"""
