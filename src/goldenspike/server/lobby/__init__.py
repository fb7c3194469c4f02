"""The lobby: which tables there are, and how a new one is set up.

The form knows no option by name; it is made from the catalogue of titles and the page of switches.
"""
