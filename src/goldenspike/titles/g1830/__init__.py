"""1830, designed by Francis Tresham: every version of the 2011 rule book. Data only."""

from goldenspike.titles.g1830.versions import CLASSIC, CLASSIC_OPTIONS, classic, make_setup

__all__ = ["CLASSIC", "CLASSIC_OPTIONS", "classic", "make_setup"]
