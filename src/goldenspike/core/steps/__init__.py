"""Turn phases: one file each.

A step is stateless: it knows who may act, what is legal, why an action is not, and how to apply one. The rules it applies are in
rules/; `flow` decides when it is active.
"""
