"""1862, designed by Helmut Ohley: USA and Canada in the edition of 2000. Data, and the rules and steps that only it has."""

from goldenspike.titles.g1862.versions import STANDARD, STANDARD_OPTIONS, make_setup, standard

__all__ = ["STANDARD", "STANDARD_OPTIONS", "make_setup", "standard"]
