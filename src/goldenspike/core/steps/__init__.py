"""Turn phases: one file each.

A step is stateless: it says who may act, what is legal, why something is not, and applies what was chosen. What it may do is
decided by rules/; when it speaks is decided by `flow`.
"""
