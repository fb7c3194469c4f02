"""Tools that test a title: invariants, listing against refusing, saving and loading, whole games with every check on.

They know no title by name, so they test other people's titles too.
"""
