"""1830, designed by Francis Tresham: every version of the 2011 rule book. Data only."""

from goldenspike.titles.g1830.boxes import BASE, CLASSIC
from goldenspike.titles.g1830.versions import BASE_OPTIONS, CLASSIC_OPTIONS, base, classic, make_setup

__all__ = ["BASE", "BASE_OPTIONS", "CLASSIC", "CLASSIC_OPTIONS", "base", "classic", "make_setup"]
