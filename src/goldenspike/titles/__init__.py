"""The titles: what is in each box, as typed data.

No conditions inside tables. A version is `replace(BASE, …)` of another; a step that only one title has lives in its folder.
Titles do not import each other.
"""
