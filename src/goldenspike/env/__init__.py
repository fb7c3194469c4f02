"""The games as a PettingZoo environment (extra `env`).

An agent observes only what `view` shows its seat. Action numbers never change within a version of the numbering. Only this
package imports PettingZoo.
"""
