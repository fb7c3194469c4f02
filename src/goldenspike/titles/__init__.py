"""The titles: the contents of each box as typed data.

Tables contain no conditions. A version is `replace(BASE, …)` of another; a step that only one title has is in its folder.
Titles do not import each other.
"""
