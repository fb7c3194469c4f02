"""The lobby: lists tables and creates new ones.

The form knows no option by name; it is generated from the catalogue of titles and their options.
"""
